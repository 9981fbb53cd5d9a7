"""The rating that ranks a player in a tournament, by each method of record 172."""

import pytest

from tavleya.ratings.tournament import RatingMethod, TournamentRating, effective, is_list, tournament_rating

BOTH = {"standard": 2100, "RUS": 2150}
FIDE, NATIONAL = TournamentRating(2100, "standard"), TournamentRating(2150, "RUS")


@pytest.mark.parametrize(("method", "both", "fide_alone", "national_alone"), [
    ("FIDE", FIDE, FIDE, None), ("NRO", NATIONAL, None, NATIONAL), ("FIDON", FIDE, FIDE, NATIONAL),
    ("NIDOF", NATIONAL, FIDE, NATIONAL), ("HBFN", NATIONAL, FIDE, NATIONAL), ("LBFN", FIDE, FIDE, NATIONAL),
    ("OTHER", None, None, None),
])  # fmt: skip
def test_each_method_asks_its_lists(
    method: str,
    both: TournamentRating | None,
    fide_alone: TournamentRating | None,
    national_alone: TournamentRating | None,
) -> None:
    def rated(ratings: dict[str, int]) -> TournamentRating | None:
        return tournament_rating(ratings, RatingMethod(method), ("standard",), "RUS")

    assert rated(BOTH) == both
    assert rated({"standard": 2100}) == fide_alone
    assert rated({"RUS": 2150}) == national_alone
    assert rated({}) is None


def test_rapid_and_blitz_fall_back_on_standard() -> None:
    ratings = {"standard": 2100, "rapid": 2050}
    assert tournament_rating(ratings, RatingMethod.FIDE, effective("rapid")) == TournamentRating(
        2050, "rapid"
    )
    assert tournament_rating(ratings, RatingMethod.FIDE, effective("blitz")) == TournamentRating(
        2100, "standard"
    )
    assert tournament_rating({"blitz": 2000}, RatingMethod.FIDE, effective("standard")) is None


def test_lists_have_names_of_capital_letters() -> None:
    assert all(map(is_list, ("standard", "rapid", "blitz", "RUS", "CLUB", "LIGA2")))
    assert not any(map(is_list, ("", "R", "rus", "own", "2RUS", "ABCDEFGHIJK", "RUS ")))
