"""Categories, prizes, and the approval of the list."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from documents.models import Category, PrizeFund
from tavleya.errors import BadInput
from tavleya.prizes.fund import MAIN, Sharing, amount_text, read_amounts
from tournaments.forms.base import DeskForm, error_of, initial_texts
from tournaments.forms.events import NamedForm, SlugField

_LISTS = {"clubs": "\n", "federations": ", ", "numbers": ", "}


def _year(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=1900, max_value=2200)


def _rating(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, required=False, min_value=0, max_value=4000)


class CategoryForm(NamedForm):
    """Its values are those of `tavleya.prizes.categories.CategoryTerms`."""

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
        requests = (
            "women", "born_from", "born_to", "under", "over", "in_year", "rating_from", "rating_to", "unrated",
            *_LISTS,
        )  # fmt: skip
        terms = {name: cleaned_data[name] for name in requests if cleaned_data[name] not in (None, False, [])}
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
                f"list_{key}": "\n".join(amount_text(number, self.digits) for number in results)
                for key, results in amounts.items()
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
    """Return the label of a field of a category, for the log."""
    field = CategoryForm.base_fields.get(name)
    return str(field.label) if field else None


def name_of_sharing(code: str) -> str:
    return str(dict(SHARINGS).get(code, code))
