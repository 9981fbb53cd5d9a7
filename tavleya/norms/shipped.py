"""The editions of norm requirements shipped with the program: data files in this folder, read once."""

from functools import cache
from importlib.resources import files

from tavleya.norms.rules import NormEdition, read_edition


@cache
def shipped() -> tuple[NormEdition, ...]:
    """Return every edition, the oldest first.  Raises: BadInput for an unreadable file, which is a bug."""
    traversables = sorted(
        (
            traversable
            for traversable in (files("tavleya.norms") / "books").iterdir()
            if traversable.name.endswith(".toml")
        ),
        key=lambda traversable: traversable.name,
    )
    editions = [read_edition(traversable.read_text("utf-8")) for traversable in traversables]
    return tuple(sorted(editions, key=lambda traversable: traversable.valid_from))
