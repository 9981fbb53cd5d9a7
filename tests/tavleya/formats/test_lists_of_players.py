"""Lists of players as other programs write them, and whose names are the same person's and which part comes first."""

import codecs
import json
from io import BytesIO
from random import Random
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from tavleya.errors import BadInput
from tavleya.formats.headings import Column, NameOrder, guess_order, split_in_order
from tavleya.formats.list_tables import LARGEST, as_pasted, read_table, value_of
from tavleya.formats.names import Described, contradict, same_name, tell_apart
from tavleya.formats.players_csv import PlayerRow, read_players
from tests.paths import DATA
from tests.refusals import refused

LISTS = DATA / "lists"
#: Name, federation, FIDE ID, standard rating, year of birth of the six who are in every sample.
SIX = [
    ("Sokolov-Test, Ivan", "RUS", 990000011, 2431, 1990),
    ("Okafor-Test, Tunde", "NGR", 990000033, 2312, 1995),
    ("Lindqvist-Test, Karin", "SWE", 990000022, 2105, 2001),
    ("Haddad-Test, Nour", "LBN", 990000066, 2044, 2003),
    ("Petrova-Test, Anna", "FID", 990000044, 1987, 2012),
    ("Silva-Test, Rui", "POR", None, None, 2015),
]


def rows_of(name: str) -> tuple[str, tuple[PlayerRow, ...]]:
    reading = read_players((LISTS / name).read_bytes())
    assert not reading.problems and reading.table is not None
    return reading.table.layout, reading.rows


def row_facts(row: PlayerRow) -> tuple[object, ...]:
    return row.name.listed, row.federation, row.fide_id, row.ratings.get("standard"), row.birth_year


@pytest.mark.parametrize(("name", "layout"), [
    ("sm-players-text.csv", "text"), ("sm-rating-list.csv", "text"), ("sm-starting-rank.xlsx", "workbook"),
    ("sharly-players.csv", "text"), ("chess-results-upload.xml", "chess_results"),
])  # fmt: skip
def test_the_same_six_are_read_from_every_program(name: str, layout: str) -> None:
    actual, rows = rows_of(name)
    assert actual == layout
    assert [row_facts(row) for row in rows] == SIX


@pytest.mark.parametrize("name", ["sm-players-text.csv", "sm-rating-list.csv", "chess-results-upload.xml"])
def test_national_ratings_and_numbers_are_of_the_federation(name: str) -> None:
    """A player under the FIDE flag has a list and a number of no federation; a rating of 0 means unrated."""
    rows = {row.name.family: row for row in rows_of(name)[1]}
    ivan, anna, rui = (rows[family] for family in ("Sokolov-Test", "Petrova-Test", "Silva-Test"))
    assert (ivan.ratings["RUS"], ivan.national_ids["RUS"]) == (2440, "900011")
    assert anna.ratings["NAT"] == 2010 and anna.national_ids == {"NAT": "900044"}
    assert rui.ratings == {"POR": 1650}
    assert "NGR" not in rows["Okafor-Test"].ratings


def test_a_rating_is_of_the_list_that_its_type_names_and_amounts_are_left_to_the_treasurer() -> None:
    reading = read_players((LISTS / "sharly-players.csv").read_bytes())
    rows = {row.name.given: row for row in reading.rows}
    assert rows["Rui"].ratings == {"POR": 1650} and rows["Anna"].ratings == {"standard": 1987}
    assert "Amounts are not imported: owed, paid." in [str(warning.message) for warning in reading.warnings]
    assert read_players("Name;Rating;Rating type\nTal;1500;estimated\n").rows[0].ratings == {}


def test_sex_and_title_without_headings_are_known_by_their_values() -> None:
    table = read_table((LISTS / "sm-starting-rank.xlsx").read_bytes())
    assert {table.columns[place] for place in table.guessed} == {Column.TITLE, Column.SEX}
    assert [(row.number, row.texts["title"], row.sex) for row in rows_of("sm-starting-rank.xlsx")[1]] == [
        (1, "IM", ""), (2, "FM", ""), (3, "WFM", "f"), (4, "CM", "f"), (5, "", "f"), (6, "", ""),
    ]  # fmt: skip


def test_tornelo_says_of_which_tournaments_its_players_are() -> None:
    reading = read_players((LISTS / "tornelo-players.csv").read_bytes())
    assert [row.name.listed for row in reading.rows] == [name for name, *_ in SIX]
    assert [warning.message.code for warning in reading.warnings] == ["several_tournaments"]


