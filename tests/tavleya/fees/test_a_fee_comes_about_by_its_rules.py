"""Any scale and any person: lines add up, discounts end at the base fee, and nothing hangs on the order of rules."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.fees.terms import BY_AGE, BY_DAY, BY_NAMES, Condition, FeeCandidate, FeeRule, FeeScale, total
from tests.amounts import examples

DAYS = st.dates(date(2027, 1, 1), date(2027, 12, 31))
NAMES = {
    Condition.TITLES: ("GM", "WGM", "IM"),
    Condition.FEDERATIONS: ("UKR", "POL"),
    Condition.CLUBS: ("Riga", "Lviv"),
}


@st.composite
def rules(draw: st.DrawFn) -> FeeRule:
    condition = draw(st.sampled_from(Condition))
    amount = draw(st.integers(0, 5000))
    return FeeRule(
        condition,
        amount,
        0 if amount else draw(st.integers(1, 100)),
        draw(DAYS) if condition in BY_DAY else None,
        draw(st.integers(8, 70)) if condition in BY_AGE else None,
        tuple(draw(st.sets(st.sampled_from(NAMES[condition]), min_size=1))) if condition in BY_NAMES else (),
    )


people = st.builds(
    FeeCandidate, DAYS, st.just(2027), st.one_of(st.none(), st.integers(1940, 2020)),
    st.sampled_from(("", "f", "m")), st.sampled_from(("", "GM", "FM")), st.sampled_from(("", "UKR", "NED")),
    st.sampled_from(("", "riga ", "Kyiv")), st.booleans(),
)  # fmt: skip
scales = st.builds(
    FeeScale, st.integers(0, 10_000), st.lists(rules(), max_size=6).map(tuple), st.booleans(),
    st.integers(0, 3000),
)  # fmt: skip


@given(scales, people)
@settings(max_examples=examples(300), deadline=None)
def test_discounts_take_no_more_than_the_base_fee_and_leave_the_rest(
    scale: FeeScale, person: FeeCandidate
) -> None:
    lines = scale.lines(person)
    off = -sum(int(str(line["amount"])) for line in lines if int(str(line["amount"])) < 0)
    late = sum(
        rule.of(scale.base)
        for rule in scale.rules
        if rule.condition is Condition.LATE and rule.applies(person)
    )
    extra = scale.extra if person.extra else 0
    assert 0 <= off <= scale.base
    assert total(lines) == scale.base - off + late + extra


@given(scales, people)
@settings(max_examples=examples(300), deadline=None)
def test_the_order_of_the_rules_does_not_change_what_is_owed(scale: FeeScale, person: FeeCandidate) -> None:
    turned = FeeScale(scale.base, scale.rules[::-1], scale.together, scale.extra)
    assert total(turned.lines(person)) == total(scale.lines(person))


@given(scales, rules(), people)
@settings(max_examples=examples(300), deadline=None)
def test_one_more_discount_never_raises_the_fee(scale: FeeScale, rule: FeeRule, person: FeeCandidate) -> None:
    more = FeeScale(scale.base, (*scale.rules, rule), scale.together, scale.extra)
    if rule.condition is Condition.LATE:
        assert total(more.lines(person)) >= total(scale.lines(person))
    else:
        assert total(more.lines(person)) <= total(scale.lines(person))


@given(rules())
def test_a_rule_is_read_as_it_is_kept(rule: FeeRule) -> None:
    assert FeeRule.read(rule.kept()) == rule


def fee(*stored: dict[str, object], together: bool = False, **person: object) -> int:
    scale = FeeScale(3000, tuple(map(FeeRule.read, stored)), together, extra=1200)
    common = {"day": date(2027, 5, 1), "year": 2027, **person}
    return total(scale.lines(FeeCandidate(**common)))  # type: ignore[arg-type]


EARLY = {"kind": "early", "amount": 500, "day": "2027-05-01"}
LATE = {"kind": "late", "amount": 1000, "day": "2027-05-02"}
U18 = {"kind": "under", "percent": 50, "age": 18}
GM = {"kind": "titles", "percent": 100, "names": ["GM", "WGM"]}


@pytest.mark.parametrize(
    ("rules", "person", "owed"),
    [
        ([], {}, 3000),
        ([EARLY, LATE], {}, 2500),
        ([EARLY, LATE], {"day": date(2027, 5, 2)}, 4000),
        ([U18], {"birth_year": 2009}, 1500),  # turns 18 in the year, and was not yet 18 when it began
        ([U18], {"birth_year": 2008}, 3000),
        ([U18], {}, 3000),
        ([{"kind": "over", "amount": 700, "age": 65}], {"birth_year": 1962}, 2300),
        ([{"kind": "women", "amount": 700}], {"sex": "f"}, 2300),
        ([GM], {"title": "WGM"}, 0),
        ([GM, LATE], {"title": "GM", "day": date(2027, 6, 1), "extra": True}, 2200),
        ([{"kind": "clubs", "amount": 100, "names": ["SC  Riga"]}], {"club": "sc riga"}, 2900),
        ([EARLY, U18], {"birth_year": 2012}, 1500),
    ],
)
def test_examples_added_up_by_hand(
    rules: list[dict[str, object]], person: dict[str, object], owed: int
) -> None:
    assert fee(*rules, **person) == owed


def test_discounts_add_up_where_the_organiser_says_so() -> None:
    assert fee(EARLY, U18, together=True, birth_year=2012) == 1000
    assert fee(EARLY, U18, GM, together=True, birth_year=2012, title="GM") == 0


def test_a_per_cent_of_odd_units_is_rounded_to_the_nearest() -> None:
    assert FeeRule(Condition.WOMEN, percent=33).of(1999) == 660  # 659.67
    assert FeeRule(Condition.WOMEN, percent=50).of(5) == 3


@pytest.mark.parametrize("stored", [
    {"kind": "left-handed", "amount": 1}, {"kind": "women"}, {"kind": "women", "amount": 1, "percent": 1},
    {"kind": "women", "percent": 101}, {"kind": "women", "amount": -1}, {"kind": "women", "amount": True},
    {"kind": "women", "amount": 1, "age": 10}, {"kind": "early", "amount": 1},
    {"kind": "early", "amount": 1, "day": "May"}, {"kind": "under", "amount": 1},
    {"kind": "clubs", "amount": 1, "names": [" "]}, {"kind": "clubs", "amount": 1, "names": [7]},
])  # fmt: skip
def test_a_rule_that_says_too_much_or_too_little_is_refused(stored: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        FeeRule.read(stored)
