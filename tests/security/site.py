"""The whole site for the permission tests: two halls, every role, each address that opens."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from urllib.parse import urldefrag

from django.urls import Resolver404, resolve

from tests.security.access import LINES, Line, Who
from tests.security.addresses import ACTS, OF_NO_EVENT, Pattern, addresses, candidates, patterns
from tests.security.deeds import typed
from tests.security.forms import Fields, forms_of
from tests.security.hall import Hall, Write, plain
from tests.security.walking import Answer, Visitor, visitors

#: Roles that try to open a page, in turn, until one succeeds.
OPENERS = ("organiser", "arbiter", "committee", "player", "appellant")
#: Pages opened for every board and every section: their forms differ.
_OPENED_EVERYWHERE = frozenset(
    {
        *("live-board", "board-card", "board-adjournment", "board-sheets", "board-envelope"),
        *("desk_section", "desk_players", "desk_games", "desk_swiss", "desk_event_players", "desk_round"),
        *("desk_prizes", "desk_boards_new", "desk_qualify"),
    }
)
#: Buttons are told apart by these.
_BUTTONS = ("act", "do")


@dataclass(frozen=True)
class Page:
    pattern: Pattern
    address: str
    values: dict[str, object]

    @property
    def line(self) -> Line:
        return LINES[self.pattern.name]


@dataclass(frozen=True)
class Deed:
    """A form offered to a role, and the label of its button."""

    page: Page
    act: str
    body: Fields
    by: str

    def filled(self, *, as_player: bool = False) -> dict[str, object]:
        """The body to post.  A player's own form names no side: it is known."""
        body = typed(self.page.pattern.name, self.act, self.body)
        return {key: value for key, value in body.items() if not (as_player and key == "side")}

    def __str__(self) -> str:
        return f"{self.page.address} {self.act}".strip()


@dataclass
class Site:
    ours: Hall
    theirs: Hall
    visitors: dict[str, Visitor]
    pages: dict[str, Page] = field(default_factory=dict)
    deeds: dict[tuple[str, ...], list[Deed]] = field(default_factory=dict)

    def ask(
        self, role: str, method: str, address: str, body: object = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        return self.visitors[role].ask(method, address, body, headers)

    def expected(self, roles: Who, page: Page) -> Who:
        """Return the roles without the players of other boards, if only those of the board have access."""
        game = page.values.get("game_id")
        if not page.line.seated or game is None:
            return roles
        seats = {self.ours.game(1).pk: {"player", "link"}, self.ours.game(2).pk: {"appellant"}}
        strangers = {"player", "link", "appellant"} - seats.get(game, set())  # type: ignore[arg-type]
        return roles - strangers


def open_site(write: Write = plain, wanted: Callable[[Pattern], bool] = lambda _: True) -> Site:
    """Return the site with each wanted page that one of our roles can open, and its forms."""
    site = empty_site(write)
    choices = candidates(site.ours)
    for pattern in filter(wanted, patterns()):
        for address, values in addresses(pattern, choices):
            page = Page(pattern, address, values)
            if _opened(site, page) and pattern.name not in _OPENED_EVERYWHERE:
                break
    return site


def empty_site(write: Write = plain) -> Site:
    """Return the two events and their visitors, without pages."""
    own, other = Hall("ours", write=write), Hall("theirs", "their-")
    return Site(own, other, visitors(own))


def open_pages(site: Site, wanted: Callable[[Pattern], bool]) -> None:
    """Add the page of each wanted pattern that `open_site` would add, without its forms."""
    choices = candidates(site.ours)
    for pattern in filter(wanted, patterns()):
        for address, values in addresses(pattern, choices):
            page = Page(pattern, address, values)
            if _opener(site, page):
                site.pages[pattern.name] = page
                break


def _opener(site: Site, page: Page) -> tuple[str, Answer] | None:
    """Return the first role that may open the page and the answer, or None."""
    for role in OPENERS:
        answer = site.ask(role, "get", page.address)
        posted_only = answer.status == 405 or (answer.status == 302 and answer.opened)
        if answer.status == 200 or posted_only:
            return role, answer
        if answer.status == 404 and role == "organiser":
            return None  # there is nothing there
    return None


def _opened(site: Site, page: Page) -> bool:
    opener = _opener(site, page)
    if opener is None:
        return False
    role, answer = opener
    site.pages.setdefault(page.pattern.name, page)
    if answer.status == 200 and "html" in answer.content_type:
        _note_forms(site, role, page.address, answer.body.decode())
        _note_forms_of_others(site, page, role)
    return True


def _note_forms_of_others(site: Site, page: Page, opener: str) -> None:
    """At boards and in the hall an arbiter is offered other forms than the organiser, and a player their own."""
    if page.pattern.name.startswith("desk_") or (not page.line.write and page.pattern.name not in _OPENED_EVERYWHERE):
        return
    for role in ("arbiter", "player", "committee"):
        if role != opener and role in site.expected(page.line.read, page):
            _note_forms(site, role, page.address, site.ask(role, "get", page.address).body.decode())


def _note_forms(site: Site, role: str, address: str, html: str) -> None:
    for form in forms_of(html, address, site.ours.now + timedelta(days=1)):
        target = urldefrag(form.action.partition("?")[0]).url
        try:
            resolver_match = resolve(target)
        except Resolver404:
            raise AssertionError(f"{address} has a form that leads nowhere: {form.action}") from None
        name = resolver_match.url_name or ""
        if name.startswith(OF_NO_EVENT):
            continue
        for body in form.bodies():
            act = (
                str(resolver_match.kwargs["name"])
                if name in ACTS
                else next((body[key][0] for key in _BUTTONS if key in body), "")
            )
            pattern = Pattern(name, resolver_match.route, tuple(resolver_match.kwargs))
            deed = Deed(Page(pattern, form.action, dict(resolver_match.kwargs)), act, body, role)
            site.deeds.setdefault((name, act, *sorted(body)), []).append(deed)


def effective(site: Site) -> dict[tuple[str, str], Deed | None]:
    """Return for each button one form that changes something when its own role posts it."""
    kinds: dict[tuple[str, str], list[Deed]] = {}
    for (name, act, *_), deeds in site.deeds.items():
        kinds.setdefault((name, act), []).extend(deeds[:3])
    return {kind: next((deed for deed in deeds if _works(site, deed)), None) for kind, deeds in kinds.items()}


def _works(site: Site, deed: Deed) -> bool:
    return bool(site.ask(deed.by, "post", deed.page.address, deed.filled()).wrote)
