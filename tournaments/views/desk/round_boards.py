"""The boards of a round as the desk shows them: with points and score groups, on the page of the round and on paper."""

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tavleya.tiebreaks.table import points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.names import bye_name
from tournaments.selectors.reported_results import PlayerReports
from tournaments.selectors.rounds import RoundView, round_view
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.desk.reported import reports_line
from tournaments.views.labels import round_name
from tournaments.views.seats import Seat, seat_in


def seat_with(frame: SectionDesk, registration: Registration, points: Mapping[int, int]) -> Seat:
    """Return a player with their points before the round, if there are any."""
    own = points_text(points[registration.pk]) if registration.pk in points else ""
    return seat_in(frame.event.slug, frame.section, registration, own)


def score_groups(frame: SectionDesk, boards: Iterable[Pairing], points: Mapping[int, int]) -> dict[int, str]:
    """Return the heading of each score group, by the key of its first board.

    A board belongs to the group of the higher of its two players.  Empty if rounds are not paired by scores.
    """
    if not points or not frame.section.system.needs_rounds:
        return {}
    sizes = Counter(points.get(key, 0) for board in boards for key in (board.white_id, board.black_id) if key)
    result: dict[int, str] = {}
    last: int | None = None
    for board in boards:
        score = max(points.get(key, 0) for key in (board.white_id, board.black_id) if key)
        if score != last:
            words = ngettext(
                "Score group %(points)s: %(n)s player", "Score group %(points)s: %(n)s players", sizes[score]
            )
            result[board.pk] = words % {"points": points_text(score), "n": sizes[score]}
        last = score
    return result


def board_rows(
    frame: SectionDesk,
    view: RoundView,
    points: Mapping[int, int],
    reports: Mapping[int, PlayerReports] = MappingProxyType({}),
) -> list[dict[str, object]]:
    groups = score_groups(frame, view.boards, points)
    return [
        {
            "pairing": board,
            "number": board.board,
            "white": seat_with(frame, board.white, points),
            "black": seat_with(frame, board.black, points) if board.black else None,
            "bye": bye_name(board.bye) if board.bye else "",
            "result": board.result,
            "correct_url": frame.url("correction", view.round.number, board.board),
            "group": groups.get(board.pk, ""),
            "reports": reports_line(reports.get(board.pk)),
        }
        for board in view.boards
    ]


@desk
@require_safe
def print_page(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    """The pairings for the notice board: by board, and by name with the board to go to."""
    frame = SectionDesk.of(request, slug, section_slug)
    row = frame.round(number)
    view = round_view(frame.section, row.number)
    boards = board_rows(frame, view, {})
    people = [
        (registration.player.sort_key, seat_in(frame.event.slug, frame.section, registration), side, board)
        for board in view.boards
        for registration, side in ((board.white, "white"), (board.black, "black"))
        if registration is not None
    ]
    people.sort(key=lambda line: line[0])
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "boards": boards,
        "people": [
            {"seat": seat, "side": "" if board.bye else side, "board": board.board, "bye": bool(board.bye)}
            for _key, seat, side, board in people
        ],
        "free": [seat_in(frame.event.slug, frame.section, board) for board in view.free],
        "back": frame.url("round", row.number),
    }
    return render(request, "desk/print.html", context)
