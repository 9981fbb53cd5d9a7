"""The Dubov system (C.04.4.1)."""

from dataclasses import replace
from pathlib import Path

import pytest

from tavleya.errors import BadInput
from tavleya.pairing import dubov, legality
from tavleya.pairing.dubov import middle_out
from tavleya.pairing.engines import DUBOV
from tavleya.pairing.state import PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing.literal_dubov import LiteralDubov
from tests.tavleya.pairing.random_rounds import agree
from tests.tavleya.pairing.reference_rounds import files, reproduced, rounds

REFERENCES = [*files("dubov"), *files("dubov-large")]


def literally(state: SwissState):
    return LiteralDubov(state).pair()


def test_the_references_are_there() -> None:
    assert sum(len(list(rounds(path))) for path in REFERENCES) == 138


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_every_round_is_paired_as_it_was(path: Path) -> None:
    assert reproduced(rounds(path), dubov.pair) >= 4


def test_small_sections_are_paired_as_the_articles_say_word_by_word() -> None:
    counts = agree(range(120), 3, 7, dubov.pair, literally)
    assert counts["rounds"] > 350
    assert counts["stuck"] > 20


@pytest.mark.long
def test_many_sections_are_paired_as_the_articles_say_word_by_word() -> None:
    assert agree(range(1000, 3000), 4, 8, dubov.pair, literally)["rounds"] > 6000


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


@pytest.fixture(scope="module")
def late_round() -> SwissState:
    path = next(path for path in REFERENCES if path.stem == "dubov-6037")
    return list(rounds(path))[5].state


def test_every_pair_of_a_round_is_explained(late_round: SwissState) -> None:
    round_pairing = dubov.pair(late_round)
    assert len(round_pairing.pairs) > 5
    for pair in round_pairing.pairs:
        messages = DUBOV.why.pair(late_round, {}, pair.white, pair.black)
        assert [message.key for message in messages[:1]] == ["bracket.upfloaters"]
        assert any(message.key == "dubov.subgroups" for message in messages)


def test_every_rejected_pair_has_a_reason(late_round: SwissState) -> None:
    round_pairing = dubov.pair(late_round)
    seated = sorted(number for pair in round_pairing.pairs for number in pair)
    together = {frozenset(pair) for pair in round_pairing.pairs}
    keys = {
        DUBOV.why.why_not(late_round, {}, first, second).key
        for first in seated
        for second in seated
        if first < second and frozenset((first, second)) not in together
    }
    assert "paired" not in keys
    assert {"C1.met", "C5.dubov", "C7.dubov", "dubov.order"} <= keys


def test_unpaired_players_cannot_be_explained(late_round: SwissState) -> None:
    state = replace(late_round, absent=late_round.absent | {3})
    with pytest.raises(BadInput):
        DUBOV.why.pair(state, {}, 3, 4)


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
