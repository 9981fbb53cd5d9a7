"""Points of a game as penalties changed them (FIDE 12.9.4, 12.9.5)."""

from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable

from tavleya.errors import BadInput
from tavleya.law.library import current, regimes_for
from tavleya.law.terms import Regime
from tavleya.messages import label
from tavleya.rules.registry import SPECS, spec_of
from tavleya.rules.spec import GameSpec
from tavleya.tiebreaks.table import Scoring
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.pairing import PointAdjustment
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
    """Return an expression for the half-points that penalties changed for the entry in `seat`; None without any."""
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
        section=section, round_exclusions__round_number=number, round_exclusions__lifted_at=None
    )
    return set(rows.values_list("pk", flat=True))


# The games that a section can have, and the regimes of law in force on the day of its event.


def day_of(event: Event, now: datetime) -> date:
    """Return the day whose laws apply to an event: its first one, or today if it has no dates yet."""
    return event.starts_on or now.astimezone(event.zone).date()


def offered(day: date) -> tuple[Regime, ...]:
    """Return the regimes for a new section, game by game; the usual one of each game first."""
    return tuple(regime for game in SPECS for regime in regimes_for(game, day))


def offered_games(stored: str = "") -> tuple[GameSpec, ...]:
    """Return the games that a section can have.

    They include the optional games that the operator enabled, and the game `stored`.
    """
    named = {*settings.EXTRA_GAMES, stored}
    return tuple(spec for spec in SPECS.values() if not spec.optional or spec.game in named)


def check_offered(game: str) -> None:
    """Check that the game is known and offered.  Raises: BadInput ("unknown_game", "game_not_offered")."""
    spec = spec_of(game)
    if spec not in offered_games():
        raise BadInput(say("game_not_offered", game=label(game, spec.name)), field="game")


def check(key: str, game: str) -> Regime:
    """Return the regime of the game.  Raises: BadInput ("unknown_regime", "regime_of_other_game")."""
    regime = current().regimes.get(key)
    if regime is None:
        raise BadInput(say("unknown_regime", regime=key), field="regime")
    if regime.game != spec_of(game).laws:
        raise BadInput(say("regime_of_other_game", regime=regime.name), field="regime")
    return regime


def check_day(regime: Regime, day: date) -> None:
    """Check that the laws are in force on that day.  Raises: BadInput ("regime_not_in_force")."""
    if regime not in regimes_for(regime.game, day):
        raise BadInput(say("regime_not_in_force", regime=regime.name), field="regime")
