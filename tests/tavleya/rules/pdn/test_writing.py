"""PDN as we write it."""

from tavleya.rules.contract import LineOfPlay, Ply
from tavleya.rules.filegame import Notes
from tavleya.rules.pdn import read_pdn, write_pdn
from tests.tavleya.rules.draughts.samples import RULES, START, at, line_of


def test_a_game_has_its_tags_in_order_its_moves_and_its_result():
    text = write_pdn(
        RULES,
        line_of(START, "c3-d4", "b6-c5", "d4:b6"),
        tags={"WhiteRating": "2100", "White": "Иванов", "Event": 'The "open"', "Date": "2026.01.02"},
        result="1-0",
    )
    assert text == (
        '[Event "The \\"open\\""]\n[Date "2026.01.02"]\n[White "Иванов"]\n[Result "1-0"]\n[WhiteRating "2100"]\n'
        '[GameType "25,W,8,8,A0,0"]\n\n1. c3-d4 b6-c5 2. d4:b6 1-0\n\n'
    )


def test_notes_stand_by_their_ply():
    line = line_of(START, "c3-d4", "b6-c5", "d4:b6")
    notes = Notes(
        comments={0: "start", 1: "a } brace\nand { lines"},
        marks={1: ("!?",), 2: ("$4",)},
        clocks={3: 61_500},
        elapsed={3: 5000},
    )
    body = write_pdn(RULES, line, notes=notes).split("\n\n")[1]
    assert body.replace("\n", " ") == (
        "{start} 1. c3-d4!? {a ) brace and ( lines} 1... b6-c5 $4 2. d4:b6 {[%clk 0:01:01.5] [%emt 0:00:05]} *"
    )
    (game,) = read_pdn(write_pdn(RULES, line, notes=notes)).games
    assert (game.marks, game.clocks, game.elapsed) == (notes.marks, notes.clocks, notes.elapsed)


def test_side_lines_are_written_again():
    text = "1. c3-d4 (1. c3-b4 b6-a5 ; so\n(1... d6-c5)) b6-c5 (1... d6-e5) 2. d4:b6 *"
    (game,) = read_pdn(text).games
    second = write_pdn(RULES, game.line_of_play, notes=Notes.of(game))
    (back,) = read_pdn(second).games
    assert (
        back.variations == game.variations == {1: ("1. c3-b4 b6-a5 {so} (1... d6-c5)",), 2: ("1... d6-e5",)}
    )
    assert back.moves == game.moves


def test_a_custom_start_position_is_written_with_algebraic_squares():
    line = line_of(at("B:Wa3:Bh8,b6"), "b6-c5", "a3-b4", "c5:a3")
    text = write_pdn(RULES, line, result="0-1", tags={"FEN": "stale", "SetUp": "0"})
    assert '[SetUp "1"]\n[FEN "B:Wa3:Bh8,b6"]' in text
    assert "1... b6-c5 2. a3-b4 c5:a3 0-1" in text
    assert read_pdn(text).games[0].line_of_play == line


def test_a_take_that_two_moves_share_is_written_with_every_square():
    line = line_of(at("B:Wc7,b4,d4,f2:BKb8,a7,g7"), "b8:c3:a5")
    assert "1... b8:e5:c3:a5 *" in write_pdn(RULES, line)
    assert read_pdn(write_pdn(RULES, line)).games[0].moves == ("b8:e5:c3:a5",)


def test_after_an_irregular_ply_the_game_goes_on_as_another_from_the_position():
    before = line_of(START, "c3-d4")
    after = RULES.displace(before.position, "d6-c4")
    line = before.add(Ply("d6-c4", after, irregular=True))
    reply = min(after.legal_moves(), key=lambda move: move.text)
    line = line.add(Ply(reply.text, after.play(reply)))
    text = write_pdn(RULES, line, result="1-0", tags={"Event": "Open"})
    assert "1. c3-d4 {irregular: d6-c4} *" in text.replace("\n", " ")
    reading = read_pdn(text)
    assert reading.clean
    first, second = reading.games
    assert (first.moves, first.result) == (("c3-d4",), "*")
    assert (second.moves, second.result) == ((reply.text,), "1-0")
    assert second.tags["Event"] == "Open (continued)"
    assert second.line_of_play.start.text() == after.text()


def test_an_empty_game_is_a_game():
    text = write_pdn(RULES, LineOfPlay(START), result="1-0", tags={"White": "A", "Black": "B"})
    assert read_pdn(text).games[0].result == "1-0"
