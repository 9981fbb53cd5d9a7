"""Pages of prizes: categories and the fund at the desk, lists with a sentence for every amount, receipts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from documents.models import Category, PrizeFund
from documents.selectors.prizes import Payee, PrizeDesk, PrizeList, award_in_force, prize_desk
from documents.services.prizes import (
    approve_awards,
    cancel_awards,
    publish_prizes,
    remove_category,
    save_category,
    set_prizes,
)
from games.views.requests import Attempt, or_404, posted_data, redirect_with
from tavleya.errors import BadInput, DomainError
from tavleya.messages import Message
from tavleya.permissions import Action
from tavleya.prizes.fund import MAIN, Share, Sharing, amount_text, explain, money_text, read_amounts
from tournaments.forms.base import DeskForm, error_of, initial_texts
from tournaments.forms.events import NamedForm, SlugField
from tournaments.hooks import SectionPage
from tournaments.models.event import in_language
from tournaments.models.section import Section
from tournaments.names import names_of
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.frame import language

# Categories, prizes, and the approval of the list.

_LISTS = {"clubs": "\n", "federations": ", ", "numbers": ", "}


def _year(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1900, max_value=2200)


def _rating(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=4000)


class CategoryForm(NamedForm):
    """Form for a category; its values are those of `tavleya.prizes.fund.CategoryTerms`."""

    aliases: ClassVar = {"slug_taken": "slug", "bad_slug": "slug"}

    kind = "category"

    slug = SlugField()
    women = forms.BooleanField(label=_("Women and girls only"), required=False)
    born_from = _year(_("Born in this year or later"))
    born_to = _year(_("Born in this year or earlier"))
    under = forms.IntegerField(label=_("Younger than (years)"), required=False, min_value=3, max_value=120)
    over = forms.IntegerField(label=_("At least (years)"), required=False, min_value=3, max_value=120)
    in_year = _year(_("Age reference year"))
    rating_from = _rating(_("Rating from"))
    rating_to = _rating(_("Rating to"))
    unrated = forms.BooleanField(label=_("Include unrated players"), required=False)
    clubs = forms.CharField(
        label=_("Clubs"), required=False, widget=forms.Textarea({"rows": 3}), help_text=_("One per line.")
    )
    federations = forms.CharField(label=_("Federations"), required=False, help_text=_("For example UKR, POL."))
    numbers = forms.CharField(
        label=_("Starting numbers"), required=False, help_text=_("For example 3, 7, 12: only these players.")
    )

    def __init__(self, *args: Any, category: Category | None = None, **kwargs: Any) -> None:
        if category is not None:
            texts = {name: separator.join(map(str, category.terms.get(name, ()))) for name, separator in _LISTS.items()}
            kwargs["initial"] = {
                **category.terms,
                **texts,
                "slug": category.slug,
                **initial_texts(category.names, "name"),
            }
        super().__init__(*args, **kwargs)

    def clean_numbers(self) -> list[int]:
        words = self.cleaned_data["numbers"].replace(",", " ").split()
        if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
            raise ValidationError(gettext("These are not starting numbers."), code="bad_numbers")
        return [int(word) for word in words]

    def clean_clubs(self) -> list[str]:
        return [line.strip() for line in self.cleaned_data["clubs"].splitlines() if line.strip()]

    def clean_federations(self) -> list[str]:
        text: str = self.cleaned_data["federations"]
        return text.upper().replace(",", " ").split()

    def values(self) -> dict[str, Any]:
        """Return the arguments of `save_category`."""
        cleaned_data = self.cleaned_data
        names = (
            "women", "born_from", "born_to", "under", "over", "in_year", "rating_from", "rating_to", "unrated",
            *_LISTS,
        )  # fmt: skip
        terms = {name: cleaned_data[name] for name in names if cleaned_data[name] not in (None, False, [])}
        return {"slug": cleaned_data["slug"], "names": self.texts("name"), "terms": terms}


SHARINGS = [
    (Sharing.HORT.value, _("Hort system: half by place, half shared")),
    (Sharing.EQUAL.value, _("share equally")),
    (Sharing.NONE.value, _("do not share: by place")),
]


class PrizesForm(DeskForm):
    """The whole fund; a field `list_<slug>` for each category, `list_` for the main list."""

    currency = forms.CharField(label=_("Currency"), max_length=3, min_length=3, help_text=_("For example UAH, EUR."))
    sharing = forms.ChoiceField(label=_("Players with equal points"), choices=SHARINGS)

    def __init__(
        self,
        *args: Any,
        fund: PrizeFund | None,
        amounts: Mapping[str, tuple[int, ...]],
        names: Iterable[tuple[str, str]],
        **kwargs: Any,
    ) -> None:
        self.digits = fund.digits if fund else 2
        kwargs["initial"] = {
            "currency": fund.currency if fund else "",
            "sharing": fund.sharing if fund else Sharing.HORT.value,
            **{
                f"list_{key}": "\n".join(amount_text(prize, self.digits) for prize in prizes)
                for key, prizes in amounts.items()
            },
        }
        super().__init__(*args, **kwargs)
        self.keys = list(amounts)
        for key, name in names:
            self.fields[f"list_{key}"] = forms.CharField(
                label=name,
                required=False,
                max_length=10_000,
                widget=forms.Textarea({"rows": 5, "inputmode": "decimal"}),
                help_text=gettext("One prize per line, first place first.") if key == MAIN else "",
            )

    def lists(self) -> list[forms.BoundField]:
        return [self[f"list_{key}"] for key in self.keys]

    def clean_currency(self) -> str:
        return str(self.cleaned_data["currency"]).upper()

    def clean(self) -> dict[str, Any]:
        cleaned_data = super().clean() or {}
        self.prizes: dict[str, tuple[int, ...]] = {}
        for key in self.keys:
            try:
                self.prizes[key] = read_amounts(cleaned_data.get(f"list_{key}", ""), self.digits)
            except BadInput as error:
                self.add_error(f"list_{key}", error_of(error.message))
        return cleaned_data

    def refuse(self, refused: Any) -> None:
        if "list" in refused.detail and f"list_{refused.detail['list']}" in self.fields:
            self.add_error(f"list_{refused.detail['list']}", error_of(refused.message))
        else:
            super().refuse(refused)


def label_of_field(name: str) -> str | None:
    """Return the label of a field of a category or of the prizes, for the log."""
    if name == "lists":
        return gettext("Prizes")
    field = CategoryForm.base_fields.get(name) or PrizesForm.base_fields.get(name)
    return str(field.label) if field else None


def name_of_sharing(code: str) -> str:
    return str(dict(SHARINGS).get(code, code))


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


def prize_page(listed: PrizeList) -> PrizePage:
    lists = {key: in_language(dict(names), language(), list(names)) or key for key, names in listed.lists.items()}
    lists[MAIN] = gettext("Main prizes")

    def money(units: int) -> str:
        return money_text(units, listed.digits, listed.currency)

    names = {number: payee.name for number, payee in listed.payees.items()}

    def paid(share: Share) -> Paid:
        first, last = share.places
        return Paid(
            payee=listed.payees[share.player],
            list=lists[share.list],
            place=f"{first}–{last}" if last > first else str(first),
            amount=money(share.amount),
            why=explain(share, listed.sharing, names=names, lists=lists, money=money),
        )

    return PrizePage(
        rows=tuple(paid(share) for share in listed.shares if share.amount),
        left=tuple(Left(lists[unused.list], unused.place, money(unused.amount)) for unused in listed.unused),
        paid=money(listed.paid),
        unpaid=money(listed.left) if listed.left else "",
    )


def prizes_of_section(section: Section) -> SectionPage | None:
    """Return the page of the prizes (registered with `tournaments.hooks`); None for a section without a fund."""
    fund: PrizeFund | None = getattr(section, "prize_fund", None)
    if fund is None:
        return None
    publish = gettext("Publish the prizes")
    return SectionPage("prizes", gettext("Prizes"), fund.published, publish, Action.EDIT_SECTION)


# Prizes at the desk: categories, the fund, the current list, the approval, the list to print.


@desk
def prizes(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the prizes; on POST, do the act named by `act`."""
    posted = request.method == "POST"
    action = Action.EDIT_SECTION if posted else Action.SEE_DESK
    frame = SectionDesk.of(request, slug, section_slug, action)
    overview = prize_desk(frame.section)
    form = _form(overview)
    act = request.POST.get("act", "")
    if act == "prizes":
        form = _form(overview, request)
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
        return _page(frame, overview, form, status=form.status)
    attempt = Attempt(request, lambda: or_404(_HANDLERS.get(act))(frame))
    if attempt:
        return redirect_with(request, attempt.result, frame.url("prizes"))
    overview = prize_desk(frame.section) if attempt.error else overview
    return _page(frame, overview, form, attempt.error, attempt.status)


