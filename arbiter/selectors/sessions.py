"""The announced sessions of an event: current ones, next ones, and boards still running near the end of one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from arbiter.models.envelope import Envelope, PlaySession
from tavleya.record.phase import GamePhase
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing

#: So long before its end it is time to prepare envelopes (A.1); so long after it a running board is still spoken of.
NEAR = timedelta(minutes=15)
_PAST = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class ShownSession:
    """One session; `running`: boards of its section that are being played while it is on, or has just ended.

    `resumed`: adjourned games that are due in it.  `near`: its end is near or past, and boards run on.
    """

    session: PlaySession
    status: str  # coming, on, over
    running: int
    resumed: int
    near: bool

    @property
    def past(self) -> bool:
        """The end has come, and boards run on: the arbiter asks for the sealed moves."""
        return self.near and self.status == "over"


@dataclass(frozen=True, slots=True)
class Programme:
    """The sessions of an event, the next first; `unscheduled`: games due at a time when no session is announced."""

    sessions: tuple[ShownSession, ...]
    unscheduled: tuple[Envelope, ...]

    @property
    def near(self) -> tuple[ShownSession, ...]:
        return tuple(one for one in self.sessions if one.near)


def programme(event: Event, now: datetime) -> Programme:
    """Return the sessions with their boards and adjourned games. Three queries."""
    sessions = _sessions(event)
    waiting = list(
        Envelope.objects.filter(
            game__pairing__round__section__event=event,
            game__pairing__round__section__archived_at__isnull=True,
            status=Envelope.Status.CLOSED,
            game__phase=GamePhase.ADJOURNED,
            due_at__isnull=False,
        ).select_related("game__pairing__round")
    )
    shown = _with_boards(event, sessions, now, waiting)
    return Programme(
        tuple(sorted(shown, key=lambda one: one.status == "over")),
        tuple(one for one in waiting if not any(_is_in(one, session) for session in sessions)),
    )


def near_their_end(event: Event, now: datetime) -> tuple[ShownSession, ...]:
    """Return the sessions that are near or past their end with running boards. Two queries, one without sessions."""
    return tuple(one for one in _with_boards(event, _sessions(event), now, []) if one.near)


def _sessions(event: Event) -> list[PlaySession]:
    rows = PlaySession.objects.filter(section__event=event, section__archived_at__isnull=True)
    rows = rows.select_related("section__event", "announced_by")
    return list(rows.order_by("starts_at", "section__position"))


def _with_boards(
    event: Event, sessions: list[PlaySession], now: datetime, waiting: list[Envelope]
) -> list[ShownSession]:
    running = _running(event, [one for one in sessions if one.starts_at <= now < one.ends_at + _PAST])
    last = {one.section_id: one.pk for one in sessions if one.starts_at <= now}
    return [
        _shown(one, now, running.get(one.section_id, 0) if last.get(one.section_id) == one.pk else 0, waiting)
        for one in sessions
    ]


def _shown(one: PlaySession, now: datetime, running: int, waiting: list[Envelope]) -> ShownSession:
    status = "coming" if now < one.starts_at else "on" if now < one.ends_at else "over"
    near = bool(running) and status != "coming" and now >= one.ends_at - NEAR
    return ShownSession(one, status, running, sum(_is_in(each, one) for each in waiting), near)


def _is_in(envelope: Envelope, session: PlaySession) -> bool:
    return (
        envelope.due_at is not None
        and envelope.game.pairing.round.section_id == session.section_id
        and session.starts_at.replace(microsecond=0) <= envelope.due_at < session.ends_at
    )


def _running(event: Event, sessions: list[PlaySession]) -> dict[int, int]:
    if not sessions:
        return {}
    rows = Pairing.objects.filter(
        round__section__in={one.section_id for one in sessions},
        round__section__event=event,
        game__phase__in=(GamePhase.PLAYING, GamePhase.PAUSED),
    ).values_list("round__section", flat=True)
    found: dict[int, int] = {}
    for section in rows:
        found[section] = found.get(section, 0) + 1
    return found
