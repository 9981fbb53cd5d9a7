"""Requirements for title norms, read from a dated file; no figure of any federation stands in the program.

The file is TOML or JSON: `code`, `name`, `game`, `valid_from` (a day), `example` (true: no authority), and `norms`,
each with what `Requirements` has.  Shares are written as `"1/3"`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from fractions import Fraction
from typing import Any

from common.errors import BadInput
from core.norms.messages import say


@dataclass(frozen=True, slots=True)
class Requirements:
    """What one norm asks for; 0, empty or None asks nothing.

    Counts of opponents that come from shares are rounded up where they are a minimum and down where a maximum.
    `titleholders` count for `titled_share`; `of_title` for `of_title_share` and `of_title_least`.  `foreign_least`:
    so many federations other than the player's own.  `floor`: up to `floors_raised` opponents rated below it, the
    lowest first, count as if they had it.  `unrated_as`: a player without a rating; None: such a game does not count.
    `stateless`: federation codes that are none.  `not_for`: who has one of these titles needs the norm no more.
    `articles`: by the code of a check (`core.norms.evaluate`), for those who read the answer.
    """

    title: str
    games_least: int = 0
    foreign_least: int = 0
    own_most: Fraction | None = None
    one_most: Fraction | None = None
    titleholders: tuple[str, ...] = ()
    titled_share: Fraction | None = None
    of_title: tuple[str, ...] = ()
    of_title_share: Fraction | None = None
    of_title_least: int = 0
    floor: int | None = None
    floors_raised: int = 0
    unrated_as: int | None = None
    average_least: int = 0
    performance_least: int = 0
    percent_least: int = 0
    women_only: bool = False
    stateless: tuple[str, ...] = ()
    not_for: tuple[str, ...] = ()
    articles: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NormEdition:
    """One file."""

    code: str
    name: str
    game: str
    valid_from: date
    example: bool
    norms: tuple[Requirements, ...]


def read_edition(text: str) -> NormEdition:
    """A file's text, TOML or JSON.  Raises BadInput `norms_unreadable`, `norms_field` (`field` says where)."""
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(say("norms_unreadable", why=str(problem)[:200])) from None
    return edition_of(data)


def edition_of(data: Mapping[str, Any]) -> NormEdition:
    """The same from data that are read already, as they are kept."""
    known = {"code", "name", "game", "valid_from", "example", "norms", "source"}
    for name in data:
        if name not in known:
            raise _bad(name)
    texts = {name: data.get(name) for name in ("code", "name", "game")}
    for name, value in texts.items():
        if not isinstance(value, str) or not value.strip() or len(value) > 200:
            raise _bad(name)
    norms = data.get("norms")
    if not isinstance(norms, list) or not norms:
        raise _bad("norms")
    example = data.get("example", False)
    if not isinstance(example, bool):
        raise _bad("example")
    found = tuple(_requirements(one, f"norms.{at}") for at, one in enumerate(norms, 1))
    if len({one.title for one in found}) < len(found):
        raise _bad("norms.title")
    return NormEdition(
        str(texts["code"]),
        str(texts["name"]),
        str(texts["game"]),
        _day(data.get("valid_from")),
        example,
        found,
    )


def _day(value: object) -> date:
    try:
        return value if type(value) is date else date.fromisoformat(str(value))
    except ValueError:
        raise _bad("valid_from") from None


_SHARES = frozenset({"own_most", "one_most", "titled_share", "of_title_share"})
_LISTS = frozenset({"titleholders", "of_title", "stateless", "not_for"})


def _requirements(data: object, where: str) -> Requirements:
    if not isinstance(data, Mapping):
        raise _bad(where)
    known = {one.name for one in fields(Requirements)}
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name not in known:
            raise _bad(f"{where}.{name}")
        values[name] = _value(name, value, f"{where}.{name}")
    if "title" not in values or ("floor" in values) != bool(values.get("floors_raised")):
        raise _bad(f"{where}.{'floor' if 'title' in values else 'title'}")
    return Requirements(**values)


def _value(name: str, value: object, where: str) -> object:
    if name == "title" and isinstance(value, str) and 0 < len(value) <= 12:
        return value
    if name in _SHARES and isinstance(value, str):
        return _share(value, where)
    if name in _LISTS and isinstance(value, list) and all(isinstance(one, str) and one for one in value):
        return tuple(value)
    if name == "women_only" and isinstance(value, bool):
        return value
    if name == "articles" and isinstance(value, Mapping):
        if all(isinstance(one, str) and len(one) <= 40 for pair in value.items() for one in pair):
            return dict(value)
        raise _bad(where)
    counted = name not in _SHARES | _LISTS | {"title", "women_only", "articles"}
    if counted and type(value) is int and 0 <= value <= 5_000:
        return value
    raise _bad(where)


def _share(text: str, where: str) -> Fraction:
    parts = text.split("/")
    if len(parts) == 2 and all(one.isascii() and one.isdigit() and len(one) <= 3 for one in parts):
        top, bottom = map(int, parts)
        if 0 < top <= bottom:
            return Fraction(top, bottom)
    raise _bad(where)


def _bad(where: str) -> BadInput:
    return BadInput(
        say("norms_field", field=where),
        field=where,
    )
