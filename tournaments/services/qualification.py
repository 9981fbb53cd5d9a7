"""Players who qualify from one section of an event for another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.errors import BadInput, Conflict, NotFound
from common.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Registration, Section
from tournaments.selectors.qualification import can_send, qualifiers
from tournaments.services.entries import lock_section_with_event
from tournaments.services.sections import add_registration, note_numbers_given
from tournaments.services.shared import lock_standings, standings_changed, write_log


@transaction.atomic
def qualify_players(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    source_id: int,
    registration_ids: Sequence[int],
    standings: str,
) -> list[Registration]:
    """Enter players of another section of the event, seeded in the order of its standings.

    `registration_ids` are entries of the source, in any order; they get the next starting numbers, which stay.
    `standings`: the key of the standings that were looked at (`selectors.standings_version`).  BadInput
    `nobody_chosen`, `no_such_registration`, `cannot_qualify_from`; Conflict `standings_moved`, `already_entered`,
    `already_paired` once the section has a round.
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    source = Section.objects.filter(pk=source_id, event=section.event_id).select_related("event").first()
    if source is None:
        raise NotFound(say("no_such_section"))
    if source.pk == section.pk or not can_send(source):
        raise BadInput(say("cannot_qualify_from"))
    if section.rounds.exists():
        raise Conflict(say("already_paired"))
    lock_standings(source.pk)
    view = qualifiers(section, source)
    if view.key != standings:
        raise Conflict(say("standings_moved"))
    chosen = set(registration_ids)
    if not chosen:
        raise BadInput(say("nobody_chosen"))
    rows = [one for one in view.rows if one.standing.registration.pk in chosen]
    if len(rows) < len(chosen):
        raise BadInput(say("no_such_registration"))
    entered = [add_registration(section, one.standing.registration.player) for one in rows]
    note_numbers_given(section)
    standings_changed(section.pk)
    write_log(
        event=section.event,
        actor=actor,
        now=now,
        action="players.qualified",
        subject=section,
        after={"from_section": source.slug, "players": [one.player.full_name for one in entered]},
    )
    return entered