@pytest.mark.parametrize("name", ["lichess-arena-results.ndjson", "lichess-swiss-results.ndjson"])
def test_lichess_gives_user_names_and_its_own_ratings(name: str) -> None:
    reading = read_players((LISTS / name).read_bytes())
    assert [row.name.family for row in reading.rows][:2] == ["sample_1", "sample_5"]
    assert reading.rows[0].ratings == {"LICHESS": 2431}
    assert "usernames" in [warning.message.code for warning in reading.warnings]


@pytest.mark.parametrize("count", [1, 2])
def test_members_of_a_team_on_lichess_are_read_one_or_many(count: int) -> None:
    lines = [{"id": "tal", "name": "Tal", "title": "GM"}, {"id": "fine", "name": "Fine"}][:count]
    reading = read_players("\n".join(json.dumps(line) for line in lines))
    assert [(row.name.family, row.texts["title"]) for row in reading.rows] == [("Tal", "GM"), ("Fine", "")][:count]


CHESS_EVENT = {
    "name": "Open",
    "players": [
        {
            "last_name": "Sokolov", "first_name": "Ivan", "gender": 2, "birth": 637200000, "federation": "RUS",
            "fide_id": 990000011, "standard_rating": 2431, "standard_rating_type": 3, "rapid_rating": 2300,
            "rapid_rating_type": 1, "board": 3, "skipped_rounds": {"2": 0.5, "5": 0}, "paid_before": 30,
            "ffe_club": "Alfa",
        },
        {
            "last_name": "Lindqvist", "first_name": "Karin", "gender": 1, "birth": -86400, "federation": "FRA",
            "fide_id": 0, "standard_rating": 1600, "standard_rating_type": 2, "board": 0, "skipped_rounds": {},
            "ffe_licence_number": "A12345",
        },
    ],
}  # fmt: skip


def test_chess_event_tells_byes_and_a_fixed_board() -> None:
    reading = read_players(json.dumps(CHESS_EVENT).encode())
    ivan, karin = reading.rows
    assert reading.table.layout == "chess_event"
    assert (ivan.birth_year, ivan.sex, ivan.board, ivan.byes) == (1990, "m", 3, ((2, 1), (5, 0)))
    assert (ivan.ratings, ivan.club) == ({"standard": 2431}, "Alfa")
    assert (karin.birth_year, karin.sex, karin.board, karin.byes) == (1969, "f", None, ())
    assert (karin.ratings, karin.national_ids) == ({"FRA": 1600}, {"FRA": "A12345"})


def test_swiss_chess_is_read() -> None:
    player = {
        "lastname": "Müller, Jörg", "teamname": "SK Nord", "fed": "GER", "rtg_fid": "2100", "rtg_nat": "2050",
        "title": "FM", "birth": "1980", "nat_id": "77", "fide_id": "4600000", "sex": "M",
    }  # fmt: skip
    (row,) = read_players(json.dumps({"player": [player]})).rows
    assert row_facts(row) == ("Müller, Jörg", "GER", 4600000, 2100, 1980)
    assert (row.team, row.ratings["GER"], row.national_ids) == ("SK Nord", 2050, {"GER": "77"})


VEGA = (
    "012 An Open\n"
    "001 |   1|m|IM |Sokolov, Ivan                 |2431|RUS|   990000011|2440|  900011|1990/03/12|2.5|1|  2w1\n"
    "001 |   2|w|   |Lindqvist, Karin              |2105|SWE|   990000022|   0|        |2001/07/30|1.5|2|  1b0\n"
)


TWO = [("Sokolov, Ivan", "RUS", 990000011, 2431), ("Lindqvist, Karin", "SWE", 990000022, 2105)]


def test_the_export_of_vega_is_read() -> None:
    reading = read_players(VEGA)
    assert reading.table.layout == "vega"
    assert [row_facts(row) for row in reading.rows] == [(*TWO[0], 1990), (*TWO[1], 2001)]
    assert reading.rows[0].ratings["RUS"] == 2440 and reading.rows[1].sex == "f"


def test_a_report_is_a_list_of_its_players() -> None:
    reading = read_players((DATA / "swiss" / "rtg_020_n9_r6.trf").read_bytes())
    assert reading.table.layout == "trf"
    assert [row.number for row in reading.rows] == list(range(1, 10))


