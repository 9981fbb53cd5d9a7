"""Files of norm requirements are read whole or refused, and one norm is reckoned; every figure was added up by hand."""

from dataclasses import replace

import pytest

from tavleya.errors import BadInput
from tavleya.norms.evaluate import Candidate, NormGame, Opponent, evaluate, wanted
from tavleya.norms.forecast import chance
from tavleya.norms.rules import Requirements, read_edition
from tests.paths import ROOT
from tests.tavleya.refusals import refused

EXAMPLE = ROOT / "tavleya" / "norms" / "books" / "fide-b01-2024.toml"
HOME = Candidate(title="FM", federation="UKR")


def im_rules() -> Requirements:
    return next(norm for norm in read_edition(EXAMPLE.read_text()).norms if norm.title == "IM")


def field() -> list[Opponent]:
    """Nine opponents, 2330 on average: 9 · 2330 = 20970; three IMs, two FMs; POL, GER and three of UKR."""
    return [
        Opponent(2450, "IM", "POL"), Opponent(2430, "IM", "POL"), Opponent(2400, "IM", "GER"),
        Opponent(2380, "FM", "GER"), Opponent(2350, "FM", "GER"), Opponent(2300, "", "UKR"),
        Opponent(2260, "", "UKR"), Opponent(2220, "CM", "UKR"), Opponent(2180, "", "ROU"),
    ]  # fmt: skip


def games(*points: int) -> list[NormGame]:
    """Half-points against the opponents in order."""
    return [NormGame(opponent, got) for opponent, got in zip(field(), points, strict=False)]


def find_check(report, code: str):
    return next(check for check in report.checks if check.code == code)


def test_a_norm_is_made_with_six_points_of_nine() -> None:
    """6 of 9 are 66.7, so 67 per cent, dp 125: 2330 + 125 = 2455."""
    report = evaluate(im_rules(), HOME, games(2, 2, 1, 1, 1, 1, 2, 1, 1))
    assert report.met, [norm_check.message for norm_check in report.missed]
    assert find_check(report, "average").has == 2330
    assert find_check(report, "performance").has == 2455
    assert find_check(report, "performance").article == "1.4.8"


def test_half_a_point_less_is_missed_by_what_it_is_missed_by() -> None:
    """5½ of 9 are 61.1, so 61 per cent, dp 80: 2410, missed by 40."""
    report = evaluate(im_rules(), HOME, games(2, 2, 1, 1, 1, 1, 1, 1, 1))
    assert [
        (norm_check.code, norm_check.has, norm_check.needs, norm_check.missing)
        for norm_check in report.missed
    ] == [("performance", 2410, 2450, 40)]


def test_the_needed_result_of_the_last_game() -> None:
    """5 of 8 and the last opponent known: a draw gives 5½ (2410), a win 6 (2455).  5½ of 8: a draw is enough."""
    eight, last = games(2, 2, 1, 1, 1, 1, 1, 1), field()[8:]
    assert chance(im_rules(), HOME, eight, last).needed == 2
    better = games(2, 2, 2, 1, 1, 1, 1, 1)
    assert chance(im_rules(), HOME, better, last).needed == 1
    hopeless = games(1, 1, 1, 1, 1, 1, 1, 1)
    assert not chance(im_rules(), HOME, hopeless, last).open


def test_one_opponent_below_the_floor_is_raised_to_it_and_only_the_lowest() -> None:
    """2180 and 2220 become 1900 and 1800: 20970 - 280 - 420 = 20270, and 1800 counts as 2050: 20520, 2280."""
    low = [*field()[:7], replace(field()[7], rating=1900), replace(field()[8], rating=1800)]
    report = evaluate(im_rules(), HOME, [NormGame(opponent, 1) for opponent in low])
    assert (find_check(report, "average").has, report.raised) == (2280, (1800,))


