"""Fair play data of arbiters: random checks, devices handed in, declarations, complaints, games to screen.

The event's log records the act but never the player, because officials without access to fair play read it.
"""

import secrets
from collections import Counter
from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q

from fairplay.kinds import (
    BAG_UNDONE,
    COMPLAINT,
    COMPLAINT_HANDLED,
    DECLARATION_REMOVED,
    DECLARED,
    DRAWN,
    HANDED_BACK,
    HANDED_IN,
    RECORDED,
    REVERSED,
    SCREENED,
)
from fairplay.messages import say
from fairplay.models import CheckDraw, Complaint, Declaration, DeviceBag, DrawnPlayer, Inspection
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.law.conduct import LATELY, Candidate, draw_players
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.services.shared import check_fields, lock_event, lock_section, lock_section_with_event

_SEED_BYTES = 16


@transaction.atomic
def draw_checks(
    *, actor: Actor, now: datetime, section_id: int, round_number: int, count: int, seed: str = ""
) -> CheckDraw:
    """Draw `count` players of a round to check, from those not yet selected by a draw of the round.

    `seed` is generated here and stored with the eligible players; the same seed draws the same players again.
    Raises: NotFound ("no_such_section", "no_such_round"); BadInput ("bad_number"); Conflict
    ("round_over.checks", "all_drawn").
    """
    section = _lock_for(actor, section_id)
    row = round_in(section, round_number)
    if row.status == RoundStatus.CLOSED:
        raise Conflict(say("round_over.checks"))
    if count < 1:
        raise BadInput(say("bad_number"), field="count")
    by_number = {registration.number: registration for registration in _not_drawn(row)}
    if not by_number:
        raise Conflict(say("all_drawn"))
    recent_checks = _checked_lately(section, round_number)
    pool = [Candidate(number, recent_checks[registration.pk]) for number, registration in sorted(by_number.items())]
    draw = CheckDraw(
        section=section,
        round_number=round_number,
        number=CheckDraw.objects.filter(section=section, round_number=round_number).count() + 1,
        seed=seed or secrets.token_hex(_SEED_BYTES),
        pool=[[candidate.number, candidate.lately] for candidate in pool],
        at=now,
        arbiter_id=actor.user_id,
    )
    check_fields(draw)
    draw.save(force_insert=True)
    numbers = draw_players(draw.seed, pool, count)
    DrawnPlayer.objects.bulk_create(
        DrawnPlayer(draw=draw, place=place, registration=by_number[number])
        for place, number in enumerate(numbers, start=1)
    )
    happened(DRAWN, section, actor=actor, now=now, after={"number": len(numbers)})
    return draw


def _not_drawn(row: Round) -> list[Registration]:
    """Return the players at boards of the round whom no draw of the round has selected."""
    boards = Pairing.objects.filter(round=row, black__isnull=False)
    drawn = DrawnPlayer.objects.filter(draw__section=row.section_id, draw__round_number=row.number or 0)
    seated = Registration.objects.filter(Q(as_white__in=boards) | Q(as_black__in=boards))
    return list(seated.exclude(pk__in=drawn.values("registration")).distinct())


def _checked_lately(section: Section, round_number: int) -> Counter[int]:
    """Count the checks of each player in the last rounds before this one, by registration."""
    rows = Inspection.objects.filter(
        section=section,
        round_number__gte=round_number - LATELY,
        round_number__lt=round_number,
        reverses=None,
        reversed_by=None,
    ).exclude(outcome=Inspection.Outcome.SKIPPED)
    return Counter(rows.order_by().values_list("registration", flat=True))


@transaction.atomic
def record_check(
    *, actor: Actor, now: datetime, drawn_id: int, outcome: str, means: Collection[str] = (), note: str = ""
) -> Inspection:
    """Record the outcome of the check of a drawn player, `skipped` if it did not take place.

    Raises: NotFound ("no_such_check"); Conflict ("check_recorded"); the errors of `record_inspection`.
    """
    drawn = DrawnPlayer.objects.select_related("draw").filter(pk=drawn_id).first()
    if drawn is None:
        raise NotFound(say("no_such_check"))
    section = _lock_for(actor, drawn.draw.section_id)
    if Inspection.objects.filter(drawn=drawn, reverses=None, reversed_by=None).exists():
        raise Conflict(say("check_recorded"))
    row = Inspection(
        section=section,
        round_number=drawn.draw.round_number,
        registration_id=drawn.registration_id,
        kind=Inspection.Kind.RANDOM,
        drawn=drawn,
    )
    return _record(row, actor, now, outcome, means, note)


