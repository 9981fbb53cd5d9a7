"""Printed pages contain their input in every alphabet, on every page, and always in the same bytes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from io import BytesIO

import pytest
from pypdf import PdfReader

from tavleya.documents import certificates, contents, pairings, slips, table
from tavleya.documents.book import Book, Heading, Paragraph, Points, Run, Table, book
from tavleya.documents.pairings import by_board, by_name, starting_list
from tavleya.documents.paper import Paper, TextArea, Translate, wrapped
from tavleya.documents.table import Column, TableStyle, grown, pages_of
from tavleya.documents.tables import draw_crosstable, draw_standings
from tests.tavleya.documents.reading import fonts, images, lines, pages, size
from tests.uploads import png

HEAD = contents.Head(
    "Кубок весны", "Открытый турнир", "Тур 3", "Киев, 1–9 мая 2026", "Черновик", True, "Напечатано 12:00 MSK"
)
NAMES = ("Ґалаґан Їжак", "Єфименко Щасливий", "Ёлкин Пётр", "Быков Объезд", "Nguyễn Văn", "Šabanov Łukasz")
PEOPLE = tuple(contents.Person(n, name, "гм", 2600 - n, "UKR", "2½") for n, name in enumerate(NAMES, 1))
GAMES = tuple(
    contents.GameSlip(board, PEOPLE[2 * board - 2], PEOPLE[2 * board - 1], f"https://example.org/games/{board}/")
    for board in (1, 2, 3)
)
BOARDS = (
    *(contents.BoardRow(game.board, game.white, game.black, "½ – ½") for game in GAMES[:2]),
    contents.BoardRow(3, PEOPLE[4], None, "", "бай"),
)
RANKED = tuple(
    contents.StandingsLine(str(place), person, "2½", 3, ("12.75",), ("1", "½", "", "0", "", "+"), withdrawn=place == 6)
    for place, person in enumerate(PEOPLE, 1)
)
BREAKERS = (contents.TieBreakColumn("SB", "Зоннеборн-Бергер", "9.1"),)


def slip(game: str) -> contents.Slips:
    return contents.Slips(HEAD, game, "Тур 3", GAMES, "90 мин; 30 с за каждый ход", "3 мая 2026")


Draw = Callable[[Paper, Translate], bytes]
CARDS = tuple(contents.TableCard(board, board % 2 == 1, person) for board, person in enumerate(PEOPLE, 1))
CERTIFIED = tuple(contents.Certificate(person.name, "Первое место", "2½") for person in PEOPLE)
RULED = contents.ReportPart("Решения", tuple(contents.Item(person.name, ("Предупреждение",)) for person in PEOPLE))
DOCUMENTS: dict[str, Draw] = {
    "by board": partial(by_board, contents.Pairings(HEAD, BOARDS, (PEOPLE[5],))),
    "by name": partial(
        by_name,
        contents.Seatings(
            HEAD, tuple(contents.Seating(person, person.number, person.number % 2 == 1) for person in PEOPLE)
        ),
    ),
    "starting list": partial(starting_list, contents.StartingList(HEAD, PEOPLE)),
    "standings": partial(draw_standings, contents.StandingsDocument(HEAD, RANKED, BREAKERS)),
    "crosstable": partial(draw_crosstable, contents.CrosstableDocument(HEAD, tuple("123456"), RANKED, BREAKERS, True)),
    "slips": partial(slips.result_slips, slip("chess")),
    **{f"{game} sheets": partial(pairings.score_sheets, slip(game)) for game in ("chess", "draughts", "tavreli")},
    "table cards": partial(table.table_cards, contents.TableCards(HEAD, CARDS)),
    "badges": partial(
        table.badges,
        contents.Badges(
            HEAD, tuple(contents.Badge(person.name, "Игрок", person.title, person.federation) for person in PEOPLE)
        ),
    ),
    "certificates": partial(certificates.certificates, contents.Certificates(HEAD, CERTIFIED, (("Судья", "Ґалаґан"),))),
    "report": partial(certificates.report, contents.Report(HEAD, (RULED,), ("Арбитр",))),
}


def draw(name: str, paper: Paper = Paper.A4) -> bytes:
    return DOCUMENTS[name](paper, str)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_each_document_has_its_names_fonts_and_bytes_on_either_paper(name: str) -> None:
    data = draw(name)
    assert data == draw(name), "the same contents are the same bytes"
    text = " ".join(pages(data))
    for person in PEOPLE if name != "by board" else PEOPLE[:4]:
        for word in person.name.split():  # a badge and a card may set them on two lines
            assert word in text, word
    assert all("DRAFT" in page for page in pages(data))
    assert all("DejaVu" in font for font in fonts(data) if "Helvetica" not in font)
    assert b"/FontFile2" in data
    landscape = name in ("crosstable", "certificates")
    assert size(data) == ((842, 595) if landscape else (595, 842))
    assert size(draw(name, Paper.LETTER)) == ((792, 612) if landscape else (612, 792))


def test_the_logo_of_the_organiser_stands_on_every_page_and_is_kept_once() -> None:
    """On a certificate it replaces the tower; the text stays the same."""
    club = replace(HEAD, logo=png(90, 30))
    for draws, document in (
        (starting_list, contents.StartingList(club, PEOPLE * 40)),
        (
            certificates.certificates,
            contents.Certificates(club, (contents.Certificate("Ґалаґан Їжак", "Первое место", "2½"),) * 3),
        ),
    ):
        bare = draws(replace(document, head=HEAD), Paper.A4, str)  # type: ignore[operator]
        data = draws(document, Paper.A4, str)  # type: ignore[operator]
        assert len(images(data)) == len(pages(bare)) > 1
        assert set(map(tuple, images(data))) == {((90, 30),)}
        assert images(bare) == [[]] * len(pages(bare))
        assert pages(data) == pages(bare)
        assert data == draws(document, Paper.A4, str)  # type: ignore[operator]
        assert data.count(b"/Subtype /Image") == 1


def test_pages_are_numbered_with_event_title_state_and_time_on_each() -> None:
    people = tuple(contents.Person(n, f"Игрок {n}") for n in range(1, 131))
    data = starting_list(contents.StartingList(HEAD, people), Paper.A4, str)
    page_texts = pages(data)
    assert len(page_texts) == 4  # 39 lines of 17 points have room between head and foot
    for number, page in enumerate(page_texts, 1):
        assert f"Page {number} of 4" in page
        for part in (HEAD.event, HEAD.section, HEAD.title, HEAD.state, HEAD.made):
            assert part in page
    numbers = [int(word) for line in lines(data) for word in line.split()[:1] if word.isdecimal() and "Игрок" in line]
    assert numbers == list(range(1, 131))


def test_a_line_of_the_pairings_has_both_players_and_the_result_in_order() -> None:
    printed = lines(draw("by board"))
    assert "1 1 гм Ґалаґан Їжак 2½ 2599 ½ – ½ 2598 2½ гм Єфименко Щасливий 2" in printed
    assert any("Nguyễn" in line and line.endswith("бай") for line in printed)
    assert any("Not playing this round: гм Šabanov Łukasz" in line for line in printed)


def test_a_line_of_the_standings_has_points_and_tie_breaks() -> None:
    printed = lines(draw("standings"))
    assert "1 1 гм Ґалаґан Їжак UKR 2599 3 2½ 12.75" in printed
    assert any("Зоннеборн-Бергер (C.07, 9.1)" in line for line in printed)


@pytest.mark.long
@pytest.mark.parametrize(("players", "sheets"), [(6, 1), (25, 1), (40, 4), (100, 24)])
def test_a_wide_crosstable_goes_on_beside_the_same_names(players: int, sheets: int) -> None:
    """Every result and every name is there; more than 28 lines need a second sheet below as well."""
    rows = tuple(
        contents.StandingsLine(
            str(index),
            contents.Person(index, f"Игрок-{index}"),
            "1",
            cells=tuple("" if index == number else "1" for number in range(players)),
        )
        for index in range(players)
    )
    heads = tuple(f"({number})" for number in range(1, players + 1))
    page_texts = pages(draw_crosstable(contents.CrosstableDocument(HEAD, heads, rows, (), True), Paper.A4, str))
    text = " ".join(page_texts)
    assert all(f"Игрок-{index} " in text for index in range(players))
    assert all(head in text for head in heads)
    down = -(-players // 28)
    assert len(page_texts) % down == 0
    assert len(page_texts) >= down
    if sheets == 1:
        assert len(page_texts) == 1
    assert sum(page.count("Игрок-") for page in page_texts) == players * (len(page_texts) // down)


@pytest.mark.parametrize(("game", "moves", "columns"), [
    ("chess", 80, {"White": 4, "Black": 4, "Time": 4, "Tower": 0}),
    ("draughts", 72, {"White": 4, "Black": 4, "Time": 4, "Tower": 0}),
    ("tavreli", 38, {"White": 3, "Black": 3, "Time": 2, "Tower": 2}),
])  # fmt: skip
def test_each_game_has_its_own_score_sheet(game: str, moves: int, columns: dict[str, int]) -> None:
    """White and Black are once at the names, once at the signatures and once over each block of moves."""
    first = pages(pairings.score_sheets(slip(game), Paper.A4, str))[0]
    assert f" {moves} " in first and f" {moves + 1} " not in first
    assert {word: first.split().count(word) + first.count(f"{word}:") for word in columns} == columns
    for fact in ("Тур 3", "Board 1", "3 мая 2026", "90 мин; 30 с за каждый ход", "гм Ґалаґан Їжак"):
        assert fact in first


def test_two_copies_tell_whites_sheet_from_blacks() -> None:
    page_texts = pages(pairings.score_sheets(slip("chess"), Paper.A4, str, copies=2))
    assert len(page_texts) == 6
    assert ["White's sheet" in page for page in page_texts] == [True, False] * 3
    assert ["Black's sheet" in page for page in page_texts] == [False, True] * 3


def test_eight_badges_have_room_on_a_page_and_a_table_card_is_read_from_both_sides() -> None:
    badges = contents.Badges(HEAD, tuple(contents.Badge(f"Игрок {n}", "Игрок") for n in range(17)))
    assert len(pages(table.badges(badges, Paper.LETTER, str))) == 3
    (first, *rest) = pages(draw("table cards"))
    assert first.count("Ґалаґан") == 2 and first.count("Єфименко") == 2
    assert len(rest) == 2


def test_a_word_longer_than_the_line_is_broken_and_nothing_of_it_is_lost() -> None:
    text = "Ж" * 200 + " и ещё"
    wrapped_lines = wrapped(text, "DejaVu", 9, 100)
    assert "".join(wrapped_lines).replace(" ", "") == text.replace(" ", "")
    assert len(wrapped_lines) > 10


LIST_HEAD = contents.Head("Spring Cup", "Open", "Standings after round 3", made="Printed 12:00 UTC", language="en")
COLUMNS = [Column("No."), Column("Player", grow=1)]


def people(count: int) -> list[contents.Person]:
    return [contents.Person(number, f"Player, Number {number}", rating=2000) for number in range(1, count + 1)]


def ranked(count: int) -> tuple[contents.StandingsLine, ...]:
    return tuple(
        contents.StandingsLine(str(person.number), person, "2", 3, ("12.5",), ("1", "0", "1"))
        for person in people(count)
    )


def draw_document(kind: str, count: int) -> bytes:
    everyone = people(count)
    seats = tuple(contents.Seating(person, person.number, True) for person in everyone)
    boards = tuple(contents.BoardRow(person.number, person, person) for person in everyone)
    tie_breaks = (contents.TieBreakColumn("BH", "Buchholz", "8.1"),)
    crosstable = contents.CrosstableDocument(LIST_HEAD, ("1", "2", "3") if count else (), ranked(count), tie_breaks)
    documents: dict[str, Callable[[Paper, Translate], bytes]] = {
        "by board": partial(by_board, contents.Pairings(LIST_HEAD, boards)),
        "by name": partial(by_name, contents.Seatings(LIST_HEAD, seats)),
        "starting list": partial(starting_list, contents.StartingList(LIST_HEAD, tuple(everyone))),
        "standings": partial(draw_standings, contents.StandingsDocument(LIST_HEAD, ranked(count), tie_breaks)),
        "crosstable": partial(draw_crosstable, crosstable),
        "report": partial(certificates.report, contents.Report(LIST_HEAD, ())),
    }
    return documents[kind](Paper.A4, str)


def sizes(data: bytes) -> set[float]:
    """The sizes in which something is written on the first page."""
    font_sizes: set[float] = set()

    def visit(operator: bytes, operands: list[object], _cm: object, _tm: object) -> None:
        if operator == b"Tf":
            font_sizes.add(round(float(str(operands[1])), 1))

    PdfReader(BytesIO(data)).pages[0].extract_text(visitor_operand_before=visit)
    return font_sizes


KINDS = ("by board", "by name", "starting list", "standings", "crosstable")


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "by board"])
def test_a_short_list_is_larger_than_a_long_one(kind: str) -> None:
    assert max(sizes(draw_document(kind, 12)) - {18.0}) > max(sizes(draw_document(kind, 300)) - {18.0})


@pytest.mark.parametrize("kind", [*KINDS, "report"])
def test_a_document_without_anything_in_it_is_still_a_page(kind: str) -> None:
    assert len(pages(draw_document(kind, 0))) == 1


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [1, 5, 23, 36, 40, 41, 60, 75, 83, 120])
def test_nothing_takes_more_pages_for_being_large(kind: str, count: int) -> None:
    height = {"by board": 19, "by name": 14.5 / 2, "starting list": 17, "standings": 16.5, "crosstable": 15}[kind]
    room = 460 if kind == "crosstable" else 690
    assert len(pages(draw_document(kind, count))) <= -(-(count * height + 80) // room)


def test_rows_that_cannot_be_wider_are_higher() -> None:
    style, frame = TableStyle(), TextArea(0, 0, 100, 700)
    rows = [["1", "A name that is as wide as the page"]] * 10
    grown_style = grown(COLUMNS, rows, style, frame)
    assert grown_style.size == style.size
    assert grown_style.height > style.height


@pytest.mark.parametrize(
    ("count", "below", "expected"), [(0, 0, 1), (10, 0, 1), (11, 0, 2), (10, 5, 2), (19, 5, 2), (20, 5, 3)]
)
def test_pages_are_counted_with_what_stands_below(count: int, below: float, expected: int) -> None:
    assert pages_of(count, 10, 100, below) == expected


def test_a_document_says_its_title_its_language_and_when_it_was_made() -> None:
    instant = datetime(2026, 5, 3, 14, 30, tzinfo=UTC)
    document = contents.StartingList(replace(LIST_HEAD, made_at=instant), tuple(people(3)))
    data = starting_list(document, Paper.A4, str)
    reader = PdfReader(BytesIO(data))
    assert reader.metadata.title == "Standings after round 3 · Open · Spring Cup"
    assert reader.metadata.creation_date == instant
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert data == starting_list(document, Paper.A4, str)


def words(text: str, **style: object) -> tuple[Run, ...]:
    return (Run(text, **style),)  # type: ignore[arg-type]


BLOCKS = (
    Heading("1. Openings & ends", 1, "openings"),
    Paragraph(words("Of <boards> and men. ") + words("See the clocks", place="clocks#flags")),
    Points((words("one"), words("two", strong=True)), numbered=True),
    Heading("2. Clocks", 1, "clocks"),
    *(Paragraph(words(f"Sentence {number} of many. " * 30)) for number in range(20)),
    Heading("Flags", 2, "clocks#flags"),
    Table(((words("Key"), words("Result")), (words("1"), words("White wins")), (words("3"), words("Ничья ½–½")))),
)
BOOK = Book("A manual", "For arbiters", "Contents", "en", BLOCKS)


def test_contents_and_links_lead_to_the_pages_of_chapters_and_parts() -> None:
    data = book(BOOK, Paper.A4)
    page_texts = pages(data)
    assert page_texts[0].startswith("A manual For arbiters")
    assert "1. Openings & ends" in page_texts[1]
    flags = next(index for index, text in enumerate(page_texts) if "Flags Key Result" in text) + 1
    assert flags > 4
    assert f". {flags} Flags" in page_texts[1]  # a PDF writes the number first
    # Each chapter begins a page; marks of the text stay text.
    assert page_texts[2].startswith("1. Openings & ends Of <boards> and men. See the clocks 1. one 2. two")
    assert page_texts[3].startswith("2. Clocks")
    assert "Ничья ½–½" in page_texts[-1]
    reader = PdfReader(BytesIO(data))
    links = [link.get_object() for link in reader.pages[2]["/Annots"]]  # type: ignore[attr-defined]
    assert [link["/Dest"][0] for link in links] == [reader.pages[-1].indirect_reference]
    outline = [item for item in reader.outline if not isinstance(item, list)]
    assert [(item.title, reader.get_destination_page_number(item)) for item in outline] == [
        ("1. Openings & ends", 2), ("2. Clocks", 3)
    ]  # fmt: skip
    assert reader.metadata.title == "A manual"
    assert data == book(BOOK, Paper.A4)
    assert size(book(BOOK, Paper.LETTER)) == (612, 792)
