"""Screen pictures live under a policy that forbids inline style and script; print pictures need nothing else."""

import re
from itertools import combinations

import pytest

from tavleya.rules.pictures import board_svg, piece_defs, tower_svg
from tests.paths import ROOT
from tests.tavleya.rules.pictures.positions import CHESS, TOWERS, Figures, chess, draughts, pieces, tavreli
from tests.tavleya.rules.pictures.reading import SVG, parse

CSS = ROOT / "static/css/board.css"
TOKENS = ROOT / "static/css/tokens.css"
BOARDS = [("chess", chess(CHESS)), ("draughts", draughts("c3 Kd4", "e5 Kf6")), ("tavreli", tavreli(TOWERS))]
EVERYTHING = {
    "last_move": ("e2", "e4"), "check": "e8", "selected": "d4", "targets": ("d5", "e5"), "arrows": (("a1", "h8"),),
}  # fmt: skip
COLOUR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})\b", re.IGNORECASE)


@pytest.mark.parametrize("game, figures", BOARDS)
def test_screen_boards_have_classes_and_no_style_script_handler_or_colour(
    game: str, figures: Figures
) -> None:
    svg = board_svg(figures, game=game, title="Board", interactive=True, **EVERYTHING)  # type: ignore[arg-type]
    tower = tower_svg(pieces("RpN"), game="tavreli", title="Tower")
    for picture in (svg, tower, piece_defs(game)):
        document = parse(picture)
        assert not {element.tag.removeprefix(SVG) for element in document.iter()} & {
            "style", "script", "image", "a",
        }  # fmt: skip
        for element in document.iter():
            for name, value in element.attrib.items():
                assert name != "style"
                assert not name.startswith("on")
                assert not COLOUR.fullmatch(value)
                assert name != "href" or value.startswith("#")


@pytest.mark.parametrize("game, figures", BOARDS)
def test_every_class_of_a_screen_board_that_needs_paint_has_it_in_the_style_sheet(
    game: str, figures: Figures
) -> None:
    css = CSS.read_text()
    svg = board_svg(figures, game=game, title="Board", **EVERYTHING)  # type: ignore[arg-type]
    tower = tower_svg(pieces("RpN"), game="tavreli", title="Tower")
    shapes = {"rect", "path", "circle", "polygon", "text", "use", "g"}
    names = {
        name
        for picture in (svg, tower)
        for element in parse(picture).iter()
        if element.tag.removeprefix(SVG) in shapes
        for name in element.attrib.get("class", "").split()
    }

    assert {name for name in names if not re.search(rf"\.{name}\b(?!-)", css)} <= {"sq", "target"}


def test_the_style_sheet_of_boards_takes_every_colour_from_the_theme() -> None:
    css = CSS.read_text()
    named = set(re.findall(r"var\((--[\w-]+)\)", css))

    assert not COLOUR.findall(css)
    assert named <= set(palettes()[0])


@pytest.mark.parametrize("game, figures", BOARDS)
def test_print_boards_are_black_and_white_in_themselves(game: str, figures: Figures) -> None:
    svg = board_svg(figures, game=game, title="Board", theme="print", **EVERYTHING)  # type: ignore[arg-type]
    document = parse(svg)
    colours = {
        value for element in document.iter() for value in element.attrib.values() if COLOUR.fullmatch(value)
    }
    classes = {element.attrib["class"] for element in document.iter() if "class" in element.attrib}

    assert colours == {"#000", "#fff"}
    assert not {name for name in classes if "screen" in name}
    assert {use.attrib["href"].removeprefix("#") for use in document.iter(SVG + "use")} <= {
        element.attrib.get("id") for element in document.iter()
    }


def test_print_boards_hatch_the_dark_squares() -> None:
    document = parse(board_svg({}, game="chess", title="Board", theme="print", id_prefix="x-"))
    fills = [
        next(element.iter(SVG + "rect")).attrib["fill"]
        for element in document.iter()
        if "data-square" in element.attrib
    ]

    assert fills.count("#fff") == fills.count("url(#x-hatch)") == 32
    assert [pattern.attrib["id"] for pattern in document.iter(SVG + "pattern")] == ["x-hatch"]


def test_the_dark_colours_for_the_readers_choice_and_for_the_systems_are_the_same() -> None:
    by_system, by_choice = palettes()[1:]

    assert by_system == by_choice
    assert by_choice


@pytest.mark.parametrize("dark", [False, True])
def test_figures_stand_out_from_every_square_and_from_each_other(dark: bool) -> None:
    light_palette, _, dark_palette = palettes()
    colours = light_palette | (dark_palette if dark else {})
    white, black, ink = (colours[f"--piece-{name}"] for name in ("white", "black", "ink"))
    inner = colours["--piece-light"]
    fields = {name: colour for name, colour in colours.items() if re.match(r"--board-(light|dark)", name)}

    assert len(fields) == 8
    assert contrast(white, black) > 12
    assert contrast(inner, black) > 7
    assert contrast(ink, white) > 7
    for name, field in fields.items():
        assert max(contrast(white, field), contrast(ink, field)) > 3, name
        assert max(contrast(black, field), contrast(inner, field)) > 3, name


@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark_squares_differ_with_and_without_marks(dark: bool) -> None:
    light_palette, _, dark_palette = palettes()
    colours = light_palette | (dark_palette if dark else {})
    for mark in ("", "-last", "-selected", "-check"):
        assert contrast(colours[f"--board-light{mark}"], colours[f"--board-dark{mark}"]) > 1.5, mark
    for shade in ("light", "dark"):
        fields = [colours[f"--board-{shade}{mark}"] for mark in ("", "-last", "-selected", "-check")]
        assert len(set(fields)) == 4
        assert all(first != second for first, second in combinations(fields, 2))


def palettes() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The custom properties of the light theme, of the system's dark one and of the chosen dark one."""
    blocks = [
        dict(re.findall(r"(--[\w-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r"{([^{}]*)}", TOKENS.read_text())
    ]
    light, by_system, by_choice = (block for block in blocks if "--board-light" in block)
    return light, by_system, by_choice


def contrast(first: str, second: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
