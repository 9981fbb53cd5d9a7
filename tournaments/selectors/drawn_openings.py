"""What is public about the drawn openings of a section."""

from __future__ import annotations

from core.pairing.drawn_openings import Drawn, Record
from tournaments.models import Match, OpeningDraw, Section
from tournaments.models.match import DrawScope
from tournaments.models.round import RoundStatus


def draw_record(section: Section) -> Record | None:
    """The commitment and the draws so far, with the seed only when it has been shown; None if nothing is drawn."""
    lots = OpeningDraw.objects.filter(section=section).first()
    if lots is None:
        return None
    rows = (
        Match.objects.filter(round__section=section, drawn__isnull=False)
        .exclude(round__status=RoundStatus.DRAFT)
        .order_by("drawn", "number")
        .values_list("drawn", "round__number", "number", "opening")
    )
    alone = lots.scope == DrawScope.MATCH
    draws = dict.fromkeys(
        Drawn(drawn or 0, number or 0, match if alone else None, code) for drawn, number, match, code in rows
    )
    seed = lots.seed if lots.revealed_at is not None else None
    return Record(lots.table, lots.commitment, lots.public, seed, tuple(draws))
