"""The public record of a section's drawn openings."""

from tavleya.pairing.drawn_openings import Drawn, DrawRecord
from tournaments.models.match import DrawScope, OpeningDraw
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section


def draw_record(section: Section) -> DrawRecord | None:
    """Return the commitment and the draws so far, with the seed once it is revealed; None if nothing is drawn."""
    lots = OpeningDraw.objects.filter(section=section).first()
    if lots is None:
        return None
    rows = (
        Pairing.objects.filter(round__section=section, drawn__isnull=False)
        .exclude(round__status=RoundStatus.DRAFT)
        .order_by("drawn", "board")
        .values_list("drawn", "round__number", "match__number", "board", "opening")
    )
    matches, boards = lots.scope == DrawScope.MATCH, lots.scope == DrawScope.BOARD
    draws = dict.fromkeys(
        Drawn(number or 0, round_number or 0, match if matches else None, code, board if boards else None)
        for number, round_number, match, board, code in rows
    )
    seed = lots.seed if lots.revealed_at is not None else None
    return DrawRecord(lots.table, lots.commitment, lots.public, seed, tuple(draws))
