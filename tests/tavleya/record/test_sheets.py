"""Score sheets: read, merged, compared, and typed in."""

import json
import random

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.record import commands
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.record.fold import snapshot
from tavleya.record.merging import Keeper, Merge, MoveSource, Sheet, Word, merge, read_sheet
from tavleya.record.replay import CellAgreement, cells, continuations, written_result
from tavleya.record.results import Result
from tavleya.rules.contract import Style
from tavleya.rules.pgn import read_pgn
from tavleya.rules.registry import rules_for
from tests.paths import DATA
from tests.refusals import refused
from tests.tavleya.record.build import Board

CHESS = rules_for("chess")
W, B, A = Keeper.WHITE, Keeper.BLACK, Keeper.ARBITER

# Seed 001, first sample game, as White and as Black might have written it.
ENGLISH = """1. d4 Nf6 2. c4 e6 3. Nf3 b6 4. g3 Ba6 5. Qa4 Bb7 6. Bg2 c5 7. dxc5 bxc5"""
RUSSIAN = """1 d4 Кf6 2 c4 e6 3 Кf3 b6 4 g3 Сa6 5 Фa4 Сb7 6 Сg2 c5 7 dc5 bc5"""


def merged(game: str, *sheets: Sheet) -> Merge:
    rules = rules_for(game)
    return merge(rules, rules.start(), sheets)


AGREED, CHOSEN, REBUILT, SINGLE = MoveSource.AGREED, MoveSource.CHOSEN, MoveSource.RECONSTRUCTED, MoveSource.SINGLE
OPENING = "d2d4 g8f6 c2c4 e7e6 g1f3 b7b6 g2g3 c8a6 d1a4 a6b7 f1g2 c7c5 d4c5 b6c5"


@pytest.mark.article("tavreli:8.1", "tavreli:8.5", "tavreli:8.6")
@pytest.mark.parametrize(("white", "black", "moves", "sources", "stopped"), [
    # Two sheets in different languages agree, and either may be behind.
    (ENGLISH, RUSSIAN, OPENING, [AGREED] * 14, False),
    (ENGLISH, "1. d4 Кf6 2. c4 e6", OPENING, [AGREED] * 4 + [SINGLE] * 10, False),
    # An illegal claim yields to a legal one; where both ways are possible the arbiter decides.
    ("1. e4 e5 2. Nf3", "1. e4 e5 2. Кe3", "e2e4 e7e5 g1f3", [AGREED, AGREED, CHOSEN], False),
    ("1. e4 e5 2. Nf3 d6", "1. e4 e5 2. Кc3 d6", "e2e4 e7e5", [AGREED] * 2, True),
    # What cannot be read on one sheet is on the other; a move on no sheet is found where one fits what follows.
    ("1. e4 e5 2. ??? Nc6", "1. e4 e5 2. Кf3 Кc6", "e2e4 e7e5 g1f3 b8c6", [AGREED, AGREED, CHOSEN, SINGLE], False),
    ("1. e4 e5 2. Nf3 Nc6 3. ? a6 4. Bxc6", "1. e4 e5 2. Кf3 Кc6", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6",
     [*[AGREED] * 4, REBUILT, SINGLE, SINGLE], False),
    ("1. e4 e5 2. Nf3 ? 3. ? a6 4. Ba4 Nd4", "", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 c6d4",
     [*[SINGLE] * 3, REBUILT, REBUILT, *[SINGLE] * 3], False),
    ("1. e4 e5 2. ? Nc6", "", "e2e4 e7e5", [SINGLE] * 2, True),
])  # fmt: skip
def test_sheets_are_merged_as_far_as_they_leave_one_way(white, black, moves, sources, stopped) -> None:
    sheets = [read_sheet("chess", W, white, "en")] + [read_sheet("chess", B, black, "ru")] * bool(black)
    score = merged("chess", *sheets)
    assert score.moves == tuple(moves.split())
    assert [ply.source for ply in score.plies] == sources
    assert (score.stopped is not None) is stopped
    assert dict(score.lengths) == {sheet.keeper: len(sheet.words) for sheet in sheets}


