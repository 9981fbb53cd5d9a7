"""The strip of links to a section's rounds."""

from django.urls import reverse

from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.names import status_name
from tournaments.views.frame import RoundLink, round_name


def round_links(section: Section, rounds: list[Round], current: Round | None = None) -> list[RoundLink]:
    """Return the strip of rounds, each linking to its page on the desk."""
    return [
        RoundLink(
            round_.number,
            f"{round_name(round_.number)}: {status_name(round_.status)}",
            reverse("desk_round", args=[section.event.slug, section.slug, round_.number]),
            round_.status,
            current is not None and round_.pk == current.pk,
        )
        for round_ in rounds
        if round_.number is not None
    ]
