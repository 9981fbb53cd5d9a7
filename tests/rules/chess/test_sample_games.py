"""The three sample games of appendix C, which write the same opening in three ways."""

import pytest

from games.rules.pgn import read_games

SHORT = (
    "1.e4 e5 2. Nf3 Nf6 3. d4 exd4 4. e5 Ne4 5. Qxd4 d5 6. exd6 e.p. Nxd6 7. Bg5 Nc6 8. Qe3+ Be7 9. Nbd2 0-0 "
    "10. 0-0-0 Re8 11. Kb1 (=)"
)
WITHOUT_SIGNS = (
    "1. e4 e5 2. Nf3 Nf6 3. d4 ed4 4. e5 Ne4 5. Qd4 d5 6. ed6 Nd6 7. Bg5 Nc6 8. Qe3 Be7 9 Nbd2 0-0 10. 0-0-0 Re8 "
    "11. Kb1 (=)\u00a0"
)
LONG = (
    "1. e2e4 e7e5 2.Ng1f3 Ng8f6 3. d2d4 e5xd4 4. e4e5 Nf6e4 5. Qd1xd4 d7d5 6. e5xd6 e.p. Ne4xd6 7. Bc1g5 Nb8c6 "
    "8. Qd4d3 Bf8e7 9. Nb1d2 0-0 10. 0-0-0 Rf8e8 11.\nKb1 (=) \n"
)
#: The long form has another eighth move for White.
END = "r1bqr1k1/ppp1bppp/2nn4/6B1/8/{}/PPPN1PPP/1K1R1B1R b - - 9 11"


@pytest.mark.article("chess:C.8", "chess:C.12", "chess:C.13")
@pytest.mark.parametrize(
    "text, third_rank",
    [(SHORT, "4QN2"), (WITHOUT_SIGNS, "4QN2"), (LONG, "3Q1N2")],
    ids=["short", "bare", "long"],
)
def test_a_sample_game_is_read_move_by_move(text, third_rank):
    reading = read_games(text)
    assert reading.clean
    [game] = reading.games
    assert len(game.moves) == 21
    assert game.line_of_play.position.text() == END.format(third_rank)
    assert game.marks == {21: ("(=)",)}, "the draw offer is kept with the move it was made with"


@pytest.mark.article("chess:C.9", "chess:C.13")
def test_the_two_short_forms_are_the_same_moves():
    assert read_games(SHORT).games[0].moves == read_games(WITHOUT_SIGNS).games[0].moves


@pytest.mark.article("chess:C.3")
def test_the_sample_game_is_read_from_a_russian_sheet():
    russian = SHORT.translate(str.maketrans({"N": "К", "Q": "Ф", "R": "Л", "B": "С"})).replace("Kb1", "Крb1")
    reading = read_games(russian.replace("x", ":").replace("e.p.", "е.р."), language="ru")
    assert reading.clean
    assert reading.games[0].moves == read_games(SHORT).games[0].moves
