"""PNG and GIF: pieces are visible on their squares, in the colours of the pages."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageColor, ImageStat

from tavleya.rules.contract import Figure
from tavleya.rules.pictures import board_svg, style_sheet
from tavleya.rules.pictures.colours import COLOURS
from tavleya.rules.pictures.raster import Frame, board_png, game_gif
from tavleya.rules.registry import SPECS, rules_for
from tavleya.sides import Side
from tests.tavleya.rules.pictures.positions import CHESS, START, TOWERS, chess, draughts, pieces, tavreli
from tests.tavleya.rules.pictures.reading import parse

ROOT = Path(__file__).resolve().parents[4]


def open_image(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture))


def near(row: tuple[int, ...], other: str) -> bool:
    return all(abs(a - b) <= 12 for a, b in zip(row, ImageColor.getrgb(other), strict=False))


@pytest.mark.parametrize(("game", "figures"), [
    ("chess", chess(CHESS)), ("draughts", draughts("a1 c3 Kd4", "h8 Ke5 f6")), ("tavreli", tavreli(START)),
    ("tavreli", tavreli(TOWERS)),
], ids=["chess", "draughts", "tavreli start", "tavreli towers"])  # fmt: skip
def test_every_piece_is_seen_on_its_square_and_nothing_on_the_others(game, figures):
    picture = open_image(board_png(Frame(figures), game=game, field=50)).convert("RGB")
    empty = open_image(board_png(Frame({}), game=game, field=50)).convert("RGB")
    differs = set()
    for column, file in enumerate("abcdefgh"):
        for row in range(8):
            box = (15 + column * 50 + 5, 15 + row * 50 + 5, 15 + column * 50 + 45, 15 + row * 50 + 45)
            difference = ImageChops.difference(picture.crop(box), empty.crop(box)).convert("L")
            if sum(difference.histogram()[40:]) > 50:
                differs.add(f"{file}{8 - row}")
    assert differs == set(figures)


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
    for number, frame in enumerate(frames):
        moving.seek(number)
        pauses.append(moving.info["duration"])
        alone = open_image(board_png(frame, game="tavreli", field=40)).convert("RGB")
        convert = moving.convert("RGB")
        for square in ("e2", "e4", "e5", "a1"):
            at = (12 + "abcdefgh".index(square[0]) * 40 + 20, 12 + (8 - int(square[1])) * 40 + 6)
            assert near(convert.getpixel(at), "#{:02x}{:02x}{:02x}".format(*alone.getpixel(at))), (
                number,
                square,
            )
    assert pauses == [500, 500, 2000]


def test_a_picture_that_stands_alone_has_its_own_colours():
    document = parse(board_svg(chess(CHESS), game="chess", title="Board", style=style_sheet()))
    style = next(part for part in document.iter() if part.tag.endswith("style")).text
    assert COLOURS["board-dark"] in style
    assert "var(" not in style


def test_its_colours_are_those_of_the_pages():
    tokens = (ROOT / "static/css/tokens.css").read_text().split(":root {")[1].split("}")[0]
    of_pages = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", tokens))
    assert {name: of_pages[name] for name in COLOURS} == dict(COLOURS)


def every_piece(game: str) -> dict[str, tuple[Figure, ...]]:
    """The pieces of the start position, and where they stack every one of them in towers of one to twelve."""
    figures = dict(rules_for(game).start().figures())
    if not SPECS[game].pieces.stacked:
        return figures
    pieces = [pieces[0] for pieces in figures.values()]
    promoted = [Figure(piece.becomes, piece.side, promoted=True) for piece in pieces if piece.becomes]
    every = [*pieces, *promoted]
    return {
        f"{file}{rank}": tuple(every[(index + step) % len(every)] for step in range(index % 12 + 1))
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
