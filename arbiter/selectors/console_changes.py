"""Whether there is anything new for the console: found by one query, before any board is read."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import CharField, Count, Max, Model, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce, Concat

from arbiter.models.appeal import Appeal
from arbiter.models.duty import Duty
from arbiter.models.envelope import PlaySession
from arbiter.selectors.boards import ConsoleBoard, unassigned_boards
from arbiter.selectors.queue import QueueItem
from games.compiled_queries import CompiledQuery
from games.models.record import RecordEntry, milliseconds
from games.models.sheet import ScoreSheet
from games.texts import put_to
from tavleya.record.entries import GamePhase
from tournaments.models.access import EventRole
from tournaments.models.activity import Log
from tournaments.models.boards import BoardQuestion
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.swiss import ResultReport
from tournaments.names import names_of
from tournaments.selectors.events import FAIR_PLAY, acts_of

_MINUTE = 60_000
_OPEN = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)


@dataclass(frozen=True, slots=True)
class ConsoleChanges:
    """The state of the console's data. `digest` changes with every stored value that the console shows.

    The flags say which data exist. `sheets`, `reports`: of boards of open rounds; `appeals`: filed and not decided;
    `duties`: arbiters on duty; `questions`: raised by electronic boards and not answered; `unassigned`: electronic
    boards without a table.
    """

    digest: str
    sheets: bool
    reports: bool
    appeals: bool
    duties: bool
    sessions: bool
    questions: bool
    unassigned: bool

    def seen(self, until: int | None) -> str:
        """Return the version tag of a page: the digest of its data, and when it expires by itself."""
        return f"{self.digest}-{until or ''}"

    def nothing_since(self, seen: str, now_ms: int) -> bool:
        """Return whether a page with this `seen` is up to date."""
        digest, _, until = seen.partition("-")
        return digest == self.digest and (not until or (until.isdecimal() and now_ms < int(until[:20])))


def console_changes_of(event: Event, *, closed_rounds: bool) -> ConsoleChanges:
    """Return the state of the console's data, with one query for any number of boards.

    A game's `seq` counts the entries of its record, so the sum over the boards changes with every entry. Other acts of
    officers are in the log of the event.
    """
    (result,) = (_of_all_rounds if closed_rounds else _of_open_rounds)(event.pk)
    sheets, reports, appeals, duties, sessions, questions, unassigned = (
        (item or "").strip("0 ") != "" for item in result[-7:]
    )
    digest = hashlib.sha256(repr(result).encode()).hexdigest()[:16]
    return ConsoleChanges(digest, sheets, reports, appeals, duties, sessions, questions, unassigned)


def _facts(event: int, *, closed_rounds: bool) -> QuerySet[Event, Any]:
    boards = Pairing.objects.filter(round__section__event=event, game__isnull=False)
    rounds = Round.objects.filter(section__event=event)
    if not closed_rounds:
        boards, rounds = boards.filter(round__status__in=_OPEN), rounds.filter(status__in=_OPEN)
    called = Pairing.objects.filter(round__section__event=event, round__status=RoundStatus.CLOSED, game__calls__gt=0)
    return Event.objects.filter(pk=event).values_list(
        _joined(boards, Count("pk"), Sum("game"), Sum("game__seq"), Max("game__changed_at")),
        _joined(called, Count("pk"), Sum("game__seq")),
        _joined(rounds, Count("pk"), Max("starts_at")),
        _joined(Log.objects.filter(event=event), Max("pk")),
        _joined(ScoreSheet.objects.filter(game__pairing__round__in=rounds), Max("pk")),
        _joined(ResultReport.objects.filter(pairing__round__in=rounds), Count("pk"), Max("at")),
        _joined(Appeal.objects.filter(event=event, status=Appeal.Status.FILED), Count("pk"), Max("pk")),
        _joined(Duty.objects.filter(event=event, ended_at=None), Count("pk"), Max("pk")),
        _joined(PlaySession.objects.filter(section__event=event), Count("pk"), Max("pk")),
        _joined(
            BoardQuestion.objects.filter(game__pairing__round__in=rounds, gone_at=None, answered_at=None),
            Count("pk"),
            Max("pk"),
        ),
        _joined(unassigned_boards(event), Count("pk"), Max("pk")),
    )


def _joined(rows: QuerySet[Model], *facts: Count | Max | Sum) -> Subquery:
    """Return the aggregates over all rows as one text, only zeros if there are no rows."""
    texts = [Coalesce(Cast(fact, CharField()), Value("")) for fact in facts]
    parts = [part for text in texts for part in (text, Value(" "))]
    joined = Concat(*parts, output_field=CharField())
    whole = rows.order_by().annotate(_all=Value(1)).values("_all")
    return Subquery(whole.annotate(_joined=joined).values("_joined"))


_of_all_rounds = CompiledQuery(partial(_facts, closed_rounds=True), int)
_of_open_rounds = CompiledQuery(partial(_facts, closed_rounds=False), int)


def out_of_date_at(boards: Iterable[ConsoleBoard], waiting: Iterable[QueueItem], now_ms: int) -> int | None:
    """Return when time alone changes the page (ms since the epoch), None if it does not.

    A flag falls, a side gets short of time, a default time is over, another minute of waiting has passed. An early
    value costs one unnecessary rendering; a late one would show old data.
    """
    instants = []
    for board in boards:
        if board.changes_at is not None:
            instants.append(board.changes_at)
        if (awaited := _awaited(board, now_ms)) is not None:
            instants.append(awaited)
    for queue_item in waiting:
        if queue_item.since is not None:
            instants.append(queue_item.since + ((now_ms - queue_item.since) // _MINUTE + 1) * _MINUTE)
    return max(min(instants), now_ms + 1) if instants else None


def _awaited(board: ConsoleBoard, now_ms: int) -> int | None:
    """Return when a game may be due to begin, to be late or to be resumed: such times are whole minutes."""
    next_minute = (now_ms // _MINUTE + 1) * _MINUTE
    if board.adjourned:
        return next_minute
    starts_at = board.pairing.round.starts_at
    if board.phase is not GamePhase.PENDING or starts_at is None:
        return None
    return max(next_minute, milliseconds(starts_at))


# Recent changes in an event: entries of its games' records and rows of its log, in one list.

# An arbiter does not look for a player's own moves.
_PLAY = ("move", "press")
_GAMES = 40  # the games that changed last; changes at others are older than the list


@dataclass(frozen=True, slots=True)
class RecentChange:
    """An entry of a record with its board, or (without one) a row of the log. `key` is the actor's."""

    at: datetime
    key: str
    who: str
    entry: RecordEntry | None = None
    pairing: Pairing | None = None
    row: Log | None = None


