"""A match of several games: its colours, when it is decided, what it brings as one result."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tavleya.pairing.micromatch import MatchVerdict, MicroMatchScore, as_one, colour_of_first, decide, total
from tavleya.record.results import GameOutcome
from tavleya.sides import Side

WON, DRAWN, LOST = MicroMatchScore(2, 0), MicroMatchScore(1, 1), MicroMatchScore(0, 2)
GIVEN, MISSED, NOBODY = MicroMatchScore(2, 0, True), MicroMatchScore(0, 2, True), MicroMatchScore(0, 0, True)


def test_colours_change_from_game_to_game():
    assert [colour_of_first(leg) for leg in (1, 2, 3)] == [Side.WHITE, Side.BLACK, Side.WHITE]


def can_still_happen(games: list[MicroMatchScore], set_up: int) -> set[MatchVerdict]:
    """Every way in which the games left may end."""
    match_verdicts = set()
    for rest in product((WON, DRAWN, LOST), repeat=set_up - len(games)):
        first, second = total([*games, *rest])
        match_verdicts.add(
            MatchVerdict.LEVEL
            if first == second
            else MatchVerdict.FIRST
            if first > second
            else MatchVerdict.SECOND
        )
    return match_verdicts


@given(st.integers(1, 6), st.lists(st.sampled_from([WON, DRAWN, LOST]), max_size=6))
def test_a_match_is_decided_when_every_continuation_gives_the_same_winner(set_up, games):
    games = games[:set_up]
    possible = can_still_happen(games, set_up)
    verdict = decide(games, set_up)
    if len(possible) == 1:
        assert possible == {verdict}
    else:
        assert verdict is MatchVerdict.OPEN


def test_tie_break_games_go_on_from_level():
    level = [WON, LOST]
    assert decide(level, 2) is MatchVerdict.LEVEL
    assert decide(level, 4) is MatchVerdict.OPEN
    assert decide([*level, DRAWN, LOST], 4) is MatchVerdict.SECOND


def test_as_one_result_the_match_waits_for_its_last_game():
    assert as_one([WON], 2) is None
    assert as_one([WON, DRAWN], 2) == (GameOutcome.WIN, GameOutcome.LOSS)
    assert as_one([DRAWN, LOST], 2) == (GameOutcome.LOSS, GameOutcome.WIN)
    assert as_one([WON, LOST], 2) == as_one([DRAWN, DRAWN], 2) == (GameOutcome.DRAW, GameOutcome.DRAW)
    assert as_one([MicroMatchScore(0, 0), MicroMatchScore(0, 0)], 2) == (GameOutcome.LOSS, GameOutcome.LOSS)


def test_a_match_is_forfeited_only_by_who_forfeits_all_of_it():
    assert as_one([GIVEN, GIVEN], 2) == (GameOutcome.FORFEIT_WIN, GameOutcome.FORFEIT_LOSS)
    assert as_one([MISSED, NOBODY], 2) == (GameOutcome.FORFEIT_LOSS, GameOutcome.FORFEIT_WIN)
    assert as_one([NOBODY, NOBODY], 2) == (GameOutcome.FORFEIT_LOSS, GameOutcome.FORFEIT_LOSS)
    assert as_one([GIVEN, DRAWN], 2) == (GameOutcome.WIN, GameOutcome.LOSS)
    assert as_one([GIVEN, MISSED], 2) == (GameOutcome.DRAW, GameOutcome.DRAW)
