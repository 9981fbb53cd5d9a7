from dataclasses import replace

from tavleya.pairing.legality import check
from tavleya.pairing.state import PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side

WHITE, BLACK = Side.WHITE, Side.BLACK


def won(opponent: int, side: Side) -> PastRound:
    return PastRound(RoundOutcome.PLAYED, 2, opponent, side)


def lost(opponent: int, side: Side) -> PastRound:
    return PastRound(RoundOutcome.PLAYED, 0, opponent, side)


def after(*rounds: tuple[PastRound, ...], last: int = 9) -> SwissState:
    players = tuple(SwissPlayer(number, past) for number, past in enumerate(rounds, start=1))
    return SwissState(players, last)


def codes(state: SwissState, pairs: list[tuple[int, int]], bye: int | None = None) -> list[str]:
    return [problem.code for problem in check(state, pairs, bye)]


FRESH = after((), (), (), ())


def test_a_legal_round_has_no_problems() -> None:
    assert codes(FRESH, [(1, 3), (4, 2)]) == []


def test_every_player_is_seated_once() -> None:
    assert codes(FRESH, [(1, 3), (3, 2)]) == ["seated_twice", "not_seated"]
    assert codes(FRESH, [(1, 3), (2, 5)]) == ["unknown_player", "not_seated"]


def test_an_absent_player_is_not_seated() -> None:
    state = replace(FRESH, absent=frozenset({4}))
    assert codes(state, [(1, 3), (2, 4)]) == ["absent_paired"]
    assert codes(state, [(1, 3)], 2) == []


def test_a_bye_needs_an_odd_number() -> None:
    assert codes(FRESH, [(1, 3), (2, 4)], 4) == ["seated_twice", "needless_bye"]


def test_rematches_are_illegal_except_after_a_forfeit() -> None:
    state = after((won(2, WHITE),), (lost(1, BLACK),))
    assert codes(state, [(2, 1)]) == ["rematch"]
    forfeited = after(
        (PastRound(RoundOutcome.FORFEIT, 2, 2, WHITE),), (PastRound(RoundOutcome.FORFEIT, 0, 1, BLACK),)
    )
    assert codes(forfeited, [(2, 1)]) == []


def test_the_arbiter_keeps_players_apart() -> None:
    assert codes(replace(FRESH, forbidden=frozenset({(3, 1)})), [(1, 3), (2, 4)]) == ["kept_apart"]


def test_a_second_bye_or_one_after_a_forfeit_win_is_refused() -> None:
    for past in (
        PastRound(RoundOutcome.PAIRING_BYE, 2),
        PastRound(RoundOutcome.BYE, 2),
        PastRound(RoundOutcome.FORFEIT, 2, 9),
    ):
        assert codes(after((past,)), [], 1) == ["second_bye"]
    assert codes(after((PastRound(RoundOutcome.BYE, 1),)), [], 1) == []


def whites(last: int) -> SwissState:
    """Two players who each won twice with White."""
    return after((won(3, WHITE), won(4, WHITE)), (won(4, WHITE), won(3, WHITE)), last=last)


def test_two_who_must_have_the_same_colour_do_not_meet() -> None:
    assert codes(whites(last=9), [(1, 2)]) == ["same_colour"]


def test_topscorers_of_the_last_round_may() -> None:
    assert codes(whites(last=3), [(1, 2)]) == []
