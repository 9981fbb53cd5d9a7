"""Many records in one file: every change and every missing part is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tavleya.record import archive, ndjson
from tavleya.record.entries import Entry, EntryKind, digest_of, genesis

RULES = {
    "game": "chess",
    "rules": {},
    "regime": "fide-2023",
    "laws": "fide-2023",
    "control": "",
    "start": "start",
}


def record(key: str) -> list[str]:
    said = RULES | {"white": "A", "black": "B", "depth": "result"}
    opened = Entry(seq=1, kind=EntryKind.OPENED, at=1, actor="system:x", data=said)
    return list(ndjson.write(key, "result", [replace(opened, digest=digest_of(opened, genesis(key)))]))


RECORDS = [record(key) for key in ("one", "two", "three")]
HEADS = [ndjson.verify(lines).digest for lines in RECORDS]
ARCHIVE = [archive.header("spring-cup", HEADS), *(line for lines in RECORDS for line in lines)]


def codes(lines: list[str]) -> set[tuple[str, str]]:
    return {(fault.key, fault.message.code) for fault in archive.verify(lines).faults}


def test_an_archive_that_is_as_it_was_written_holds_together() -> None:
    checked = archive.verify(ARCHIVE)
    assert (checked.name, checked.records, checked.entries, checked.faults) == ("spring-cup", 3, 3, ())
    assert checked.heads == archive.heads_of(HEADS)
    assert archive.is_header(ARCHIVE[0]) and not archive.is_header(RECORDS[0][0])


@pytest.mark.parametrize("missing", range(3))
def test_a_game_that_is_missing_is_found(missing: int) -> None:
    kept = [line for number, lines in enumerate(RECORDS) if number != missing for line in lines]
    assert codes([ARCHIVE[0], *kept]) == {("", "other_records")}


def test_games_in_another_order_are_found() -> None:
    lines = [line for lines in reversed(RECORDS) for line in lines]
    assert codes([ARCHIVE[0], *lines]) == {("", "other_records")}


def test_a_changed_entry_is_found_in_its_game() -> None:
    changed = [
        line.replace('"at":1,', '"at":2,') if number == 5 else line for number, line in enumerate(ARCHIVE)
    ]
    assert ("two", "digest_differs") in codes(changed)
    assert not any(key in ("one", "three") for key, _ in codes(changed))


@pytest.mark.parametrize("length", range(1, len(ARCHIVE)))
def test_an_archive_that_is_cut_off_is_found(length: int) -> None:
    assert codes(ARCHIVE[:length])


@pytest.mark.parametrize("first", ["", "[]", "{}", "not json", '{"format":"tavleya-archive","version":9}'])
def test_an_invalid_archive_is_refused(first: str) -> None:
    assert codes([first, *ARCHIVE[1:]]) <= {("", "unknown_format"), ("", "unknown_version")}
    assert codes([first])


def test_the_entries_alone_are_read_if_their_chain_holds() -> None:
    (entry,) = ndjson.read_entries(RECORDS[0])
    assert entry.digest == HEADS[0]
    bad = [
        [*RECORDS[0][:1], *RECORDS[0][2:]],
        [RECORDS[0][0], RECORDS[1][1], RECORDS[0][2]],
        [line.replace('"white":"A"', '"white":"X"') for line in RECORDS[0]],
        ["{}"], [], ["not json"], ['{"type":"entry"}'],
    ]  # fmt: skip
    for lines in bad:
        with pytest.raises(ndjson.BrokenRecord):
            ndjson.read_entries(lines)
