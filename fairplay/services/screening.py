"""Games of a section that are taken to be screened elsewhere."""

from datetime import datetime

from django.db import transaction

from fairplay.kinds import SCREENED
from tavleya.actors import Actor
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.section import Section
from tournaments.services.shared import lock_section


@transaction.atomic
def log_screening(*, actor: Actor, now: datetime, section_id: int) -> Section:
    """Note in the event's log that the file of a section is taken. Raises: NotFound ("no_such_section")."""
    section = lock_section(section_id)
    require(actor, section.event, Action.LEAD_FAIR_PLAY)
    happened(SCREENED, section, actor=actor, now=now)
    return section
