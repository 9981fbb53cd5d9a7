"""Amounts of money: whole minor units inside, digits and a currency outside."""

import re

from tavleya.errors import BadInput
from tavleya.prizes.messages import say

_AMOUNT = re.compile(r"(?P<whole>\d{1,12})(?:[.,](?P<part>\d{1,3}))?\Z")
_SPACES = str.maketrans("", "", " \u00a0\u202f'")


def read_amount(text: str, digits: int) -> int:
    """Read `5000`, `5 000`, `5000,50` in minor units.

    Raises: BadInput ("bad_amount"), also for more decimals than `digits`.
    """
    match = _AMOUNT.match(text.translate(_SPACES))
    if match is None or len(match["part"] or "") > digits:
        raise BadInput(say("bad_amount", text=text.strip()[:40]))
    return int(match["whole"] + (match["part"] or "").ljust(digits, "0"))


def read_amounts(text: str, digits: int) -> tuple[int, ...]:
    """Read one amount per line; empty lines are ignored."""
    return tuple(read_amount(line, digits) for line in text.splitlines() if line.strip())


def amount_text(units: int, digits: int) -> str:
    """Return `5 000` or `5 000.50`, with groups of three separated by narrow no-break spaces."""
    whole, part = divmod(units, int(10**digits))
    text = f"{whole:,}".replace(",", "\u202f")
    return f"{text}.{part:0{digits}d}" if part else text


def money_text(units: int, digits: int, currency: str) -> str:
    return f"{amount_text(units, digits)}\u00a0{currency}"
