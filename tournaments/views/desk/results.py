"""Results by keyboard, by touch and by plain forms; and the correction of one."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.errors import DomainError
from common.permissions import Action
from core.record.results import FACTS, Result
from games.models import TrackingLevel
from tournaments import services
from tournaments.forms.rounds import RESULT_NAMES, CorrectionForm
from tournaments.models import Pairing, Round
from tournaments.models.round import RoundStatus
from tournaments.names import bye_name, status_name
from tournaments.selectors import round_view
from tournaments.selectors.changes import last_result_change
from tournaments.services.corrections import changes_the_tournament
from tournaments.views.desk.event import round_links
from tournaments.views.desk.frame import SectionDesk, desk, flash, posted_from, status_of
from tournaments.views.labels import round_name
from tournaments.views.seats import Seat, seat_in

#: Each with its key: the three results of a board, and those without a game behind a modifier.
PLAIN = ((Result.WHITE_WINS, "1"), (Result.DRAW, "3"), (Result.BLACK_WINS, "2"))
WITHOUT_A_GAME = (
    (Result.WHITE_FORFEIT_WIN, "1"),
    (Result.BLACK_FORFEIT_WIN, "2"),
    (Result.BOTH_FORFEIT, "0"),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it stores, shows, means, and the key that presses it."""

    value: str
    shown: str
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One board.  `problem` says why what was wanted for it (`wanted`) is not saved."""

    pairing: Pairing
    white: Seat
    black: Seat | None
    bye: str
    url: str
    correct_url: str
    game_url: str
    may_correct: bool
    may_enter: bool
    withdraw_url: str = ""
    plain: list[Choice] = field(default_factory=list)
    without_a_game: list[Choice] = field(default_factory=list)
    problem: str = ""
    code: str = ""
    wanted: str = ""
    saved: bool = False

    @property
    def result_name(self) -> str:
        return str(RESULT_NAMES[Result(self.pairing.result)]) if self.pairing.result else ""


@desk
@require_safe
def results(request: HttpRequest, slug: str, section_slug: str, number: int | None) -> HttpResponse:
    """The boards of a round.  With `part` only the rows, for a page that is open already."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_RESULT, here="rounds")
    row = frame.round(number)
    if row.status == RoundStatus.DRAFT:
        return redirect(frame.url("round", row.number))
    return _page(request, frame, row)


def _page(
    request: HttpRequest, frame: SectionDesk, row: Round, shown: ResultRow | None = None, status: int = 200
) -> HttpResponse:
    """`shown` is the row of a board that has just been refused, with its reason."""
    view = round_view(frame.section, row.number)
    rows = [
        shown if shown is not None and shown.pairing.pk == one.pk else _row(frame, row, one)
        for one in view.boards
    ]
    only_open = request.GET.get("show") == "open"
    missing = sum(not one.bye and not one.result for one in view.boards)
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "status_name": status_name(row.status),
        "rounds": round_links(frame.section, [one for one in frame.rounds if one.status != "draft"], row),
        "rows": [one for one in rows if not only_open or not (one.bye or one.pairing.result)],
        "only_open": only_open,
        "missing": missing,
        "boards": sum(not one.bye for one in view.boards),
        "round_url": frame.url("round", row.number),
    }
    template = "desk/result_rows.html" if "part" in request.GET else "desk/results.html"
    return render(request, template, context, status=status)


def _row(
    frame: SectionDesk,
    row: Round,
    pairing: Pairing,
    *,
    refused: DomainError | None = None,
    wanted: str = "",
    saved: bool = False,
) -> ResultRow:
    event, section = frame.event.slug, frame.section
    may_correct = frame.may[Action.CORRECT_RESULT]
    return ResultRow(
        pairing=pairing,
        white=seat_in(event, section, pairing.white),
        black=seat_in(event, section, pairing.black) if pairing.black else None,
        bye=bye_name(pairing.bye) if pairing.bye else "",
        url=frame.url("result", row.number, pairing.board),
        correct_url=frame.url("correction", row.number, pairing.board),
        game_url=reverse("game", args=[event, pairing.game_id]) if pairing.game_id else "",
        may_correct=may_correct,
        may_enter=row.status != RoundStatus.CLOSED,
        withdraw_url=frame.url("result_withdraw", row.number, pairing.board)
        if may_correct and row.status != RoundStatus.CLOSED and section.tracking != TrackingLevel.LIVE
        else "",
        plain=[_choice(*one) for one in PLAIN],
        without_a_game=[_choice(*one) for one in WITHOUT_A_GAME],
        problem=_why(pairing, refused) if refused else "",
        code=refused.code if refused else "",
        wanted=_shown(wanted),
        saved=saved,
    )


def _choice(result: Result, key: str) -> Choice:
    return Choice(result.value, " – ".join(FACTS[result].shown), str(RESULT_NAMES[result]), key)


def _shown(result: str) -> str:
    return " – ".join(FACTS[Result(result)].shown) if result in set(Result) else ""


def _why(pairing: Pairing, refused: DomainError) -> str:
    """The refusal in words; of a conflict also who was first, and with what."""
    sentence = refused.message.render(gettext)
    if refused.code not in ("changed_meanwhile", "already_finished") or not pairing.result:
        return sentence
    change = last_result_change(pairing)
    shown = _shown(pairing.result)
    if change is None or not change.who:
        return gettext("The board has got the result %(result)s meanwhile.") % {"result": shown}
    return gettext("%(who)s has entered %(result)s at %(time)s.") % {
        "who": change.who,
        "result": shown,
        "time": date_format(timezone.localtime(change.at), "H:i T"),
    }


