"""The norm by the best choice of games, against a second implementation that tries every set of them."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.norms.choice import best
from tavleya.norms.evaluate import Candidate, NormGame, Opponent
from tavleya.norms.setting import Setting
from tavleya.norms.shipped import shipped

#: 1.4.9 as it is printed: the differences for 50 to 100 per cent.
_PRINTED = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
DP = dict(zip(range(50, 101), _PRINTED, strict=True))

RULES = {one.title: one for one in shipped()[-1].norms}
FIGURES = {
    "GM": (2600, 2380, 2200), "IM": (2450, 2230, 2050), "WGM": (2400, 2180, 2000), "WIM": (2250, 2030, 1850),
}  # fmt: skip
HIGHER = {"GM": {"GM"}, "IM": {"GM", "IM"}, "WGM": {"GM", "IM", "WGM"}, "WIM": {"GM", "IM", "WGM", "WIM"}}
TITLED = {"GM", "IM", "FM", "WGM", "WIM", "WFM"}


def literally(title: str, own: str, games: list[NormGame]) -> bool:
    """One set of games, by the words of B.01 1.4.1 to 1.4.9; nothing here is shared with the engine."""
    return len(games) >= 9 and mixed(title, own, games) and performed(title, games)


def mixed(title: str, own: str, games: list[NormGame]) -> bool:
    n = len(games)
    feds = [game.opponent.federation for game in games]
    real = [game for game in feds if game and game != "FID"]
    if len({game for game in real if game != own}) < 2:
        return False
    if feds.count(own) * 5 > n * 3 or any(real.count(game) * 3 > n * 2 for game in real):
        return False
    titles = [game.opponent.title for game in games]
    if sum(game in TITLED for game in titles) * 2 < n:
        return False
    return sum(game in HIGHER[title] for game in titles) >= max(3, -(-n // 3))


def performed(title: str, games: list[NormGame]) -> bool:
    n = len(games)
    needed, least, floor = FIGURES[title]
    ratings = sorted(1400 if game.opponent.rating is None else game.opponent.rating for game in games)
    ratings[0] = max(ratings[0], floor)
    average = int(Fraction(sum(ratings), n) + Fraction(1, 2))
    share = Fraction(sum(game.points for game in games), 2 * n)
    percent = int(100 * share + Fraction(1, 2))
    dp = DP[percent] if percent >= 50 else -DP[100 - percent]
    return average >= least and share >= Fraction(35, 100) and average + dp >= needed


def by_all_subsets(title: str, own: str, games: list[NormGame], *, predetermined: bool) -> int | None:
    """The most games with which the norm is made; None without."""
    set_: set[int] = set()
    whole = [game for game in games if game.opponent.federation != "NON"]
    if literally(title, own, whole):
        return len(whole)
    if predetermined and not mixed(title, own, whole):
        return None
    for end in range(len(games) if predetermined else 0, len(games) + 1):
        first = [game for game in games[:end] if game.opponent.federation != "NON"]
        won = [game for game in first if game.points == 2]
        for out in range(len(won) + 1):
            for some in combinations(won, out):
                norm_games = [game for game in first if not any(game is left for left in some)]
                if literally(title, own, norm_games):
                    set_.add(len(norm_games))
    return max(set_, default=None)


opponent = st.builds(
    Opponent,
    rating=st.one_of(st.none(), st.integers(1800, 2750)),
    title=st.sampled_from(["GM", "GM", "IM", "WGM", "WIM", "FM", "CM", ""]),
    federation=st.sampled_from(["UKR", "POL", "GER", "ROU", "FID", "NON"]),
)
strong = st.builds(
    Opponent,
    rating=st.integers(2300, 2650),
    title=st.sampled_from(["GM", "GM", "IM", "WGM", "FM"]),
    federation=st.sampled_from(["POL", "GER", "ROU", "UKR"]),
)
one_game = st.builds(
    NormGame, st.one_of(strong, strong, strong, strong, opponent), st.sampled_from([0, 1, 1, 2, 2])
)


@pytest.mark.article("b01:1.4.1e", "b01:1.4.1f")
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(FIGURES)), st.lists(one_game, min_size=9, max_size=12), st.booleans())
def test_the_best_choice_is_the_best_of_all(title: str, games: list[NormGame], predetermined: bool) -> None:
    setting = Setting(rounds=len(games), predetermined=predetermined)
    report = best(RULES[title], Candidate("", "UKR", woman=True), games, setting)
    expected = by_all_subsets(title, "UKR", games, predetermined=predetermined)
    assert (report.games if report.met else None) == expected