@transaction.atomic
def record_inspection(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    round_number: int,
    registration_id: int,
    kind: str,
    outcome: str,
    means: Collection[str] = (),
    note: str = "",
) -> Inspection:
    """Record a check of a player who was not drawn. Its consequences are decided at the board (FIDE 11.3.2).

    Raises: NotFound ("no_such_section", "no_such_round", "no_such_registration"); BadInput ("bad_inspection").
    """
    section = _lock_for(actor, section_id)
    round_in(section, round_number)
    if kind not in Inspection.Kind.values:
        raise BadInput(say("bad_inspection"), field="kind")
    if outcome == Inspection.Outcome.SKIPPED:
        raise BadInput(say("bad_inspection"), field="outcome")
    registration = registration_in(section.pk, registration_id)
    row = Inspection(section=section, round_number=round_number, registration=registration, kind=kind)
    return _record(row, actor, now, outcome, means, note)


def _record(
    row: Inspection, actor: Actor, now: datetime, outcome: str, means: Collection[str], note: str
) -> Inspection:
    if outcome not in Inspection.Outcome.values:
        raise BadInput(say("bad_inspection"), field="outcome")
    if not set(means) <= set(Inspection.Means.values):
        raise BadInput(say("bad_inspection"), field="means")
    row.outcome, row.note = outcome, note.strip()
    row.means = [name for name in Inspection.Means.values if name in means]
    row.at, row.arbiter_id = now, actor.user_id
    check_fields(row)
    row.save(force_insert=True)
    happened(RECORDED, row.section, actor=actor, now=now)
    return row


@transaction.atomic
def reverse_inspection(*, actor: Actor, now: datetime, inspection_id: int, note: str = "") -> Inspection:
    """Reverse an entry by a counter-entry; a drawn player must then be checked again.

    Raises: NotFound ("no_such_check"); Conflict ("check_reversed").
    """
    inspection = Inspection.objects.filter(pk=inspection_id).first()
    if inspection is None:
        raise NotFound(say("no_such_check"))
    section = _lock_for(actor, inspection.section_id)
    entry = Inspection.objects.select_related("reversed_by").get(pk=inspection.pk)  # read again under the lock
    if not entry.stands:
        raise Conflict(say("check_reversed"))
    row = Inspection(
        section=section,
        round_number=entry.round_number,
        registration_id=entry.registration_id,
        kind=entry.kind,
        means=entry.means,
        outcome=entry.outcome,
        note=note.strip(),
        at=now,
        arbiter_id=actor.user_id,
        drawn_id=entry.drawn_id,
        reverses=entry,
    )
    check_fields(row)
    row.save(force_insert=True)
    happened(REVERSED, section, actor=actor, now=now)
    return row


# Shared functions of the fair play services: look-ups of an entry's round and player, and log entries.


