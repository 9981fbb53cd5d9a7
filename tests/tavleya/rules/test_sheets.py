"""Score sheets of sample games, and damaged sheets."""

import json

import pytest

from tavleya.rules.chess import ChessRules
from tavleya.rules.contract import Style
from tavleya.rules.draughts import DraughtsRules
from tavleya.rules.sheets import TokenKind, propose, read_sheet, tokenize
from tavleya.rules.tavreli import TavreliRules
from tests.tavleya.rules.chess.samples import ROOT, line_of

SHEETS = ROOT / "tests" / "data" / "sheets"


def sheet(name: str) -> str:
    return (SHEETS / f"{name}.txt").read_text(encoding="utf-8")


def recorded_sample() -> tuple[str, ...]:
    games = json.loads((ROOT / "tests" / "data" / "tavreli" / "games.json").read_text(encoding="utf-8"))["games"]
    return tuple(next(game["moves"] for game in games if game["name"] == "seed-game"))


@pytest.mark.article("tavreli:G.4", "tavreli:G.6")
def test_the_scan_of_the_books_game_is_mended_by_the_rules_and_one_decided_move() -> None:
    reading = read_sheet(TavreliRules(), sheet("tavreli-book-scan"))
    assert reading.problems == reading.warnings == ()
    assert len(reading.moves) == len(reading.tokens) == 43
    assert reading.result == "1-0"
    assert recorded_sample() in reading.readings
    # A 6 where б or д stood makes most of the moves doubtful by themselves; the rules settle all but three of them.
    assert sum("6" in token for token in reading.tokens) == 15
    assert reading.open == {22: ("c7-b7", "c7-e7"), 30: ("b7-b4", "b7-e4", "e7-e4"), 32: ("b7-e4(2)", "e7-e4(2)")}
    assert len(reading.readings) == 4
    decided = read_sheet(TavreliRules(), sheet("tavreli-book-scan"), decided={30: "e7-e4"})
    assert (decided.readings, decided.moves, decided.open) == ((recorded_sample(),), recorded_sample(), {})


@pytest.mark.article("tavreli:G.1", "tavreli:G.6")
def test_the_undamaged_sheet_needs_no_mending() -> None:
    rules = TavreliRules()
    position, words = rules.start(), []
    for index, text in enumerate(recorded_sample()):
        move = rules.read(position, text)
        words.append(f"{index // 2 + 1}. " * (index % 2 == 0) + rules.write(position, move, Style("book", "ru")))
        position = position.play(move)
    reading = read_sheet(rules, " ".join(words))
    assert reading.moves == recorded_sample()
    assert (reading.mended, reading.problems, reading.warnings) == ({}, (), ())


@pytest.mark.article("chess:C.3", "chess:C.8", "chess:C.9", "chess:C.12", "chess:C.13")
@pytest.mark.parametrize(("form", "third_rank"), [("short", "4QN2"), ("bare", "4QN2"), ("long", "3Q1N2")])
def test_the_three_forms_of_the_chess_sample_are_read(form: str, third_rank: str) -> None:
    """The long form has another eighth move for White."""
    reading = read_sheet(ChessRules(), sheet(f"chess-sample-{form}"))
    assert (reading.problems, reading.warnings, reading.mended, reading.remarks) == ((), (), {}, ())
    assert len(reading.moves) == 21
    end = line_of(*reading.moves).position.text()
    assert end == f"r1bqr1k1/ppp1bppp/2nn4/6B1/8/{third_rank}/PPPN1PPP/1K1R1B1R b - - 9 11"
    assert reading.tokens[-1] == "Kb1 (=)"
    letters = str.maketrans({"N": "К", "Q": "Ф", "R": "Л", "B": "С", "K": "Кр", "x": ":"})
    russian = sheet(f"chess-sample-{form}").translate(letters).replace("e.p.", "е.р.")
    assert read_sheet(ChessRules(), russian, language="ru").moves == reading.moves


@pytest.mark.article("draughts:notation", "draughts:marks")
def test_the_draughts_sample_is_read_with_its_sign_of_victory() -> None:
    reading = read_sheet(DraughtsRules(), sheet("draughts-sample"))
    assert reading.problems == reading.warnings == ()
    assert reading.moves == ("e3-d4", "d6-c5", "f2-e3", "f6-g5", "c3-b4", "g5-h4", "b4:d6", "h4:f2", "e1:g3", "c7:h4")
    assert reading.result == "0-1", "an x behind Black's last move"
    assert reading.remarks == ("Белые", "Чёрные", "Иванов", "Петров")
    assert reading.mended == {1: "е3-d4"}, "its first letter is Cyrillic"


TAVRELI, DRAUGHTS, CHESS = TavreliRules(), DraughtsRules(), ChessRules()


@pytest.mark.parametrize(("game", "text", "cut"), [
    ("tavreli", "1 8 .\nг2 – 64 аб – al 19. (1)\nгЗ х 64 (2)67 х 64+ + a2-a8(2) 0 - 0 сдался (1 – 0).",
     ("number 18|move г2 – 64|move аб – al|number 19|move (1) гЗ х 64|move (2)67 х 64+ +|move a2-a8(2)|move 0 - 0|"
      "remark сдался|result 1-0")),
    # Signs stay with their move, and numbers need no dots.
    ("chess", "1.e4 e5 9 Nbd2 0-0 6. exd6 e.p. O-O-O 11.\nKb1 (=) offered ½-½",
     ("number 1|move e4|move e5|number 9|move Nbd2|move 0-0|number 6|move exd6 e.p.|move O-O-O|number 11|move Kb1 (=)|"
      "remark offered|result 1/2-1/2")),
    ("draughts", "1. c3 - d4 b6-c5? 2. d4:b6 a7:c5:e3 22-18 cd4 1-0",
     "number 1|move c3 - d4|move b6-c5?|number 2|move d4:b6|move a7:c5:e3|move 22-18|move cd4|result 1-0"),
])  # fmt: skip
def test_a_sheet_is_cut_at_its_moves_whatever_their_blanks(game: str, text: str, cut: str) -> None:
    assert "|".join(f"{scrap.kind.name.lower()} {scrap.text}" for scrap in tokenize(text, game)) == cut


