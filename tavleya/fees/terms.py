"""Entry fees: a base fee, surcharges for late entries, and discounts; payment codes and references."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any
from urllib.parse import quote

from tavleya.errors import BadInput
from tavleya.fees.messages import say

# Payment QR codes for bank apps, payment references, and links to a payment page.
#
# The transfer in euro is EPC069-12, "Quick Response Code: Guidelines to Enable Data Capture for the
# Initiation of a SEPA Credit Transfer" (GiroCode); the one in roubles GOST R 56042-2014, in UTF-8
# (`ST00012`).

_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}\Z")
_BRACES = re.compile(r"\{([^{}]*)\}")
_LARGEST_EPC = 99_999_999_999  # cents
_LONGEST_EPC = 331  # bytes
LINK_WORDS = ("amount", "currency", "reference")


def read_iban(text: str) -> str:
    """Return the IBAN without spaces (ISO 13616: the remainder by 97 is 1).  Raises: BadInput ("bad_iban")."""
    iban = re.sub(r"\s", "", text).upper()
    if _IBAN.match(iban):
        rotated = iban[4:] + iban[:4]
        if int("".join(str(int(letter, 36)) for letter in rotated)) % 97 == 1:
            return iban
    raise BadInput(say("bad_iban"), field="iban")


def epc_code(*, payee: str, iban: str, bic: str, cents: int, reference: str) -> str | None:
    """Return the text of the code, version 002, with the reference as free text; None if it cannot carry the amount."""
    if not 1 <= cents <= _LARGEST_EPC:
        return None
    lines = (
        *("BCD", "002", "1", "SCT"),
        bic,
        _single_line(payee, 70),
        iban,
        f"EUR{plain_amount(cents, 'EUR')}",
        *("", ""),  # purpose, structured reference
        _single_line(reference, 140),
    )
    text = "\n".join(lines)
    return text if len(text.encode()) <= _LONGEST_EPC else None


def _single_line(text: str, most: int) -> str:
    return " ".join(text.split())[:most].rstrip()


@dataclass(frozen=True, slots=True)
class RussianAccount:
    """The account for roubles: the payee's account at a bank; `correspondent` is the account of the bank."""

    payee: str
    account: str
    bank: str
    bic: str
    correspondent: str
    inn: str = ""

    def check(self) -> None:
        """Check the numbers of the account.  Raises: BadInput ("bad_bank_account")."""
        numbers = ((self.account, (20,)), (self.bic, (9,)), (self.correspondent, (20,)), (self.inn, (0, 10, 12)))
        are_valid = all(len(text) in lengths and (not text or text.isdecimal()) for text, lengths in numbers)
        if not are_valid or not self.payee.strip() or not self.bank.strip():
            raise BadInput(say("bad_bank_account"), field="account")


def russian_code(account: RussianAccount, *, kopecks: int, purpose: str) -> str | None:
    """Return the text of the code: required fields in their order, then the others.  None if no payment is due."""
    if kopecks < 1:
        return None
    fields = (
        ("Name", _value(account.payee, 160)),
        ("PersonalAcc", account.account),
        ("BankName", _value(account.bank, 45)),
        ("BIC", account.bic),
        ("CorrespAcc", account.correspondent),
        ("PayeeINN", account.inn),
        ("Purpose", _value(purpose, 210)),
        ("Sum", str(kopecks)),
    )
    return "|".join(("ST00012", *(f"{name}={value}" for name, value in fields if value)))


def _value(text: str, most: int) -> str:
    """Return the text without field separators, cut to `most` characters."""
    return _single_line(text.replace("|", " "), most)


def check_reference(pattern: str) -> str:
    """Check a pattern such as `OPEN26-{number}`.  Raises: BadInput ("bad_reference")."""
    pattern = pattern.strip()
    if _BRACES.findall(pattern) != ["number"] or re.search(r"[{}]", _BRACES.sub("", pattern)):
        raise BadInput(say("bad_reference"), field="reference")
    return pattern


def reference_of(pattern: str, number: int) -> str:
    """Return the reference for the fee with this number; the number alone if there is no pattern."""
    return pattern.replace("{number}", str(number)) if pattern else str(number)


