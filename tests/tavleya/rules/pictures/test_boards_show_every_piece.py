"""Every piece of a position is in its picture once, on its square, in the paint of its side."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from tavleya.rules.contract import Figure
from tavleya.rules.pictures import board_svg, piece_defs
from tavleya.sides import Side
from tests.tavleya.rules.pictures.positions import (
    CHESS,
    START,
    TOWERS,
    Figures,
    chess,
    draughts,
    pieces,
    tavreli,
)
from tests.tavleya.rules.pictures.reading import SVG, drawings, parse, place, squares

DRAUGHTS = draughts("a1 c3 Kd4", "h8 Ke5 f6")


def expected(game: str, figures: tuple[Figure, ...]) -> Counter[tuple[str, str]]:
    """The top by its face, what lies beneath by the mark of its piece."""
    side = {Side.WHITE: "w", Side.BLACK: "b"}
    top, *beneath = figures
    face = f"x{top.kind}" if top.promoted else top.kind + top.becomes
    marks = [(f"{game}-mark-{piece.becomes or piece.kind}", side[piece.side]) for piece in beneath]
    return Counter([(f"{game}-{face}", side[top.side]), *marks])


@pytest.mark.parametrize("game, figures", [
    ("chess", chess(CHESS)), ("draughts", DRAUGHTS), ("tavreli", tavreli(START)),
    ("tavreli", tavreli(TOWERS)), ("chess", {}),
], ids=["chess", "draughts", "tavreli start", "tavreli towers", "empty"])  # fmt: skip
def test_each_square_shows_exactly_its_pieces(game: str, figures: Figures) -> None:
    for name, square in squares(board_svg(figures, game=game, title="Board")).items():
        counts = drawings(square)
        assert counts == (expected(game, figures[name]) if name in figures else Counter())


@pytest.mark.parametrize("height", range(1, 32))
def test_towers_of_every_height_stay_within_their_square_and_show_all_pieces(height: int) -> None:
    tower = pieces("KQRBNH" + "PRPNPBPQPH" * 2 + "qrbnh" + "prpnpbpqph" * 2)[:height]
    svg = board_svg({"d4": tower}, game="tavreli", title="Tower")
    square = squares(svg)["d4"]

    assert drawings(square) == expected("tavreli", tower)
    for rim in square.iter(SVG + "rect"):
        left, top = float(rim.attrib.get("x", 0)), float(rim.attrib.get("y", 0))
        assert left >= 0
        assert top >= 0
        assert left + float(rim.attrib["width"]) <= 100
        assert top + float(rim.attrib["height"]) <= 100
    for side in square.iter(SVG + "path"):
        for x, y in corners(side):
            assert 0 <= x <= 100
            assert 0 <= y <= 100


def corners(side: ElementTree.Element) -> list[tuple[float, float]]:
    """Points along the outline of a drum's side, its bent edges as far as they reach."""
    data = side.attrib["d"]
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
    address = [
        (round(min(x for x, _ in of)), min(y for _, y in of)) for of in (corners(slab[0]) for slab in slabs)
    ]
    marks = [slab[1].attrib["href"][-1] for slab in slabs]

    assert address == sorted(address)
    assert "".join(marks) == "QRBNHQRBNHQR"


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


def test_every_reference_leads_to_a_drawing_in_the_same_document() -> None:
    for game, figures in (("chess", chess(CHESS)), ("draughts", DRAUGHTS), ("tavreli", tavreli(TOWERS))):
        document = parse(board_svg(figures, game=game, title="Board", id_prefix="b7-"))
        ids = [element.attrib["id"] for element in document.iter() if "id" in element.attrib]
        references = {use.attrib["href"].removeprefix("#") for use in document.iter(SVG + "use")}

        assert len(ids) == len(set(ids))
        assert references <= set(ids)
        assert all(name.startswith("b7-") for name in ids)


def test_boards_without_drawings_refer_to_those_shared_on_the_page() -> None:
    for game, figures in (("chess", chess(CHESS)), ("draughts", DRAUGHTS), ("tavreli", tavreli(TOWERS))):
        document = parse(board_svg(figures, game=game, title="Board", id_prefix="b7-", defs=False))
        shared = {element.attrib.get("id") for element in parse(piece_defs(game)).iter()}

        assert document.find(SVG + "defs") is None
        assert {use.attrib["href"].removeprefix("#") for use in document.iter(SVG + "use")} <= shared


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
