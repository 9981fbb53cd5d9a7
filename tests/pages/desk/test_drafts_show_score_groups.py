"""An arbiter checks a draft by score groups, re-pairs a stale draft, and always finds the next step."""

import pytest
from django.test import Client

from tests.pages.html import Page, page_of
from tests.tournaments.conftest import NOW, World, fixtures_of
from tests.tournaments.swiss import make_swiss, pair, play_round, publish
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.events import edit_event
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


def build(world: World) -> Section:
    """A Swiss of eight whose first round is closed: the stronger have won."""
    section = make_swiss(world, 8, slug="swiss", tiebreaks=["BH", "SB"])
    play_round(world, section, 1, lambda pairing: "1-0")
    return section


world, section = fixtures_of(build)


def page(olga: Client, address: str) -> Page:
    return page_of(olga.get(f"/desk/spring-open/swiss/{address}"))


def test_a_draft_shows_where_score_groups_begin_and_standings_their_tie_breaks(world, section, olga):
    pair(world, section, 2)
    for address in ("rounds/2/", "rounds/2/change/"):
        result = page(olga, address)
        assert result.problems == [] and result.words.count("Score group 1: 4 players") == 1
        assert result.words.count("Score group 0: 4 players") == 1
        assert result.words.count("(1)") == 4 and result.words.count("(0)") == 4
    assert "Score group" not in page(olga, "rounds/1/").words
    result = page(olga, "standings/")
    assert result.problems == [] and "PointsBHSB" in result.words
    assert len(result.find(class_="number tie-break")) == 8 * 2


def stale(world: World, section: Section) -> Pairing:
    """Round 2 is a draft that rests on a result which has been corrected since."""
    pair(world, section, 2)
    board = Pairing.objects.filter(round__section=section, round__number=1).order_by("board")[0]
    correct_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="0-1", reason="slip")
    return board


def test_a_stale_draft_is_re_paired_by_the_button_that_its_text_names(world, section, olga):
    assert "Re-pair the round" not in page(olga, "rounds/1/").words
    stale(world, section)
    address = "/desk/spring-open/swiss/rounds/2/pair-again/"
    for place in ("rounds/2/", "rounds/2/change/"):
        result = page(olga, place)
        assert result.problems == [] and "Re-pair the round" in result.words
        assert result.find(action=address)
    published = page(olga, "rounds/2/").find(value="publish")[0]
    assert "button-main" not in published["class"]
    answer = olga.post(address)
    assert answer["Location"] == "/desk/spring-open/swiss/rounds/2/"
    result = page(olga, "rounds/2/")
    assert "have changed since this round was paired" not in result.words
    assert "button-main" in result.find(value="publish")[0]["class"]
    publish(world, section.rounds.get(number=2))


def test_a_published_round_is_not_re_paired(world: World, section: Section, olga: Client) -> None:
    row = publish(world, pair(world, section, 2))
    answer = olga.post("/desk/spring-open/swiss/rounds/2/pair-again/")
    assert answer.status_code == 409 and section.rounds.get(number=2).pk == row.pk


def test_next_is_the_true_next_step_without_start_and_close(world, section, olga):
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    assert "Next: Pair round 2" in page(olga, "").words
    assert "Next: Pair round 2" in page(olga, "rounds/1/").words
    row = publish(world, pair(world, section, 2))
    assert "Next: Start round 2" in page(olga, "").words
    boards = list(row.pairings.order_by("board"))
    enter_result(actor=world.hal, now=NOW, pairing_id=boards[0].pk, result="1-0")
    assert "Next: Enter results: 3 boards are missing" in page(olga, "").words
    for board in boards[1:]:
        enter_result(actor=world.hal, now=NOW, pairing_id=board.pk, result="1-0")
    assert "Next: Close round 2" in page(olga, "").words
    assert page(olga, "rounds/2/").find(value="close")
    pair(world, section, 3)
    assert "Next: Review and publish round 3" in page(olga, "").words
    close_round(actor=world.olga, now=NOW, round_id=row.pk)
    assert "Next: Review and publish round 3" in page(olga, "rounds/2/").words