def changes_at(
    event: Event, pairings: Iterable[Pairing], *, since: datetime, most: int, without: int | None = None
) -> list[RecentChange]:
    """Return the newest changes by officers since an instant, without those of user `without`. Three queries.

    Only those of `pairings` (with their games) that have changed are read.
    """
    changed = [pairing for pairing in pairings if pairing.game is not None and pairing.game.changed_at >= since]
    changed.sort(key=lambda pairing: pairing.game.changed_at, reverse=True)  # type: ignore[union-attr]
    boards = {pairing.game_id: pairing for pairing in changed[:_GAMES]}
    recent_changes: list[RecentChange] = []
    if boards:
        officers = EventRole.objects.filter(event=event).exclude(user=without).values("user")
        entries = list(
            RecordEntry.objects.filter(game__in=boards, user__in=officers, at__gte=since)
            .exclude(kind__in=_PLAY)
            .select_related("user")
            .order_by("-at", "-game_id", "-seq")[:most]
        )
        put_to(entries)
        recent_changes += [
            RecentChange(pairing.at, pairing.actor, pairing.user.shown_name, pairing, boards[pairing.game_id])
            for pairing in entries
            if pairing.user is not None
        ]
    rows = (
        acts_of(event)
        .filter(at__gte=since, actor__startswith="user:")
        .exclude(Q(action__in=("result.entered", "result.corrected")) | Q(action__startswith=FAIR_PLAY))
    )
    if without is not None:
        rows = rows.exclude(actor=f"user:{without}")
    lines = list(rows.order_by("-pk")[:most])
    names = names_of(row.actor for row in lines)
    recent_changes += [RecentChange(row.at, row.actor, names[row.actor], row=row) for row in lines]
    return sorted(recent_changes, key=lambda pairing: pairing.at, reverse=True)[:most]


def changed_pairings(event: Event) -> list[Pairing]:
    """Return the boards of the event that changed last, with their games."""
    rows = Pairing.objects.filter(
        round__section__event=event, round__section__archived_at__isnull=True, game__isnull=False
    )
    rows = rows.select_related("game", "round__section__event").order_by("-game__changed_at")
    return list(rows[:_GAMES])


RECENT = timedelta(minutes=10)

__all__ = ["RECENT", "RecentChange", "changed_pairings", "changes_at"]
