"""Ratings: FIDE's Elo, and ratings of tournaments."""

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.ratings import (
    Pace,
    Rated,
    RatedGame,
    RatingMethod,
    TournamentRating,
    counted_gap,
    difference,
    effective,
    expected_percent,
    first_rating,
    is_list,
    is_rated,
    k_factor,
    perfect_performance,
    performance,
    rating_change,
    report,
    tournament_rating,
)

NOW = date(2026, 11, 20)
RATINGS = st.integers(1400, 2900)

# Table 8.1.2 as it is printed: ranges of the difference and the higher rated player's expectation in per cent.
PRINTED = """
0-3 50, 4-10 51, 11-17 52, 18-25 53, 26-32 54, 33-39 55, 40-46 56, 47-53 57, 54-61 58, 62-68 59, 69-76 60, 77-83 61,
84-91 62, 92-98 63, 99-106 64, 107-113 65, 114-121 66, 122-129 67, 130-137 68, 138-145 69, 146-153 70, 154-162 71,
163-170 72, 171-179 73, 180-188 74, 189-197 75, 198-206 76, 207-215 77, 216-225 78, 226-235 79, 236-245 80, 246-256 81,
257-267 82, 268-278 83, 279-290 84, 291-302 85, 303-315 86, 316-328 87, 329-344 88, 345-357 89, 358-374 90, 375-391 91,
392-411 92, 412-432 93, 433-456 94, 457-484 95, 485-517 96, 518-559 97, 560-619 98, 620-735 99, 736-2000 100
"""


