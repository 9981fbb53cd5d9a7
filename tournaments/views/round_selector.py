"""The strip above standings with links to the standings after each round."""

from django.http import Http404

from games.views.problems import find_or_404, require_found
from tournaments.models.round import RoundStatus
from tournaments.selectors.rounds import RoundView, round_view
from tournaments.views.frame import SectionFrame


def round_selector(frame: SectionFrame, after: int | None) -> list[dict[str, object]]:
    """Return the public rounds, once there are two; `after` is the shown one."""
    public = [
        all_round
        for all_round in frame.all_rounds
        if all_round.number and all_round.status != RoundStatus.DRAFT
    ]
    if len(public) < 2:
        return []
    url = frame.url("standings")
    return [
        {
            "number": all_round.number,
            "url": f"{url}?after={all_round.number}",
            "current": all_round.number == after,
        }
        for all_round in public
    ]


def shown_round(frame: SectionFrame, number: int | None) -> RoundView:
    """Return the round.  Raises: Http404 if it is missing or hidden from this reader."""
    view = find_or_404(lambda: round_view(frame.section, number))
    if view.round.status == RoundStatus.DRAFT and not frame.sees_drafts:
        raise Http404
    return view


def asked_after(frame: SectionFrame, query: str) -> int | None:
    """Return the round after which the table is requested.  Raises: Http404 for a round that is not public."""
    if not query:
        return None
    public = {
        str(all_round.number) for all_round in frame.all_rounds if all_round.status != RoundStatus.DRAFT
    }
    require_found(query in public)
    return int(query)
