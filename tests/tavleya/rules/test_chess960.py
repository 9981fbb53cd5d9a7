"""Chess960 (FIDE Laws, Guidelines II.3): start positions, castling, files, and published counts of moves."""

import random

import chess
import pytest

from tavleya.errors import BadInput
from tavleya.rules import pgn
from tavleya.rules.__main__ import count_lines, main
from tavleya.rules.chess.position import ChessPosition
from tavleya.rules.chess960 import COUNT, STARTS, Chess960Rules, number_of
from tavleya.rules.contract import BadPosition, IllegalMove, LineOfPlay, Ply, Style, Touch, UnreadableMove
from tavleya.rules.registry import rules_for, spec_of

RULES = Chess960Rules()
#: The king on f1 and rooks on b1 and g1: castling to the king's side puts the king where its rook stood.
NEAR = "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1"


@pytest.mark.parametrize(("texts", "squares", "signs", "after"), [
    ("O-O 0-0 O-O+ f1g1 Kf1xg1", ("f1", "g1"), ("0-0", "O-O"), "1R3RK1 b bg - 1 1"),
    ("O-O-O 0-0-0 f1b1", ("f1", "b1"), ("0-0-0", "O-O-O"), "2KR2R1 b bg - 1 1"),
])  # fmt: skip
def test_castling_is_entered_by_its_sign_or_as_king_takes_rook(texts, squares, signs, after) -> None:
    position = RULES.position(NEAR)
    for text in texts.split():
        move = RULES.read(position, text)
        assert move.squares == squares and move.text == "".join(squares)
        assert tuple(RULES.write(position, move, Style(form)) for form in ("short", "pgn")) == signs
        assert position.play(move) == RULES.position(f"1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/{after}")


def test_a_king_that_names_its_target_alone_does_not_castle() -> None:
    with pytest.raises(IllegalMove):
        RULES.read(RULES.position(NEAR), "Kg1")


@pytest.mark.parametrize(("fen", "text", "code"), [
    ("1r3kr1/8/8/8/8/8/8/1R3KR1 w B - 0 1", "O-O", "castling_right_lost"),
    ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "O-O", "castling_king_moved"),
    ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O", "castling_no_rook"),
    ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O", "castling_blocked"),
    ("4k3/8/8/8/8/8/8/1R1NK3 w B - 0 1", "e1b1", "castling_blocked"),
    ("2r1k3/8/8/8/8/8/8/R4K2 w Q - 0 1", "O-O-O", "castling_into_check"),
    ("3rk3/8/8/8/8/8/8/R4K2 w Q - 0 1", "f1a1", "castling_through_check"),
    ("4kr2/8/8/8/8/8/8/R4K2 w Q - 0 1", "O-O-O", "castling_in_check"),
    ("4k3/8/8/8/8/8/8/rR1K4 w B - 0 1", "O-O-O", "castling_not_allowed"),
])  # fmt: skip
def test_why_castling_is_not_legal(fen: str, text: str, code: str) -> None:
    assert RULES.explain(RULES.position(fen), text).code == code


@pytest.mark.article("chess:4.4.1", "chess:4.4.3")
@pytest.mark.parametrize(("fen", "rook", "moves", "article"), [
    (NEAR, "b1", "f1b1", "4.4.1"), (NEAR, "g1", "f1g1", "4.4.1"),
    # If that castling is not legal the king makes another move.
    ("1r3k2/8/8/8/8/8/8/1R3KR1 w B - 0 1", "g1", "f1b1 f1e1 f1e2 f1f2 f1g2", "4.4.3"),
])  # fmt: skip
def test_king_and_then_rook_touched_bind_to_castling_with_that_rook(fen, rook, moves, article) -> None:
    duty = RULES.bound_moves(RULES.position(fen), [Touch("f1"), Touch(rook)])
    assert (" ".join(move.text for move in duty.moves), duty.article) == (moves, article)


