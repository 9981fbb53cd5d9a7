"""Arbiters on duty, incidents in the hall, sessions of play, checklists and regulations (tavreli 13.1–13.3, 13.7)."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime

from django.db import transaction

from arbiter.kinds import (
    DUTY_BEGAN,
    DUTY_ENDED,
    SECTION_REGULATIONS,
    SESSION_ALTERED,
    SESSION_ANNOUNCED,
    SESSION_CANCELLED,
)
from arbiter.messages import say
from arbiter.models import ChecklistTick, Duty, HallIncident, PlaySession
from arbiter.selectors.checklists import point
from arbiter.selectors.regimes import SCORED, regime_of_section
from games.models.game import Game
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.law.kinds import incident
from tavleya.law.library import find_address, regime
from tavleya.law.regulations import overlay
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.services.shared import check_fields, lock_event, lock_section

# Regulations of an event that differ from the regime of a section.


@transaction.atomic
def set_regulations(*, actor: Actor, now: datetime, section_id: int, regulations: Mapping[str, object]) -> Section:
    """Set the regulations of a section that differ from its regime; see `tavleya.law.regulations.overlay`.

    `points` are stored with the section's scoring, from which the standings read them. Nothing changes on an error.
    Raises: BadInput ("unknown_regulation", "bad_regulation").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    values = dict(regulations)
    overlay(regime(section.regime), values)
    before = {"regulations": section.regulations, "scoring": section.scoring}
    points = values.pop("points", None)
    if isinstance(points, Mapping):
        section.scoring = {**section.scoring, **_with_forfeits(points)}
    section.regulations = values
    section.save(update_fields=["regulations", "scoring"])
    after = {"regulations": section.regulations, "scoring": section.scoring}
    happened(SECTION_REGULATIONS, section, actor=actor, now=now, before=before, after=after)
    return section


def _with_forfeits(points: Mapping[str, int]) -> dict[str, int]:
    """Return the scoring with forfeits that score like played games."""
    scored = {name: points[name] for name in SCORED if name in points}
    forfeits = {"win": "forfeit_win", "loss": "forfeit_loss"}
    return {**scored, **{forfeits[name]: value for name, value in scored.items() if name in forfeits}}


@transaction.atomic
def go_on_duty(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    task: str = "",
    section_id: int | None = None,
    first_board: int | None = None,
    last_board: int | None = None,
) -> Duty:
    """Start the arbiter's duty, in the whole hall or at the assigned boards.

    Raises: Conflict ("on_duty_already"); NotFound ("no_such_section"); BadInput ("boards_out_of_order").
    """
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    if actor.user_id is None:
        raise BadInput(say("nobody.on_duty"))
    if Duty.objects.filter(event=event, user=actor.user_id, ended_at=None).exists():
        raise Conflict(say("on_duty_already"))
    if section_id is not None and not Section.objects.filter(pk=section_id, event=event).exists():
        raise NotFound(say("no_such_section"))
    if first_board is not None and last_board is not None and last_board < first_board:
        raise BadInput(say("boards_out_of_order"), field="last_board")
    duty = Duty(
        event=event,
        user_id=actor.user_id,
        task=task,
        section_id=section_id,
        first_board=first_board,
        last_board=last_board,
        began_at=now,
    )
    check_fields(duty)
    duty.save()
    shift = {"task": task, "first_board": first_board, "last_board": last_board}
    after = {name: value for name, value in shift.items() if value not in ("", None)}
    happened(DUTY_BEGAN, duty, actor=actor, now=now, after=after)
    return duty


@transaction.atomic
def go_off_duty(*, actor: Actor, now: datetime, event_id: int) -> Duty:
    """End the arbiter's duty.

    Raises: Conflict ("not_on_duty").
    """
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    duty = event.duties.filter(user=actor.user_id, ended_at=None).first()
    if duty is None:
        raise Conflict(say("not_on_duty"))
    duty.ended_at = now
    duty.save(update_fields=["ended_at"])
    happened(DUTY_ENDED, duty, actor=actor, now=now)
    return duty


@transaction.atomic
def log_incident(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    code: str,
    text: str,
    article: str = "",
    registration_id: int | None = None,
) -> HallIncident:
    """Record an incident in the hall.

    Raises: NotFound ("no_such_incident", "no_such_registration"); BadInput ("reason_missing"; "no_such_article" if no
    section of the event has it in its laws or regulations).
    """
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    kind = incident(code)
    if not text.strip():
        raise BadInput(say("reason_missing.happening"), field="text")
    registration = None
    if registration_id is not None:
        registration = Registration.objects.filter(pk=registration_id, section__event=event).first()
        if registration is None:
            raise NotFound(say("no_such_registration"))
    row = HallIncident(
        event=event,
        registration=registration,
        code=kind.code,
        article=_find_in_event(event, article),
        text=text.strip(),
        at=now,
        arbiter_id=actor.user_id,
    )
    check_fields(row)
    row.save()
    return row


