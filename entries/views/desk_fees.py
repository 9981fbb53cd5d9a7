"""Fees at the desk: the treasurer's table, one fee with its payments, receipts and files."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from entries.forms.fees import FEE_STATE_NAMES, WAY_NAMES, FeeForm, FeeTermsForm, PaymentForm, PaymentTermsForm
from entries.kinds import FEE_SET, PAYMENT_TAKEN
from entries.models import FeeTerms, Payment, PaymentMethod
from entries.selectors.fees import (
    FeeAccount,
    account_numbered,
    account_of,
    accounts,
    open_reports,
    payment_terms_of,
    takings,
    totals,
)
from entries.services.fees import set_fee_terms, set_payment_terms
from entries.services.payments import recompute_fee, set_fee, settle_report, take_payment, void_payment
from entries.views.fees import extra_label, fee_lines
from games.views.answers import csv_answer, file_answer, pdf_answer
from games.views.requests import or_404, posted_data, redirect_with, whole_number
from tavleya.documents.slips import Receipt, receipt
from tavleya.documents.tabular import Column, Grid, Value, workbook
from tavleya.errors import DomainError
from tavleya.fees.terms import FeeState, fee_text, plain_amount
from tavleya.permissions import Action
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.names import names_of
from tournaments.services.undo import takes_back
from tournaments.views.contents import head
from tournaments.views.desk.acts import DeskAttempt, tell
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk
from tournaments.views.frame import language

# The treasurer's files: the table, the payments, and receipts.

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
        ((payment, account) for account in fee_accounts for payment in account.payments),
        key=lambda pair: pair[0].receipt,
    )
    payments = Grid(_payments(names_of([payment.taken_by for payment, _ in lines])), lines)
    book = workbook(
        [(gettext("Fees"), grid), (gettext("Payments"), payments)],
        title=event.name_in(language()),
        made=timezone.localtime(),
    )
    return file_answer(book, "xlsx", name)


def _payments(names: Mapping[str, str]) -> tuple[Column[tuple[Payment, FeeAccount]], ...]:
    """Return the columns of payments with their accounts; `names` are those of the treasurers."""
    number, name, *_others, currency, _reason = (column.inside(_account_of_line) for column in _FEES)
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


def _account_of_line(line: tuple[Payment, FeeAccount]) -> FeeAccount:
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
        (gettext("Paid by") if payment.amount > 0 else gettext("Refunded to"), fee_account.name_in(language())),
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


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """List all fees, or those of a `section` or in a `state`; on POST, `do` is `cash`, `book` or `settle`."""
    frame = DeskFrame.at(request, slug, Action.HANDLE_FEES)
    attempt = DeskAttempt(request, lambda: or_404(_ACTS.get(request.POST.get("do", "")))(frame))
    if attempt:
        tell(request, attempt.result, attempt.note)
        return redirect(request.get_full_path())
    live_page = frame.live_page() if frame.may[Action.SEE_DESK] else None
    context = {**frame.context(), **_table(frame), "live_page": live_page, "refused": attempt.error}
    return render(request, "entries/desk/fees.html", context, status=attempt.status)


#: The second form on the page of a fee: its fields must not share ids with the first.
_OF_FEE = "id_fee_%s"
#: Open items come first.
_STATES = (
    *(FeeState.OWED, FeeState.PARTLY_PAID, FeeState.REFUND_DUE, FeeState.PAID, FeeState.WAIVED),
    FeeState.NOTHING_DUE,
)


def _table(frame: DeskFrame) -> dict[str, object]:
    section, state = _section(frame), frame.request.GET.get("state", "")
    fee_accounts = accounts(frame.event, section)
    counts = {item: sum(account.state is item for account in fee_accounts) for item in FeeState}
    shown_accounts = [account for account in fee_accounts if not state or account.state == state]
    sections = list(frame.event.sections.filter(archived_at=None).order_by("position", "pk"))
    charged = set(FeeTerms.objects.filter(section__in=sections, charged=True).values_list("section", flat=True))
    return {
        "rows": [_row(account) for account in shown_accounts],
        "states": [(item.value, FEE_STATE_NAMES[item], counts[item]) for item in _STATES if counts[item]],
        "state": state,
        "all": len(fee_accounts),
        "is_set_up": section.pk in charged if section is not None else bool(charged),
        "section": section,
        "sections": [(item, item.name_in(language()), item.pk in charged) for item in sections],
        "totals": [_money(item) for item in totals(fee_accounts)],
        "takings": [
            (day, WAY_NAMES[way], fee_text(amount, currency))
            for day, way, currency, amount in takings(fee_accounts, frame.event)
        ],
        "reports": [
            (report, fee_text(report.amount, report.currency), _PROBLEMS.get(report.problem, _other)())
            for report in open_reports(frame.event)
        ],
        "query": frame.request.GET.urlencode(),
    }


_PROBLEMS: dict[str, Callable[[], str]] = {
    "unknown_reference": lambda: gettext("No fee has this reference."),
    "other_currency": lambda: gettext("The fee is in another currency."),
    "nothing_owed": lambda: gettext("Nothing is owed for this fee."),
    "not_a_payment": lambda: gettext("The amount is not more than zero."),
}


def _other() -> str:
    return gettext("It could not be booked.")


def _money(item: Any) -> dict[str, str]:
    return {name: fee_text(getattr(item, name), item.currency) for name in ("due", "paid", "owed", "refunds")}


def _row(fee_account: FeeAccount) -> dict[str, object]:
    fee = fee_account.fee
    return {
        "fee": fee,
        "name": fee_account.name_in(language()),
        "section": fee.section.name_in(language()),
        "state": fee_account.state,
        "state_name": FEE_STATE_NAMES[fee_account.state],
        "due": fee_text(fee_account.due, fee.currency),
        "paid": fee_text(fee_account.paid, fee.currency) if fee_account.paid else "",
        "left": fee_text(fee_account.left, fee.currency) if fee_account.left > 0 else "",
        "paid_units": fee_account.paid,
        "search": f"{fee_account.name_in(language())} {fee.number}".casefold(),
    }


def _section(frame: DeskFrame) -> Section | None:
    slug = frame.request.GET.get("section", "")
    return frame.event.sections.filter(slug=slug).first() if slug else None


def _account(frame: DeskFrame, number: int | None) -> FeeAccount:
    return or_404(account_numbered(frame.event, or_404(number)))


def _posted(frame: DeskFrame, name: str) -> int | None:
    return whole_number(frame.request.POST.get(name, "").strip())


def _service_arguments(frame: DeskFrame) -> dict[str, Any]:
    return {"actor": frame.actor, "now": timezone.now()}


def _cash(frame: DeskFrame) -> str:
    """Take the remaining amount that the row showed, in cash."""
    fee_account = _account(frame, _posted(frame, "fee"))
    paid = _posted(frame, "paid")
    payment = take_payment(
        **_service_arguments(frame),
        fee_id=fee_account.fee.pk,
        amount=fee_account.left,
        way=PaymentMethod.CASH,
        expected_paid=-1 if paid is None else paid,
    )
    return gettext("%(player)s: %(amount)s paid in cash, receipt %(number)s.") % {
        "player": fee_account.name_in(language()) or fee_account.fee.number,
        "amount": fee_text(payment.amount, fee_account.fee.currency),
        "number": payment.receipt,
    }


def _settle(frame: DeskFrame) -> str:
    """Book a provider's report for the `fee`, or (`settle`) close it without."""
    settle_report(
        **_service_arguments(frame),
        report_id=_posted(frame, "report") or 0,
        fee_number=_posted(frame, "fee") or 0 if frame.request.POST["do"] == "book" else None,
    )
    return gettext("The report has been settled.")


