"""The second reading of slips: another person enters each result again without seeing it; differences are settled."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from games.views.problems import Attempt
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.selectors.changes import Writer, result_writers, second_readers
from tournaments.selectors.rounds import round_view
from tournaments.services.results import correct_result
from tournaments.services.verification import verify_result
from tournaments.views.desk.frame import SectionDesk, desk, posted_from
from tournaments.views.desk.result_rows import MORE, PLAIN, RowNames, board_of, buttons
from tournaments.views.desk.round_links import round_links
from tournaments.views.labels import round_name


@dataclass(frozen=True, slots=True)
class SecondRow(RowNames):
    """One board.  `asked`: the reader may read its slip, and does not see the entered result.

    `first` and `second` give the two readers and their different results.  `problem` is the reason why the input is not
    saved.
    """

    url: str
    settle_url: str
    asked: bool
    own: bool
    first: str
    second: str
    may_correct: bool
    plain: SafeString
    more: SafeString
    problem: str = ""
    code: str = ""
    saved: bool = False


def verification_counts(boards: Iterable[Pairing]) -> dict[str, int]:
    """Return how many boards have a result, a matching second reading, and a different second reading."""
    rows = [board for board in boards if board.result]
    return {
        "entered": len(rows),
        "verified": sum(board.verified for board in rows),
        "disputed": sum(board.disputed for board in rows),
    }


@desk
@require_safe
def verification(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    """The boards of a round without their results.  With `part` only the rows, for a page that is open already."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_RESULT)
    row = frame.round(number)
    if row.status == RoundStatus.DRAFT:
        return redirect(frame.url("round", row.number))
    return _page(request, frame, row)


def _page(
    request: HttpRequest,
    frame: SectionDesk,
    row: Round,
    second_row: SecondRow | None = None,
    status: int = 200,
) -> HttpResponse:
    view = round_view(frame.section, row.number)
    writers, readers = result_writers(view.boards), second_readers(view.boards)
    rows = [
        second_row
        if second_row is not None and second_row.pairing.pk == board.pk
        else _row(frame, row, board, writers, readers)
        for board in view.boards
        if not board.bye
    ]
    only_open, find = request.GET.get("show") == "open", request.GET.get("find", "").strip()
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "rounds": round_links(
            frame.section, [board for board in frame.rounds if board.status != "draft"], row
        ),
        "rows": [
            board
            for board in rows
            if not (only_open and board.pairing.verified) and (not find or board.is_found_by(find))
        ],
        "only_open": only_open,
        "find": find,
        "to_read": sum(board.asked for board in rows),
        "results_url": frame.url("results", row.number),
        "round_url": frame.url("round", row.number),
        "stream": frame.stream,
    }
    template = "desk/verification_rows.html" if "part" in request.GET else "desk/verification.html"
    return render(request, template, context, status=status)


def _row(
    frame: SectionDesk,
    row: Round,
    pairing: Pairing,
    writers: Mapping[int, Writer],
    readers: Mapping[int, str],
    refused: DomainError | None = None,
    *,
    saved: bool = False,
) -> SecondRow:
    writer = writers.get(pairing.game_id or 0)
    own = writer is not None and writer.user_id == frame.actor.user_id
    return SecondRow(
        **RowNames.seats(frame, pairing),
        url=frame.url("verify", row.number, pairing.board),
        settle_url=frame.url("verification_settle", row.number, pairing.board),
        asked=bool(pairing.result) and not own and not pairing.second_result,
        own=own,
        first=writer.name if writer is not None else "",
        second=readers.get(pairing.second_by_id or 0, ""),
        may_correct=frame.may[Action.CORRECT_RESULT],
        plain=buttons("desk/result_plain.html", PLAIN, get_language()),
        more=buttons("desk/result_buttons.html", MORE, get_language()),
        problem=refused.message.render(gettext) if refused else "",
        code=refused.code if refused else "",
        saved=saved,
    )


@posted_from("desk_verification", "slug", "section_slug", "number")
@desk
def verify(
    request: HttpRequest, slug: str, section_slug: str, number: int | None, board: int
) -> HttpResponse:
    """Note the `result` that the reader sees on the slip.  A script gets the row, a plain form the page."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_RESULT)
    row = frame.round(number)
    attempt = Attempt(
        request,
        lambda: verify_result(
            actor=frame.actor,
            now=timezone.now(),
            pairing_id=board_of(row, board).pk,
            result=request.POST.get("result", ""),
        ),
    )
    return _answer(request, frame, row, board, attempt.error)


@posted_from("desk_verification", "slug", "section_slug", "number")
@desk
def settle(
    request: HttpRequest, slug: str, section_slug: str, number: int | None, board: int
) -> HttpResponse:
    """Correct the result of a board to what the second person read."""
    frame = SectionDesk.of(request, slug, section_slug, Action.CORRECT_RESULT)
    row = frame.round(number)
    pairing = board_of(row, board)
    attempt = Attempt(
        request,
        lambda: correct_result(
            actor=frame.actor,
            now=timezone.now(),
            pairing_id=pairing.pk,
            result=request.POST.get("result", ""),
            reason=gettext("The slip has been verified."),
            expected_version=pairing.version,
        ),
    )
    return _answer(request, frame, row, board, attempt.error)


def _answer(
    request: HttpRequest, frame: SectionDesk, row: Round, board: int, refused: DomainError | None
) -> HttpResponse:
    if refused is None and request.headers.get("X-Requested-With") != "fetch":
        return redirect(f"{frame.url('verification', row.number)}#board-{board}")
    pairing = board_of(row, board)
    readers = second_readers([pairing])
    second_row = _row(frame, row, pairing, result_writers([pairing]), readers, refused, saved=refused is None)
    status = refused.status if refused else 200
    if request.headers.get("X-Requested-With") == "fetch":
        return render(request, "desk/verification_row.html", {"row": second_row}, status=status)
    return _page(request, frame, row, second_row, status)
