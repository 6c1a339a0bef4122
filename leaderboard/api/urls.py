"""Addresses of the boards' calls, below /api/v1/."""

from django.urls import path

from leaderboard.api import views

urlpatterns = [
    path("boards/<str:code>/", views.BoardView.as_view()),
    path("players/<str:name>/", views.PlayerView.as_view()),
]
