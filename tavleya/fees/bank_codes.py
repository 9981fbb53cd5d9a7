"""Payment QR codes for bank apps, payment references, and links to a payment page.

The transfer in euro is EPC069-12, "Quick Response Code: Guidelines to Enable Data Capture for the Initiation of a SEPA
Credit Transfer" (GiroCode); the one in roubles GOST R 56042-2014, in UTF-8 (`ST00012`).
"""

import re
from dataclasses import dataclass
from urllib.parse import quote

from tavleya.errors import BadInput
from tavleya.fees.messages import say
from tavleya.fees.terms import plain_amount

_IBAN = re.compile(r"[A-Z]{2}\d{2}[A-Z0-9]{11,30}\Z")
_BRACES = re.compile(r"\{([^{}]*)\}")
_LARGEST_EPC = 99_999_999_999  # cents
_LONGEST_EPC = 331  # bytes
LINK_WORDS = ("amount", "currency", "reference")


def read_iban(text: str) -> str:
    """Return the IBAN without spaces (ISO 13616: the remainder by 97 is 1).  Raises: BadInput ("bad_iban")."""
    iban = re.sub(r"\s", "", text).upper()
    if _IBAN.match(iban):
        turned = iban[4:] + iban[:4]
        if int("".join(str(int(letter, 36)) for letter in turned)) % 97 == 1:
            return iban
    raise BadInput(say("bad_iban"), field="iban")


def epc_code(*, payee: str, iban: str, bic: str, cents: int, reference: str) -> str | None:
    """Return the text of the code, version 002, with the reference as free text; None if it cannot carry the amount."""
    if not 1 <= cents <= _LARGEST_EPC:
        return None
    lines = (
        *("BCD", "002", "1", "SCT"),
        bic,
        _line(payee, 70),
        iban,
        f"EUR{plain_amount(cents, 'EUR')}",
        *("", ""),  # purpose, structured reference
        _line(reference, 140),
    )
    text = "\n".join(lines)
    return text if len(text.encode()) <= _LONGEST_EPC else None


def _line(text: str, most: int) -> str:
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
        figures = (
            (self.account, (20,)), (self.bic, (9,)), (self.correspondent, (20,)), (self.inn, (0, 10, 12)),
        )  # fmt: skip
        all_ = all(len(text) in lengths and (not text or text.isdecimal()) for text, lengths in figures)
        if not all_ or not self.payee.strip() or not self.bank.strip():
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
    return _line(text.replace("|", " "), most)


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
    is_known = set(_BRACES.findall(template)) <= set(LINK_WORDS)
    host = re.match(r"https://[^/{}\s?#]+([/?#]|\Z)", template)
    if not is_known or host is None or re.search(r"[{}\s]", _BRACES.sub("", template)):
        words = ", ".join(f"{{{word}}}" for word in LINK_WORDS)
        raise BadInput(say("bad_payment_link", words=words), field="link")
    return template


def link_of(template: str, *, units: int, currency: str, reference: str) -> str:
    """Return the address of the payment page for one payment, with quoted values."""
    values = {"amount": plain_amount(units, currency), "currency": currency, "reference": reference}
    return _BRACES.sub(lambda match: quote(values[match[1]], safe=""), template)