def _publish(frame: SectionDesk) -> str:
    published = frame.request.POST.get("act") == "publish"
    publish_prizes(actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, published=published)
    return gettext("The prizes are now public.") if published else gettext("The prizes are no longer public.")


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
    "hide": _publish,
    "approve": _approve,
    "cancel": _cancel,
}


def _form(overview: PrizeDesk, request: HttpRequest | None = None) -> PrizesForm:
    names = [
        (MAIN, gettext("Main prizes")),
        *((category.slug, category.name_in(language())) for category in overview.categories),
    ]
    return PrizesForm(request.POST if request else None, fund=overview.fund, amounts=overview.amounts, names=names)


def _page(
    frame: SectionDesk, overview: PrizeDesk, form: PrizesForm, error: DomainError | None = None, status: int = 200
) -> HttpResponse:
    listed = overview.shown
    context = {
        **frame.context(),
        "form": form,
        "fund": overview.fund,
        "award": overview.award,
        "approved_by": _approved_by(overview),
        "changed": overview.changed,
        "final": overview.finality.final,
        "open": len(overview.finality.open),
        "version": overview.view.version,
        "page": prize_page(listed) if listed else None,
        "categories": [
            {
                "name": table.category.name_in(language()),
                "count": len(table.members),
                "unknown": [registration.player.full_name for registration in table.unknown],
                "url": frame.url("category", table.category.slug),
            }
            for table in overview.tables
        ],
        "refused": error,
        "typed_reason": frame.request.POST.get("reason", ""),
        "new_url": frame.url("category_new"),
        "print_url": frame.url("prizes_print"),
        "public_url": reverse("prizes", args=[frame.event.slug, frame.section.slug]),
    }
    return render(frame.request, "documents/desk/prizes.html", context, status=status)


