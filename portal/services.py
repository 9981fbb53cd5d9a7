"""A whole tournament at once: an event with one section and its players, everything else as usual."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from math import ceil, log2
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction

from people.selectors.organisations import organisation_at
from people.services.series import move_event
from portal.messages import say
from ratings.selectors.player_lists import ListAsked
from ratings.services.player_lists import import_players
from tavleya.actors import Actor
from tavleya.errors import BadInput, NotFound
from tavleya.formats.headings import NameOrder
from tavleya.formats.names import suggest_slug
from tavleya.law.library import regimes_for
from tavleya.permissions import Action
from tavleya.rules.registry import spec_of
from tavleya.tiebreaks.table import Scoring
from tournaments.access import require_in_organisation
from tournaments.models.section import RatingKind, Section
from tournaments.presets import PRESETS
from tournaments.services.events import create_event, free_slug
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import create_section
from tournaments.systems.base import System
from tournaments.systems.registry import SYSTEMS

#: Rounds of a Swiss with an unknown number of players.
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
    preset: str = "",
    game: str = "",
    format: str = "",  # noqa: A002 (the section's own word)
    rounds: int | None = None,
    regime: str = "",
    control: str = "",
    rating_kind: str = "",
    tiebreaks: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    double_points: bool | None = None,
    players: str = "",
    name_order: str = "",
    time_zone: str = "UTC",
    organisation: str = "",
) -> Section:
    """Create an event that begins today, with one section and the players of a list; both named in `language`.

    Omitted values come from the `preset`, or without one from the defaults: the current laws of the game, the
    tie-breaks and options of the system. Without `rounds`, a system that needs their number uses the default for the
    number of players. `double_points`: 2, 1, 0 for a win, a draw and a loss instead of 1, ½, 0. `name_order`: a
    `NameOrder` of the names in `players`, empty to detect it. `organisation`: the address of an organisation for which
    the actor may create events; it owns this one.
    Raises: BadInput ("no_name", "unknown_game", "no_such_format", "unknown_name_order"); NotFound ("no_such_preset");
    ImportRefused with the problems of the list, by line.
    """
    common: dict[str, Any] = {
        "game": game,
        "format": format,
        "rounds": rounds,
        "regime": regime,
        "control": control,
        "rating_kind": rating_kind,
        "tiebreaks": tiebreaks,
        "options": options,
        "double_points": double_points,
    }
    if preset and preset not in PRESETS:
        raise NotFound(say("no_such_preset"))
    usual: dict[str, Any] = {**common, **PRESETS[preset].settings} if preset else common
    chosen = {name: usual[name] if value in ("", None) else value for name, value in common.items()}
    spec, rounds = spec_of(chosen["game"]), chosen.pop("rounds")
    if chosen["format"] not in SYSTEMS:
        raise BadInput(say("no_such_format", format=chosen["format"]), field="format")
    if name_order not in ("", *NameOrder):
        raise BadInput(say("unknown_name_order"), field="name_order")
    system = SYSTEMS[chosen["format"]]
    scoring = _double(system, chosen["options"] or {}) if chosen.pop("double_points") else None
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
    if organisation:
        owner = organisation_at(organisation)
        require_in_organisation(actor, owner, Action.OWN_EVENTS)
        move_event(actor=actor, now=now, event_id=event.pk, organisation_id=owner.pk)
    # The creator of an event is its organiser, even if their API key has narrower scopes.
    organiser = replace(actor, scopes=None, event_id=None)
    section = create_section(
        actor=organiser,
        now=now,
        event_id=event.pk,
        slug=_SECTION,
        names={language: section_name},
        **{
            **chosen,
            "regime": chosen["regime"] or regimes_for(spec.laws, day)[0].key,
            "rating_kind": chosen["rating_kind"] or RatingKind.STANDARD,
        },
        scoring=scoring,
        rounds_planned=(rounds or ROUNDS) if system.needs_rounds else None,
    )
    if not players.strip():
        return section
    players_import = import_players(
        actor=organiser,
        now=now,
        event_id=event.pk,
        section_id=section.pk,
        data=players,
        asked=ListAsked(order=NameOrder(name_order) if name_order else None),
    )
    if system.needs_rounds and rounds is None:
        planned = usual_rounds(len(players_import.registrations))
        edit_section(actor=organiser, now=now, section_id=section.pk, changes={"rounds_planned": planned})
    section.refresh_from_db()
    return section


def _double(system: System, options: Mapping[str, object]) -> dict[str, int]:
    """Return twice the usual half-points of each outcome, but for those that the system has from its options."""
    doubled = {name: 2 * points for name, points in Scoring().plain().items() if points}
    from_options = system.usual_points(doubled, options)
    return {name: points for name, points in doubled.items() if name not in from_options}


def usual_rounds(players: int) -> int:
    """Return the default rounds of a Swiss: two more than a knockout needs, fewer than there are opponents."""
    return ROUNDS if players < 2 else max(1, min(ceil(log2(players)) + 2, players - 1))
