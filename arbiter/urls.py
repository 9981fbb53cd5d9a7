"""Boards, rulings and appeals, for arbiters; public pages of games, hall screens, rules and decisions."""

from django.urls import path

from arbiter.views import (
    adjournments,
    appeals,
    boards,
    card,
    clocks,
    desk,
    duty,
    live,
    palette,
    rule,
    ruling_log,
    screens,
    sheets,
)
from tournaments.routes import DESK_EVENT, GAME, SECTION

BOARDS = DESK_EVENT + "boards/"
BOARD = BOARDS + "<int:game_id>/"
RULINGS = DESK_EVENT + "rulings/"
GAME_BOARD = GAME + "board/"
HALL = "hall/<name:slug>/<name:section_slug>/"

urlpatterns = [
    path(BOARDS + "sessions/", desk.signed_in(duty.sessions), name="sessions"),
    path(BOARDS + "sessions/ending/", desk.signed_in(duty.ending), name="sessions-ending"),
    path(BOARDS + "sessions/<int:session_id>/cancel/", desk.signed_in(duty.cancel), name="session-cancel"),
    path(BOARDS, desk.signed_in(boards.boards), name="boards"),
    path(BOARDS + "commands/", desk.signed_in(palette.suggest), name="palette"),
    path(BOARDS + "commands/run/", desk.signed_in(palette.run), name="palette-run"),
    path(BOARDS + "duty/", desk.signed_in(duty.duty), name="duty"),
    path(BOARDS + "checklists/", desk.signed_in(duty.checklists), name="checklists"),
    path(BOARD, desk.signed_in(card.card), name="board-card"),
    path(BOARD + "ruling/", desk.signed_in(rule.ruling), name="board-ruling"),
    path(BOARD + "rulings/<int:number>/undo/", desk.signed_in(rule.undo), name="board-ruling-undo"),
    path(BOARD + "rulings/<int:number>/fine/", desk.signed_in(duty.fine), name="board-fine"),
    path(BOARD + "rulings/<int:number>/replace/", desk.signed_in(rule.replace_ruling), name="board-ruling-replace"),
    path(BOARD + "adjournment/", desk.signed_in(adjournments.adjournment), name="board-adjournment"),
    path(BOARD + "envelope/", desk.signed_in(adjournments.envelope), name="board-envelope"),
    path(BOARD + "clocks/", desk.signed_in(clocks.clocks), name="board-clocks"),
    path(BOARD + "sheets/", desk.signed_in(sheets.sheets), name="board-sheets"),
    path(BOARD + "sheets/photos/<int:photo_id>/", desk.signed_in(sheets.photo), name="board-photo"),
    path(BOARD + "<slug:name>/", desk.signed_in(card.handle_action), name="board-action"),
    path(RULINGS, desk.signed_in(ruling_log.log), name="rulings"),
    path(RULINGS + "rulings.csv", desk.signed_in(ruling_log.table), name="rulings-table"),
    path(RULINGS + "report/", desk.signed_in(ruling_log.report_page), name="rulings-report"),
    path(RULINGS + "report.pdf", desk.signed_in(ruling_log.report_pdf), name="rulings-report-pdf"),
    path(RULINGS + "work-record/", desk.signed_in(duty.page), name="work-record"),
    path(RULINGS + "work-record.<slug:form>", desk.signed_in(duty.file), name="work-record-file"),
    path(RULINGS + "appeals/", desk.signed_in(appeals.appeals), name="appeals"),
    path(RULINGS + "appeals/committee/", desk.signed_in(appeals.committee), name="committee"),
    path(RULINGS + "appeals/<int:number>/", desk.signed_in(appeals.appeal), name="appeal"),
    path(RULINGS + "appeals/<int:number>/decision/", desk.signed_in(appeals.decision), name="appeal-decision"),
    path("events/<slug:slug>/decisions/", appeals.decisions, name="decisions"),
    path(GAME_BOARD, live.board, name="live-board"),
    path(GAME_BOARD + "seal/", adjournments.seal, name="live-seal"),
    path(GAME_BOARD + "rulings/<int:number>/appeal/", desk.signed_in(appeals.file), name="appeal-file"),
    path(GAME_BOARD + "<slug:name>/", live.handle_action, name="live-action"),
    path(GAME + "clocks/", clocks.public_clocks, name="game-clocks"),
    path(GAME + "sheet/", live.own_sheet, name="own-sheet"),
    path(GAME + "sheet/photos/<int:photo_id>/", live.own_photo, name="own-photo"),
    path(SECTION + "rules/", duty.rules, name="rules"),
    path("hall/<name:slug>/", screens.screens, name="hall"),
    path(HALL + "boards/", screens.by_board, name="hall_boards"),
    path(HALL + "names/", screens.by_name, name="hall_names"),
    path(HALL + "standings/", screens.standings, name="hall_standings"),
    path(HALL + "top/", screens.top, name="hall_top"),
    path(HALL + "clocks/", screens.clocks, name="hall_clocks"),
]
