"""Results by keyboard, by touch and by plain forms; and the correction of one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.requests import Attempt, posted_data, redirect_with, require_found, whole_number
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tavleya.record.results import Result
from tournaments.forms.rounds import RESULT_NAMES, CorrectionForm
from tournaments.hooks import correction_notes
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import REQUESTED, Bye, Round, RoundStatus
from tournaments.names import bye_name, listed_name, status_name
from tournaments.selectors.finality import player_reports
from tournaments.selectors.rounds import last_result_change, other_meetings, paired_from, result_writers, round_view
from tournaments.services.actual_seating import ActualSeats, SeatChange, plan_seating, record_actual_seating
from tournaments.services.results import (
    changes_the_tournament,
    correct_for_rating,
    correct_result,
    enter_result,
    retype_result,
    withdraw_result,
)
from tournaments.views import typed_offline
from tournaments.views.desk.acts import once, tell
from tournaments.views.desk.frame import SectionDesk, at_round, at_section, desk, posted_from
from tournaments.views.desk.round_boards import (
    ResultRow,
    board_of,
    describe_refusal,
    result_row,
    result_text,
    round_links,
)
from tournaments.views.frame import language, round_name
from tournaments.views.seats import Seat, seat_in

# Boards that were played differently: reversed colours, other opponents or other tables, with a preview.


@desk
@at_round(Action.CORRECT_RESULT)
def actual_seating(request: HttpRequest, frame: SectionDesk, row: Round, board: int) -> HttpResponse:
    """`act`: `turn` for reversed colours, `check` for the chosen seats, `save` for the seats as they were `seen`."""
    if row.status == RoundStatus.DRAFT:
        return redirect(frame.url("round", row.number))
    view = round_view(frame.section, row.number)
    paired = {item.board: item for item in view.boards if item.bye in ("", Bye.PAIRING_ALLOCATED)}
    require_found(board in paired)
    act, reason = request.POST.get("act", ""), request.POST.get("reason", "")[:400]
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
        record_actual_seating(**frame.caller, round_id=row.pk, boards=chosen, reason=reason, for_rating=late)
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
    late_people = [*view.free, *(item.white for item in view.boards if item.bye in REQUESTED)]
    return frame.page(
        "desk/actual_seating.html",
        attempt.status,
        round=row,
        round_name=round_name(row.number),
        board=board,
        has_bye=bool(paired[board].bye),
        rows=_rows(chosen, paired),
        people=_people([paired[board]] if fixed else paired.values()),
        late_people=[_choice(entry) for entry in late_people if frame.section.seats_late_players],
        results=[(result.value, name, result_text(result)) for result, name in RESULT_NAMES.items()],
        changes=[_change(frame, change) for change in changes],
        notices=[] if late else _notices(frame, row, changes),
        late=late,
        seen=seen,
        reason=reason,
        refused=attempt.error,
        back=back,
    )


def _as_paired(board: Pairing) -> ActualSeats:
    return ActualSeats(board.board, board.white_id, board.black_id, version=board.version)


def _posted(request: HttpRequest, paired: Mapping[int, Pairing]) -> list[ActualSeats]:
    def number(name: str, board: int) -> int | None:
        return whole_number(request.POST.get(f"{name}_{board}", ""))

    return [
        ActualSeats(
            board,
            number("white", board) or 0,
            number("black", board) or (None if paired[board].bye else 0),
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
    return [_choice(entry) for entry in entries]


def _choice(entry: Registration) -> tuple[int, str]:
    return entry.pk, f"{entry.number}. {listed_name(entry.player, language())}"


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
        "result_before": bye_name(paired.bye) if paired.bye else result_text(paired.result),
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
    later = [round_ for round_ in frame.rounds if (round_.number or 0) > (row.number or 0)]
    if not frame.section.system.from_results or not later:
        return notices
    public = [round_name(round_.number) for round_ in later if round_.status != RoundStatus.DRAFT]
    drafts = [round_name(round_.number) for round_ in later if round_.status == RoundStatus.DRAFT]
    if public:
        notices.append(
            gettext("Already published, and left as it is: %(rounds)s. The next pairing uses what is recorded here.")
            % {"rounds": ", ".join(public)}
        )
    if drafts:
        notices.append(gettext("Pair the draft again afterwards: %(rounds)s.") % {"rounds": ", ".join(drafts)})
    return notices


@desk
@require_safe
@at_round(Action.ENTER_RESULT)
def results(request: HttpRequest, frame: SectionDesk, row: Round) -> HttpResponse:
    """The boards of a round.  With `part` only the rows, for a page that is open already."""
    if row.status == RoundStatus.DRAFT:
        return redirect(frame.url("round", row.number))
    return _page(request, frame, row)


@desk
@require_safe
@at_section(Action.ENTER_RESULT)
def results_now(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """Redirect to the boards of the round with missing results, else to the newest public round."""
    public = [round_ for round_ in frame.rounds if round_.status != RoundStatus.DRAFT]
    if not public:
        messages.info(request, gettext("Results are entered once a round is published."))
        return redirect(frame.url("section"))
    waiting = [round_ for round_ in public if round_.status != RoundStatus.CLOSED]
    return redirect(frame.url("results", (waiting[0] if waiting else public[-1]).number))


def _page(
    request: HttpRequest, frame: SectionDesk, row: Round, refused_row: ResultRow | None = None, status: int = 200
) -> HttpResponse:
    """Return the page; `refused_row`: the row of a refused board, with its reason."""
    view = round_view(frame.section, row.number)
    writers, reports = result_writers(view.boards), player_reports(view.boards)
    rows = [
        refused_row
        if refused_row is not None and refused_row.pairing.pk == board.pk
        else result_row(frame, row, board, writers, reports)
        for board in view.boards
    ]
    only_open, find = request.GET.get("show") == "open", request.GET.get("find", "").strip()
    missing = sum(not board.bye and not board.result for board in view.boards)
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "status_name": status_name(row.status),
        "rounds": round_links(frame.section, [other for other in frame.rounds if other.status != "draft"], row),
        "rows": [
            line
            for line in rows
            if not (only_open and (line.bye or line.pairing.result)) and (not find or line.is_found_by(find))
        ],
        "find": find,
        "only_open": only_open,
        "missing": missing,
        "boards": sum(not board.bye for board in view.boards),
        "round_url": frame.url("round", row.number),
        "verification_url": frame.url("verification", row.number),
        "stream": frame.stream,
    }
    template = "desk/result_rows.html" if "part" in request.GET else "desk/results.html"
    return render(request, template, context, status=status)


@posted_from("desk_results", "slug", "section_slug", "number")
@desk
@at_round(Action.ENTER_RESULT)
def result(request: HttpRequest, frame: SectionDesk, row: Round, board: int) -> HttpResponse:
    """Enter `result` for a board at `version`; with `replace`, replace a mistyped result.

    A script gets the row, a plain form the page.
    """
    wanted = request.POST.get("result", "")
    if request.POST.get("replace"):
        attempt = _attempt(request, frame, row, board, retype_result, result=wanted)
    else:
        confirmed = request.POST.getlist("confirmed")
        attempt = _attempt(request, frame, row, board, enter_result, result=wanted, confirmed=confirmed)
    return _answer(request, frame, row, board, attempt, wanted)


@posted_from("desk_results", "slug", "section_slug", "number")
@desk
@at_round(Action.ENTER_RESULT)
def withdraw(request: HttpRequest, frame: SectionDesk, row: Round, board: int) -> HttpResponse:
    """Withdraw the result of a board at `version`: the game continues."""
    return _answer(request, frame, row, board, _attempt(request, frame, row, board, withdraw_result))


def _attempt(
    request: HttpRequest, frame: SectionDesk, row: Round, board: int, act: Callable[..., Pairing], **more: object
) -> Attempt[str]:
    """Attempt an act at a board at `version`, once for each idempotency key; the result is its undo note."""
    more |= {"pairing_id": board_of(row, board).pk, "expected_version": whole_number(request.POST.get("version", ""))}
    return Attempt(
        request, lambda: once(request, frame.actor, lambda: {"board": act(**frame.caller, **more).board})["note"]
    )


def _answer(
    request: HttpRequest, frame: SectionDesk, row: Round, board: int, attempt: Attempt[str], wanted: str = ""
) -> HttpResponse:
    """Return the row for a script; for a plain form the page, at the next board or with the refused input.

    The result of the attempt is the undo note; the row, or the page, has a button for it.
    """
    refused, note = attempt.error, attempt.result if attempt else ""
    by_script = request.headers.get("X-Requested-With") == "fetch"
    if typed_offline.comes_with_key(request) and not by_script:
        if refused is not None:
            return typed_offline.refusal(refused, describe_refusal(board_of(row, board), refused))
        return JsonResponse({"said": gettext("Board %(board)s: saved.") % {"board": board}})
    if refused is None and not by_script:
        words = gettext("Board %(board)s: saved.") if wanted else gettext("Board %(board)s: no result.")
        tell(request, words % {"board": board}, note)
        return redirect(f"{frame.url('results', row.number)}#board-{_following(row, board)}")
    pairing = board_of(row, board)
    view = result_row(
        frame,
        row,
        pairing,
        result_writers([pairing]),
        player_reports([pairing]),
        refused=refused,
        wanted=wanted,
        saved=refused is None,
        undo=note,
    )
    if by_script:
        context = {"row": view, "missing": _missing(row)}
        return render(request, "desk/result_row.html", context, status=attempt.status)
    return _page(request, frame, row, view, attempt.status)


def _missing(row: Round) -> int:
    return row.pairings.filter(bye="", result="").count()


def _following(row: Round, board: int) -> int:
    """Return the next board without a result, starting again after the last; the same one if there is none."""
    waiting = list(row.pairings.filter(bye="", result="").order_by("board").values_list("board", flat=True))
    return next((number for number in waiting if number > board), waiting[0] if waiting else board)


@desk
@at_round(Action.CORRECT_RESULT)
def correction(request: HttpRequest, frame: SectionDesk, row: Round, board: int) -> HttpResponse:
    """Put a result right, with the reason, also after the round is closed."""
    pairing = board_of(row, board)
    if not pairing.result:
        return redirect(frame.url("results", row.number))
    late = not changes_the_tournament(pairing) or request.POST.get("late") == "1"
    later = _later_lines(frame, paired_from(pairing, row))
    form = CorrectionForm(posted_data(request), initial={"version": pairing.version})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                _correct(frame, pairing, form, late=late)
            except DomainError as error:
                status = error.status
                late = late or error.code == "next_stage_begun"
                pairing = board_of(row, board)
                form = _again(form, pairing, error)
            else:
                words = (
                    gettext("The result of board %(board)s has been corrected for the rating report only.")
                    if late
                    else gettext("The result of board %(board)s has been corrected.")
                )
                words %= {"board": board}
                if later:
                    boards = "; ".join(line["text"] for line in later)
                    words += " " + gettext("Pairings made with the old result: %(boards)s.") % {"boards": boards}
                return redirect_with(request, words, f"{frame.url('results', row.number)}#board-{board}")
    return frame.page(
        "desk/correction.html",
        status,
        form=form,
        late=late,
        later=later,
        row=result_row(frame, row, pairing, result_writers([pairing]), {}),
        round=row,
        round_name=round_name(row.number),
        change=last_result_change(pairing),
        notes=correction_notes(pairing),
        back=frame.url("results", row.number),
    )


def _later_lines(frame: SectionDesk, boards: Iterable[Pairing]) -> list[dict[str, str]]:
    """Return boards that were paired from a result: `Round 2, Board 3: Adams – Berg`, with the page of the round."""
    lines = []
    for later in boards:
        names = [listed_name(seat.player, language()) for seat in (later.white, later.black) if seat is not None]
        players = " – ".join(names) if later.black else f"{names[0]}, {bye_name(later.bye)}"
        board = gettext("Board %(n)s") % {"n": later.board}
        text = f"{round_name(later.round.number)}, {board}: {players}"
        lines.append({"text": text, "url": frame.url("round", later.round.number)})
    return lines


def _correct(frame: SectionDesk, pairing: Pairing, form: CorrectionForm, *, late: bool) -> None:
    """Save a correction.  `late`: later rounds of a Swiss were paired from the result, so the tournament keeps it."""
    common = {
        **frame.caller,
        "pairing_id": pairing.pk,
        "result": form.cleaned_data["result"],
        "reason": form.cleaned_data["reason"],
    }
    if late:
        correct_for_rating(**common)
    else:
        correct_result(**common, expected_version=form.cleaned_data["version"])


def _again(form: CorrectionForm, pairing: Pairing, refused: DomainError) -> CorrectionForm:
    """Return the form with its input; after a conflict it shows the current state of the board."""
    if refused.code != "changed_meanwhile":
        form.refuse(refused)
        return form
    form.data = {**form.data.dict(), "version": str(pairing.version)}  # type: ignore[attr-defined]
    form.add_error(None, ValidationError(describe_refusal(pairing, refused), code=refused.code))
    return form
