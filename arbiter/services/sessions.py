"""Sessions of play, announced ahead (tavreli A.13)."""

from datetime import datetime

from django.db import transaction

from arbiter.kinds import SESSION_ALTERED, SESSION_ANNOUNCED, SESSION_CANCELLED
from arbiter.messages import say
from arbiter.models.envelope import PlaySession
from games.models.game import Game
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.section import Section
from tournaments.services.shared import lock_section


@transaction.atomic
def announce_session(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    starts_at: datetime,
    ends_at: datetime,
    place: str = "",
) -> PlaySession:
    """Announce when a session of the section starts and ends.

    Raises: BadInput ("session_ends_before_start", "not_announced_ahead"); Conflict ("sessions_overlap").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ANNOUNCE_SESSION)
    _in_order(section, now, starts_at, ends_at)
    session = PlaySession.objects.create(
        section=section,
        starts_at=starts_at,
        ends_at=ends_at,
        place=place,
        announced_at=now,
        announced_by_id=actor.user_id,
    )
    happened(SESSION_ANNOUNCED, session, actor=actor, now=now, after=_log_data(session))
    return session


@transaction.atomic
def alter_session(
    *,
    actor: Actor,
    now: datetime,
    session_id: int,
    starts_at: datetime,
    ends_at: datetime,
    place: str = "",
) -> PlaySession:
    """Announce other times for a session that has not begun; games due at the old start are not moved with it.

    Raises: the errors of `announce_session`; Conflict ("session_has_begun"); NotFound ("no_such_session").
    """
    session = _to_come(actor, now, session_id)
    before = _log_data(session)
    _in_order(session.section, now, starts_at, ends_at, but=session)
    session.starts_at, session.ends_at, session.place = starts_at, ends_at, place
    session.announced_at, session.announced_by_id = now, actor.user_id
    session.save()
    happened(SESSION_ALTERED, session, actor=actor, now=now, before=before, after=_log_data(session))
    return session


@transaction.atomic
def cancel_session(*, actor: Actor, now: datetime, session_id: int) -> None:
    """Announce that a session that has not begun is cancelled; the event's log keeps the announcement.

    Raises: Conflict ("session_has_begun"); NotFound ("no_such_session").
    """
    session = _to_come(actor, now, session_id)
    happened(SESSION_CANCELLED, session, actor=actor, now=now, before=_log_data(session))
    session.delete()


def _to_come(actor: Actor, now: datetime, session_id: int) -> PlaySession:
    seen = PlaySession.objects.filter(pk=session_id).first()
    section = lock_section(seen.section_id) if seen else None
    session = PlaySession.objects.filter(pk=session_id).first()  # read again under the lock
    if section is None or session is None:
        raise NotFound(say("no_such_session"))
    session.section = section
    require(actor, section.event, Action.ANNOUNCE_SESSION)
    if session.starts_at <= now:
        raise Conflict(say("session_has_begun"))
    return session


def _in_order(
    section: Section, now: datetime, starts_at: datetime, ends_at: datetime, but: PlaySession | None = None
) -> None:
    if ends_at <= starts_at:
        raise BadInput(say("session_ends_before_start"), field="ends_at")
    if starts_at <= now:
        raise BadInput(
            say("not_announced_ahead"),
            field="starts_at",
        )
    others = PlaySession.objects.filter(section=section, starts_at__lt=ends_at, ends_at__gt=starts_at)
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise Conflict(
            say("sessions_overlap"),
            field="starts_at",
        )


def _log_data(session: PlaySession) -> dict[str, str]:
    return {
        "starts_at": session.starts_at.isoformat(),
        "ends_at": session.ends_at.isoformat(),
        "place": session.place,
    }


def session_of(game: Game, now: datetime) -> PlaySession | None:
    """Return the last started session of the game's section, which may have ended."""
    return (
        PlaySession.objects.filter(section__rounds__pairings__game=game, starts_at__lte=now)
        .order_by("-starts_at")
        .first()
    )


def next_session(game: Game, now: datetime) -> PlaySession | None:
    """Return the next announced session, in which an adjourned game can be resumed."""
    return (
        PlaySession.objects.filter(section__rounds__pairings__game=game, starts_at__gt=now)
        .order_by("starts_at")
        .first()
    )
