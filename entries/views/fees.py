"""Fees for entrants: the page of a player's own fee, and the endpoint for payment providers."""

from collections.abc import Mapping
from datetime import date
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from entries.forms.fees import FEE_STATE_NAMES
from entries.models import Fee, FeeTerms, PaymentTerms
from entries.selectors.fees import FeeAccount, account_of, payment_terms_of
from entries.services.fees import russian_account
from entries.services.payments import receive_report
from games.templatetags.tavleya import day
from games.views.caching import unlisted
from games.views.requests import Attempt, find_or_404
from tavleya.errors import NotPermitted
from tavleya.fees.terms import (
    BASE,
    EXTRA,
    Condition,
    FeeRule,
    FeeState,
    epc_code,
    fee_text,
    link_of,
    reference_of,
    russian_code,
)
from tournaments.models.event import in_language
from tournaments.models.player import Player
from tournaments.models.section import Section
from tournaments.services.players import actor_of_link
from tournaments.views.frame import language

_LONGEST_REPORT = 100_000


@require_safe
def own_fee(request: HttpRequest, token: str) -> HttpResponse:
    """Show the fees of the holder of a private link in each section, and how to pay."""
    link, _ = find_or_404(lambda: actor_of_link(secret=token, now=timezone.now()), NotPermitted)
    player = link.player
    timezone.activate(player.event.zone)
    fees = Fee.objects.filter(player=player).select_related("section__event", "entry", "player", "team")
    context = {
        "event": player.event,
        "event_name": player.event.name_in(language()),
        "name": player.name_in(language()),
        "token": token,
        "fees": [
            (fee.section.name_in(language()), fee_shown(account_of(fee), fee.section))
            for fee in fees.order_by("section__position", "number")
        ],
    }
    return unlisted(render(request, "entries/fee.html", context))


@csrf_exempt  # signed by the provider, which has no cookie
@require_POST
def payment_report(request: HttpRequest, slug: str) -> HttpResponse:
    """Receive a payment provider's report. Repeatable."""
    if int(request.headers.get("Content-Length") or 0) > _LONGEST_REPORT:
        return JsonResponse({"code": "too_large"}, status=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    attempt = Attempt(
        request, lambda: receive_report(now=timezone.now(), slug=slug, body=request.body, headers=request.headers)
    )
    if attempt.error:
        return JsonResponse({"code": attempt.error.code}, status=attempt.status)
    return JsonResponse({"received": attempt.result})


# Texts about fees: the fee of a section, the lines of one fee, and how to pay it.


def fee_sentence(terms: FeeTerms) -> str:
    """Return the fee with every condition: `Entry fee: 30.00 EUR (early until 1 May: 25.00 EUR …)`."""
    text = gettext("Entry fee: %(amount)s") % {"amount": fee_text(terms.base, terms.currency)}
    rules = [_rule_words(rule, terms) for rule in terms.read_rules]
    return f"{text} ({'; '.join(rules)})" if rules else text


def _rule_words(rule: FeeRule, terms: FeeTerms) -> str:
    change = rule.of(terms.base)
    costs = terms.base + change if rule.condition is Condition.LATE else max(0, terms.base - change)
    price = fee_text(costs, terms.currency) if costs else gettext("free")
    return f"{condition_words(rule.kept())}: {price}"


def condition_words(line: Mapping[str, Any]) -> str:
    """Return the condition of a rule from its stored line."""
    names = ", ".join(line.get("names", ()))
    until = _day(line["day"]) if line.get("day") else ""
    match line["kind"]:
        case Condition.EARLY:
            return gettext("early, until %(day)s") % {"day": until}
        case Condition.LATE:
            return gettext("late, from %(day)s") % {"day": until}
        case Condition.UNDER:
            return gettext("under %(age)s") % {"age": line["age"]}
        case Condition.OVER:
            return gettext("%(age)s or older") % {"age": line["age"]}
        case Condition.WOMEN:
            return gettext("women and girls")
        case Condition.CLUBS:
            return gettext("members of %(clubs)s") % {"clubs": names}
    return names


def _day(text: str) -> str:
    return str(day(date.fromisoformat(text)))


def fee_lines(account: FeeAccount, terms: FeeTerms | None) -> list[tuple[str, str]]:
    """Return the label and the amount of each line of a fee."""
    lines = []
    for line in account.fee.lines:
        if line["kind"] == BASE:
            words = gettext("Entry fee")
        elif line["kind"] == EXTRA:
            words = (terms.extra_in(language()) if terms is not None else "") or gettext("Extra")
        else:
            words = condition_words(line)
        lines.append((words[:1].upper() + words[1:], fee_text(line["amount"], account.fee.currency)))
    return lines


def extra_label(terms: FeeTerms) -> str:
    """Return the label of the optional extra, or an empty text."""
    name = terms.extra_in(language())
    return f"{name} (+{fee_text(terms.extra_amount, terms.currency)})" if name and terms.extra_amount else ""


def fee_shown(account: FeeAccount, section: Section) -> dict[str, object]:
    """Return the context of `components/fee.html` for the debtor's page."""
    fee, left = account.fee, account.left
    terms = FeeTerms.objects.filter(section=section).select_related("section__event").first()
    payment_terms = payment_terms_of(section.event)
    return {
        "number": fee.number,
        "state": account.state,
        "state_name": FEE_STATE_NAMES[account.state],
        "lines": fee_lines(account, terms) if fee.amount is None else [],
        "due": fee_text(account.due, fee.currency),
        "paid": fee_text(account.paid, fee.currency) if account.paid else "",
        "left": fee_text(abs(left), fee.currency),
        "computed": fee_text(fee.computed, fee.currency),
        "later": account.state is FeeState.NOTHING_DUE and bool(fee.computed) and fee.amount is None,
        "payments": [(payment, fee_text(payment.amount, fee.currency)) for payment in account.payments],
        **(payment_instructions(payment_terms, account) if payment_terms is not None and left > 0 else {}),
    }


def payment_instructions(terms: PaymentTerms, account: FeeAccount) -> dict[str, object]:
    """Return instructions, reference, account, link, and the QR code for banking apps, for the amount left."""
    import segno

    fee = account.fee
    reference = reference_of(terms.reference, fee.number)
    payment: dict[str, Any] = {"units": account.left, "currency": fee.currency, "reference": reference}
    code = _code(terms, **payment)
    return {
        "instructions": in_language(terms.instructions, language(), terms.event.languages),
        "reference": reference,
        "link": link_of(terms.link, **payment) if terms.link else "",
        "terms": terms,
        "code": segno.make(code, error="m", micro=False).svg_inline(scale=4, border=4, light="#fff") if code else "",
    }


def _code(terms: PaymentTerms, units: int, currency: str, reference: str) -> str | None:
    if currency == "EUR" and terms.iban:
        return epc_code(payee=terms.payee, iban=terms.iban, bic=terms.bic, cents=units, reference=reference)
    russian = russian_account(terms) if currency == "RUB" else None
    return russian_code(russian, kopecks=units, purpose=reference) if russian is not None else None


def own_fee_line(player: Player) -> str:
    """Return a line for a player's own page about fees in all sections, empty if there is no fee."""
    fees = Fee.objects.filter(player=player).select_related("section__event", "entry", "player", "team")
    return "; ".join(
        f"{fee_text(account.due, account.fee.currency)}, {FEE_STATE_NAMES[account.state]}"
        for account in map(account_of, fees)
        if account.state is not FeeState.NOTHING_DUE
    )
