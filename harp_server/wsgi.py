"""The WSGI application, for HTTP in production."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "harp_server.settings.production")

application = get_wsgi_application()
