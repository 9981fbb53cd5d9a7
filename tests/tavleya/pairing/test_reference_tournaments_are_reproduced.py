"""Tournaments on which two independent engines of the 2026 edition agree, board for board and colour for colour."""

from pathlib import Path

import pytest

from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import paired_in, state_before
from tavleya.pairing import legality
from tavleya.pairing.comparing import compare
from tavleya.pairing.dutch import pair
from tavleya.pairing.engines import DUTCH
from tavleya.pairing.state import DUTCH_2026
from tests.paths import DATA

TOURNAMENTS = sorted((DATA / "swiss").glob("*.trf"))
ROUNDS = sorted((DATA / "swiss-large").glob("*.trf"))


def test_all_sixty_are_there() -> None:
    assert len(TOURNAMENTS) == 60
    assert len(ROUNDS) == 3


@pytest.mark.long
@pytest.mark.parametrize("path", TOURNAMENTS, ids=lambda path: path.stem)
def test_every_round_is_paired_as_it_was(path: Path) -> None:
    tournament = read(path.read_bytes()).tournament
    assert tournament.rounds_recorded == tournament.rounds_planned
    for number in range(1, tournament.rounds_recorded + 1):
        state = state_before(tournament, number)
        boards, bye = paired_in(tournament, number)
        assert len(boards) == len(state.present) // 2
        assert not legality.check(state, boards, bye)
        assert not compare(DUTCH[DUTCH_2026], state, boards, bye), f"round {number}"


@pytest.mark.parametrize("path", ROUNDS, ids=lambda path: path.stem)
def test_large_rounds_are_paired_in_the_same_order_of_boards(path: Path) -> None:
    tournament = read(path.read_bytes()).tournament
    count, *lines = path.with_suffix(".pairs").read_text("utf-8").split("\n")
    pairing = pair(state_before(tournament, tournament.rounds_recorded + 1))
    texts = [f"{board.white} {board.black}" for board in pairing.pairs]
    if pairing.bye is not None:
        texts.append(f"{pairing.bye} 0")
    assert texts == [line for line in lines if line]
    assert len(texts) == int(count)
