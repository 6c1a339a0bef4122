"""The ASGI application: everything, in one process, in embedded mode."""

import os
import warnings

from django.core.asgi import get_asgi_application

from harp_server.body_limit import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "harp_server.settings.local")

# WhiteNoise hands files over by plain iterators; they are small, and Django reads them in a thread.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

application = BodyLimit(get_asgi_application())
