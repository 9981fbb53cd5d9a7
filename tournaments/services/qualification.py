"""Players who qualify from other sections of an event: from one, or from several that are its groups."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.pairing import groups
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import PLAYERS_QUALIFIED
from tournaments.messages import say
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.selectors.qualification import can_send, qualifiers
from tournaments.services.sections import add_registration, note_numbers_given
from tournaments.services.shared import lock_section_with_event, lock_standings


@transaction.atomic
def qualify_players(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    standings: Mapping[int, str],
    registration_ids: Sequence[int],
) -> list[Registration]:
    """Enter players of other sections of the event, seeded in the order of their standings.

    `standings`: the key of the standings that the actor saw (`selectors.standings.standings_version`), by the key of
    each source section.  `registration_ids` are entries of these sections, in any order; they get the next starting
    numbers, which stay.  Several sections are groups in that order: the same number qualifies from each, with the seeds
    of `tavleya.pairing.groups`.

    Raises: BadInput ("nobody_chosen", "no_such_registration", "cannot_qualify_from", "groups_uneven"); Conflict
    ("standings_moved", "already_entered"; "already_paired" once the section has a round).
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    sources = _sources(section, list(standings))
    if section.rounds.exists():
        raise Conflict(say("already_paired"))
    for key in sorted(standings):
        lock_standings(key)
    chosen = set(registration_ids)
    if not chosen:
        raise BadInput(say("nobody_chosen"))
    rows = [_chosen(section, source, chosen, standings[source.pk]) for source in sources]
    if sum(map(len, rows)) < len(chosen):
        raise BadInput(say("no_such_registration"))
    if len({len(seed) for seed in rows}) > 1:
        raise BadInput(say("groups_uneven"))
    seeded = [rows[seed.group][seed.place - 1] for seed in groups.seeds(len(rows), len(rows[0]))]
    entered = [add_registration(section, seed.player, now=now) for seed in seeded]
    note_numbers_given(section)
    happened(
        PLAYERS_QUALIFIED,
        section,
        actor=actor,
        now=now,
        after={
            "from_section": ", ".join(seed.slug for seed in sources),
            "players": [seed.player.full_name for seed in entered],
        },
    )
    return entered


def _sources(section: Section, keys: Sequence[int]) -> list[Section]:
    """Return the sections in the order of `keys`.

    Raises: NotFound ("no_such_section"); BadInput ("cannot_qualify_from").
    """
    sections = Section.objects.filter(pk__in=keys, event=section.event_id).select_related("event").in_bulk()
    if not keys or len(sections) < len(keys):
        raise NotFound(say("no_such_section"))
    if any(item.pk == section.pk or not can_send(item) for item in sections.values()):
        raise BadInput(say("cannot_qualify_from"))
    return [sections[key] for key in keys]


def _chosen(section: Section, source: Section, chosen: set[int], key: str) -> list[Registration]:
    """Return the chosen entries of this source section, in the order of its standings."""
    view = qualifiers(section, source)
    if view.key != key:
        raise Conflict(say("standings_moved"))
    rows = (row.standing.registration for row in view.rows)
    return [row for row in rows if row.pk in chosen]
