"""The editions of norm requirements shipped with the program: data files in this folder, read once."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tavleya.norms.rules import NormEdition, read_edition


@cache
def shipped() -> tuple[NormEdition, ...]:
    """Return every edition, the oldest first.  Raises: BadInput for an unreadable file, which is a bug."""
    found = sorted(
        (one for one in (files("tavleya.norms") / "books").iterdir() if one.name.endswith(".toml")),
        key=lambda one: one.name,
    )
    editions = [read_edition(one.read_text("utf-8")) for one in found]
    return tuple(sorted(editions, key=lambda one: one.valid_from))