@pytest.mark.parametrize("row", [row.strip() for row in PRINTED.replace("\n", " ").split(",")])
def test_expected_scores_are_those_of_the_printed_table(row):
    gaps, percent = row.split()
    low, high = map(int, gaps.split("-"))
    for gap in (low, (low + high) // 2, high):
        assert expected_percent(gap) == int(percent)
        assert gap < 4 or expected_percent(-gap) == 100 - int(percent)


@given(st.integers(0, 100))
def test_differences_are_symmetrical_and_grow(percent):
    assert difference(percent) == -difference(100 - percent)
    assert percent == 0 or difference(percent) > difference(percent - 1)


def test_a_tournament_by_hand():
    # 2000 plays 2100 (expects .36), 1900 (.64) and 1950 (.57): 2 of 3 against 1.57 expected, K 20.
    change = rating_change(2000, [RatedGame(2100, 1), RatedGame(1900, 2), RatedGame(1950, 1)], k=20, on=NOW)
    assert [game.gained for game in change.games] == [14, 36, -7]
    assert (change.hundredths, change.whole) == (860, 9)
    # A half is rounded away from zero: .50 - .64, times 25.
    win = rating_change(2000, [RatedGame(1896, 1)], k=25, on=NOW)
    assert (win.hundredths, win.whole) == (-350, -4)
    assert rating_change(1896, [RatedGame(2000, 1)], k=25, on=NOW).whole == 4


@pytest.mark.parametrize(("gained", "whole"), [((2, 0), 0), ((2,), 10), ((1, 1), 0), ((0,), -10)])
def test_equals_gain_half_of_k(gained, whole):
    change = rating_change(2000, [RatedGame(2000, points) for points in gained], k=20, on=NOW)
    assert change.whole == whole


@pytest.mark.parametrize(("own", "other", "on", "gap"), [
    (2400, 1900, NOW, 400), (1900, 2400, NOW, -400), (2649, 2000, NOW, 400), (2650, 2000, NOW, 650),
    (2650, 2000, date(2025, 9, 30), 400), (2000, 2650, NOW, -400),
])  # fmt: skip
def test_a_difference_counts_for_400_at_most_until_2650(own, other, on, gap):
    assert counted_gap(own, other, on=on) == gap
    assert counted_gap(2700, 2000, pace=Pace.BLITZ, on=NOW) == 400


def test_rapid_and_blitz_leave_out_games_600_apart_with_a_player_above_2600():
    assert not is_rated(2601, 2001, pace=Pace.RAPID, on=NOW)
    assert is_rated(2601, 2002, pace=Pace.RAPID, on=NOW)
    assert is_rated(2600, 2000, pace=Pace.RAPID, on=NOW)
    assert is_rated(2601, 2001, pace=Pace.RAPID, on=date(2024, 11, 30))
    assert is_rated(2800, 1500, pace=Pace.STANDARD, on=NOW)
    change = rating_change(2700, [RatedGame(2000, 2), RatedGame(2600, 1)], k=10, pace=Pace.BLITZ, on=NOW)
    assert (len(change.games), change.left_out) == (1, 1)


@pytest.mark.parametrize(("rating", "before", "reached", "born", "games", "k"), [
    (1900, 29, False, None, 0, 40), (1900, 30, False, None, 0, 20), (2399, 30, False, None, 0, 20),
    (2400, 30, False, None, 0, 10), (2380, 30, True, None, 0, 10),
    (2299, 30, False, 2008, 0, 40),  # 18 in the year
    (2299, 30, False, 2007, 0, 20), (2300, 30, False, 2010, 0, 20), (1900, 5, False, None, 17, 40),
    (1900, 5, False, None, 18, 38), (1900, 30, False, None, 36, 19),
])  # fmt: skip
def test_k_factors(rating, before, reached, born, games, k):
    result = k_factor(rating=rating, games_before=before, reached_2400=reached, birth_year=born, on=NOW, games=games)
    assert result == k


def test_a_first_rating_counts_two_draws_with_1800():
    # Five games with 3 points, the opponents 9507 in sum: (9507 + 3600) / 7 = 1872.43; 4 of 7 is 57 %: +50.
    ratings = (1900, 1900, 1900, 1900, 1907)
    games = [RatedGame(rating, points) for rating, points in zip(ratings, (2, 2, 2, 0, 0), strict=True)]
    assert first_rating(games) == 1922
    assert first_rating(games[:4]) is None
    assert first_rating([RatedGame(2000, 0)] * 9) is None
    assert first_rating([RatedGame(2600, 2)] * 9) == 2200
    assert first_rating([RatedGame(1000, 1)] + [RatedGame(1000, 0)] * 8) is None


@given(st.lists(st.tuples(RATINGS, st.integers(0, 2)), min_size=1, max_size=11))
def test_a_perfect_performance_is_the_lowest_that_reaches_the_score(games):
    ratings, score = [rating for rating, _ in games], sum(points for _, points in games)
    lowest = perfect_performance(ratings, score)
    if score == 0:
        assert lowest == min(ratings) - 800
        return
    assert sum(expected_percent(lowest - rating) for rating in ratings) >= 50 * score
    assert sum(expected_percent(lowest - 1 - rating) for rating in ratings) < 50 * score


@given(st.lists(RATINGS, min_size=1, max_size=11), st.data())
def test_a_performance_is_the_average_and_the_difference(ratings, data):
    score = data.draw(st.integers(0, 2 * len(ratings)))
    mean = int(Fraction(sum(ratings), len(ratings)) + Fraction(1, 2))
    share = int(100 * Fraction(score, 2 * len(ratings)) + Fraction(1, 2))
    assert performance(ratings, score) == mean + difference(share)


@given(RATINGS, RATINGS, st.integers(0, 2))
def test_changes_with_the_same_k_add_up_to_zero(own, other, points):
    """Below 2650, from where differences count in full.  (Table 8.1.2 gives both .50 up to three points apart.)"""
    if max(own, other) >= 2650:
        return
    own_change = rating_change(own, [RatedGame(other, points)], k=20, on=NOW)
    other_change = rating_change(other, [RatedGame(own, 2 - points)], k=20, on=NOW)
    assert own_change.hundredths == -other_change.hundredths


def test_a_report_has_a_line_for_rated_and_unrated():
    rated = [
        Rated(1, 2000, ((2100, 1), (None, 2), (1900, 2))), Rated(2, None, ((2000, 1),) * 5),
        Rated(3, 2450, ((2450, 2),), k=10),
    ]  # fmt: skip
    first, second, third = report(rated, on=NOW)
    assert (first.games, first.points, first.opponents) == (2, 3, 2000)
    assert first.change is not None and (first.change.k, first.change.hundredths) == (20, 1000)
    assert second.change is None and second.first == first_rating([RatedGame(2000, 1)] * 5) == 1943
    assert third.change is not None and third.change.whole == 5


@pytest.mark.parametrize(("listed", "games", "unrated", "k"), [
    (20, 35, 0, 20), (20, 36, 0, 19), (40, 22, 0, 31), (10, 70, 0, 10), (20, 35, 1, 20),
])  # fmt: skip
def test_k_times_rated_games_is_at_most_700_also_with_the_k_of_the_list(listed, games, unrated, k):
    played = ((2601, 1),) * games + ((2001, 1),) * unrated
    (line,) = report([Rated(1, 2601, played, k=listed)], pace=Pace.BLITZ, on=NOW)
    assert line.change is not None and line.change.k == k


BOTH = {"standard": 2100, "RUS": 2150}
FIDE, NATIONAL = TournamentRating(2100, "standard"), TournamentRating(2150, "RUS")


@pytest.mark.parametrize(("method", "both", "fide_alone", "national_alone"), [
    ("FIDE", FIDE, FIDE, None), ("NRO", NATIONAL, None, NATIONAL), ("FIDON", FIDE, FIDE, NATIONAL),
    ("NIDOF", NATIONAL, FIDE, NATIONAL), ("HBFN", NATIONAL, FIDE, NATIONAL), ("LBFN", FIDE, FIDE, NATIONAL),
    ("OTHER", None, None, None),
])  # fmt: skip
def test_each_method_asks_its_lists(method, both, fide_alone, national_alone) -> None:
    def rated(ratings: dict[str, int]) -> TournamentRating | None:
        return tournament_rating(ratings, RatingMethod(method), ("standard",), "RUS")

    assert rated(BOTH) == both
    assert rated({"standard": 2100}) == fide_alone
    assert rated({"RUS": 2150}) == national_alone
    assert rated({}) is None


def test_rapid_and_blitz_fall_back_on_standard() -> None:
    ratings = {"standard": 2100, "rapid": 2050}
    assert tournament_rating(ratings, RatingMethod.FIDE, effective("rapid")) == TournamentRating(2050, "rapid")
    assert tournament_rating(ratings, RatingMethod.FIDE, effective("blitz")) == TournamentRating(2100, "standard")
    assert tournament_rating({"blitz": 2000}, RatingMethod.FIDE, effective("standard")) is None


def test_lists_have_names_of_capital_letters() -> None:
    assert all(map(is_list, ("standard", "rapid", "blitz", "RUS", "CLUB", "LIGA2")))
    assert not any(map(is_list, ("", "R", "rus", "own", "2RUS", "ABCDEFGHIJK", "RUS ")))
