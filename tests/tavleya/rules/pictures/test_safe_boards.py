"""Pictures of boards are safe to embed as SVG, and show the same as PNG and GIF."""

import re
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from tavleya.rules.contract import Figure
from tavleya.rules.pictures import board_svg, piece_defs, style_sheet, tower_svg
from tavleya.rules.pictures.defs import COLOURS
from tavleya.rules.pictures.raster import Frame, board_png, game_gif
from tavleya.rules.registry import SPECS, rules_for
from tavleya.sides import Side
from tests.paths import ROOT
from tests.tavleya.rules.pictures.positions import (
    CHESS,
    START,
    SVG,
    TOWERS,
    Figures,
    chess,
    draughts,
    parse,
    pieces,
    squares,
    tavreli,
)

CSS = ROOT / "static/css/board.css"
TOKENS = ROOT / "static/css/tokens.css"
BOARDS = [("chess", chess(CHESS)), ("draughts", draughts("c3 Kd4", "e5 Kf6")), ("tavreli", tavreli(TOWERS))]
EVERYTHING = {
    "last_move": ("e2", "e4"), "check": "e8", "selected": "d4", "targets": ("d5", "e5"), "arrows": (("a1", "h8"),),
}  # fmt: skip
COLOUR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})\b", re.IGNORECASE)


@pytest.mark.parametrize("game, figures", BOARDS)
def test_screen_boards_have_classes_and_no_style_script_handler_or_colour(game, figures) -> None:
    svg = board_svg(figures, game=game, title="Board", interactive=True, **EVERYTHING)  # type: ignore[arg-type]
    tower = tower_svg(pieces("RpN"), game="tavreli", title="Tower")
    for picture in (svg, tower, piece_defs(game)):
        document = parse(picture)
        assert not {element.tag.removeprefix(SVG) for element in document.iter()} & {"style", "script", "image", "a"}
        for element in document.iter():
            for name, value in element.attrib.items():
                assert name != "style"
                assert not name.startswith("on")
                assert not COLOUR.fullmatch(value)
                assert name != "href" or value.startswith("#")


@pytest.mark.parametrize("game, figures", BOARDS)
def test_every_class_of_a_screen_board_that_needs_paint_has_it_in_the_style_sheet(game, figures) -> None:
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
    assert not COLOUR.findall(css), "every colour is the theme's"
    assert set(re.findall(r"var\((--[\w-]+)\)", css)) <= set(palettes()[0])


@pytest.mark.parametrize("game, figures", BOARDS)
def test_print_boards_are_black_and_white_in_themselves(game: str, figures: Figures) -> None:
    svg = board_svg(figures, game=game, title="Board", theme="print", **EVERYTHING)  # type: ignore[arg-type]
    document = parse(svg)
    colours = {value for element in document.iter() for value in element.attrib.values() if COLOUR.fullmatch(value)}
    classes = {element.attrib["class"] for element in document.iter() if "class" in element.attrib}

    assert colours == {"#000", "#fff"}
    assert not {name for name in classes if "screen" in name}
    assert {use.attrib["href"].removeprefix("#") for use in document.iter(SVG + "use")} <= {
        element.attrib.get("id") for element in document.iter()
    }


def test_print_boards_hatch_the_dark_squares() -> None:
    svg = board_svg({}, game="chess", title="Board", theme="print", id_prefix="x-")
    fills = [next(square.iter(SVG + "rect")).attrib["fill"] for square in squares(svg).values()]

    assert fills.count("#fff") == fills.count("url(#x-hatch)") == 32
    assert [pattern.attrib["id"] for pattern in parse(svg).iter(SVG + "pattern")] == ["x-hatch"]


@pytest.mark.parametrize("dark", [False, True])
def test_figures_stand_out_from_every_square_and_squares_and_marks_from_each_other(dark: bool) -> None:
    light_palette, by_system, dark_palette = palettes()
    assert by_system == dark_palette != {}, "the dark theme is the same for the system's choice and the reader's"
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
    for mark in ("", "-last", "-selected", "-check"):
        assert contrast(colours[f"--board-light{mark}"], colours[f"--board-dark{mark}"]) > 1.5, mark
    for shade in ("light", "dark"):
        assert len({colour for name, colour in fields.items() if name.startswith(f"--board-{shade}")}) == 4


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
    parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def open_image(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture))


def near(pixel: tuple[int, ...], colour: str) -> bool:
    return all(abs(a - b) <= 12 for a, b in zip(pixel, ImageColor.getrgb(colour), strict=False))


@pytest.mark.parametrize(("game", "figures"), [
    ("chess", chess(CHESS)), ("draughts", draughts("a1 c3 Kd4", "h8 Ke5 f6")), ("tavreli", tavreli(START)),
    ("tavreli", tavreli(TOWERS)),
], ids=["chess", "draughts", "tavreli start", "tavreli towers"])  # fmt: skip
def test_every_piece_is_seen_on_its_square_and_nothing_on_the_others(game, figures):
    picture = open_image(board_png(Frame(figures), game=game, field=50)).convert("RGB")
    empty = open_image(board_png(Frame({}), game=game, field=50)).convert("RGB")
    occupied = set()
    for column, file in enumerate("abcdefgh"):
        for row in range(8):
            box = (15 + column * 50 + 5, 15 + row * 50 + 5, 15 + column * 50 + 45, 15 + row * 50 + 45)
            difference = ImageChops.difference(picture.crop(box), empty.crop(box)).convert("L")
            if sum(difference.histogram()[40:]) > 50:
                occupied.add(f"{file}{8 - row}")
    assert occupied == set(figures)


