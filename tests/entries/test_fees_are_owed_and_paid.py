"""Entry fees, from the terms to the last payment: entries, players of the desk, refunds, receipts."""

import json
from datetime import timedelta
from typing import Any

import pytest

from accounts.encryption import new_secret, signed_headers
from entries.models import Fee, Payment, PaymentReport, PaymentTerms
from entries.selectors.fees import FeeAccount, account_of, accounts, takings, totals
from entries.services.entry_decisions import approve_entry
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import change_entry, withdraw_entry
from entries.services.fees import set_fee_terms, set_payment_terms
from entries.services.payments import receive_report, recompute_fee, set_fee, settle_report, take_payment, void_payment
from tavleya.actors import ANONYMOUS
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted, ReadOnly
from tavleya.fees.terms import FeeState
from tests.entries.test_players_enter_online import enter, secret
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tournaments.models.activity import Log
from tournaments.models.section import Section
from tournaments.services.entries import enter_person
from tournaments.services.players import edit_player
from tournaments.services.removal import delete_section
from tournaments.services.sections import withdraw_player
from tournaments.services.swiss import pair_next_round
from tournaments.services.team_requests import add_team
from tournaments.views.desk.log_lines import log_lines
from transfer.services.eventfile.hand_off import check_out_event

pytestmark = pytest.mark.django_db

EARLY = {"kind": "early", "amount": 500, "day": "2026-11-20"}
JUNIORS = {"kind": "under", "percent": 50, "age": 18}


def charged(world: World, entry_terms: dict[str, Any] | None = None, **fees: Any) -> Section:
    section = world.section(format="swiss", rounds_planned=5)
    changes = {"offered": True, "asked": {"birth_year": "optional", "email": "optional"}, **(entry_terms or {})}
    set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes=changes)
    set_fees(world, section, **fees)
    return section


def set_fees(world: World, section: Section, again: bool = False, **fees: Any) -> None:
    changes = {"charged": True, "currency": "EUR", "base": 3000, **fees}
    set_fee_terms(actor=world.olga, now=NOW, section_id=section.pk, changes=changes, again=again)


def account(section: Section, number: int = 1) -> FeeAccount:
    return account_of(Fee.objects.get(event=section.event_id, number=number))


def pay(world: World, fee: Fee, amount: int, way: str = "cash", **more: Any) -> Payment:
    return take_payment(actor=world.olga, now=NOW, fee_id=fee.pk, amount=amount, way=way, **more)


def test_without_terms_there_are_no_fees_and_those_that_come_later_are_for_all_who_are_there(world):
    section = world.section(format="swiss", rounds_planned=5)
    world.enter(section, "Tal", "Stein")
    assert not Fee.objects.exists()
    set_fees(world, section)
    set_fees(world, section)
    assert [account.fee.number for account in accounts(world.event)] == [1, 2]


def test_an_entry_owes_what_its_day_and_data_say_and_the_player_has_the_same_fee(world):
    section = charged(world, rules=[EARLY, JUNIORS], extra={"en": "Dinner"}, extra_amount=1200)
    enter(section, "Tal", birth_year=2010, extra=True)
    fee = Fee.objects.get()
    assert [(line["kind"], line["amount"]) for line in fee.lines] == [("base", 3000), ("under", -1500), ("extra", 1200)]
    assert (fee.player, fee.entry.family_name, fee.extra) == (section.registrations.get().player, "Tal", True)
    late = enter(section, "Stein", birth_year=1990, now=NOW + timedelta(days=1))
    assert late.fee.computed == 3000 and account(section).due == 2700


def test_players_whom_the_desk_enters_owe_too_and_a_team_event_charges_the_team(world):
    section = charged(world, rules=[{"kind": "women", "amount": 1000}])
    world.enter(section, "Tal")
    world.do(enter_person, section_id=section.pk, person={"family_name": "Polgar", "sex": "f"})
    assert [account.due for account in accounts(world.event)] == [3000, 2000]
    league = world.section(format="teams", options={"boards": 1})
    set_fees(world, league, base=10000)
    (member,) = world.enter(league, "Keres")
    add_team(actor=world.olga, now=NOW, section_id=league.pk, name="Tartu", members=[member.pk])
    (team,) = accounts(world.event, league)
    assert (team.due, team.name_in("en")) == (10000, "Tartu")


def test_new_terms_leave_fees_as_they_are_until_they_are_to_be_worked_out_again(world):
    section = charged(world)
    enter(section, "Tal")
    enter(section, "Stein")
    pay(world, Fee.objects.get(number=1), 3000)
    set_fees(world, section, base=4000)
    assert [account.due for account in accounts(world.event)] == [3000, 3000]
    set_fees(world, section, again=True)
    assert [account.due for account in accounts(world.event)] == [3000, 3000]
    set_fees(world, section, base=4000, again=True)
    assert [account.due for account in accounts(world.event)] == [3000, 4000]


