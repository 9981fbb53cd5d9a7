"""The boards on which games are played."""

from django.urls import path

from arbiter.views import live, seal

urlpatterns = [
    path("", live.board, name="live-board"),
    path("seal/", seal.seal, name="live-seal"),
    path("<slug:name>/", live.act, name="live-act"),
]
