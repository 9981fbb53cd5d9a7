"""Sessions of play, announced ahead (tavreli A.13)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from arbiter.models import PlaySession
from common.actors import Actor
from common.errors import BadInput, Conflict
from common.messages import N_, Message
from common.permissions import Action
from games.models import Game
from tournaments.access import require
from tournaments.services.shared import lock_section, write_log


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

    Raises BadInput `session_ends_before_start`, `not_announced_ahead`; Conflict `sessions_overlap`.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ANNOUNCE_SESSION)
    if ends_at <= starts_at:
        raise BadInput(Message("session_ends_before_start", N_("A session ends after it starts.")))
    if starts_at <= now:
        raise BadInput(
            Message("not_announced_ahead", N_("Start and end of a session are announced before it starts."))
        )
    if PlaySession.objects.filter(section=section, starts_at__lt=ends_at, ends_at__gt=starts_at).exists():
        raise Conflict(Message("sessions_overlap", N_("Another session of this section is at that time.")))
    session = PlaySession.objects.create(
        section=section,
        starts_at=starts_at,
        ends_at=ends_at,
        place=place,
        announced_at=now,
        announced_by_id=actor.user_id,
    )
    write_log(
        event=section.event,
        actor=actor,
        now=now,
        action="session.announced",
        subject=session,
        after={"starts_at": starts_at.isoformat(), "ends_at": ends_at.isoformat(), "place": place},
    )
    return session


def session_of(game: Game, now: datetime) -> PlaySession | None:
    """The last session of the game's section that has started: the one that is on, or has just ended."""
    return (
        PlaySession.objects.filter(section__rounds__pairings__game=game, starts_at__lte=now)
        .order_by("-starts_at")
        .first()
    )


def next_session(game: Game, now: datetime) -> PlaySession | None:
    """The next announced session, in which an adjourned game can be resumed."""
    return (
        PlaySession.objects.filter(section__rounds__pairings__game=game, starts_at__gt=now)
        .order_by("starts_at")
        .first()
    )
