"""Ways of play: what each changes in the rulings around the board."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.modes_of_play import MODES, ModeOfPlay
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START
from tests.tavleya.refusals import refused

DAY = 24 * 60 * MINUTE
TOUCH = {"offender": "white", "touches": [["c3", False]], "claimed_by": "black"}


def played(way: str, **own: object) -> Table:
    return Table("draughts64", "", way=way, **own).started()


def refusal(table: Table, kind: str, at: int = 0, **facts: object) -> tuple[str, object]:
    with pytest.raises(Conflict) as excinfo:
        table.decide(kind, at, **facts)
    return excinfo.value.code, excinfo.value.detail.get("article")


@pytest.mark.article("draughts:ways.1", "draughts:ways.2")
@pytest.mark.parametrize("way", ["over_board", "simultaneous"])
def test_at_real_boards_players_are_bound_by_touching_by_the_board_and_by_being_there(way: str) -> None:
    table = played(way, default_time_minutes=30)
    assert table.decide("touch_move", **TOUCH).outcome == "upheld"
    assert table.decide("beginning", what="board").effects
    assert table.decide("absence", 31 * MINUTE, absent="black").result is Result.WHITE_FORFEIT_WIN
    assert MODES[ModeOfPlay(way)].one_to_many is (way == "simultaneous")


@pytest.mark.article("draughts:ways.3")
def test_by_correspondence_a_move_has_its_days_and_there_is_no_board_to_be_at() -> None:
    table = played("correspondence", days_per_move=3).play("c3-d4", at=DAY)
    count = DAY + SECOND
    code, _ = refusal(table, "overdue", count + 3 * DAY, side="black")
    assert code == "not_overdue"
    assert table.decide("overdue", count + 3 * DAY + 1, side="black").result is Result.WHITE_WINS
    with refused(BadInput, "facts_contradict_record"):
        table.decide("overdue", 9 * DAY, side="white")
    own = "draughts64:ways.3"
    assert refusal(table, "touch_move", **TOUCH) == ("touch_does_not_bind", own)
    assert refusal(table, "beginning", what="board") == ("board_is_imagined", own)
    assert refusal(table, "absence", 9 * DAY, absent="black", scheduled_at=START) == (
        "no_board_to_be_at",
        own,
    )
    assert refusal(played("over_board"), "overdue", side="white")[0] == "not_by_correspondence"


@pytest.mark.article("draughts:ways.4", "draughts:ways.5")
@pytest.mark.parametrize("way", ["blindfold", "blindfold_simultaneous"])
def test_touch_move_binds_only_the_opponent_of_a_blindfold_player(way: str) -> None:
    table = played(way)
    article = table.regime.way_article
    assert article == {"blindfold": "draughts64:ways.4", "blindfold_simultaneous": "draughts64:ways.5"}[way]
    assert refusal(table, "touch_move", **TOUCH, sightless="white") == ("touch_does_not_bind", article)
    assert table.decide("touch_move", **TOUCH, sightless="black").outcome == "upheld"
    assert refusal(table, "beginning", what="board") == ("board_is_imagined", article)


@pytest.mark.article("draughts:ways.6")
def test_a_blind_player_reads_their_board_with_their_fingers_and_a_board_there_is() -> None:
    table = played("blind")
    assert refusal(table, "touch_move", **TOUCH, sightless="white")[0] == "touch_does_not_bind"
    assert table.decide("beginning", what="board").effects


@pytest.mark.article("draughts:ways.7")
def test_at_odds_the_game_begins_without_some_men_and_is_judged_as_any_other() -> None:
    odds = "W:Wc1,e1,g1,b2,d2,f2,h2,a3,c3,e3:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
    table = Table("draughts64", "45", odds, way="handicap").started().irregular("c3-c5", at=SECOND)
    table.rule("draughts_violation", 2 * SECOND, offender="white", wish="correct")
    assert table.state.phase is GamePhase.PLAYING
    assert table.state.position.text() == table.state.line.start.text()


def test_a_way_that_is_none_is_refused() -> None:
    for own in ({"way": "telepathy"}, {"days_per_move": 0}):
        with refused(BadInput, "bad_regulation"):
            Table("draughts64", "", **own)
