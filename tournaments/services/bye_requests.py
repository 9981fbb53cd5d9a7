"""Requests of players for byes, and officers' decisions on them."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.permissions import Action
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.activity import happened
from tournaments.kinds import BYE_CANCELLED, BYE_REFUSED, BYE_REQUEST_SUBMITTED, BYE_REQUEST_WITHDRAWN, BYE_REQUESTED
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import REQUESTED, Bye, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import REQUESTABLE, ByeRequest, RequestedBye, RestorePoint
from tournaments.services.restore_points import take_restore_point
from tournaments.services.shared import find, lock_section, lock_section_for, section_of
from tournaments.services.swiss_state import require_swiss


@transaction.atomic
def submit_bye_request(
    *, actor: Actor, now: datetime, registration_id: int, round_number: int, kind: Bye | str
) -> ByeRequest:
    """Submit a player's request not to be paired in a future round, or change its kind; an officer decides on it.

    Raises: BadInput ("unknown_bye", "no_such_round"); Conflict ("round_paired_already", "not_playing", "no_half_byes";
    "bye_decided" once an officer has decided); NotPermitted ("not_your_registration").
    """
    section = lock_section_for(actor, Action.ASK_BYE, section_of(registration_id))
    registration = _own_registration(actor, registration_id)
    require_swiss(section)
    if kind not in REQUESTABLE:
        raise BadInput(say("unknown_bye", kind=kind), field="kind")
    check_to_come(section, round_number)
    if registration.status != RegistrationStatus.ACTIVE:
        raise Conflict(say("not_playing"))
    check_entitled(registration, kind)
    before = ByeRequest.objects.filter(registration=registration, round_number=round_number).first()
    promised = RequestedBye.objects.filter(registration=registration, round_number=round_number).exists()
    if promised or (before is not None and before.granted is not None):
        raise Conflict(say("bye_decided"), field="round_number")
    row, _new = ByeRequest.objects.update_or_create(
        registration=registration, round_number=round_number, defaults={"kind": str(kind), "asked_at": now}
    )
    after = {"bye": str(kind), "in_round": round_number}
    happened(BYE_REQUEST_SUBMITTED, registration, actor=actor, now=now, after=after)
    return row


@transaction.atomic
def withdraw_bye_request(*, actor: Actor, now: datetime, registration_id: int, round_number: int) -> None:
    """Withdraw a player's request.  Raises: Conflict ("bye_decided"); NotFound ("no_such_bye")."""
    lock_section_for(actor, Action.ASK_BYE, section_of(registration_id))
    registration = _own_registration(actor, registration_id)
    row = find(
        ByeRequest.objects.filter(registration=registration, round_number=round_number), NotFound(say("no_such_bye"))
    )
    if row.granted is not None:
        raise Conflict(say("bye_decided"))
    before = {"bye": row.kind, "in_round": round_number}
    row.delete()
    happened(BYE_REQUEST_WITHDRAWN, registration, actor=actor, now=now, before=before)


@transaction.atomic
def decide_bye_request(
    *, actor: Actor, now: datetime, bye_request_id: int, granted: bool, confirmed: Collection[str] = ()
) -> ByeRequest:
    """Grant a bye that a player asked for, so that the pairing takes it into account, or refuse it.

    Raises: Conflict ("bye_decided"), and the errors of `request_bye`.
    """
    registration_id = find(
        ByeRequest.objects.filter(pk=bye_request_id).values_list("registration", flat=True),
        NotFound(say("no_such_bye")),
    )
    lock_section_for(actor, Action.ENTER_PLAYERS, section_of(registration_id))
    row = ByeRequest.objects.select_related("registration__section__event").get(pk=bye_request_id)
    if row.granted is not None:
        raise Conflict(say("bye_decided_already"))
    if granted:
        request_bye(
            actor=actor,
            now=now,
            registration_id=row.registration_id,
            round_number=row.round_number,
            kind=row.kind,
            confirmed=confirmed,
        )
    row.granted, row.decided_at = granted, now
    row.save(update_fields=["granted", "decided_at"])
    if not granted:
        after = {"bye": row.kind, "in_round": row.round_number}
        happened(BYE_REFUSED, row.registration, actor=actor, now=now, after=after)
    return row


def _own_registration(actor: Actor, registration_id: int) -> Registration:
    """Return the actor's own entry.  Raises: NotPermitted ("not_your_registration")."""
    registration = Registration.objects.select_related("player", "section__event").get(pk=registration_id)
    is_own = (
        registration.player_id == actor.player_id
        if actor.player_id is not None
        else registration.player.user_id == actor.user_id and actor.user_id is not None
    )
    if not is_own and not actor.system:
        raise NotPermitted(say("not_your_registration"))
    return registration


# Byes that players ask for ahead of the round.


@transaction.atomic
def request_bye(
    *,
    actor: Actor,
    now: datetime,
    registration_id: int,
    round_number: int,
    kind: Bye | str,
    confirmed: Collection[str] = (),
) -> RequestedBye:
    """Note that a player has a half-point, zero-point or full-point bye in a round to come; again, to change the kind.

    Raises: BadInput ("unknown_bye", "no_such_round"); Conflict ("round_paired_already", "not_playing";
    "second_half_bye", level 3, until `confirmed`, if the player has had a half-point bye; "no_half_byes" for a player
    who is not entitled).
    """
    (row,) = request_byes(
        actor=actor,
        now=now,
        registration_id=registration_id,
        round_numbers=[round_number],
        kind=kind,
        confirmed=confirmed,
    )
    return row


