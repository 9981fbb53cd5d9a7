"""The boards on which games are played."""

from django.urls import path

from arbiter.views import appeal_filing, desk, live, seal

urlpatterns = [
    path("", live.board, name="live-board"),
    path("seal/", seal.seal, name="live-seal"),
    path("rulings/<int:number>/appeal/", desk.signed_in(appeal_filing.file), name="appeal-file"),
    path("<slug:name>/", live.handle_action, name="live-action"),
]
