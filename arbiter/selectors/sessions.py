"""The announced sessions of an event: current ones, next ones, and boards still running near the end of one."""

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
class SessionView:
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

    sessions: tuple[SessionView, ...]
    unscheduled: tuple[Envelope, ...]

    @property
    def near(self) -> tuple[SessionView, ...]:
        return tuple(session for session in self.sessions if session.near)


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
    shown_sessions = _with_boards(event, sessions, now, waiting)
    return Programme(
        tuple(sorted(shown_sessions, key=lambda envelope: envelope.status == "over")),
        tuple(envelope for envelope in waiting if not any(_is_in(envelope, session) for session in sessions)),
    )


def near_their_end(event: Event, now: datetime) -> tuple[SessionView, ...]:
    """Return the sessions that are near or past their end with running boards. Two queries, one without sessions."""
    return tuple(
        with_board for with_board in _with_boards(event, _sessions(event), now, []) if with_board.near
    )


def _sessions(event: Event) -> list[PlaySession]:
    rows = PlaySession.objects.filter(section__event=event, section__archived_at__isnull=True)
    rows = rows.select_related("section__event", "announced_by")
    return list(rows.order_by("starts_at", "section__position"))


def _with_boards(
    event: Event, sessions: list[PlaySession], now: datetime, waiting: list[Envelope]
) -> list[SessionView]:
    running = _running(
        event, [session for session in sessions if session.starts_at <= now < session.ends_at + _PAST]
    )
    last = {session.section_id: session.pk for session in sessions if session.starts_at <= now}
    return [
        _session_view(
            session,
            now,
            running.get(session.section_id, 0) if last.get(session.section_id) == session.pk else 0,
            waiting,
        )
        for session in sessions
    ]


def _session_view(
    play_session: PlaySession, now: datetime, running: int, waiting: list[Envelope]
) -> SessionView:
    status = "coming" if now < play_session.starts_at else "on" if now < play_session.ends_at else "over"
    near = bool(running) and status != "coming" and now >= play_session.ends_at - NEAR
    return SessionView(
        play_session, status, running, sum(_is_in(each, play_session) for each in waiting), near
    )


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
        round__section__in={session.section_id for session in sessions},
        round__section__event=event,
        game__phase__in=(GamePhase.PLAYING, GamePhase.PAUSED),
    ).values_list("round__section", flat=True)
    result: dict[int, int] = {}
    for section in rows:
        result[section] = result.get(section, 0) + 1
    return result
