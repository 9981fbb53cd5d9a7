"""Table files store numbers as numbers, and no name becomes a formula."""

import csv
import io
from datetime import UTC, datetime
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.documents.tabular import Column, Grid, Value, as_csv, halves, records, workbook
from tests.tavleya.documents.reading import frozen_heads, sheets

EVIL = ("=1+1", "+7", "-2+3", "@SUM(A1)", "\tx", "\rx", "\nx", '=HYPERLINK("x","y")')
MADE = datetime(2026, 5, 1, tzinfo=UTC)


Line = tuple[Value, ...]


def table(keys: str, *lines: Line) -> Grid[Line]:
    """Return a table with these keys, which are its titles too."""
    return Grid([Column(key, itemgetter(index), key) for index, key in enumerate(keys.split())], lines)


def book(grid: Grid[Line], name: str = "players") -> bytes:
    return workbook([(name, grid)], title="Кубок", made=MADE)


@pytest.mark.parametrize("text", EVIL)
def test_a_name_like_a_formula_is_text_in_a_table(text: str) -> None:
    grid = table("number name", (1, text))
    (head, row) = csv.reader(io.StringIO(as_csv(grid, mark=False), newline=""))
    assert head == ["number", "name"]
    assert row == ["1", f"'{text}"]


@pytest.mark.parametrize("text", [one for one in EVIL if one != "\rx"])
def test_a_name_like_a_formula_is_text_in_a_workbook(text: str) -> None:
    result = sheets(book(table("name", (text,), ("https://example.org",), ("007",))))
    assert [row[0] for row in result["players"]] == ["name", text, "https://example.org", "007"]


@given(st.lists(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])), min_size=1))
def test_any_text_comes_back_from_a_table_behind_at_most_an_apostrophe(texts: list[str]) -> None:
    grid = table("text end", *((name, "end") for name in texts))
    (_, *rows) = csv.reader(io.StringIO(as_csv(grid, mark=False), newline=""))
    for text, (cell, _end) in zip(texts, rows, strict=True):
        assert cell in (text, f"'{text}")
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))


def test_numbers_stay_numbers_and_halves_are_halves() -> None:
    grid = table("name points low", ("Ґалаґан", 4.5, -3), ("Їжак", 4, None))
    result = sheets(book(grid, "standings"))
    assert result["standings"] == [["name", "points", "low"], ["Ґалаґан", 4.5, -3.0], ["Їжак", 4.0]]
    assert as_csv(grid).startswith("\ufeffname,points,low\r\nҐалаґан,4.5,-3\r\n")


def test_heads_stay_in_sight_and_the_same_tables_are_the_same_bytes() -> None:
    grid = table("name", ("А",))
    assert frozen_heads(book(grid))
    assert book(grid) == book(grid)


def test_sheets_get_names_that_a_spreadsheet_takes() -> None:
    sheet = ("Тур [1]: 'A/B'? " + "x" * 40, table("name", ("А",)))
    results = list(sheets(workbook([sheet, sheet], title="", made=MADE)))
    assert len(set(results)) == 2
    assert all(len(name) <= 31 and not set(name) & set("[]:*?/\\'") for name in results)


@pytest.mark.parametrize(("half_points", "points"), [(0, 0), (1, 0.5), (2, 1), (9, 4.5)])
def test_half_points_are_points(half_points: int, points: float) -> None:
    assert halves(half_points) == points


def test_groups_of_columns_are_objects_and_a_missing_player_is_null() -> None:
    grid = table("board white.name white.score black.name", (1, "А", 1, "Б"), (2, "В", None, None))
    assert records(grid) == [
        {"board": 1, "white": {"name": "А", "score": 1}, "black": {"name": "Б"}},
        {"board": 2, "white": {"name": "В", "score": None}, "black": None},
    ]
