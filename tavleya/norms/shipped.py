"""The editions of norm requirements that come with the program: files of data beside this one, read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tavleya.norms.rules import NormEdition, read_edition


@cache
def shipped() -> tuple[NormEdition, ...]:
    """Every edition, the oldest first.  One that cannot be read is a fault of the program, and raises."""
    found = sorted(
        (one for one in (files("tavleya.norms") / "books").iterdir() if one.name.endswith(".toml")),
        key=lambda one: one.name,
    )
    editions = [read_edition(one.read_text("utf-8")) for one in found]
    return tuple(sorted(editions, key=lambda one: one.valid_from))