@pytest.mark.parametrize(
    ("text", "row"), [("O-O", "1R3RK1"), ("f1g1", "1R3RK1"), ("O-O-O", "2KR2R1"), ("f1b1", "2KR2R1")]
)
def test_castling_against_the_rules_is_done_bodily(text: str, row: str) -> None:
    lost = RULES.position("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w - - 0 1")
    assert RULES.displace(lost, text).text() == f"1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/{row} b - - 1 1"
    with pytest.raises(UnreadableMove):
        RULES.displace(RULES.position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1"), text)


def test_a_piece_beyond_the_target_of_the_rook_does_not_block_the_long_castling() -> None:
    message = RULES.explain(RULES.position("4k3/8/8/8/8/8/8/RK1NN3 w Q - 0 1"), "O-O-O")
    assert (message.code, message.params["squares"]) == ("castling_blocked", "d1")


@pytest.mark.parametrize("seed", range(12))
def test_random_games_are_written_and_read_as_the_library_does(seed: int) -> None:
    rng = random.Random(seed)
    number = rng.randrange(960)
    board, position = chess.Board.from_chess960_pos(number), RULES.position(str(number))
    for _ in range(80):
        if board.is_game_over():
            break
        assert {move.text for move in position.legal_moves()} == {move.uci() for move in board.legal_moves}
        castlings = [move for move in board.legal_moves if board.is_castling(move)]
        move = rng.choice(castlings or list(board.legal_moves))
        written = board.san(move)
        own_move = RULES.read(position, written, language="en")
        assert own_move.text == move.uci() and RULES.write(position, own_move, Style("pgn")) == written
        board.push(move)
        position = position.play(own_move)
        assert isinstance(position, ChessPosition) and position.text() == board.fen(en_passant="legal")


TEXT = """[Event "?"]
[Variant "{variant}"]
[SetUp "1"]
[FEN "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"]
[Result "*"]

1. O-O Ng6 2. Nb3 O-O *
"""


@pytest.mark.parametrize("variant", ["Chess960", "chess960", "Fischerandom"])
def test_the_tag_variant_makes_a_game_of_chess960(variant: str) -> None:
    reading = pgn.read_pgn(TEXT.format(variant=variant))
    [game] = reading.games
    assert reading.clean and game.game == "chess960"
    assert game.start == "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"
    assert game.moves == ("f1g1", "h8g6", "a1b3", "f8g8")
    [problem] = pgn.read_pgn(TEXT.format(variant=variant).replace("1. O-O", "1. O-O-O")).problems
    assert problem.ply == 1


def test_a_game_that_is_written_is_read_again_with_its_start_position() -> None:
    line = LineOfPlay(RULES.position("1"))
    for text in ("Nf3", "Nf6", "g3", "g6", "h3", "h6", "g1h2", "g8h7"):
        move = RULES.read(line.position, text)
        line = line.add(Ply(move.text, line.position.play(move)))
    written = pgn.write_pgn(RULES, line, tags={})
    assert f'[SetUp "1"]\n[FEN "{line.start.text()}"]' in written and '[Variant "Chess960"]' in written
    [game] = pgn.read_pgn(written).games
    assert game.line_of_play.position == line.position


def test_the_start_position_is_always_written_and_a_file_without_it_is_warned_of() -> None:
    assert f'[FEN "{RULES.start().text()}"]' in pgn.write_pgn(RULES, LineOfPlay(RULES.start()), tags={})
    reading = pgn.read_pgn('[Variant "Chess960"]\n\n1. e4 e5 *\n')
    assert reading.clean and [warning.message.code for warning in reading.warnings] == ["start_missing"]


def test_the_command_line_knows_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess960", "perft", "518", "2"]) == 0
    assert main(["chess960", "--rules", "start_position=1", "play", "start", "Nf3", "Nf6"]) == 0
    assert capsys.readouterr().out.startswith("400\nbqnb1rkr/pppppppp/5n2/8/8/5N2/")
    assert main(["chess960", "moves", "1000"]) == 1


KNOWN = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", (21, 528, 12189)),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", (21, 807, 18002)),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", (20, 479, 10471)),
    ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", (22, 593, 13440)),
    ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9", (28, 1120)),
    ("nqn2krb/p1prpppp/1pbp4/7P/5P2/8/PPPPPKP1/NQNRB1RB w g - 3 9", (21, 461, 10608)),
    ("nb1n1kbr/ppp1rppp/3pq3/P3p3/8/4P3/1PPPRPPP/NBQN1KBR w Hh - 1 9", (19, 566, 11786)),
    ("nnrkbbqr/1p2pppp/p2p4/2p5/8/1N2P1P1/PPPP1P1P/1NKRBBQR w hc - 0 9", (26, 672, 18136)),
    ("nnrqk1bb/p1ppp2p/5rp1/1p3p2/1P4P1/5P1P/P1PPP3/NNRQKRBB w FCc - 1 9", (25, 795)),
    ("1bbnrkrq/ppppppp1/8/7p/1n4P1/1PN5/P1PPPP1P/NBBR1KRQ w Gge - 0 9", (30, 803)),
]


