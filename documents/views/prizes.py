"""A list of prizes as pages show it: amounts, names, and a sentence for every amount."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from documents.forms import CategoryForm, PrizesForm
from documents.models import PrizeFund
from documents.selectors.prizes import (
    Payee,
    PrizeDesk,
    PrizeList,
    award_in_force,
    category_table,
    prize_desk,
)
from documents.services.prizes import (
    approve_awards,
    cancel_awards,
    publish_prizes,
    remove_category,
    save_category,
    set_prizes,
)
from documents.views.fill import head, table_state
from games.views.requests import Attempt, or_404, posted_data, redirect_with
from tavleya.actors import Role
from tavleya.documents.contents import Certificate, Certificates
from tavleya.errors import DomainError
from tavleya.formats.names import split_name
from tavleya.messages import N_, Message
from tavleya.permissions import Action
from tavleya.prizes.fund import MAIN, Share, explain, money_text
from tournaments.forms.events import ROLE_NAMES
from tournaments.hooks import SectionPage
from tournaments.models.event import in_language
from tournaments.models.section import Section
from tournaments.names import names_of
from tournaments.selectors.match_centre import officials_of
from tournaments.selectors.standings import StandingsRow, standings_of
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.frame import language


@dataclass(frozen=True, slots=True)
class Paid:
    payee: Payee
    list: str
    place: str
    amount: str
    why: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Left:
    list: str
    place: int
    amount: str


@dataclass(frozen=True, slots=True)
class PrizePage:
    rows: tuple[Paid, ...]
    left: tuple[Left, ...]
    paid: str
    unpaid: str


def prize_page(prize_list: PrizeList) -> PrizePage:
    lists = {key: in_language(dict(names), language(), list(names)) or key for key, names in prize_list.lists.items()}
    lists[MAIN] = gettext("Main prizes")

    def money(units: int) -> str:
        return money_text(units, prize_list.digits, prize_list.currency)

    names = {number: unused.name for number, unused in prize_list.payees.items()}

    def paid(share: Share) -> Paid:
        first, last = share.places
        return Paid(
            payee=prize_list.payees[share.player],
            list=lists[share.list],
            place=f"{first}–{last}" if last > first else str(first),
            amount=money(share.amount),
            why=explain(share, prize_list.sharing, names=names, lists=lists, money=money),
        )

    return PrizePage(
        rows=tuple(paid(share) for share in prize_list.shares if share.amount),
        left=tuple(Left(lists[unused.list], unused.place, money(unused.amount)) for unused in prize_list.unused),
        paid=money(prize_list.paid),
        unpaid=money(prize_list.left) if prize_list.left else "",
    )


def prizes_of_section(section: Section) -> SectionPage | None:
    """Return the page of the prizes (registered with `tournaments.hooks`); None for a section without a fund."""
    fund: PrizeFund | None = getattr(section, "prize_fund", None)
    if fund is None:
        return None
    publish = gettext("Publish the prizes")
    return SectionPage("prizes", gettext("Prizes"), fund.published, publish, Action.EDIT_SECTION)


# Prizes at the desk: categories, the fund, who would get what, the approval, the list to print.


@desk
def prizes(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The page of the prizes; a POST names the act in `act`."""
    posted = request.method == "POST"
    action = Action.EDIT_SECTION if posted else Action.SEE_DESK
    frame = SectionDesk.of(request, slug, section_slug, action)
    place = prize_desk(frame.section)
    form = _form(place)
    act = request.POST.get("act", "")
    if act == "prizes":
        form = _form(place, request)
        if form.attempt(
            lambda: set_prizes(
                actor=frame.actor,
                now=timezone.now(),
                section_id=frame.section.pk,
                currency=form.cleaned_data["currency"],
                sharing=form.cleaned_data["sharing"],
                digits=form.digits,
                prizes=form.prizes,
            )
        ):
            return redirect_with(request, gettext("The prizes have been saved."), frame.url("prizes"))
        return _page(frame, place, form, status=form.status)
    attempt = Attempt(request, lambda: or_404(_HANDLERS.get(act))(frame))
    if attempt:
        return redirect_with(request, attempt.result, frame.url("prizes"))
    place = prize_desk(frame.section) if attempt.error else place
    return _page(frame, place, form, attempt.error, attempt.status)


def _publish(frame: SectionDesk) -> str:
    publish_prizes(actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, published=True)
    return gettext("The prizes are now public.")


def _hide(frame: SectionDesk) -> str:
    publish_prizes(actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, published=False)
    return gettext("The prizes are no longer public.")


def _approve(frame: SectionDesk) -> str:
    version = frame.request.POST.get("version", "")
    approve_awards(
        actor=frame.actor,
        now=timezone.now(),
        section_id=frame.section.pk,
        provisional="provisional" in frame.request.POST,
        expected_version=int(version) if version.isascii() and version.isdigit() else None,
    )
    return gettext("The prize list has been approved.")


def _cancel(frame: SectionDesk) -> str:
    reason = frame.request.POST.get("reason", "")
    cancel_awards(actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, reason=reason)
    return gettext("The approval has been cancelled; the list is kept in the log.")


_HANDLERS: dict[str, Callable[[SectionDesk], str]] = {
    "publish": _publish,
    "hide": _hide,
    "approve": _approve,
    "cancel": _cancel,
}


def _form(prize_desk: PrizeDesk, request: HttpRequest | None = None) -> PrizesForm:
    names = [
        (MAIN, gettext("Main prizes")),
        *((category.slug, category.name_in(language())) for category in prize_desk.categories),
    ]
    return PrizesForm(request.POST if request else None, fund=prize_desk.fund, amounts=prize_desk.amounts, names=names)


