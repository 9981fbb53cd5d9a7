"""The score sheets of a board at the arbiters' desk: typed in, photographed, compared, reconstructed (tavreli 8)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.messages import say
from arbiter.selectors.sheet_findings import findings_at
from arbiter.views.board_frame import BoardFrame
from arbiter.views.finding_labels import shown_findings
from arbiter.views.sheet_comparison import Comparison, format_moves, numbered, ply_number, style
from arbiter.views.sheet_forms import chosen_keeper, forms, photo_response, save, void
from games.services.photos import photos_for
from games.services.reconstruction import (
    Reconstruction,
    enter_reconstruction,
    preview_reconstruction,
)
from games.services.sheets import compare_sheets, sheets_for
from games.views.diagram import diagram
from games.views.ledger import result_shown
from games.views.problems import Attempt, or_404, redirect_with
from tavleya.errors import BadInput, DomainError
from tavleya.permissions import Action
from tavleya.record.comparing import written_result
from tavleya.record.results import Result
from tavleya.record.sheets import Keeper, read_sheet
from tavleya.record.state import State
from tavleya.rules.contract import LineOfPlay, Ply


@dataclass(frozen=True, slots=True)
class ReconstructionView:
    """The effects of entering the moves, in words and as the final position."""

    kept: int
    struck: list[str]
    added: list[str]
    first: str
    was: str
    result: str
    ended: bool
    deepened: bool
    last: SafeString
    empty: bool


@require_http_methods(["GET", "HEAD", "POST"])
def sheets(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """Show the sheets; on POST, `do` is the act: `check`, `save`, `void`, `preview` or `enter`."""
    frame = BoardFrame.of(request, slug, game_id, Action.WRITE_SHEET)
    caller = {"actor": frame.actor, "now": timezone.now(), "game_id": game_id}
    attempt = Attempt(request, lambda: or_404(_HANDLERS.get(request.POST.get("do", "")))(frame, caller))
    if attempt and attempt.result:
        return redirect_with(request, attempt.result, "board-sheets", slug=slug, game_id=game_id)
    if attempt.error:
        frame = BoardFrame.of(request, slug, game_id, Action.WRITE_SHEET)
    return frame.answer("hall/sheets.html", _context(frame, attempt.error), attempt.error)


@require_safe
def photo(request: HttpRequest, slug: str, game_id: int, photo_id: int) -> HttpResponseBase:
    """Return a photograph to users who may read the sheets."""
    frame = BoardFrame.of(request, slug, game_id, Action.WRITE_SHEET)
    return photo_response(frame.actor, frame.game, photo_id)


# Acts: the next page shows the returned text; after an empty text this page is shown again.


def _check(frame: BoardFrame, caller: dict[str, Any]) -> str:
    chosen_keeper(frame.request.POST)
    return ""


def _save(frame: BoardFrame, caller: dict[str, Any]) -> str:
    save(frame.request, caller)
    return gettext("Score sheet saved.")


def _void(frame: BoardFrame, caller: dict[str, Any]) -> str:
    void(frame.request, caller)
    return gettext("The photograph has been marked void; it stays with the score sheet.")


def _preview(frame: BoardFrame, caller: dict[str, Any]) -> str:
    return ""


def _enter(frame: BoardFrame, caller: dict[str, Any]) -> str:
    form_data = frame.request.POST
    enter_reconstruction(
        **caller,
        moves=_moves(frame),
        result=_result(frame),
        reason=form_data.get("reason", "").strip(),
        expected=frame.expected(),
        idempotency_key=frame.request.request_id,  # type: ignore[attr-defined]
    )
    return gettext("The reconstruction has been entered into the record.")


_HANDLERS: dict[str, Callable[[BoardFrame, dict[str, Any]], str]] = {
    "check": _check,
    "save": _save,
    "void": _void,
    "preview": _preview,
    "enter": _enter,
}


def _moves(frame: BoardFrame) -> tuple[str, ...]:
    """Return the reconstruction as canonical moves. Raises: BadInput ("bad_ply") with the first bad half-move."""
    state, text = frame.state, frame.request.POST.get("moves", "")
    sheet = read_sheet(frame.game.game, Keeper.ARBITER, text, style().language)
    line, moves = LineOfPlay(state.line.start), []
    for index, word in enumerate(sheet.words):
        standing = state.line.plies[index] if index < state.ply else None
        if standing is not None and standing.irregular and word.text == standing.text:
            line = line.add(standing)
            moves.append(standing.text)
            continue
        try:
            move = state.rules.read(line.position, word.text, language=style().language)
        except BadInput as problem:
            values = {
                "line": word.line,
                "ply": ply_number(index + 1),
                "move": word.text or "…",
                "why": problem.message,
            }
            raise BadInput(say("bad_ply.on_line", **values), ply=index + 1) from None
        moves.append(move.text)
        line = line.add(Ply(move.text, line.position.play(move)))
    return tuple(moves)


def _result(frame: BoardFrame) -> Result | None:
    text = frame.request.POST.get("result", "")
    try:
        return Result(text) if text else None
    except ValueError:
        raise BadInput(say("no_result_chosen")) from None


# Context of the page


def _context(frame: BoardFrame, problem: DomainError | None) -> dict[str, Any]:
    form_data, game, state = frame.request.POST, frame.game, frame.state
    rows = sheets_for(actor=frame.actor, game=game)
    pictures = photos_for(actor=frame.actor, game=game)
    reads = frame.may(Action.READ_SHEETS)
    context: dict[str, Any] = {
        "forms": forms(state, game, list(Keeper), rows, pictures, form_data),
        "given": form_data,
        "reads": reads,
        "reconstructs": frame.may(Action.RECONSTRUCT),
        "results": [(result.value, result_shown(result)) for result in Result],
        "photo_url": reverse("board-sheets", args=[frame.event.slug, game.pk]),
    }
    if not reads:
        return context
    context["findings"] = shown_findings(findings_at(game))
    merged = compare_sheets(actor=frame.actor, game=game)
    context["comparison"] = comparison = Comparison(game, state, rows, merged)
    if frame.may(Action.RECONSTRUCT):
        context |= _reconstruction(frame, comparison, problem)
    return context


def _reconstruction(frame: BoardFrame, comparison: Comparison, problem: DomainError | None) -> dict[str, Any]:
    form_data = frame.request.POST
    if "moves" in form_data:
        context: dict[str, Any] = {
            "moves": form_data["moves"],
            "reason": form_data.get("reason", ""),
        }
        context["chosen"] = form_data.get("result", "")
        try:
            context["plan"] = _reconstruction_view(
                frame,
                preview_reconstruction(
                    actor=frame.actor, game=frame.game, moves=_moves(frame), result=_result(frame)
                ),
            )
        except DomainError as error:
            if problem is None:
                context["moves_error"] = error.message.render(gettext)
        return context
    texts = comparison.written if comparison.merged.moves else _record(frame.state)
    return {
        "moves": numbered(texts, frame.state.line.start.turn),
        "reason": "",
        "chosen": _by_the_sheets(frame.state, comparison),
    }


def _record(state: State) -> list[str]:
    if any(ply.irregular for ply in state.line.plies):
        return [ply.text for ply in state.line.plies]
    return format_moves(state, [ply.text for ply in state.line.plies])


def _by_the_sheets(state: State, comparison: Comparison) -> str:
    """Return the result on which all sheets agree, for a game without a result."""
    results = {written_result(sheet.result) for sheet in comparison.sheets if sheet.result}
    only = results.pop() if len(results) == 1 else None
    return only.value if only and state.result is None else ""


def _reconstruction_view(frame: BoardFrame, plan: Reconstruction) -> ReconstructionView:
    game, state = frame.game, frame.state
    texts = _format_line(state, plan.line)
    return ReconstructionView(
        kept=plan.kept,
        struck=list(plan.struck),
        added=texts[plan.kept :],
        first=ply_number(plan.kept + 1),
        was=result_shown(plan.was.value) if plan.was else "",
        result=result_shown(plan.result.value) if plan.result and plan.result is not plan.was else "",
        ended=plan.ended,
        deepened=plan.deepened,
        last=diagram(game.game, plan.line.position, gettext("Position after the reconstruction"), key="plan"),
        empty=plan.empty,
    )


def _format_line(state: State, line: LineOfPlay) -> list[str]:
    texts, before = [], line.start
    for ply in line.plies:
        if ply.irregular:
            texts.append(ply.text)
        else:
            texts.append(state.rules.write(before, state.rules.read(before, ply.text), style()))
        before = ply.position
    return texts
