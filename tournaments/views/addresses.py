"""Addresses of pages that differ only in a number, for pages with hundreds of links."""

from functools import lru_cache

from django.urls import get_script_prefix, reverse

_NUMBER = 2**53 - 1  # placeholder for the number in `reverse`; no row has it


def numbered(name: str, *args: str, number: int) -> str:
    """Return `reverse` for the page `name`, with `number` as its last argument."""
    before, after = around(name, *args)
    return f"{before}{number}{after}"


def around(name: str, *args: str) -> tuple[str, str]:
    """Return the parts of such addresses before and after the number."""
    return _around(get_script_prefix(), name, args)


@lru_cache(maxsize=1000)
def _around(_prefix: str, name: str, args: tuple[str, ...]) -> tuple[str, str]:
    before, _, after = reverse(name, args=[*args, _NUMBER]).partition(str(_NUMBER))
    return before, after
