"""Fees as accounts with amounts due, paid and left, and totals of payments."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch

from entries.models import Fee, Payment, PaymentReport, PaymentTerms
from tavleya.fees.terms import FeeState, state_of
from tournaments.models.entry import EntryState
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.models.section import Section

#: An entry with a place owes its fee; a waiting or finished one does not.
_HAS_PLACE = (EntryState.PENDING, EntryState.CONFIRMED)


@dataclass(frozen=True, slots=True)
class FeeAccount:
    """One fee with its payments, in the order of their receipts; amounts in minor units of the fee's currency."""

    fee: Fee
    due: int
    payments: tuple[Payment, ...]

    @property
    def paid(self) -> int:
        return sum(payment.amount for payment in self.payments)

    @property
    def left(self) -> int:
        """The amount still due; a negative amount is a refund due."""
        return self.due - self.paid

    @property
    def state(self) -> FeeState:
        return state_of(self.due, self.paid, waived=self.fee.waived)

    def name_in(self, language: str) -> str:
        """Return the name of the debtor, empty once it is erased."""
        fee = self.fee
        if fee.team is not None:
            return fee.team.name_in(language)
        if fee.player is not None:
            return fee.player.name_in(language)
        return fee.entry.full_name if fee.entry is not None else ""


def accounts(event: Event, section: Section | None = None) -> list[FeeAccount]:
    """Return the accounts of the event or one of its sections, by number. Three queries."""
    rows = Fee.objects.filter(event=event).order_by("number")
    if section is not None:
        rows = rows.filter(section=section)
    fees = list(
        rows.select_related("section__event", "entry", "player", "team").prefetch_related(
            Prefetch("payments", Payment.objects.order_by("receipt").select_related("voids", "voided_by"))
        )
    )
    seats = set(Registration.objects.filter(section__event=event).order_by().values_list("section", "player"))
    return [_account(fee, (fee.section_id, fee.player_id) in seats) for fee in fees]


def account_of(fee: Fee) -> FeeAccount:
    seated = (
        fee.player_id is not None and Registration.objects.filter(section=fee.section_id, player=fee.player_id).exists()
    )
    return _account(fee, seated)


def _account(fee: Fee, seated: bool) -> FeeAccount:
    """Return the account of a fee. `seated`: its player is entered in the section, or was withdrawn after playing."""
    entry = fee.entry
    owes = seated or fee.team_id is not None or (entry is not None and entry.state in _HAS_PLACE)
    due = fee.amount if fee.amount is not None else fee.computed if owes else 0
    return FeeAccount(fee, due, tuple(fee.payments.all()))


def account_numbered(event: Event, number: int) -> FeeAccount | None:
    fee = (
        Fee.objects.filter(event=event, number=number)
        .select_related("section__event", "entry", "player", "team")
        .first()
    )
    return account_of(fee) if fee is not None else None


def payment_terms_of(event: Event) -> PaymentTerms | None:
    return PaymentTerms.objects.filter(event=event).first()


def open_reports(event: Event) -> Sequence[PaymentReport]:
    return list(PaymentReport.objects.filter(event=event, settled_at=None))


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of accounts in one currency: due, paid, owed and refunds due."""

    currency: str
    due: int
    paid: int
    owed: int
    refunds: int


def totals(fee_accounts: Iterable[FeeAccount]) -> list[Totals]:
    by_currency: dict[str, list[FeeAccount]] = defaultdict(list)
    for account in fee_accounts:
        by_currency[account.fee.currency].append(account)
    return [
        Totals(
            currency,
            sum(account.due for account in group),
            sum(account.paid for account in group),
            sum(max(0, account.left) for account in group),
            sum(max(0, -account.left) for account in group),
        )
        for currency, group in sorted(by_currency.items())
    ]


def takings(fee_accounts: Iterable[FeeAccount], event: Event) -> list[tuple[date, str, str, int]]:
    """Return payments minus refunds by day (of the event's clock), method and currency."""
    sums: dict[tuple[date, str, str], int] = defaultdict(int)
    for fee_account in fee_accounts:
        for payment in fee_account.payments:
            day = payment.at.astimezone(event.zone).date()
            sums[day, payment.way, fee_account.fee.currency] += payment.amount
    return [(*key, amount) for key, amount in sorted(sums.items())]
