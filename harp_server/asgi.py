"""The ASGI application: everything, in one process, in embedded mode."""

import os

from django.core.asgi import get_asgi_application

from harp_server.body_limit import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "harp_server.settings.local")

application = BodyLimit(get_asgi_application())