def test_an_unrated_opponent_counts_as_the_file_says() -> None:
    """Without a rating 1400, which is the lowest and so raised to 2050: 20970 - 2180 + 2050 = 20840, 2315.6, 2316."""
    without = [*field()[:8], replace(field()[8], rating=None)]
    report = evaluate(im_rules(), HOME, [NormGame(opponent, 1) for opponent in without])
    assert (find_check(report, "average").has, report.raised) == (2316, (1400,))
    norm_report = evaluate(
        replace(im_rules(), unrated_as=None), HOME, [NormGame(opponent, 1) for opponent in without]
    )
    assert norm_report.games == 8


def test_federations_and_titles_are_counted() -> None:
    """Nine of UKR: most 5 of nine (3/5 = 5.4 down), most 6 of one (2/3 = 6); 5 titled (4.5 up); 3 of the title."""
    all_home = [replace(opponent, federation="UKR", title="") for opponent in field()]
    report = evaluate(im_rules(), HOME, [NormGame(opponent, 2) for opponent in all_home])
    missed = {opponent.code: (opponent.has, opponent.needs) for opponent in report.missed}
    assert missed == {"foreign": (0, 2), "own": (9, 5), "one": (9, 6), "titled": (0, 5), "of_title": (0, 3)}


def test_players_of_no_federation_make_no_federation() -> None:
    stateless = [replace(opponent, federation="FID") for opponent in field()]
    report = evaluate(im_rules(), HOME, [NormGame(opponent, 2) for opponent in stateless])
    assert {opponent.code for opponent in report.missed} == {"foreign"}


def test_a_score_just_below_is_below() -> None:
    """3 of 9 are 33⅓ per cent: shown as 33, missed by 2."""
    report = evaluate(im_rules(), HOME, games(1, 1, 1, 1, 1, 1, 0, 0, 0))
    assert (find_check(report, "percent").has, find_check(report, "percent").missing) == (33, 2)


def test_without_a_game_nothing_is_made_and_nothing_breaks() -> None:
    report = evaluate(im_rules(), HOME, [])
    assert not report.met
    assert find_check(report, "games").missing == 9


def test_a_norm_is_only_for_those_who_can_use_it() -> None:
    rules = {norm.title: norm for norm in read_edition(EXAMPLE.read_text()).norms}
    assert wanted(rules["GM"], Candidate("IM"))
    assert not wanted(rules["IM"], Candidate("GM"))
    assert not wanted(rules["WIM"], Candidate(""))
    assert wanted(rules["WIM"], Candidate("", woman=True))


@pytest.mark.parametrize(("was", "is_now", "place"), [
    ("percent_least = 35", 'percent_least = "35"', "norms.1.percent_least"),
    ('titled_share = "1/2"', 'titled_share = "3/2"', "norms.1.titled_share"),
    ('titled_share = "1/2"', "titled_share = 0.5", "norms.1.titled_share"),
    ("valid_from = 2024-01-01", 'valid_from = "soon"', "valid_from"),
    ('title = "IM"', 'title = "GM"', "norms.title"),
    ("floors_raised = 1", "floors_raised = 0", "norms.1.floor"),
    ("games_least = 9", "games_lest = 9", "norms.1.games_lest"),
    ("read_on = 2026-11-22", 'example = "yes"', "example"),
    ("read_on = 2026-11-22", "read_on = 5", "read_on"),
    ("world_cup = 9", 'world_cup = "9"', "norms.1.counts_as"),
    ("leave_out = true", "leave_out = 1", "norms.1.leave_out"), ('code = "fide-b01"', "code = 1", "code"),
])  # fmt: skip
def test_a_file_that_cannot_be_meant_is_refused_where_it_is_wrong(was: str, is_now: str, place: str) -> None:
    with refused(BadInput, "norms_field", field=place):
        read_edition(EXAMPLE.read_text().replace(was, is_now, 2 if "title =" in was else 1))


@pytest.mark.parametrize("text", ["", "{", "<norms/>", "[" * 3000])
def test_an_invalid_file_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        read_edition(text)
