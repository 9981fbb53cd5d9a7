"""Sheets laid out beside each other: what each word says there, and where each way leads."""

import pytest

from tavleya.record.comparing import CellAgreement, cells, continuations, written_result
from tavleya.record.merging import merge
from tavleya.record.results import Result
from tavleya.record.sheets import Keeper, Sheet, read_sheet
from tavleya.rules.registry import rules_for

CHESS = rules_for("chess", {})
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
    assert bad.why is not None and str(bad.why.params)
    assert all(cell.standing in (CellAgreement.LOST, CellAgreement.BAD) for cell in sheet_cells[2:])


def test_a_word_with_two_meanings_says_the_one_that_the_score_has() -> None:
    # К is a knight in Russian: read without a language, Kb1 is both the king's move and the knight's.
    moves = "1. d4 d5 2. Nd2 Nf6 3. b3 e6 4. Bb2 Be7 5. e3 0-0 6. Qe2 c5 7. 0-0-0 Nc6 8. {} a6 9. Nh3 b5"
    white = sheet(Keeper.WHITE, moves.format("Kb1"))
    black = sheet(Keeper.BLACK, moves.format("Kb1"), "en")
    assert set(standings(white, black)) == {CellAgreement.SAME}


@pytest.mark.article("tavreli:8.5")
def test_each_way_is_followed_through_its_own_sheet_to_the_result_it_implies() -> None:
    mate = sheet(Keeper.WHITE, "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0")
    quiet = sheet(Keeper.BLACK, "1. e4 e5 2. Bc4 Nc6 3. Qf3 Nd4 1/2-1/2")
    merged = merge(CHESS, START, [mate, quiet])
    first, second = continuations(CHESS, START, [mate, quiet], merged, merged.differences[0])
    assert (first.plies, first.implied, first.ending is not None) == (7, Result.WHITE_WINS, True)
    assert (second.plies, second.implied, second.ending) == (6, Result.DRAW, None)
    assert first.after.text() == "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3"


@pytest.mark.parametrize(("text", "result"), [
    ("1-0", "1-0"), ("0:1", "0-1"), ("½", "1/2-1/2"), ("2-0", "1-0"), ("1-1", "1/2-1/2"), ("*", None),
    ("", None),
])  # fmt: skip
def test_a_result_is_read_as_sheets_have_it(text: str, result: str | None) -> None:
    assert written_result(text) == result


def test_lines_of_the_typed_text_are_kept_through_remarks() -> None:
    result = sheet(Keeper.WHITE, "1. e4 {a\nlong remark}\ne5 ; and\n2. Nf3 (=)\nNc6")
    assert [(word.text, word.line, word.offered) for word in result.words] == [
        ("e4", 1, False), ("e5", 3, False), ("Nf3", 4, True), ("Nc6", 5, False),
    ]  # fmt: skip
