"""Forms for fees at the desk: fee terms of a section, payment terms, a payment, and a manual amount."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from entries.models import FeeTerms, PaymentMethod, PaymentTerms
from entries.services.fees import MOST_RULES, PROVIDERS
from tavleya.errors import BadInput
from tavleya.fees.terms import BY_AGE, BY_DAY, BY_NAMES, Condition, FeeRule, FeeState, digits_of, plain_amount
from tavleya.prizes.fund import read_amount
from tournaments.forms.base import DayField, DeskForm, TextsForm, error_of, initial_texts

FEE_STATE_NAMES: Mapping[str, Any] = MappingProxyType(
    {
        FeeState.OWED: pgettext_lazy("fee", "owed"),
        FeeState.PARTLY_PAID: pgettext_lazy("fee", "partly paid"),
        FeeState.PAID: pgettext_lazy("fee", "paid"),
        FeeState.REFUND_DUE: pgettext_lazy("fee", "refund due"),
        FeeState.WAIVED: pgettext_lazy("fee", "waived"),
        FeeState.NOTHING_DUE: pgettext_lazy("fee", "nothing due"),
    }
)
WAY_NAMES: Mapping[str, Any] = MappingProxyType(
    {
        PaymentMethod.CASH: pgettext_lazy("payment", "cash"),
        PaymentMethod.TRANSFER: pgettext_lazy("payment", "bank transfer"),
        PaymentMethod.CARD: pgettext_lazy("payment", "card"),
        PaymentMethod.ONLINE: pgettext_lazy("payment", "online"),
    }
)
_CONDITIONS: Mapping[Condition, Any] = MappingProxyType(
    {
        Condition.EARLY: _("Early: discount until"),
        Condition.LATE: _("Late: surcharge from"),
        Condition.UNDER: _("Younger than (years): discount"),
        Condition.OVER: _("At least (years): discount"),
        Condition.WOMEN: _("Women and girls: discount"),
        Condition.TITLES: _("Titles: discount"),
        Condition.FEDERATIONS: _("Federations: discount"),
        Condition.CLUBS: _("Clubs: discount"),
    }
)
_SPARE = 3
_PROVIDER_NAMES: Mapping[str, Any] = MappingProxyType({"signed": _("Signed reports")})


class CurrencyField(forms.CharField):
    def __init__(self) -> None:
        widget = forms.TextInput({"autocapitalize": "characters", "size": 4, "spellcheck": "false"})
        super().__init__(label=_("Currency"), max_length=3, widget=widget, help_text=_("Three letters: EUR, UAH, RUB."))

    def clean(self, value: Any) -> str:
        return str(super().clean(value)).upper()


def _amount(label: Any, **more: Any) -> forms.CharField:
    widget = forms.TextInput({"inputmode": "decimal", "autocomplete": "off", "size": 9})
    return forms.CharField(label=label, max_length=20, widget=widget, **more)


def read_units(text: str, currency: str) -> int:
    """Return the amount in minor units of the currency. Raises: ValidationError ("bad_amount")."""
    try:
        return read_amount(text, digits_of(currency))
    except BadInput as error:
        raise error_of(error.message) from None


class FeeTermsForm(TextsForm):
    """Form for the fee of a section; the texts by language name the optional extra."""

    longest_name = 80

    charged = forms.BooleanField(label=_("Entering this section costs a fee"), required=False)
    currency = CurrencyField()
    base = _amount(_("Entry fee"))
    together = forms.BooleanField(
        label=_("Discounts add up"),
        required=False,
        help_text=_("Otherwise only the greatest discount counts. Together they are never more than the entry fee."),
    )
    extra_amount = _amount(_("Price of the extra"), required=False)
    again = forms.BooleanField(label=_("Recalculate the fees of everyone who has not paid yet"), required=False)

    def __init__(self, *args: Any, terms: FeeTerms | None = None, **kwargs: Any) -> None:
        super().__init__(*args, initial=_initial(terms), **kwargs)
        used = len(terms.rules) if terms is not None else 0
        self.rows = range(min(MOST_RULES, used + _SPARE))
        for index in self.rows:
            self.fields |= _rule_fields(index)

    def field_of(self, named: str) -> str:
        return super().field_of("names" if named == "extra" else named)

    @property
    def rule_rows(self) -> list[list[forms.BoundField]]:
        return [[self[f"rule{index}_{name}"] for name in _RULE] for index in self.rows]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in ("base", "extra_amount"):
            self._read(name)
        cleaned["rules"] = [rule for index in self.rows if (rule := self._rule(index))]
        return cleaned

    def _read(self, name: str) -> int:
        text = self.cleaned_data.get(name) or ""
        try:
            units = read_units(text, self.cleaned_data.get("currency", "")) if text else 0
        except ValidationError as error:
            self.add_error(name, error)
            return 0
        self.cleaned_data[name] = units
        return units

    def _rule(self, index: int) -> dict[str, object]:
        """Return a rule as stored for `tavleya.fees.terms.FeeRule`, empty without a condition."""
        prefix = f"rule{index}_"
        cleaned = {part: self.cleaned_data.get(prefix + part) for part in _RULE}
        if not cleaned["kind"]:
            return {}
        kind = Condition(str(cleaned["kind"]))
        rule: dict[str, object] = {"kind": kind.value}
        if kind in BY_DAY and cleaned["day"]:
            rule["day"] = cleaned["day"].isoformat()
        if kind in BY_AGE and cleaned["age"]:
            rule["age"] = cleaned["age"]
        if kind in BY_NAMES:
            rule["names"] = [text.strip() for text in str(cleaned["names"]).split(",") if text.strip()]
        if units := self._read(prefix + "amount"):
            rule["amount"] = units
        if cleaned["percent"]:
            rule["percent"] = cleaned["percent"]
        try:
            FeeRule.read(rule)
        except BadInput as error:
            self.add_error(prefix + "kind", error_of(error.message))
        return rule

    def changes(self) -> dict[str, object]:
        """Return the arguments of `set_fee_terms`."""
        plain = ("charged", "currency", "base", "together", "extra_amount", "rules")
        return {**{name: self.cleaned_data[name] for name in plain}, "extra": self.texts("name")}


_RULE = ("kind", "day", "age", "names", "amount", "percent")


def _rule_fields(index: int) -> dict[str, forms.Field]:
    kinds = [("", "—"), *((kind.value, name) for kind, name in _CONDITIONS.items())]
    fields: dict[str, forms.Field] = {
        "kind": forms.ChoiceField(label=_("Condition"), choices=kinds),
        "day": DayField(label=_("Day")),
        "age": forms.IntegerField(label=_("Age"), min_value=3, max_value=120),
        "names": forms.CharField(label=_("Which, with commas"), max_length=400),
        "amount": _amount(_("Amount")),
        "percent": forms.IntegerField(label=_("or per cent"), min_value=1, max_value=100),
    }
    for field in fields.values():
        field.required = False
    return {f"rule{index}_{name}": field for name, field in fields.items()}


def _initial(terms: FeeTerms | None) -> dict[str, Any]:
    if terms is None:
        return {"charged": True}
    data: dict[str, Any] = {
        "charged": terms.charged,
        "currency": terms.currency,
        "base": plain_amount(terms.base, terms.currency),
        "together": terms.together,
        "extra_amount": plain_amount(terms.extra_amount, terms.currency) if terms.extra_amount else "",
        **initial_texts(terms.extra, "name"),
    }
    for index, rule in enumerate(terms.read_rules):
        values = {
            "kind": rule.condition.value,
            "day": rule.day,
            "age": rule.age,
            "names": ", ".join(rule.names),
            "amount": plain_amount(rule.amount, terms.currency) if rule.amount else "",
            "percent": rule.percent or None,
        }
        data |= {f"rule{index}_{name}": value for name, value in values.items()}
    return data


class AmountForm(DeskForm):
    """A form with an `amount` in minor units of the fee's currency."""

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._currency = currency

    def clean_amount(self) -> int:
        return read_units(self.cleaned_data["amount"], self._currency)


