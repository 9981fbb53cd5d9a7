"""Points of a game as penalties changed them (FIDE 12.9.4, 12.9.5)."""

from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable

from tavleya.tiebreaks.table import Scoring
from tournaments.models.penalties import PointAdjustment
from tournaments.models.player import Registration
from tournaments.models.section import Section


def adjusted(points: int, change: int | None, scoring: Scoring) -> int:
    """Return half-points with the sum of the changes, at least 0 and at most those of a win."""
    return min(max(points + change, 0), max(points, scoring.win)) if change else points


def adjusted_pair(
    points: tuple[int, int], changes: tuple[int | None, int | None], scoring: Scoring, *, bounded: bool
) -> tuple[int, int]:
    """Return half-points of both players with the sums of their changes.

    `bounded`: gains are cut if both together would have more than the points of one game (FIDE 10.2), as
    after a correction of the result.
    """
    first, second = (adjusted(*row, scoring) for row in zip(points, changes, strict=True))
    if not bounded:
        return first, second
    excess = max(first + second - max(sum(points), scoring.game), 0)
    cut = min(excess, max(first - points[0], 0))
    return first - cut, second - (excess - cut)


def bounded_game() -> Combinable:
    """Return an expression: whether no report gave points of the game; such points are kept as reported."""
    return ~Exists(PointAdjustment.objects.filter(game=OuterRef("game"), ruling=0, undone_at=None))


def change_of(seat: str) -> Subquery:
    """Return an expression for the half-points that penalties gave or took from the entry in `seat`, None for none."""
    rows = (
        PointAdjustment.objects.filter(game=OuterRef("game"), registration=OuterRef(seat), undone_at=None)
        .order_by()
        .values("registration")
        .annotate(sum=Sum("half_points"))
    )
    return Subquery(rows.values("sum"))


def adjustments_in(section: Section) -> QuerySet[PointAdjustment, Any]:
    """Return the current adjustments, oldest first, with player, and round and board of the game."""
    return (
        PointAdjustment.objects.filter(
            registration__section=section, undone_at=None, game__pairing__round__section=section
        )
        .annotate(round=F("game__pairing__round__number"), board=F("game__pairing__board"))
        .select_related("registration__player")
    )


def barred_from(section: Section, number: int | None) -> set[int]:
    """Return the entries that a ruling excludes from the round of that number (FIDE 12.9.8)."""
    if number is None:
        return set()
    rows = Registration.objects.filter(
        section=section,
        round_exclusions__round_number=number,
        round_exclusions__lifted_at=None,
    )
    return set(rows.values_list("pk", flat=True))
