"""A round robin paired by hand: no pair meets too often, and no player is left over."""

from tavleya.pairing.berger import round_robin
from tavleya.pairing.meetings import Boards, breaches, cannot_be_met, yet_to_meet

FOUR = [1, 2, 3, 4]


def berger(cycles: int) -> list[Boards]:
    return [[(board.white, board.black) for board in row.boards] for row in round_robin(4, cycles=cycles)]


def test_the_published_tables_break_nothing() -> None:
    for cycles in (1, 2):
        rounds = berger(cycles)
        assert [breaches(rounds[:at], cycles) for at in range(1, len(rounds) + 1)] == [()] * len(rounds)
        assert yet_to_meet(rounds, FOUR, cycles) == []


def test_players_who_meet_too_often_are_named() -> None:
    rounds = [[(1, 2), (3, 4)], [(1, 3), (4, 2)], [(2, 1), (3, 4)]]
    messages = [(breach.key, dict(breach.params)) for breach in breaches(rounds, 1)]
    assert messages == [("met_too_often", {"one": 2, "other": 1}), ("met_too_often", {"one": 3, "other": 4})]
    assert breaches(rounds[:2], 1) == ()


def test_a_double_round_robin_changes_colours_and_avoids_three_in_a_row() -> None:
    rounds = [[(1, 2), (3, 4)], [(1, 3), (2, 4)], [(1, 2), (4, 3)]]
    assert {str(breach) for breach in breaches(rounds, 2)} == {
        "Players 1 and 2 have met with the same colours.",
        "Player 1 would have the same colour in three rounds running.",
    }
    assert breaches(rounds, 1) and not breaches([[(1, 2)], [(1, 3)], [(1, 4)]], 1)


def test_a_round_off_does_not_end_a_run_of_three_that_it_interrupts() -> None:
    assert breaches([[(1, 2)], [(2, 3)], [(1, 3)]], 2) == ()


def test_players_with_more_opponents_than_rounds_left_are_named() -> None:
    rounds: list[Boards] = [[(1, 2)], [(1, 3)]]
    assert cannot_be_met(rounds, FOUR, 1, 3) == (2, 3, 4)
    assert cannot_be_met(rounds, FOUR, 1, 5) == ()
    assert yet_to_meet(rounds, FOUR, 1) == [(1, 4), (2, 3), (2, 4), (3, 4)]
    assert yet_to_meet(rounds, [1, 2], 2) == [(1, 2)]