def _lock_for(actor: Actor, section_id: int) -> Section:
    """Lock a section whose fair play data the actor keeps."""
    section = lock_section(section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    return section


def round_in(section: Section, number: int) -> Round:
    """Return a round of the section. Raises: NotFound ("no_such_round")."""
    round_ = Round.objects.filter(section=section, number=number).first()
    if round_ is None:
        raise NotFound(say("no_such_round"))
    return round_


def registration_in(section_id: int, registration_id: int) -> Registration:
    """Return a registration of the section. Raises: NotFound ("no_such_registration")."""
    rows = Registration.objects.select_related("player")
    registration = rows.filter(pk=registration_id, section=section_id).first()
    if registration is None:
        raise NotFound(say("no_such_registration"))
    return registration


# Games of a section that are downloaded to be screened elsewhere.


@transaction.atomic
def log_screening(*, actor: Actor, now: datetime, section_id: int) -> Section:
    """Note in the event's log that the file of a section is downloaded. Raises: NotFound ("no_such_section")."""
    section = lock_section(section_id)
    require(actor, section.event, Action.LEAD_FAIR_PLAY)
    happened(SCREENED, section, actor=actor, now=now)
    return section


# Personal data that erasure and retention delete (registered with `tournaments.hooks`).


def forget_player(player: Player) -> None:
    """Delete the declarations of a player and empty the notes of the checks."""
    Inspection.objects.filter(registration__player=player).exclude(note="").update(note="")
    Declaration.objects.filter(registration__player=player).delete()


def forget_declarations(events: Collection[int]) -> int:
    """Delete the declarations of events, by key; return their number."""
    return Declaration.objects.filter(registration__section__event__in=events).delete()[0]


# Complaints of players, received and answered by arbiters.


@transaction.atomic
def receive_complaint(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    complainant_id: int,
    facts: str,
    about_id: int | None = None,
    round_number: int | None = None,
    board: int | None = None,
) -> Complaint:
    """Record a player's complaint; `about_id` is the accused player, if any.

    Raises: NotFound ("no_such_section", "no_such_round", "no_such_registration"); BadInput ("reason_missing.happening",
    "complaint_of_oneself").
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    if round_number is not None:
        round_in(section, round_number)
    if not facts.strip():
        raise BadInput(say("reason_missing.happening"), field="facts")
    if about_id == complainant_id:
        raise BadInput(say("complaint_of_oneself"), field="about")
    last = Complaint.objects.filter(event=section.event).aggregate(last=Max("number"))["last"] or 0
    row = Complaint(
        event=section.event,
        number=last + 1,
        section=section,
        round_number=round_number,
        board=board,
        complainant=registration_in(section.pk, complainant_id),
        about=None if about_id is None else registration_in(section.pk, about_id),
        facts=facts.strip(),
        received_at=now,
        received_by_id=actor.user_id,
        changed_at=now,
    )
    check_fields(row)
    row.save(force_insert=True)
    happened(COMPLAINT, section, actor=actor, now=now, after={"number": row.number})
    return row


@transaction.atomic
def handle_complaint(
    *, actor: Actor, now: datetime, complaint_id: int, seen: str, state: str, answer: str = ""
) -> Complaint:
    """Set the state of a complaint; `seen` is the state that the arbiter's page showed.

    Raises: NotFound ("no_such_complaint"); Conflict ("stale.complaint"); BadInput ("bad_state", "answer_missing").
    """
    complaint = Complaint.objects.filter(pk=complaint_id).first()
    if complaint is None:
        raise NotFound(say("no_such_complaint"))
    require(actor, lock_event(complaint.event_id), Action.KEEP_FAIR_PLAY)
    row = Complaint.objects.select_related("section__event").get(pk=complaint_id)  # read again under the lock
    if row.state != seen:
        raise Conflict(say("stale.complaint"))
    if state not in Complaint.State.values:
        raise BadInput(say("bad_state"), field="state")
    if state == Complaint.State.ANSWERED and not answer.strip():
        raise BadInput(say("answer_missing"), field="answer")
    row.state, row.answer, row.changed_at = state, answer.strip(), now
    check_fields(row)
    row.save(update_fields=["state", "answer", "changed_at"])
    happened(
        COMPLAINT_HANDLED, row.section, actor=actor, now=now, after={"number": row.number, "complaint_state": state}
    )
    return row


# Devices that players hand in for a round, in numbered bags, and are handed back.


@transaction.atomic
def hand_in_devices(
    *, actor: Actor, now: datetime, section_id: int, round_number: int, registration_id: int, bag: int
) -> DeviceBag:
    """Record devices that a player hands in, in the bag with this number.

    Raises: NotFound ("no_such_section", "no_such_round", "no_such_registration"); BadInput ("bad_field"); Conflict
    ("bag_in_use" by another player, "bag_of_player" if the player has already handed in devices).
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.KEEP_FAIR_PLAY)
    round_in(section, round_number)
    row = DeviceBag(
        event=section.event,
        registration=registration_in(section.pk, registration_id),
        round_number=round_number,
        bag=bag,
        handed_in_at=now,
        handed_in_to_id=actor.user_id,
    )
    check_fields(row)
    _check_free(row)
    row.save(force_insert=True)
    happened(HANDED_IN, section, actor=actor, now=now, after={"number": bag})
    return row


