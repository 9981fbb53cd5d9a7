"""Addresses of pages that differ in a number alone, for pages that name hundreds of them."""

from __future__ import annotations

from functools import lru_cache

from django.urls import get_script_prefix, reverse

_NUMBER = 2**53 - 1  # in the place of the number while the address is made; no row has it


def numbered(name: str, *args: str, number: int) -> str:
    """`reverse` for the page `name`, of whose arguments `number` is the last."""
    before, after = _around(get_script_prefix(), name, args)
    return f"{before}{number}{after}"


@lru_cache(maxsize=1000)
def _around(_prefix: str, name: str, args: tuple[str, ...]) -> tuple[str, str]:
    before, _, after = reverse(name, args=[*args, _NUMBER]).partition(str(_NUMBER))
    return before, after
