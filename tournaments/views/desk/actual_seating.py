"""Boards that were played differently: reversed colours, other opponents or other tables, with a preview."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from games.views.requests import Attempt, redirect_with, require_found, whole_number
from tavleya.permissions import Action
from tavleya.record.results import Result
from tournaments.forms.rounds import RESULT_NAMES
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Bye, Round, RoundStatus
from tournaments.names import listed_name
from tournaments.selectors.rounds import other_meetings, round_view
from tournaments.services.actual_seating import (
    ActualSeats,
    SeatChange,
    plan_seating,
    record_actual_seating,
)
from tournaments.services.results import changes_the_tournament
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.desk.round_boards import result_text
from tournaments.views.frame import language, round_name
from tournaments.views.seats import Seat, seat_in


@desk
def actual_seating(request: HttpRequest, slug: str, section_slug: str, number: int | None, board: int) -> HttpResponse:
    """`act`: `turn` for reversed colours, `check` for the chosen seats, `save` for the seats as they were `seen`."""
    frame = SectionDesk.of(request, slug, section_slug, Action.CORRECT_RESULT)
    row = frame.round(number)
    if row.status == RoundStatus.DRAFT:
        return redirect(frame.url("round", row.number))
    view = round_view(frame.section, row.number)
    paired = {item.board: item for item in view.boards if item.bye in ("", Bye.PAIRING_ALLOCATED)}
    require_found(board in paired)
    act = request.POST.get("act", "")
    if act == "turn" and (black := paired[board].black_id):
        own = _as_paired(paired[board])
        chosen = [replace(own, white=black, black=own.white)]
    else:
        chosen = _with_exchanged(_posted(request, paired), paired) or [_as_paired(paired[board])]
    seen = " ".join(f"{seats.board}:{seats.white}-{seats.black}:{seats.result}" for seats in chosen)
    late = not changes_the_tournament(paired[board])
    changes: Sequence[SeatChange] = ()

    def carry_out() -> bool:
        nonlocal changes
        changes = plan_seating(row, chosen, for_rating=late)
        if act != "save" or request.POST.get("seen") != seen:
            return False
        record_actual_seating(
            actor=frame.actor,
            now=timezone.now(),
            round_id=row.pk,
            boards=chosen,
            reason=request.POST.get("reason", "")[:400],
            for_rating=late,
        )
        return True

    attempt = Attempt(request, carry_out)
    back = f"{frame.url('results', row.number)}#board-{board}"
    if attempt and attempt.result:
        sentence = (
            gettext("%(round)s: how the boards were played is in the rating report only.")
            if late
            else gettext("%(round)s: the boards have been recorded as they were played.")
        )
        return redirect_with(request, sentence % {"round": round_name(row.number)}, back)
    fixed = frame.section.system.scheduled or paired[board].match_id is not None
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "board": board,
        "has_bye": bool(paired[board].bye),
        "rows": _rows(chosen, paired),
        "people": _people([paired[board]] if fixed else paired.values()),
        "results": [(result.value, name, result_text(result)) for result, name in RESULT_NAMES.items()],
        "changes": [_change(frame, change) for change in changes],
        "notices": [] if late else _notices(frame, row, changes),
        "late": late,
        "seen": seen,
        "reason": request.POST.get("reason", "")[:400],
        "refused": attempt.error,
        "back": back,
    }
    return render(request, "desk/actual_seating.html", context, status=attempt.status)


def _as_paired(board: Pairing) -> ActualSeats:
    return ActualSeats(board.board, board.white_id, board.black_id, version=board.version)


def _posted(request: HttpRequest, paired: Mapping[int, Pairing]) -> list[ActualSeats]:
    def number(name: str, board: int) -> int | None:
        return whole_number(request.POST.get(f"{name}_{board}", ""))

    return [
        ActualSeats(
            board,
            number("white", board) or 0,
            None if paired[board].bye else number("black", board) or 0,
            request.POST.get(f"result_{board}", ""),
            number("version", board),
        )
        for board in sorted(paired)
        if f"white_{board}" in request.POST
    ]


def _with_exchanged(chosen: Sequence[ActualSeats], paired: Mapping[int, Pairing]) -> list[ActualSeats]:
    """Return the chosen boards and those from which their players came, where the players exchange seats."""
    home = {key: board for board in paired.values() for key in _keys(board)}
    seated = [key for seats in chosen for key in (seats.white, seats.black) if key]
    boards = {seats.board: seats for seats in chosen}
    displaced = [key for board in boards for key in _keys(paired[board]) if key not in seated]
    for key in seated:
        origin = home.get(key)
        if origin is None or origin.board in boards:
            continue
        white, black = (
            displaced.pop(0) if seat in seated and displaced else seat for seat in (origin.white_id, origin.black_id)
        )
        boards[origin.board] = replace(_as_paired(origin), white=white or 0, black=black)
    return [boards[board] for board in sorted(boards)]


def _keys(board: Pairing) -> list[int]:
    return [key for key in (board.white_id, board.black_id) if key is not None]


def _people(boards: Iterable[Pairing]) -> list[tuple[int, str]]:
    entries = [entry for board in boards for entry in (board.white, board.black) if entry]
    entries.sort(key=lambda entry: entry.number)
    return [(entry.pk, f"{entry.number}. {listed_name(entry.player, language())}") for entry in entries]


def _rows(chosen: Sequence[ActualSeats], paired: Mapping[int, Pairing]) -> list[dict[str, object]]:
    home = {key: board.board for board in paired.values() for key in _keys(board)}
    return [
        {
            "seats": seats,
            "bye": bool(paired[seats.board].bye),
            "new_opponents": seats.black is not None and home.get(seats.white) != home.get(seats.black),
        }
        for seats in chosen
    ]


def _change(frame: SectionDesk, change: SeatChange) -> dict[str, object]:
    paired, origin = change.paired, change.source
    from_board = origin.board if origin and origin is not paired and (change.turned or change.moved) else None

    def names(*entries: Registration | None) -> list[Seat]:
        return [seat_in(frame.event.slug, frame.section, entry) for entry in entries if entry]

    return {
        "board": paired.board,
        "before": names(paired.white, paired.black),
        "result_before": result_text(paired.result),
        "after": names(change.white, change.black),
        "result": str(RESULT_NAMES[Result(change.result)]) if change.result else "",
        "shown": result_text(change.result),
        "turned": change.turned,
        "from_board": from_board,
        "new_opponents": change.black is not None and not change.turned and not change.moved,
    }


def _notices(frame: SectionDesk, row: Round, changes: Sequence[SeatChange]) -> list[str]:
    """Return what the changes mean for other rounds."""
    if not changes:
        return []
    notices = [
        gettext("%(white)s and %(black)s also meet in %(round)s.")
        % {
            "white": listed_name(meeting.white.player, language()),
            "black": listed_name(meeting.black.player, language()) if meeting.black else "",
            "round": round_name(meeting.round.number),
        }
        for meeting in other_meetings(row, [(change.white, change.black) for change in changes if not change.turned])
    ]
    later = [item for item in frame.rounds if (item.number or 0) > (row.number or 0)]
    if not frame.section.system.from_results or not later:
        return notices
    public = [round_name(item.number) for item in later if item.status != RoundStatus.DRAFT]
    drafts = [round_name(item.number) for item in later if item.status == RoundStatus.DRAFT]
    if public:
        notices.append(
            gettext("Already published, and left as it is: %(rounds)s. The next pairing uses what is recorded here.")
            % {"rounds": ", ".join(public)}
        )
    if drafts:
        notices.append(gettext("Pair the draft again afterwards: %(rounds)s.") % {"rounds": ", ".join(drafts)})
    return notices
