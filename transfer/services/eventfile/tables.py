"""The list of the models in the file of an event, with their references, and of the models left out.

A field is exported unless it is declared `local` (`tavleya.use`), a text only if it is declared at all; a model or a
reference that is in no list fails a test. Apps of higher layers register their tables when they start.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

from django.db import models

from entries.models import CheckIn, Fee, FeeTerms, Payment, PaymentReport, PaymentTerms, Presence
from games.models.game import Game
from games.models.record import RecordEntry, RecordText
from games.models.sheet import ScoreSheet, SheetPhoto, VoidPhoto
from games.verification import rows_of
from ratings.models import NormTerms
from tavleya.use import Copy
from tournaments.event_tables import PERSON, Meaning, Table, registered
from tournaments.models.access import EventRole
from tournaments.models.activity import EventUpload, Log
from tournaments.models.entry import Entry, EntryTerms
from tournaments.models.event import Event
from tournaments.models.pairing import Match, MatchTerms, OpeningDraw, Pairing, PlayOff, PointAdjustment, RoundExclusion
from tournaments.models.player import LineUp, Player, Registration, Team, TeamMatch, TeamMember
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.models.swiss import (
    ByeRequest,
    PairConstraint,
    PlayerLink,
    Provenance,
    RatingCorrection,
    RequestedBye,
    RestorePoint,
    ResultReport,
    TeamBye,
    TeamRestriction,
)
from tournaments.registry import hidden_names
from tournaments.services.restore_points import unpacked

_SEAT = {
    **dict.fromkeys(
        (*("white_id", "black_id", "first_id", "second_id", "winner_id", "one_id", "other_id"), "registration_id"),
        Registration,
    ),
    **dict.fromkeys(("first_team", "second_team", "one_team", "other_team", "team_id"), Team),
    "game_id": Game,
    "second_by_id": PERSON,
    "who": None,
}
#: A restore point keeps a former state of a section, with the numbers of its rows.
SNAPSHOT: Mapping[str, Meaning] = MappingProxyType({**_SEAT, "registrations": Registration})
_LOGGED: Mapping[str, Meaning] = MappingProxyType(
    {
        **dict.fromkeys(("user", "user_id"), PERSON),
        **dict.fromkeys(("winner", "giver", "members"), Registration),
        "section_id": Section,
        "player_id": Player,
        "restore_point": RestorePoint,
    }
)

_EVENT = Table(Event, "pk")

# In an order in which rows can be created: a row refers only to rows of earlier tables.
_BASE: tuple[Table, ...] = (
    _EVENT,
    Table(EventRole, "event", "event", people="user", own=True, copied=Copy.REHEARSAL),
    Table(EventUpload, "event", "event"),
    Table(Player, "event", "event", people="user", copied=Copy.REHEARSAL),
    Table(PlayerLink, "player__event", "player", links=True),
    Table(Section, "event", "event", later="giver", copied=Copy.REHEARSAL),
    Table(Registration, "section__event", "section player", copied=Copy.REHEARSAL),
    Table(PlayOff, "section__event", "section by", copied=Copy.REHEARSAL),
    Table(EntryTerms, "section__event", "section", copied=Copy.REPETITION),
    Table(Entry, "section__event", "section player", later="team"),
    Table(CheckIn, "section__event", "section"),
    Table(Presence, "check_in__section__event", "check_in registration"),
    Table(MatchTerms, "section__event", "section", copied=Copy.ANY),
    Table(OpeningDraw, "section__event", "section"),
    Table(Round, "section__event", "section", copied=Copy.REHEARSAL),
    Table(Team, "section__event", "section", copied=Copy.REHEARSAL),
    Table(TeamMember, "team__section__event", "team registration", copied=Copy.REHEARSAL),
    Table(TeamBye, "team__section__event", "team", copied=Copy.REHEARSAL),
    Table(TeamRestriction, "section__event", "section one other", copied=Copy.REHEARSAL),
    Table(Match, "round__section__event", "round first second winner", copied=Copy.REHEARSAL),
    Table(TeamMatch, "round__section__event", "round first second", copied=Copy.REHEARSAL),
    Table(LineUp, "match__round__section__event", "match team registration", copied=Copy.REHEARSAL),
    Table(RequestedBye, "registration__section__event", "registration", copied=Copy.REHEARSAL),
    Table(ByeRequest, "registration__section__event", "registration"),
    Table(PairConstraint, "section__event", "section one other", copied=Copy.REHEARSAL),
    Table(Game, "", later="replaces", of_game=True),
    Table(RecordEntry, "game", "game", people="user", of_game=True, series=True),
    Table(RecordText, "game", "game", of_game=True, series=True),
    Table(ScoreSheet, "game", "game", people="user", actors="actor", of_game=True, kept=True),
    Table(SheetPhoto, "game", "game", people="user", actors="actor", of_game=True, kept=True),
    Table(VoidPhoto, "photo__game", "photo", people="user", actors="actor", of_game=True, kept=True),
    Table(
        Pairing,
        "round__section__event",
        "round white black game match team_match",
        people="second_by",
        copied=Copy.REHEARSAL,
    ),
    Table(PointAdjustment, "registration__section__event", "registration game"),
    Table(RoundExclusion, "registration__section__event", "registration game"),
    Table(ResultReport, "pairing__round__section__event", "pairing"),
    Table(RatingCorrection, "pairing__round__section__event", "pairing", actors="actor"),
    Table(Provenance, "round__section__event", "round", numbers={"waived": MappingProxyType({"who": None})}),
    Table(RestorePoint, "section__event", "section", actors="actor", numbers={"data": SNAPSHOT}, together=True),
    Table(FeeTerms, "section__event", "section", copied=Copy.REPETITION),
    Table(PaymentTerms, "event", "event"),
    Table(Fee, "event", "event section entry player team"),
    Table(Payment, "event", "event fee", later="voids", actors="taken_by"),
    Table(PaymentReport, "event", "event payment", actors="settled_by"),
    Table(NormTerms, "section__event", "section", copied=Copy.REPETITION),
)
#: Last, because it refers to rows of all others.
_LOG = Table(
    Log,
    "event",
    "event",
    actors="actor",
    numbers={"subject": MappingProxyType({}), "before": _LOGGED, "after": _LOGGED},
    series=True,
)

#: Models that are not in the file, by their labels, with the reason.
OUTSIDE: Mapping[str, str] = MappingProxyType(
    {
        "games.CheckPass": "of the whole installation",
        "games.IdempotencyKey": "answers of this installation to requests that were sent to it",
        "tournaments.ApiToken": "a secret that opens this installation",
        "tournaments.BoardQuestion": "asked by programs at the venue of this installation",
        "tournaments.Broadcast": "a secret between this installation and another program",
        "tournaments.BroadcastRound": "what was sent to such a program",
        "notifications.Delivery": "what this installation has sent",
        "tournaments.ElectronicBoard": "told by programs at the venue of this installation",
        "tournaments.ErasureRequest": "asked of this installation",
        "tournaments.GameSource": "which of such programs feeds a game",
        "tournaments.EventMove": "asked of organisations of this installation",
        "transfer.HandOff": "says where the file itself is",
        "tournaments.Invitation": "a secret that opens this installation",
        "tournaments.Job": "work of this installation",
        "tournaments.Organisation": "of the whole installation",
        "tournaments.OrganisationLog": "of the whole installation",
        "tournaments.OrganisationRole": "of the whole installation",
        "ratings.NormRules": "of the whole installation",
        "notifications.Notice": "is sent within seconds by this installation",
        "ratings.ListedRating": "of the whole installation",
        "ratings.FormerRating": "of the whole installation",
        "tournaments.PgnAddress": "an address that this installation reads",
        "tournaments.Person": "joins players of several events; made again from their numbers by an import",
        "people.PersonAct": "of persons",
        "people.PersonJoin": "of persons",
        "ratings.RatedPlayer": "of the whole installation",
        "ratings.RatingList": "of the whole installation",
        "people.Series": "of an organisation",
        "people.SeriesSection": "which series of this installation a section is in",
        "transfer.SigningKey": "of the whole installation",
        "tournaments.StandingsVersion": "counts for this installation's caches; made anew",
        "notifications.Subscription": "wants messages of this installation, and links in them end them here",
        "notifications.Webhook": "an address and a secret between this installation and another program",
        "notifications.Lane": "of the whole installation",
    }
)


def tables() -> tuple[Table, ...]:
    """Return all tables, in an order in which rows can be created."""
    base = (item for table in _BASE for item in (*registered(before=table.model), table))
    return (*base, *registered(), _LOG)


def table_named(name: str) -> Table | None:
    return next((table for table in tables() if table.name == name), None)


# Which rows are of an event.

#: Games per query.
_GAMES_AT_ONCE = 500


class Scope:
    """The rows of one event, table by table."""

    def __init__(self, event: Event) -> None:
        self.event = event

    @cached_property
    def games(self) -> list[int]:
        """The games at its boards, the games that these replaced, and the games of undone rounds."""
        boards = Pairing.objects.filter(round__section__event=self.event, game__isnull=False)
        keys = set(boards.values_list("game_id", flat=True))
        for model in (PointAdjustment, RoundExclusion):
            rows = model._default_manager.filter(registration__section__event=self.event)
            keys |= set(rows.values_list("game", flat=True))
        for point in RestorePoint.objects.filter(section__event=self.event):
            boards_then = (board for item in unpacked(point)["rounds"] for board in item["boards"])
            keys |= {board["game_id"] for board in boards_then if board["game_id"] is not None}
        newest = keys
        while newest:
            newest = {
                key
                for part in game_parts(sorted(newest))
                for key in Game.objects.filter(pk__in=part, replaces__isnull=False).values_list("replaces", flat=True)
                if key is not None
            } - keys
            keys |= newest
        # A game in a restore point may have been deleted with an event that was never played.
        return sorted(
            key
            for part in game_parts(sorted(keys))
            for key in Game.objects.filter(pk__in=part).values_list("pk", flat=True)
        )

    def rows(self, table: Table) -> Iterator[Any]:
        """Yield the rows of a table, in the order of their numbers; entries by game."""
        if table.model is RecordEntry:
            yield from self._entries()
        elif table.of_game:
            within = table.within or "pk"
            results = [
                row
                for part in game_parts(self.games)
                for row in _all(table).filter(**{f"{within}__in": part}).order_by("pk")
            ]
            yield from sorted(results, key=lambda row: row.pk)
        else:
            yield from _all(table).filter(**{table.within: self.event.pk}).order_by("pk")

    def numbers(self, table: Table) -> list[int]:
        """Return the numbers of the rows of a numbered table."""
        return [row.pk for row in self.rows(table)]

    def _entries(self) -> Iterator[RecordEntry]:
        for part in game_parts(self.games):
            games = Game.objects.in_bulk(part)
            record_entries: dict[int, list[RecordEntry]] = {}
            for row in RecordEntry.objects.filter(game__in=part).order_by("game", "seq"):
                record_entries.setdefault(row.game_id, []).append(row)
            for key in part:
                # Archived entries are read from their archive.
                yield from record_entries.get(key) or rows_of(games[key])


def _all(table: Table) -> models.QuerySet[Any]:
    rows = table.model._default_manager.all()
    return rows.exclude(action__in=hidden_names()) if table.model is Log else rows


def game_parts(keys: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield batches of games for one query each."""
    for start in range(0, len(keys), _GAMES_AT_ONCE):
        yield keys[start : start + _GAMES_AT_ONCE]
