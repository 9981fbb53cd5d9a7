"""The arbiters' desk: every board of an event, and the card of one."""

from django.urls import include, path

from arbiter.views import (
    adjournments,
    boards,
    card,
    checklists,
    clocks,
    desk,
    duty,
    fines,
    palette,
    replace_ruling,
    rule,
    sessions,
    sheets,
)
from arbiter.views.fair_play import checks, complaints, declarations, devices, screening

FAIR_PLAY = [
    path("", desk.signed_in(checks.checks), name="fair-play"),
    path("devices/", desk.signed_in(devices.devices), name="fair-play-devices"),
    path("devices.pdf", desk.signed_in(devices.devices_pdf), name="fair-play-devices-pdf"),
    path("complaints/", desk.signed_in(complaints.complaints), name="fair-play-complaints"),
    path("complaints/form.pdf", desk.signed_in(complaints.blank_pdf), name="fair-play-complaint-form"),
    path("complaints/<int:number>/", desk.signed_in(complaints.complaint), name="fair-play-complaint"),
    path("complaints/<int:number>.pdf", desk.signed_in(complaints.complaint_pdf), name="fair-play-complaint-pdf"),
    path("declarations/", desk.signed_in(declarations.declarations), name="fair-play-declarations"),
    path("screening/<slug:section_slug>/", desk.signed_in(screening.screening), name="fair-play-screening"),
]  # fmt: skip

urlpatterns = [
    path("sessions/", desk.signed_in(sessions.sessions), name="sessions"),
    path("sessions/ending/", desk.signed_in(sessions.ending), name="sessions-ending"),
    path("sessions/<int:session_id>/cancel/", desk.signed_in(sessions.cancel), name="session-cancel"),
    path("", desk.signed_in(boards.boards), name="boards"),
    path("commands/", desk.signed_in(palette.suggest), name="palette"),
    path("commands/run/", desk.signed_in(palette.run), name="palette-run"),
    path("duty/", desk.signed_in(duty.duty), name="duty"),
    path("fair-play/", include(FAIR_PLAY)),
    path("checklists/", desk.signed_in(checklists.checklists), name="checklists"),
    path("<int:game_id>/", desk.signed_in(card.card), name="board-card"),
    path("<int:game_id>/ruling/", desk.signed_in(rule.ruling), name="board-ruling"),
    path("<int:game_id>/rulings/<int:number>/undo/", desk.signed_in(rule.undo), name="board-ruling-undo"),
    path("<int:game_id>/rulings/<int:number>/fine/", desk.signed_in(fines.fine), name="board-fine"),
    path(
        "<int:game_id>/rulings/<int:number>/replace/",
        desk.signed_in(replace_ruling.replace_ruling),
        name="board-ruling-replace",
    ),
    path("<int:game_id>/adjournment/", desk.signed_in(adjournments.adjournment), name="board-adjournment"),
    path("<int:game_id>/envelope/", desk.signed_in(adjournments.envelope), name="board-envelope"),
    path("<int:game_id>/clocks/", desk.signed_in(clocks.clocks), name="board-clocks"),
    path("<int:game_id>/sheets/", desk.signed_in(sheets.sheets), name="board-sheets"),
    path("<int:game_id>/sheets/photos/<int:photo_id>/", desk.signed_in(sheets.photo), name="board-photo"),
    path("<int:game_id>/<slug:name>/", desk.signed_in(card.handle_action), name="board-action"),
]
