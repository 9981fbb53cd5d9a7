"""Codes of tie-breaks as organisers type and read them."""

import re
from collections.abc import Iterable

from tavleya.tiebreaks import TIEBREAKS

#: The prefix of tie-breaks that C.07 does not have.
OTHER = "OTHER_"


def split_tiebreaks(text: str) -> list[str]:
    """Return the typed codes; those that are not in C.07 may lack their prefix: `Solkoff`."""
    return [_whole_code(part) for part in re.split(r"[\s,;]+", text.strip()) if part]


def _whole_code(typed: str) -> str:
    code = f"{OTHER}{typed.upper()}"
    return code if code.partition("/")[0] in TIEBREAKS else typed


def tiebreaks_text(codes: Iterable[str]) -> str:
    """Return codes as organisers type them: without prefix if they are not in C.07."""
    return ", ".join(code.removeprefix(OTHER) for code in codes)
