"""Moves of chess as they are written and read, in games and in every notation."""

import itertools
import re

import chess
import pytest

from tavleya.errors import BadInput
from tavleya.rules.contract import AmbiguousMove, IllegalMove, Style, UnreadableMove
from tavleya.rules.filegame import PIECE_LETTERS
from tests.refusals import refused
from tests.tavleya.rules.chess.samples import RULES, recorded_plies

START = RULES.start()
#: White: knights b1, f3, bishops c4, c1, queen d1; Black's d5 may be taken by e4 or the bishop.
OPEN_GAME = RULES.position("rnbqkb1r/ppp2ppp/5n2/3pp3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4")
EN_PASSANT = RULES.position("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")
PROMOTION = RULES.position("4r2k/3P4/8/8/8/8/8/K7 w - - 0 1")
FOOLS_MATE = RULES.position("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq g3 0 2")


def read(position, text, language=""):
    return RULES.read(position, text, language=language).text


@pytest.mark.article(
    "chess:C.2", "chess:C.3", "chess:C.4", "chess:C.8", "chess:C.9", "chess:C.10", "chess:C.11", "chess:C.13"
)
@pytest.mark.parametrize(("position", "language", "move", "texts", "warnings"), [
    # Each piece has its letter, or its figurine on any sheet; a pawn has none.
    (OPEN_GAME, "", "e1f1", ["Kf1"], []), (OPEN_GAME, "", "d1e2", ["Qe2"], []), (OPEN_GAME, "", "h1g1", ["Rg1"], []),
    (OPEN_GAME, "", "c4b5", ["Bb5+"], []), (OPEN_GAME, "", "f3e5", ["Nxe5"], []),
    (START, "ru", "g1f3", ["♘f3", "♞f3", "Nf3"], []), (START, "", "e2e4", ["e4"], []),
    (START, "en", "e2e4", ["Pe4"], ["pawn_letter"]), (START, "ru", "e2e4", ["пe4"], ["pawn_letter"]),
    # Short and long forms, and the sign of a capture, which a pawn names its file for.
    (START, "", "g1f3", ["Nf3", "Ng1f3", "Ng1-f3", "N-f3", "g1f3", "Ngf3", "N1f3", "2. Nf3", "2.Nf3", "2 Nf3"], []),
    (OPEN_GAME, "", "c4d5", ["Bxd5", "B:d5", "Bd5", "Bc4xd5", "Bхd5", "Bc4d5", "B×d5"], []),
    (OPEN_GAME, "", "e4d5", ["exd5", "ed5", "e:d5", "e4xd5", "e4d5"], []),
    (EN_PASSANT, "en", "e5f6", ["exf6 e.p.", "exf6e.p.", "ef6", "exf6 е.р.", "e5xf6 e.p.", "exf6 ep"], []),
    (OPEN_GAME, "en", "e4d5", ["exd5 e.p."], ["not_en_passant"]),
    # Letters of the other alphabet that look alike: the source prints its examples so.
    (RULES.position("4k3/8/8/4p3/8/6B1/8/4K3 w - - 0 1"), "en", "g3e5", ["Вхе5"], []), (START, "", "e2e4", ["е4"], []),
    # A pinned piece makes no move ambiguous.
    (RULES.position("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1"), "", "g1e2", ["Ne2"], []),
    # The new piece stands after the move, in the language of the sheet.
    (PROMOTION, "", "d7d8q", ["d8Q", "d8=Q", "d8(Q)", "d8/Q", "d8q", "d7d8Q", "d7-d8=Q", "d7d8q"], []),
    (PROMOTION, "ru", "d7d8q", ["d8Ф"], []), (PROMOTION, "ru", "d7e8n", ["de8К"], []),
    (PROMOTION, "ru", "d7e8r", ["d:e8(Л)+"], []),
    # Castling however its zeros are typed; marks of check and mate, of which a wrong one is a warning.
    (OPEN_GAME, "", "e1g1", ["0-0", "O-O", "o-o", "О-О", "0-0!", "e1g1", "0–0"], []),
    (FOOLS_MATE, "en", "d8h4", ["Qh4", "Qh4#", "Qh4++", "Qh4x", "Qh4‡"], []),
    (FOOLS_MATE, "en", "d8h4", ["Qh4+"], ["mate_marked_check"]), (FOOLS_MATE, "en", "d8g5", ["Qg5+"], ["not_check"]),
    (FOOLS_MATE, "en", "d8g5", ["Qg5#"], ["not_mate"]), (FOOLS_MATE, "en", "d8h4", ["Qxh4#"], ["takes_nothing"]),
    # Small letters are those of a piece only if nothing else fits: a small b is a file.
    (START, "en", "g1f3", ["nf3", "NF3"], ["letter_case"]), (START, "", "e2e4", ["E2E4"], ["letter_case"]),
    (RULES.position("4k3/8/8/8/2p5/1P6/4B3/4K3 w - - 0 1"), "en", "b3c4", ["bxc4"], []),
    (RULES.position("4k3/8/8/8/2p5/8/4B3/4K3 w - - 0 1"), "", "e2c4", ["bxc4"], ["letter_case"]),
])  # fmt: skip
def test_a_move_is_read_in_every_usual_way(position, language, move, texts, warnings):
    for text in texts:
        reading = RULES.read_token(position, text, language=language)
        assert reading.move.text == move, text
        assert [warning.code for warning in reading.warnings] == warnings, text


@pytest.mark.article("chess:C.12")
@pytest.mark.parametrize(("text", "offer", "comment"), [
    ("e4 (=)", True, ""), ("e4(=)", True, ""), ("e4=", True, ""), ("e4 =", True, ""), ("e4!", False, "!"),
])  # fmt: skip
def test_a_draw_offer_is_kept(text, offer, comment):
    reading = RULES.read_token(START, text)
    assert (reading.move.text, reading.offer, reading.comment) == ("e2e4", offer, comment)


