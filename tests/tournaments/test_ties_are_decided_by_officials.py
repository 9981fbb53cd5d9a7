"""Players who are level: ordered by an arbiter, or by values that were worked out elsewhere."""

import pytest

from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput, NotFound
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import make_swiss, pair, publish
from tournaments.models.log import Log
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.results import enter_result
from tournaments.services.tie_values import enter_tie_values

pytestmark = pytest.mark.django_db


def level(world: World, **fields: object) -> Section:
    """Four players of a Swiss in round 1, without a result: all are level."""
    section = make_swiss(world, 4, **fields)
    publish(world, pair(world, section, 1))
    return section


def order(section: Section) -> list[tuple[str, int]]:
    section.refresh_from_db()
    return [(row.place, row.registration.number) for row in standings_of(section).rows]


def enter(world: World, section: Section, **values: dict[int, int | None]) -> None:
    keys = dict(section.registrations.values_list("number", "pk"))
    by_key = {name: {keys[number]: value for number, value in item.items()} for name, item in values.items()}
    enter_tie_values(actor=world.olga, now=LATER, section_id=section.pk, **by_key)


def test_tied_players_are_ordered_by_hand_and_the_report_tells(world: World) -> None:
    section = level(world, tiebreaks=[])
    assert order(section) == [("1–4", number) for number in (1, 2, 3, 4)]
    enter(world, section, order={3: 1, 1: 2})
    assert order(section) == [("1", 3), ("2", 1), ("3–4", 2), ("3–4", 4)]
    assert standings_of(section).tiebreaks == ("OTHER_ORDER",)
    assert "### Tie-breaks @ Round 1: tied players ordered 1=2 3=1 (" in trf_file(section).decode()
    enter(world, section, order={3: None, 1: None})
    assert order(section)[0] == ("1–4", 1)
    assert standings_of(section).tiebreaks == ()


def test_an_order_parts_only_who_is_level_after_everything_else(world: World) -> None:
    section = level(world, tiebreaks=["WIN"])
    row = section.rounds.get(number=1)
    board = row.pairings.order_by("board").first()
    enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1-0")
    loser = board.black.number
    enter(world, section, order={loser: 1})
    places = {number: place for place, number in order(section)}
    assert places[board.white.number] == "1" and places[loser] == "2"


def test_values_worked_out_elsewhere_break_ties_where_the_list_has_them(world: World) -> None:
    section = level(world, tiebreaks=["OTHER_EXTERNAL"])
    enter(world, section, external={2: 1250, 4: 75, 1: -100})
    assert [number for _, number in order(section)] == [2, 4, 3, 1]
    first = standings_of(section).rows[0]
    assert [value and value.text for value in first.values] == ["12.50"]
    other = level(world, tiebreaks=[], slug="without")
    enter(world, other, external={2: 1250})
    assert order(other)[0] == ("1–4", 1), "it decides nothing where the list does not name it"


def test_an_unchanged_order_adds_no_log_entry(world: World) -> None:
    section = level(world)
    enter(world, section, order={1: 1})
    enter(world, section, order={1: 1})
    assert Log.objects.filter(action="ties.decided").count() == 1


def test_an_impossible_order_is_refused(world: World) -> None:
    section = level(world)
    for values in ({"order": {1: 0}}, {"external": {1: 10**9}}):
        with pytest.raises(BadInput):
            enter(world, section, **values)
    with pytest.raises(NotFound):
        enter_tie_values(actor=world.olga, now=NOW, section_id=section.pk, order={0: 1})