def check_link(template: str) -> str:
    """Check an address with any of the `LINK_WORDS` in braces.  Raises: BadInput ("bad_payment_link")."""
    template = template.strip()
    only_link_words = set(_BRACES.findall(template)) <= set(LINK_WORDS)
    host = re.match(r"https://[^/{}\s?#]+([/?#]|\Z)", template)
    if not only_link_words or host is None or re.search(r"[{}\s]", _BRACES.sub("", template)):
        words = ", ".join(f"{{{word}}}" for word in LINK_WORDS)
        raise BadInput(say("bad_payment_link", words=words), field="link")
    return template


def link_of(template: str, *, units: int, currency: str, reference: str) -> str:
    """Return the address of the payment page for one payment, with quoted values."""
    values = {"amount": plain_amount(units, currency), "currency": currency, "reference": reference}
    return _BRACES.sub(lambda match: quote(values[match[1]], safe=""), template)


#: More than any fee, and exact in every database.
MOST_UNITS = 10**12


class Condition(StrEnum):
    """The condition of a fee rule.  `LATE` adds to the base fee, all others are discounts.

    `LATE` applies from its `day` on, `EARLY` up to and including it.  `UNDER`: younger than `age` at the start of the
    event's year, as in age categories; `OVER`: of that age in the course of the year.  `TITLES`, `FEDERATIONS` and
    `CLUBS`: one of the `names`.
    """

    LATE = "late"
    EARLY = "early"
    UNDER = "under"
    OVER = "over"
    WOMEN = "women"
    TITLES = "titles"
    FEDERATIONS = "federations"
    CLUBS = "clubs"


BY_DAY = frozenset({Condition.LATE, Condition.EARLY})
BY_AGE = frozenset({Condition.UNDER, Condition.OVER})
BY_NAMES = frozenset({Condition.TITLES, Condition.FEDERATIONS, Condition.CLUBS})
#: Kinds of lines that do not come from a rule.
BASE, EXTRA = "base", "extra"


@dataclass(frozen=True, slots=True)
class FeeCandidate:
    """The player data that rules use.  A rule does not apply if its value is unknown (empty or None).

    `day`: the day of the entry, by the clock of the event.  `year`: the year of the event, in which ages are counted.
    """

    day: date
    year: int
    birth_year: int | None = None
    sex: str = ""
    title: str = ""
    federation: str = ""
    club: str = ""
    extra: bool = False


@dataclass(frozen=True, slots=True)
class FeeRule:
    """A condition and its change of the fee: either `amount` in minor units or `percent` of the base fee."""

    condition: Condition
    amount: int = 0
    percent: int = 0
    day: date | None = None
    age: int | None = None
    names: tuple[str, ...] = ()

    def applies(self, person: FeeCandidate) -> bool:
        match self.condition:
            case Condition.LATE:
                return self.day is not None and person.day >= self.day
            case Condition.EARLY:
                return self.day is not None and person.day <= self.day
            case Condition.WOMEN:
                return person.sex == "f"
            case Condition.UNDER | Condition.OVER:
                return self._of_age(person)
            case Condition.TITLES:
                return _among(person.title, self.names)
            case Condition.FEDERATIONS:
                return _among(person.federation, self.names)
            case Condition.CLUBS:
                return _among(person.club, self.names)

    def _of_age(self, person: FeeCandidate) -> bool:
        if self.age is None or person.birth_year is None:
            return False
        age = person.year - person.birth_year
        return age <= self.age if self.condition is Condition.UNDER else age >= self.age

    def of(self, base: int) -> int:
        """Return the change of a base fee, never negative; half a minor unit is rounded up."""
        return self.amount or (base * self.percent + 50) // 100

    def kept(self) -> dict[str, object]:
        """Return the fields that are set, in plain JSON, for storage."""
        result: dict[str, object] = {"kind": self.condition.value}
        if self.amount:
            result["amount"] = self.amount
        if self.percent:
            result["percent"] = self.percent
        return result | self.details()

    def details(self) -> dict[str, object]:
        """Return the parameters of the condition."""
        if self.day is not None:
            return {"day": self.day.isoformat()}
        if self.age is not None:
            return {"age": self.age}
        return {"names": list(self.names)} if self.names else {}

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> FeeRule:
        """Read a stored rule.  Raises: BadInput ("bad_fee_rule", "fee_rule_incomplete")."""
        try:
            rule = cls(
                Condition(stored["kind"]),
                _checked_int(stored.get("amount", 0), MOST_UNITS),
                _checked_int(stored.get("percent", 0), 100),
                date.fromisoformat(stored["day"]) if stored.get("day") else None,
                _checked_int(stored["age"], 120) if stored.get("age") else None,
                tuple(name.strip() for name in stored.get("names", ()) if name.strip()),
            )
        except (KeyError, ValueError, TypeError, AttributeError):
            raise BadInput(say("bad_fee_rule", field=str(stored.get("kind", ""))[:20]), field="rules") from None
        complete = (
            (rule.day is not None) == (rule.condition in BY_DAY)
            and (rule.age is not None) == (rule.condition in BY_AGE)
            and bool(rule.names) == (rule.condition in BY_NAMES)
        )
        if not complete or bool(rule.amount) == bool(rule.percent):
            raise BadInput(say("fee_rule_incomplete"), field="rules")
        return rule


