"""The editions of norm requirements shipped with the program: data files in this folder, read once."""

from functools import cache
from importlib.resources import files

from tavleya.norms.rules import NormEdition, read_edition


@cache
def shipped() -> tuple[NormEdition, ...]:
    """Return every edition, the oldest first.  Raises: BadInput for an unreadable file, which is a bug."""
    traversables = sorted(
        (folder for folder in (files("tavleya.norms") / "books").iterdir() if folder.name.endswith(".toml")),
        key=lambda folder: folder.name,
    )
    editions = [read_edition(folder.read_text("utf-8")) for folder in traversables]
    return tuple(sorted(editions, key=lambda folder: folder.valid_from))
