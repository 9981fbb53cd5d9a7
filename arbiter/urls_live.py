"""The boards on which games are played."""

from django.urls import path

from arbiter.views import live

urlpatterns = [
    path("", live.board, name="live-board"),
    path("<slug:name>/", live.act, name="live-act"),
]
