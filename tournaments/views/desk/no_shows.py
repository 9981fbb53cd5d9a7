"""Players who did not come: several boards of a round at once, and what it does to the pairings after it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext

from games.views.problems import Attempt, redirect_with
from tavleya.permissions import Action
from tournaments.models.round import RoundStatus
from tournaments.selectors.rounds import round_view
from tournaments.services.attendance import record_no_shows
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.desk.round_boards import board_rows
from tournaments.views.labels import round_name


@desk
def no_shows(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    """The boards without a result, each seat to be marked; `absent` and `notice` are keys of entries."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_RESULT)
    row = frame.round(number)
    if row.status in (RoundStatus.DRAFT, RoundStatus.CLOSED):
        return redirect(frame.url("round", row.number))
    marked, messages = _keys(request, "absent"), _keys(request, "notice")
    may_take_out = frame.section.system.pairs_players and frame.may[Action.CORRECT_RESULT]
    attempt = Attempt(
        request,
        lambda: record_no_shows(
            actor=frame.actor,
            now=timezone.now(),
            round_id=row.pk,
            registration_ids=marked,
            without_notice=marked - messages if may_take_out else (),
            reason=request.POST.get("reason", "").strip()[:200],
        ),
    )
    if attempt:
        n = len(attempt.result)
        words = ngettext("%(n)s board has been forfeited.", "%(n)s boards have been forfeited.", n)
        return redirect_with(request, words % {"n": n}, frame.url("results", row.number))
    view = round_view(frame.section, row.number)
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "boards": [
            {**board_row, "seats": _seats(board_row, marked, messages)}
            for board_row in board_rows(frame, view, {})
            if not board_row["bye"] and not board_row["result"]
        ],
        "may_take_out": may_take_out,
        "reason": request.POST.get("reason", "")[:200],
        "refused": attempt.error,
        "back": frame.url("results", row.number),
    }
    return render(request, "desk/no_shows.html", context, status=attempt.status)


def _keys(request: HttpRequest, name: str) -> set[int]:
    return {int(key) for key in request.POST.getlist(name) if key.isdigit() and len(key) < 19}


def _seats(board: dict[str, object], marked: set[int], messages: set[int]) -> list[dict[str, object]]:
    pairing = board["pairing"]
    return [
        {
            "side": side,
            "key": key,
            "seat": board[side],
            "absent": key in marked,
            "notice": key in messages,
        }
        for side, key in (("white", pairing.white_id), ("black", pairing.black_id))  # type: ignore[attr-defined]
    ]
