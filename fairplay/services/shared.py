"""Shared functions of the fair play services: look-ups of an entry's round and player, and log entries."""

from fairplay.messages import say
from tavleya.errors import NotFound
from tournaments.models.player import Registration
from tournaments.models.round import Round
from tournaments.models.section import Section


def round_in(section: Section, number: int) -> Round:
    """Return a round of the section. Raises: NotFound ("no_such_round")."""
    round_ = Round.objects.filter(section=section, number=number).first()
    if round_ is None:
        raise NotFound(say("no_such_round"))
    return round_


def registration_in(section_id: int, registration_id: int) -> Registration:
    """Return a registration of the section. Raises: NotFound ("no_such_registration")."""
    rows = Registration.objects.select_related("player")
    registration = rows.filter(pk=registration_id, section=section_id).first()
    if registration is None:
        raise NotFound(say("no_such_registration"))
    return registration