class PaymentForm(AmountForm):
    """Form for a payment or a refund of one fee."""

    amount = _amount(_("Amount"))
    way = forms.ChoiceField(label=_("How"), choices=list(WAY_NAMES.items()))
    reference = forms.CharField(label=_("Reference"), max_length=140, required=False)
    paid = forms.IntegerField(widget=forms.HiddenInput)


class FeeForm(AmountForm):
    """Form for the amount that an official sets manually."""

    amount = _amount(_("Amount due"))
    reason = forms.CharField(label=_("Reason"), max_length=400)


class PaymentTermsForm(TextsForm):
    """Form for the payment terms of an event; the texts by language are the instructions."""

    longest_name = 1000

    reference = forms.CharField(
        label=_("Payment reference"),
        required=False,
        max_length=60,
        help_text=_(
            "With {number} for the number of the fee, for example OPEN26-{number}. If empty: the number alone."
        ),
    )
    link = forms.CharField(
        label=_("Link to a payment page"),
        required=False,
        max_length=300,
        help_text=_("With {amount}, {currency} and {reference} where the page takes them."),
        widget=forms.TextInput({"inputmode": "url", "spellcheck": "false"}),
    )
    payee = forms.CharField(label=_("Account holder"), required=False, max_length=70)
    iban = forms.CharField(label="IBAN", required=False, max_length=42)
    bic = forms.CharField(label="BIC (SWIFT)", required=False, max_length=11)
    account = forms.CharField(label=_("Account number"), required=False, max_length=20)
    bank = forms.CharField(label=_("Bank"), required=False, max_length=45)
    bank_code = forms.CharField(label=_("BIC of the bank"), required=False, max_length=9)
    correspondent = forms.CharField(label=_("Correspondent account"), required=False, max_length=20)
    inn = forms.CharField(label=_("Taxpayer number (INN)"), required=False, max_length=12)
    provider = forms.ChoiceField(label=_("Payments are reported by"), required=False)

    def __init__(self, *args: Any, terms: PaymentTerms | None = None, **kwargs: Any) -> None:
        plain = [name for name in type(self).base_fields if not name.startswith("name_")]
        initial = {name: getattr(terms, name) for name in plain} if terms is not None else {}
        texts = initial_texts(terms.instructions, "name") if terms is not None else {}
        super().__init__(*args, initial={**initial, **texts}, **kwargs)
        self._plain = plain
        provider = self.fields["provider"]
        assert isinstance(provider, forms.ChoiceField)
        names = [(name, _PROVIDER_NAMES.get(name, name)) for name in PROVIDERS]
        provider.choices = [("", gettext("no one: payments are entered by hand")), *names]

    def field_of(self, named: str) -> str:
        return super().field_of("names" if named == "instructions" else named)

    def changes(self) -> dict[str, object]:
        """Return the arguments of `set_payment_terms`."""
        return {**{name: self.cleaned_data[name] for name in self._plain}, "instructions": self.texts("name")}
