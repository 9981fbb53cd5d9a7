"""Exchange of two players' starting numbers: only for players whose order follows from the list alone."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import REGISTRATIONS_EXCHANGED
from tournaments.messages import say
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.services.renumbering import LAST_ROUND, remember_numbers
from tournaments.services.rollback.restore_points import take_restore_point
from tournaments.services.seeding import number_in_order
from tournaments.services.settled import last_round
from tournaments.services.shared import lock_section
from tournaments.services.swiss_state import require_swiss


@transaction.atomic
def exchange_numbers(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    one_id: int,
    other_id: int,
    confirmed: Collection[str] = (),
) -> tuple[Registration, Registration]:
    """Give each of two players of one rating the starting number of the other.

    Paired rounds stay unchanged.  The report states the exchange.
    Raises: BadInput ("no_such_registration", "pairing_with_oneself"); Conflict ("numbers_of_unequal",
    "earlier_round_is_draft"; "numbers_stand" once round 4 is paired; "exchange_of_numbers", level 3, until
    `confirmed`).
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    require_swiss(section)
    if one_id == other_id:
        raise BadInput(say("pairing_with_oneself"), field="other")
    if section.rounds.filter(number__gte=LAST_ROUND).exists():
        raise Conflict(say("numbers_stand"))
    if section.rounds.filter(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("earlier_round_is_draft"))
    order = list(section.registrations.select_related("player").order_by("number"))
    places = {registration.pk: place for place, registration in enumerate(order)}
    if one_id not in places or other_id not in places:
        raise BadInput(say("no_such_registration"), field="other")
    first, second = order[places[one_id]], order[places[other_id]]
    if first.rating != second.rating:
        raise Conflict(say("numbers_of_unequal"), field="other")
    words = say(
        "exchange_of_numbers",
        one=first.player.full_name,
        other=second.player.full_name,
        number=first.number,
        second=second.number,
    )
    insist([Warned(Level.CONFIRMATION, words)], Consent(confirmed))
    take_restore_point(section, actor=actor, now=now, before="renumbered")
    remember_numbers(section, {str(item.pk): item.number for item in order})
    order[places[one_id]], order[places[other_id]] = second, first
    number_in_order(section, order)
    happened(
        REGISTRATIONS_EXCHANGED,
        section,
        actor=actor,
        now=now,
        after={
            "pair": [first.player.full_name, second.player.full_name],
            "after_round": last_round(section),
        },
    )
    return first, second