SWISS_PERFECT = (
    "Spring Open\n\n"
    " No  Name              Feder  Intl Id    Loc Id  Rtg   Loc   Title  Total  1     2\n"
    "\n"
    "  1. Sokolov, Ivan     RUS    990000011  900011  2431  2440  im     2      2:W   3:W\n"
    "  2. Lindqvist, Karin  SWE    990000022          2105        wfm    1      1:L   4:W\n"
)


def test_fixed_width_columns_are_found_by_the_blanks_between_them() -> None:
    reading = read_players(SWISS_PERFECT)
    assert reading.table.layout == "fixed"
    assert [(row.number, row_facts(row)[:3]) for row in reading.rows] == [(1, TWO[0][:3]), (2, TWO[1][:3])]


@pytest.mark.parametrize("text", [
    "Nr;Nachname;Vorname;Land;EloInt;Geb. Datum;Geschl.\n4;Müller;Jörg;GER;2100,0;01.02.1980;m\n",
    "Č.,Priezvisko,Meno,Fed,RtgI,Dátum narodenia,Pohlavie\n4,Müller,Jörg,GER,2100,1980,m\n",
    "Ном.\tИмя\tФед.\tРейтинг ФИДЕ\tГод рожд.\tДата рождения\tПол\n4\tMüller, Jörg\tGER\t2100\t\t29252\tм\n",
    "Стартовий номер|Ім'я|Країна|Рейтинг|Рік народження|Стать\n4|Müller, Jörg|GER|2100|1980|ч\n",
], ids=["german", "slovak", "russian", "ukrainian"])  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_headings_of_four_languages_are_known_in_every_encoding(text: str, encoding: str) -> None:
    (row,) = read_players(text.encode(encoding)).rows
    assert (row.number, row.name.family, row.name.given) == (4, "Müller", "Jörg")
    assert (row.federation, row.ratings, row.birth_year, row.sex) == ("GER", {"standard": 2100}, 1980, "m")


def test_a_title_above_and_lines_below_the_list_are_left_out() -> None:
    text = "Spring Open;;;\n;;;\nNo.;Name;FED;RtgI\n1;Tal;LAT;2600\n2;Fine;USA;2500\n\nCreated by a program;;;\n"
    reading = read_players(text)
    assert [row.name.family for row in reading.rows] == ["Tal", "Fine"]
    (warning,) = reading.warnings
    assert (warning.message.code, warning.message.params) == ("foot_lines", {"lines": 1})


def test_the_fide_rating_is_taken_from_two_ratings() -> None:
    (row,) = read_players("Name;Rtg;RtgI;RtgN;FED\nTal;2700;2600;2700;LAT\n").rows
    assert row.ratings == {"standard": 2600, "LAT": 2700}


def test_a_chosen_column_type_overrides_the_heading() -> None:
    text = "Name;Rating;City\nTal;2600;Riga\n"
    (row,) = read_players(text, {1: "rapid", 2: ""}).rows
    assert row.ratings == {"rapid": 2600} and row.club == ""
    assert read_players(text, {0: "club"}).problems[0].message.code == "no_header"


def test_lines_that_are_left_out_have_no_problem() -> None:
    reading = read_players("Name;Rating\nTal;x\nFine;2500\n", leave=[2])
    assert [row.name.family for row in reading.rows] == ["Fine"] and not reading.problems


@pytest.mark.parametrize(
    ("column", "most"),
    [(Column.RATING, 4000), (Column.NUMBER, 99_999), (Column.FIDE_ID, 10**11 - 1), (Column.BOARD, 9_999)],
)
def test_a_number_is_read_up_to_the_largest_of_its_column(column: Column, most: int) -> None:
    (row,) = read_players(f"Name;Figure\nTal;{most}\n", {1: column.value}).rows
    assert most in (row.ratings.get("standard"), row.ratings.get("NAT"), row.number, row.fide_id, row.board)
    reading = read_players(f"Name;Figure\nTal;{most + 1}\n", {1: column.value})
    (problem,) = reading.problems
    assert (problem.line, problem.message.code, problem.message.params["text"]) == (2, "bad_cell", str(most + 1))
    assert not reading.rows


# Round trips


