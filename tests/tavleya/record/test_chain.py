"""The digest chain finds any change to the entries."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.record import commands
from tavleya.record.entries import EntryKind, first_break
from tavleya.record.fold import BrokenRecord, fold, snapshot
from tavleya.sides import Side
from tests.tavleya.record.build import KEY, START, Board


@pytest.fixture(scope="module")
def board() -> Board:
    board = Board(control="60 d10")
    board.do(commands.start)
    for number, move in enumerate(["e2-e4", "e7-e5", "g1-f3", "b8-c6", "f3-e5", "c6-e5"]):
        board.do(commands.move, None, move, at=(number + 1) * 1000)
    return board


def test_an_untouched_record_has_no_break(board: Board) -> None:
    assert first_break(KEY, board.entries) is None


CHANGES = {
    "at": lambda entry: replace(entry, at=entry.at + 1),
    "actor": lambda entry: replace(entry, actor="user:2"),
    "kind": lambda entry: replace(entry, kind=EntryKind.READING),
    "move": lambda entry: replace(entry, move=entry.move + "?"),
    "side": lambda entry: replace(entry, side=Side.BLACK if entry.side is not Side.BLACK else None),
    "ply": lambda entry: replace(entry, ply=99),
    "white_ms": lambda entry: replace(entry, white_ms=(entry.white_ms or 0) + 1),
    "black_ms": lambda entry: replace(entry, black_ms=(entry.black_ms or 0) + 1),
    "data": lambda entry: replace(entry, data={**entry.data, "x": 1}),
    "request": lambda entry: replace(entry, request="other"),
}


@pytest.mark.parametrize("field", CHANGES)
@given(index=st.integers(0, 13))
def test_any_change_of_any_field_of_any_entry_is_found_where_it_was_made(
    board: Board, field: str, index: int
) -> None:
    entries = list(board.entries)
    entries[index] = CHANGES[field](entries[index])
    break_ = first_break(KEY, entries)
    assert break_ is not None and break_.seq == index + 1 and break_.reason == "digest_differs"


@given(index=st.integers(0, 12))
def test_a_missing_entry_is_found(board: Board, index: int) -> None:
    entries = [entry for entry in board.entries if entry.seq != index + 1]
    break_ = first_break(KEY, entries)
    assert break_ is not None and (break_.seq, break_.reason) == (index + 1, "missing_entry")


def test_a_record_of_another_game_does_not_fit(board: Board) -> None:
    break_ = first_break("another", board.entries)
    assert break_ is not None and break_.seq == 1


def test_every_prefix_of_a_record_folds_to_the_state_at_that_entry(board: Board) -> None:
    plies = [fold(board.entries[:length]).ply for length in range(1, len(board.entries) + 1)]
    assert plies == sorted(plies) and plies[-1] == 6
    assert all(fold(board.entries[:length]).at >= START for length in range(1, len(board.entries) + 1))


def test_a_snapshot_is_plain_json(board: Board) -> None:
    import json

    assert json.loads(json.dumps(snapshot(board.state))) == snapshot(board.state)


def test_a_record_begins_with_its_opening() -> None:
    with pytest.raises(BrokenRecord):
        fold([])
    with pytest.raises(BrokenRecord):
        fold([replace(Board().entries[0], kind=EntryKind.STARTED)])