@pytest.mark.article("tavreli:8.1")
@pytest.mark.parametrize(("game", "text", "words", "result"), [
    # A draw offer is the mark of the move that it was made with, a promotion none.
    *(("chess", text, "e4 e5= Nf3", None) for text in (
        "1. e4 e5 (=) 2. Nf3", "1.e4 e5= 2.Nf3", "1. e4 e5 = 2. Nf3", "1 e4 e5 ( = ) Nf3",
    )),
    ("chess", "61. d8=Q d1=Q+ 62. e8=N", "d8=Q d1=Q+ e8=N", None),
    # A half-move left out is a gap and not a shift; the number before a move of Black is no move.
    *(("chess", text, "e4 - Nf3", None) for text in ("1. e4 2. Nf3", "1. e4 -- 2. Nf3", "1. e4 ? 2. Nf3")),
    *(("chess", text, "e4 e5", None) for text in (
        "1. e4 1... e5", "1. e4 1...e5", "1. e4 1 ... e5", "1. e4 1… e5",
    )),
    # Castling is no result where there is castling, and one in draughts.
    ("chess", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0", "e4 e5 Nf3 Nc6 Bc4 Bc5 0-0", None),
    ("draughts", "1. c3-d4 d6-c5 0-0", "c3-d4 d6-c5", "0-0"),
])  # fmt: skip
def test_a_sheet_is_cut_into_words(game: str, text: str, words: str, result: str | None) -> None:
    sheet = read_sheet(game, B, text)
    assert " ".join((word.text or "-") + "=" * word.offered for word in sheet.words) == words
    assert (sheet.result or None) == result


@pytest.mark.article("tavreli:8.1")
@pytest.mark.parametrize(
    ("white", "black", "differ"), [("1. e4 e5 2. Nf3", "1. e4 e5 (=)", (2,)), ("1. e4 e5 (=)", "1. e4 e5=", ())]
)
def test_an_offer_marked_on_one_sheet_only_is_shown(white: str, black: str, differ: tuple[int, ...]) -> None:
    assert merged("chess", read_sheet("chess", W, white), read_sheet("chess", B, black)).marks_differ == differ


def recorded(game: str) -> list[tuple[str, ...]]:
    """The book's own game of tavreli, and five of chess."""
    if game == "tavreli":
        games = json.loads((DATA / "tavreli" / "games.json").read_text())["games"]
        return [tuple(record["moves"]) for record in games if record["name"] == "seed-game"]
    return [record.moves for record in read_pgn((DATA / "chess-match-1886.pgn").read_text()).games[:5]]


@pytest.mark.parametrize(("game", "style", "language"), [
    ("chess", "short", "en"), ("chess", "long", "en"), ("chess", "short", "ru"), ("chess", "long", "uk"),
    ("tavreli", "book", "ru"),
])  # fmt: skip
def test_recorded_games_written_out_and_read_again_are_the_same(game: str, style: str, language: str) -> None:
    rules = rules_for(game)
    for moves in recorded(game):
        position, words = rules.start(), []
        for index, text in enumerate(moves):
            move = rules.read(position, text)
            word = rules.write(position, move, Style(style, language))
            words.append(f"{index // 2 + 1}.{word}" if index % 2 == 0 else word)
            position = position.play(move)
        sheet = read_sheet(game, W, " ".join(words) + " 1-0", language)
        assert sheet.result == "1-0"
        assert merged(game, sheet).moves == moves


@pytest.mark.parametrize(("game", "text", "moves"), [
    *(("tavreli", text, "d2-d3 d8-c7 b1-c3 h8-h7") for text in (
        "1.г2–г3 г8хв7 2. б1 – в3 з8 х з7", "1 г2 - г3 г8 х в7 2 б1-в3 з8хз7", "1. г2—г3 г8 × в7\n2. б1—в3 з8 × з7",
    )),
    ("draughts", "1. c3 - d4 d6 - c5 2. b2 - c3 1-0", "c3-d4 d6-c5 b2-c3"),
])  # fmt: skip
def test_squares_may_stand_apart(game: str, text: str, moves: str) -> None:
    sheet = read_sheet(game, W, text, "ru")
    assert len(sheet.words) == len(moves.split())
    assert " ".join(merged(game, sheet).moves) == moves


def test_a_wrong_move_number_is_a_slip_that_is_mentioned() -> None:
    sheet = read_sheet("chess", W, "1. e4 e5 22. Nf3 Nc6")
    assert [word.text for word in sheet.words] == ["e4", "e5", "Nf3", "Nc6"]
    assert [warning.code for warning in sheet.warnings] == ["number_out_of_order"]


@pytest.mark.article("tavreli:8.5")
def test_where_the_sheets_part_each_claim_is_followed_through_both() -> None:
    white = read_sheet("chess", W, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6")
    black = read_sheet("chess", B, "1. e4 e5 2. Nf3 Nc6 3. Bc4 a6 4. Ba4 Nf6")
    score = merged("chess", white, black)
    difference = score.differences[0]
    assert (score.agreed, difference.number) == (4, 5)
    claims = {claim.keeper: claim for claim in difference.claims}
    assert (claims[W].canonical, claims[B].canonical) == ("f1b5", "f1c4")
    # From Bb5 both sheets can be read to their ends; after Bc4 there is no Ba4, not even on Black's own.
    assert (claims[W].own, claims[W].others) == (3, 3)
    assert (claims[B].own, claims[B].others) == (1, 1)
    assert claims[W].position != claims[B].position
    assert difference.supported is W
    assert score.plies[4].source is MoveSource.CHOSEN and len(score.moves) == 8


@pytest.mark.article("tavreli:8.5")
@pytest.mark.parametrize(("black", "supported"), [("1. e4 e5 2. Ne3", W), ("1. e4 e5 2. Nc3", None)])
def test_an_illegal_claim_has_its_reason_and_of_two_legal_ones_neither_is_supported(black, supported) -> None:
    score = merged("chess", read_sheet("chess", W, "1. e4 e5 2. Nf3"), read_sheet("chess", B, black))
    (difference,) = score.differences
    claims = {claim.keeper: claim for claim in difference.claims}
    assert (claims[B].canonical == "", claims[B].why is not None) == (supported is W, supported is W)
    assert difference.supported is supported
    assert score.stopped is (None if supported else difference)


@pytest.mark.article("tavreli:8.5")
def test_the_arbiter_s_own_sheet_settles_what_the_players_dispute() -> None:
    score = merged(
        "chess",
        read_sheet("chess", W, "1. e4 e5 2. Nf3 d6 3. Bc4"),
        read_sheet("chess", B, "1. e4 e5 2. Nc3 d6 3. Bc4"),
        read_sheet("chess", A, "1. e4 e5 2. Nc3 d6 3. Bc4 Nf6"),
    )
    claims = score.differences[0].claims
    assert [claim.canonical for claim in claims] == ["g1f3", "b1c3", "b1c3"]


@pytest.mark.article("tavreli:8.5")
def test_an_unclear_move_stays_open_with_its_candidates() -> None:
    score = merged("chess", read_sheet("chess", W, "1. e4 e5 2. ? Nc6 3. Bb5"))
    assert score.stopped is score.gaps[-1]
    candidates = score.gaps[-1].candidates
    assert {"g1f3", "b1c3"} <= set(candidates) and "e1e2" not in candidates  # the king would block the bishop
    assert score.moves == ("e2e4", "e7e5")


@pytest.mark.parametrize("game", ["chess", "draughts", "tavreli"])
def test_a_blanked_move_is_either_found_or_among_the_candidates(game: str) -> None:
    rules, rng = rules_for(game), random.Random(7)
    for _ in range(12):
        position, texts = rules.start(), []
        for _ in range(16):
            legal = position.legal_moves()
            if not legal:
                break
            move = rng.choice(legal)
            texts.append(move.text)
            position = position.play(move)
        blank = rng.randrange(4, len(texts) - 2)
        words = [Word(text) for text in texts]
        words[blank] = Word("")
        score = merge(rules, rules.start(), [Sheet(Keeper.WHITE, tuple(words))])
        assert score.moves[:blank] == tuple(texts[:blank])
        if score.stopped is None:
            assert score.moves == tuple(texts)
        else:
            assert texts[blank] in score.gaps[-1].candidates


@pytest.mark.parametrize("game", ["chess", "draughts", "tavreli"])
@pytest.mark.parametrize("text", ["", "   \n", "1.", "мат", "(((((", "=", "1. e4 " * 500, "\x00\u202e"])
def test_any_text_is_cut_and_walked_without_an_error(game: str, text: str) -> None:
    sheet = read_sheet(game, Keeper.WHITE, text)
    merged(game, sheet)


START = CHESS.start()


def sheet(keeper: Keeper, text: str, language: str = "") -> Sheet:
    return read_sheet("chess", keeper, text, language)


def standings(sheet: Sheet, *others: Sheet) -> list[CellAgreement]:
    return [cell.standing for cell in cells(CHESS, START, sheet, merge(CHESS, START, [sheet, *others]))]


@pytest.mark.article("tavreli:8.5")
def test_every_word_has_its_agreement_with_the_merged_score() -> None:
    white = sheet(Keeper.WHITE, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4")
    black = sheet(Keeper.BLACK, "1. e4 e5 2. ? Nc6 3. Bc4 a6 4. Ba4")
    assert standings(white, black) == [CellAgreement.SAME] * 7
    assert standings(black, white) == [
        CellAgreement.SAME, CellAgreement.SAME, CellAgreement.OPEN, CellAgreement.SAME, CellAgreement.OTHER,
        CellAgreement.SAME, CellAgreement.SAME,
    ]  # fmt: skip


def test_words_after_an_unplayable_word_are_lost() -> None:
    alone = sheet(Keeper.WHITE, "1. e4 e5\n2. Qxf7 Nc6\n3. zz9")
    sheet_cells = cells(CHESS, START, alone, merge(CHESS, START, [alone]))
    bad = next(cell for cell in sheet_cells if cell.why is not None)
    assert (bad.number, bad.line, bad.text) == (3, 2, "Qxf7")
    assert str(bad.why.params)
    assert all(cell.standing in (CellAgreement.LOST, CellAgreement.BAD) for cell in sheet_cells[2:])


def test_a_word_with_two_meanings_says_the_one_that_the_score_has() -> None:
    # К is a knight in Russian: read without a language, Kb1 is both the king's move and the knight's.
    moves = "1. d4 d5 2. Nd2 Nf6 3. b3 e6 4. Bb2 Be7 5. e3 0-0 6. Qe2 c5 7. 0-0-0 Nc6 8. {} a6 9. Nh3 b5"
    white = sheet(Keeper.WHITE, moves.format("Kb1"))
    assert set(standings(white, sheet(Keeper.BLACK, moves.format("Kb1"), "en"))) == {CellAgreement.SAME}


@pytest.mark.article("tavreli:8.5")
def test_each_way_is_followed_through_its_own_sheet_to_the_result_it_implies() -> None:
    mate = sheet(Keeper.WHITE, "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
    quiet = sheet(Keeper.BLACK, "1. e4 e5 2. Bc4 Nc6 3. Qf3 Nd4 1/2-1/2")
    score = merge(CHESS, START, [mate, quiet])
    first, second = continuations(CHESS, START, [mate, quiet], score, score.differences[0])
    assert (first.plies, first.implied, first.ending is not None) == (7, Result.WHITE_WINS, True)
    assert (second.plies, second.implied, second.ending) == (6, Result.DRAW, None)
    assert first.after.text() == "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


@pytest.mark.parametrize(("text", "result"), [
    ("1-0", "1-0"), ("0:1", "0-1"), ("½", "1/2-1/2"), ("2-0", "1-0"), ("1-1", "1/2-1/2"), ("*", None), ("", None),
])  # fmt: skip
def test_a_result_is_read_as_sheets_have_it(text: str, result: str | None) -> None:
    assert written_result(text) == result


def test_lines_of_the_typed_text_are_kept_through_remarks() -> None:
    typed = sheet(Keeper.WHITE, "1. e4 {a\nlong remark}\ne5 ; and\n2. Nf3 (=)\nNc6")
    assert [(word.text, word.line, word.offered) for word in typed.words] == [
        ("e4", 1, False), ("e5", 3, False), ("Nf3", 4, True), ("Nc6", 5, False),
    ]  # fmt: skip


FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


FIVEFOLD = ("g1f3", "g8f6", "f3g1", "f6g8") * 4  # after 16 half-moves the first position for the fifth time


@pytest.mark.article("chess:9.6.1")
@pytest.mark.parametrize(("moves", "on_sheet", "result", "reason", "ends"), [
    (FOOLS_MATE, (), Result.BLACK_WINS, "checkmate", []),
    (FOOLS_MATE, (Result.BLACK_WINS, "score_sheet"), Result.BLACK_WINS, "checkmate", []),
    # A different result on the sheet stands, and moves after the end change nothing: the end is marked.
    (FOOLS_MATE, (Result.DRAW, "agreement"), Result.DRAW, "agreement", [(4, "checkmate")]),
    ((*FIVEFOLD, "e2e4", "e7e5"), (), None, "", [(16, "fivefold")]), (FOOLS_MATE[:2], (), None, "", []),
])  # fmt: skip
def test_the_last_move_brings_its_result_unless_the_sheet_says_another(moves, on_sheet, result, reason, ends) -> None:
    state = Board(game="chess").do(commands.sheet, moves, *on_sheet)
    assert (state.ply, state.result, state.termination) == (len(moves), result, reason)
    assert state.phase is (GamePhase.FINISHED if result else GamePhase.PENDING)
    assert [(ply.number, ply.ends) for ply in state.plies if ply.ends] == ends
    assert snapshot(state)["past_end"] is bool(ends)


@pytest.mark.parametrize("on_sheet", [(Result.BLACK_WINS, "score_sheet"), ()])
def test_a_result_in_the_record_is_not_touched_by_the_sheet_and_the_end_is_marked(on_sheet) -> None:
    board = Board(game="chess")
    board.do(commands.enter_result, Result.WHITE_WINS, termination="reported", article="", reason="")
    state = board.do(commands.sheet, FOOLS_MATE, *on_sheet)
    assert (state.result, state.ply) == (Result.WHITE_WINS, 4)
    assert [(ply.number, ply.ends) for ply in state.plies if ply.ends] == [(4, "checkmate")]


def test_the_first_bad_move_is_named_and_nothing_is_entered_nor_into_an_annulled_game() -> None:
    board = Board(game="tavreli")
    with refused(BadInput, "bad_ply", ply=3):
        board.do(commands.sheet, ("e2-e4", "e7-e5", "e4-e6", "g8-f6"))
    assert len(board.entries) == 1
    board.do(lambda state: (EntryDraft(EntryKind.ANNULMENT, data={"reason": "wrong set-up"}),))
    with pytest.raises(Conflict):
        board.do(commands.sheet, ("e2-e4",))


def test_moves_struck_out_mark_nothing() -> None:
    board = Board(game="chess")
    board.do(commands.sheet, (*FIVEFOLD, "e2e4"))
    state = board.do(lambda _: (EntryDraft(EntryKind.RESTORATION, data={"ply": 4, "set": {}}),))
    assert snapshot(state)["past_end"] is False


@pytest.mark.parametrize(("game", "start", "cycle", "last", "ends"), [
    ("draughts", "W:WKa1:BKb8", ("a1-b2", "b8-a7", "b2-a1", "a7-b8"), "a1-b2", [(8, "repetition")]),
    ("tavreli", "start", ("g1-f3", "g8-f6", "f3-g1", "f6-g8") * 2, "e2-e4", []),
])  # fmt: skip
def test_draughts_ends_with_the_third_appearance_and_tavreli_goes_on(game, start, cycle, last, ends) -> None:
    state = Board(game=game, start=start).do(commands.sheet, (*cycle * 2, last))
    assert [(ply.number, ply.ends) for ply in state.plies if ply.ends] == ends
    assert snapshot(state)["past_end"] is bool(ends)
