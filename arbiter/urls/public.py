"""Public pages: games, hall screens, rules and decisions."""

from django.urls import path

from arbiter.views import appeals, checklists, clocks, decisions, desk, live, screens, seal
from tournaments.routes import GAME, SECTION

BOARD = GAME + "board/"
HALL = "hall/<name:slug>/<name:section_slug>/"

urlpatterns = [
    path("events/<slug:slug>/decisions/", decisions.decisions, name="decisions"),
    path(BOARD, live.board, name="live-board"),
    path(BOARD + "seal/", seal.seal, name="live-seal"),
    path(BOARD + "rulings/<int:number>/appeal/", desk.signed_in(appeals.file), name="appeal-file"),
    path(BOARD + "<slug:name>/", live.handle_action, name="live-action"),
    path(GAME + "clocks/", clocks.public_clocks, name="game-clocks"),
    path(GAME + "sheet/", live.own_sheet, name="own-sheet"),
    path(GAME + "sheet/photos/<int:photo_id>/", live.own_photo, name="own-photo"),
    path(SECTION + "rules/", checklists.rules, name="rules"),
    path("hall/<name:slug>/", screens.screens, name="hall"),
    path(HALL + "boards/", screens.by_board, name="hall_boards"),
    path(HALL + "names/", screens.by_name, name="hall_names"),
    path(HALL + "standings/", screens.standings, name="hall_standings"),
    path(HALL + "top/", screens.top, name="hall_top"),
    path(HALL + "clocks/", screens.clocks, name="hall_clocks"),
]
