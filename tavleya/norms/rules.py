"""Requirements for title norms, read from a dated file; the code contains no numbers of any federation.

The file is TOML or JSON: `code`, `name`, `game`, `valid_from` (a day), `source` and `read_on` (the origin of the
numbers, and the day on which it was read), `example` (true: not authoritative), `common`, and `norms`, each with the
fields of `Requirements`; the fields in `common` apply to all norms.  Shares are written as `"1/3"`.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from fractions import Fraction
from typing import Any

from tavleya.errors import BadInput
from tavleya.norms.messages import say


@dataclass(frozen=True, slots=True)
class Requirements:
    """The requirements of one norm; 0, empty or None means no requirement.

    Numbers of opponents from shares are rounded up for a minimum and down for a maximum.  `titleholders` count for
    `titled_share`; `of_title` for `of_title_share` and `of_title_least`.  `foreign_least`: the number of federations
    other than the player's.  `floor`: up to `floors_raised` opponents rated below it, the lowest first, count with it.
    `unrated_as`: the rating of a player without one; None: such a game does not count.  `stateless`: codes that are not
    federations, though games count; `unfederated`: games against these do not.  `not_for`: holders of these titles do
    not need the norm.  `articles`: by the code of a check (`tavleya.norms.evaluate`), for the reader.

    `games_forgiven`: the number of games that may be missing in an event of exactly `games_least` rounds, because of a
    forfeit win or the pairing-allocated bye.  `games_of_kind`: the least number of games by kind of event (`KINDS`),
    `counts_as` the value of such a norm towards the title; no norm counts more than `games_most`, before the addition
    for the score.  `leave_out`: games after the norm was fulfilled, and won ones, may be left out.  `scoreless_out`: in
    a round robin, games against unrated players without a point against rated ones do not count.

    `exemptions`: by kind of event, the article that lifts the rules on federations; for `host_only` kinds, only for
    players of the host.  `swiss_…`: the foreign players that make a Swiss one of the kind `foreign_swiss`.
    `double_share`: the sufficient share of different `of_title` opponents in a double round robin, which needs
    `double_players`.  `big_swiss_…`: requirements of a norm in a big Swiss.
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
    unfederated: tuple[str, ...] = ()
    not_for: tuple[str, ...] = ()
    games_forgiven: int = 0
    games_most: int = 0
    games_of_kind: Mapping[str, int] = field(default_factory=dict)
    counts_as: Mapping[str, int] = field(default_factory=dict)
    leave_out: bool = False
    scoreless_out: bool = False
    exemptions: Mapping[str, str] = field(default_factory=dict)
    host_only: tuple[str, ...] = ()
    swiss_players: int = 0
    swiss_federations: int = 0
    swiss_titled: int = 0
    swiss_titles: tuple[str, ...] = ()
    double_share: Fraction | None = None
    double_players: int = 0
    big_swiss_players: int = 0
    big_swiss_average: int = 0
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
    source: str = ""
    read_on: date | None = None


def read_edition(text: str) -> NormEdition:
    """Read a file's text, TOML or JSON.

    Raises: BadInput ("norms_unreadable", "norms_field" with the path in `field`).
    """
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise BadInput(say("norms_unreadable", why=str(problem)[:200])) from None
    return edition_of(data)


def edition_of(data: Mapping[str, Any]) -> NormEdition:
    """Create an edition from parsed data, as stored.  Raises: BadInput ("norms_field")."""
    existing = {"code", "name", "game", "valid_from", "example", "norms", "source", "read_on", "common"}
    for name in data:
        if name not in existing:
            raise _bad(name)
    texts = {name: data.get(name) for name in ("code", "name", "game")}
    for name, value in (*texts.items(), ("source", data.get("source", "-"))):
        if not isinstance(value, str) or not value.strip() or len(value) > 400:
            raise _bad(name)
    common = data.get("common", {})
    if not isinstance(common, Mapping):
        raise _bad("common")
    norms = data.get("norms")
    if not isinstance(norms, list) or not norms:
        raise _bad("norms")
    example = data.get("example", False)
    if not isinstance(example, bool):
        raise _bad("example")
    requirements = tuple(_requirements(item, common, f"norms.{index}") for index, item in enumerate(norms, 1))
    if len({item.title for item in requirements}) < len(requirements):
        raise _bad("norms.title")
    return NormEdition(
        str(texts["code"]),
        str(texts["name"]),
        str(texts["game"]),
        _day(data, "valid_from"),
        example,
        requirements,
        str(data.get("source", "")),
        _day(data, "read_on") if "read_on" in data else None,
    )


def _day(data: Mapping[str, Any], name: str) -> date:
    value = data.get(name)
    try:
        return value if type(value) is date else date.fromisoformat(str(value))
    except ValueError:
        raise _bad(name) from None


_SHARES = frozenset({"own_most", "one_most", "titled_share", "of_title_share", "double_share"})
_LISTS = frozenset(
    {"titleholders", "of_title", "stateless", "unfederated", "not_for", "host_only", "swiss_titles"}
)
_SWITCHES = frozenset({"women_only", "leave_out", "scoreless_out"})
_TEXTS_BY_KEY = frozenset({"articles", "exemptions"})
_COUNTS_BY_KEY = frozenset({"games_of_kind", "counts_as"})
_MOST = 5_000


def _requirements(input_: object, common: Mapping[str, Any], place: str) -> Requirements:
    if not isinstance(input_, Mapping):
        raise _bad(place)
    data = {**common, **input_}
    names = {field.name for field in fields(Requirements)}
    values: dict[str, Any] = {}
    for name, value in data.items():
        if name not in names:
            raise _bad(f"{place}.{name}")
        values[name] = _value(name, value, f"{place}.{name}")
    if "title" not in values or ("floor" in values) != bool(values.get("floors_raised")):
        raise _bad(f"{place}.{'floor' if 'title' in values else 'title'}")
    return Requirements(**values)


def _value(name: str, value: object, place: str) -> object:
    if name == "title" and isinstance(value, str) and 0 < len(value) <= 12:
        return value
    if name in _SHARES and isinstance(value, str):
        return _share(value, place)
    if name in _LISTS and isinstance(value, list) and all(isinstance(item, str) and item for item in value):
        return tuple(value)
    if name in _SWITCHES and isinstance(value, bool):
        return value
    if name in _TEXTS_BY_KEY | _COUNTS_BY_KEY and isinstance(value, Mapping):
        fits = _counted if name in _COUNTS_BY_KEY else _short
        if all(_short(key) and fits(item) for key, item in value.items()):
            return dict(value)
        raise _bad(place)
    others = _SHARES | _LISTS | _SWITCHES | _TEXTS_BY_KEY | _COUNTS_BY_KEY | {"title"}
    if name not in others and _counted(value):
        return value
    raise _bad(place)


def _counted(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _short(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 40


def _share(text: str, place: str) -> Fraction:
    parts = text.split("/")
    if len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts):
        top, bottom = map(int, parts)
        if 0 < top <= bottom:
            return Fraction(top, bottom)
    raise _bad(place)


def _bad(place: str) -> BadInput:
    return BadInput(
        say("norms_field", field=place),
        field=place,
    )
