"""Help by page: the place in the manual, and a short introduction on pages that need one.

By the name of a page's address; pages of players, screens and accounts too.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext

from tavleya.actors import Standing
from tavleya.messages import N_
from tavleya.permissions import Action, allowed
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.views.desk.pages import TABS, DeskPage, DeskTab, page_of
from tournaments.views.frame import language


@dataclass(frozen=True, slots=True)
class Help:
    """`words` introduce a page in the reader's language; empty if it needs no introduction.

    `place` is a chapter of the manual and its anchor (`portal.manual.sources`); empty for the contents.
    """

    place: str
    words: str

    @property
    def url(self) -> str:
        chapter, _, anchor = self.place.partition("#")
        return f"{reverse('manual_chapter', args=[chapter])}#{anchor}" if chapter else reverse("manual")


def register_help(address: str, place: str, text: str = "") -> None:
    """Add the help of a page of an app above."""
    PLACES[address] = place
    if text:
        WORDS[address] = text


def help_of(address: str) -> Help:
    """Return the help for the page with this name."""
    return Help(_place_of(address), gettext(WORDS[address]) if address in WORDS else "")


def _place_of(address: str) -> str:
    """Return the manual's place for a page: its own, else that of its page in the desk's menu.

    Families of pages (`account_email`) have the place of their first word.
    """
    if address in PLACES:
        return PLACES[address]
    if (in_menu := page_of(address)) is not None:
        return PLACES.get(in_menu[1].address, "")
    return PLACES.get(address.partition("_")[0], "")


_PAIRING = N_(
    "Pairing makes a draft that only officials see. Check it, change it by hand if you must, then publish it. "
    "Enter byes, absences and restrictions before you pair: a draft that was paired without them says so."
)
_RESULTS = N_(
    "Type 1 for a White win, 3 for a draw and 2 for a Black win; the next open board is selected at once. "
    "A result that was saved can be corrected with a reason."
)
#: Introductions to the pages that need one.
WORDS: dict[str, str] = {
    "desk_section": N_(
        "Each round goes through the same steps: pair, check the draft, publish, start, enter results, close. "
        "The next step is the coloured button."
    ),
    "desk_swiss": _PAIRING,
    "desk_knockout": N_(
        "Seed the bracket, pair a stage, and pair the next one when all its matches are decided. "
        "Tied matches get tie-break games, or you advance a player by decision."
    ),
    "desk_round": N_(
        "A draft can be changed as often as you like. A published round is public at once, on all pages and "
        "displays; it can be returned to a draft until its first result."
    ),
    "desk_pairing_explanation": N_(
        "The pairing brackets from the top score down, as the engine paired them. Criteria are ranked: a lower one "
        "is given up before a higher one. “Why?” compares a pair with the next best."
    ),
    "desk_results": _RESULTS,
    "desk_verification": N_(
        "A second person types the results from the slips without seeing the first entry. Where the two differ, an "
        "arbiter decides."
    ),
    "desk_standings": N_(
        "Standings are provisional until you declare them final, which needs a result on every board and no open "
        "appeal. Prizes and the rating report wait for that."
    ),
    "desk_publishing": N_(
        "An event that is not published can be seen by its officials only. Publishing it shows players, published "
        "rounds, results and standings; drafts stay hidden."
    ),
    "desk_schedule": N_(
        "Set when rounds begin before they are paired: everyone sees the times on the event page, in calendars and "
        "on the hall displays. A new round begins as planned unless you give it another time."
    ),
    "desk_absences": N_(
        "Mark players as absent before you pair: they are not paired in this round and score nothing for it. "
        "Players who do not appear at a paired board are no-shows and get their forfeit on the results page."
    ),
}
#: The place in the manual for each page.
PLACES: dict[str, str] = {
    # The desk
    "desk": "first-tournament#create",
    "desk_event_new": "first-tournament#create",
    "desk_keys": "live-boards#programs",
    "desk_set_up": "first-tournament#create",
    "desk_event": "events-and-sections#section",
    "desk_section_new": "events-and-sections#section",
    "desk_archive": "events-and-sections#archive",
    "desk_owner": "people-and-rights#organisations",
    "organisation": "people-and-rights#organisations",
    "desk_organisation": "people-and-rights#organisations",
    "desk_organisation_new": "people-and-rights#organisations",
    "desk_organisation_log": "people-and-rights#organisations",
    "desk_organisation_edit": "people-and-rights#organisations",
    "desk_organisation_series": "people-and-rights#series",
    "desk_organisation_series_new": "people-and-rights#series",
    "organisation_series": "people-and-rights#series",
    "desk_players": "players#list",
    "desk_entries": "players#entries",
    "desk_entry_terms": "players#entries",
    "desk_fees": "players#fees",
    "desk_check_in": "players#check-in",
    "desk_player_new": "players#one",
    "desk_player": "players#one",
    "desk_event_players": "players#one",
    "desk_person": "people-and-rights#persons",
    "desk_qualify": "players#one",
    "desk_rated": "players#ratings",
    "desk_ratings": "players#ratings",
    "desk_teams": "systems#teams",
    "desk_absences": "players#byes",
    "desk_player_links": "players#links",
    "desk_section": "pairing#steps",
    "desk_schedule": "pairing#start",
    "desk_round": "pairing#drafts",
    "desk_round_print": "screens-and-prints#prints",
    "desk_boards_new": "systems#by-hand",
    "desk_display": "systems#display",
    "desk_match": "systems#teams",
    "desk_unpublish": "pairing#back",
    "desk_swiss_change": "pairing#by-hand",
    "desk_pairing_explanation": "pairing#why",
    "desk_board_explanation": "pairing#why",
    "desk_swiss": "pairing#before",
    "desk_swiss_points": "pairing#back",
    "desk_knockout": "systems#knockout",
    "desk_openings": "draughts-and-tavreli#openings",
    "desk_results_now": "results#enter",
    "desk_results": "results#enter",
    "desk_correction": "results#corrections",
    "desk_played": "results#played",
    "desk_verification": "results#verify",
    "desk_no_shows": "results#forfeits",
    "desk_standings": "standings-and-prizes#standings",
    "desk_play_off": "standings-and-prizes#play-off",
    "desk_rating_report": "standings-and-prizes#reports",
    "desk_norms": "standings-and-prizes#reports",
    "desk_publishing": "pairing#publishing",
    "desk_displays": "screens-and-prints#screens",
    "desk_files": "screens-and-prints#files",
    "desk_outputs": "screens-and-prints#prints",
    "desk_event_edit": "events-and-sections#event",
    "desk_event_removal": "events-and-sections#archive",
    "desk_section_edit": "events-and-sections#section",
    "desk_section_mode": "events-and-sections#mode",
    "desk_section_removal": "events-and-sections#archive",
    "desk_officials": "people-and-rights#roles",
    "desk_tokens": "live-boards#programs",
    "desk_log": "people-and-rights#log",
    # Players, the hall, accounts
    "my": "live-boards#links",
    "enter": "players#entries",
    "entry": "players#entries",
    "my_data": "people-and-rights#privacy",
    "my_person": "people-and-rights#persons",
    "person": "people-and-rights#persons",
    "live-board": "live-boards#play",
    "live-seal": "paper-boards#adjourn",
    "own-sheet": "live-boards#sheets",
    "rules": "draughts-and-tavreli#laws",
    "round_boards": "live-boards#watch",
    "game": "live-boards#watch",
    "hall": "screens-and-prints#screens",
    "hall_boards": "screens-and-prints#screens",
    "hall_names": "screens-and-prints#screens",
    "hall_standings": "screens-and-prints#screens",
    "hall_top": "screens-and-prints#screens",
    "hall_clocks": "screens-and-prints#screens",
    "my_games": "live-boards#play",
    "login": "people-and-rights#account",
    "account": "people-and-rights#account",
    "mfa": "people-and-rights#account",
    "usersessions": "people-and-rights#account",
    "socialaccount": "people-and-rights#account",
    "openid": "people-and-rights#account",
    "account_data": "people-and-rights#privacy",
    "privacy": "people-and-rights#privacy",
    "invitation": "people-and-rights#invite",
    "setup": "administrators#try",
    "administration": "administrators#pages",
    "administration_ratings": "files#rating-lists",
}


# The frame of every page of an event's desk, the arbiters' too: tabs, sections, and the way back up.


@dataclass(frozen=True, slots=True)
class MenuLink:
    """`current`: the page that is shown, or its tab; `icon` is the symbol before the name."""

    name: str
    url: str
    current: bool = False
    icon: str = ""


class DeskMenu:
    """The navigation around a page of the desk, evaluated when it is rendered.

    `section`: the section of the page.  Without one, links to pages of sections use the first section.
    `trail`: links between the page of the menu and the current page, such as the board of a ruling.
    """

    def __init__(
        self,
        request: HttpRequest,
        event: Event,
        standing: Standing,
        section: Section | None = None,
        trail: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._request, self._event, self._standing = request, event, standing
        self._page_section, self._trail = section, list(trail)
        match = request.resolver_match
        self._address = match.url_name or "" if match else ""

    @cached_property
    def _current(self) -> tuple[DeskTab | None, DeskPage | None]:
        return page_of(self._address) or (None, None)

    @property
    def help(self) -> Help:
        """The introduction to this page, and its place in the manual."""
        return help_of(self._address)

    @cached_property
    def _sections(self) -> list[Section]:
        sections = list(self._event.sections.filter(archived_at=None).order_by("position", "pk"))
        for section in sections:
            section.event = self._event
        return sections

    @cached_property
    def _section(self) -> Section | None:
        """The section of the page; elsewhere the first with a table, because it is the one being played."""
        ranked = (section for section in self._sections if section.system.ranked)
        return self._page_section or next(ranked, None) or next(iter(self._sections), None)

    def _shows(self, page: DeskPage) -> bool:
        if not allowed(self._standing, page.action):
            return False
        return not page.of_section or (self._section is not None and page.fits(self._section))

    def _link(self, page: DeskPage) -> MenuLink:
        return MenuLink(str(page.name), page.url(self._event, self._section), page is self._current[1])

    @cached_property
    def tabs(self) -> list[MenuLink]:
        menu_links = []
        for tab in TABS:
            first = next(filter(self._shows, tab.pages), None)
            if first is not None:
                url = first.url(self._event, self._section)
                menu_links.append(MenuLink(str(tab.name), url, tab is self._current[0], tab.icon))
        return menu_links

    @cached_property
    def pages(self) -> list[MenuLink]:
        """The pages of the open tab; empty if it has only one."""
        tab = self._current[0]
        menu_links = [self._link(page) for page in tab.pages if self._shows(page)] if tab else []
        return menu_links if len(menu_links) > 1 else []

    @cached_property
    def everything(self) -> list[tuple[Promise, str]]:
        """Every tab and page that the reader may open, by name.  A tab has the address of its first page."""
        links = []
        for tab in TABS:
            pages = [(page.name, page.url(self._event, self._section)) for page in filter(self._shows, tab.pages)]
            links += [(tab.name, url) for _name, url in pages[:1]] + pages
        return links

    @cached_property
    def sections(self) -> list[MenuLink]:
        """Links to this page in every section, if there are several sections."""
        page = self._current[1]
        if page is None or not page.of_section or len(self._sections) < 2:
            return []
        current_key = self._section.pk if self._section else None
        return [
            MenuLink(
                section.name_in(language()),
                page.url(self._event, section)
                if page.fits(section)
                else reverse("desk_section", args=[self._event.slug, section.slug]),
                section.pk == current_key,
            )
            for section in self._sections
        ]

    @cached_property
    def crumbs(self) -> list[MenuLink]:
        """The links from the list of events down to the parent of this page, all within the desk."""
        slug, page = self._event.slug, self._current[1]
        menu_links = [MenuLink(pgettext("organisers", "Desk"), reverse("desk"))]
        if allowed(self._standing, Action.SEE_DESK):
            menu_links.append(MenuLink(self._event.name_in(language()), reverse("desk_event", args=[slug])))
        if self._page_section is not None and allowed(self._standing, Action.SEE_DESK):
            url = reverse("desk_section", args=[slug, self._page_section.slug])
            menu_links.append(MenuLink(self._page_section.name_in(language()), url))
        if page is not None and self._address != page.address:
            menu_links.append(self._link(page))
        menu_links += [MenuLink(name, url) for name, url in self._trail]
        by_url: dict[str, MenuLink] = {}
        for menu_link in menu_links:
            by_url.setdefault(menu_link.url, menu_link)
        return [menu_link for menu_link in by_url.values() if menu_link.url != self._request.path]
