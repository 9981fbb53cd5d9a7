"""Starting numbers by rating at the first pairing or after a late entry, if the rules allow it (C.04.2)."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.permissions import Action
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.access import require
from tournaments.kinds import REGISTRATIONS_RENUMBERED
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Bye, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.services.rollback.restore_points import take_restore_point
from tournaments.services.sections import note_numbers_given
from tournaments.services.seeding import give_numbers, ranked, ranked_again
from tournaments.services.shared import lock_section
from tournaments.services.swiss_state import require_swiss

#: Once so many rounds are paired, starting numbers no longer change.
LAST_ROUND = 4


def may_renumber(section: Section) -> bool:
    """Return whether starting numbers may still change: round 4 is not paired, and no draft waits."""
    rounds = section.rounds.all()
    return (
        section.system.pairs_players
        and rounds.exists()
        and not rounds.filter(number__gte=LAST_ROUND).exists()
        and not rounds.filter(status=RoundStatus.DRAFT).exists()
    )


def will_be_seeded(section: Section, registrations: Sequence[Registration]) -> bool:
    """Return whether the next pairing gives these entries, all of the section, other starting numbers.

    Only if an engine pairs by them (C.04.2 2.2): in a round robin they are drawn by lot.
    """
    by_number = sorted(registrations, key=lambda registration: registration.number)
    return (
        not section.numbers_given
        and section.system.pairs_players
        and not section.rounds.filter(status=RoundStatus.DRAFT).exists()
        and _in_place(section, by_number) != by_number
    )


def _in_place(section: Section, registrations: Sequence[Registration]) -> list[Registration]:
    """Return the entries in their new order: all as `ranked` before the first pairing.

    After it, unpaired entries are inserted among the others by rating and title (C.04.2 2.4); the others keep their
    order. That holds after round 4 too.
    """
    if not section.rounds.exists():
        return ranked(section, registrations)
    seated = {
        key
        for pair in Pairing.objects.filter(round__section=section, bye__in=("", Bye.PAIRING_ALLOCATED)).values_list(
            "white", "black"
        )
        for key in pair
    }
    order = sorted(
        (registration for registration in registrations if registration.pk in seated),
        key=lambda registration: registration.number,
    )
    for new in ranked(section, (registration for registration in registrations if registration.pk not in seated)):
        # behind all players who are ranked above: before the first who is not
        below = (place for place, registration in enumerate(order) if ranked(section, (registration, new))[0] is new)
        order.insert(next(below, len(order)), new)
    return order


def seed(section: Section, *, actor: Actor, now: datetime) -> None:
    """Assign starting numbers by rating unless an official set them: all before the first pairing, later only late
    entries.

    The caller has locked the section, and is about to pair it or has made a late entry.
    """
    if section.numbers_given:
        return
    registrations = list(section.registrations.select_related("player"))
    if will_be_seeded(section, registrations):
        order = _in_place(section, registrations)
        if section.rounds.exists():
            _renumber(section, order, actor=actor, now=now)
        else:
            give_numbers(section, order, actor=actor, now=now)


@transaction.atomic
def renumber_by_rating(
    *, actor: Actor, now: datetime, section_id: int, confirmed: Collection[str] = ()
) -> list[Registration]:
    """Give starting numbers from 1 anew, as `seeding.ranked_again` has them.

    Paired rounds stay unchanged; each remembers its starting numbers.  A restore point goes before.
    Raises: Conflict ("earlier_round_is_draft"; "numbers_stand" once round 4 is paired; "numbers_move", level 3, with
    name, old and new number of each in `moves`, until `confirmed` if two or more players get another number).
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    require_swiss(section)
    if section.rounds.filter(number__gte=LAST_ROUND).exists():
        raise Conflict(say("numbers_stand"))
    if section.rounds.filter(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("earlier_round_is_draft"))
    order = ranked_again(section.registrations.select_related("player"))
    moves = [
        [registration.player.full_name, registration.number, number]
        for number, registration in enumerate(order, start=1)
        if registration.number != number
    ]
    if len(moves) > 1:
        words = say("numbers_move", count=len(moves))
        insist([Warned(Level.CONFIRMATION, words, detail={"moves": moves})], Consent(confirmed))
    note_numbers_given(section, given=False)
    return _renumber(section, order, actor=actor, now=now)


def _renumber(section: Section, order: list[Registration], *, actor: Actor, now: datetime) -> list[Registration]:
    take_restore_point(section, actor=actor, now=now, before="renumbered")
    remember_numbers(section, {str(registration.pk): registration.number for registration in order})
    return give_numbers(section, order, actor=actor, now=now, kind=REGISTRATIONS_RENUMBERED)


def remember_numbers(section: Section, numbers: dict[str, int]) -> None:
    """Store the starting numbers with paired rounds, whose explanations use them."""
    for source in Provenance.objects.filter(round__section=section):
        if "numbers" not in source.state:
            source.state = {**source.state, "numbers": numbers}
            source.save(update_fields=["state"])


def number_then(source: Provenance, registration: Registration) -> int:
    """Return the starting number of an entry when the round was paired."""
    then: dict[str, int] = source.state.get("numbers", {})
    return then.get(str(registration.pk), registration.number)