@pytest.mark.parametrize(("fen", "counts"), KNOWN)
def test_move_sequences_are_as_many_as_published(fen: str, counts: tuple[int, ...]) -> None:
    position = RULES.position(fen)
    assert tuple(count_lines(position, depth) for depth in range(1, len(counts) + 1)) == counts


def test_every_number_is_a_different_start_position() -> None:
    rows = {STARTS.opening(code).words for code in STARTS.codes}
    assert len(STARTS.codes) == len(rows) == COUNT
    for row in rows:
        bishops = [index for index, piece in enumerate(row) if piece == "B"]
        rooks = [index for index, piece in enumerate(row) if piece == "R"]
        assert sum(bishops) % 2 == 1 and rooks[0] < row.index("K") < rooks[1]
        assert sorted(row) == sorted("RNBQKBNR")


@pytest.mark.parametrize(
    ("number", "row"), [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")]
)
def test_numbers_are_those_of_the_guidelines(number: int, row: str) -> None:
    position = RULES.position(str(number))
    assert position.text() == f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1"
    assert number_of(position) == number
    assert spec_of("chess960").start_words(position) == f"{number}: {row}"


def test_both_spellings_of_the_castling_rights_are_one_position_and_an_inner_rook_keeps_its_file() -> None:
    shredder, x_fen = (
        RULES.position(f"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w {rights} - 2 9")
        for rights in ("HFhf", "KQkq")
    )
    assert shredder == x_fen and shredder.repetition_key() == x_fen.repetition_key()
    inner = RULES.position("4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1")
    assert inner.text() == "4k3/8/8/8/8/8/8/1R2K1RR w G - 0 1"
    assert {"e1g1", "e1h1"} & {move.text for move in inner.legal_moves()} == {"e1g1"}


@pytest.mark.parametrize(("text", "reason"), [
    ("960", "no_start_position"), ("rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w XY - 0 1", "bad_castling_rights"),
    ("4k3/8/8/8/8/8/8/R3K3 w H - 0 1", "bad_castling_rights"),
])  # fmt: skip
def test_an_invalid_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as excinfo:
        RULES.position(text)
    assert reason in (excinfo.value.code, excinfo.value.detail.get("reason"))


def test_a_given_start_position_is_an_option_of_the_rules() -> None:
    rules = rules_for("chess960", {"start_position": "0"})
    assert rules.start().text().startswith("bbqnnrkr/")
    assert rules.position("start") == rules.start()
    assert rules_for("chess960").start().text() == rules_for("chess").start().text()
    for wrong in ("1000", "no position", 1.5):
        with pytest.raises(BadInput):
            rules_for("chess960", {"start_position": wrong})
