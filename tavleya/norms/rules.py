"""Requirements for title norms, read from a dated file; the code contains no numbers of any federation.

The file is TOML or JSON: `code`, `name`, `game`, `valid_from` (a day), `source` and `read_on` (the origin of the
numbers, and the day on which it was read), `example` (true: not authoritative), `common`, and `norms`, each with the
fields of `Requirements`; the fields in `common` apply to all norms.  Shares are written as `"1/3"`.
"""

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Any

from tavleya.errors import BadInput
from tavleya.norms.messages import say
from tavleya.ratings import average


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
    except (ValueError, RecursionError) as error:
        raise BadInput(say("norms_unreadable", why=str(error)[:200])) from None
    return edition_of(data)


def edition_of(data: Mapping[str, Any]) -> NormEdition:
    """Create an edition from parsed data, as stored.  Raises: BadInput ("norms_field")."""
    names = {"code", "name", "game", "valid_from", "example", "norms", "source", "read_on", "common"}
    for name in data:
        if name not in names:
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
    requirements = tuple(_requirements(norm, common, f"norms.{index}") for index, norm in enumerate(norms, 1))
    if len({norm.title for norm in requirements}) < len(requirements):
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
_LISTS = frozenset({"titleholders", "of_title", "stateless", "unfederated", "not_for", "host_only", "swiss_titles"})
_SWITCHES = frozenset({"women_only", "leave_out", "scoreless_out"})
_TEXTS_BY_KEY = frozenset({"articles", "exemptions"})
_COUNTS_BY_KEY = frozenset({"games_of_kind", "counts_as"})
_MOST = 5_000


def _requirements(norm: object, common: Mapping[str, Any], place: str) -> Requirements:
    if not isinstance(norm, Mapping):
        raise _bad(place)
    data = {**common, **norm}
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
        is_valid = _is_count if name in _COUNTS_BY_KEY else _is_short_text
        if all(_is_short_text(key) and is_valid(item) for key, item in value.items()):
            return dict(value)
        raise _bad(place)
    others = _SHARES | _LISTS | _SWITCHES | _TEXTS_BY_KEY | _COUNTS_BY_KEY | {"title"}
    if name not in others and _is_count(value):
        return value
    raise _bad(place)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _is_short_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 40


def _share(text: str, place: str) -> Fraction:
    parts = text.split("/")
    if len(parts) == 2 and all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts):
        top, bottom = map(int, parts)
        if 0 < top <= bottom:
            return Fraction(top, bottom)
    raise _bad(place)


def _bad(place: str) -> BadInput:
    return BadInput(say("norms_field", field=place), field=place)


# The setting of a norm: the kind of event, its system, and the other participants.

#: Kinds of events with special requirements; the usual kind is "".
KINDS = ("national_final", "national_team", "zonal", "team_championship", "world_cup")
#: The kind of a Swiss by its participants, whatever the organiser says (B.01, 1.4.3d).
FOREIGN_SWISS = "foreign_swiss"
#: Players with more missed rounds, apart from pairing-allocated byes, do not count (1.4.3d, 1.5.6).
ABSENCES = 1


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant; `absences` are missed rounds, apart from pairing-allocated byes."""

    federation: str = ""
    title: str = ""
    rating: int | None = None
    absences: int = 0


@dataclass(frozen=True, slots=True)
class ForeignSwiss:
    """The rated foreign players in all rounds: their number, federations, and titled players."""

    players: int
    federations: int
    titled: int
    met: bool


@dataclass(frozen=True, slots=True)
class BigSwiss:
    """The rated players in all rounds and their average, which one norm of a title must have (1.5.6)."""

    players: int
    average: int
    met: bool


def _present(entrants: Iterable[Entrant]) -> Sequence[Entrant]:
    return [entrant for entrant in entrants if entrant.absences <= ABSENCES]


def foreign_swiss(rules: Requirements, host: str, entrants: Iterable[Entrant]) -> ForeignSwiss:
    """Evaluate B.01 1.4.3d.  It is not met if the rules do not have it, or the host is unknown."""
    counted = [
        entrant
        for entrant in _present(entrants)
        if entrant.rating and entrant.federation not in ("", host, *rules.stateless, *rules.unfederated)
    ]
    federations = len({entrant.federation for entrant in counted})
    titled = sum(entrant.title in rules.swiss_titles for entrant in counted)
    met = (
        bool(host)
        and rules.swiss_players > 0
        and len(counted) >= rules.swiss_players
        and federations >= rules.swiss_federations
        and titled >= rules.swiss_titled
    )
    return ForeignSwiss(len(counted), federations, titled, met)


@dataclass(frozen=True, slots=True)
class Setting:
    """`rounds` are the planned ones, or 0 if unknown.  `predetermined`: opponents do not depend on results.

    `double`: a double round robin.  `host`: the federation of the event.  `kind`: one of `KINDS` or "".
    `foreign_swiss`: enough foreigners take part for 1.4.3d.
    """

    rounds: int = 0
    predetermined: bool = False
    double: bool = False
    players: int = 0
    host: str = ""
    kind: str = ""
    foreign_swiss: bool = False


def big_swiss(rules: Requirements, entrants: Iterable[Entrant]) -> BigSwiss:
    """Evaluate B.01 1.5.6, in which the host's players count too."""
    ratings = [entrant.rating for entrant in _present(entrants) if entrant.rating]
    mean = average(ratings)
    met = 0 < rules.big_swiss_players <= len(ratings) and mean >= rules.big_swiss_average
    return BigSwiss(len(ratings), mean, met)


# The editions of norm requirements shipped with the program: data files in this folder, read once.


@cache
def shipped() -> tuple[NormEdition, ...]:
    """Return every edition, the oldest first.  Raises: BadInput for an unreadable file, which is a bug."""
    books = sorted(
        (file for file in (files("tavleya.norms") / "books").iterdir() if file.name.endswith(".toml")),
        key=lambda file: file.name,
    )
    editions = [read_edition(book.read_text("utf-8")) for book in books]
    return tuple(sorted(editions, key=lambda edition: edition.valid_from))
