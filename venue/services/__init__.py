"""Input from boards and programs at the venue: board reports, PGN games, and questions about differences."""

from tavleya.actors import Actor
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.models.section import Section
from tournaments.services.shared import lock_section


def lock_for(actor: Actor, section_id: int, action: Action) -> Section:
    """Lock a section in whose event the actor may do `action`."""
    section = lock_section(section_id)
    require(actor, section.event, action)
    return section
