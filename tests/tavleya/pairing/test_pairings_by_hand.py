"""Rules that a pairing made by hand is checked by: colours, byes, absolute criteria, and what frees a round."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from tavleya.errors import BadInput
from tavleya.pairing.berger import round_robin
from tavleya.pairing.dutch import pair
from tavleya.pairing.dutch.pool import Strength, preference, side_of_higher
from tavleya.pairing.legality import check, doubts
from tavleya.pairing.meetings import Boards, breaches, cannot_be_met, yet_to_meet
from tavleya.pairing.state import (
    CannotPair,
    PastRound,
    RoundOutcome,
    SwissPlayer,
    SwissState,
    left_too_early,
    without_early_withdrawals,
)
from tavleya.sides import Side
from tavleya.tiebreaks import tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tavleya.tiebreaks.table import Encounter, EncounterKind, Participant, Scoring, Table
from tests.refusals import refused
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal import Literal

WHITE, BLACK = Side.WHITE, Side.BLACK


def player(colours: str) -> SwissPlayer:
    """`W` and `B` are games; `w` and `b` forfeits, `-` is a bye."""
    rounds = []
    for place, colour in enumerate(colours, start=1):
        happened = (
            RoundOutcome.BYE if colour == "-" else RoundOutcome.PLAYED if colour.isupper() else RoundOutcome.FORFEIT
        )
        side = {"W": WHITE, "B": BLACK}.get(colour.upper())
        rounds.append(PastRound(happened, 1, None if side is None else 100 + place, side))
    return SwissPlayer(1, tuple(rounds))


@pytest.mark.parametrize(("colours", "side", "strength"), [
    ("", None, Strength.NONE), ("--w", None, Strength.NONE), ("W", BLACK, Strength.STRONG),
    ("B-", WHITE, Strength.STRONG), ("WB", WHITE, Strength.MILD), ("BW", BLACK, Strength.MILD),
    ("WW", BLACK, Strength.ABSOLUTE), ("BWW", BLACK, Strength.ABSOLUTE), ("BBWW", BLACK, Strength.ABSOLUTE),
    ("WBWW", BLACK, Strength.ABSOLUTE), ("WWBW", BLACK, Strength.ABSOLUTE), ("WWB", BLACK, Strength.STRONG),
    ("W-bW", BLACK, Strength.ABSOLUTE), ("BbB", WHITE, Strength.ABSOLUTE),
])  # fmt: skip
def test_preference(colours: str, side: Side | None, strength: Strength) -> None:
    wish = preference(player(colours))
    assert (wish.side, wish.strength) == (side, strength)


@pytest.mark.parametrize(("higher", "lower", "expected", "rule"), [
    ("WB", "BW", WHITE, "both_preferences"), ("", "W", WHITE, "both_preferences"),
    ("W", "", BLACK, "both_preferences"), ("WB", "B", BLACK, "stronger_preference"),
    ("WWB", "BBWW", WHITE, "stronger_preference"), ("BWW", "WWBW", WHITE, "wider_difference"),
    ("WBWB", "BWWB", WHITE, "colours_alternate"), ("BWWB", "WBWB", BLACK, "colours_alternate"),
    ("WB-", "WB", WHITE, "higher_ranked_preference"), ("W", "W", BLACK, "higher_ranked_preference"),
])  # fmt: skip
def test_colours_follow_the_preferences(higher: str, lower: str, expected: Side, rule: str) -> None:
    side, message = side_of_higher(preference(player(higher)), preference(player(lower)), 1, WHITE)
    assert (side, message.code) == (expected, rule)


@pytest.mark.parametrize(("tpn", "initial", "expected"), [(1, WHITE, WHITE), (2, WHITE, BLACK), (2, BLACK, WHITE)])
def test_without_any_game_the_pairing_number_decides(tpn: int, initial: Side, expected: Side) -> None:
    side, message = side_of_higher(preference(player("")), preference(player("-")), tpn, initial)
    assert (side, message.code) == (expected, "initial_colour")


def section(*lines: str, rounds: int = 9) -> SwissState:
    """A player a line, each round as opponent, colour, half-points: `4w2`; `-0` is a bye of so many half-points."""

    def past(cell: str) -> PastRound:
        if cell.startswith("-"):
            return PastRound(RoundOutcome.BYE, int(cell[1:]))
        side = Side.WHITE if cell[-2] == "w" else Side.BLACK
        return PastRound(RoundOutcome.PLAYED, int(cell[-1]), int(cell[:-2]), side)

    players = tuple(
        SwissPlayer(number, tuple(past(cell) for cell in line.split())) for number, line in enumerate(lines, start=1)
    )
    return SwissState(players, rounds)


def codes(state: SwissState, pairs: list[tuple[int, int]], bye: int | None = None) -> list[str]:
    return [problem.code for problem in check(state, pairs, bye)]


FRESH = section("", "", "", "")
FORFEITED = SwissState(
    tuple(SwissPlayer(own, (PastRound(RoundOutcome.FORFEIT, 4 - 2 * own, 3 - own, WHITE),)) for own in (1, 2)), 9
)
ONE_ABSENT = replace(FRESH, absent=frozenset({4}))


@pytest.mark.parametrize(("state", "pairs", "bye", "expected"), [
    (FRESH, [(1, 3), (4, 2)], None, []),
    (FRESH, [(1, 3), (3, 2)], None, ["seated_twice", "not_seated"]),
    (FRESH, [(1, 3), (2, 5)], None, ["unknown_player", "not_seated"]),
    (ONE_ABSENT, [(1, 3), (2, 4)], None, ["absent_paired"]), (ONE_ABSENT, [(1, 3)], 2, []),
    (FRESH, [(1, 3), (2, 4)], 4, ["seated_twice", "needless_bye"]),
    (section("2w2", "1b0"), [(2, 1)], None, ["rematch"]), (FORFEITED, [(2, 1)], None, []),
])  # fmt: skip
def test_players_are_seated_once_and_meet_once(state, pairs, bye, expected) -> None:
    assert codes(state, pairs, bye) == expected


def test_the_arbiter_keeps_players_apart() -> None:
    assert codes(replace(FRESH, forbidden=frozenset({(3, 1)})), [(1, 3), (2, 4)]) == ["kept_apart"]


@pytest.mark.parametrize(("past", "expected"), [
    (PastRound(RoundOutcome.PAIRING_BYE, 2), ["second_bye"]), (PastRound(RoundOutcome.BYE, 2), ["second_bye"]),
    (PastRound(RoundOutcome.FORFEIT, 2, 9), ["second_bye"]), (PastRound(RoundOutcome.BYE, 1), []),
])  # fmt: skip
def test_a_second_bye_or_one_after_a_forfeit_win_is_refused(past: PastRound, expected: list[str]) -> None:
    assert codes(SwissState((SwissPlayer(1, (past,)),), 9), [], 1) == expected


@pytest.mark.parametrize(("last", "expected"), [(9, ["same_colour"]), (3, [])])
def test_two_who_must_have_the_same_colour_meet_only_as_topscorers_of_the_last_round(last, expected) -> None:
    """They each won twice with White."""
    assert codes(section("3w2 4w2", "4w2 3w2", rounds=last), [(1, 2)]) == expected


def doubted(number: int, colours: str, points: int = 0) -> SwissPlayer:
    """`colours`: W, B, `-` for a requested bye; all points are those of the first round."""
    rounds = tuple(
        PastRound(RoundOutcome.BYE, points if not index else 0)
        if colour == "-"
        else PastRound(RoundOutcome.PLAYED, points if not index else 0, 99, WHITE if colour == "W" else BLACK)
        for index, colour in enumerate(colours)
    )
    return SwissPlayer(number, rounds)


@pytest.mark.parametrize(("white", "black", "rounds", "expected"), [
    ("WB", "BW", 9, []), ("BW", "WB", 9, ["against_colours"]), ("BW", "BW", 9, []), ("WW", "BW", 4, ["third_colour"]),
    ("WW", "BW", 3, []),  # the last round
    ("WW", "BB", 9, ["third_colour", "third_colour"]), ("BB", "WW", 9, []), ("--", "WB", 9, []),
    ("BWW", "WWB", 9, ["third_colour"]), ("W-W", "-BW", 9, ["third_colour"]),
])  # fmt: skip
def test_colours_are_doubted(white: str, black: str, rounds: int, expected: list[str]) -> None:
    state = SwissState((doubted(1, white), doubted(2, black)), rounds)
    assert [doubt.code for doubt in doubts(state, [(1, 2)], None)] == expected


def test_a_bye_is_doubted_if_a_lower_player_could_have_it() -> None:
    state = SwissState((doubted(1, "W", 2), doubted(2, "B", 1), doubted(3, "-", 0)), 9)
    assert [doubt.code for doubt in doubts(state, [], 1)] == ["bye_not_lowest"]
    assert doubts(state, [], 3) == ()
    with_bye = SwissState((doubted(1, "W", 2), doubted(2, "B", 1), doubted(3, "-", 2)), 9)
    assert doubts(with_bye, [], 2) == ()  # the last one had a full-point bye


def result(state: SwissState) -> tuple[set[tuple[int, int]], int | None]:
    pairing = pair(state)
    return {(board.white, board.black) for board in pairing.pairs}, pairing.bye


def test_c9_spares_players_who_have_already_missed_a_round() -> None:
    assert result(section("3w2", "4b2", "1b0", "2w0", "-0", rounds=3)) == ({(2, 1), (3, 5)}, 4)


def test_c5_comes_before_the_number_of_pairs_in_the_brackets_above() -> None:
    state = section("4w2 2b2", "5b2 1w0", "6w2 4b2", "1b0 3w0", "2w0 6b2", "3b0 5w0", rounds=3)
    state = SwissState(state.players, 3, absent=frozenset({4}))
    assert result(state) == ({(1, 5), (3, 2)}, 6)


def test_c2_passes_over_players_who_won_without_playing() -> None:
    state = section("2w2", "1b0", "-2", rounds=5)
    # 2 has the lowest score and has not had a bye; 1 and 3 are left to meet.
    assert result(state)[1] == 2
    # 3 has the lowest score now, but a full point without playing in one round.
    state = section("2w2 -1", "1b0 -2", "-2 -0", rounds=5)
    assert result(state)[1] == 1


def test_a_late_entry_gets_their_number_when_they_arrive() -> None:
    players = tuple(SwissPlayer(number) for number in range(1, 7))
    waiting = SwissState(players, 5, absent=frozenset({2, 4}))
    # Numbers 1, 3, 5 and 6 are the first four: 3 is the second of them and gets Black.
    assert dict(waiting.tpn) == {1: 1, 3: 2, 5: 3, 6: 4}
    assert result(waiting) == ({(1, 5), (6, 3)}, None)


def stuck(state: SwissState) -> CannotPair:
    with pytest.raises(CannotPair) as excinfo:
        pair(state)
    return excinfo.value


BYE = PastRound(RoundOutcome.PAIRING_BYE, 2)


@pytest.mark.parametrize(("state", "waiver", "sentence"), [
    (section("2w1", "1b1"), {"rule": "C1", "players": [1, 2]}, "players 1 and 2 have met"),
    (SwissState(tuple(SwissPlayer(number, (BYE,)) for number in (1, 2, 3)), 9), {"rule": "C2"},
     "No player may receive the pairing-allocated bye"),
    (section("91w1 81w1", "92w1 82w1"), {"rule": "C3", "players": [1, 2]}, ""),
    (replace(FRESH, forbidden=frozenset({(1, 2), (1, 3), (1, 4)})), {"rule": "apart"}, ""),
], ids=["met", "byes", "colours", "apart"])  # fmt: skip
def test_the_reason_of_an_infeasible_round_is_named(state: SwissState, waiver: dict, sentence: str) -> None:
    error = stuck(state)
    (free,) = error.detail["free"]
    assert waiver.items() <= free.items() and free["players"][0] == 1
    assert sentence in str(error)


def test_the_named_waiver_makes_the_round_feasible() -> None:
    freed = 0
    for seed in range(120):
        random = Random(seed)
        state = simulate.start(random.choice((3, 4, 6, 7, 8)), 9, random)
        for _ in range(9):
            if not can_be_paired(state, []):
                assert can_be_paired(state, stuck(state).detail["free"])
                freed += 1
                break
            state = simulate.play(state, pair(state), random, 0.1)
    assert freed > 50


def can_be_paired(state: SwissState, free: object) -> bool:
    """Return whether all can be paired, one pair after another, with the waivers of `free`."""
    assert isinstance(free, list)
    literal = Literal(state)
    waived = {frozenset(waiver["players"]) for waiver in free}

    def rest(left: list[int], bye_given: bool) -> bool:
        if not left:
            return True
        first, *others = left
        if len(left) % 2 and not bye_given and (literal.may_have_bye(first) or {first} in waived):
            if rest(others, True):
                return True
        return any(
            (literal.legal(first, other) or {first, other} in waived)
            and rest([number for number in others if number != other], bye_given)
            for other in others
        )

    return rest(list(literal.present), len(literal.present) % 2 == 0)


@pytest.mark.parametrize(("players", "code"), [
    ((SwissPlayer(1), SwissPlayer(2), SwissPlayer(2)), "player_twice"),
    ((SwissPlayer(1), SwissPlayer(2, (PastRound(),))), "uneven_rounds"),
])  # fmt: skip
def test_players_with_one_number_or_other_rounds_are_refused(players, code) -> None:
    with refused(BadInput, code):
        SwissState(players, 5)


def table_of_round_robin(players: int, played_by_last: int, *, cycles: int = 1) -> Table:
    """The lower number wins; the last player plays some games, winning all, and forfeits the rest."""
    encounters: dict[int, list[Encounter]] = {number: [] for number in range(1, players + 1)}
    left = played_by_last
    for _ in range(cycles):
        for first, second in combinations(range(1, players + 1), 2):
            kinds, points = (EncounterKind.PLAYED, EncounterKind.PLAYED), (2, 0)
            if second == players:
                if left:
                    points, left = (0, 2), left - 1
                else:
                    kinds = (EncounterKind.FORFEIT_WIN, EncounterKind.FORFEIT_LOSS)
            encounters[first].append(Encounter(1, kinds[0], points[0], second, Side.WHITE, points[1]))
            encounters[second].append(Encounter(1, kinds[1], points[1], first, Side.BLACK, points[0]))
    participants = {key: Participant(key, key, None, tuple(results)) for key, results in encounters.items()}
    return Table(participants, players - 1, Scoring(), True, games=cycles * (players - 1))


@pytest.mark.parametrize(
    ("players", "cycles", "played", "counts"),
    [(6, 1, 2, False), (6, 1, 3, True), (7, 1, 2, False), (7, 1, 3, True), (4, 2, 2, False), (4, 2, 3, True)],
)
def test_half_of_the_games_is_the_line(players, cycles, played, counts):
    table = table_of_round_robin(players, played, cycles=cycles)
    assert left_too_early(table, [players]) == (frozenset() if counts else {players})
    assert (without_early_withdrawals(table, [players]) is table) == counts


def test_points_and_tie_breaks_are_those_of_the_games_without_them():
    table = without_early_withdrawals(table_of_round_robin(6, 2), [6])
    assert table.scores == {1: 8, 2: 6, 3: 4, 4: 2, 5: 0, 6: 0}
    assert table.games == 4
    ranked = compute_standings(table, tiebreaks(["DE", "SB", "KS", "WIN"]))
    assert [row.participant for row in ranked.rows][:4] == [1, 2, 3, 4]
    wins = {row.participant: row.values[3].units for row in ranked.rows}
    assert wins == {1: 4, 2: 3, 3: 2, 4: 1, 5: 0, 6: 0}


def test_a_forfeit_that_was_given_to_them_counts_as_completed():
    table = table_of_round_robin(6, 2)
    five = table.participants[5]
    assert sum(encounter.kind is EncounterKind.FORFEIT_WIN for encounter in five.encounters) == 1
    assert left_too_early(table, [5]) == frozenset()


def test_in_a_swiss_everything_counts():
    swiss = replace(table_of_round_robin(6, 1), predetermined=False)
    assert without_early_withdrawals(swiss, [6]) is swiss


FOUR = [1, 2, 3, 4]


def berger(cycles: int) -> list[Boards]:
    return [[(board.white, board.black) for board in row.boards] for row in round_robin(4, cycles=cycles)]


def test_the_published_tables_break_nothing() -> None:
    for cycles in (1, 2):
        rounds = berger(cycles)
        assert [breaches(rounds[:count], cycles) for count in range(1, len(rounds) + 1)] == [()] * len(rounds)
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
