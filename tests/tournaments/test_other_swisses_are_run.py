"""A section by the Dubov, Burstein or Lim rules: paired from its database as the engine pairs it, and explained."""

import pytest

from reports.selectors.tournament_report import trf_of
from tavleya.pairing import engines
from tavleya.pairing.state import SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tournaments.swiss import boards, constrain, make_swiss, pair, play_round
from tournaments.models.swiss import Provenance
from tournaments.services.swiss_state import state_of

EDITIONS = [engines.DUBOV, engines.BURSTEIN, engines.LIM]


def swiss(world, engine):
    return make_swiss(world, 8, edition=engine.edition, rounds_planned=4)


def lower_number_wins(pairing) -> str:
    return "1-0" if pairing.white.number < pairing.black.number else "0-1"


@pytest.mark.long
@pytest.mark.parametrize("engine", EDITIONS, ids=lambda one: one.system)
def test_rounds_are_those_of_the_engine(world, engine):
    section = swiss(world, engine)
    for number in (1, 2, 3):
        row = play_round(world, section, number, lower_number_wins)
        source = Provenance.objects.get(round=row)
        state = state_of(source.state)
        created = engine.pair(state, {}, None)
        assert (row.system, source.edition) == (engine.system, engine.edition)
        assert created.edition == engine.edition
        assert source.boards == [list(pair) for pair in created.pairs]
        ratings = [2410 - 10 * player for player in range(1, 9)] if engine.by_rating else [0] * 8
        assert [player.rating for player in state.players] == ratings


def test_only_rules_that_use_ratings_receive_them(world):
    """A rating that changes would make every other draft stale."""
    assert [item.system for item in engines.BY_EDITION.values() if item.by_rating] == ["dubov"]


@pytest.mark.parametrize(
    ("engine", "code"), [(engines.DUBOV, "FIDE_DUBOV"), (engines.BURSTEIN, "FIDE_BURSTEIN")]
)
def test_a_report_names_the_rules(world, engine, code):
    section = swiss(world, engine)
    pair(world, section, 1)
    assert trf_of(section).system == code


@pytest.mark.parametrize("engine", EDITIONS, ids=lambda one: one.system)
def test_two_who_must_meet_get_the_colours_of_the_rules(world, engine):
    section = swiss(world, engine)
    constrain(world, section, "together", 1, 2, reason="a clock for the deaf")
    assert (2, 1) in boards(pair(world, section, 1, first_colour="black"))


@pytest.mark.parametrize("engine", [engines.DUBOV, engines.BURSTEIN, engines.TEAM_SWISS])
def test_an_engine_that_explains_itself_says_why_and_why_not(engine):
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 8)), 9, Side.WHITE)
    pair = engine.pair(state, {}, None)
    first, second = pair.pairs[0]
    assert len(engine.why.pair(state, {}, first, second)) > 2
    assert engine.why.why_not(state, {}, first, second).key == "paired"
    assert engine.why.why_not(state, {}, 1, 2).key != "paired"
    assert engine.why.bye(state, {})[0].params["one"] == pair.bye == 7
