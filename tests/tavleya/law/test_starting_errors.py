"""A wrong beginning: annulled, transferred, left to the arbiter or to the opponent, and until when."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.remedies import ReplayGame
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.refusals import refused

TAVRELI = ("e2-e4", "e7-e5", "g1-f3", "g8-f6", "f1-c4", "f8-c5")
CHESS = ("e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5")


@pytest.mark.article("tavreli:7.1")
def test_pieces_set_up_wrongly_annul_the_game_and_a_new_one_is_played() -> None:
    table = Table().started().play(*TAVRELI)
    remedy = table.rule("beginning", MINUTE, what="pieces")
    assert remedy.effects == (ReplayGame(),)
    assert (table.state.phase, table.state.result, table.running) == (GamePhase.ANNULLED, None, None)
    with refused(Conflict, "annulled"):
        table.decide("penalty", offender="white", measure="warning")


@pytest.mark.article("tavreli:7.1")
def test_a_wrongly_turned_board_is_corrected_and_play_continues() -> None:
    table = Table().started().play(*TAVRELI)
    before = table.state.position.text()
    remedy = table.rule("beginning", MINUTE, what="board")
    assert (remedy.effects, table.state.position.text(), table.state.phase) == ((), before, GamePhase.PLAYING)
    with refused(BadInput, "rules_decide"):
        table.decide("beginning", MINUTE, what="board", decision="new_game")


@pytest.mark.article("tavreli:7.2")
def test_reversed_colours_go_on_unless_the_arbiter_decides_otherwise_and_says_why() -> None:
    table = Table().started().play(*TAVRELI)
    assert table.decide("beginning", what="colours").effects == ()
    with refused(BadInput, "arbiter_decides"):
        table.decide("beginning", what="colours", decision="new_game")
    remedy = table.decide("beginning", what="colours", decision="new_game", reason="noticed at once")
    assert (remedy.article, remedy.effects) == ("tavreli-1997:7.2", (ReplayGame(),))


@pytest.mark.article("tavreli:B.4")
def test_in_rapid_nothing_of_this_can_be_claimed_after_three_moves_by_each() -> None:
    table = Table("tavreli-1997-rapid", "15").started().play(*TAVRELI[:5])
    assert table.decide("beginning", MINUTE, what="pieces").effects == (ReplayGame(),)
    table.play(TAVRELI[5], at=10 * SECOND)
    for subject in ("pieces", "board", "colours", "clock"):
        with refused(Conflict, "claim_too_late", article="tavreli-1997:B.4"):
            table.decide("beginning", MINUTE, what=subject)
    assert Table().started().play(*TAVRELI).decide("beginning", what="pieces").effects, (
        "classical has no such limit"
    )


@pytest.mark.article("tavreli:B.4")
def test_moves_that_the_record_does_not_have_count_by_the_arbiter_s_word() -> None:
    table = Table("tavreli-1997-blitz", "5").started()
    with pytest.raises(Conflict):
        table.decide("beginning", what="pieces", moves_made=3)


def test_reversed_colours_in_chess_are_a_new_game_only_under_ten_moves() -> None:
    table = Table("fide-2023", "90+30").started().play(*CHESS)
    assert table.decide("beginning", what="colours").effects == (ReplayGame(),)
    assert table.decide("beginning", what="colours", moves_made=10).effects == ()


@pytest.mark.article("draughts:violations.1")
def test_a_draughts_board_that_lies_wrongly_annuls_the_game() -> None:
    table = Table("draughts64", "45").started().play("c3-d4", "b6-a5")
    assert table.rule("beginning", MINUTE, what="board").effects == (ReplayGame(),)
    assert table.state.phase is GamePhase.ANNULLED


@pytest.mark.article("draughts:violations.2")
def test_the_opponent_accepts_or_corrects_wrongly_set_draughtsmen() -> None:
    table = Table("draughts64", "45").started().play("c3-d4", "b6-a5")
    with refused(BadInput, "opponent_decides"):
        table.decide("beginning", what="pieces")
    accepted = table.decide("beginning", MINUTE, what="pieces", wish="accept")
    assert accepted.outcome == "rejected" and not accepted.effects
    table.rule("beginning", MINUTE, what="pieces", wish="correct")
    assert (table.state.ply, table.state.turn, table.state.phase) == (0, Side.WHITE, GamePhase.PLAYING)
    assert [ply.struck for ply in table.state.plies] == [True, True]


@pytest.mark.article("chess:6.10.2")
@pytest.mark.parametrize(
    ("key", "article"), [("fide-2023", "fide-2023:6.10.2"), ("tavreli-1997", "tavreli-1997:6.10")]
)
def test_a_wrong_clock_setting_has_its_own_article_where_the_book_has_one(key: str, article: str) -> None:
    right = {"white": 89 * MINUTE, "black": 90 * MINUTE}
    assert Table(key).started().decide("beginning", MINUTE, what="clock", clocks=right).article == article


def test_clocks_that_were_set_wrongly_are_set_right() -> None:
    table = Table(control="60").started()
    with pytest.raises(BadInput):
        table.decide("beginning", what="clock")
    table.rule("beginning", MINUTE, what="clock", clocks={"white": 89 * MINUTE, "black": 90 * MINUTE})
    assert table.times(MINUTE) == (89 * MINUTE, 90 * MINUTE)


@pytest.mark.parametrize("subject", ["pieces", "board", "colours", "clock"])
def test_a_game_that_has_not_started_has_no_starting_error(subject: str) -> None:
    table = Table()
    with refused(Conflict, "not_started"):
        table.decide("beginning", what=subject, clocks={"white": MINUTE, "black": MINUTE})


def test_the_arbiter_can_report_a_starting_error_of_a_game_whose_moves_are_not_recorded() -> None:
    table = Table()
    table.live = False
    assert table.decide("beginning", what="pieces").effects == (ReplayGame(),)
