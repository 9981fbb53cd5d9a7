"""Addresses of the desk; public lists of events, brackets, walls of boards, teams and uploads."""

from django.urls import path

from tournaments.routes import DESK_BOARD, DESK_EVENT, DESK_ROUND, DESK_SECTION, EVENT, SECTION
from tournaments.views import brackets, displays, event_list, opening_draws, teams, typed_offline
from tournaments.views.desk import (
    acts,
    entries,
    frame,
    knockout,
    pairing_explanations,
    publishing,
    results,
    round_boards,
    rounds,
    section,
    standings,
    swiss,
    swiss_draft,
)
from tournaments.views.desk import (
    displays as desk_displays,
)
from tournaments.views.desk import (
    opening_draws as desk_opening_draws,
)
from tournaments.views.desk import (
    teams as desk_teams,
)

urlpatterns = [
    path("events/", event_list.events, name="events"),
    path(EVENT + "files/<int:upload_id>/", typed_offline.upload, name="event_upload"),
    path(SECTION + "rounds/<int:number>/boards/", displays.wall, name="round_boards"),
    path(SECTION + "teams/", teams.teams, name="teams"),
    path(SECTION + "boards/", teams.boards, name="team_boards"),
    path(SECTION + "bracket/", brackets.bracket_page, name="bracket"),
    path(SECTION + "openings/", opening_draws.openings, name="openings"),
    path(SECTION + "openings.json", opening_draws.record, name="openings_record"),
    path(DESK_EVENT + "publish/", publishing.publishing, name="desk_publishing"),
    path(DESK_EVENT + "displays/", desk_displays.displays, name="desk_displays"),
    path(DESK_EVENT + "files/", desk_displays.files, name="desk_files"),
    path(DESK_EVENT + "undo/", acts.undo, name="desk_undo"),
    path(DESK_EVENT + "new-section/", section.new, name="desk_section_new"),
    path(DESK_SECTION, section.section, name="desk_section"),
    path(DESK_SECTION + "edit/", section.edit, name="desk_section_edit"),
    path(DESK_SECTION + "standings/", standings.standings, name="desk_standings"),
    path(DESK_SECTION + "standings/play-off/", standings.play_off, name="desk_play_off"),
    path(DESK_SECTION + "rounds/schedule/", rounds.schedule, name="desk_schedule"),
    path(DESK_SECTION + "rounds/pair/", rounds.pair, name="desk_pair"),
    path(DESK_SECTION + "rounds/discard/", rounds.discard, name="desk_discard"),
    path(DESK_SECTION + "rounds/new/", rounds.boards_new, name="desk_boards_new"),
    path(DESK_SECTION + "results/", results.results_now, name="desk_results_now"),
    path(DESK_ROUND, rounds.round_page, name="desk_round"),
    path(DESK_ROUND + "action/", rounds.handle_action, name="desk_round_action"),
    path(DESK_ROUND + "print/", round_boards.print_page, name="desk_round_print"),
    path(DESK_ROUND + "results/", results.results, name="desk_results"),
    path(DESK_BOARD + "result/", results.result, name="desk_result"),
    path(DESK_BOARD + "withdrawal/", results.withdraw, name="desk_result_withdraw"),
    path(DESK_ROUND + "verification/", desk_opening_draws.verification, name="desk_verification"),
    path(DESK_BOARD + "verification/", desk_opening_draws.verify, name="desk_verify"),
    path(DESK_BOARD + "verification/settle/", desk_opening_draws.settle, name="desk_verification_settle"),
    path(DESK_BOARD + "correction/", results.correction, name="desk_correction"),
    path(DESK_BOARD + "played/", results.actual_seating, name="desk_played"),
    path(DESK_SECTION + "pairing/", swiss.next_round_page, name="desk_swiss"),
    path(DESK_SECTION + "pairing/action/", swiss.handle_action, name="desk_swiss_action"),
    path(DESK_SECTION + "pairing/jobs/<uuid:key>/", swiss.job, name="desk_swiss_job"),
    path(DESK_SECTION + "pairing/points/", desk_teams.points, name="desk_swiss_points"),
    path(DESK_ROUND + "change/", swiss_draft.change, name="desk_swiss_change"),
    path(DESK_ROUND + "pair-again/", swiss_draft.pair_again, name="desk_pair_again"),
    path(DESK_ROUND + "why/", pairing_explanations.explain_pairing, name="desk_pairing_explanation"),
    path(DESK_BOARD + "why/", pairing_explanations.explain_board, name="desk_board_explanation"),
    path(DESK_SECTION + "edit/mode/", frame.leave, name="desk_section_mode"),
    path(DESK_SECTION + "players/event/", entries.event_players, name="desk_event_players"),
    path(DESK_SECTION + "players/qualify/", publishing.qualify, name="desk_qualify"),
    path(DESK_SECTION + "players/absences/", entries.absences, name="desk_absences"),
    path(DESK_SECTION + "teams/", desk_teams.teams, name="desk_teams"),
    path(DESK_SECTION + "teams/<int:number>/", desk_teams.team, name="desk_team"),
    path(DESK_SECTION + "teams/<int:number>/withdraw/", desk_teams.team_withdraw, name="desk_team_withdraw"),
    path(DESK_SECTION + "display/", desk_teams.display, name="desk_display"),
    path(DESK_ROUND + "matches/<int:match_number>/", desk_teams.match, name="desk_match"),
    path(DESK_ROUND + "back/", desk_teams.unpublish, name="desk_unpublish"),
    path(DESK_SECTION + "knockout/", knockout.knockout, name="desk_knockout"),
    path(DESK_SECTION + "knockout/action/", knockout.handle_action, name="desk_knockout_action"),
    path(DESK_SECTION + "openings/", desk_opening_draws.openings, name="desk_openings"),
    path(DESK_ROUND + "no-shows/", entries.no_shows, name="desk_no_shows"),
]