def test_every_scrap_has_its_place() -> None:
    places = [(scrap.kind, scrap.line, scrap.column) for scrap in tokenize("1. e4\n  e5 well", "chess")]
    assert places == [
        (TokenKind.NUMBER, 1, 1), (TokenKind.MOVE, 1, 4), (TokenKind.MOVE, 2, 3), (TokenKind.REMARK, 2, 6),
    ]  # fmt: skip


@pytest.mark.parametrize(("rules", "text", "language", "expected"), [
    # A 6 for a file is proposed as both letters that scanners put it for.
    (TAVRELI, "62 – 64", "ru", [("b2-b4", 2), ("e2-e4", 2)]), (TAVRELI, "в1 – д5", "ru", []),
    (CHESS, "Nf3", "", [("g1f3", 0)]), (CHESS, "NfЗ+", "", [("g1f3", 2)]),
])  # fmt: skip
def test_a_clearly_written_move_costs_nothing_and_a_mended_one_something(rules, text, language, expected) -> None:
    proposals = propose(rules, rules.start(), text, language=language)
    assert [(proposal.move.text, proposal.cost) for proposal in proposals] == expected


def test_a_later_move_tells_what_an_earlier_one_was() -> None:
    assert read_sheet(TAVRELI, "1. 62 – 64").open == {1: ("b2-b4", "e2-e4")}
    reading = read_sheet(TAVRELI, "1. 62 – 64 а7 – аб 2. 64 – д5")
    assert reading.moves == ("e2-e4", "a7-a6", "e4-e5")
    assert reading.open == {}
    assert reading.mended[1] == "62 – 64"


@pytest.mark.parametrize(("text", "language", "moves", "mended"), [
    ("1. e4 e5 2. NfЗ Nc6 3. Bb5 aб 4. 0-О", "", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 e1g1", {3: "NfЗ", 6: "aб", 7: "0-О"}),
    ("1. e4 e5 2. Кf3 Кc6 3. Сb5 Фe7 4. 0-0", "ru", "e2e4 e7e5 g1f3 b8c6 f1b5 d8e7 e1g1", {}),
])  # fmt: skip
def test_a_chess_sheet_is_read_in_its_language_and_names_what_was_mended(text, language, moves, mended) -> None:
    reading = read_sheet(CHESS, text, language=language)
    assert (" ".join(reading.moves), reading.mended) == (moves, mended)


def test_where_no_reading_goes_on_the_token_is_named_with_its_place_and_reason() -> None:
    reading = read_sheet(DRAUGHTS, "1. c3-d4 b6-c5\n2. g3-h4 c5:e3")
    [problem] = reading.problems
    assert reading.moves == ("c3-d4", "b6-c5")
    assert (problem.line, problem.column, problem.ply) == (2, 4, 3)
    assert problem.message.code == "take_compulsory"
    assert problem.message.render() == "“g3-h4”: Capturing is compulsory: d4:b6."


def test_the_search_ends_where_every_token_is_doubtful_and_one_impossible() -> None:
    text = " ".join(f"{number}. 61 – вЗ 68 – вб {number + 1}. вЗ – 61 вб – 68" for number in range(1, 80, 2))
    reading = read_sheet(TAVRELI, text + " 81. 65 – 66")
    assert len(reading.moves) == 160
    assert [problem.ply for problem in reading.problems] == [161]


def test_a_move_number_out_of_order_is_a_warning() -> None:
    reading = read_sheet(CHESS, "1. e4 e5 3. Nf3")
    assert reading.problems == ()
    [warning] = reading.warnings
    assert (warning.message.code, warning.line, warning.column, warning.ply) == ("move_number", 1, 10, 3)


def test_a_sheet_may_begin_in_the_middle_of_a_game() -> None:
    start = CHESS.position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 40")
    reading = read_sheet(CHESS, "40... Kd7 41. e4", start=start)
    assert (reading.moves, reading.warnings) == (("e8d7", "e2e4"), ())


@pytest.mark.parametrize("text", ["", " \n", "Иванов — Петров", "(((", "1. 2. 3.", "½"])
def test_a_sheet_without_moves_is_an_empty_game(text: str) -> None:
    for rules in (TAVRELI, DRAUGHTS, CHESS):
        reading = read_sheet(rules, text)
        assert (reading.moves, reading.readings) == ((), ((),))


@pytest.mark.long
def test_a_very_long_damaged_sheet_is_read_to_its_end() -> None:
    reading = read_sheet(TAVRELI, "61 – вЗ 68 – вб вЗ – 61 вб – 68 " * 300)
    assert len(reading.moves) == 1200
    assert reading.problems == ()


def test_a_decision_that_contradicts_the_sheet_is_reported() -> None:
    reading = read_sheet(CHESS, "1. e4 e5 2. Nf3", decided={3: "g1g4"})
    assert reading.moves == ("e2e4", "e7e5")
    [problem] = reading.problems
    assert (problem.message.code, problem.ply) == ("sheet_too_damaged", 3)