@pytest.mark.article("chess:C.3")
@pytest.mark.parametrize("language", PIECE_LETTERS)
def test_each_piece_is_named_by_the_letters_of_the_players_country(language):
    letters = PIECE_LETTERS[language]
    moves = {"K": ("f1", "e1f1"), "Q": ("e2", "d1e2"), "R": ("g1", "h1g1"), "B": ("b3", "c4b3"), "N": ("c3", "b1c3")}
    for kind, (square, move) in moves.items():
        assert read(OPEN_GAME, letters[kind] + square, language) == move


@pytest.mark.article("chess:C.3")
def test_one_letter_means_what_it_means_on_that_sheet():
    rook_or_king = RULES.position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    assert read(rook_or_king, "Rd1", "en") == "a1d1"
    assert read(rook_or_king, "Rd1", "fr") == "e1d1", "roi"
    knight_or_king = RULES.position("4k3/8/8/8/8/8/4N3/4K3 w - - 0 1")
    with pytest.raises(IllegalMove):
        RULES.read(knight_or_king, "Kc3", language="en")
    assert read(knight_or_king, "Кc3", "ru") == "e2c3", "конь"
    assert read(knight_or_king, "Kc3", "ru") == "e2c3", "the same word typed with a Latin K"
    assert read(knight_or_king, "Крd1", "ru") == "e1d1"


@pytest.mark.article("chess:C.3")
def test_a_letter_that_two_languages_read_differently_is_asked_about_when_the_language_is_unknown():
    king_or_knight = RULES.position("4k3/8/8/8/8/8/4N3/3K4 w - - 0 1")
    with pytest.raises(AmbiguousMove) as excinfo:
        RULES.read(king_or_knight, "Кc1")
    assert excinfo.value.candidates == ("d1c1", "e2c1")
    assert read(king_or_knight, "Kc1") == "d1c1", "a Latin K is the king where it can go there"
    assert read(king_or_knight, "Kg3") == "e2g3", "else a knight, typed with the wrong alphabet"


@pytest.mark.article("chess:C.5", "chess:C.6", "chess:C.7")
def test_squares_are_files_a_to_h_and_ranks_1_to_8():
    for square in chess.SQUARES:
        beside = square + 1 if chess.square_file(square) < 7 else square - 1
        far = chess.A8 if chess.square_rank(square) < 4 else chess.A1
        board = chess.Board(None)
        board.set_piece_at(square, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(far, chess.Piece(chess.KING, chess.BLACK))
        position = RULES.position(board.fen())
        name = chess.square_name(beside)
        assert read(position, f"K{name}") == chess.square_name(square) + name
    for text in ("i4", "e9", "e0", "44", "ee"):
        with pytest.raises(UnreadableMove):
            RULES.read(START, text)


@pytest.mark.article("chess:C.9")
def test_a_pawn_capture_without_its_file_is_not_guessed():
    with pytest.raises(IllegalMove):
        RULES.read(PROMOTION, "exd8=Ф", language="ru")
    with pytest.raises(IllegalMove) as excinfo:
        RULES.read(OPEN_GAME, "d5")
    assert excinfo.value.code == "pawn_file_missing"
    assert "e4d5" in excinfo.value.nearest


@pytest.mark.article("chess:C.10")
@pytest.mark.parametrize("fen, fitting", [
    ("4k3/8/8/8/8/8/8/K3N1N1 w - - 0 1", {"Ngf3": "g1f3", "Nef3": "e1f3"}),
    ("4k3/8/8/6N1/8/8/8/K5N1 w - - 0 1", {"N5f3": "g5f3", "N1f3": "g1f3"}),
    ("4k3/8/8/8/3N4/8/7N/K7 w - - 0 1", {"Nhf3": "h2f3", "Ndf3": "d4f3"}),
    ("4k3/8/8/8/3N4/5p2/7N/K7 w - - 0 1", {"Nhxf3": "h2f3", "Ndxf3": "d4f3", "Nhf3": "h2f3"}),
])  # fmt: skip
def test_two_pieces_with_the_same_target_are_distinguished(fen, fitting):
    position = RULES.position(fen)
    for text, move in fitting.items():
        assert read(position, text) == move
    with pytest.raises(AmbiguousMove) as excinfo:
        RULES.read(position, "Nf3")
    assert excinfo.value.candidates == tuple(sorted(set(fitting.values())))


@pytest.mark.parametrize("text", ["", "(=)", "e.p.", "12.", "--", "good move", "Ke", "e4 e5", "0-0-0-0", "e4" * 30])
def test_an_invalid_move_is_unreadable(text):
    with pytest.raises(UnreadableMove):
        RULES.read(START, text)


@pytest.mark.parametrize(
    "text", ["P-K4", "Kt-KB3", "KtxP", "QxP", "N-B3", "R-QB1", "P-B4", "B-Kt5 ch", "5254", "57731"]
)
def test_another_notation_is_called_by_its_name(text):
    """Such a sheet is not evidence and its player must be warned: the opening paragraph of the appendix."""
    assert RULES.explain(OPEN_GAME, text).code == "other_notation"


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
]  # fmt: skip


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


@pytest.mark.parametrize(
    ("style", "code"), [(Style("numeric"), "unknown_form"), (Style("short", "tlh"), "unknown_language")]
)
def test_an_unknown_form_or_language_is_refused(style, code):
    with refused(BadInput, code):
        RULES.write(RULES.start(), RULES.read(RULES.start(), "Nf3"), style)
