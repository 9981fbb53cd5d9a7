"""A simultaneous display: one player against all the others of a section, at boards side by side."""

from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.pairing import simul
from tavleya.pairing.options import SimulOptions, read
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import DISPLAY_SEATED
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import Round, RoundKind
from tournaments.services.shared import lock_section


@transaction.atomic
def seat_display(
    *, actor: Actor, now: datetime, section_id: int, giver_id: int, starts_at: datetime | None = None
) -> Round:
    """Seat everybody of the section against the one who gives the display, in order of numbers, as a draft.

    They play the colours of the section's options.
    Raises: BadInput ("not_a_simul", "no_such_registration", "too_few_players"); Conflict ("already_paired").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    if not section.system.display:
        raise BadInput(say("not_a_simul"))
    if section.rounds.exists():
        raise Conflict(say("already_paired"))
    registrations = list(
        section.registrations.filter(status=RegistrationStatus.ACTIVE)
        .order_by("number")
        .values_list("pk", flat=True)
    )
    if giver_id not in registrations:
        raise BadInput(say("no_such_registration"), field="giver")
    opponents = [registration for registration in registrations if registration != giver_id]
    if not opponents:
        raise BadInput(say("too_few_players.simul"), field="giver")
    section.giver_id = giver_id
    section.save(update_fields=["giver"])
    row = Round.objects.create(
        section=section, kind=RoundKind.SCHEDULE, starts_at=starts_at, system=simul.SYSTEM
    )
    seats = simul.seats(opponents, simul.Colours(read(SimulOptions, section.options).colours))
    Pairing.objects.bulk_create(
        Pairing(
            round=row,
            board=section.first_board + seat.board - 1,
            white_id=seat.white or giver_id,
            black_id=giver_id if seat.white else seat.opponent,
            in_schedule=True,
        )
        for seat in seats
    )
    happened(DISPLAY_SEATED, row, actor=actor, now=now, after={"giver": giver_id, "boards": len(seats)})
    return row