def _find_in_event(event: Event, article: str) -> str:
    for section in event.sections.order_by("position"):
        with suppress(BadInput):
            return find_address(regime_of_section(section), article)
    if article.strip():
        raise BadInput(say("no_such_article.named", id=article.strip()[:40]), fact="article")
    return ""


# Sessions of play, announced ahead (tavreli A.13).


@transaction.atomic
def announce_session(
    *, actor: Actor, now: datetime, section_id: int, starts_at: datetime, ends_at: datetime, place: str = ""
) -> PlaySession:
    """Announce when a session of the section starts and ends.

    Raises: BadInput ("session_ends_before_start", "not_announced_ahead"); Conflict ("sessions_overlap").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ANNOUNCE_SESSION)
    _check_times(section, now, starts_at, ends_at)
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
    *, actor: Actor, now: datetime, session_id: int, starts_at: datetime, ends_at: datetime, place: str = ""
) -> PlaySession:
    """Announce other times for a session that has not begun; games due at the old start are not moved with it.

    Raises: the errors of `announce_session`; Conflict ("session_has_begun"); NotFound ("no_such_session").
    """
    session = _lock_coming(actor, now, session_id)
    before = _log_data(session)
    _check_times(session.section, now, starts_at, ends_at, but=session)
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
    session = _lock_coming(actor, now, session_id)
    happened(SESSION_CANCELLED, session, actor=actor, now=now, before=_log_data(session))
    session.delete()


def _lock_coming(actor: Actor, now: datetime, session_id: int) -> PlaySession:
    unlocked = PlaySession.objects.filter(pk=session_id).first()
    section = lock_section(unlocked.section_id) if unlocked else None
    session = PlaySession.objects.filter(pk=session_id).first()  # read again under the lock
    if section is None or session is None:
        raise NotFound(say("no_such_session"))
    session.section = section
    require(actor, section.event, Action.ANNOUNCE_SESSION)
    if session.starts_at <= now:
        raise Conflict(say("session_has_begun"))
    return session


def _check_times(
    section: Section, now: datetime, starts_at: datetime, ends_at: datetime, but: PlaySession | None = None
) -> None:
    if ends_at <= starts_at:
        raise BadInput(say("session_ends_before_start"), field="ends_at")
    if starts_at <= now:
        raise BadInput(say("not_announced_ahead"), field="starts_at")
    others = PlaySession.objects.filter(section=section, starts_at__lt=ends_at, ends_at__gt=starts_at)
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise Conflict(say("sessions_overlap"), field="starts_at")


def _log_data(session: PlaySession) -> dict[str, str]:
    return {"starts_at": session.starts_at.isoformat(), "ends_at": session.ends_at.isoformat(), "place": session.place}


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


# Manual ticks of checklist points, stored with user and time.


@transaction.atomic
def tick(*, actor: Actor, now: datetime, event_id: int, item: str, round_id: int | None = None) -> ChecklistTick:
    """Tick a point of a checklist.

    Raises: Conflict ("ticked_already"); NotFound ("no_such_point", "no_such_round").
    """
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    _require_item(event_id, item, round_id)
    if ChecklistTick.objects.filter(event=event, round=round_id, item=item, undone_at=None).exists():
        raise Conflict(say("ticked_already"))
    return ChecklistTick.objects.create(event=event, round_id=round_id, item=item, user_id=actor.user_id, at=now)


@transaction.atomic
def untick(*, actor: Actor, now: datetime, event_id: int, item: str, round_id: int | None = None) -> ChecklistTick:
    """Undo a tick; the row stays, with the user who undid it. Raises: Conflict ("not_ticked")."""
    event = lock_event(event_id)
    require(actor, event, Action.RULE)
    _require_item(event_id, item, round_id)
    row = ChecklistTick.objects.filter(event=event, round=round_id, item=item, undone_at=None).first()
    if row is None:
        raise Conflict(say("not_ticked"))
    row.undone_at, row.undone_by_id = now, actor.user_id
    row.save(update_fields=["undone_at", "undone_by"])
    return row


def _require_item(event_id: int, item: str, round_id: int | None) -> None:
    if point(item).of_round != (round_id is not None):
        raise NotFound(say("no_such_point"))
    if round_id is not None and not Round.objects.filter(pk=round_id, section__event=event_id).exists():
        raise NotFound(say("no_such_round"))
