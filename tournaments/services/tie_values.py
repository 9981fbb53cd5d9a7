"""Values that officials enter to break ties: tie-breaks worked out elsewhere, and a manual order."""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import TIES_DECIDED
from tournaments.messages import say
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.services.settled import last_round
from tournaments.services.shared import lock_section

MOST_VALUE = 10_000_000
MOST_PLACES = 9_999


@transaction.atomic
def enter_tie_values(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    external: Mapping[int, int | None] | None = None,
    order: Mapping[int, int | None] | None = None,
) -> Section:
    """Keep hundredths of the tie-break that is worked out elsewhere, and places among the tied, by entry.

    None deletes a value.  An order decides only between players whom no tie-break of the section parts.  The report
    lists the changes.  Raises: BadInput ("bad_tie_value"); NotFound ("no_such_registration").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.CLOSE_ROUND)
    changed = {"external_value": dict(external or {}), "hand_order": dict(order or {})}
    _check(changed["external_value"], -MOST_VALUE, MOST_VALUE)
    _check(changed["hand_order"], 1, MOST_PLACES)
    keys = {key for values in changed.values() for key in values}
    entries = section.registrations.in_bulk(keys)
    if len(entries) < len(keys):
        raise NotFound(say("no_such_registration"))
    before: dict[str, dict[str, int | None]] = {}
    after: dict[str, dict[str, int | None]] = {}
    for name, values in changed.items():
        for key, value in values.items():
            entry = entries[key]
            if getattr(entry, name) != value:
                before.setdefault(name, {})[str(entry.number)] = getattr(entry, name)
                after.setdefault(name, {})[str(entry.number)] = value
                setattr(entry, name, value)
    if after:
        Registration.objects.bulk_update(entries.values(), list(changed))
        happened(
            TIES_DECIDED,
            section,
            actor=actor,
            now=now,
            before=before,
            after={**after, "after_round": last_round(section)},
        )
    return section


def _check(values: Mapping[int, int | None], least: int, most: int) -> None:
    if any(value is not None and not least <= value <= most for value in values.values()):
        raise BadInput(say("bad_tie_value"))
