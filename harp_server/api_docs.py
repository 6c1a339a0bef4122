"""The interactive page of the API, its script and style served by us."""

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularSwaggerSplitView


# Swagger UI writes style attributes and shows its icons as data: images.
@method_decorator(csp_update({"style-src": [SELF, "'unsafe-inline'"]}), name="dispatch")
class ApiDocsView(SpectacularSwaggerSplitView):
    """Swagger UI with its script apart, so that no inline script is needed."""

    throttle_classes: list[Any] = []