def test_a_waiting_entrant_owes_nothing_and_a_withdrawn_one_gets_a_refund(world):
    section = charged(world, {"places": 1})
    first, _ = enter(section, "Tal"), enter(section, "Stein")
    assert [account.state for account in accounts(world.event)] == [FeeState.OWED, FeeState.NOTHING_DUE]
    pay(world, first.fee, 3000)
    withdraw_entry(actor=ANONYMOUS, now=LATER, secret=secret(first))
    assert [account.state for account in accounts(world.event)] == [FeeState.REFUND_DUE, FeeState.OWED]
    pay(world, first.fee, -3000, "transfer")
    assert account(section).state is FeeState.NOTHING_DUE


def test_a_player_who_has_played_owes_the_fee_also_after_a_withdrawal(world):
    section = charged(world)
    entry = enter(section, "Tal")
    enter(section, "Stein")
    pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1, first_colour="white")
    key = section.registrations.get(player=entry.player).pk
    withdraw_player(actor=world.olga, now=LATER, registration_id=key)
    assert account(section).due == 3000


def test_an_entry_that_waits_for_an_official_may_be_paid_already_and_keeps_its_fee(world):
    section = charged(world, {"approval": True})
    entry = enter(section, "Tal")
    pay(world, entry.fee, 3000)
    approve_entry(actor=world.olga, now=LATER, entry_id=entry.pk)
    fee = Fee.objects.get()
    assert fee.player == section.registrations.get().player and account_of(fee).state is FeeState.PAID


def test_a_change_of_the_entry_is_worked_out_until_something_is_paid(world):
    section = charged(world, {"approval": True}, rules=[JUNIORS], extra={"en": "Dinner"}, extra_amount=1200)
    entry = enter(section, "Tal", birth_year=1990)
    values = {"family_name": "Tal", "birth_year": 2012, "extra": True}
    change_entry(actor=ANONYMOUS, now=LATER, secret=secret(entry), given=values)
    assert account(section).due == 2700
    pay(world, entry.fee, 100)
    change_entry(actor=ANONYMOUS, now=LATER, secret=secret(entry), given={**values, "birth_year": 1990, "extra": False})
    assert account(section).due == 2700


def test_an_official_lays_a_fee_down_waives_it_and_takes_that_back(world):
    section = charged(world)
    common = {"actor": world.olga, "now": NOW, "fee_id": enter(section, "Tal").fee.pk}
    for arguments in ({"amount": 1000}, {"amount": -1, "reason": "x"}, {"amount": 0, "waived": True}):
        with pytest.raises(BadInput):
            set_fee(**common, **arguments)
    set_fee(**common, amount=1000, reason="Agreed by phone")
    assert (account(section).due, account(section).state) == (1000, FeeState.OWED)
    set_fee(**common, amount=0, waived=True, reason="Helper")
    assert account(section).state is FeeState.WAIVED
    set_fee(**common, amount=None)
    assert account(section).due == 3000 and "Agreed" not in str(log_lines(Log.objects.all()))


def test_a_fee_is_worked_out_again_as_of_the_day_of_entry(world):
    (registration,) = world.enter(charged(world, rules=[JUNIORS, EARLY]), "Tal")
    fee = Fee.objects.get()
    edit_player(actor=world.olga, now=LATER, player_id=registration.player_id, changes={"birth_year": 2012})
    fee = recompute_fee(actor=world.olga, now=NOW + timedelta(days=9), fee_id=fee.pk, extra=False)
    assert fee.computed == 1500


def test_payments_are_lines_with_receipts_and_what_is_void_has_a_counter_receipt(world):
    section = charged(world)
    fee = enter(section, "Tal").fee
    first = pay(world, fee, 1000)
    assert account(section).state is FeeState.PARTLY_PAID
    second = pay(world, fee, 2000, "card", reference="terminal 7")
    counter = void_payment(actor=world.olga, now=LATER, payment_id=first.pk)
    assert (counter.amount, counter.way, counter.voids) == (-1000, "cash", first)
    assert list(Payment.objects.values_list("receipt", flat=True)) == [1, 2, 3] and account(section).left == 1000
    for key in (first.pk, counter.pk):
        with refused(Conflict, "already_voided"):
            void_payment(actor=world.olga, now=LATER, payment_id=key)
    pay(world, fee, -2000)
    with refused(Conflict, "refund_too_large"):
        void_payment(actor=world.olga, now=LATER, payment_id=second.pk)


def test_a_payment_is_taken_once_and_nothing_and_what_was_never_paid_not_at_all(world):
    section = charged(world)
    fee = enter(section, "Tal").fee
    for amount, way in ((0, "cash"), (10**13, "cash"), (100, "barter")):
        with pytest.raises(BadInput):
            pay(world, fee, amount, way)
    with pytest.raises(Conflict):
        pay(world, fee, -1)
    assert not Payment.objects.exists()
    pay(world, fee, 3000, expected_paid=0)
    with refused(Conflict, "payment_in_between"):
        pay(world, fee, 3000, expected_paid=0)
    with refused(Conflict, "in_use"):
        delete_section(actor=world.olga, now=LATER, section_id=section.pk)


