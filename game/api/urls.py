"""Addresses of the game's calls, below /api/v1/."""

from django.urls import path

from game.api import views

urlpatterns = [
    path("variants/", views.VariantsView.as_view()),
    path("guests/", views.GuestsView.as_view()),
    path("tokens/", views.TokensView.as_view()),
    path("me/", views.MeView.as_view()),
    path("me/settings/", views.SettingsView.as_view()),
    path("daily/", views.DayView.as_view()),
    path("commitments/", views.CommitmentsView.as_view()),
    path("deals/<str:code>/", views.DealView.as_view()),
    path("deals/<str:code>/attempts/", views.StartView.as_view()),
    path("deals/<str:code>/logs/", views.LogsView.as_view()),
    path("attempts/<int:attempt_id>/", views.AttemptView.as_view()),
    path("attempts/<int:attempt_id>/actions/", views.ActionsView.as_view()),
    path("attempts/<int:attempt_id>/finish/", views.FinishView.as_view()),
    path("attempts/<int:attempt_id>/replay/", views.ReplayView.as_view(), name="replay-log"),
    path("attempts/<int:attempt_id>/play-on/", views.PlayOnView.as_view()),
]
