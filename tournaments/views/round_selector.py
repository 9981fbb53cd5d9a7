"""The strip above standings with links to the standings after each round."""

from __future__ import annotations

from django.http import Http404

from tavleya.errors import NotFound
from tournaments.models.round import RoundStatus
from tournaments.selectors.rounds import RoundView, round_view
from tournaments.views.frame import SectionFrame


def round_selector(frame: SectionFrame, after: int | None) -> list[dict[str, object]]:
    """Return the public rounds, once there are two; `after` is the shown one."""
    public = [one for one in frame.all_rounds if one.number and one.status != RoundStatus.DRAFT]
    if len(public) < 2:
        return []
    url = frame.url("standings")
    return [
        {"number": one.number, "url": f"{url}?after={one.number}", "current": one.number == after}
        for one in public
    ]


def shown_round(frame: SectionFrame, number: int | None) -> RoundView:
    """Return the round.  Raises: Http404 if it is missing or hidden from this reader."""
    try:
        view = round_view(frame.section, number)
    except NotFound:
        raise Http404 from None
    if view.round.status == RoundStatus.DRAFT and not frame.sees_drafts:
        raise Http404
    return view


def asked_after(frame: SectionFrame, asked: str) -> int | None:
    """Return the round after which the table is requested.  Raises: Http404 for a round that is not public."""
    if not asked:
        return None
    public = {str(one.number) for one in frame.all_rounds if one.status != RoundStatus.DRAFT}
    if asked not in public:
        raise Http404
    return int(asked)
