"""Addresses of the pages."""

from datetime import date

from django.urls import path, register_converter

from frontend import day_views, install_views, replay_views, rules_views, views


class DateConverter:
    """A date as ISO 8601 writes it."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """Raises ValueError, so that the address leads nowhere."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """As it stands in an address."""
        return value.isoformat()


register_converter(DateConverter, "date")

app_name = "pages"
urlpatterns = [
    path("", day_views.today, name="home"),
    path("days/<date:day>/", day_views.day, name="day"),
    path("archive/", day_views.archive, name="archive"),
    path("rules/", rules_views.rules, name="rules"),
    path("rules/easy-harp/", rules_views.easy_harp, name="easy-harp"),
    path("rules/harpan/", rules_views.harpan, name="harpan"),
    path("rules/spindelharpan/", rules_views.spindelharpan, name="spindelharpan"),
    path("rules/words/", rules_views.glossary, name="glossary"),
    path("open/", views.open_deal, name="open"),
    path("new/<str:variant>/", views.new_deal, name="new"),
    path("play/<str:code>/", views.play, name="play"),
    path("boards/<str:code>/", views.board, name="board"),
    path("replays/<int:attempt_id>/", replay_views.replay, name="replay"),
    path("embed/replays/<int:attempt_id>/", replay_views.embedded, name="embed"),
    path("players/<str:name>/", views.player, name="player"),
    path("manifest.webmanifest", install_views.manifest, name="manifest"),
]
