"""The strip above standings that leads to how they were after each round."""

from __future__ import annotations

from tournaments.models.round import RoundStatus
from tournaments.views.frame import SectionFrame


def round_selector(frame: SectionFrame, after: int | None) -> list[dict[str, object]]:
    """The public rounds, once there are two; `after` is the one that is shown."""
    public = [one for one in frame.all_rounds if one.number and one.status != RoundStatus.DRAFT]
    if len(public) < 2:
        return []
    url = frame.url("standings")
    return [
        {"number": one.number, "url": f"{url}?after={one.number}", "current": one.number == after}
        for one in public
    ]