def test_the_last_move_and_the_side_below_are_seen():
    frame = Frame(chess(CHESS), last=("e2", "e4"))
    white = open_image(board_png(frame, game="chess", field=50)).convert("RGB")
    black = open_image(board_png(frame, game="chess", field=50, orientation=Side.BLACK)).convert("RGB")
    assert near(white.getpixel((15 + 4 * 50 + 4, 15 + 6 * 50 + 4)), COLOURS["board-light-last"])
    assert near(black.getpixel((15 + 3 * 50 + 4, 15 + 1 * 50 + 4)), COLOURS["board-light-last"])


def test_a_white_piece_is_light_and_a_black_one_dark():
    frame = Frame({"d4": pieces("K"), "e4": pieces("k")})
    picture = open_image(board_png(frame, game="tavreli", field=100)).convert("RGB")
    boxes = ((30 + column * 100 + 10, 430 + 10, 30 + column * 100 + 90, 430 + 85) for column in (3, 4))
    white, black = (ImageStat.Stat(picture.crop(box).convert("L")).mean[0] for box in boxes)
    assert white > black + 40


def test_a_game_moves_from_its_first_position_to_its_last():
    frames = [
        Frame({"e2": pieces("K")}),
        Frame({"e4": pieces("K")}, last=("e2", "e4")),
        Frame({"e5": pieces("K")}, last=("e4", "e5")),
    ]
    moving = open_image(game_gif(frames, game="tavreli", field=40, pause_ms=500, rest_ms=2000))
    assert moving.n_frames == 3
    assert moving.info["loop"] == 0
    pauses = []
    for index, frame in enumerate(frames):
        moving.seek(index)
        pauses.append(moving.info["duration"])
        still = open_image(board_png(frame, game="tavreli", field=40)).convert("RGB")
        image = moving.convert("RGB")
        for square in ("e2", "e4", "e5", "a1"):
            point = (12 + "abcdefgh".index(square[0]) * 40 + 20, 12 + (8 - int(square[1])) * 40 + 6)
            assert near(image.getpixel(point), "#{:02x}{:02x}{:02x}".format(*still.getpixel(point))), (index, square)
    assert pauses == [500, 500, 2000]


def test_a_picture_that_stands_alone_has_the_colours_of_the_pages():
    document = parse(board_svg(chess(CHESS), game="chess", title="Board", style=style_sheet()))
    style = next(part for part in document.iter() if part.tag.endswith("style")).text
    assert COLOURS["board-dark"] in style
    assert "var(" not in style
    tokens = TOKENS.read_text().split(":root {")[1].split("}")[0]
    page_colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", tokens))
    assert {name: page_colours[name] for name in COLOURS} == dict(COLOURS)


def every_piece(game: str) -> dict[str, tuple[Figure, ...]]:
    """Return the start position, or if pieces stack, a tower of one to twelve pieces on every square."""
    figures = dict(rules_for(game).start().figures())
    if not SPECS[game].pieces.stacked:
        return figures
    pieces = [tower[0] for tower in figures.values()]
    promoted = [Figure(piece.becomes, piece.side, promoted=True) for piece in pieces if piece.becomes]
    kinds = [*pieces, *promoted]
    return {
        f"{file}{rank}": tuple(kinds[(index + step) % len(kinds)] for step in range(index % 12 + 1))
        for index, (file, rank) in enumerate((file, rank) for file in "abcdefgh" for rank in range(1, 9))
    }


@pytest.mark.parametrize("game", list(SPECS))
def test_every_piece_of_every_game_is_painted(game):
    picture = open_image(board_png(Frame(every_piece(game)), game=game, field=40)).convert("RGB")
    empty = open_image(board_png(Frame({}), game=game, field=40)).convert("RGB")
    square = (12 + 40 + 4, 12 + 4, 12 + 2 * 40 - 4, 12 + 40 - 4)  # b8
    assert picture.crop(square).tobytes() != empty.crop(square).tobytes()


def test_the_badge_of_a_high_tower_has_its_colour_and_its_number():
    eight, nine = (
        open_image(board_png(Frame({"a1": pieces(tower)}), game="tavreli", field=200)).convert("RGB")
        for tower in ("KQRBNHRQ", "KQRBNHRQB")
    )
    badge = (60, 60 + 7 * 200 + 160, 60 + 50, 60 + 8 * 200)
    colours = {colour for _, colour in eight.crop(badge).getcolors(200 * 200)}
    assert any(near(colour, COLOURS["mark-last"]) for colour in colours)
    assert eight.crop(badge).tobytes() != nine.crop(badge).tobytes()
