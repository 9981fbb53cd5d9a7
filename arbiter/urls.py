"""The arbiters' desk: every board of an event, and the card of one."""

from django.urls import path

from arbiter.views import card, desk

urlpatterns = [
    path("", desk.signed_in(desk.boards), name="boards"),
    path("<int:game_id>/", desk.signed_in(card.card), name="board-card"),
    path("<int:game_id>/<slug:name>/", desk.signed_in(card.act), name="board-act"),
]
