"""Marks, coordinates and arrows."""

import pytest

from tavleya.rules.pictures import board_svg
from tavleya.sides import Side
from tests.tavleya.rules.pictures.positions import CHESS, chess
from tests.tavleya.rules.pictures.reading import SVG, parse, squares

FIGURES = chess(CHESS)


def classes(svg: str) -> dict[str, set[str]]:
    return {
        name: set(group.attrib["class"].split()) - {"sq", "light", "dark"}
        for name, group in squares(svg).items()
    }


def test_marked_squares_carry_a_class_and_a_shape_and_the_others_neither() -> None:
    svg = board_svg(
        FIGURES, game="chess", title="Board", last_move=("f8", "c5", "c5"), check="g8", selected="c4",
        targets=("b5", "f7"),
    )  # fmt: skip
    marked = {name: names for name, names in classes(svg).items() if names}

    assert marked == {
        "f8": {"last"}, "c5": {"last"}, "g8": {"check"}, "c4": {"selected"}, "b5": {"target"}, "f7": {"target"},
    }  # fmt: skip
    for name, group in squares(svg).items():
        shapes = {part.attrib["class"] for part in group if part.attrib.get("class", "").endswith("-mark")}
        assert shapes == {f"{mark}-mark" for mark in marked.get(name, ())}


def test_one_square_can_bear_several_marks() -> None:
    svg = board_svg(FIGURES, game="chess", title="Board", last_move=("e4",), selected="e4", check="e4")

    assert classes(svg)["e4"] == {"last", "selected", "check"}


def test_a_target_is_a_spot_on_an_empty_square_and_corners_on_an_occupied_one() -> None:
    groups = squares(board_svg(FIGURES, game="chess", title="Board", targets=("b5", "f7")))
    shape = {
        name: next(part.tag for part in groups[name] if part.attrib.get("class") == "target-mark")
        for name in ("b5", "f7")
    }

    assert shape == {"b5": SVG + "circle", "f7": SVG + "path"}


@pytest.mark.parametrize("side, tip", [(Side.WHITE, (450, 450)), (Side.BLACK, (350, 350))])
def test_an_arrow_ends_at_the_middle_of_its_square_whichever_way_the_board_is_turned(
    side: Side, tip: tuple[int, int]
) -> None:
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
def test_coordinates_name_files_from_the_left_and_ranks_from_the_top(
    files: str, side: Side, letters: str, digits: str
) -> None:
    svg = board_svg({}, game="tavreli", title="Board", files=files, orientation=side)  # type: ignore[arg-type]
    texts = "".join(text.text or "" for text in parse(svg).iter(SVG + "text"))

    assert texts == letters + digits


def test_a_board_without_coordinates_is_wider_on_the_same_page() -> None:
    named = parse(board_svg({}, game="chess", title="Board"))
    bare = parse(board_svg({}, game="chess", title="Board", coordinates=False))

    assert not list(bare.iter(SVG + "text"))
    assert int(bare.attrib["viewBox"].split()[2]) < int(named.attrib["viewBox"].split()[2])
