"""Requests of players for byes, and officers' decisions on them."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import BYE_REFUSED, BYE_REQUEST_SUBMITTED, BYE_REQUEST_WITHDRAWN
from tournaments.messages import say
from tournaments.models.byes import Bye
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.self_service import REQUESTABLE, ByeRequest
from tournaments.models.swiss import RequestedBye
from tournaments.services.byes import check_entitled, check_to_come, lock_section_of, request_bye
from tournaments.services.swiss_state import require_swiss


@transaction.atomic
def submit_bye_request(
    *, actor: Actor, now: datetime, registration_id: int, round_number: int, kind: Bye | str
) -> ByeRequest:
    """Submit a player's request not to be paired in a future round, or change its kind; an officer decides on it.

    Raises: BadInput ("unknown_bye", "no_such_round"); Conflict ("round_paired_already", "not_playing", "no_half_byes";
    "bye_decided" once an officer has decided); NotPermitted ("not_your_registration").
    """
    section = lock_section_of(registration_id)
    require(actor, section.event, Action.ASK_BYE)
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
        raise Conflict(
            say("bye_decided"),
            field="round_number",
        )
    row, _new = ByeRequest.objects.update_or_create(
        registration=registration, round_number=round_number, defaults={"kind": str(kind), "asked_at": now}
    )
    after = {"bye": str(kind), "in_round": round_number}
    happened(BYE_REQUEST_SUBMITTED, registration, actor=actor, now=now, after=after)
    return row


@transaction.atomic
def withdraw_bye_request(*, actor: Actor, now: datetime, registration_id: int, round_number: int) -> None:
    """The player will play after all.  Conflict `bye_decided`; NotFound `no_such_bye`."""
    require(actor, lock_section_of(registration_id).event, Action.ASK_BYE)
    registration = _own_registration(actor, registration_id)
    row = ByeRequest.objects.filter(registration=registration, round_number=round_number).first()
    if row is None:
        raise NotFound(say("no_such_bye"))
    if row.granted is not None:
        raise Conflict(say("bye_decided"))
    before = {"bye": row.kind, "in_round": round_number}
    row.delete()
    happened(BYE_REQUEST_WITHDRAWN, registration, actor=actor, now=now, before=before)


@transaction.atomic
def decide_bye_request(
    *, actor: Actor, now: datetime, bye_request_id: int, granted: bool, confirmed: Collection[str] = ()
) -> ByeRequest:
    """Grant a bye that a player asked for (then it is one of those that the pairing knows), or refuse it.

    Raises: Conflict ("bye_decided"), and the errors of `request_bye`.
    """
    bye_requests = ByeRequest.objects.filter(pk=bye_request_id).values_list("registration", flat=True).first()
    if bye_requests is None:
        raise NotFound(say("no_such_bye"))
    require(actor, lock_section_of(bye_requests).event, Action.ENTER_PLAYERS)
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
    """The entry, which must be the actor's own."""
    registration = Registration.objects.select_related("player", "section__event").get(pk=registration_id)
    own = (
        registration.player_id == actor.player_id
        if actor.player_id is not None
        else registration.player.user_id == actor.user_id and actor.user_id is not None
    )
    if not own and not actor.system:
        raise NotPermitted(say("not_your_registration"))
    return registration
