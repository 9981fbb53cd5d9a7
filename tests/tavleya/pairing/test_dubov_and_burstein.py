"""The Dubov system (C.04.4.1), the Burstein system (C.04.4.2), and explanations of all systems but the Dutch one."""

from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tavleya.errors import BadInput
from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import state_as_paired
from tavleya.pairing import burstein, dubov, dutch, legality
from tavleya.pairing.burstein import is_seeding
from tavleya.pairing.dubov import middle_out
from tavleya.pairing.engines import BURSTEIN, DUBOV, DUTCH, LIM, TEAM_SWISS
from tavleya.pairing.state import DUTCH_2026, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal_burstein import LiteralBurstein
from tests.tavleya.pairing.literal_dubov import LiteralDubov
from tests.tavleya.pairing.random_rounds import agree
from tests.tavleya.pairing.reference_rounds import files, reproduced, rounds
from tests.tavleya.pairing.test_team_swiss import random_teams

REFERENCES = {dubov: [*files("dubov"), *files("dubov-large")], burstein: files("burstein")}


def of_dubov(state: SwissState):
    return LiteralDubov(state).pair()


def of_burstein(state: SwissState):
    return LiteralBurstein(state).pair()


def ranked(state: SwissState) -> bool:
    return not is_seeding(state)


@pytest.mark.parametrize(("system", "count"), [(dubov, 138), (burstein, 89)])
def test_the_references_are_there(system, count) -> None:
    assert sum(len(list(rounds(path))) for path in REFERENCES[system]) == count


@pytest.mark.parametrize(
    ("system", "path"),
    [pytest.param(system, path, id=path.stem) for system, paths in REFERENCES.items() for path in paths],
)
def test_every_round_is_paired_as_it_was(system, path: Path) -> None:
    assert reproduced(rounds(path), system.pair) >= 4


def test_small_sections_are_paired_as_the_articles_say_word_by_word() -> None:
    counts = agree(range(120), 3, 7, dubov.pair, of_dubov)
    assert counts["rounds"] > 350 and counts["stuck"] > 20
    counts = agree(range(200), 4, 7, burstein.pair, of_burstein, literal_from=ranked)
    assert counts["rounds"] > 200 and counts["stuck"] > 40


@pytest.mark.long
def test_many_sections_are_paired_as_the_articles_say_word_by_word() -> None:
    assert agree(range(1000, 3000), 4, 8, dubov.pair, of_dubov)["rounds"] > 6000
    counts = agree(range(1000, 3000), 4, 8, burstein.pair, of_burstein, literal_from=ranked)
    assert counts["rounds"] > 2500


def test_shifters_are_numbered_from_the_middle_outwards() -> None:
    """The example of 4.3.3."""
    numbered = middle_out(range(7))
    assert "".join("ABCDEFG"[number] for number in numbered) == "DCEBFAG"
    assert middle_out([3, 5]) == [3, 5]


def played(opponent: int, side: Side, points: int) -> PastRound:
    return PastRound(RoundOutcome.PLAYED, points, opponent, side)


def test_two_who_must_have_the_same_colour_do_not_even_meet_in_the_last_round() -> None:
    twice = (Side.WHITE, Side.WHITE)
    players = tuple(
        SwissPlayer(message, tuple(played(message + 2 * index, side, 2) for index, side in enumerate(twice, start=1)))
        for message in (1, 2)
    )
    strangers = tuple(SwissPlayer(message, (PastRound(), PastRound())) for message in (3, 4, 5, 6))
    state = SwissState((*players, *strangers), 3, absent=frozenset({3, 4, 5, 6}))
    messages = legality.check_without_topscorers(state, [(1, 2)], None)
    assert [message.code for message in messages] == ["same_colour"]
    assert not legality.check(state, [(1, 2)], None), "the Dutch system excepts topscorers"


def test_the_bye_goes_to_who_played_most_and_is_explained() -> None:
    """3.1.4 comes before the pairing number."""
    once = SwissPlayer(3, (PastRound(RoundOutcome.FORFEIT, 0, 1, Side.WHITE),))
    played_and_lost = SwissPlayer(2, (played(4, Side.WHITE, 0),))
    winners = (
        SwissPlayer(1, (PastRound(RoundOutcome.FORFEIT, 2, 3, Side.BLACK),)),
        SwissPlayer(4, (played(2, Side.BLACK, 2),)),
    )
    state = SwissState((*winners, played_and_lost, once), 5, absent=frozenset({4}))
    assert dubov.pair(state).bye == 2
    assert [message.key for message in DUBOV.why.bye(state, {})] == ["bye", "bye.most_games"]


