"""The score sheets of a board at the arbiters' desk: typed in, photographed, compared, reconstructed (tavreli 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.messages import say
from arbiter.selectors.sheet_findings import findings_at
from arbiter.views.desk import BoardFrame, number_in
from arbiter.views.ruling_labels import shown_findings
from arbiter.views.sheet_comparison import (
    Comparison,
    format_moves,
    keeper_name,
    letters,
    numbered,
    ply_number,
    style,
    troubles,
)
from games.models.game import Game
from games.models.sheet import ScoreSheet, SheetPhoto
from games.services.checking import Reconstruction, enter_reconstruction, preview_reconstruction
from games.services.sheets import (
    LARGEST,
    Picture,
    compare_sheets,
    hand_in,
    photo_for,
    photos_for,
    sheets_for,
    void_photo,
)
from games.views.ledger import result_shown
from games.views.requests import Attempt, find_or_404, or_404, redirect_with
from games.views.viewer import diagram
from tavleya.actors import Actor
from tavleya.errors import BadInput, DomainError
from tavleya.permissions import Action
from tavleya.record.merging import Keeper, merge, read_sheet
from tavleya.record.replay import cells, written_result
from tavleya.record.results import Result
from tavleya.record.state import State
from tavleya.rules.contract import LineOfPlay, Ply

# The form of one score sheet, for arbiters and for players: its text, its letters, its photographs.


def forms(
    state: State,
    game: Game,
    keepers: Iterable[Keeper],
    rows: Sequence[ScoreSheet],
    pictures: Sequence[SheetPhoto],
    form_data: QueryDict,
) -> list[dict[str, Any]]:
    """Return a form for each of `keepers`: with the form data if it was submitted, else with the newest version."""
    newest = {row.keeper: row for row in rows}
    return [
        _form(
            state,
            game,
            keeper,
            newest.get(keeper.value),
            [picture for picture in pictures if picture.keeper == keeper.value],
            form_data if form_data.get("keeper") == keeper.value and "text" in form_data else None,
        )
        for keeper in keepers
    ]


def _form(
    state: State,
    game: Game,
    keeper: Keeper,
    row: ScoreSheet | None,
    pictures: list[SheetPhoto],
    form_data: QueryDict | None,
) -> dict[str, Any]:
    text = _text(form_data) if form_data is not None else row.text if row else ""
    language = form_data.get("language", "") if form_data is not None else row.language if row else ""
    sheet = read_sheet(game.game, keeper, text, language)
    sheet_cells = cells(state.rules, state.line.start, sheet, merge(state.rules, state.line.start, [sheet]))
    return {
        "keeper": keeper.value,
        "name": keeper_name(keeper),
        "text": text,
        "language": language,
        "version": row.version if row else 0,
        "at": row.at if row else None,
        "who": _author_name(row),
        "letters": letters(game.game),
        "photos": pictures,
        "read": sum(1 for cell in sheet_cells if cell.canonical),
        "offers": sum(1 for cell in sheet_cells if cell.offered),
        "troubles": troubles(sheet_cells),
        "warnings": list(sheet.warnings),
        "open": form_data is not None,
    }


def _author_name(row: ScoreSheet | None) -> str:
    if row is None:
        return ""
    return row.user.shown_name if row.user else row.actor.partition(":")[2]


def _text(form_data: QueryDict) -> str:
    return form_data.get("text", "").replace("\r\n", "\n")


def chosen_keeper(form_data: QueryDict) -> Keeper:
    try:
        return Keeper(form_data.get("keeper", ""))
    except ValueError:
        raise BadInput(say("no_sheet_chosen")) from None


def save(request: HttpRequest, caller: Mapping[str, Any]) -> None:
    """Save the text of the form and the selected photographs."""
    form_data = request.POST
    hand_in(
        **caller,
        keeper=chosen_keeper(form_data),
        text=_text(form_data),
        language=_language(form_data, caller["game_id"]),
        photos=[picture_of(file) for file in request.FILES.getlist("photos")],
        expected=number_in(form_data, "version"),
    )


def void(request: HttpRequest, caller: Mapping[str, Any]) -> None:
    photo_id = number_in(request.POST, "photo") or 0
    void_photo(**caller, photo_id=photo_id, reason=request.POST.get("reason", ""))


def _language(form_data: QueryDict, game_id: int) -> str:
    code = form_data.get("language", "")
    game = Game.objects.only("game", "broadcast_delay").get(pk=game_id)
    return code if code in {language for language, _ in letters(game.game)} else ""


def picture_of(file: UploadedFile[bytes]) -> Picture:
    """Read an uploaded file up to the size limit."""
    # One byte more than allowed shows that the file is too large.
    return Picture(file.read(LARGEST + 1), file.name or "")


_INLINE = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox"


def photo_response(actor: Actor, game: Game, photo_id: int) -> HttpResponse | FileResponse:
    """Return the photograph, served only as an image and not cacheable by others."""
    photo, file = find_or_404(lambda: photo_for(actor=actor, game=game, photo_id=photo_id))
    response = FileResponse(file, content_type=photo.kind)
    suffix = (photo.stored or "").rpartition(".")[2]
    response["Content-Disposition"] = f'inline; filename="{photo.keeper}-{photo.number}.{suffix}"'
    response["Content-Security-Policy"] = _INLINE
    response["X-Content-Type-Options"] = "nosniff"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["Cache-Control"] = "private, no-store"
    return response


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


def _enter(frame: BoardFrame, caller: dict[str, Any]) -> str:
    enter_reconstruction(
        **caller,
        moves=_moves(frame),
        result=_result(frame),
        reason=frame.request.POST.get("reason", "").strip(),
        expected=frame.expected(),
        idempotency_key=frame.request.request_id,  # type: ignore[attr-defined]
    )
    return gettext("The reconstruction has been entered into the record.")


def _moves(frame: BoardFrame) -> tuple[str, ...]:
    """Return the reconstruction as canonical moves. Raises: BadInput ("bad_ply") with the first bad half-move."""
    state, text = frame.state, frame.request.POST.get("moves", "")
    sheet = read_sheet(frame.game.game, Keeper.ARBITER, text, style().language)
    line, moves = LineOfPlay(state.line.start), []
    for index, word in enumerate(sheet.words):
        ply = state.line.plies[index] if index < state.ply else None
        if ply is not None and ply.irregular and word.text == ply.text:
            line = line.add(ply)
            moves.append(ply.text)
            continue
        try:
            move = state.rules.read(line.position, word.text, language=style().language)
        except BadInput as problem:
            values = {"line": word.line, "ply": ply_number(index + 1), "move": word.text or "…", "why": problem.message}
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


_HANDLERS: dict[str, Callable[[BoardFrame, dict[str, Any]], str]] = {
    "check": _check,
    "save": _save,
    "void": _void,
    "preview": lambda frame, caller: "",
    "enter": _enter,
}


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
        context: dict[str, Any] = {"moves": form_data["moves"], "reason": form_data.get("reason", "")}
        context["chosen"] = form_data.get("result", "")
        try:
            context["plan"] = _reconstruction_view(
                frame,
                preview_reconstruction(actor=frame.actor, game=frame.game, moves=_moves(frame), result=_result(frame)),
            )
        except DomainError as error:
            if problem is None:
                context["moves_error"] = error.message.render(gettext)
        return context
    texts = comparison.written if comparison.merged.moves else _recorded_moves(frame.state)
    return {
        "moves": numbered(texts, frame.state.line.start.turn),
        "reason": "",
        "chosen": _agreed_result(frame.state, comparison),
    }


def _recorded_moves(state: State) -> list[str]:
    if any(ply.irregular for ply in state.line.plies):
        return [ply.text for ply in state.line.plies]
    return format_moves(state, [ply.text for ply in state.line.plies])


def _agreed_result(state: State, comparison: Comparison) -> str:
    """Return the result on which all sheets agree, for a game without a result."""
    results = {written_result(sheet.result) for sheet in comparison.sheets if sheet.result}
    agreed = results.pop() if len(results) == 1 else None
    return agreed.value if agreed and state.result is None else ""


def _reconstruction_view(frame: BoardFrame, plan: Reconstruction) -> dict[str, Any]:
    game, state = frame.game, frame.state
    return {
        "kept": plan.kept,
        "struck": list(plan.struck),
        "added": _format_line(state, plan.line)[plan.kept :],
        "first": ply_number(plan.kept + 1),
        "was": result_shown(plan.was.value) if plan.was else "",
        "result": result_shown(plan.result.value) if plan.result and plan.result is not plan.was else "",
        "ended": plan.ended,
        "deepened": plan.deepened,
        "last": diagram(game.game, plan.line.position, gettext("Position after the reconstruction"), key="plan"),
        "empty": plan.empty,
    }


def _format_line(state: State, line: LineOfPlay) -> list[str]:
    texts, before = [], line.start
    for ply in line.plies:
        if ply.irregular:
            texts.append(ply.text)
        else:
            texts.append(state.rules.write(before, state.rules.read(before, ply.text), style()))
        before = ply.position
    return texts
