"""Ratings of an earlier day."""

from collections.abc import Collection, Mapping
from datetime import date

from ratings.models.rated import FormerRating, RatedPlayer
from tavleya.formats.rating_list import PACES
from tournaments.models.event import Event

#: (list, number) → the rating of that day, None if there was none.
Former = Mapping[tuple[str, str], int | None]


def list_day(event: Event, today: date) -> date | None:
    """Return the day whose rating lists an event uses: its first, once it has begun.

    None for the current lists: before that, and in an event of more than 30 days, where ratings change.
    """
    first = event.starts_on
    return None if first is None or first >= today or event.long else first


def former_ratings(day: date | None, source: Collection[str], numbers: Collection[str]) -> Former:
    """Return the ratings of these numbers in these lists that changed after `day`. One query; none without a day."""
    if day is None:
        return {}
    rows = FormerRating.objects.filter(source__in=source, number__in=numbers, until__gt=day)
    # The earliest change after the day has the rating of that day.
    return {
        (former_rating.source, former_rating.number): former_rating.rating
        for former_rating in rows.order_by("-until").only("source", "number", "rating")
    }


def ratings_then(rated: RatedPlayer, former: Former) -> dict[str, int]:
    """Return a player's earlier FIDE ratings by pace, as in `Player.ratings`."""
    now = rated.ratings
    result = {pace: former.get((pace, str(rated.fide_id)), now.get(pace)) for pace in PACES}
    return {pace: rating for pace, rating in result.items() if rating}
