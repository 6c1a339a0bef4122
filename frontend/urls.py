"""Addresses of the pages."""

from django.urls import path

from frontend import views

app_name = "pages"
urlpatterns = [
    path("", views.home, name="home"),
    path("open/", views.open_deal, name="open"),
    path("new/<str:variant>/", views.new_deal, name="new"),
    path("play/<str:code>/", views.play, name="play"),
    path("boards/<str:code>/", views.board, name="board"),
    path("replays/<int:attempt_id>/", views.replay, name="replay"),
    path("players/<str:name>/", views.player, name="player"),
]
