"""Every page of the desk: valid, nothing inline, a bounded number of queries however much there is to show."""

import re

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver

from tavleya.formats.names import RESERVED_EVENTS, RESERVED_SECTIONS
from tests.pages.desk.conftest import enter, new_section, signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.services.jobs import request_import
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import pair_round_robin

SITE_PAGES = "/ /keys/ /new-event/ /new-event/file/ /new-event/quick/"
EVENT_PAGES = """
    / /edit/ /edit/removal/ /repeat/ /template/ /organisation/ /displays/ /files/ /notifications/ /messages/
    /hand-off/ /officials/ /tokens/ /log/ /publish/ /links/ /links/{player}/ /people/{player}/ /new-section/
    /new-section/report/ /fees/ /fees/payment/ /jobs/{job}/
"""
SECTION_PAGES = """
    / /edit/ /broadcast/ /electronic-boards/ /edit/removal/ /edit/mode/ /standings/ /standings/play-off/
    /players/ /players/new/ /players/list/ /players/event/ /players/qualify/ /players/rated/ /players/ratings/
    /players/1/ /entries/ /entries/terms/ /fees/ /rating-report/ /norms/ /outputs/ /forms/it3/ /forms/fa1/
    /file/ /rounds/new/ /rounds/schedule/ /rounds/1/ /rounds/2/ /rounds/1/print/ /rounds/1/results/
    /rounds/1/verification/ /rounds/1/boards/1/correction/ /rounds/1/boards/1/played/
"""
PAGES = [
    f"/desk{prefix}{page}"
    for prefix, pages in (("", SITE_PAGES), ("/spring-cup", EVENT_PAGES), ("/spring-cup/open", SECTION_PAGES))
    for page in pages.split()
]


def fill(world: World) -> dict[str, object]:
    """Add a result, another section and a refused file; return the keys for the addresses."""
    enter_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    section = new_section(world, "extra", game="draughts", regime="draughts64", format="round_robin")
    enter(world, section, "One", "Two", "Three")
    pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)
    job = request_import(actor=world.olga, now=NOW, section_id=world.section.pk, data=b"nonsense")
    return {"job": job.key, "player": world.pairing.white.player_id}


def grow(world: World) -> None:
    """Correct the result, and add the other results with a section for each."""
    correct_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="0-1", reason="wrong slip")
    for number, pairing in enumerate(world.rounds[0].pairings.exclude(result="0-1"), start=1):
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
        new_section(world, f"later-{number}", format="free")


def queries(client: Client, address: str) -> int:
    for cache in caches.all():
        cache.clear()
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    return len(captured)


@pytest.mark.long
@pytest.mark.timeout(300)
def test_pages_are_well_made_and_ask_no_more_queries_if_there_is_more_to_show(world, olga):
    keys = fill(world)
    addresses = [address.format(**keys) for address in PAGES]
    for address in addresses:
        page = page_of(olga.get(address))
        assert page.problems == [], address
        assert [level for level, _ in page.headings].count(1) == 1, address
        assert "Desk" in page.title, address
        assert all(source.startswith("/static/js/") for source in page.scripts), address
    few = {address: queries(olga, address) for address in addresses}
    grow(world)
    assert {address: many for address in addresses if (many := queries(olga, address)) > few[address]} == {}


@pytest.mark.long
def test_a_helper_is_offered_nothing_that_they_may_not_do(world: World) -> None:
    hana = signed_in("hana")
    for address in ("", "open/", "open/players/", "open/rounds/1/", "open/rounds/2/"):
        page = page_of(hana.get("/desk/spring-cup/" + address))
        links = [link for link in page.links if link.startswith("/desk/")]
        refused = [link for link in links if hana.get(link.partition("#")[0], follow=True).status_code != 200]
        assert refused == []
        posts = [form["action"] for form in page.find(method="post") if "/desk/" in form.get("action", "")]
        assert posts == []


#: Forms without a page, files, and pages of single systems, of prints, imports and organisations.
TESTED_ELSEWHERE = """
    absences archive board_explanation category category_new check_in discard display document entries_file
    event_file event_publish federation_file fee fees_file hand_off_file invitation_revoke invite key_revoke
    knockout knockout_action match no_shows openings organisation organisation_edit organisation_invitation
    organisation_invite organisation_listed organisation_log organisation_logo organisation_move
    organisation_new organisation_revoke organisation_series organisation_series_act organisation_series_new
    pair pair_again pairing_explanation player_links_print player_numbers player_withdraw prizes prizes_print
    rating_report_csv receipt rehearse result result_withdraw results_now role_revoke round_action
    round_document round_outputs suggest_address suggest_control suggest_tiebreaks swiss swiss_action
    swiss_change swiss_job swiss_points team team_withdraw teams token_revoke trf trf_choose trf_section undo
    unpublish verification_settle verify
"""


def test_every_page_of_the_desk_is_in_the_list() -> None:
    keys = {"job": "00000000-0000-0000-0000-000000000000", "player": 1}
    resolver = get_resolver()
    names = {resolver.resolve(address.format(**keys)).url_name for address in PAGES}
    all_names = {name for name in resolver.reverse_dict if isinstance(name, str) and name.startswith("desk")}
    assert all_names - names == {f"desk_{name}" for name in TESTED_ELSEWHERE.split()}


def test_words_of_addresses_are_no_names_of_events_or_sections() -> None:
    """Otherwise a page would hide an event or section, or be hidden by it."""
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


def _patterns(patterns: list, prefix: str = "") -> list[str]:
    """Return every route with its prefix."""
    routes = []
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        routes += _patterns(pattern.url_patterns, route) if hasattr(pattern, "url_patterns") else [route]
    return routes
