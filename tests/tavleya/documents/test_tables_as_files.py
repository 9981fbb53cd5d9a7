"""Table files, forms of FIDE and share cards: numbers stay numbers, no name is a formula, fields are in order."""

import csv
import io
import re
from dataclasses import replace
from datetime import UTC, date, datetime
from io import BytesIO
from operator import itemgetter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tavleya.documents.contents import Head
from tavleya.documents.fide_forms import COUNTED, EventFacts, NormFacts, NormRow, PlayerCount, arbiter_norm, it1, it3
from tavleya.documents.form_sheet import FilledForm, completed, draw_form, form_workbook
from tavleya.documents.paper import Paper, script_of
from tavleya.documents.share_cards import ACCENT, HEIGHT, INK, PAPER, WIDTH, Lettering, ShareCard, share_card
from tavleya.documents.share_cards import Line as CardLine
from tavleya.documents.tabular import Column, Grid, Value, as_csv, halves, records, workbook
from tavleya.rules.pictures.defs import COLOURS
from tavleya.rules.pictures.raster import Frame, board_png
from tavleya.rules.registry import rules_for
from tests.paths import ROOT
from tests.tavleya.documents.reading import frozen_heads, pages, sheets

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


@pytest.mark.parametrize("text", [text for text in EVIL if text != "\rx"])
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


def test_numbers_stay_numbers_and_heads_in_sight_and_the_same_tables_are_the_same_bytes() -> None:
    grid = table("name points low", ("Ґалаґан", 4.5, -3), ("Їжак", 4, None))
    data = book(grid, "standings")
    assert sheets(data)["standings"] == [["name", "points", "low"], ["Ґалаґан", 4.5, -3.0], ["Їжак", 4.0]]
    assert frozen_heads(data) and data == book(grid, "standings")
    assert as_csv(grid).startswith("\ufeffname,points,low\r\nҐалаґан,4.5,-3\r\n")
    assert [halves(half_points) for half_points in (0, 1, 2, 9)] == [0, 0.5, 1, 4.5]


def test_sheets_get_names_that_a_spreadsheet_takes() -> None:
    sheet = ("Тур [1]: 'A/B'? " + "x" * 40, table("name", ("А",)))
    names = list(sheets(workbook([sheet, sheet], title="", made=MADE)))
    assert len(set(names)) == 2
    assert all(len(name) <= 31 and not set(name) & set("[]:*?/\\'") for name in names)


def test_groups_of_columns_are_objects_and_a_missing_player_is_null() -> None:
    grid = table("board white.name white.score black.name", (1, "А", 1, "Б"), (2, "В", None, None))
    assert records(grid) == [
        {"board": 1, "white": {"name": "А", "score": 1}, "black": {"name": "Б"}},
        {"board": 2, "white": {"name": "В", "score": None}, "black": None},
    ]


