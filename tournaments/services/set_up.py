"""A whole tournament at once: an event with one section and its players, everything else as usual."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from math import ceil, log2
from zoneinfo import ZoneInfo

from django.db import transaction

from common.actors import Actor
from core.formats.slugs import LONGEST, RESERVED_EVENTS, suggest_slug
from core.law.library import regimes_for
from core.rules.registry import spec_of
from tournaments.models import Event, Section
from tournaments.services.events import create_event
from tournaments.services.player_lists import import_players
from tournaments.services.sections import create_section, edit_section
from tournaments.systems.registry import SYSTEMS

#: Rounds of a Swiss whose players are not known yet.
ROUNDS = 7
_SECTION = "main"


@transaction.atomic
def set_up_event(
    *,
    actor: Actor,
    now: datetime,
    name: str,
    section_name: str,
    language: str,
    game: str,
    format: str,  # noqa: A002 (the section's own word)
    rounds: int | None = None,
    players: str = "",
    time_zone: str = "UTC",
) -> Section:
    """Create an event that begins today, with one section and the players of a list; both named in `language`.

    The laws are those usual for the game today.  Without `rounds`, a system that needs their number has the usual one
    for so many players.  BadInput `no_name`; ImportRefused with the problems of the list, by line; KeyError for a game
    or a format that there is none of.
    """
    day = now.astimezone(ZoneInfo(time_zone)).date()
    names = {language: name.strip()}
    event = create_event(
        actor=actor,
        now=now,
        slug=free_slug(suggest_slug(names) or f"event-{day}"),
        names=names,
        starts_on=day,
        time_zone=time_zone,
        languages=[language],
    )
    needs_rounds = SYSTEMS[format].needs_rounds
    # Whoever may create an event is its organiser, also where a key of theirs is for nothing else.
    organiser = replace(actor, scopes=None, event_id=None)
    section = create_section(
        actor=organiser,
        now=now,
        event_id=event.pk,
        slug=_SECTION,
        names={language: section_name},
        game=game,
        regime=regimes_for(spec_of(game).laws, day)[0].key,
        format=format,
        rounds_planned=(rounds or ROUNDS) if needs_rounds else None,
    )
    if not players.strip():
        return section
    entered = import_players(actor=organiser, now=now, event_id=event.pk, section_id=section.pk, data=players)
    if needs_rounds and rounds is None:
        planned = usual_rounds(len(entered.registrations))
        edit_section(actor=organiser, now=now, section_id=section.pk, changes={"rounds_planned": planned})
    section.refresh_from_db()
    return section


def usual_rounds(players: int) -> int:
    """Of a Swiss: two more than a knockout needs to leave one, fewer than there are opponents."""
    if players < 2:
        return ROUNDS
    return max(1, min(ceil(log2(players)) + 2, players - 1))


def free_slug(wanted: str) -> str:
    """The address, or the next with a number that no event has."""
    alike = Event.objects.filter(slug__startswith=wanted[: LONGEST - 5])
    taken = {*RESERVED_EVENTS, *alike.values_list("slug", flat=True)}
    found, number = wanted, 2
    while found in taken:
        found, number = f"{wanted[: LONGEST - 5]}-{number}", number + 1
    return found
