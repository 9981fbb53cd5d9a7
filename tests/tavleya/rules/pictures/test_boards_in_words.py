"""Descriptions of boards for screen readers."""

import pytest

from tavleya.rules.contract import Figure
from tavleya.rules.pictures import board_svg, describe, piece_name, square_words, tower_svg, tower_words
from tavleya.sides import Side
from tests.tavleya.rules.pictures.positions import CHESS, TOWERS, chess, draughts, pieces, tavreli
from tests.tavleya.rules.pictures.reading import SVG, parse, squares


def test_a_chess_position_is_described_by_piece_white_first() -> None:
    assert [str(sentence) for sentence in describe(chess(CHESS), Side.BLACK, game="chess")] == [
        "Black to move.", "white king: g1", "white queen: d1", "white rook: a1, f1", "white bishop: c1, c4",
        "white knight: c3, f3", "white pawn: a2, b2, c2, d3, e4, f2, g2, h2", "black king: g8",
        "black queen: d8", "black rook: a8, f8", "black bishop: c5, c8", "black knight: c6, f6",
        "black pawn: a7, b7, c7, d6, e5, f7, g7, h7",
    ]  # fmt: skip


def test_a_finished_draughts_position_names_no_side_to_move() -> None:
    messages = describe(draughts("a1 c3 Kd4", "Ke5"), None, game="draughts")

    assert [str(sentence) for sentence in messages] == [
        "white draughts king: d4",
        "white man: a1, c3",
        "black draughts king: e5",
    ]


@pytest.mark.article("tavreli:G.7")
def test_towers_are_described_square_by_square_from_the_top_down() -> None:
    messages = [str(sentence) for sentence in describe(tavreli(TOWERS), Side.WHITE, game="tavreli")]
    towers = dict(line.split(": ") for line in messages[messages.index("Towers, from the top down:") + 1 :])

    assert list(towers) == ["a1", "b7", "c4", "e3", "e4"]
    assert towers["b7"] == "black luchnik over black ratnik of the vsadnik"
    assert towers["c4"] == "white ratoborets over white ratnik of the ratoborets"
    assert towers["e4"].split(" over ") == [
        "white ratnik of the knyaz", "black knyaz", "black ratnik of the luchnik", "white vsadnik",
        "black ratnik of the knyaz", "black ratoborets", "black ratnik of the ratoborets",
        "black ratnik of the helgi", "white luchnik", "black ratnik of the luchnik",
        "white ratnik of the helgi",
    ]  # fmt: skip
    assert "white helgi, a promoted ratnik: g1" in messages
    assert "white volhv: h1" in messages


def test_a_single_square_is_described() -> None:
    assert str(square_words("e4", (), "chess")) == "e4: empty"
    assert str(square_words("e4", pieces("P"), "chess")) == "e4: white pawn"


def test_the_highest_tower_is_described() -> None:
    tower = pieces("K" + "PRpn" * 15)

    assert len(tower) == 31
    assert str(tower_words(tower, "tavreli")).count(" over ") == 30


def test_words_are_translated_whole_with_their_pieces() -> None:
    dictionary = {
        "%(upper)s over %(lower)s": "%(upper)s, ниже %(lower)s",
        "white ratoborets": "белый ратоборец",
        "black ratnik of the vsadnik": "чёрный ратник всадника",
    }

    assert tower_words(pieces("Rpn"), "tavreli").render(lambda text: dictionary[text]) == (
        "белый ратоборец, ниже чёрный ратник всадника"
    )


def test_a_piece_of_another_game_has_no_name() -> None:
    with pytest.raises(KeyError):
        piece_name(Figure("H", Side.WHITE), "chess")


def test_title_and_description_name_the_picture_and_are_escaped() -> None:
    name = 'A. "Rook" <b>&</b> Я – B'
    document = parse(board_svg({}, game="chess", title=name, description="</desc><script>", id_prefix="g1-"))
    title, desc = document.find(SVG + "title"), document.find(SVG + "desc")

    assert title is not None
    assert desc is not None
    assert (title.text, desc.text) == (name, "</desc><script>")
    assert document.attrib["role"] == "img"
    assert document.attrib["aria-labelledby"] == title.attrib["id"] == "g1-board-title"
    assert document.attrib["aria-describedby"] == desc.attrib["id"]


def test_a_board_without_description_refers_to_none() -> None:
    document = parse(board_svg({}, game="chess", title="Board"))

    assert document.find(SVG + "desc") is None
    assert "aria-describedby" not in document.attrib


def test_a_tower_on_the_board_tells_its_pieces_to_the_pointer() -> None:
    groups = squares(board_svg({"e4": pieces("RnPB"), "a1": pieces("K")}, game="tavreli", title="Board"))

    assert (
        groups["e4"].findtext(SVG + "title")
        == "e4: white ratoborets over black vsadnik over white ratnik of the luchnik"
    )
    assert groups["a1"].find(SVG + "title") is None


def test_squares_of_an_interactive_board_are_labelled_buttons_and_one_is_in_the_tab_order() -> None:
    svg = board_svg(chess(CHESS), game="chess", title="Board", interactive=True, selected="c4")
    groups = squares(svg)

    assert parse(svg).attrib["role"] == "group"
    assert {group.attrib["role"] for group in groups.values()} == {"button"}
    assert [name for name, group in groups.items() if group.attrib["tabindex"] == "0"] == ["c4"]
    assert groups["c4"].attrib["aria-label"] == "c4: white bishop"
    assert groups["b5"].attrib["aria-label"] == "b5: empty"


@pytest.mark.parametrize("side, corner", [(Side.WHITE, "a1"), (Side.BLACK, "h8")])
def test_with_nothing_selected_the_near_left_corner_is_in_the_tab_order(side: Side, corner: str) -> None:
    groups = squares(board_svg({}, game="chess", title="Board", interactive=True, orientation=side))

    assert [name for name, group in groups.items() if group.attrib["tabindex"] == "0"] == [corner]


def test_an_enlarged_tower_numbers_its_pieces_from_the_top_with_letter_and_name() -> None:
    texts = [
        text.text
        for text in parse(tower_svg(pieces("RnPB+h"), game="tavreli", title="e4")).iter(SVG + "text")
    ]

    assert texts == [
        "1", "R · white ratoborets",
        "2", "N · black vsadnik",
        "3", "PB · white ratnik of the luchnik",
        "4", "+H · black helgi, a promoted ratnik",
    ]  # fmt: skip


def test_an_enlarged_tower_takes_the_letters_of_another_language() -> None:
    svg = tower_svg(pieces("RPB"), game="tavreli", title="e4", letters={"R": "Р", "PB": "рЛ"}, names=False)

    assert [text.text for text in parse(svg).iter(SVG + "text")] == ["1", "Р", "2", "рЛ"]


@pytest.mark.parametrize("defs", [False, True])
def test_an_enlarged_tower_grows_with_its_height_and_its_longest_name(defs: bool) -> None:
    low = parse(tower_svg(pieces("RN"), game="tavreli", title="Low", defs=defs, id_prefix="t-"))
    high = parse(
        tower_svg(pieces("RN+R+B"), game="tavreli", title="High", translate=lambda text: text * 3, defs=defs)
    )
    sizes = [tuple(map(int, svg.attrib["viewBox"].split()[2:])) for svg in (low, high)]

    assert sizes[0][0] < sizes[1][0]
    assert sizes[0][1] < sizes[1][1]
    assert (low.find(SVG + "defs") is not None) == defs
