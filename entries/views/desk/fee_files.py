"""The treasurer's files: the table, the payments, and receipts."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.views.answers import csv_answer, file_answer, pdf_answer
from documents.views.fill import head
from entries.forms.fees import FEE_STATE_NAMES, WAY_NAMES
from entries.models.fees import Payment
from entries.selectors.fees import FeeAccount, account_of
from games.views.problems import or_404
from tavleya.documents.receipts import Receipt, receipt
from tavleya.documents.tabular import Grid, Value, workbook
from tavleya.fees.money import fee_text, plain_amount
from tavleya.permissions import Action
from tournaments.models.event import Event
from tournaments.selectors.actors import names_of
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.frame import language

_FEES = ("number", "name", "section", "state", "due", "paid", "left", "currency", "reason")
_PAYMENTS = (
    "receipt",
    "day",
    "number",
    "name",
    "amount",
    "currency",
    "way",
    "reference",
    "taken_by",
    "voids",
)


def fee_file(
    request: HttpRequest, event: Event, fee_accounts: Sequence[FeeAccount], form: str
) -> HttpResponse:
    """Export the accounts; amounts are numbers with a point, so that a spreadsheet adds them up."""
    grid = Grid(gettext("Fees"), _FEES, tuple(_fee_cells(fee) for fee in fee_accounts))
    name = f"{event.slug}-fees"
    if form == "csv":
        return csv_answer(request, name, grid)
    names = names_of([payment.taken_by for fee in fee_accounts for payment in fee.payments])
    lines = sorted(
        ((payment, fee) for fee in fee_accounts for payment in fee.payments), key=lambda pair: pair[0].receipt
    )
    payments = Grid(gettext("Payments"), _PAYMENTS, tuple(_payment_cells(*pair, names) for pair in lines))
    heads = _heads()
    book = workbook(
        [(grid, tuple(heads[fee] for fee in _FEES)), (payments, tuple(heads[fee] for fee in _PAYMENTS))],
        title=event.name_in(language()),
        made=timezone.localtime(),
    )
    return file_answer(book, "xlsx", name)


def _heads() -> dict[str, str]:
    return {
        "number": gettext("Fee number"),
        "name": gettext("Name"),
        "section": gettext("Section"),
        "state": gettext("State"),
        "due": gettext("Due"),
        "paid": gettext("Paid"),
        "left": gettext("Left to pay"),
        "currency": gettext("Currency"),
        "reason": gettext("Reason"),
        "receipt": gettext("Receipt"),
        "day": gettext("Day"),
        "amount": gettext("Amount"),
        "way": gettext("How"),
        "reference": gettext("Reference"),
        "taken_by": gettext("Taken by"),
        "voids": gettext("Voids receipt"),
    }


def _number(units: int, currency: str) -> Value:
    text = plain_amount(units, currency)
    return float(text) if "." in text else int(text)


def _fee_cells(fee_account: FeeAccount) -> tuple[Value, ...]:
    fee, currency = fee_account.fee, fee_account.fee.currency
    return (
        *(
            fee.number,
            fee_account.name_in(language()),
            fee.section.name_in(language()),
            str(FEE_STATE_NAMES[fee_account.state]),
        ),
        *(
            _number(fee_account.due, currency),
            _number(fee_account.paid, currency),
            _number(fee_account.left, currency),
        ),
        *(currency, fee.reason or None),
    )


def _payment_cells(payment: Payment, fee_account: FeeAccount, caller: Mapping[str, str]) -> tuple[Value, ...]:
    currency = fee_account.fee.currency
    return (
        *(payment.receipt, f"{timezone.localtime(payment.at):%Y-%m-%d %H:%M}", fee_account.fee.number),
        *(
            fee_account.name_in(language()),
            _number(payment.amount, currency),
            currency,
            str(WAY_NAMES[payment.way]),
        ),
        *(
            payment.reference or None,
            caller[payment.taken_by],
            payment.voids.receipt if payment.voids else None,
        ),
    )


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
