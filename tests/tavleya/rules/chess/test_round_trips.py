"""Moves of recorded games written in every form and language are read back as the same moves."""

import itertools
import re

import chess
import pytest

from tavleya.errors import BadInput
from tavleya.rules.contract import Style
from tavleya.rules.letters import PIECE_LETTERS
from tests.tavleya.rules.chess.samples import RULES, recorded_plies

STYLES = [
    Style("canonical"), Style("pgn"), Style("figurine"), Style("book"),
    *(Style(form, language) for form in ("short", "long") for language in PIECE_LETTERS),
]  # fmt: skip


def test_every_form_is_read_back():
    """Each ply in one form, each form on every part of a game: 22 forms over eight thousand plies."""
    for (position, move), style in zip(recorded_plies(), itertools.cycle(STYLES), strict=False):
        written = RULES.write(position, move, style)
        reading = RULES.read_token(position, written, language=style.language)
        assert reading.move == move, (position.text(), written, style)
        assert reading.warnings == (), (position.text(), written, style)


def _bare(text):
    return re.sub(r"[x+#]| e\.p\.", "", text)


def _cyrillic_squares(text):
    return text.translate(str.maketrans("acex", "асех"))


VARIATIONS = [
    ("en", _bare),
    ("ru", _bare),
    ("en", lambda text: text.replace("x", ":").replace("#", "++")),
    ("ru", lambda text: text.replace("x", ":")),
    ("ru", _cyrillic_squares),
    ("en", _cyrillic_squares),
]


@pytest.mark.article("chess:C.9", "chess:C.13")
@pytest.mark.parametrize("language, change", VARIATIONS)
@pytest.mark.parametrize("form", ["short", "long"])
def test_moves_are_read_however_players_write_them(form, language, change):
    for position, move in itertools.islice(recorded_plies(), 0, None, 7):
        written = change(RULES.write(position, move, Style(form, language)))
        assert RULES.read(position, written, language=language) == move, (position.text(), written)


@pytest.mark.article("chess:C.8", "chess:C.10")
def test_the_pgn_form_is_that_of_another_writer():
    for position, move in itertools.islice(recorded_plies(), 0, None, 3):
        library_move = chess.Move.from_uci(move.text)
        assert RULES.write(position, move, Style("pgn")) == position.board.san(library_move)


@pytest.mark.parametrize("fen, move, style, written", [
    ("4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1", "f5e6", Style("short"), "fxe6 e.p."),
    ("4k3/8/8/4pP2/8/8/8/4K3 w - e6 0 1", "f5e6", Style("pgn"), "fxe6"),
    ("8/3P4/8/8/8/8/8/K6k w - - 0 1", "d7d8q", Style("short"), "d8Q"),
    ("8/3P4/8/8/8/8/8/K6k w - - 0 1", "d7d8q", Style("pgn"), "d8=Q"),
    ("8/3P4/8/8/8/8/8/K6k w - - 0 1", "d7d8n", Style("long", "ru"), "d7d8К"),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", Style("short"), "0-0-0"),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", Style("pgn"), "O-O-O"),
    ("7k/8/5N1K/8/8/8/8/R7 w - - 0 1", "a1a8", Style("short", "de"), "Ta8#"),
    ("k7/8/8/8/8/8/2Q1Q3/K3Q3 w - - 0 1", "e2d1", Style("figurine"), "♕e2d1"),
    ("k7/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4", Style("long", "fr"), "Dh4e4+"),
    ("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", Style("short"), "Qh4e1"),
])  # fmt: skip
def test_a_move_is_written_as_the_appendix_has_it(fen, move, style, written):
    position = RULES.position(fen)
    assert RULES.write(position, RULES.read(position, move), style) == written


@pytest.mark.parametrize("style", [Style("descriptive"), Style("short", "xx")])
def test_an_unknown_form_or_language_is_refused(style):
    position = RULES.start()
    with pytest.raises(BadInput):
        RULES.write(position, RULES.read(position, "e4"), style)