FORM_MADE = datetime(2026, 11, 29, tzinfo=UTC)
EVENT = EventFacts(
    name="Кубок Львова: Masters", place="Lviv", federation="UKR", starts_on=date(2026, 11, 20),
    ends_on=date(2026, 11, 29), rounds=9, schedule="1-1-2-1-1-1-1-1", rate="40/90+30:30+30", pace="standard",
    system="Individual: Swiss-System (Dutch)", teams=False, variant="FIDE_DUTCH_2026", acceleration="",
    program="Tavleya", players=31, titled=12, federations=7,
    counts=tuple(PlayerCount(10 * number, number, number // 2) for number in range(1, len(COUNTED) + 1)),
    chief="Anna Arbiter", organiser="Club of Lviv", arbiters=("Bert", "Cleo", "Dan", "Eve", "Finn"),
)  # fmt: skip
NORM = NormFacts(
    title="IM", last="SHEVCHENKO", first="Oksana", sex="F", fide_id="14123456", birth_year="2001",
    federation="UKR", games=9, federations=5, foreign=7, rated=9, host=2, titled=6, of_title=(1, 3, 0, 0, 2, 0),
    field=(), points="6", average=2330, needed="6", surplus="0",
    rows=tuple(NormRow(n, f"Opponent {n}", str(100 + n), "POL", "2300", "", "IM", "½", n != 9) for n in range(1, 10)),
)  # fmt: skip


def form_pages(form: FilledForm) -> list[str]:
    head = Head("FIDE", form.code, form.title, made=form.code, made_at=FORM_MADE, language="en")
    return pages(draw_form(form, head, Paper.A4, str))


def values(form: FilledForm) -> dict[str, object]:
    return {field.label: field.value for field in form.fields}


def test_the_fields_of_the_tournament_report_stand_in_its_order() -> None:
    labels = [field.label for field in it3(EVENT).fields]
    assert len(labels) == 70 - 1
    assert [labels.index(label) + 1 for label in (
        "Federation", "FIDE event number", "Name of the tournament", "Start date", "End date", "Organiser's FIDE ID",
        "Number of rounds", "Schedule (rounds a day)", "Rate of play", "Swiss variant", "Pairing program", "Remark 1",
        "Rated players", "Number of GM", "Unrated players", "WFM not of the host federation",
        "Chief arbiter's FIDE ID", "Deputy chief arbiter 4",
    )] == [1, 2, 3, 6, 7, 8, 11, 12, 13, 17, 22, 23, 27, 31, 43, 58, 59, 69]  # fmt: skip


def test_players_not_of_the_host_federation_are_the_rest_and_four_deputies_have_room() -> None:
    result = values(it3(EVENT))
    assert result["Rated players"] == "10" and result["Rated players not of the host federation"] == "10"
    assert result["Number of IM"] == "30" and result["IM not of the host federation"] == "29"
    for arbiters, expected in ((EVENT.arbiters, ["Bert", "Cleo", "Dan", "Eve"]), ((), [""] * 4)):
        filled = values(it3(replace(EVENT, arbiters=arbiters)))
        assert [value for label, value in filled.items() if label.startswith("Deputy")] == expected


def test_known_fields_cannot_be_overwritten() -> None:
    form = completed(it3(EVENT), {"name": "Another", "remark_1": "Rain", "nonsense": "x"})
    result = {field.key: field.value for field in form.fields}
    assert result["name"] == EVENT.name and result["remark_1"] == "Rain"


@pytest.mark.parametrize("code", ["FA1", "IA1"])
def test_the_fields_of_an_arbiters_norm_stand_in_their_order(code: str) -> None:
    form = arbiter_norm(code, EVENT, last="Arbiter", first="Anna", federation="UKR", role="Arbiter")
    keys = [field.key for field in form.fields]
    assert keys[:4] == ["last", "first", "fide_id", "candidate_federation"]
    assert form.fields[0].value == "ARBITER"
    assert code in " ".join(form_pages(form))


def test_certificate_and_tournament_report_have_room_on_one_page() -> None:
    (page,) = form_pages(it1(EVENT, NORM))
    for words in ("SHEVCHENKO", "Opponent 9", "2330", "(½)", "Кубок Львова", "signature"):
        assert words in page
    assert len(form_pages(it1(EVENT, replace(NORM, rows=NORM.rows[:8] * 5)))) == 2
    (page,) = form_pages(it3(EVENT))
    assert "1-1-2-1-1-1-1-1" in page and "29/11/2026" in page


def test_the_counts_of_a_swiss_stand_on_a_certificate_that_rests_on_them() -> None:
    assert not any(label.startswith("1.4.3d") for label in values(it1(EVENT, NORM)))
    exempt = values(it1(EVENT, replace(NORM, field=(21, 4, 11))))
    assert exempt["1.4.3d: rated players not of the host"] == "21"


def test_a_workbook_has_labels_and_values_and_no_formula() -> None:
    form = completed(it3(EVENT), {"remark_1": "=1+1", "event_code": "007"})
    rows = sheets(form_workbook(form, made=FORM_MADE))["IT3"]
    assert rows[22][:2] == ["Remark 1", "=1+1"]
    assert rows[1][:2] == ["FIDE event number", "007"]
    assert rows[26][:2] == ["Rated players", 10]
    assert form_workbook(form, made=FORM_MADE) == form_workbook(form, made=FORM_MADE)


TOKENS = Path(ROOT, "static/css/tokens.css").read_text().split("@media")[0]


@pytest.fixture(scope="module")
def letters() -> Lettering:
    return Lettering({path.stem: path.read_bytes() for path in Path(ROOT, "static/fonts").glob("*.woff2")})


def picture(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))
    return image.convert("RGB")


def colours_in(image: Image.Image, box: tuple[int, int, int, int]) -> set[tuple[int, int, int]]:
    return {colour for _, colour in image.crop(box).getcolors(1 << 20) or []}


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[index : index + 2], 16) for index in (1, 3, 5))
    return red, green, blue


def test_the_colours_are_those_of_the_light_site() -> None:
    light = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", TOKENS))
    assert (light["ink"], light["paper"], light["accent"]) == (INK, PAPER, ACCENT)


def test_a_card_has_its_words_table_and_board(letters: Lettering) -> None:
    start = board_png(Frame(dict(rules_for("chess").start().figures())), game="chess")
    plain = picture(share_card(ShareCard("Spring Cup", facts=("3 May 2026",)), letters))
    table = picture(share_card(ShareCard("Open", lines=(CardLine("1", "Алиса", "4½"),), head="Leaders"), letters))
    board = picture(share_card(ShareCard("Alice – Bob", board=start), letters))
    text_box = (40, 60, 600, 300)
    assert all(rgb(INK) in colours_in(image, text_box) for image in (plain, table, board))
    assert rgb(COLOURS["board-dark"]) in colours_in(board, (700, 100, 1100, 500))
    assert rgb(COLOURS["board-dark"]) not in colours_in(table, (700, 100, 1100, 500))


def test_long_names_stay_inside(letters: Lettering) -> None:
    name = "Открытый чемпионат города Константинополя памяти Длиннофамильцева-Заморского " * 3
    lines = tuple(CardLine(str(place), name, "10½") for place in range(1, 6))
    image = picture(share_card(ShareCard(name, name, (name, name), name, lines), letters))
    assert colours_in(image, (0, 40, 60, 500)) == {rgb(PAPER)}
    assert rgb(INK) not in colours_in(image, (WIDTH - 40, 40, WIDTH, HEIGHT - 20))


@pytest.mark.parametrize(
    ("text", "scripts"),
    [("Łódź", ["latin-ext", "latin", "latin", "latin-ext"]), ("№ Ї", ["cyrillic", "latin", "cyrillic"])],
)
def test_a_line_is_set_in_the_files_of_its_letters(text: str, scripts: list[str]) -> None:
    assert [script_of(letter) for letter in text] == scripts


def test_a_letter_that_no_file_has_is_written_without_its_marks(letters: Lettering) -> None:
    assert letters.plain.width("Đức", 40) == letters.plain.width("Đuc", 40)
