"""Prizes: how a fund is shared out, and the rules of sharing, read word by word, for any table."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.prizes.fund import MAIN, Contender, Distribution, Fund, Sharing, Unused, distribute, largest_remainder
from tests.amounts import examples
from tests.refusals import refused

Chosen = dict[int, str]  # player → the list whose prize that player takes


def total(parts) -> int:
    return sum(part.amount for part in parts)


def gets(fund: Fund, table: list[Contender], chosen: Chosen, player: Contender, key: str) -> Fraction:
    """Return the prize of `player` in the list `key` if all others are in the lists of `chosen`."""
    choices = {**chosen, player.key: key}
    in_list = [contender for contender in table if choices.get(contender.key) == key]
    above = [contender for contender in in_list if contender.points > player.points]
    level = [contender for contender in in_list if contender.points == player.points]
    prizes = [*fund.lists[key], *([0] * len(table))]
    own_places = [prizes[len(above) + index] for index, contender in enumerate(level) if contender.rank == player.rank]
    own = Fraction(sum(own_places), len(own_places))
    equal = Fraction(sum(prizes[len(above) : len(above) + len(level)]), len(level))
    if fund.sharing is Sharing.NONE:
        return own
    return equal if fund.sharing is Sharing.EQUAL else (own + equal) / 2


def eligible(fund: Fund, player: Contender) -> list[str]:
    return [key for key in fund.lists if key == MAIN or key in player.categories]


def choose(fund: Fund, table: list[Contender]) -> Chosen:
    chosen: Chosen = {}
    for points in sorted({contender.points for contender in table}, reverse=True):
        group = [contender for contender in table if contender.points == points]
        for _ in range(len(group) * len(fund.lists) + 1):
            before = dict(chosen)
            for player in group:
                current = chosen.get(player.key)
                most = gets(fund, table, chosen, player, current) if current is not None else Fraction(0)
                for key in eligible(fund, player):
                    worth = gets(fund, table, chosen, player, key)
                    if worth > most:
                        most, current = worth, key
                if current is not None:
                    chosen[player.key] = current
            if chosen == before:
                break
    return chosen


def table(*points: int, women: tuple[int, ...] = ()) -> list[Contender]:
    """Players 1, 2, 3 … in the order of the table, no place shared."""
    return [
        Contender(number, number, score, frozenset({"women"} if number in women else ()))
        for number, score in enumerate(points, 1)
    ]


def paid(distribution: Distribution) -> dict[int, tuple[str, int]]:
    return {share.player: (share.list, share.amount) for share in distribution.shares}


def main_only(sharing: Sharing, *prizes: int) -> Fund:
    return Fund({MAIN: prizes}, sharing)


def test_hort_gives_half_the_own_prize_and_half_an_equal_share() -> None:
    """Second to fourth are level: 600 + 400 + 200 = 1200, a third of it 400.

    2nd: 600/2 + 400/2 = 500; 3rd: 400/2 + 200 = 400; 4th: 200/2 + 200 = 300.
    """
    distribution = distribute(main_only(Sharing.HORT, 1000, 600, 400, 200), table(14, 12, 12, 12, 10))
    assert paid(distribution) == {1: (MAIN, 1000), 2: (MAIN, 500), 3: (MAIN, 400), 4: (MAIN, 300)}
    second = distribution.shares[1]
    assert (second.own, second.equal, second.pool, second.places) == (600, 400, (600, 400, 200), (2, 4))
    assert second.sharers == (2, 3, 4)


@pytest.mark.parametrize(("sharing", "amounts"), [
    (Sharing.EQUAL, [100] * 4), (Sharing.HORT, [200, 100, 50, 50]), (Sharing.NONE, [300, 100]),
])  # fmt: skip
def test_more_players_than_prizes_share_what_there_is(sharing: Sharing, amounts: list[int]) -> None:
    """Two prizes, 300 and 100, for four who are level."""
    shares = distribute(main_only(sharing, 300, 100), table(10, 10, 10, 10)).shares
    assert [share.amount for share in shares] == amounts


def test_a_place_that_the_table_leaves_shared_is_shared_in_every_way() -> None:
    """2nd–3rd are not told apart: 50 and 25 give each 37.5, and the odd unit goes to the first in the list."""
    contenders = [Contender(1, 1, 8), Contender(2, 2, 6), Contender(3, 2, 6)]
    distribution = distribute(main_only(Sharing.NONE, 100, 50, 25), contenders)
    assert paid(distribution) == {1: (MAIN, 100), 2: (MAIN, 38), 3: (MAIN, 37)}
    assert distribution.shares[1].exact == Fraction(75, 2)


def test_units_left_over_go_to_the_largest_remainders_and_then_by_place() -> None:
    """100 for three: 33⅓ each, the one kopeck to the first.

    By Hort of 100 and 1 for three: equal 33⅔; 1st 50 + 16⅚ = 66⅚, 2nd ½ + 16⅚ = 17⅓, 3rd 16⅚.  Down: 66, 17, 16 = 99;
    two are left, for the remainders ⅚ of the first and of the third: 67, 17, 17.
    """
    level = table(10, 10, 10)
    assert [share.amount for share in distribute(main_only(Sharing.EQUAL, 100), level).shares] == [34, 33, 33]
    hort = distribute(main_only(Sharing.HORT, 100, 1), level).shares
    assert [share.amount for share in hort] == [67, 17, 17]


def test_a_greater_category_prize_passes_the_main_prize_to_the_next_player() -> None:
    """The woman in third takes 500 as best woman and not 300; the fourth has the third prize, the next woman 100."""
    fund = Fund({MAIN: (1000, 600, 300), "women": (500, 100)}, Sharing.NONE)
    distribution = distribute(fund, table(14, 13, 12, 11, 10, women=(3, 5)))
    assert paid(distribution) == {1: (MAIN, 1000), 2: (MAIN, 600), 3: ("women", 500), 4: (MAIN, 300), 5: ("women", 100)}
    assert distribution.shares[2].elsewhere == ((MAIN, Fraction(300)),)
    assert distribution.shares[3].moved_up == ((3, "women"),)


def test_a_category_prize_passes_on_from_who_wins_more_in_the_main_list() -> None:
    """The best woman is second: 600 is more than 500, so the first prize for women passes to the next woman."""
    fund = Fund({MAIN: (1000, 600, 300), "women": (500, 100)}, Sharing.NONE)
    distribution = distribute(fund, table(14, 13, 12, 11, 10, women=(2, 5)))
    assert paid(distribution)[2] == (MAIN, 600)
    assert paid(distribution)[5] == ("women", 500)
    assert distribution.shares[-1].moved_up == ((2, MAIN),)
    assert distribution.unused == (Unused("women", 2, 100),)
    assert total(distribution.shares) == 2400


def test_the_shared_amount_decides_and_not_the_prize_of_the_place() -> None:
    """Three are level for 900, 300, 0; the woman is first of them.

    Shared equally by three the 1200 are 400 each, less than the 500 for the best woman: she takes those, and the two
    others share 1200: 600 each.
    """
    fund = Fund({MAIN: (900, 300), "women": (500,)}, Sharing.EQUAL)
    distribution = distribute(fund, table(10, 10, 10, women=(1,)))
    assert paid(distribution) == {1: ("women", 500), 2: (MAIN, 600), 3: (MAIN, 600)}
    unclaimed = distribute(fund, [])
    assert unclaimed.shares == () and total(unclaimed.unused) == 1700, "without players every prize is unused"


@pytest.mark.parametrize("prizes, code", [((100, 200), "prizes_rise"), ((100, 0), "bad_prize"), ((-1,), "bad_prize")])
def test_amounts_that_cannot_be_shared_are_refused(prizes: tuple[int, ...], code: str) -> None:
    with refused(BadInput, code):
        main_only(Sharing.HORT, *prizes)


amounts = st.lists(st.integers(1, 60), max_size=5).map(lambda prizes: tuple(sorted(prizes, reverse=True)))
funds = st.builds(
    lambda main, women, band, sharing: Fund({MAIN: main, "women": women, "band": band}, sharing),
    amounts, amounts, amounts, st.sampled_from(Sharing),
)  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> list[Contender]:
    """Equal points often, shared places sometimes."""
    categories = st.frozensets(st.sampled_from(("women", "band")))
    rows = draw(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2), categories), max_size=9))
    rows.sort(key=lambda row: row[:2], reverse=True)
    return [
        Contender(number, 1 + sum(other[:2] > (points, tie) for other in rows), points, group)
        for number, (points, tie, group) in enumerate(rows, 1)
    ]


@given(funds, tables())
@settings(max_examples=examples(400), deadline=None)
def test_shares_follow_the_rules_and_no_unit_is_lost(fund: Fund, table: list[Contender]) -> None:
    """No player would get more in another list, given where the others are; so the choice always settles."""
    chosen, distribution = choose(fund, table), distribute(fund, table)
    assert {share.player: (share.list, share.exact) for share in distribution.shares} == {
        player.key: (chosen[player.key], gets(fund, table, chosen, player, chosen[player.key]))
        for player in table
        if player.key in chosen
    }
    shares = {share.player: share for share in distribution.shares}
    assert len(shares) == len(distribution.shares), "no player is paid twice"
    for player in table:
        has = shares[player.key].exact if player.key in shares else Fraction(0)
        assert all(gets(fund, table, chosen, player, key) <= has for key in eligible(fund, player))
    for key, prizes in fund.lists.items():
        parts = [part for part in (*distribution.shares, *distribution.unused) if part.list == key]
        assert total(parts) == sum(prizes)
    assert all(abs(share.amount - share.exact) < 1 for share in distribution.shares)


@given(st.lists(st.integers(1, 100), min_size=1, max_size=8), st.integers(1, 500))
def test_the_largest_remainders_are_raised(weights: list[int], whole: int) -> None:
    exact = {index: Fraction(whole * weight, sum(weights)) for index, weight in enumerate(weights)}
    rounded = largest_remainder(exact)
    assert sum(rounded.values()) == whole
    raised = [exact[index] % 1 for index in rounded if rounded[index] > exact[index]]
    lowered = [exact[index] % 1 for index in rounded if rounded[index] < exact[index]]
    assert not raised or not lowered or min(raised) >= max(lowered)
