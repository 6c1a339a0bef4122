"""The API's document, and the interactive page that shows it, its script and style served by us."""

from functools import cache
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_update
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.decorators import method_decorator
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularSwaggerSplitView


@cache
def _document(renderer: type[OpenApiJsonRenderer | OpenApiYamlRenderer]) -> bytes:
    """It follows from the code alone, so it is made once."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    # For programmers, and kept for all of them: in English whoever asks first.
    with translation.override(settings.LANGUAGE_CODE):
        document = generator.get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return bytes(renderer().render(document))


@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document: YAML, or JSON for who asks for it."""
    if "json" in request.headers.get("Accept", ""):
        return HttpResponse(_document(OpenApiJsonRenderer), content_type="application/json")
    return HttpResponse(_document(OpenApiYamlRenderer), content_type="application/yaml")


# Swagger UI writes style attributes and shows its icons as data: images.
@method_decorator(csp_update({"style-src": [SELF, "'unsafe-inline'"]}), name="dispatch")
class ApiDocsView(SpectacularSwaggerSplitView):
    """Swagger UI with its script apart, so that no inline script is needed."""

    throttle_classes: list[Any] = []
    http_method_names = ["get", "head"]
