"""Pictures of boards: every piece, marks, descriptions, and piece sets."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from tavleya.rules.contract import Figure
from tavleya.rules.pictures import board_svg, describe, piece_defs, square_words, tower_svg, tower_words
from tavleya.rules.registry import SPECS, rules_for, spec_of
from tavleya.sides import Side
from tests.tavleya.rules.pictures.positions import (
    CHESS,
    START,
    SVG,
    TOWERS,
    Figures,
    chess,
    draughts,
    drawings,
    parse,
    pieces,
    place,
    squares,
    tavreli,
)

DRAUGHTS = draughts("a1 c3 Kd4", "h8 Ke5 f6")


def expected(game: str, figures: tuple[Figure, ...]) -> Counter[tuple[str, str]]:
    """Return the drawings of a tower: the face of its top piece and the marks of the pieces beneath."""
    classes = {Side.WHITE: "w", Side.BLACK: "b"}
    top, *beneath = figures
    face = f"x{top.kind}" if top.promoted else top.kind + top.becomes
    marks = [(f"{game}-mark-{piece.becomes or piece.kind}", classes[piece.side]) for piece in beneath]
    return Counter([(f"{game}-{face}", classes[top.side]), *marks])


@pytest.mark.parametrize("game, figures", [
    ("chess", chess(CHESS)), ("draughts", DRAUGHTS), ("tavreli", tavreli(START)),
    ("tavreli", tavreli(TOWERS)), ("chess", {}),
], ids=["chess", "draughts", "tavreli start", "tavreli towers", "empty"])  # fmt: skip
def test_each_square_shows_exactly_its_pieces(game: str, figures: Figures) -> None:
    for name, square in squares(board_svg(figures, game=game, title="Board")).items():
        assert drawings(square) == (expected(game, figures[name]) if name in figures else Counter())


@pytest.mark.parametrize("height", range(1, 32))
def test_towers_of_every_height_stay_within_their_square_and_show_all_pieces(height: int) -> None:
    tower = pieces("KQRBNH" + "PRPNPBPQPH" * 2 + "qrbnh" + "prpnpbpqph" * 2)[:height]
    square = squares(board_svg({"d4": tower}, game="tavreli", title="Tower"))["d4"]

    assert drawings(square) == expected("tavreli", tower)
    for rim in square.iter(SVG + "rect"):
        left, top = float(rim.attrib.get("x", 0)), float(rim.attrib.get("y", 0))
        assert left >= 0
        assert top >= 0
        assert left + float(rim.attrib["width"]) <= 100
        assert top + float(rim.attrib["height"]) <= 100
    for outline in square.iter(SVG + "path"):
        for x, y in corners(outline):
            assert 0 <= x <= 100
            assert 0 <= y <= 100


def corners(outline: ElementTree.Element) -> list[tuple[float, float]]:
    """Return points along the outline of a drum's side, also along its curved edges."""
    data = outline.attrib["d"]
    assert not set(re.findall("[A-Za-z]", data)) - set("MLVQZ"), data
    points: list[tuple[float, float]] = []
    for command, text in re.findall("([MLVQ])([^MLVQZ]*)", data):
        values = [float(word) for word in text.split()]
        if command == "V":
            points.append((points[-1][0], *values))
        elif command == "Q":
            start, control, end = points[-1], values[:2], values[2:]
            for t in (0.25, 0.5, 0.75, 1):
                x, y = (
                    (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t**2 * c
                    for a, b, c in zip(start, control, end, strict=True)
                )
                points.append((x, y))
        else:
            points.append((values[0], values[1]))
    return points


def test_slabs_lie_from_the_top_down_and_on_in_the_next_column() -> None:
    svg = board_svg({"d4": pieces("KQRBNHQRBNHQR")}, game="tavreli", title="Tower")
    slabs = [group for group in squares(svg)["d4"] if group.tag == SVG + "g"]
    outlines = [corners(slab[0]) for slab in slabs]
    places = [(round(min(x for x, _ in outline)), min(y for _, y in outline)) for outline in outlines]

    assert places == sorted(places)
    assert "".join(slab[1].attrib["href"][-1] for slab in slabs) == "QRBNHQRBNHQR"


def test_a_ratnik_a_piece_and_a_promoted_ratnik_have_different_outlines_and_one_mark() -> None:
    towers = {"a1": pieces("KPR"), "b1": pieces("KR"), "c1": pieces("K+R")}
    groups = squares(board_svg(towers, game="tavreli", title="Board"))
    outlines = set()
    for square in towers:
        slab = next(part for part in groups[square] if part.tag == SVG + "g")
        outlines.add(slab[0].attrib["d"])
        assert slab[1].attrib["href"] == "#tavreli-mark-R"

    assert len(outlines) == 3


def test_a_high_tower_says_how_high_it_is_and_a_low_one_does_not() -> None:
    svg = board_svg({"a1": pieces("KR"), "b1": pieces("KRQBNHR")}, game="tavreli", title="Board")
    low, high = squares(svg)["a1"], squares(svg)["b1"]

    assert [text.text for text in low.iter(SVG + "text")] == []
    assert [text.text for text in high.iter(SVG + "text")] == ["7"]


def references(document: ElementTree.Element) -> set[str]:
    return {use.attrib["href"].removeprefix("#") for use in document.iter(SVG + "use")}


def drawing_ids(document: ElementTree.Element) -> list[str]:
    return [element.attrib["id"] for element in document.iter() if "id" in element.attrib]


@pytest.mark.parametrize("game", SPECS)
def test_every_reference_leads_to_a_drawing_in_the_same_document_or_to_those_shared_on_the_page(game: str) -> None:
    boards = {"chess": chess(CHESS), "draughts": DRAUGHTS, "tavreli": tavreli(TOWERS)}
    figures = boards.get(game) or dict(rules_for(game).start().figures())
    whole, bare = (
        parse(board_svg(figures, game=game, title="Board", id_prefix="b7-", defs=defs)) for defs in (True, False)
    )
    shared = parse(piece_defs(game))
    for document, definitions in ((whole, whole), (bare, shared), (shared, shared)):
        ids = drawing_ids(definitions)
        assert len(ids) == len(set(ids))
        assert references(document) <= set(ids)
    assert all(name.startswith("b7-") for name in drawing_ids(whole))
    assert bare.find(SVG + "defs") is None


def test_black_at_the_bottom_turns_the_board_and_leaves_the_names_of_squares() -> None:
    figures = chess(CHESS)
    white = squares(board_svg(figures, game="chess", title="Board"))
    black = squares(board_svg(figures, game="chess", title="Board", orientation=Side.BLACK))

    assert place(white["a1"]) == (0, 700)
    assert place(black["a1"]) == (700, 0)
    for name in white:
        (x, y), (turned_x, turned_y) = place(white[name]), place(black[name])
        assert (x + turned_x, y + turned_y) == (700, 700)
        assert drawings(white[name]) == drawings(black[name])


@pytest.mark.article("tavreli:2.1")
@pytest.mark.parametrize("side, near_right", [(Side.WHITE, "h1"), (Side.BLACK, "a8")])
def test_the_near_right_corner_is_light(side: Side, near_right: str) -> None:
    groups = squares(board_svg({}, game="tavreli", title="Board", orientation=side))

    assert place(groups[near_right]) == (700, 700)
    assert groups[near_right].attrib["class"] == "sq light"
    assert sum(group.attrib["class"] == "sq dark" for group in groups.values()) == 32


def test_the_same_position_gives_the_same_picture_whatever_order_its_squares_come_in() -> None:
    figures = tavreli(TOWERS)
    backwards = dict(reversed(figures.items()))

    first = board_svg(figures, game="tavreli", title="Board", last_move=("e4", "f5"))
    assert board_svg(backwards, game="tavreli", title="Board", last_move=("e4", "f5")) == first


@pytest.mark.parametrize(("game", "figures", "turn", "sentences"), [
    ("chess", chess(CHESS), Side.BLACK, [
        "Black to move.", "white king: g1", "white queen: d1", "white rook: a1, f1", "white bishop: c1, c4",
        "white knight: c3, f3", "white pawn: a2, b2, c2, d3, e4, f2, g2, h2", "black king: g8",
        "black queen: d8", "black rook: a8, f8", "black bishop: c5, c8", "black knight: c6, f6",
        "black pawn: a7, b7, c7, d6, e5, f7, g7, h7",
    ]),
    ("draughts", draughts("a1 c3 Kd4", "Ke5"), None, [
        "white draughts king: d4", "white man: a1, c3", "black draughts king: e5",
    ]),
])  # fmt: skip
def test_a_position_is_described_by_side_to_move_and_piece_white_first(game, figures, turn, sentences) -> None:
    assert [str(sentence) for sentence in describe(figures, turn, game=game)] == sentences


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


@pytest.mark.parametrize(
    ("tower", "words"), [((), "e4: empty"), (pieces("P"), "e4: white pawn"), (pieces("p"), "e4: black pawn")]
)
def test_a_single_square_is_described(tower: tuple[Figure, ...], words: str) -> None:
    assert str(square_words("e4", tower, "chess")) == words


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


@pytest.mark.parametrize("description", ["</desc><script>", ""])
def test_title_and_description_name_the_picture_and_are_escaped(description: str) -> None:
    name = 'A. "Rook" <b>&</b> Я – B'
    document = parse(board_svg({}, game="chess", title=name, description=description, id_prefix="g1-"))
    title, desc = document.find(SVG + "title"), document.find(SVG + "desc")

    assert (title.text, "" if desc is None else desc.text) == (name, description)
    assert document.attrib["role"] == "img"
    assert document.attrib["aria-labelledby"] == title.attrib["id"] == "g1-board-title"
    assert document.attrib.get("aria-describedby") == (None if desc is None else desc.attrib["id"])


def test_a_tower_on_the_board_tells_its_pieces_to_the_pointer() -> None:
    groups = squares(board_svg({"e4": pieces("RnPB"), "a1": pieces("K")}, game="tavreli", title="Board"))
    words = "e4: white ratoborets over black vsadnik over white ratnik of the luchnik"

    assert groups["e4"].findtext(SVG + "title") == words
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


@pytest.mark.parametrize(("tower", "options", "texts"), [
    ("RnPB+h", {}, [
        "1", "R · white ratoborets", "2", "N · black vsadnik", "3", "PB · white ratnik of the luchnik",
        "4", "+H · black helgi, a promoted ratnik",
    ]),
    ("RPB", {"letters": {"R": "Р", "PB": "рЛ"}, "names": False}, ["1", "Р", "2", "рЛ"]),
])  # fmt: skip
def test_an_enlarged_tower_numbers_its_pieces_from_the_top_with_letter_and_name(tower, options, texts) -> None:
    document = parse(tower_svg(pieces(tower), game="tavreli", title="e4", **options))
    assert [text.text for text in document.iter(SVG + "text")] == texts


@pytest.mark.parametrize("defs", [False, True])
def test_an_enlarged_tower_grows_with_its_height_and_its_longest_name(defs: bool) -> None:
    low = parse(tower_svg(pieces("RN"), game="tavreli", title="Low", defs=defs, id_prefix="t-"))
    high = parse(tower_svg(pieces("RN+R+B"), game="tavreli", title="High", translate=lambda text: text * 3, defs=defs))
    sizes = [tuple(map(int, svg.attrib["viewBox"].split()[2:])) for svg in (low, high)]

    assert sizes[0][0] < sizes[1][0]
    assert sizes[0][1] < sizes[1][1]
    assert (low.find(SVG + "defs") is not None) == defs


FIGURES = chess(CHESS)


def classes(svg: str) -> dict[str, set[str]]:
    return {name: set(group.attrib["class"].split()) - {"sq", "light", "dark"} for name, group in squares(svg).items()}


def test_marked_squares_carry_classes_and_shapes_and_the_others_neither() -> None:
    svg = board_svg(
        FIGURES, game="chess", title="Board", last_move=("f8", "c5", "c5", "e4"), check="e4", selected="e4",
        targets=("b5", "f7"),
    )  # fmt: skip
    marked = {name: names for name, names in classes(svg).items() if names}
    groups = squares(svg)

    assert marked == {
        "f8": {"last"}, "c5": {"last"}, "e4": {"last", "check", "selected"}, "b5": {"target"}, "f7": {"target"},
    }  # fmt: skip
    for name, group in groups.items():
        shapes = {part.attrib["class"] for part in group if part.attrib.get("class", "").endswith("-mark")}
        assert shapes == {f"{mark}-mark" for mark in marked.get(name, ())}
    on_empty, on_occupied = (
        next(part.tag for part in groups[name] if part.attrib.get("class") == "target-mark") for name in ("b5", "f7")
    )
    assert (on_empty, on_occupied) == (SVG + "circle", SVG + "path")


@pytest.mark.parametrize("side, tip", [(Side.WHITE, (450, 450)), (Side.BLACK, (350, 350))])
def test_an_arrow_ends_at_the_middle_of_its_square_whichever_way_the_board_is_turned(side, tip) -> None:
    svg = board_svg({}, game="chess", title="Board", arrows=(("e2", "e4"), ("a1", "a1")), orientation=side)
    arrows = list(parse(svg).iter(SVG + "polygon"))
    points = [tuple(map(float, point.split(","))) for point in arrows[0].attrib["points"].split()]

    assert len(arrows) == 1
    assert min(abs(x - tip[0]) + abs(y - tip[1]) for x, y in points) < 10


@pytest.mark.article("tavreli:G.1", "tavreli:G.2")
@pytest.mark.parametrize("files, side, letters, digits", [
    ("latin", Side.WHITE, "abcdefgh", "87654321"), ("latin", Side.BLACK, "hgfedcba", "12345678"),
    ("cyrillic", Side.WHITE, "абвгдежз", "87654321"), ("cyrillic", Side.BLACK, "зжедгвба", "12345678"),
])  # fmt: skip
def test_coordinates_name_files_from_the_left_and_ranks_from_the_top(files, side, letters, digits) -> None:
    svg = board_svg({}, game="tavreli", title="Board", files=files, orientation=side)  # type: ignore[arg-type]
    texts = "".join(text.text or "" for text in parse(svg).iter(SVG + "text"))

    assert texts == letters + digits


def test_a_board_without_coordinates_is_wider_on_the_same_page() -> None:
    named = parse(board_svg({}, game="chess", title="Board"))
    bare = parse(board_svg({}, game="chess", title="Board", coordinates=False))

    assert not list(bare.iter(SVG + "text"))
    assert int(bare.attrib["viewBox"].split()[2]) < int(named.attrib["viewBox"].split()[2])


SETS = ("cut", "tokens", "contrast")


def piece_markup(game: str, piece_set: str) -> dict[str, str]:
    pieces = spec_of(game).pieces
    return dict(pieces.sets[piece_set](lambda name: f'<use href="#{pieces.key}-{name}"/>'))


@pytest.mark.parametrize("piece_set", SETS)
@pytest.mark.parametrize("game", SPECS)
def test_a_set_draws_every_piece_in_its_own_way(game: str, piece_set: str) -> None:
    pieces, markup = spec_of(game).pieces, piece_markup(game, piece_set)
    assert set(pieces.names) <= set(markup)
    assert len(set(markup.values())) == len(markup)
    usual = pieces.drawings(lambda name: f'<use href="#{pieces.key}-{name}"/>')
    assert not [name for name in pieces.names if markup[name] == usual[name]]


def test_without_a_style_sheet_the_usual_set_is_shown() -> None:
    for group in parse(piece_defs("chess")).iter(SVG + "g"):
        class_name = group.attrib.get("class", "")
        if class_name.startswith("set-"):
            assert (group.attrib.get("display") == "none") == (class_name != "set-turned")
