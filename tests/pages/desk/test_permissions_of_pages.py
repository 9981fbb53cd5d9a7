"""Every page of the desk as every kind of user."""

import re

import pytest
from django.test import Client
from django.urls import get_resolver

from tests.pages.desk.conftest import signed_in
from tests.world import NOW, World
from tournaments.services.events import edit_event
from tournaments.services.jobs import request_import
from tournaments.services.results import enter_result

OPEN, LOGIN, NO, HIDDEN = 200, 302, 403, 404
E = "/desk/spring-cup/"
S = E + "open/"
EVERYBODY = ("anonymous", "charlie", "alice", "hana", "ana", "artur", "olga")
#         anonymous stranger player helper arbiter chief organiser
STAFF = (LOGIN, NO, NO, OPEN, OPEN, OPEN, OPEN)
OFFICERS = (LOGIN, NO, NO, NO, OPEN, OPEN, OPEN)
CHIEFS = (LOGIN, NO, NO, NO, NO, OPEN, OPEN)
ORGANISER = (LOGIN, NO, NO, NO, NO, NO, OPEN)
SIGNED_IN = (LOGIN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN)

PAGES = {
    "/desk/": SIGNED_IN,
    "/desk/keys/": SIGNED_IN,
    "/desk/new-event/": SIGNED_IN,
    "/desk/new-event/file/": SIGNED_IN,
    "/desk/new-event/quick/": SIGNED_IN,
    "/desk/suggest/address/?name_en=Cup": SIGNED_IN,
    "/desk/suggest/control/?control=90%2B30": SIGNED_IN,
    "/desk/suggest/tie-breaks/?tiebreaks=DE": SIGNED_IN,
    E: STAFF,
    E + "edit/": ORGANISER,
    E + "edit/removal/": ORGANISER,
    E + "repeat/": ORGANISER,
    E + "template/": ORGANISER,
    E + "organisation/": ORGANISER,
    E + "displays/": ORGANISER,
    E + "files/": ORGANISER,
    E + "notifications/": STAFF,
    E + "messages/": ORGANISER,
    E + "hand-off/": ORGANISER,
    E + "officials/": STAFF,
    E + "tokens/": ORGANISER,
    E + "log/": STAFF,
    E + "publish/": STAFF,
    E + "links/": CHIEFS,
    E + "links/print.pdf": CHIEFS,
    E + "links/{player}/": CHIEFS,
    E + "people/{player}/": ORGANISER,
    E + "new-section/": CHIEFS,
    E + "new-section/report/": CHIEFS,
    S: STAFF,
    S + "edit/": CHIEFS,
    S + "broadcast/": ORGANISER,
    S + "electronic-boards/": STAFF,
    S + "edit/removal/": ORGANISER,
    S + "edit/mode/": CHIEFS,
    S + "results/": (LOGIN, NO, NO, LOGIN, LOGIN, LOGIN, LOGIN),
    S + "standings/": STAFF,
    S + "standings/play-off/": CHIEFS,
    S + "players/": STAFF,
    S + "players/new/": CHIEFS,
    S + "players/list/": CHIEFS,
    S + "players/event/": CHIEFS,
    S + "players/qualify/": CHIEFS,
    S + "players/rated/": CHIEFS,
    S + "entries/": CHIEFS,
    S + "entries/terms/": CHIEFS,
    S + "entries.csv": CHIEFS,
    E + "fees/": ORGANISER,
    E + "fees.xlsx": ORGANISER,
    E + "fees/payment/": ORGANISER,
    S + "fees/": CHIEFS,
    S + "players/ratings/": CHIEFS,
    S + "rating-report/": STAFF,
    S + "rating-report.csv": STAFF,
    S + "norms/": STAFF,
    S + "outputs/": STAFF,
    S + "forms/it3/": STAFF,
    S + "forms/fa1/": STAFF,
    S + "players/1/": CHIEFS,
    S + "file/": OFFICERS,
    S + "rounds/new/": CHIEFS,
    S + "rounds/schedule/": CHIEFS,
    S + "rounds/1/": STAFF,
    S + "rounds/2/": STAFF,
    S + "rounds/1/print/": STAFF,
    S + "rounds/1/results/": STAFF,
    S + "rounds/1/verification/": STAFF,
    S + "rounds/1/boards/1/correction/": OFFICERS,
    E + "jobs/{job}/": OFFICERS,
}


@pytest.fixture
def address_of_job(world: World) -> str:
    """A result on board 1, so that it can be corrected; a file that was refused."""
    enter_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    job = request_import(actor=world.olga, now=NOW, section_id=world.section.pk, data=b"nonsense")
    return str(job.key)


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES)
def test_a_page_opens_to_its_people_alone(world: World, address_of_job: str, page: str) -> None:
    address = page.replace("{job}", address_of_job).replace("{player}", str(world.pairing.white.player_id))
    status_codes = {
        name: (Client() if name == "anonymous" else signed_in(name)).get(address).status_code
        for name in EVERYBODY
    }
    assert status_codes == dict(zip(EVERYBODY, PAGES[page], strict=True))


OF_THE_EVENT = [page for page in PAGES if page.startswith(E)]


@pytest.mark.long
@pytest.mark.parametrize(
    "page",
    [pytest.param(page, marks=pytest.mark.long) if at % 6 else page for at, page in enumerate(OF_THE_EVENT)],
)
def test_pages_that_are_not_public_are_hidden_from_strangers(
    world: World, address_of_job: str, page: str
) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    address = page.replace("{job}", address_of_job).replace("{player}", str(world.pairing.white.player_id))
    assert signed_in("charlie").get(address).status_code == HIDDEN
    assert signed_in("alice").get(address).status_code == HIDDEN