@transaction.atomic
def request_byes(
    *,
    actor: Actor,
    now: datetime,
    registration_id: int,
    round_numbers: Collection[int],
    kind: Bye | str,
    confirmed: Collection[str] = (),
) -> list[RequestedBye]:
    """`request_bye` for several rounds at once: all of them, or none."""
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_of(registration_id))
    require_swiss(section)
    numbers = sorted(set(round_numbers))
    for number in numbers:
        check_to_come(section, number)
    requested_byes = RequestedBye.objects.filter(registration=registration_id, round_number__in=numbers, kind=kind)
    if kind == Bye.HALF and _half_byes(registration_id, numbers) > 1:
        insist([Warned(Level.CONFIRMATION, say("second_half_bye"))], Consent(confirmed))
    if numbers and requested_byes.count() < len(numbers):
        take_restore_point(section, actor=actor, now=now, before="bye", round_number=numbers[0])
    return note_byes(section, registration_id, numbers, kind, actor=actor, now=now)


def _half_byes(registration_id: int, more: Collection[int]) -> int:
    """Return the number of a player's past and future half-point byes, including those in these rounds."""
    past = Pairing.objects.filter(white=registration_id, bye=Bye.HALF).values_list("round__number", flat=True)
    requested_byes = RequestedBye.objects.filter(registration=registration_id, kind=Bye.HALF)
    return len({*past, *requested_byes.values_list("round_number", flat=True), *more})


def note_byes(
    section: Section,
    registration_id: int,
    round_numbers: Sequence[int],
    kind: Bye | str,
    *,
    actor: Actor,
    now: datetime,
    in_draft: bool = False,
    point: RestorePoint | None = None,
) -> list[RequestedBye]:
    """Carry out `request_byes` for a caller that has locked the section and taken a restore point.

    `in_draft`: also in a draft round, which is stale then.  `point`: undoes all of the act.
    """
    require_swiss(section)
    registration = section.registrations.select_related("player").get(pk=registration_id)
    if kind not in REQUESTED:
        raise BadInput(say("unknown_bye", kind=kind), field="kind")
    for number in round_numbers:
        check_to_come(section, number, in_draft=in_draft)
    if registration.status != RegistrationStatus.ACTIVE:
        raise Conflict(say("not_playing"))
    check_entitled(registration, kind)
    requested_byes = {row.round_number: row for row in registration.requested_byes.all()}
    return [
        _note_bye(registration, number, requested_byes.get(number), str(kind), point, actor=actor, now=now)
        for number in round_numbers
    ]


def check_entitled(registration: Registration, kind: Bye | str) -> None:
    """Check that a player may have a half-point bye.  Raises: Conflict ("no_half_byes")."""
    if kind == Bye.HALF and not registration.half_byes:
        raise Conflict(say("no_half_byes", player=registration.player.full_name))


def _note_bye(
    registration: Registration,
    number: int,
    before: RequestedBye | None,
    kind: str,
    point: RestorePoint | None,
    *,
    actor: Actor,
    now: datetime,
) -> RequestedBye:
    if before is not None and before.kind == kind:
        return before
    row, _new = RequestedBye.objects.update_or_create(
        registration=registration, round_number=number, defaults={"kind": kind, "asked_at": now}
    )
    happened(
        BYE_REQUESTED,
        registration,
        actor=actor,
        now=now,
        before=({"bye": before.kind} if before else {}) | ({"restore_point": point.pk} if point else {}) or None,
        after={"bye": kind, "in_round": number},
    )
    return row


@transaction.atomic
def cancel_bye(*, actor: Actor, now: datetime, registration_id: int, round_number: int) -> None:
    """Cancel a requested bye, if the round is not public yet.

    Raises: Conflict ("round_paired_already"); NotFound ("no_such_bye").
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_of(registration_id))
    check_to_come(section, round_number, in_draft=True)
    row = find(
        RequestedBye.objects.filter(registration=registration_id, round_number=round_number),
        NotFound(say("no_such_bye")),
    )
    take_restore_point(section, actor=actor, now=now, before="bye", round_number=round_number)
    before = {"bye": row.kind, "in_round": round_number}
    row.delete()
    registration = section.registrations.get(pk=registration_id)
    happened(BYE_CANCELLED, registration, actor=actor, now=now, before=before)


def lock_section_of(registration_id: int) -> Section:
    """Return the locked section of an entry.  Raises: NotFound ("no_such_registration")."""
    return lock_section(section_of(registration_id))


def check_to_come(section: Section, round_number: int, *, in_draft: bool = False) -> None:
    """Check that the round is not paired yet, or with `in_draft` not published.

    Raises: BadInput ("no_such_round"); Conflict ("round_paired_already").
    """
    if round_number < 1 or (section.rounds_planned and round_number > section.rounds_planned):
        raise BadInput(say("no_such_round"), field="round_number")
    rounds = section.rounds.filter(number__gte=round_number)
    if (rounds.exclude(status=RoundStatus.DRAFT) if in_draft else rounds).exists():
        raise Conflict(say("round_paired_already", number=round_number), field="round_number")
