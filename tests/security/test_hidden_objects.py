"""Keys of other people, hidden events and sections, drafts: no role can reach them."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from django.urls import NoReverseMatch, reverse

from tests.amounts import EVERYBODY_EVERYWHERE
from tests.security.addresses import KEYS, candidates
from tests.security.site import Page, Site
from tournaments.models.event import Event
from tournaments.services.events import edit_event
from tournaments.services.removal import archive_event

pytestmark = [pytest.mark.django_db, pytest.mark.long, pytest.mark.timeout(900)]

#: Roles outside the event, one of each set of rights at the desk.
OUTSIDE = (
    ("anonymous", "stranger", "player", "link", "other organiser") if EVERYBODY_EVERYWHERE else ("anonymous", "player")
)
#: The most powerful role of each kind.
STRONG = ("organiser", "arbiter", "player", "link") if EVERYBODY_EVERYWHERE else ("organiser", "player")


def shown(site: Site, role: str, address: str) -> bool:
    answer = site.ask(role, "get", address)
    assert answer.status < 500, address
    # An address that takes only POST redirects to its page, which checks the permission.
    return answer.status == 200


def with_others(site: Site, page: Page) -> Iterator[str]:
    """Yield the address with each key in turn taken from the other event, and with the other event around our keys."""
    other = candidates(site.theirs)
    changes = [{key: other[key][0]} for key in page.values if key in KEYS]
    if changes and "slug" in page.values:
        changes.append({"slug": site.theirs.slug})
    for change in changes:
        yield reverse(page.pattern.name, kwargs={**page.values, **change})


def test_no_key_of_another_event_opens_anything(site: Site) -> None:
    tried, opened = 0, []
    for page in site.pages.values():
        for address in with_others(site, page):
            tried += 1
            opened += [(role, address) for role in STRONG if shown(site, role, address)]
    assert opened == []
    assert tried > 50


def test_no_form_changes_what_belongs_to_another_event(site: Site) -> None:
    """A right in one event gives no right over boards, players or keys of another."""
    tried, wrong = 0, []
    for deeds in site.deeds.values():
        deed = deeds[0]
        for address in with_others(site, deed.page):
            tried += 1
            answer = site.ask(deed.by, "post", address, deed.filled())
            assert answer.status < 500, address
            wrong += [(deed.by, address)] if answer.wrote or answer.status == 200 else []
    assert wrong == []
    assert tried > 20


@contextmanager
def rolled_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.mark.parametrize("state", ["not published", "archived", "deleted"])
def test_an_event_that_is_not_shown_is_at_no_address_and_in_no_list(site: Site, state: str) -> None:
    hall = site.ours
    with rolled_back():
        if state == "not published":
            edit_event(**hall.by(), event_id=hall.event.pk, changes={"published": False})
        elif state == "archived":
            archive_event(**hall.by(), event_id=hall.event.pk)
        else:
            Event.objects.filter(pk=hall.event.pk).update(published=False, archived_at=hall.now, deleted_at=hall.now)
        for role in OUTSIDE:
            addresses = [page.address for page in site.pages.values() if _seen(site, role, page)]
            assert addresses == [], role


def _seen(site: Site, role: str, page: Page) -> bool:
    """Return whether the page of the event opens, or a page of no event mentions it.

    The player's own page has a separate test (tests/pages/public/test_a_players_own_page.py).
    """
    if "token" in page.values:
        return False
    if "slug" in page.values:
        return shown(site, role, page.address)
    answer = site.ask(role, "get", page.address)
    # The page for 404 contains the requested address.
    body = answer.body if answer.status == 200 else b""
    return any(mark.encode() in body for mark in (f"/{site.ours.slug}/", f'"{site.ours.slug}"', "Cup ours"))


def at(site: Site, page: Page, **other: object) -> str | None:
    try:
        return reverse(page.pattern.name, kwargs={**page.values, **other})
    except NoReverseMatch:
        return None


def test_a_section_that_is_archived_is_at_no_address(site: Site) -> None:
    hall = site.ours
    game = hall.board(1, hall.past).game_id
    for page in site.pages.values():
        part = next((part for part in ("section_slug", "section", "game_id") if part in page.values), None)
        if part is None:
            continue
        address = at(site, page, **{part: game if part == "game_id" else hall.past.slug})
        opened = [role for role in OUTSIDE if address and shown(site, role, address)]
        assert opened == [], address


def test_a_section_that_is_archived_is_in_no_list(site: Site) -> None:
    """Its game and its address are on no page that an outsider can read."""
    marks = [f"/{site.ours.past.slug}/".encode(), b'"slug": "past"', b'"slug":"past"', b"Hidden1", b"Past en"]
    for page in site.pages.values():
        if page.pattern.name in ("api-players", "api-player"):
            continue  # the players of an event are known, whatever they play in
        body = site.ask("anonymous", "get", page.address).body
        assert [mark for mark in marks if mark in body] == [], page.address


def test_a_round_that_is_a_draft_is_at_no_address(site: Site) -> None:
    tried = 0
    for page in site.pages.values():
        if "rounds/<int:number>" not in page.pattern.route and "<sheet:number>" not in page.pattern.route:
            continue
        for section, number in ((site.ours.open.slug, 2), (site.ours.swiss.slug, 2)):
            part = "section" if "section" in page.values else "section_slug"
            address = at(site, page, **{part: section, "number": number})
            tried += 1
            opened = [role for role in OUTSIDE if address and shown(site, role, address)]
            assert opened == [], address
    assert tried > 20
