"""The ASGI application: everything, in one process, in embedded mode; `/ws/` behind a proxy."""

import gc
import os
import warnings

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

from harp_server.body_limit import BodyLimit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "harp_server.settings.local")

# WhiteNoise hands files over by plain iterators; they are small, and Django reads them in a thread.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

http = BodyLimit(get_asgi_application())

from harp_server.routing import websocket  # noqa: E402 # needs the applications to be loaded

application = ProtocolTypeRouter({"http": http, "websocket": websocket})

# What is loaded by now stays: a collector that looks through it again and again only makes pauses.
gc.collect()
gc.freeze()