@transaction.atomic
def hand_back_bag(*, actor: Actor, now: datetime, event_id: int, bag: int) -> DeviceBag:
    """Hand the devices in this bag back. Raises: NotFound ("bag_not_in_use")."""
    event = lock_event(event_id)
    require(actor, event, Action.KEEP_FAIR_PLAY)
    rows = DeviceBag.objects.select_related("registration__section__event", "registration__player")
    row = rows.filter(event=event, bag=bag, handed_back_at=None).first()
    if row is None:
        raise NotFound(say("bag_not_in_use", bag=bag), field="bag")
    row.handed_back_at, row.handed_back_by_id = now, actor.user_id
    row.save(update_fields=["handed_back_at", "handed_back_by"])
    happened(HANDED_BACK, row.registration.section, actor=actor, now=now, after={"number": bag})
    return row


@transaction.atomic
def undo_bag(*, actor: Actor, now: datetime, event_id: int, bag_id: int) -> None:
    """Undo the last entry about a bag: that it was handed back, else that it was handed in.

    Raises: NotFound ("no_such_bag"); Conflict ("bag_in_use", "bag_of_player" if the bag has been used since).
    """
    event = lock_event(event_id)
    require(actor, event, Action.KEEP_FAIR_PLAY)
    rows = DeviceBag.objects.select_related("registration__section__event")
    row = rows.filter(event=event, pk=bag_id).first()
    if row is None:
        raise NotFound(say("no_such_bag"))
    section, number = row.registration.section, row.bag
    if row.handed_back_at is None:
        row.delete()
    else:
        _check_free(row)
        row.handed_back_at = row.handed_back_by = None
        row.save(update_fields=["handed_back_at", "handed_back_by"])
    happened(BAG_UNDONE, section, actor=actor, now=now, after={"number": number})


def _check_free(row: DeviceBag) -> None:
    """Check that bag and player are free. Under the event's lock the second of two arbiters gets the error.

    Raises: Conflict ("bag_in_use", "bag_of_player").
    """
    in_use = DeviceBag.objects.filter(event=row.event_id, handed_back_at=None)
    if in_use.filter(bag=row.bag).exists():
        raise Conflict(say("bag_in_use", bag=row.bag), field="bag")
    own = in_use.filter(registration=row.registration_id).first()
    if own is not None:
        raise Conflict(say("bag_of_player", bag=own.bag), field="registration")


# Hearing aids and medical devices that players declare before playing.


@transaction.atomic
def record_declaration(
    *, actor: Actor, now: datetime, section_id: int, registration_id: int, kind: str, text: str = ""
) -> Declaration:
    """Record a player's declaration seen by an arbiter.

    Raises: NotFound ("no_such_section", "no_such_registration"); BadInput ("bad_declaration").
    """
    section = _lock_for(actor, section_id)
    if kind not in Declaration.Kind.values:
        raise BadInput(say("bad_declaration"), field="kind")
    registration = registration_in(section.pk, registration_id)
    row = Declaration(registration=registration, kind=kind, text=text.strip(), seen_at=now, seen_by_id=actor.user_id)
    check_fields(row)
    row.save(force_insert=True)
    happened(DECLARED, section, actor=actor, now=now)
    return row


@transaction.atomic
def remove_declaration(*, actor: Actor, now: datetime, declaration_id: int) -> None:
    """Delete a declaration: it is health data, and is kept only as long as it is needed.

    Raises: NotFound ("no_such_declaration").
    """
    row = Declaration.objects.select_related("registration").filter(pk=declaration_id).first()
    if row is None:
        raise NotFound(say("no_such_declaration"))
    section = _lock_for(actor, row.registration.section_id)
    row.delete()
    happened(DECLARATION_REMOVED, section, actor=actor, now=now)
