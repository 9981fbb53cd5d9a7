"""A Keizer tournament through the services: rounds from the ladder, and scores that the public can recompute."""

import random
from fractions import Fraction

import pytest

from tavleya.errors import Conflict
from tavleya.pairing.engines import ladder as engine_ladder
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.swiss import (
    ask_bye,
    boards,
    byes,
    constrain,
    make_swiss,
    pair,
    play,
    play_round,
    publish,
)
from tournaments.models.section import Section
from tournaments.selectors.ladder import ladder
from tournaments.selectors.standings import standings_of
from tournaments.services.attendance import enter_late
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rollback.last_round import undo_last_round
from tournaments.services.swiss_state import load_state

pytestmark = pytest.mark.django_db


def make(world: World, players: int, **fields: object) -> Section:
    return make_swiss(world, players, **{"format": "keizer", "rounds_planned": None, **fields})


def white_wins(_: object) -> str:
    return "1-0"


def test_the_first_round_pairs_from_the_top_and_draws_no_colour(world):
    section = make(world, 5)
    row = pair(world, section, 1)
    assert {frozenset(board) for board in boards(row)} == {frozenset((1, 2)), frozenset((3, 4))}
    assert byes(row) == {5: "pairing_allocated"}
    section.refresh_from_db()
    assert section.first_colour == "" and (row.system, row.edition) == ("keizer", "keizer")


def test_a_round_reckoned_by_hand(world):
    """Values 100, 99, 98, 97.  1-2 is drawn and 4 beats 3.  Own values and what was won: 1 149½, 2 149, 3 98, 4 195.
    Then 4 1 2 3 with 100 99 98 97: 4 has 197, 1 has 99+49, 2 98+49½, 3 97; the order stands.
    """
    section = make(world, 4, options={"top": 100})
    row = publish(world, pair(world, section, 1))
    for pairing in row.pairings.select_related("white", "black"):
        drawn = {pairing.white.number, pairing.black.number} == {1, 2}
        result = "1/2-1/2" if drawn else "1-0" if pairing.white.number == 4 else "0-1"
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result)
    rows = ladder(section)
    scores = [(item.registration.number, item.value, item.score) for item in rows]
    assert scores == [(4, 100, 197), (1, 99, 148), (2, 98, Fraction(295, 2)), (3, 97, 97)]
    (part,) = rows[2].parts
    assert (part.value, part.share, part.amount) == (99, Fraction(1, 2), Fraction(99, 2))
    places = [(item.registration.number, item.place) for item in standings_of(section).rows]
    assert places == [(4, "1"), (1, "2"), (2, "3"), (3, "4")]


def test_absent_players_get_their_share_and_are_not_paired(world):
    section = make(world, 6, options={"top": 90, "step": 30, "excused": 1})
    for number, kind in ((1, "half"), (2, "full"), (3, "zero")):
        ask_bye(world, section, number, 1, kind)
    row = publish(world, pair(world, section, 1))
    assert {n for pair_ in boards(row) for n in pair_} | {6} == {4, 5, 6}
    assert byes(row) == {1: "half", 2: "full", 3: "zero", 6: "pairing_allocated"}
    play(world, row)
    shares = {item.registration.number: [part.share for part in item.parts] for item in ladder(section)}
    assert shares[1] == [Fraction(1, 3)] and shares[2] == [Fraction(2, 3)] and shares[3] == [0]
    assert shares[6] == [Fraction(2, 3)]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_a_random_season_seats_each_player_once_and_the_ladder_adds_up(world, seed):
    """Every score is the player's own value and its parts; the page and the engine use the same ladder."""
    chance = random.Random(seed)
    players = chance.choice((7, 8, 9))
    section = make(world, players, options={"gap": 3})
    lately: list[set[frozenset[int]]] = []
    for number in range(1, 8):
        away = chance.sample(range(1, players + 1), chance.choice((0, 1, 2)))
        for item in away:
            ask_bye(world, section, item, number, chance.choice(("half", "zero", "full")))
        row = play_round(world, section, number, lambda _: chance.choice(("1-0", "0-1", "1/2-1/2", "+/-")))
        seated = [n for pair_ in boards(row) for n in pair_] + list(byes(row))
        assert sorted(seated) == list(range(1, players + 1)) and set(away) <= set(byes(row))
        met = {frozenset(pair_) for pair_ in boards(row)}
        assert not lately or not (met & lately[-1])  # seven or more can always avoid the last opponent here
        lately.append(met)
        for line in ladder(section):
            assert line.score == line.own + sum(part.amount for part in line.parts)
        page = [(item.registration.number, item.value, item.score) for item in ladder(section)]
        state = load_state(section, number + 1)
        engine = [(item.player, item.value, item.score) for item in engine_ladder(state, section.options)]
        assert page == engine


def test_a_round_is_undone_and_a_second_press_refused(world):
    section = make(world, 6)
    play_round(world, section, 1, white_wins)
    pair(world, section, 2)
    with raises_code(Conflict, "round_paired_already"):
        pair(world, section, 2)
    undo_last_round(actor=world.olga, now=LATER, section_id=section.pk, number=2)
    world.do(undo_last_round, LATER, section_id=section.pk, number=1, confirmed=True, reason="wrong list")
    assert not section.rounds.exists()


def test_a_round_is_refused_if_the_rules_keep_all_players_apart(world):
    section = make(world, 2)
    constrain(world, section, "apart", 1, 2)
    with raises_code(Conflict, "cannot_pair"):
        pair(world, section, 1)
    assert not section.rounds.exists()


def test_a_late_entrant_is_on_the_ladder_with_nothing_for_earlier_rounds(world):
    section = make(world, 4)
    play_round(world, section, 1, white_wins)
    late = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Late")
    enter_late(actor=world.olga, now=NOW, section_id=section.pk, player_id=late.pk, from_round=2)
    line = next(item for item in ladder(section) if item.registration.player_id == late.pk)
    assert line.score == line.own and [part.share for part in line.parts] == [0]
    assert 5 in {n for pair_ in boards(pair(world, section, 2)) for n in pair_} | set(
        byes(section.rounds.get(number=2))
    )