def test_the_seeding_rounds_are_those_of_the_dutch_system() -> None:
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 9)), 7)
    round_pairing = burstein.pair(state)
    assert round_pairing.pairs == dutch.pair(state).pairs
    assert round_pairing.edition == burstein.EDITION
    rounds_of = {rounds: [is_seeding(_after(state, rounds, past)) for past in range(6)] for rounds in (5, 12)}
    assert rounds_of == {5: [True] * 2 + [False] * 4, 12: [True] * 4 + [False] * 2}


def _after(state: SwissState, rounds: int, past: int) -> SwissState:
    players = tuple(replace(player, rounds=(PastRound(),) * past) for player in state.players)
    return replace(state, rounds=rounds, players=players)


def test_two_who_must_have_the_same_colour_meet_in_no_round_after_the_seeding() -> None:
    whites = tuple(
        SwissPlayer(message, tuple(played(message + 2 * at, Side.WHITE, 2) for at in (1, 2, 3, 4)))
        for message in (1, 2)
    )
    state = SwissState(whites, 5)
    assert [message.key for message in burstein.check(state, [(1, 2)], None)] == ["same_colour.always"]


def test_a_seeding_round_is_explained_as_the_dutch_system_does() -> None:
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 9)), 7)
    messages = BURSTEIN.why.pair(state, {}, 1, 5)
    assert [message.key for message in messages[:2]] == ["burstein.seeding", "bracket"]
    assert BURSTEIN.why.why_not(state, {}, 1, 6) == DUTCH[DUTCH_2026].why.why_not(state, {}, 1, 6)


# Explanations


def after_five_rounds(engine, seed: int, players: int, rounds: int, then=lambda state, random: state) -> SwissState:
    random = Random(seed)
    state = simulate.start(players, rounds, random)
    for _ in range(5):
        state = then(simulate.play(state, engine.pair(state, {}, None), random, 0.05), random)
    return state


def of_dubov_6037() -> SwissState:
    path = next(path for path in REFERENCES[dubov] if path.stem == "dubov-6037")
    return list(rounds(path))[5].state


def of_the_largest_lim() -> SwissState:
    path = max(files("lim"), key=lambda path: path.stat().st_size)
    return state_as_paired(read(path.read_bytes(), persons=False).tournament, 4)


#: The engine, a late round, the first keys of each explanation, and keys against pairs that do not meet.
EXPLAINED = [
    (DUBOV, of_dubov_6037, [{"bracket.upfloaters"}], {"C1.met", "C5.dubov", "C7.dubov", "dubov.order"}),
    (BURSTEIN, lambda: after_five_rounds(BURSTEIN, 11, 17, 7), [{"bracket"}, {"burstein.places"}],
     {"C1.met", "C3.equal", "C8.burstein", "burstein.order"}),
    (LIM, of_the_largest_lim, [{"lim.group", "lim.floaters_alone"}], {"C1.met", "lim.order", "lim.float"}),
    (TEAM_SWISS, lambda: after_five_rounds(TEAM_SWISS, 3, 16, 8, random_teams),
     [{"bracket.upfloaters"}, {"team_swiss.members"}], {"C1.met", "C4.team_swiss"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("engine", "late_round", "first", "against"), EXPLAINED, ids=lambda one: getattr(one, "system", "")
)
def test_every_pair_of_a_round_is_explained_and_every_other_has_a_reason(engine, late_round, first, against) -> None:
    state = late_round()
    paired = engine.pair(state, {}, None).pairs
    assert len(paired) > 5
    told = [[message.key for message in engine.why.pair(state, {}, *pair)] for pair in paired]
    for keys in told:
        assert len(keys) > 2 and all(key in allowed for key, allowed in zip(keys, first, strict=False)), keys
    middle = {key for keys in told for key in keys[len(first) : -1]}
    assert middle & {"dubov.subgroups", "burstein.first", "lim.first", "dubov.first"}
    together = {frozenset(pair) for pair in paired}
    seated = sorted(number for pair in paired for number in pair)
    for pair in paired:
        assert engine.why.why_not(state, {}, *pair).key == "paired"
    others = [pair for pair in combinations(seated, 2) if frozenset(pair) not in together]
    keys = {engine.why.why_not(state, {}, *pair).key for pair in others}
    assert "paired" not in keys and against <= keys
    bye = [message.key for message in engine.why.bye(state, {})][:1]
    assert bye == (["bye"] if len(state.present) % 2 else [])
    absent = replace(state, absent=state.absent | {seated[0]})
    with pytest.raises(BadInput):
        engine.why.pair(absent, {}, *seated[:2])
