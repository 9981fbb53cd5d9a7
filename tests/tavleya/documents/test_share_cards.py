"""The pictures that messengers show: our boards as pixels, in our fonts, in the colours of the site."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tavleya.documents.paper import script_of
from tavleya.documents.share_cards import ACCENT, HEIGHT, INK, PAPER, WIDTH, Lettering, Line, ShareCard, share_card
from tavleya.rules.pictures.defs import COLOURS
from tavleya.rules.pictures.raster import Frame, board_png
from tavleya.rules.registry import rules_for
from tests.paths import ROOT

TOKENS = Path(ROOT, "static/css/tokens.css").read_text().split("@media")[0]


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


def test_a_card_has_its_words_table_and_board(letters: Lettering) -> None:
    start = board_png(Frame(dict(rules_for("chess").start().figures())), game="chess")
    plain = picture(share_card(ShareCard("Spring Cup", facts=("3 May 2026",)), letters))
    table = picture(share_card(ShareCard("Open", lines=(Line("1", "Алиса", "4½"),), head="Leaders"), letters))
    board = picture(share_card(ShareCard("Alice – Bob", board=start), letters))
    words = (40, 60, 600, 300)
    assert all(rgb(INK) in colours_in(image, words) for image in (plain, table, board))
    assert rgb(COLOURS["board-dark"]) in colours_in(board, (700, 100, 1100, 500))
    assert rgb(COLOURS["board-dark"]) not in colours_in(table, (700, 100, 1100, 500))


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
