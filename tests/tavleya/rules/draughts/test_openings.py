"""Opening tables: every line can be played, and leads to the position that was published with it."""

import pytest

from tavleya.errors import BadInput, NotFound
from tavleya.rules.draughts.board import RUSSIAN
from tavleya.rules.draughts.openings import OPENINGS, Opening, tables
from tavleya.rules.registry import opening_table
from tavleya.sides import Side
from tests.tavleya.refusals import refused
from tests.tavleya.rules.draughts.samples import ROOT, RULES, START

ALL = [entry for table in tables().values() for entry in table.values()]


def by_numbers(men: int) -> str:
    return f"{sum(1 << RUSSIAN.numbered.index(name) for name in RUSSIAN.names(men)):08x}"


def test_the_tables_are_whole():
    assert {name: len(table) for name, table in tables().items()} == {
        "fmjd": 736,
        "idf": 745,
        "idf-basic": 150,
    }
    assert list(tables()) == [table.key for table in OPENINGS]


def test_every_line_can_be_played():
    for entry in ALL:
        line = entry.line()
        position = entry.start
        for ply in line.plies:
            assert ply.text in [move.text for move in position.legal_moves()], entry
            position = ply.position
        assert len(line.plies) == len(entry.moves)
        assert position.legal_moves()
        assert RULES.ending(line) is None


def test_every_line_leads_to_its_published_position():
    published = {}
    text = (ROOT / "tests" / "data" / "draughts" / "opening-positions.txt").read_text(encoding="utf-8")
    for row in text.splitlines():
        if not row.startswith("#"):
            table, code, *position = row.split()
            published[table, code] = position
    assert len(published) == len(ALL) - 3
    for entry in ALL:
        position = entry.line().position
        result = [
            "W" if position.turn is Side.WHITE else "B",
            by_numbers(position.white_men),
            by_numbers(position.black_men),
        ]
        assert published.get((entry.table, entry.code), result) == result, entry


@pytest.mark.article("draughts:ways.7")
def test_a_flying_opening_sets_one_man_of_each_side_elsewhere():
    entry = opening_table("fmjd").opening("11-IV")
    assert START.figures().keys() - entry.start.figures().keys() == {"a1", "a7"}
    assert entry.start.figures().keys() - START.figures().keys() == {"a5", "h4"}
    assert entry.start.turn is Side.WHITE


def test_a_line_without_moves_is_the_free_game():
    assert opening_table("idf-basic").opening("5-VII") == Opening("idf-basic", "5-VII")
    assert opening_table("idf-basic").opening("5-VII").line().position == START


def test_an_unknown_line_is_not_found():
    with refused(NotFound, "no_such_opening"):
        opening_table("fmjd").opening("99-I")


def test_an_unknown_table_is_refused():
    with refused(BadInput, "no_such_table"):
        opening_table("other")
