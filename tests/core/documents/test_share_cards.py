"""The pictures that messengers show: our boards as pixels, in our fonts, in the colours of the site."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from core.documents.lettering import script_of
from core.documents.outlines import outlines
from core.documents.raster import board_picture, drawing_picture
from core.documents.share_cards import (
    ACCENT,
    HEIGHT,
    INK,
    PAINTS,
    PAPER,
    WIDTH,
    Lettering,
    Line,
    ShareCard,
    share_card,
)
from core.rules.contract import Figure, GameKind
from core.rules.pictures import board_svg
from core.rules.registry import SPECS, rules_for
from tests.paths import ROOT

TOKENS = Path(ROOT, "static/css/tokens.css").read_text().split("@media")[0]
OF_CLASSES = {
    "light": "board-light", "dark": "board-dark", "light-last": "board-light-last", "dark-last": "board-dark-last",
}  # fmt: skip


@pytest.fixture(scope="module")
def letters() -> Lettering:
    return Lettering({path.stem: path.read_bytes() for path in Path(ROOT, "static/fonts").glob("*.woff2")})


def picture(packed: bytes) -> Image.Image:
    image = Image.open(BytesIO(packed))
    assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))
    return image.convert("RGB")


def colours_in(image: Image.Image, box: tuple[int, int, int, int]) -> set[tuple[int, int, int]]:
    return {colour for _, colour in image.crop(box).getcolors(1 << 20) or []}


def rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return red, green, blue


def test_the_colours_are_those_of_the_light_site() -> None:
    light = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", TOKENS))
    assert (light["ink"], light["paper"], light["accent"]) == (INK, PAPER, ACCENT)
    assert {name: PAINTS[name]["fill"] for name in OF_CLASSES} == {
        name: light[token] for name, token in OF_CLASSES.items()
    }
    assert PAINTS["w"]["fill"] == light["piece-white"]
    assert PAINTS["b"]["fill"] == light["piece-black"]


def every_piece(game: GameKind) -> dict[str, tuple[Figure, ...]]:
    """The pieces of the start position, and where they stack every one of them in towers of one to twelve."""
    figures = dict(rules_for(game).start().figures())
    if not SPECS[game].pieces.stacked:
        return figures
    pieces = [pieces[0] for pieces in figures.values()]
    promoted = [Figure(one.becomes, one.side, promoted=True) for one in pieces if one.becomes]
    every = [*pieces, *promoted]
    return {
        f"{file}{rank}": tuple(every[(at + step) % len(every)] for step in range(at % 12 + 1))
        for at, (file, rank) in enumerate((file, rank) for file in "abcdefgh" for rank in range(1, 9))
    }


@pytest.mark.parametrize("game", list(SPECS))
def test_every_piece_of_every_game_is_drawn(game: GameKind, letters: Lettering) -> None:
    """A drawing with an element that is not painted here is refused and not left out."""
    svg = board_svg(every_piece(game), game=game, title="All", last_move=("a1", "b2"), check="e1")
    image = board_picture(svg, 400, PAINTS, letters.strong.at)
    assert {rgb(PAINTS["light"]["fill"]), rgb(PAINTS["dark"]["fill"])} <= colours_in(image, (0, 0, 400, 400))
    empty = board_picture(board_svg({}, game=game, title="None"), 400, PAINTS, letters.strong.at)
    square = image.crop((60, 20, 110, 60))  # on b8
    assert square.tobytes() != empty.crop((60, 20, 110, 60)).tobytes()


@pytest.mark.parametrize(
    "markup",
    ['<ellipse cx="5" cy="5" rx="2" ry="3"/>', '<g transform="skewX(4)"><rect width="2" height="2"/></g>'],
)
def test_what_is_not_drawn_is_refused(markup: str) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">{markup}</svg>'
    with pytest.raises(ValueError, match="not drawn"):
        drawing_picture(svg, 20, {"paper": {"fill": PAPER}})


def test_a_hole_stays_open() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'
        '<path fill="#000000" fill-rule="evenodd" d="M0 0H10V10H0ZM3 3h4v4h-4z"/></svg>'
    )
    image = drawing_picture(svg, 100, {"paper": {"fill": PAPER}})
    assert image.getpixel((10, 10)) == (0, 0, 0)
    assert image.getpixel((50, 50)) == rgb(PAPER)


def test_a_path_is_read_with_whatever_is_left_out_of_it() -> None:
    """Numbers without a space between them, commands that are repeated, arcs."""
    ((points, closed),) = outlines("M1-2L3.5.5 4 1l1-1z")
    assert (points, closed) == ([(1, -2), (3.5, 0.5), (4, 1), (5, 0)], True)
    ((arc, _),) = outlines("M0 0a5 5 0 0 1 10 0")
    assert arc[-1] == pytest.approx((10, 0))
    assert min(y for _, y in arc) == pytest.approx(-5, abs=0.1)
    with pytest.raises(ValueError, match="not read"):
        outlines("M0 0T1 1")


def test_a_card_has_its_words_table_and_board(letters: Lettering) -> None:
    svg = board_svg(dict(rules_for(GameKind.CHESS).start().figures()), game=GameKind.CHESS, title="Start")
    plain = picture(share_card(ShareCard("Spring Cup", facts=("3 May 2026",)), letters))
    table = picture(share_card(ShareCard("Open", lines=(Line("1", "Алиса", "4½"),), head="Leaders"), letters))
    board = picture(share_card(ShareCard("Alice – Bob", board=svg), letters))
    words = (40, 60, 600, 300)
    assert all(rgb(INK) in colours_in(image, words) for image in (plain, table, board))
    assert rgb(PAINTS["dark"]["fill"]) in colours_in(board, (700, 100, 1100, 500))
    assert rgb(PAINTS["dark"]["fill"]) not in colours_in(table, (700, 100, 1100, 500))


def test_long_names_stay_inside(letters: Lettering) -> None:
    name = "Открытый чемпионат города Константинополя памяти Длиннофамильцева-Заморского " * 3
    lines = tuple(Line(str(at), name, "10½") for at in range(1, 6))
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
