"""Any table and any fund: compared with the rules read word by word (`literal`)."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.prizes.fund import MAIN, Contender, Fund, Sharing, distribute, largest_remainder
from tests.amounts import examples
from tests.tavleya.prizes.literal import choose, eligible, gets

amounts = st.lists(st.integers(1, 60), max_size=5).map(lambda found: tuple(sorted(found, reverse=True)))
funds = st.builds(
    lambda main, women, band, sharing: Fund({MAIN: main, "women": women, "band": band}, sharing),
    amounts,
    amounts,
    amounts,
    st.sampled_from(Sharing),
)


@st.composite
def tables(draw: st.DrawFn) -> list[Contender]:
    """Equal points often, shared places sometimes."""
    rows = draw(
        st.lists(
            st.tuples(
                st.integers(0, 4), st.integers(0, 2), st.frozensets(st.sampled_from(("women", "band")))
            ),
            max_size=9,
        )
    )
    rows.sort(key=lambda row: row[:2], reverse=True)
    return [
        Contender(number, 1 + sum(other[:2] > (points, tie) for other in rows), points, group)
        for number, (points, tie, group) in enumerate(rows, 1)
    ]


@given(funds, tables())
@settings(max_examples=examples(400), deadline=None)
def test_shares_follow_the_rules(fund: Fund, table: list[Contender]) -> None:
    chosen = choose(fund, table)
    expected = {
        share.key: (chosen[share.key], gets(fund, table, chosen, share, chosen[share.key]))
        for share in table
        if share.key in chosen
    }
    assert {share.player: (share.list, share.exact) for share in distribute(fund, table).shares} == expected


@given(funds, tables())
@settings(max_examples=examples(400), deadline=None)
def test_no_player_would_get_more_in_another_list(fund: Fund, table: list[Contender]) -> None:
    """Given where the others are; so the choice always settles."""
    shares = {share.player: share for share in distribute(fund, table).shares}
    chosen = {key: share.list for key, share in shares.items()}
    for player in table:
        has = shares[player.key].exact if player.key in shares else Fraction(0)
        assert all(gets(fund, table, chosen, player, key) <= has for key in eligible(fund, player))


@given(funds, tables())
@settings(max_examples=examples(400), deadline=None)
def test_no_unit_is_lost_and_no_player_is_paid_twice(fund: Fund, table: list[Contender]) -> None:
    distribution = distribute(fund, table)
    assert distribution.paid + distribution.left == fund.total
    assert len({share.player for share in distribution.shares}) == len(distribution.shares)
    for key, prizes in fund.lists.items():
        of_list = sum(share.amount for share in distribution.shares if share.list == key)
        assert of_list + sum(share.amount for share in distribution.unused if share.list == key) == sum(
            prizes
        )
    assert all(abs(share.amount - share.exact) < 1 for share in distribution.shares)


@given(st.lists(st.integers(1, 100), min_size=1, max_size=8), st.integers(1, 500))
def test_the_largest_remainders_are_raised(weights: list[int], whole: int) -> None:
    exact = {index: Fraction(whole * weight, sum(weights)) for index, weight in enumerate(weights)}
    rounded = largest_remainder(exact)
    assert sum(rounded.values()) == whole
    raised = [exact[index] % 1 for index in rounded if rounded[index] > exact[index]]
    lowered = [exact[index] % 1 for index in rounded if rounded[index] < exact[index]]
    assert not raised or not lowered or min(raised) >= max(lowered)
