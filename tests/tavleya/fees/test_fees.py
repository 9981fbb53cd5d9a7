"""Fees: scales with any rules, and the texts of QR codes against the layouts that banks publish."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.fees.terms import (
    BY_AGE,
    BY_DAY,
    BY_NAMES,
    Condition,
    FeeCandidate,
    FeeRule,
    FeeScale,
    FeeState,
    RussianAccount,
    check_link,
    check_reference,
    digits_of,
    epc_code,
    fee_text,
    link_of,
    plain_amount,
    read_iban,
    reference_of,
    russian_code,
    state_of,
    total,
)
from tests.amounts import examples
from tests.refusals import refused

DAYS = st.dates(date(2027, 1, 1), date(2027, 12, 31))
NAMES = {
    Condition.TITLES: ("GM", "WGM", "IM"), Condition.FEDERATIONS: ("UKR", "POL"), Condition.CLUBS: ("Riga", "Lviv"),
}  # fmt: skip


@st.composite
def rules(draw: st.DrawFn) -> FeeRule:
    condition = draw(st.sampled_from(Condition))
    amount = draw(st.integers(0, 5000))
    return FeeRule(
        condition, amount, 0 if amount else draw(st.integers(1, 100)),
        draw(DAYS) if condition in BY_DAY else None,
        draw(st.integers(8, 70)) if condition in BY_AGE else None,
        tuple(draw(st.sets(st.sampled_from(NAMES[condition]), min_size=1))) if condition in BY_NAMES else (),
    )  # fmt: skip


people = st.builds(
    FeeCandidate, DAYS, st.just(2027), st.one_of(st.none(), st.integers(1940, 2020)),
    st.sampled_from(("", "f", "m")), st.sampled_from(("", "GM", "FM")), st.sampled_from(("", "UKR", "NED")),
    st.sampled_from(("", "riga ", "Kyiv")), st.booleans(),
)  # fmt: skip
scales = st.builds(
    FeeScale, st.integers(0, 10_000), st.lists(rules(), max_size=6).map(tuple), st.booleans(), st.integers(0, 3000)
)


@given(scales, people)
@settings(max_examples=examples(300), deadline=None)
def test_discounts_take_no_more_than_the_base_fee_and_leave_the_rest(scale, person) -> None:
    lines = scale.lines(person)
    off = -sum(int(str(line["amount"])) for line in lines if int(str(line["amount"])) < 0)
    late = sum(rule.of(scale.base) for rule in scale.rules if rule.condition is Condition.LATE and rule.applies(person))
    extra = scale.extra if person.extra else 0
    assert 0 <= off <= scale.base
    assert total(lines) == scale.base - off + late + extra


@given(scales, rules(), people)
@settings(max_examples=examples(300), deadline=None)
def test_neither_the_order_of_the_rules_nor_one_more_discount_raises_the_fee(
    scale: FeeScale, rule: FeeRule, person: FeeCandidate
) -> None:
    turned = FeeScale(scale.base, scale.rules[::-1], scale.together, scale.extra)
    assert total(turned.lines(person)) == total(scale.lines(person))
    more = FeeScale(scale.base, (*scale.rules, rule), scale.together, scale.extra)
    difference = total(more.lines(person)) - total(scale.lines(person))
    assert difference >= 0 if rule.condition is Condition.LATE else difference <= 0
    assert FeeRule.read(rule.kept()) == rule


def fee(*stored: dict[str, object], together: bool = False, **person: object) -> int:
    scale = FeeScale(3000, tuple(map(FeeRule.read, stored)), together, extra=1200)
    common = {"day": date(2027, 5, 1), "year": 2027, **person}
    return total(scale.lines(FeeCandidate(**common)))  # type: ignore[arg-type]


EARLY = {"kind": "early", "amount": 500, "day": "2027-05-01"}
LATE = {"kind": "late", "amount": 1000, "day": "2027-05-02"}
U18 = {"kind": "under", "percent": 50, "age": 18}
GM = {"kind": "titles", "percent": 100, "names": ["GM", "WGM"]}


@pytest.mark.parametrize(("rules", "person", "owed"), [
    ([], {}, 3000), ([EARLY, LATE], {}, 2500), ([EARLY, LATE], {"day": date(2027, 5, 2)}, 4000),
    ([U18], {"birth_year": 2009}, 1500),  # turns 18 in the year, and was not yet 18 when it began
    ([U18], {"birth_year": 2008}, 3000), ([U18], {}, 3000),
    ([{"kind": "over", "amount": 700, "age": 65}], {"birth_year": 1962}, 2300),
    ([{"kind": "women", "amount": 700}], {"sex": "f"}, 2300), ([GM], {"title": "WGM"}, 0),
    ([GM, LATE], {"title": "GM", "day": date(2027, 6, 1), "extra": True}, 2200),
    ([{"kind": "clubs", "amount": 100, "names": ["SC  Riga"]}], {"club": "sc riga"}, 2900),
    ([EARLY, U18], {"birth_year": 2012}, 1500),
])  # fmt: skip
def test_examples_added_up_by_hand(rules, person, owed) -> None:
    assert fee(*rules, **person) == owed


def test_discounts_add_up_where_the_organiser_says_so_and_odd_units_are_rounded_to_the_nearest() -> None:
    assert fee(EARLY, U18, together=True, birth_year=2012) == 1000
    assert fee(EARLY, U18, GM, together=True, birth_year=2012, title="GM") == 0
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


IBAN = "DE89370400440532013000"  # the example of ISO 13616's registry


def test_the_code_of_a_transfer_in_euro_has_the_lines_of_epc069_12() -> None:
    text = epc_code(payee="Schachklub Köln e.V.", iban=IBAN, bic="", cents=3050, reference="OPEN-17 Kotov")
    assert text.split("\n") == [
        "BCD", "002", "1", "SCT", "", "Schachklub Köln e.V.", IBAN, "EUR30.50", "", "", "OPEN-17 Kotov",
    ]  # fmt: skip


def test_long_fields_are_cut_and_excessive_data_have_no_code() -> None:
    text = epc_code(payee="x" * 90, iban=IBAN, bic="COBADEFFXXX", cents=1, reference="a\nb " + "y" * 200)
    lines = text.split("\n")
    assert len(lines) == 11 and lines[4] == "COBADEFFXXX" and lines[5] == "x" * 70 and lines[7] == "EUR0.01"
    assert lines[10].startswith("a b y") and len(lines[10]) == 140
    for cents in (0, -5, 100_000_000_000):
        assert epc_code(payee="x", iban=IBAN, bic="", cents=cents, reference="") is None
    assert epc_code(payee="Ж" * 70, iban=IBAN, bic="", cents=1, reference="Ж" * 140) is None  # over 331 bytes


def test_an_iban_is_known_by_its_check_digits() -> None:
    assert read_iban("de89 3704 0044 0532 0130 00") == IBAN
    assert read_iban("GB29 NWBK 6016 1331 9268 19") == "GB29NWBK60161331926819"
    for wrong in ("DE88370400440532013000", "DE8937040044053201300O", "", "DE89", "UA" + "0" * 27):
        with refused(BadInput, "bad_iban"):
            read_iban(wrong)


ACCOUNT = RussianAccount(
    "Шахматный клуб", "40702810138250123017", "ОАО | БАНК", "044525225", "30101810400000000225", "7707083893"
)


def test_the_code_of_a_transfer_in_roubles_has_the_fields_of_the_standard() -> None:
    ACCOUNT.check()
    assert russian_code(ACCOUNT, kopecks=150000, purpose="Взнос 17|НДС нет") == (
        "ST00012|Name=Шахматный клуб|PersonalAcc=40702810138250123017|BankName=ОАО БАНК|BIC=044525225"
        "|CorrespAcc=30101810400000000225|PayeeINN=7707083893|Purpose=Взнос 17 НДС нет|Sum=150000"
    )
    assert russian_code(ACCOUNT, kopecks=0, purpose="") is None


@pytest.mark.parametrize("fields", [
    ("", "40702810138250123017", "Bank", "044525225", "30101810400000000225", ""),
    ("Club", "4070281013825012301", "Bank", "044525225", "30101810400000000225", ""),
    ("Club", "40702810138250123017", "Bank", "04452522X", "30101810400000000225", ""),
    ("Club", "40702810138250123017", "Bank", "044525225", "", ""),
    ("Club", "40702810138250123017", "Bank", "044525225", "30101810400000000225", "123"),
])  # fmt: skip
def test_half_an_account_is_none(fields: tuple[str, ...]) -> None:
    with pytest.raises(BadInput):
        RussianAccount(*fields).check()


def test_references_and_links_are_filled_in() -> None:
    assert reference_of(check_reference(" OPEN26-{number} "), 17) == "OPEN26-17"
    assert reference_of("", 17) == "17"
    link = check_link("https://pay.example.org/{amount}/?c={currency}&r={reference}")
    assert link_of(link, units=3000, currency="EUR", reference="A&B 17") == (
        "https://pay.example.org/30.00/?c=EUR&r=A%26B%2017"
    )
    assert link_of("https://paypal.me/club/{amount}", units=500, currency="JPY", reference="") == (
        "https://paypal.me/club/500"
    )


@pytest.mark.parametrize("pattern", ["OPEN", "{number}{number}", "{number}-{name}", "{number", "{{number}}"])
def test_a_reference_says_the_number_once(pattern: str) -> None:
    with pytest.raises(BadInput):
        check_reference(pattern)


@pytest.mark.parametrize(
    "link",
    ["http://pay.example.org/", "javascript:alert(1)", "https://{reference}/", "https://a.b/{secret}", "https://a.b/ x",
     "https://a{amount}.example.org/", "https://"],
)  # fmt: skip
def test_a_link_leads_to_the_page_that_the_organiser_named(link: str) -> None:
    with pytest.raises(BadInput):
        check_link(link)


def test_amounts_have_the_digits_of_their_currency() -> None:
    assert [digits_of(currency) for currency in ("EUR", "JPY", "KWD", "RUB")] == [2, 0, 3, 2]
    assert [plain_amount(123456, currency) for currency in ("EUR", "JPY", "KWD")] == ["1234.56", "123456", "123.456"]
    assert plain_amount(-5, "EUR") == "-0.05"
    assert fee_text(123456, "EUR") == "1\u202f234.56\u00a0EUR" and fee_text(-300, "UAH") == "−3.00\u00a0UAH"


@pytest.mark.parametrize(("due", "paid", "waived", "state"), [
    (0, 0, False, FeeState.NOTHING_DUE), (30, 0, False, FeeState.OWED), (30, 10, False, FeeState.PARTLY_PAID),
    (30, 30, False, FeeState.PAID), (30, 40, False, FeeState.REFUND_DUE), (0, 10, False, FeeState.REFUND_DUE),
    (0, 0, True, FeeState.WAIVED), (0, 10, True, FeeState.REFUND_DUE),
])  # fmt: skip
def test_the_state_of_a_fee_follows_from_the_due_and_paid_amounts(due, paid, waived, state) -> None:
    assert state_of(due, paid, waived=waived) is state
