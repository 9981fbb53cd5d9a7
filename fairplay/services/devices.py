"""Devices that players hand in for a round, in numbered bags, and are handed back."""

from datetime import datetime

from django.db import transaction

from fairplay.kinds import BAG_UNDONE, HANDED_BACK, HANDED_IN
from fairplay.messages import say
from fairplay.models import DeviceBag
from fairplay.services.shared import registration_in, round_in
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.services.shared import check_fields, lock_event, lock_section_with_event


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
    _free(row)
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
        _free(row)
        row.handed_back_at = row.handed_back_by = None
        row.save(update_fields=["handed_back_at", "handed_back_by"])
    happened(BAG_UNDONE, section, actor=actor, now=now, after={"number": number})


def _free(row: DeviceBag) -> None:
    """Check that bag and player are free. Under the event's lock the second of two arbiters gets the error.

    Raises: Conflict ("bag_in_use", "bag_of_player").
    """
    in_use = DeviceBag.objects.filter(event=row.event_id, handed_back_at=None)
    if in_use.filter(bag=row.bag).exists():
        raise Conflict(say("bag_in_use", bag=row.bag), field="bag")
    own = in_use.filter(registration=row.registration_id).first()
    if own is not None:
        raise Conflict(say("bag_of_player", bag=own.bag), field="registration")