def _board(row: Round, number: int) -> Pairing:
    found = (
        Pairing.objects.select_related("white__player", "black__player", "game")
        .filter(round=row, board=number)
        .first()
    )
    if found is None:
        raise Http404
    return found


@posted_from("desk_results", "slug", "section_slug", "number")
@desk
def result(
    request: HttpRequest, slug: str, section_slug: str, number: int | None, board: int
) -> HttpResponse:
    """Enter `result` for a board that is as `version` says.  A script gets the row, a plain form the page."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_RESULT, here="rounds")
    row = frame.round(number)
    pairing = _board(row, board)
    wanted, version = request.POST.get("result", ""), request.POST.get("version", "")
    act = services.set_forfeit if wanted in _FORFEITS and not pairing.result else services.enter_result
    refused: DomainError | None = None
    try:
        act(
            actor=frame.actor,
            now=timezone.now(),
            pairing_id=pairing.pk,
            result=wanted,
            reason="",
            expected_version=int(version) if version.isdigit() else None,
        )
    except DomainError as problem:
        refused = problem
    return _answer(request, frame, row, board, refused, wanted)


@posted_from("desk_results", "slug", "section_slug", "number")
@desk
def withdraw(
    request: HttpRequest, slug: str, section_slug: str, number: int | None, board: int
) -> HttpResponse:
    """Take the result of a board back, which is as `version` says: the game goes on."""
    frame = SectionDesk.of(request, slug, section_slug, Action.CORRECT_RESULT, here="rounds")
    row = frame.round(number)
    version = request.POST.get("version", "")
    refused: DomainError | None = None
    try:
        services.withdraw_result(
            actor=frame.actor,
            now=timezone.now(),
            pairing_id=_board(row, board).pk,
            expected_version=int(version) if version.isdigit() else None,
        )
    except DomainError as problem:
        refused = problem
    return _answer(request, frame, row, board, refused)


def _answer(
    request: HttpRequest,
    frame: SectionDesk,
    row: Round,
    board: int,
    refused: DomainError | None,
    wanted: str = "",
) -> HttpResponse:
    """The row for a script; for a plain form the page, at the next board or with what was refused."""
    by_script = request.headers.get("X-Requested-With") == "fetch"
    if refused is None and not by_script:
        return redirect(f"{frame.url('results', row.number)}#board-{_following(row, board)}")
    shown = _row(frame, row, _board(row, board), refused=refused, wanted=wanted, saved=refused is None)
    status = status_of(refused) if refused else 200
    if by_script:
        context = {"row": shown, "missing": _missing(row)}
        return render(request, "desk/result_row.html", context, status=status)
    return _page(request, frame, row, shown, status)


_FORFEITS = frozenset(one.value for one, _key in WITHOUT_A_GAME)


def _missing(row: Round) -> int:
    return row.pairings.filter(bye="", result="").count()


def _following(row: Round, board: int) -> int:
    """The next board without a result, from the beginning again after the last; the same one if there is none."""
    waiting = list(row.pairings.filter(bye="", result="").order_by("board").values_list("board", flat=True))
    return next((one for one in waiting if one > board), waiting[0] if waiting else board)


@desk
def correction(
    request: HttpRequest, slug: str, section_slug: str, number: int | None, board: int
) -> HttpResponse:
    """Put a result right, with the reason, also after the round is closed."""
    frame = SectionDesk.of(request, slug, section_slug, Action.CORRECT_RESULT, here="rounds")
    row = frame.round(number)
    pairing = _board(row, board)
    if not pairing.result:
        return redirect(frame.url("results", row.number))
    late = not changes_the_tournament(pairing) or request.POST.get("late") == "1"
    form = CorrectionForm(request.POST or None, initial={"version": pairing.version})
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                _correct(frame, pairing, form, late=late)
            except DomainError as refused:
                status = status_of(refused)
                late = late or refused.code == "next_stage_begun"
                pairing = _board(row, board)
                form = _again(form, pairing, refused)
            else:
                words = (
                    gettext("The result of board %(board)s is corrected for the rating report only.")
                    if late
                    else gettext("The result of board %(board)s is corrected.")
                )
                flash(request, words % {"board": board})
                return redirect(f"{frame.url('results', row.number)}#board-{board}")
    context = {
        **frame.context(),
        "form": form,
        "late": late,
        "row": _row(frame, row, pairing),
        "round": row,
        "round_name": round_name(row.number),
        "change": last_result_change(pairing),
        "back": frame.url("results", row.number),
    }
    return render(request, "desk/correction.html", context, status=status)


def _correct(frame: SectionDesk, pairing: Pairing, form: CorrectionForm, *, late: bool) -> None:
    """`late`: later rounds of a Swiss were paired by the result, and it stands in the tournament."""
    given = {
        "actor": frame.actor,
        "now": timezone.now(),
        "pairing_id": pairing.pk,
        "result": form.cleaned_data["result"],
        "reason": form.cleaned_data["reason"],
    }
    if late:
        services.correct_for_rating(**given)
    else:
        services.correct_result(**given, expected_version=form.cleaned_data["version"])


def _again(form: CorrectionForm, pairing: Pairing, refused: DomainError) -> CorrectionForm:
    """The form as it was typed; after a conflict it speaks of the board as it is now."""
    if refused.code != "changed_meanwhile":
        form.refuse(refused)
        return form
    form.data = {**form.data.dict(), "version": str(pairing.version)}  # type: ignore[attr-defined]
    form.add_error(None, ValidationError(_why(pairing, refused), code=refused.code))
    return form
