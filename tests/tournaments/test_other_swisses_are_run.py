"""A section by the Dubov, Burstein or Lim rules: paired from its database as the engine pairs it, and explained."""

import pytest

from reports.selectors.tournament_report import trf_of
from tavleya.pairing import engines
from tavleya.pairing.state import SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tournaments.conftest import LATER, NOW
from tests.tournaments.team_events import publish
from tournaments.models.swiss import Provenance
from tournaments.services.players import add_player
from tournaments.services.restrictions import add_pair_constraint
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, start_round
from tournaments.services.sections import enter_player
from tournaments.services.swiss import pair_next_round
from tournaments.services.swiss_state import state_of

EDITIONS = [engines.DUBOV, engines.BURSTEIN, engines.LIM]


def swiss(world, engine, players: int = 8):
    section = world.section(format="swiss", edition=engine.edition, rounds_planned=4)
    for number in range(1, players + 1):
        player = add_player(
            actor=world.olga,
            now=NOW,
            event_id=world.event.pk,
            family_name=f"Player {number}",
            ratings={"standard": 2400 - 20 * number},
        )
        enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    return section


def played(world, section, number: int):
    row = pair_next_round(
        actor=world.olga, now=NOW, section_id=section.pk, number=number, first_colour="white"
    )
    publish(world, row)
    for pairing in row.pairings.filter(bye="").select_related("white", "black"):
        result = "1-0" if pairing.white.number < pairing.black.number else "0-1"
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result)
    start_round(actor=world.olga, now=LATER, round_id=row.pk)
    close_round(actor=world.olga, now=LATER, round_id=row.pk)
    return row


@pytest.mark.long
@pytest.mark.parametrize("engine", EDITIONS, ids=lambda one: one.system)
def test_rounds_are_those_of_the_engine(world, engine):
    section = swiss(world, engine)
    for number in (1, 2, 3):
        row = played(world, section, number)
        source = Provenance.objects.get(round=row)
        state = state_of(source.state)
        created = engine.pair(state, {}, None)
        assert (row.system, source.edition, created.edition) == (
            engine.system,
            engine.edition,
            engine.edition,
        )
        assert source.boards == [list(pair) for pair in created.pairs]
        assert [player.rating for player in state.players] == (
            [2400 - 20 * player for player in range(1, 9)] if engine.by_rating else [0] * 8
        )


def test_only_rules_that_use_ratings_receive_them(world):
    """A rating that changes would make every other draft stale."""
    assert [item.system for item in engines.BY_EDITION.values() if item.by_rating] == ["dubov"]


@pytest.mark.parametrize(
    ("engine", "code"), [(engines.DUBOV, "FIDE_DUBOV"), (engines.BURSTEIN, "FIDE_BURSTEIN")]
)
def test_a_report_names_the_rules(world, engine, code):
    section = swiss(world, engine)
    played(world, section, 1)
    assert trf_of(section).system == code


@pytest.mark.parametrize("engine", EDITIONS, ids=lambda one: one.system)
def test_two_who_must_meet_get_the_colours_of_the_rules(world, engine):
    section = swiss(world, engine)
    first, second = section.registrations.filter(number__in=(1, 2)).order_by("number")
    add_pair_constraint(
        actor=world.olga,
        now=NOW,
        section_id=section.pk,
        kind="together",
        registration_id=first.pk,
        other_id=second.pk,
        reason="a clock for the deaf",
    )
    row = pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1, first_colour="black")
    board = row.pairings.get(white__in=(first, second))
    assert (board.white_id, board.black_id) == (second.pk, first.pk)


@pytest.mark.parametrize("engine", [engines.DUBOV, engines.BURSTEIN, engines.TEAM_SWISS])
def test_an_engine_that_explains_itself_says_why_and_why_not(engine):
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 8)), 9, Side.WHITE)
    pair = engine.pair(state, {}, None)
    first, second = pair.pairs[0]
    assert len(engine.why.pair(state, {}, first, second)) > 2
    assert engine.why.why_not(state, {}, first, second).key == "paired"
    assert engine.why.why_not(state, {}, 1, 2).key != "paired"
    assert engine.why.bye(state, {})[0].params["one"] == pair.bye == 7