def test_totals_are_by_currency_day_and_way(world):
    section = charged(world)
    first, second = enter(section, "Tal").fee, enter(section, "Stein").fee
    pay(world, first, 3000)
    pay(world, second, 4000, "transfer")
    world.enter(section, "Keres")
    fees = accounts(world.event)
    (sums,) = totals(fees)
    assert (sums.currency, sums.due, sums.paid, sums.owed, sums.refunds) == ("EUR", 9000, 7000, 3000, 1000)
    assert takings(fees, world.event) == [(NOW.date(), "cash", "EUR", 3000), (NOW.date(), "transfer", "EUR", 4000)]


def test_terms_that_cannot_be_are_refused(world):
    section = charged(world)
    for changes, code in (
        ({"currency": "euro"}, "bad_field"),
        ({"base": -1}, "bad_field"),
        ({"rules": [{"kind": "tall", "amount": 1}]}, "bad_fee_rule"),
        ({"rules": [EARLY] * 21}, "too_many_fee_rules"),
        ({"extra_amount": 5}, "extra_incomplete"),
    ):
        with refused(BadInput, code):
            set_fee_terms(actor=world.olga, now=NOW, section_id=section.pk, changes=changes)


def reporting(world: World) -> Section:
    section = charged(world)
    changes = {"reference": "OPEN-{number}", "provider": "signed"}
    set_payment_terms(actor=world.olga, now=NOW, event_id=world.event.pk, changes=changes)
    return section


def report(world: World, *payments: dict[str, object], secret: str = "", at: Any = NOW) -> int:
    body = json.dumps({"payments": payments}).encode()
    secret = secret or PaymentTerms.objects.get().secret
    headers = signed_headers(secret, "msg_1", at, body)
    return receive_report(now=NOW, slug=world.event.slug, body=body, headers=headers)


def paid(key: str, reference: str, amount: int = 3000, currency: str = "EUR") -> dict[str, object]:
    return {"key": key, "reference": reference, "amount": amount, "currency": currency}


def test_a_report_pays_the_fee_of_its_reference_and_counts_once(world):
    section = reporting(world)
    enter(section, "Tal")
    for _ in range(2):
        assert report(world, paid("a", " open-1 ")) == 1
    (payment,) = Payment.objects.all()
    assert (payment.amount, payment.way, account(section).state) == (3000, "online", FeeState.PAID)


@pytest.mark.parametrize(
    ("payment", "problem"),
    [
        (paid("b", "OPEN-9"), "unknown_reference"),
        (paid("b", "thank you"), "unknown_reference"),
        (paid("b", "OPEN-1", currency="USD"), "other_currency"),
        (paid("b", "OPEN-1"), "nothing_owed"),
        (paid("b", "OPEN-1", amount=-5), "not_a_payment"),
    ],
)
def test_a_report_that_fits_no_fee_is_kept_for_the_treasurer(world, payment, problem):
    section = reporting(world)
    fee = enter(section, "Tal").fee
    enter(section, "Stein")
    pay(world, fee, 3000)
    for _ in range(2):
        report(world, payment)
    (payment_report,) = PaymentReport.objects.all()
    assert payment_report.problem == problem and Payment.objects.count() == 1


def test_the_treasurer_books_a_report_or_dismisses_it(world):
    section = reporting(world)
    enter(section, "Tal")
    report(world, paid("a", "?"), paid("b", "?"))
    first, second = PaymentReport.objects.order_by("pk")
    common = {"actor": world.olga, "now": LATER}
    settle_report(**common, report_id=first.pk, fee_number=1)
    settle_report(**common, report_id=second.pk)
    assert account(section).paid == 3000
    with pytest.raises(Conflict):
        settle_report(**common, report_id=first.pk)
    report(world, paid("a", "OPEN-1"), paid("b", "OPEN-1"))
    assert Payment.objects.count() == 1


def test_a_report_that_is_not_the_providers_is_refused(world):
    reporting(world)
    late = timedelta(minutes=6)
    for arguments in ({"secret": new_secret()}, {"at": NOW - late}, {"at": NOW + late}):
        with pytest.raises(NotPermitted):
            report(world, paid("a", "OPEN-1"), **arguments)
    with pytest.raises(BadInput):
        report(world, {"key": "a"})
    set_payment_terms(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"provider": ""})
    with pytest.raises(NotFound):
        report(world, paid("a", "OPEN-1"))


def test_while_another_machine_runs_the_event_the_provider_is_to_come_again(world):
    enter(reporting(world), "Tal")
    check_out_event(actor=world.olga, now=NOW, event_id=world.event.pk, holder="Laptop")
    with pytest.raises(ReadOnly):
        report(world, paid("a", "OPEN-1"))
    assert not Payment.objects.exists()


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"iban": "DE00 1234"}, "bad_iban"),
        ({"iban": "DE89370400440532013000"}, "payee_missing"),
        ({"reference": "OPEN"}, "bad_reference"),
        ({"provider": "acme"}, "unknown_provider"),
    ],
)
def test_payment_details_that_lead_nowhere_are_refused(world, changes, code):
    with refused(BadInput, code):
        set_payment_terms(actor=world.olga, now=NOW, event_id=world.event.pk, changes=changes)