# One fee


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def fee(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show one fee with its lines, payments and acts; on POST, perform the act `do`."""
    frame = DeskFrame.at(request, slug, Action.HANDLE_FEES)
    page = _FeePage(frame, _account(frame, number))
    if request.method == "POST" and page.handle_action():
        return redirect(frame.url("fee", number))
    return page.render()


class _FeePage:
    def __init__(self, frame: DeskFrame, account: FeeAccount) -> None:
        self.frame, self.account = frame, account
        self.refused: DomainError | None = None
        currency, left = account.fee.currency, account.left
        self.payment = PaymentForm(
            currency=currency,
            initial={"amount": plain_amount(abs(left), currency) if left else "", "paid": account.paid},
        )
        self.fee = FeeForm(auto_id=_OF_FEE, currency=currency, initial={"amount": plain_amount(account.due, currency)})

    def handle_action(self) -> bool:
        act = or_404(
            {
                "take": self._pay,
                "refund": self._pay,
                "set": self._set,
                "waive": self._waive,
                "back": self._reset,
                "again": self._recompute,
                "void": self._void,
            }.get(self.frame.request.POST.get("do", ""))
        )
        attempt = DeskAttempt(self.frame.request, act)
        self.refused = attempt.error
        for form in (self.payment, self.fee):
            if form.is_bound and self.refused is not None:
                form.refuse(self.refused)
        if not attempt or not attempt.result:
            return False
        tell(self.frame.request, attempt.result, attempt.note)
        return True

    def _target(self) -> dict[str, Any]:
        return {**_service_arguments(self.frame), "fee_id": self.account.fee.pk}

    def _pay(self) -> str:
        post = self.frame.request.POST
        self.payment = PaymentForm(post, currency=self.account.fee.currency)
        if not self.payment.is_valid():
            return ""
        cleaned_data = self.payment.cleaned_data
        payment = take_payment(
            **self._target(),
            amount=cleaned_data["amount"] if post["do"] == "take" else -cleaned_data["amount"],
            way=cleaned_data["way"],
            reference=cleaned_data["reference"],
            expected_paid=cleaned_data["paid"],
        )
        return gettext("Receipt %(number)s has been made.") % {"number": payment.receipt}

    def _void(self) -> str:
        key = self.frame.request.POST.get("payment", "")
        payment = or_404(next((item for item in self.account.payments if str(item.pk) == key), None))
        voiding = void_payment(**_service_arguments(self.frame), payment_id=payment.pk)
        words = gettext("Receipt %(old)s has been voided by receipt %(new)s.")
        return words % {"old": payment.receipt, "new": voiding.receipt}

    def _set(self) -> str:
        self.fee = FeeForm(self.frame.request.POST, auto_id=_OF_FEE, currency=self.account.fee.currency)
        if not self.fee.is_valid():
            return ""
        set_fee(**self._target(), amount=self.fee.cleaned_data["amount"], reason=self.fee.cleaned_data["reason"])
        return gettext("The amount due has been changed.")

    def _waive(self) -> str:
        reason = self.frame.request.POST.get("reason", "")[:400]
        set_fee(**self._target(), amount=0, waived=True, reason=reason)
        return gettext("The fee has been waived.")

    def _reset(self) -> str:
        set_fee(**self._target(), amount=None)
        return gettext("The computed fee applies again.")

    def _recompute(self) -> str:
        recompute_fee(**self._target(), extra="extra" in self.frame.request.POST)
        return gettext("The fee has been recalculated.")

    def render(self) -> HttpResponse:
        frame, fee_account = self.frame, self.account
        fee, currency = fee_account.fee, fee_account.fee.currency
        terms = FeeTerms.objects.filter(section=fee.section).select_related("section__event").first()
        names = names_of([payment.taken_by for payment in fee_account.payments])
        context = {
            **frame.context(),
            **_row(fee_account),
            "lines": fee_lines(fee_account, terms),
            "computed": fee_text(fee.computed, currency),
            "to_refund": fee_text(-fee_account.left, currency) if fee_account.left < 0 else "",
            "payments": [
                {
                    "row": payment,
                    "amount": fee_text(payment.amount, currency),
                    "way": WAY_NAMES[payment.way],
                    "who": names[payment.taken_by],
                    "voided": getattr(payment, "voided_by", None),
                }
                for payment in fee_account.payments
            ],
            "payment_form": self.payment,
            "fee_form": self.fee,
            "terms": terms,
            "extra": extra_label(terms) if terms is not None else "",
            "refused": self.refused,
            "do": frame.request.POST.get("do", ""),
        }
        status = self.refused.status if self.refused else 422 if frame.request.method == "POST" else 200
        return render(frame.request, "entries/desk/fee.html", context, status=status)


_ACTS: dict[str, Callable[[DeskFrame], str]] = {"cash": _cash, "book": _settle, "settle": _settle}


takes_back(PAYMENT_TAKEN, offered=lambda payment: not payment.provider_key)(
    lambda caller, line, *_: void_payment(**caller, payment_id=line.subject_id)
)
takes_back(FEE_SET, needed="undo")(
    lambda caller, line, before, _: set_fee(
        **caller, fee_id=line.subject_id, amount=before["amount"], waived=before["waived"], **before["undo"]
    )
)


@desk
@require_safe
def file(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """Export the filtered table, and all payments: CSV has only the table, XLSX both."""
    frame = DeskFrame.at(request, slug, Action.HANDLE_FEES)
    state = request.GET.get("state", "")
    fee_accounts = [
        account for account in accounts(frame.event, _section(frame)) if not state or account.state == state
    ]
    return fee_file(request, frame.event, fee_accounts, form)


# The forms of a section's fee terms and an event's payment terms.


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def fee_terms(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Edit the fee of a section: the base, surcharges and discounts, the extra."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION)
    section = frame.section
    terms = FeeTerms.objects.filter(section=section).first()
    common: dict[str, Any] = {"languages": frame.event.text_languages, "terms": terms}
    form = FeeTermsForm(posted_data(request), **common)
    if form.attempt(
        lambda: set_fee_terms(
            actor=frame.actor,
            now=timezone.now(),
            section_id=section.pk,
            changes=form.changes(),
            again=form.cleaned_data["again"],
        )
    ):
        return redirect_with(request, gettext("Saved."), _back(frame))
    context = {**frame.context(), "form": form, "terms": terms, "back": _back(frame)}
    return render(request, "entries/desk/fee_terms.html", context, status=form.status)


def _back(frame: SectionDesk) -> str:
    """Return the URL of the fee table if the user may see it."""
    if frame.may[Action.HANDLE_FEES]:
        return f"{reverse('desk_fees', args=[frame.event.slug])}?section={frame.section.slug}"
    return frame.url("fee_terms")


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def payment_terms(request: HttpRequest, slug: str) -> HttpResponse:
    """Edit instructions, reference, account, link and provider of the event."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    terms = payment_terms_of(frame.event)
    common: dict[str, Any] = {"languages": frame.event.text_languages, "terms": terms}
    form = PaymentTermsForm(posted_data(request), **common)
    if form.attempt(
        lambda: set_payment_terms(
            actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, changes=form.changes()
        )
    ):
        return redirect_with(request, gettext("Saved."), frame.url("payment_terms"))
    report_url = f"{settings.SITE_URL}{reverse('payment_report', args=[frame.event.slug])}"
    context = {**frame.context(), "form": form, "terms": terms, "report_url": report_url}
    return render(request, "entries/desk/payment_terms.html", context, status=form.status)
