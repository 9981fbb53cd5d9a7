"""The pages of an event's desk: one table for its tabs, menus and breadcrumbs."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tavleya.permissions import Action
from tavleya.rules.registry import spec_of
from tournaments.models.event import Event
from tournaments.models.section import Section


def _always(section: Section) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class DeskPage:
    """A page in the menu: its label, and the name of its address.

    `inner`: the names of its subpages' addresses.  `action`: the permission to see it in the menu.
    `of_section`: each section that it `fits` has one.
    """

    name: Promise
    address: str
    inner: str = ""
    action: Action = Action.SEE_DESK
    of_section: bool = False
    fits: Callable[[Section], bool] = _always

    def holds(self, address: str) -> bool:
        return address == self.address or address in self.inner.split()

    def url(self, event: Event, section: Section | None) -> str:
        slugs = [section.slug] if section is not None and self.of_section else []
        return reverse(self.address, args=[event.slug, *slugs])


@dataclass(frozen=True, slots=True)
class DeskTab:
    """A tab, which links to the first of its pages that the reader may open; `icon` is a symbol of `img/icons.svg`."""

    name: Promise
    icon: str
    pages: list[DeskPage]

    def insert(self, *pages: DeskPage, after: str = "") -> None:
        """Add pages of another app behind the page with the address `after`, or first; skip pages already there."""
        place = next(index for index, page in enumerate(self.pages, 1) if page.address == after) if after else 0
        addresses = {page.address for page in self.pages}
        self.pages[place:place] = [page for page in pages if page.address not in addresses]

    def lead_to(self, address: str, *inner: str) -> None:
        """Let the page with this address lead to pages of another app."""
        self.pages[:] = [
            replace(page, inner=" ".join((page.inner, *inner))) if page.address == address else page
            for page in self.pages
        ]


def section_page(
    name: Promise,
    address: str,
    inner: str = "",
    action: Action = Action.SEE_DESK,
    fits: Callable[[Section], bool] = _always,
) -> DeskPage:
    return DeskPage(name, address, inner, action, True, fits)


def _by_round(section: Section) -> bool:
    return section.system.by_round


def _pairs_players(section: Section) -> bool:
    return section.system.pairs_players


def _checks_in(section: Section) -> bool:
    return section.system.pairs_players and not section.system.teams


def _ranked(section: Section) -> bool:
    return section.system.ranked


OVERVIEW = DeskTab(
    _("Overview"),
    "overview",
    [DeskPage(_("Overview"), "desk_event", "desk_section_new desk_owner desk_archive desk_undo palette palette-run")],
)
_PLAYERS = DeskTab(
    _("Players"),
    "players",
    [
        section_page(
            _("Players"),
            "desk_players",
            "desk_player_new desk_player_list desk_player desk_event_players desk_qualify desk_rated desk_ratings "
            "desk_player_numbers desk_player_withdraw",
        ),
        section_page(
            _("Teams"), "desk_teams", "desk_team desk_team_withdraw", fits=lambda section: section.system.teams
        ),
        section_page(
            _("Online entries"),
            "desk_entries",
            "desk_entry_terms desk_entries_file",
            Action.ENTER_PLAYERS,
            fits=lambda section: not section.system.teams or section.system.line_ups,
        ),
        section_page(_("Check-in"), "desk_check_in", action=Action.CHECK_IN, fits=_checks_in),
        section_page(_("Absent players"), "desk_absences", action=Action.ENTER_PLAYERS, fits=_pairs_players),
        DeskPage(
            _("Fees"),
            "desk_fees",
            "desk_fee desk_fees_file desk_receipt desk_fee_terms desk_payment_terms",
            Action.HANDLE_FEES,
        ),
        DeskPage(
            _("Player links"),
            "desk_player_links",
            "desk_player_link desk_player_links_print desk_person",
            Action.ISSUE_PLAYER_LINKS,
        ),
    ],
)
_PAIRINGS = DeskTab(
    _("Pairings"),
    "pairings",
    [
        section_page(
            _("Rounds"),
            "desk_section",
            "desk_round desk_round_action desk_round_print desk_pair desk_discard desk_boards_new desk_display "
            "desk_match desk_unpublish desk_pair_again desk_swiss_change desk_pairing_explanation "
            "desk_board_explanation",
        ),
        section_page(
            _("Next round"), "desk_swiss", "desk_swiss_action desk_swiss_job desk_swiss_points", fits=_by_round
        ),
        section_page(
            _("Schedule"), "desk_schedule", action=Action.PAIR_ROUND, fits=lambda section: not section.system.display
        ),
        section_page(
            _("Bracket"), "desk_knockout", "desk_knockout_action", fits=lambda section: section.system.by_stage
        ),
        section_page(_("Drawn openings"), "desk_openings", fits=lambda section: bool(spec_of(section.game).openings)),
    ],
)
_RESULTS = DeskTab(
    _("Results"),
    "results",
    [
        section_page(
            _("Results"),
            "desk_results_now",
            "desk_results desk_result desk_result_withdraw desk_correction desk_played desk_verification desk_verify "
            "desk_verification_settle desk_no_shows",
            Action.ENTER_RESULT,
        )
    ],
)
_STANDINGS = DeskTab(
    _("Standings"),
    "standings",
    [
        section_page(_("Standings"), "desk_standings", "desk_play_off", fits=_ranked),
        section_page(_("Rating report"), "desk_rating_report", "desk_rating_report_csv", fits=_ranked),
        section_page(_("Title norms"), "desk_norms", fits=_ranked),
    ],
)
CONSOLE = DeskTab(
    pgettext_lazy("of the arbiters", "Console"),
    "console",
    [
        DeskPage(
            _("Boards"),
            "boards",
            "board-card board-ruling board-ruling-undo board-ruling-replace board-fine board-adjournment "
            "board-envelope board-clocks board-sheets board-photo board-action",
        ),
        DeskPage(_("On duty"), "duty"),
        DeskPage(_("Checklists"), "checklists"),
        DeskPage(pgettext_lazy("of play", "Sessions"), "sessions", "session-cancel sessions-ending"),
        DeskPage(_("Rulings"), "rulings", "rulings-table"),
        DeskPage(_("Appeals"), "appeals", "appeal appeal-decision appeal-file committee"),
        DeskPage(pgettext_lazy("of the arbiters", "Report"), "rulings-report", "rulings-report-pdf"),
        DeskPage(_("Work record"), "work-record", "work-record-file"),
    ],
)
PRIZES = DeskTab(_("Prizes"), "prizes", [])
PUBLISH = DeskTab(
    _("Publish"),
    "publish",
    [
        DeskPage(_("Public pages"), "desk_publishing", "desk_event_publish"),
        DeskPage(_("Hall displays"), "desk_displays", action=Action.EDIT_EVENT),
        DeskPage(_("Regulations and files"), "desk_files", action=Action.EDIT_EVENT),
        section_page(_("Print and files"), "desk_outputs", "desk_round_outputs desk_form desk_federation_file"),
    ],
)
SETTINGS = DeskTab(
    _("Settings"),
    "settings",
    [
        DeskPage(_("Event"), "desk_event_edit", "desk_event_removal", Action.EDIT_EVENT),
        section_page(_("Section"), "desk_section_edit", "desk_section_mode desk_section_removal", Action.EDIT_SECTION),
        DeskPage(_("Officials"), "desk_officials", "desk_invite desk_invitation_revoke desk_role_revoke"),
        DeskPage(_("API keys"), "desk_tokens", "desk_token_revoke", Action.ISSUE_TOKENS),
        DeskPage(pgettext_lazy("of an event", "Log"), "desk_log"),
    ],
)

#: In the order of the day: who plays, whom they meet, what came of it.
TABS = (OVERVIEW, _PLAYERS, _PAIRINGS, _RESULTS, _STANDINGS, CONSOLE, PRIZES, PUBLISH, SETTINGS)


def page_of(address: str) -> tuple[DeskTab, DeskPage] | None:
    """Return the tab and the page of the menu that an address belongs to, by its name."""
    return next(((tab, page) for tab in TABS for page in tab.pages if page.holds(address)), None)