def _approved_by(overview: PrizeDesk) -> str:
    award = overview.award
    return names_of([award.approved_by])[award.approved_by] if award else ""


@desk
def category(request: HttpRequest, slug: str, section_slug: str, category_slug: str = "") -> HttpResponse:
    """Add, change or remove a category."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION)
    category = frame.section.categories.filter(slug=category_slug).first() if category_slug else None
    if category_slug and category is None:
        raise Http404
    form = CategoryForm(posted_data(request), languages=frame.event.text_languages, category=category)
    status = 200
    if request.method == "POST":
        status = 422
        removed = category is not None and request.POST.get("act") == "remove"
        try:
            if category is not None and removed:
                remove_category(actor=frame.actor, now=timezone.now(), category_id=category.pk)
                return redirect_with(request, gettext("The category has been deleted."), frame.url("prizes"))
            if form.is_valid():
                save_category(
                    actor=frame.actor,
                    now=timezone.now(),
                    section_id=frame.section.pk,
                    category_id=category.pk if category else None,
                    **form.values(),
                )
                return redirect_with(request, gettext("The category has been saved."), frame.url("prizes"))
        except DomainError as error:
            if removed:
                form = CategoryForm({**(form.initial or {})}, languages=frame.event.text_languages, category=category)
                form.is_valid()
            form.refuse(error)
            status = error.status
    context = {
        **frame.context(),
        "form": form,
        "category": category,
        "approved": award_in_force(frame.section) is not None,
        "back": frame.url("prizes"),
    }
    return render(request, "documents/desk/category_form.html", context, status=status)


@desk
@require_safe
def print_page(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the list, with receipts if it is approved."""
    frame = SectionDesk.of(request, slug, section_slug)
    overview = prize_desk(frame.section)
    listed = or_404(overview.shown)
    context = {
        **frame.context(),
        "award": overview.award,
        "approved_by": _approved_by(overview),
        "page": prize_page(listed),
        "back": frame.url("prizes"),
    }
    return render(request, "documents/desk/prizes_print.html", context)
