"""The organisers' desk.  Words that stand here first are reserved (`tavleya.formats.slugs`)."""

from django.urls import include, path, register_converter

from entries.views.desk import player_links
from notifications.views import desk_notifications
from people.views.desk import account_keys, invitations, officials, owner, persons
from portal.urls.public import SlugConverter
from portal.views.desk import event, home, log, players, set_up
from ratings.views.desk import player_lists
from reports.views import games
from tournaments.views.desk import (
    displays,
    play_offs,
    publishing,
    results,
    round_boards,
    rounds,
    schedule,
    section,
    standings,
    undo,
    verification,
)
from transfer.views import repeating

__all__ = ["SlugConverter", "urlpatterns"]


class SheetConverter:
    """A round by its number, or the sheet of games of a tournament whose rounds were not recorded."""

    regex = "rounds/[1-9][0-9]{0,3}|games"

    def to_python(self, value: str) -> int | None:
        return None if value == "games" else int(value.removeprefix("rounds/"))

    def to_url(self, value: int | None) -> str:
        return "games" if value is None else f"rounds/{value}"


register_converter(SheetConverter, "sheet")

EVENT = "<name:slug>/"
SECTION = "<name:slug>/<name:section_slug>/"
ROUND = SECTION + "<sheet:number>/"
BOARD = ROUND + "boards/<int:board>/"

urlpatterns = [
    path("", home.home, name="desk"),
    path("keys/", account_keys.keys, name="desk_keys"),
    path("keys/<int:token_id>/revoke/", account_keys.revoke, name="desk_key_revoke"),
    path("new-event/", home.event_new, name="desk_event_new"),
    path("new-event/quick/", set_up.set_up, name="desk_set_up"),
    path("suggest/address/", home.suggest_address, name="desk_suggest_address"),
    path("suggest/control/", home.suggest_control, name="desk_suggest_control"),
    path("suggest/tie-breaks/", home.suggest_tiebreaks, name="desk_suggest_tiebreaks"),
    path("organisations/", include("portal.urls.desk_organisations")),
    path("", include("transfer.urls.hand_off")),
    path(EVENT, event.event, name="desk_event"),
    path("", include("entries.urls.desk_fees")),
    path(EVENT + "edit/", event.edit, name="desk_event_edit"),
    path(EVENT + "edit/published/", event.publish, name="desk_event_publish"),
    path(EVENT + "publish/", publishing.publishing, name="desk_publishing"),
    path(EVENT + "notifications/", desk_notifications.own, name="desk_notifications"),
    path(EVENT + "messages/", desk_notifications.record, name="desk_messages"),
    path(EVENT + "displays/", displays.displays, name="desk_displays"),
    path(EVENT + "files/", displays.files, name="desk_files"),
    path(EVENT + "undo/", undo.undo, name="desk_undo"),
    path(EVENT + "rehearse/", event.rehearse, name="desk_rehearse"),
    path(EVENT + "repeat/", repeating.repeat, name="desk_repeat"),
    path(EVENT + "organisation/", owner.owner, name="desk_owner"),
    path(EVENT + "template/", repeating.template, name="desk_template"),
    path(EVENT + "archive/", event.archive, name="desk_archive"),
    path(EVENT + "officials/", officials.officials, name="desk_officials"),
    path(EVENT + "officials/invite/", invitations.invite, name="desk_invite"),
    path(
        EVENT + "officials/invitations/<int:invitation_id>/revoke/",
        invitations.invitation_revoke,
        name="desk_invitation_revoke",
    ),
    path(EVENT + "officials/revoke/", officials.revoke, name="desk_role_revoke"),
    path(EVENT + "tokens/", officials.tokens, name="desk_tokens"),
    path(EVENT + "tokens/<int:token_id>/revoke/", officials.token_revoke, name="desk_token_revoke"),
    path(EVENT + "links/", player_links.player_links, name="desk_player_links"),
    path(EVENT + "links/print.pdf", player_links.print_slips, name="desk_player_links_print"),
    path(EVENT + "links/<int:player_id>/", player_links.one, name="desk_player_link"),
    path(EVENT + "people/<int:player_id>/", persons.person, name="desk_person"),
    path(EVENT + "log/", log.log, name="desk_log"),
    path(EVENT + "jobs/<uuid:key>/", games.job, name="desk_job"),
    path(EVENT + "new-section/", section.new, name="desk_section_new"),
    path(SECTION, section.section, name="desk_section"),
    path(SECTION + "edit/", section.edit, name="desk_section_edit"),
    path(SECTION + "players/", players.players, name="desk_players"),
    path(SECTION + "players/new/", players.new, name="desk_player_new"),
    path(SECTION + "players/list/", player_lists.import_list, name="desk_player_list"),
    path(SECTION + "players/numbers/", players.number, name="desk_player_numbers"),
    path(SECTION + "players/<int:number>/", players.player, name="desk_player"),
    path(SECTION + "players/<int:number>/withdraw/", players.withdraw, name="desk_player_withdraw"),
    path(SECTION + "standings/", standings.standings, name="desk_standings"),
    path(SECTION + "standings/play-off/", play_offs.play_off, name="desk_play_off"),
    path(SECTION + "file/", games.games, name="desk_games"),
    path(SECTION + "rounds/schedule/", schedule.schedule, name="desk_schedule"),
    path(SECTION + "rounds/pair/", rounds.pair, name="desk_pair"),
    path(SECTION + "rounds/discard/", rounds.discard, name="desk_discard"),
    path(SECTION + "rounds/new/", rounds.boards_new, name="desk_boards_new"),
    path(SECTION + "results/", results.results_now, name="desk_results_now"),
    path(ROUND, rounds.round_page, name="desk_round"),
    path(ROUND + "action/", rounds.handle_action, name="desk_round_action"),
    path(ROUND + "print/", round_boards.print_page, name="desk_round_print"),
    path(ROUND + "results/", results.results, name="desk_results"),
    path(BOARD + "result/", results.result, name="desk_result"),
    path(BOARD + "withdrawal/", results.withdraw, name="desk_result_withdraw"),
    path(ROUND + "verification/", verification.verification, name="desk_verification"),
    path(BOARD + "verification/", verification.verify, name="desk_verify"),
    path(BOARD + "verification/settle/", verification.settle, name="desk_verification_settle"),
    path(BOARD + "correction/", results.correction, name="desk_correction"),
    path("", include("tournaments.urls.desk_swiss")),
    path("", include("reports.urls")),
    path("", include("transfer.urls.removal")),
    path("", include("entries.urls.desk_people")),
    path("", include("tournaments.urls.desk_teams")),
    path("", include("tournaments.urls.desk_matches")),
    path("", include("ratings.urls.desk_prizes")),
    path("", include("portal.urls.desk_outputs")),
]
