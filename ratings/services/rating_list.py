"""FIDE's rating list in the database: imported as a whole, streamed, and players of an event taken from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from itertools import islice
from typing import IO, Any

from django.contrib.auth import get_user_model
from django.db import connection, transaction

from ratings.messages import say
from ratings.models import FIDE, RatedPlayer, RatingList
from ratings.selectors.norms import former_ratings, ratings_then
from ratings.services.norms import first_of_month, keep_what_changed, set_aside
from tavleya.actors import Actor
from tavleya.errors import BadInput, ImportRefused, NotFound, NotPermitted, Problem
from tavleya.formats.names import folded, latin, sounds, split_at_comma
from tavleya.formats.rating_list import PACES, ListedPlayer, Skipped, read_list
from tavleya.ratings import FROM_LIST
from tournaments.models.section import RatingKind
from tournaments.services.players import HIGHEST_RATING

MOST_SKIPPED = 1000
_SHOWN_SKIPPED = 50
_BATCH = 5000
_FIELDS = (
    "fide_id", "name", "federation", "sex", "title", "women_title", "other_titles", "standard", "standard_k", "rapid",
    "rapid_k", "blitz", "blitz_k", "birth_year", "active", "search_key", "family_key", "given_key",
)  # fmt: skip
Row = tuple[str | int | bool | None, ...]


@dataclass(frozen=True, slots=True)
class RatingListImport:
    """`skipped`: the number of lines without a player or with a duplicate; `problems`: the first of them."""

    players: int
    skipped: int
    problems: tuple[Problem, ...]


@transaction.atomic
def import_rating_list(
    *,
    actor: Actor,
    now: datetime,
    source: IO[bytes],
    pace: str = "standard",
    filename: str = "",
    valid_from: date | None = None,
) -> RatingListImport:
    """Replace the rating list; readers see the old list until the import is complete.

    `valid_from`: the day from which it is valid, by default the first of the month. Replaced values are kept as the
    ratings before that day.

    A line without a player is skipped and reported; a list with more than a thousand such lines, or without a player,
    is refused.

    Raises: ImportRefused ("rating_list_refused"); BadInput ("no_rating_list", "unknown_pace").
    """
    require_administrator(actor)
    if pace not in RatingKind.values:
        raise BadInput(say("unknown_pace", pace=pace))
    RatingList.objects.get_or_create(name=FIDE)
    row = RatingList.objects.select_for_update().get(name=FIDE)
    had_list = row.imported_at is not None
    if had_list:
        set_aside()
    rated_players = RatedPlayer.objects.all()
    rated_players._raw_delete(rated_players.db)
    reading = _Reading(read_list(source, pace=pace))
    _insert(reading)
    if not reading.players:
        raise _refusal(reading)
    with connection.cursor() as cursor:
        # Half a million rows have come at once: without this a search may not use the indexes for minutes.
        cursor.execute(f"ANALYZE {RatedPlayer._meta.db_table}")
    if had_list:
        keep_what_changed(valid_from or first_of_month(now))
    note_import(row, reading.players, now, filename)
    return RatingListImport(reading.players, reading.skipped, tuple(reading.problems))


def note_import(row: RatingList, players: int, now: datetime, filename: str) -> None:
    """Record an import in the row of the list."""
    row.players, row.imported_at, row.checked_at, row.filename = players, now, now, filename[:200]
    row.tag, row.failed_at, row.problem = "", None, {}
    row.save()


def require_administrator(actor: Actor) -> None:
    """Require an administrator of the service, or the service itself. Raises: NotPermitted."""
    if actor.system:
        return
    if (
        actor.user_id is None
        or not get_user_model().objects.filter(pk=actor.user_id, is_superuser=True, is_active=True).exists()
    ):
        raise NotPermitted(say("not_permitted"))


def _refusal(reading: _Reading) -> ImportRefused:
    return ImportRefused(say("rating_list_refused"), tuple(reading.problems), skipped=reading.skipped)


class _Reading:
    """The rows of a list during the import; lines that are not players are counted, and the first of them kept."""

    def __init__(self, listed: Iterable[ListedPlayer | Skipped]) -> None:
        self.listed = listed
        self.players = self.skipped = 0
        self.problems: list[Problem] = []
        self._seen: set[int] = set()

    def __iter__(self) -> Iterator[Row]:
        for item in self.listed:
            if isinstance(item, Skipped):
                self._skip(Problem(item.message, line=item.line))
            elif item.fide_id in self._seen:
                self._skip(Problem(say("fide_id_again", fide_id=item.fide_id)))
            else:
                self._seen.add(item.fide_id)
                self.players += 1
                yield _row(item)

    def _skip(self, problem: Problem) -> None:
        self.skipped += 1
        if len(self.problems) < _SHOWN_SKIPPED:
            self.problems.append(problem)
        if self.skipped > MOST_SKIPPED:
            raise _refusal(self)


def _row(player: ListedPlayer) -> Row:
    name = player.name.replace("\0", "")[:120]
    family, _, given = name.partition(",")
    families, givens = folded(family).split(), folded(given).split()
    forms = dict.fromkeys(form for word in (*families, *givens) for form in _forms(word))
    return (
        player.fide_id,
        name,
        player.federation[:3],
        player.sex,
        player.title[:3],
        player.women_title[:3],
        player.other_titles[:40],
        *_rating_and_k(player, "standard"),
        *_rating_and_k(player, "rapid"),
        *_rating_and_k(player, "blitz"),
        player.birth_year,
        player.active,
        " ".join(["", *forms]),
        " ".join(_forms(word)[-1] for word in families)[:40],
        " ".join(_forms(word)[-1] for word in givens)[:40],
    )


@lru_cache(maxsize=20_000)
def _forms(word: str) -> tuple[str, str, str]:
    """Return a word as written, in Latin letters and by its sound, like search words; cached because names repeat."""
    return word, latin(word), sounds(word)


def _rating_and_k(player: ListedPlayer, pace: str) -> tuple[int | None, int | None]:
    rating = player.ratings.get(pace)
    if rating is not None and rating > HIGHEST_RATING:
        rating = None
    return rating, player.ks.get(pace)


def _insert(rows: Iterable[Row]) -> None:
    """Insert rows in the database's fastest way: COPY, or prepared inserts in batches."""
    table = RatedPlayer._meta.db_table
    columns = ", ".join(_FIELDS)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(_FIELDS))
        remaining = iter(rows)
        while batch := list(islice(remaining, _BATCH)):
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", batch)  # noqa: S608


def listed_person(fide_id: int, day: date | None = None) -> dict[str, Any]:
    """Return a player of the list as arguments of `add_player`, with the ratings of a `day`, None for the current ones.

    Raises: NotFound ("not_in_rating_list").
    """
    rated = RatedPlayer.objects.filter(pk=fide_id).first()
    if rated is None:
        raise NotFound(say("not_in_rating_list", fide_id=fide_id))
    ratings = ratings_then(rated, former_ratings(day, PACES, [str(fide_id)]))
    name = split_at_comma(rated.name)
    return {
        "family_name": name.family,
        "given_name": name.given,
        "patronymic": name.patronymic,
        "federation": rated.federation,
        "fide_id": rated.fide_id,
        "title": rated.title or rated.women_title,
        "ratings": ratings,
        "rating_sources": dict.fromkeys(ratings, FROM_LIST),
        "birth_year": rated.birth_year,
        "sex": rated.sex,
    }
