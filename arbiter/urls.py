"""The arbiters' desk: every board of an event, and the card of one."""

from django.urls import path

from arbiter.views import adjournments, boards, card, desk, rule

urlpatterns = [
    path("", desk.signed_in(boards.boards), name="boards"),
    path("<int:game_id>/", desk.signed_in(card.card), name="board-card"),
    path("<int:game_id>/ruling/", desk.signed_in(rule.ruling), name="board-ruling"),
    path("<int:game_id>/rulings/<int:number>/undo/", desk.signed_in(rule.undo), name="board-ruling-undo"),
    path("<int:game_id>/adjournment/", desk.signed_in(adjournments.adjournment), name="board-adjournment"),
    path("<int:game_id>/envelope/", desk.signed_in(adjournments.envelope), name="board-envelope"),
    path("<int:game_id>/<slug:name>/", desk.signed_in(card.act), name="board-act"),
]
