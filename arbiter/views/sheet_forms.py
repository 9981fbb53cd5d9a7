"""The form of one score sheet, for arbiters and for players: its text, its letters, its photographs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, HttpRequest, HttpResponse, QueryDict

from arbiter.messages import say
from arbiter.views.sheet_comparison import Trouble, keeper_name, letters, troubles
from games.models.game import Game
from games.models.photo import SheetPhoto
from games.models.sheet import ScoreSheet
from games.services.photos import LARGEST, Picture, hand_in, photo_for, void_photo
from games.views.problems import find_or_404
from tavleya.actors import Actor
from tavleya.errors import BadInput, NotFound
from tavleya.messages import Message
from tavleya.record.comparing import cells
from tavleya.record.merging import merge
from tavleya.record.sheets import Keeper, read_sheet
from tavleya.record.state import State


@dataclass(frozen=True, slots=True)
class SheetForm:
    """One sheet as the page shows it.  `read` half-moves can be played; `troubles` are the others."""

    keeper: str
    name: str
    text: str
    language: str
    version: int
    at: datetime | None
    who: str
    letters: list[tuple[str, str]]
    photos: list[SheetPhoto] = field(default_factory=list)
    read: int = 0
    offers: int = 0
    troubles: list[Trouble] = field(default_factory=list)
    warnings: list[Message] = field(default_factory=list)
    open: bool = False


def forms(
    state: State,
    game: Game,
    keepers: Iterable[Keeper],
    rows: Sequence[ScoreSheet],
    pictures: Sequence[SheetPhoto],
    form_data: QueryDict,
) -> list[SheetForm]:
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
) -> SheetForm:
    text = _text(form_data) if form_data is not None else row.text if row else ""
    language = form_data.get("language", "") if form_data is not None else row.language if row else ""
    sheet = read_sheet(game.game, keeper, text, language)
    sheet_cells = cells(state.rules, state.line.start, sheet, merge(state.rules, state.line.start, [sheet]))
    return SheetForm(
        keeper.value,
        keeper_name(keeper),
        text,
        language,
        row.version if row else 0,
        row.at if row else None,
        _author_name(row),
        letters(game.game),
        pictures,
        read=sum(1 for cell in sheet_cells if cell.canonical),
        offers=sum(1 for cell in sheet_cells if cell.offered),
        troubles=troubles(sheet_cells),
        warnings=list(sheet.warnings),
        open=form_data is not None,
    )


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
    version = form_data.get("version", "")
    hand_in(
        **caller,
        keeper=chosen_keeper(form_data),
        text=_text(form_data),
        language=_language(form_data, caller["game_id"]),
        photos=[picture_of(file) for file in request.FILES.getlist("photos")],
        expected=int(version) if version.isdecimal() and len(version) < 10 else None,
    )


def void(request: HttpRequest, caller: Mapping[str, Any]) -> None:
    photo = request.POST.get("photo", "")
    if not (photo.isdecimal() and len(photo) < 19):
        raise NotFound(say("no_such_photo"))
    void_photo(**caller, photo_id=int(photo), reason=request.POST.get("reason", ""))


def _language(form_data: QueryDict, game_id: int) -> str:
    code = form_data.get("language", "")
    game = Game.objects.only("game", "broadcast_delay").get(pk=game_id)
    return code if code in {existing for existing, _ in letters(game.game)} else ""


def picture_of(file: UploadedFile[bytes]) -> Picture:
    """Read an uploaded file up to the size limit."""
    # One byte more than is allowed is enough to know.
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