def _page(
    frame: SectionDesk,
    prize_desk: PrizeDesk,
    form: PrizesForm,
    refused: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    prize_list = PrizeList.read(prize_desk.award.listed) if prize_desk.award else prize_desk.now
    context = {
        **frame.context(),
        "form": form,
        "fund": prize_desk.fund,
        "award": prize_desk.award,
        "approved_by": names_of([prize_desk.award.approved_by])[prize_desk.award.approved_by]
        if prize_desk.award
        else "",
        "changed": prize_desk.changed,
        "final": prize_desk.finality.final,
        "open": len(prize_desk.finality.open),
        "version": prize_desk.view.version,
        "page": prize_page(prize_list) if prize_list else None,
        "categories": [
            {
                "name": table.category.name_in(language()),
                "count": len(table.members),
                "unknown": [registration.player.full_name for registration in table.unknown],
                "url": frame.url("category", table.category.slug),
            }
            for table in prize_desk.tables
        ],
        "refused": refused,
        "typed_reason": frame.request.POST.get("reason", ""),
        "new_url": frame.url("category_new"),
        "print_url": frame.url("prizes_print"),
        "public_url": reverse("prizes", args=[frame.event.slug, frame.section.slug]),
    }
    return render(frame.request, "documents/desk/prizes.html", context, status=status)


@desk
def category(request: HttpRequest, slug: str, section_slug: str, category_slug: str = "") -> HttpResponse:
    """A new category, or one to change or remove."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION)
    categories = frame.section.categories.filter(slug=category_slug).first() if category_slug else None
    if category_slug and categories is None:
        raise Http404
    form = CategoryForm(posted_data(request), languages=frame.event.text_languages, category=categories)
    status = 200
    if request.method == "POST":
        status = 422
        removed = categories is not None and request.POST.get("act") == "remove"
        try:
            if categories is not None and removed:
                remove_category(actor=frame.actor, now=timezone.now(), category_id=categories.pk)
                return redirect_with(request, gettext("The category has been deleted."), frame.url("prizes"))
            if form.is_valid():
                save_category(
                    actor=frame.actor,
                    now=timezone.now(),
                    section_id=frame.section.pk,
                    category_id=categories.pk if categories else None,
                    **form.values(),
                )
                return redirect_with(request, gettext("The category has been saved."), frame.url("prizes"))
        except DomainError as problem:
            if removed:
                form = CategoryForm({**(form.initial or {})}, languages=frame.event.text_languages, category=categories)
                form.is_valid()
            form.refuse(problem)
            status = problem.status
    context = {
        **frame.context(),
        "form": form,
        "category": categories,
        "approved": award_in_force(frame.section) is not None,
        "back": frame.url("prizes"),
    }
    return render(request, "documents/desk/category_form.html", context, status=status)


@desk
@require_safe
def print_page(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The list and the receipts; only a list that is approved has receipts."""
    frame = SectionDesk.of(request, slug, section_slug)
    place = prize_desk(frame.section)
    prize_list = or_404(PrizeList.read(place.award.listed) if place.award else place.now)
    context = {
        **frame.context(),
        "award": place.award,
        "approved_by": names_of([place.award.approved_by])[place.award.approved_by] if place.award else "",
        "page": prize_page(prize_list),
        "back": frame.url("prizes"),
    }
    return render(request, "documents/desk/prizes_print.html", context)


# Certificates of a section, filled: the first three of its table and of each category.

HONOURED = 3
_SIGNING = (Role.CHIEF_ARBITER, Role.ORGANISER)
_PLACES: Mapping[str, str] = MappingProxyType({"1": N_("First place"), "2": N_("Second place"), "3": N_("Third place")})


def certificates(section: Section, now: datetime) -> Certificates:
    """Return the certificates; all players who share a third place get one, and none before a game has been counted."""
    view = standings_of(section)
    created = [_certificate(row, row.place) for row in _first((row.row.rank, row) for row in view.rows)]
    for category in section.categories.all():
        members = category_table(category, view).members
        created += [
            _certificate(member.row, member.place, category.name_in(language()))
            for member in members[:HONOURED]
            if member.row.row.points
        ]
    top = head(section.event, section, gettext("Certificates"), now, state=_state(section))
    return Certificates(top, tuple(created), _signatures(section))


def _first(rows: Iterable[tuple[int, StandingsRow]]) -> list[StandingsRow]:
    return [row for rank, row in rows if rank <= HONOURED and row.row.points]


def _state(section: Section) -> str:
    """Return the note on the state of the table; empty for a final table, whose certificates are put on display."""
    state = table_state(section)
    return "" if section.final_at is not None else state


def _certificate(row: StandingsRow, place: str, category: str = "") -> Certificate:
    words = gettext(_PLACES[place]) if place in _PLACES else gettext("Place %(place)s") % {"place": place}
    facts = gettext("%(points)s points, games: %(games)s") % {"points": row.points, "games": row.row.played}
    name = split_name(row.registration.player.name_in(language()))
    listed = row.registration.player.name_in(language())
    text = f"{name.given} {name.family}" if "," in listed else listed
    return Certificate(text, f"{words}, {category}" if category else words, facts)


def _signatures(section: Section) -> tuple[tuple[str, str], ...]:
    named = dict(reversed(officials_of(section.event)))
    return tuple((str(ROLE_NAMES[role]), named.get(role, "")) for role in _SIGNING)