def random_rows(random: Random) -> list[dict[str, str]]:
    return [
        {
            "Name": f"Player{index:02}, {random.choice('ABC')}.", "No": str(index + 1),
            "FED": random.choice(["UKR", "NED", ""]), "FIDE ID": str(random.choice(["", 1000 + index])),
            "Rating": str(random.choice(["", 1500 + index])), "Birth": random.choice(["", "1990", "2001"]),
            "Sex": random.choice(["", "m", "f"]), "Club": random.choice(["", "Riga; North", 'The "Rook"', "A, B"]),
            "Byes": random.choice(["", "2", "1:0 3"]),
        }
        for index in range(12)
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_columns_in_any_order_and_any_marks_say_the_same(seed: int) -> None:
    random = Random(seed)
    players = random_rows(random)
    readings = set()
    for mark in ";\t,":
        names = list(players[0])
        random.shuffle(names)
        lines = [names, *([player[name] for name in names] for player in players)]
        text = "\r\n".join(mark.join('"' + cell.replace('"', '""') + '"' for cell in line) for line in lines)
        reading = read_players(text)
        assert not reading.problems and len(reading.rows) == 12
        readings.add(str(reading.rows))
        assert str(read_players(as_pasted(text.encode()).text).rows) == str(reading.rows)
    assert len(readings) == 1


@pytest.mark.parametrize("path", sorted(LISTS.iterdir()), ids=lambda path: path.name)
def test_a_file_as_text_says_what_the_file_says(path) -> None:
    data = path.read_bytes()
    as_text, as_file = (
        [(row_facts(row), row.ratings, row.texts["title"], row.sex, row.club) for row in read_players(source).rows]
        for source in (as_pasted(data).text, data)
    )
    assert as_text == as_file


def test_each_column_type_is_one_word() -> None:
    table = read_table("Name;Name (ru);Rating;Hat\nTal;Таль;2600;44\n")
    assert [value_of(column) for column in table.columns] == ["name", "name:ru", "rating", ""]


# Hostile files


def workbook(parts: dict[str, bytes], compression: int = ZIP_DEFLATED) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", compression) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return out.getvalue()


MAIN = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
BOOK = {
    "[Content_Types].xml": b"<Types/>",
    "xl/_rels/workbook.xml.rels": b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    b'<Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    "xl/workbook.xml": b"<workbook " + MAIN + b' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/'
    b'relationships"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
}


ENTITY = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'


def sheet(rows: bytes) -> dict[str, bytes]:
    data = b"<worksheet " + MAIN + b"><sheetData>" + rows + b"</sheetData></worksheet>"
    return {**BOOK, "xl/worksheets/sheet1.xml": data}


def row_of(*cells: str) -> bytes:
    inner = "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in cells)
    return f"<row>{inner}</row>".encode()


@pytest.mark.parametrize("cells", [
    row_of("Tal", "2600"),
    # Formulas have the values that their program kept.
    b'<row><c t="str"><f>HYPERLINK("x")</f><v>Tal</v></c><c><f>1+1</f><v>2600</v></c></row>',
])  # fmt: skip
def test_a_workbook_made_by_hand_is_read(cells: bytes) -> None:
    (player_row,) = read_players(workbook(sheet(row_of("Name", "Rating") + cells))).rows
    assert (player_row.name.family, player_row.ratings) == ("Tal", {"standard": 2600})


@pytest.mark.long
@pytest.mark.parametrize(("data", "code"), [
    (b"," * 100_000_000, "list_too_large"), (b"," * (LARGEST - 1), "too_many_columns"),
    (b"Name;Rating\n" + b"Tal;1;" * 10_000, "too_many_columns"),
    (b"Name;Rating\nTal\x00;2600\n", "binary_file"), (b"PK\x03\x04xl/ and no more", "bad_workbook"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old_workbook"),
    (workbook({**BOOK, "xl/worksheets/sheet1.xml": b"0" * 60_000_000}), "workbook_too_large"),
    (workbook({**BOOK, "xl/worksheets/sheet1.xml": b"<broken"}), "bad_workbook"),
    (workbook({**BOOK, "xl/sharedStrings.xml": ENTITY.encode()}), "bad_workbook"),
    (workbook({**BOOK, "xl/styles.xml": ENTITY.encode("utf-16")}), "bad_workbook"),
    (workbook(sheet(row_of(*(["x"] * 10_000)))), "too_many_columns"),
    (workbook(sheet(b"<row>" + b"<c/>" * 900_000 + b"</row>")), "workbook_too_large"),
    (workbook({**BOOK, "xl/styles.xml": b"<a>" + b" " * 5_000_000 + b"</a>"}), "workbook_too_large"),
    (b'<!DOCTYPE a [<!ENTITY b "c">]><chessresults>&b;</chessresults>', "not_a_list"),
    (b"<html><body>Log in</body></html>", "not_a_list"), (b'{"players": "none"}', "not_a_list"),
    (b"[" * 100_000, "not_a_list"), (b'{"players": 1' + b"1" * 10_000 + b"}", "not_a_list"),
], ids=lambda value: value if isinstance(value, str) else None)  # fmt: skip
def test_a_hostile_file_is_refused_with_its_code(data: bytes, code: str) -> None:
    with refused(BadInput, code):
        read_players(data)


@pytest.mark.parametrize("cell", ['=HYPERLINK("http://x")', "@SUM(A1)"])
def test_a_formula_is_no_name(cell: str) -> None:
    quoted = cell.replace('"', '""')
    reading = read_players(f'Name;Rating\n"{quoted}";2600\n')
    assert "formula_cell" in [problem.message.code for problem in reading.problems]


def test_a_very_long_line_is_not_looked_through_for_columns() -> None:
    reading = read_players("Name  Rating" + " " * 1_000_000 + "x\n" + "Tal   2600\n" * 200)
    assert reading.table.layout == "names"
    reading = read_players(codecs.BOM_UTF8 + b"Name;Club\nTal;" + b"x" * 500 + b"\n")
    assert len(reading.rows[0].club) == 120


@pytest.mark.parametrize(("name", "other", "same"), [
    ("Carlsen Magnus", "Магнус Карлсен", True), ("Carlsen, M.", "Magnus Carlsen", True),
    ("Иванов И. И.", "Ivanov Ivan", True), ("Razuvaev Yuri", "Разуваев Юрий", True),
    ("Carlsen", "Carlsen Magnus", True), ("Шевченко Олександр", "Shevchenko Oleksandr", True),
    ("Polgar Judit", "Polgar Sofia", False), ("Carlsen Magnus", "Carlsen Ingrid", False),
    ("Ivanov Ivan", "Petrov Ivan", False), ("A. B.", "Anand B.", False), ("", "Carlsen Magnus", False),
])  # fmt: skip
def test_spellings_of_one_name_are_known_again_and_another_is_another_person(name, other, same) -> None:
    assert same_name(name, other) is same_name(other, name) is same


def test_a_name_in_any_script_is_enough() -> None:
    described = Described(("Ding Liren",))
    assert contradict(described, Described(("丁立人",)))
    assert not contradict(described, Described(("丁立人", "Ding, Liren")))


@pytest.mark.parametrize("other", [
    Described(("Carlsen Magnus",), birth_year=1991), Described(("Carlsen Magnus",), sex="f"),
    Described(("Carlsen Magnus",), fide_id=2),
])  # fmt: skip
def test_a_fact_that_differs_contradicts_where_both_are_known(other: Described) -> None:
    assert contradict(Described(("Carlsen Magnus",), 1990, "m", 1), other)
    assert not contradict(Described(("Carlsen Magnus",)), other)


ENGLISH = "John Smith\nMary Ann Jones\nPriya Raman\nOliver van der Berg\nWei Zhang"
RUSSIAN = "Иванов Иван Иванович\nПетрова Анна Сергеевна\nКуперман И.\nЛі Олена\nТаль Михаил"


def names(text: str, **options: object) -> list[tuple[str, str, str]]:
    rows = read_players(text, **options).rows  # type: ignore[arg-type]
    return [(row.name.family, row.name.given, row.name.patronymic) for row in rows]


def notes(text: str, **options: object) -> list[str]:
    return [warning.message.key for warning in read_players(text, **options).warnings]  # type: ignore[arg-type]


@pytest.mark.parametrize("head", ["", "Name\n", "Name;Rating\n"])
def test_a_list_with_the_given_names_first_is_not_reversed_and_says_so(head: str) -> None:
    assert names(head + ENGLISH) == [
        ("Smith", "John", ""), ("Jones", "Mary Ann", ""), ("Raman", "Priya", ""),
        ("van der Berg", "Oliver", ""), ("Zhang", "Wei", ""),
    ]  # fmt: skip
    assert notes(head + ENGLISH) == ["given_name_first"]


@pytest.mark.parametrize("head", ["", "ФИО\n", "Игрок\n", "Name;Rating\n"])
def test_russian_and_ukrainian_lists_have_the_family_name_first(head: str) -> None:
    assert names(head + RUSSIAN) == [
        ("Иванов", "Иван", "Иванович"), ("Петрова", "Анна", "Сергеевна"), ("Куперман", "И.", ""),
        ("Лі", "Олена", ""), ("Таль", "Михаил", ""),
    ]  # fmt: skip
    assert notes(head + RUSSIAN) == []


def test_a_comma_decides_in_a_list_of_either_order() -> None:
    mixed = "John Smith\nJones, Mary\nPeter Brown\nСмирнов, Иван"
    assert names(mixed) == [
        ("Smith", "John", ""), ("Jones", "Mary", ""), ("Brown", "Peter", ""), ("Смирнов", "Иван", ""),
    ]  # fmt: skip
    assert names("Smith, John\nCarlsen, Magnus") == [("Smith", "John", ""), ("Carlsen", "Magnus", "")]
    assert notes("Smith, John\nCarlsen, Magnus") == []


@pytest.mark.parametrize(("text", "order"), [
    ("Carlsen Magnus\nNepomniachtchi Ian", NameOrder.FAMILY_FIRST), ("Smith John", NameOrder.FAMILY_FIRST),
    ("SMITH John\nRAMAN Priya", NameOrder.FAMILY_FIRST), ("John SMITH\nWei ZHANG", NameOrder.GIVEN_FIRST),
    ("J. Smith\nM.A. Jones", NameOrder.GIVEN_FIRST), ("Smith J.\nJones M.A.", NameOrder.FAMILY_FIRST),
    ("Иван Иванович Петров", NameOrder.GIVEN_FIRST), ("Иван Петров\nАнна Смирнова", NameOrder.GIVEN_FIRST),
    ("Олена Коваль\nСергій Шевченко", NameOrder.GIVEN_FIRST),
    ("Ivanov Ivan Ivanovich", NameOrder.FAMILY_FIRST), ("van den Doel Erik", NameOrder.FAMILY_FIRST),
    ("Jan-Krzysztof Duda", NameOrder.GIVEN_FIRST),
])  # fmt: skip
def test_the_order_is_that_of_most_names(text: str, order: NameOrder) -> None:
    assert guess_order(text.splitlines()).order is order


def test_given_names_first_with_a_patronymic() -> None:
    name = split_in_order("Иван Иванович Петров", NameOrder.GIVEN_FIRST)
    assert (name.family, name.given, name.patronymic) == ("Петров", "Иван", "Иванович")
    name = split_in_order("Sammy Davis Jr.", NameOrder.GIVEN_FIRST)
    assert (name.family, name.given) == ("Davis Jr.", "Sammy")


def test_where_no_name_shows_the_order_the_list_asks() -> None:
    unknown = "Xyzzy Plugh\nFrobnitz Quux"
    assert names(unknown)[0] == ("Xyzzy", "Plugh", "")
    assert notes(unknown) == ["family_name_first"]
    for chosen in ({"order": NameOrder.GIVEN_FIRST}, {"matched": {0: "given_first"}}):
        assert (names(unknown, **chosen)[0], notes(unknown, **chosen)) == (("Plugh", "Xyzzy", ""), [])
    assert notes(unknown, order=NameOrder.FAMILY_FIRST) == []
    assert notes("Ктото Неведомый\nНекто Незнакомый") == [], "in Cyrillic the family name is first"
    assert notes("Tal\nStein") == [], "names of one word ask nothing"


@pytest.mark.parametrize(("text", "options", "expected"), [
    ("John Smith", {"order": NameOrder.FAMILY_FIRST}, ("John", "Smith", "")),
    ("Name;Rating\nJohn Smith;1500", {"matched": {0: "name"}}, ("John", "Smith", "")),
    ("Имя и фамилия;Рейтинг\nШахов Мат;1500", {}, ("Мат", "Шахов", "")),
    ("Фамилия Имя;Рейтинг\nИван Анна;1500", {}, ("Иван", "Анна", "")),
    ("First name;Surname\nSmith;John", {}, ("John", "Smith", "")),
])  # fmt: skip
def test_a_choice_or_a_heading_goes_before_what_the_names_show(text, options, expected) -> None:
    assert names(text, **options) == [expected]


@pytest.mark.parametrize(("details", "notes"), [
    ([("1520", "Lions"), ("1480", "Lions")], ["1520", "1480"]),
    ([("", "Lions"), ("1480", "Tigers")], ["Lions", "Tigers"]),  # one of them lacks a rating
    ([("1480", ""), ("1480", "Tigers"), ("1500", "Tigers")], ["", "Tigers", "Tigers"]),
])  # fmt: skip
def test_the_first_detail_that_all_have_and_none_share_tells_namesakes_apart(details, notes) -> None:
    people = [("Post, Noor", detail) for detail in details]
    assert tell_apart([*people, ("Post, Nora", details[0])]) == [*notes, ""]
