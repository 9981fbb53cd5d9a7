"""Starting numbers by rating when a section is paired or somebody comes late, where the rules allow it (C.04.2)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.errors import Conflict
from common.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Provenance, Registration, Section
from tournaments.models.round import RoundStatus
from tournaments.services.rollback.restore_points import take_restore_point
from tournaments.services.sections import note_numbers_given
from tournaments.services.seeding import give_numbers, ranked
from tournaments.services.shared import lock_section
from tournaments.services.swiss_state import require_swiss

#: Once so many rounds are paired, nobody's number changes any more.
LAST_ROUND = 4


def may_renumber(section: Section) -> bool:
    """Whether starting numbers may still be given anew: round 4 is not paired, and no draft waits."""
    rounds = section.rounds.all()
    return (
        section.system.by_round
        and rounds.exists()
        and not rounds.filter(number__gte=LAST_ROUND).exists()
        and not rounds.filter(status=RoundStatus.DRAFT).exists()
    )


def will_be_seeded(section: Section, registrations: Sequence[Registration]) -> bool:
    """Whether the next pairing gives these entries, all of the section, other starting numbers.

    Only where an engine pairs by them (C.04.2 2.2): in a round robin they are drawn by lot.
    """
    by_number = sorted(registrations, key=lambda one: one.number)
    return (
        not section.numbers_given
        and section.system.by_round
        and (may_renumber(section) or not section.rounds.exists())
        and ranked(section, by_number) != by_number
    )


def seed(section: Section, *, actor: Actor, now: datetime) -> None:
    """Have starting numbers follow the ratings, where nobody gave them and they may still change.

    For a caller that has locked the section and is about to pair it, or has entered somebody late.
    """
    if section.numbers_given:
        return
    registrations = list(section.registrations.select_related("player"))
    if will_be_seeded(section, registrations):
        if section.rounds.exists():
            _renumber(section, registrations, actor=actor, now=now)
        else:
            give_numbers(section, ranked(section, registrations), actor=actor, now=now)


@transaction.atomic
def renumber_by_rating(*, actor: Actor, now: datetime, section_id: int) -> list[Registration]:
    """Put late entrants where their ratings belong: starting numbers from 1 as `seeding.ranked` has them.

    Rounds that are paired stay as they are; each remembers the numbers it was paired by.  A restore point goes before.
    Conflict `earlier_round_is_draft`, `numbers_stand` once round 4 is paired.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    require_swiss(section)
    if section.rounds.filter(number__gte=LAST_ROUND).exists():
        raise Conflict(say("numbers_stand"))
    if section.rounds.filter(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("earlier_round_is_draft"))
    note_numbers_given(section, given=False)
    registrations = list(section.registrations.select_related("player"))
    return _renumber(section, registrations, actor=actor, now=now)


def _renumber(
    section: Section, registrations: list[Registration], *, actor: Actor, now: datetime
) -> list[Registration]:
    take_restore_point(section, actor=actor, now=now, before="renumbered")
    _remember(section, {str(registration.pk): registration.number for registration in registrations})
    return give_numbers(
        section, ranked(section, registrations), actor=actor, now=now, action="registrations.renumbered"
    )


def _remember(section: Section, numbers: dict[str, int]) -> None:
    """The reasons of a round speak of the numbers that it was paired by."""
    for source in Provenance.objects.filter(round__section=section):
        if "numbers" not in source.state:
            source.state = {**source.state, "numbers": numbers}
            source.save(update_fields=["state"])


def number_then(source: Provenance, registration: Registration) -> int:
    """The starting number of an entry when the round was paired."""
    then: dict[str, int] = source.state.get("numbers", {})
    return then.get(str(registration.pk), registration.number)
