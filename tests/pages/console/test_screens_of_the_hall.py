"""Screens for the hall: their content, their viewers, and their limits."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import segno
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from arbiter.views.screens import TOP_BOARDS
from games.services.moves import start_game
from tests.pages.html import Page, page_of
from tests.world import NOW, World
from tournaments.models.player import Player
from tournaments.services.events import edit_event
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round
from tournaments.services.schedule import plan_rounds, reschedule_round

pytestmark = [pytest.mark.django_db, pytest.mark.long]

SCREENS = ("boards", "names", "standings", "top", "clocks")


@pytest.fixture
def hall(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60", tracking="live", others=("dora", "egor", "fay"))


def url(name: str = "") -> str:
    return f"/hall/spring-cup/open/{name}/" if name else "/hall/spring-cup/"


def text(response) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def starts_at(page: Page) -> list[datetime]:
    """The instants that the page counts down to."""
    tags = (tag for _, tag in page.attributes if "data-starts" in tag)
    return [datetime.fromtimestamp(int(tag["data-starts"]) / 1000, UTC) for tag in tags]


def client(username: str = "") -> Client:
    result = Client(headers={"accept-language": "en"})
    if username:
        result.force_login(get_user_model().objects.get(username=username))
    return result


def test_a_screen_needs_no_sign_in_and_is_well_made(hall):
    for name in SCREENS:
        response = client().get(url(name))
        page = page_of(response)
        assert (response.status_code, page.problems) == (200, [])
        assert all(source.startswith("/static/js/") for source in page.scripts)


def test_the_list_of_screens_leads_to_each(hall):
    page = page_of(client().get(url()))
    assert {url(name) for name in SCREENS} <= set(page.links)


def test_boards_stand_in_order_with_results_as_they_come(hall):
    before = client().get(url("boards"))
    enter_result(actor=hall.artur, now=NOW, pairing_id=hall.pairing.pk, result="1/2-1/2", reason="agreed")
    after = client().get(url("boards"), headers={"if-none-match": before["ETag"]})
    assert after.status_code == 200
    assert "½ – ½" in text(after)


def test_a_screen_that_has_not_changed_is_not_sent_again(hall):
    first = client().get(url("boards"))
    second = client().get(url("boards"), headers={"if-none-match": first["ETag"]})
    assert second.status_code == 304


def test_names_stand_by_alphabet_with_board_and_colour(hall):
    Player.objects.filter(event=hall.event, family_name__iexact="bob").update(family_name="Ёлкин")
    Player.objects.filter(event=hall.event, family_name__iexact="alice").update(family_name="Жуков")
    Player.objects.filter(event=hall.event, family_name__iexact="dora").update(family_name="Ершов")
    reply = text(client().get(url("names")))
    order = sorted(("Ёлкин", "Жуков", "Ершов"), key=reply.index)
    assert order == ["Ершов", "Ёлкин", "Жуков"]
    assert re.search(r"Ершов\s+2\s+White", reply)


@pytest.mark.parametrize("username", ["", "olga", "artur", "alice"])
def test_drafts_are_on_no_screen_for_any_viewer(db, username):
    World(game="chess", regime="fide-2023", control="60", tracking="live", published=False)
    for name in SCREENS:
        reply = text(client(username).get(url(name)))
        assert "No round has been published yet" in reply
        assert "Bob" not in reply


@pytest.mark.parametrize("username", ["", "olga"])
def test_an_event_that_is_not_public_has_no_screens(hall, username):
    edit_event(actor=hall.olga, now=NOW, event_id=hall.event.pk, changes={"published": False})
    for address in (url(), *map(url, SCREENS)):
        assert client(username).get(address).status_code == 404


def test_the_time_until_the_round_uses_the_clock_of_the_event(hall):
    edit_event(actor=hall.olga, now=NOW, event_id=hall.event.pk, changes={"time_zone": "Europe/Kyiv"})
    round_2 = hall.rounds[1]
    reschedule_round(actor=hall.olga, now=NOW, round_id=round_2.pk, starts_at=NOW)
    for pairing in hall.rounds[0].pairings.exclude(bye="full"):
        if not pairing.result and pairing.black_id:
            enter_result(actor=hall.artur, now=NOW, pairing_id=pairing.pk, result="1-0")
    close_round(actor=hall.olga, now=NOW, round_id=hall.rounds[0].pk)
    publish_round(actor=hall.olga, now=NOW, round_id=round_2.pk)
    page = page_of(client().get(url("boards")))
    assert starts_at(page) == [NOW]
    assert "12:00" in page.text  # 10:00 UTC is noon in Kyiv in November


def test_clocks_of_live_boards_run_on_the_screen(hall):
    start_game(actor=hall.artur, now=NOW, game_id=hall.board.pk)
    page = page_of(client().get(url("clocks")))
    states = [tag["data-state"] for _, tag in page.attributes if "data-state" in tag]
    assert any('"running":"white"' in state for state in states)


@pytest.mark.parametrize("name", ["boards", "names", "top", "clocks"])
def test_a_long_round_takes_no_more_queries_than_a_short_one(db, django_assert_max_num_queries, name):
    World(
        game="chess", regime="fide-2023", control="60", tracking="live",
        others=tuple(f"p{number}" for number in range(30)),
    )  # fmt: skip
    with django_assert_max_num_queries(12):
        client().get(url(name))


def test_a_round_in_progress_shows_the_time_until_the_next_round(hall):
    round_2 = hall.rounds[1]
    reschedule_round(actor=hall.olga, now=NOW, round_id=round_2.pk, starts_at=NOW)
    publish_round(actor=hall.olga, now=NOW, round_id=round_2.pk)
    page = page_of(client().get(url("boards")))
    assert starts_at(page) == [NOW]
    assert "In progress Round 2 begins at 10:00" in page.words


def test_a_screen_has_a_code_that_opens_the_pairings_by_the_address_of_the_service(hall):
    html = client().get(url("boards")).content.decode()
    code = segno.make(f"{settings.SITE_URL}/events/spring-cup/open/rounds/1/", error="m", micro=False)
    assert code.svg_inline(border=2, dark="#000", light="#fff", omitsize=True) in html


def test_the_top_boards_are_the_first_four_and_the_other_screen_has_all(db):
    World(
        game="chess", regime="fide-2023", control="60", tracking="live",
        others=tuple(f"p{number}" for number in range(10)),
    )  # fmt: skip
    counts = {name: client().get(url(name)).content.decode().count('class="wall-tile') for name in ("top", "clocks")}
    assert counts == {"top": TOP_BOARDS, "clocks": 6}


def test_the_displays_tell_when_the_next_round_is_planned(hall):
    starts = {2: NOW + timedelta(hours=30)}
    plan_rounds(actor=hall.olga, now=NOW, section_id=hall.section.pk, starts=starts)
    page = page_of(client().get(url("boards")))
    assert starts_at(page) == [starts[2]]
    assert "In progress Round 2 starts 21 November, 16:00" in page.words