ACTS = {
    E + "undo/": (LOGIN, NO, NO, LOGIN, LOGIN, LOGIN, LOGIN),
    E + "rehearse/": (*CHIEFS[:5], LOGIN, LOGIN),
    E + "archive/": (*CHIEFS[:5], LOGIN, LOGIN),
    E + "edit/published/": (*CHIEFS[:5], NO, LOGIN),
    E + "officials/invite/": (*CHIEFS[:5], NO, 422),
    E + "officials/invitations/1/revoke/": (*CHIEFS[:5], NO, HIDDEN),
    E + "officials/revoke/": (*CHIEFS[:5], NO, HIDDEN),
    S + "rounds/pair/": (*CHIEFS[:5], 409, 409),
    S + "rounds/discard/": (*CHIEFS[:5], 409, 409),
    S + "players/numbers/": (*CHIEFS[:5], 409, 409),
    S + "players/1/withdraw/": (*CHIEFS[:5], LOGIN, 409),
    S + "rounds/2/action/": (LOGIN, NO, NO, NO, NO, LOGIN, 409),
    S + "rounds/1/boards/2/result/": (LOGIN, NO, NO, LOGIN, LOGIN, LOGIN, LOGIN),
    S + "rounds/1/boards/2/withdrawal/": (LOGIN, NO, NO, NO, 409, 409, 409),
    S + "rounds/1/boards/1/verification/": (LOGIN, NO, NO, 409, 409, 409, 409),
    S + "rounds/1/boards/1/verification/settle/": (LOGIN, NO, NO, NO, 409, 409, 409),
}


@pytest.mark.long
@pytest.mark.parametrize("address", ACTS)
def test_an_act_is_done_for_its_people_alone(world: World, address: str) -> None:
    """Roles act in turn, so a completed action is a conflict for the next; 302 is success or the log-in.

    Entering the same result again does not conflict.
    """
    data = {"act": "publish", "result": "0-1", "published": "1"}
    status_codes = {
        name: (Client() if name == "anonymous" else signed_in(name)).post(address, data).status_code
        for name in EVERYBODY
    }
    assert status_codes == dict(zip(EVERYBODY, ACTS[address], strict=True))


#: Pages of single systems, of prints and imports, and of organisations.
HAVE_TESTS_OF_THEIR_OWN = frozenset(
    {
        "desk_absences", "desk_board_explanation", "desk_category", "desk_category_new", "desk_check_in",
        "desk_display", "desk_document", "desk_event_file", "desk_federation_file", "desk_fee", "desk_hand_off_file",
        "desk_key_revoke", "desk_knockout", "desk_knockout_action", "desk_match", "desk_no_shows", "desk_openings",
        "desk_organisation", "desk_organisation_edit", "desk_organisation_invitation", "desk_organisation_invite",
        "desk_organisation_listed", "desk_organisation_log", "desk_organisation_logo", "desk_organisation_move",
        "desk_organisation_new", "desk_organisation_revoke", "desk_organisation_series", "desk_organisation_series_act",
        "desk_organisation_series_new", "desk_pair_again", "desk_pairing_explanation", "desk_prizes",
        "desk_prizes_print", "desk_receipt", "desk_round_document", "desk_round_outputs", "desk_swiss",
        "desk_swiss_action", "desk_swiss_change", "desk_swiss_job", "desk_swiss_points", "desk_team",
        "desk_team_withdraw", "desk_teams", "desk_token_revoke", "desk_trf", "desk_trf_choose", "desk_trf_section",
        "desk_unpublish",
    }
)  # fmt: skip


def test_every_address_of_the_desk_is_asked_for_here() -> None:
    partitions = [
        page.partition("?")[0]
        .replace("{job}", "00000000-0000-0000-0000-000000000000")
        .replace("{player}", "1")
        for page in (*PAGES, *ACTS)
    ]
    resolver = get_resolver()
    names = {resolver.resolve(address).url_name for address in partitions}
    all_names = {name for name in resolver.reverse_dict if isinstance(name, str) and name.startswith("desk")}
    assert all_names - names == HAVE_TESTS_OF_THEIR_OWN


def test_words_of_addresses_are_no_names_of_events_or_sections() -> None:
    """Otherwise an event or a section would be hidden behind a page, or the page behind it."""
    from tavleya.formats.slugs import RESERVED_EVENTS, RESERVED_SECTIONS

    after_event, after_desk = set(), set()
    no_name = re.compile(r"[^<]*\.")  # no event or section can be called so
    for pattern in _patterns(get_resolver().url_patterns):
        first, _, rest = pattern.partition("<name:slug>/")
        word = rest.partition("/")[0]
        if first in ("desk/", "events/") and rest and not word.startswith("<") and not no_name.match(word):
            after_event.add(word)
        if first.startswith("desk/") and not rest and first != "desk/":
            after_desk.add(first.split("/")[1])
    assert {"boards", "games", "officials", "log"} <= after_event <= RESERVED_SECTIONS
    assert after_desk == RESERVED_EVENTS


def _patterns(results: list, before: str = "") -> list[str]:
    """Every route, whole."""
    routes = []
    for item in results:
        route = before + str(item.pattern)
        routes += _patterns(item.url_patterns, route) if hasattr(item, "url_patterns") else [route]
    return routes
