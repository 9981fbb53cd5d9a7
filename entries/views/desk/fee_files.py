"""The treasurer's files: the table, the payments, and receipts."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from documents.views.answers import csv_answer, file_answer, pdf_answer
from documents.views.fill import head
from entries.forms.fees import FEE_STATE_NAMES, WAY_NAMES
from entries.models.fees import Payment
from entries.selectors.fees import FeeAccount, account_of
from games.views.requests import or_404
from tavleya.documents.slips import Receipt, receipt
from tavleya.documents.tabular import Column, Grid, Value, workbook
from tavleya.fees.terms import fee_text, plain_amount
from tavleya.permissions import Action
from tournaments.models.event import Event
from tournaments.names import names_of
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.frame import language

_FEES: tuple[Column[FeeAccount], ...] = (
    Column("number", lambda account: account.fee.number, _("Fee number")),
    Column("name", lambda account: account.name_in(language()), _("Name")),
    Column("section", lambda account: account.fee.section.name_in(language()), _("Section")),
    Column("state", lambda account: str(FEE_STATE_NAMES[account.state]), _("State")),
    Column("due", lambda account: _number(account.due, account.fee.currency), _("Due")),
    Column("paid", lambda account: _number(account.paid, account.fee.currency), _("Paid")),
    Column("left", lambda account: _number(account.left, account.fee.currency), _("Left to pay")),
    Column("currency", lambda account: account.fee.currency, _("Currency")),
    Column("reason", lambda account: account.fee.reason or None, _("Reason")),
)


def fee_file(request: HttpRequest, event: Event, fee_accounts: Sequence[FeeAccount], form: str) -> HttpResponse:
    """Export the accounts; amounts are numbers with a point, so that a spreadsheet adds them up."""
    grid = Grid(_FEES, fee_accounts)
    name = f"{event.slug}-fees"
    if form == "csv":
        return csv_answer(request, name, grid)
    lines = sorted(
        ((payment, fee) for fee in fee_accounts for payment in fee.payments), key=lambda pair: pair[0].receipt
    )
    payments = Grid(_payments(names_of([payment.taken_by for payment, _account in lines])), lines)
    book = workbook(
        [(gettext("Fees"), grid), (gettext("Payments"), payments)],
        title=event.name_in(language()),
        made=timezone.localtime(),
    )
    return file_answer(book, "xlsx", name)


def _payments(names: Mapping[str, str]) -> tuple[Column[tuple[Payment, FeeAccount]], ...]:
    """Return the columns of payments with their accounts; `names` are those of the treasurers."""
    number, name, *_others, currency, _reason = (column.inside(_account) for column in _FEES)
    return (
        Column("receipt", lambda line: line[0].receipt, _("Receipt")),
        Column("day", lambda line: f"{timezone.localtime(line[0].at):%Y-%m-%d %H:%M}", _("Day")),
        number,
        name,
        Column("amount", lambda line: _number(line[0].amount, line[1].fee.currency), _("Amount")),
        currency,
        Column("way", lambda line: str(WAY_NAMES[line[0].way]), _("How")),
        Column("reference", lambda line: line[0].reference or None, _("Reference")),
        Column("taken_by", lambda line: names[line[0].taken_by], _("Taken by")),
        Column("voids", lambda line: line[0].voids.receipt if line[0].voids else None, _("Voids receipt")),
    )


def _account(line: tuple[Payment, FeeAccount]) -> FeeAccount:
    return line[1]


def _number(units: int, currency: str) -> Value:
    text = plain_amount(units, currency)
    return float(text) if "." in text else int(text)


@desk
@require_safe
def receipt_file(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the receipt with this number as PDF, in the entrant's language, else the reader's."""
    return receipt_answer(request, DeskFrame.at(request, slug, Action.HANDLE_FEES).event, number)


def receipt_answer(request: HttpRequest, event: Event, number: int) -> HttpResponse:
    """Return a receipt of the event. Raises: Http404."""
    rows = Payment.objects.select_related(
        "fee__section__event", "fee__entry", "fee__player", "fee__team", "voids", "voided_by"
    )
    payment = or_404(rows.filter(event=event, receipt=number).first())
    entry = payment.fee.entry
    with translation.override((entry.language if entry else "") or language()):
        document = _receipt(event, payment)
        name = f"{event.slug}-receipt-{number}"
        return pdf_answer(request, name, lambda paper, translate: receipt(document, paper, translate))


def _receipt(event: Event, payment: Payment) -> Receipt:
    fee, fee_account = payment.fee, account_of(payment.fee)
    title = gettext("Receipt %(number)s") % {"number": payment.receipt}
    rows = (
        (
            gettext("Paid by") if payment.amount > 0 else gettext("Refunded to"),
            fee_account.name_in(language()),
        ),
        (gettext("For"), f"{gettext('Entry fee')}: {fee.section.name_in(language())}"),
        (gettext("Fee number"), str(fee.number)),
        (gettext("How"), str(WAY_NAMES[payment.way])),
        (gettext("Reference"), payment.reference),
        (gettext("Day"), f"{timezone.localtime(payment.at):%Y-%m-%d %H:%M}"),
        (gettext("Taken by"), names_of([payment.taken_by])[payment.taken_by]),
    )
    voided = getattr(payment, "voided_by", None)
    remark = ""
    if payment.voids is not None:
        remark = gettext("Voids receipt %(number)s.") % {"number": payment.voids.receipt}
    elif voided is not None:
        remark = gettext("Voided by receipt %(number)s.") % {"number": voided.receipt}
    return Receipt(
        head(event, None, title, timezone.now()),
        fee_text(payment.amount, fee.currency),
        tuple((label, value) for label, value in rows if value),
        remark,
    )