def _checked_int(value: object, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError
    return value


def _among(text: str, names: tuple[str, ...]) -> bool:
    folded = " ".join(text.split()).casefold()
    return bool(folded) and folded in {" ".join(name.split()).casefold() for name in names}


@dataclass(frozen=True, slots=True)
class FeeScale:
    """The fee of a section.

    `extra`: the price of the optional extra.  `together`: discounts add up; otherwise only the largest counts.
    Discounts are never more than the base fee.
    """

    base: int
    rules: tuple[FeeRule, ...] = ()
    together: bool = False
    extra: int = 0

    def lines(self, person: FeeCandidate) -> list[dict[str, object]]:
        """Return the lines of the fee: `kind`, signed `amount` in minor units, and the condition.

        Their sum is the amount due, which is never negative.
        """
        lines: list[dict[str, object]] = [{"kind": BASE, "amount": self.base}]
        rules = [rule for rule in self.rules if rule.applies(person)]
        lines += [_line(rule, rule.of(self.base)) for rule in rules if rule.condition is Condition.LATE]
        lines += self._discounts([rule for rule in rules if rule.condition is not Condition.LATE])
        if person.extra and self.extra:
            lines.append({"kind": EXTRA, "amount": self.extra})
        return lines

    def _discounts(self, rules: list[FeeRule]) -> list[dict[str, object]]:
        if rules and not self.together:
            rules = [max(rules, key=lambda rule: rule.of(self.base))]
        lines, left = [], self.base
        for rule in rules:
            discount = min(left, rule.of(self.base))
            left -= discount
            if discount:
                lines.append(_line(rule, -discount))
        return lines


def _line(rule: FeeRule, amount: int) -> dict[str, object]:
    return {"kind": rule.condition.value, "amount": amount, **rule.details()}


def total(lines: list[dict[str, Any]]) -> int:
    return sum(line["amount"] for line in lines)


# The state of a fee, from the amounts due and paid.


class FeeState(StrEnum):
    NOTHING_DUE = "nothing_due"
    OWED = "owed"
    PARTLY_PAID = "partly_paid"
    PAID = "paid"
    WAIVED = "waived"
    REFUND_DUE = "refund_due"


def state_of(due: int, paid: int, *, waived: bool = False) -> FeeState:
    """Return the state for amounts in minor units, neither negative.

    `waived`: nothing is due because the fee was waived.
    """
    if paid > due:
        return FeeState.REFUND_DUE
    if not due:
        return FeeState.WAIVED if waived else FeeState.NOTHING_DUE
    if paid == due:
        return FeeState.PAID
    return FeeState.PARTLY_PAID if paid else FeeState.OWED


# Amounts of a currency: whole minor units inside, the decimals of ISO 4217 outside.

_NO_DIGITS = frozenset(
    ["BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF", "XPF"]
)
_THREE_DIGITS = frozenset(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])


def digits_of(currency: str) -> int:
    """Return the number of decimals: 2 for EUR, 0 for JPY."""
    return 0 if currency in _NO_DIGITS else 3 if currency in _THREE_DIGITS else 2


def plain_amount(units: int, currency: str) -> str:
    """Return the amount for programs and banks: `1250.00`, `-5.00`."""
    digits = digits_of(currency)
    sign, units = "-" if units < 0 else "", abs(units)
    if not digits:
        return f"{sign}{units}"
    whole, part = divmod(units, int(10**digits))
    return f"{sign}{whole}.{part:0{digits}d}"


def fee_text(units: int, currency: str) -> str:
    """Return `1 250.00 EUR` for people: groups of three with narrow no-break spaces, a minus if negative."""
    whole, point, part = plain_amount(abs(units), currency).partition(".")
    grouped = f"{int(whole):,}".replace(",", "\u202f")
    return f"{'−' if units < 0 else ''}{grouped}{point}{part}\u00a0{currency}"
