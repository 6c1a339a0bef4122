"""The pages."""

from django.apps import AppConfig


class FrontendConfig(AppConfig):
    """Pages rendered by the server, and the scripts and styles that they use."""

    name = "frontend"
