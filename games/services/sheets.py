"""Score sheets as separate records, their comparison, and their use by arbiters (tavreli 8)."""

from __future__ import annotations

import hashlib
import io
import re
import uuid
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.core.files.base import ContentFile, File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Max, QuerySet

from games import hooks
from games.messages import say
from games.models.game import Game
from games.models.sheet import ScoreSheet, SheetPhoto, VoidPhoto
from games.services.record import lock_game
from games.states import state_of
from tavleya.actors import Actor, Standing
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.permissions import Action, allowed, require
from tavleya.record.entries import GamePhase
from tavleya.record.merging import Keeper, Merge, merge, read_sheet

if TYPE_CHECKING:
    from PIL import Image


LONGEST = 20_000  # characters of one sheet
_SHA256 = re.compile(r"[0-9a-f]{64}")


@transaction.atomic
def write_sheet(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    keeper: Keeper,
    text: str = "",
    language: str = "",
    file_name: str = "",
    file_sha256: str = "",
    expected: int | None = None,
) -> ScoreSheet:
    """Enter a score sheet, or a later version of it, as it is written, without checking its moves.

    Players write their own while the game is not over; then it belongs to the organiser (8.3).  `expected`: the
    version that the writer saw last (0: none).
    Raises: NotPermitted ("not_your_sheet"); Conflict ("stale_sheet", "sheet_handed_in"); BadInput ("empty_sheet",
    "sheet_too_long", "bad_file_hash").
    """
    game = lock_game(game_id)
    may_write(hooks.standing_of(actor, game), game, keeper)
    if not text.strip() and not file_sha256:
        raise BadInput(say("empty_sheet"))
    if len(text) > LONGEST:
        raise BadInput(say("sheet_too_long", longest=LONGEST))
    if file_sha256 and not _SHA256.fullmatch(file_sha256):
        raise BadInput(say("bad_file_hash"))
    last = game.sheets.filter(keeper=keeper.value).aggregate(last=Max("version"))["last"] or 0
    if expected is not None and expected != last:
        raise Conflict(say("stale_sheet"), version=last)
    return ScoreSheet.objects.create(
        game=game,
        keeper=keeper.value,
        version=last + 1,
        language=language,
        text=text,
        file_name=file_name[:200],
        file_sha256=file_sha256,
        user_id=actor.user_id,
        actor=actor.key,
        at=now,
    )


def sheets_for(*, actor: Actor, game: Game) -> tuple[ScoreSheet, ...]:
    """Return the newest version of every sheet that the actor may read.

    Arbiters read all of them at any time (8.2); players their own; the public those of a finished public game.
    """
    standing = hooks.standing_of(actor, game)
    newest: dict[str, ScoreSheet] = {
        sheet.keeper: sheet for sheet in game.sheets.order_by("version").select_related("game")
    }
    if allowed(standing, Action.READ_SHEETS):
        return tuple(newest.values())
    if GamePhase(game.phase) is GamePhase.FINISHED and hooks.visible_to(actor, game):
        return tuple(sheet for sheet in newest.values() if sheet.keeper != Keeper.ARBITER)
    own = {side.value for side in standing.sides}
    return tuple(sheet for sheet in newest.values() if sheet.keeper in own)


def compare_sheets(*, actor: Actor, game: Game) -> Merge:
    """Return the newest sheets side by side, for an arbiter."""
    require(hooks.standing_of(actor, game), Action.READ_SHEETS)
    state = state_of(game)
    sheets = [
        read_sheet(game.game, Keeper(sheet.keeper), sheet.text, sheet.language)
        for sheet in sheets_for(actor=actor, game=game)
        if sheet.text.strip()
    ]
    return merge(state.rules, state.line.start, sheets)


def may_write(standing: Standing, game: Game, keeper: Keeper) -> None:
    """Check who may write the sheet.

    Raises: NotPermitted ("not_your_sheet"); Conflict ("sheet_handed_in") for a player after the end of the game (8.3).
    """
    require(standing, Action.WRITE_SHEET)
    if allowed(standing, Action.SEE_DESK):  # staff, for either side and for the arbiter's own sheet
        return
    if keeper is Keeper.ARBITER or keeper.value not in {side.value for side in standing.sides}:
        raise NotPermitted(say("not_your_sheet"))
    if GamePhase(game.phase) in (GamePhase.FINISHED, GamePhase.ANNULLED):
        raise Conflict(say("sheet_handed_in"))


# Photographs of score sheets, identified by hash, stored unmodified, visible to the persons concerned
# (8.1–8.3).

LARGEST = 12 * 1024 * 1024  # bytes of one photograph
MOST_PIXELS = 60_000_000
#: The memory for decoding a picture.  A file of a few bytes can be a picture of gigabytes.
MOST_DECODED = 100 * 1024 * 1024  # bytes
MOST = 12  # photographs of one sheet that are not void
_KINDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {"JPEG": ("image/jpeg", "jpg"), "PNG": ("image/png", "png"), "WEBP": ("image/webp", "webp")}
)
#: One picture at a time in a process: several at once could exceed its memory.
_DECODING = Lock()


@dataclass(frozen=True, slots=True)
class Picture:
    """An uploaded file: its bytes and its name."""

    content: bytes
    name: str = ""


@dataclass(frozen=True, slots=True)
class _ImageInfo:
    kind: str
    suffix: str
    width: int
    height: int


def hand_in(
    *,
    actor: Actor,
    now: datetime,
    game_id: int,
    keeper: Keeper,
    text: str = "",
    language: str = "",
    photos: Sequence[Picture] = (),
    expected: int | None = None,
) -> Game:
    """Enter the text of a sheet, and photographs of it: all of it or, after an error, nothing.

    A text equal to the newest version is not written again.
    Raises: the errors of `write_sheet`; BadInput ("nothing_new", "photo_too_large", "not_a_photo"); Conflict
    ("same_photo", "too_many_photos").
    """
    stored: list[str] = []
    # Permissions are checked before decoding, and the game is not locked during it.
    unlocked = Game.objects.filter(pk=game_id).first()
    if unlocked is None:
        raise NotFound(say("no_such_game"))
    may_write(hooks.standing_of(actor, unlocked), unlocked, keeper)
    examined = [(picture, examine(picture)) for picture in photos]
    try:
        with transaction.atomic():
            game = lock_game(game_id)
            may_write(hooks.standing_of(actor, game), game, keeper)
            last = game.sheets.filter(keeper=keeper.value).order_by("-version").first()
            if text.strip() and not _same(last, text, language):
                write_sheet(
                    actor=actor,
                    now=now,
                    game_id=game_id,
                    keeper=keeper,
                    text=text,
                    language=language,
                    expected=expected,
                )
            elif not photos:
                raise BadInput(say("nothing_new"))
            for picture, info in examined:
                _attach(game, keeper, picture, info, actor, now, stored)
            return game
    except BaseException:
        # The transaction was rolled back, so its files are not needed.
        for name in stored:
            default_storage.delete(name)
        raise


@transaction.atomic
def void_photo(*, actor: Actor, now: datetime, game_id: int, photo_id: int, reason: str) -> VoidPhoto:
    """Mark a photograph as not belonging to the sheet.  It stays, with the reason; nothing is removed.

    A player may void only their own photographs, while the game is not over.
    Raises: BadInput ("reason_missing"); Conflict ("already_void"); NotFound ("no_such_photo").
    """
    game = lock_game(game_id)
    standing = hooks.standing_of(actor, game)
    require(standing, Action.WRITE_SHEET)
    photo = SheetPhoto.objects.filter(game=game, pk=photo_id).first()
    if photo is None:
        raise NotFound(say("no_such_photo"))
    may_write(standing, game, Keeper(photo.keeper))
    if not allowed(standing, Action.SEE_DESK) and photo.user_id != actor.user_id:
        raise NotPermitted(say("not_your_photo"))
    if not reason.strip():
        raise BadInput(say("reason_missing.photo"))
    if VoidPhoto.objects.filter(photo=photo).exists():
        raise Conflict(say("already_void"))
    return VoidPhoto.objects.create(
        photo=photo, reason=reason.strip()[:300], user_id=actor.user_id, actor=actor.key, at=now
    )


def photos_for(*, actor: Actor, game: Game) -> tuple[SheetPhoto, ...]:
    """Return the photographs that the actor may see, void ones included.

    Arbiters see all of them at any time (8.2); a player those of the own sheet, and of the opponent's once the game is
    over and published.  They show handwriting and signatures, so the public sees only the moves.
    """
    standing = hooks.standing_of(actor, game)
    sheet_photos = game.sheet_photos.select_related("void", "void__user", "user")
    if allowed(standing, Action.READ_SHEETS):
        return tuple(sheet_photos)
    keepers = {side.value for side in standing.sides}
    if keepers and GamePhase(game.phase) is GamePhase.FINISHED and hooks.visible_to(actor, game):
        keepers = {Keeper.WHITE.value, Keeper.BLACK.value}
    return tuple(sheet_photos.filter(keeper__in=keepers))


def photo_for(*, actor: Actor, game: Game, photo_id: int) -> tuple[SheetPhoto, File[bytes]]:
    """Return one photograph with its bytes.  Raises: NotFound ("no_such_photo"), also if the actor may not see it."""
    photo = next((photo for photo in photos_for(actor=actor, game=game) if photo.pk == photo_id), None)
    if photo is None or photo.stored is None or not default_storage.exists(photo.stored):
        raise NotFound(say("no_such_photo"))
    return photo, default_storage.open(photo.stored)


def remove_files(rows: QuerySet[SheetPhoto]) -> int:
    """Delete the files of these photographs and their names; return how many.

    The rows and the digests stay.  The files are deleted after the commit, because the transaction may be rolled back.
    """
    stored = [name for name in rows.exclude(stored=None).values_list("stored", flat=True) if name]
    rows.filter(stored__in=stored).update(stored=None, name="")

    def remove() -> None:
        for name in stored:
            default_storage.delete(name)

    transaction.on_commit(remove)
    return len(stored)


def _same(last: ScoreSheet | None, text: str, language: str) -> bool:
    return last is not None and (last.text, last.language) == (text, language)


def _attach(
    game: Game, keeper: Keeper, picture: Picture, info: _ImageInfo, actor: Actor, now: datetime, stored: list[str]
) -> SheetPhoto:
    photos = game.sheet_photos.filter(keeper=keeper.value)
    sha256 = hashlib.sha256(picture.content).hexdigest()
    valid = photos.filter(void=None)
    if valid.filter(sha256=sha256).exists():
        raise Conflict(say("same_photo", name=picture.name[:80]))
    if valid.count() >= MOST:
        raise Conflict(say("too_many_photos", most=MOST))
    name = default_storage.save(f"sheets/{uuid.uuid4().hex}.{info.suffix}", ContentFile(picture.content))
    stored.append(name)
    return SheetPhoto.objects.create(
        game=game,
        keeper=keeper.value,
        number=(photos.aggregate(last=Max("number"))["last"] or 0) + 1,
        stored=name,
        name=picture.name[:200],
        kind=info.kind,
        size=len(picture.content),
        width=info.width,
        height=info.height,
        sha256=sha256,
        user_id=actor.user_id,
        actor=actor.key,
        at=now,
    )


def examine(picture: Picture) -> _ImageInfo:
    """Return type and size of a picture by its bytes.  It is decoded completely, to detect truncated files."""
    from PIL import Image

    parameters = {"name": picture.name[:80]}
    if len(picture.content) > LARGEST:
        raise BadInput(say("photo_too_large", **parameters, most=LARGEST // 1024**2))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(picture.content), formats=list(_KINDS)) as image:
                kind, suffix = _KINDS[image.format or ""]
                width, height = image.size
                if width * height > min(MOST_PIXELS, MOST_DECODED / _bytes_a_pixel(image)):
                    raise BadInput(say("photo_too_large.pixels", **parameters))
                image.draft("RGB", (width // 8, height // 8))  # a JPEG is decoded at an eighth of its size
                with _DECODING:
                    image.load()
    except Image.DecompressionBombError:  # the size in the header is beyond Pillow's limit
        raise BadInput(say("photo_too_large.pixels", **parameters)) from None
    except (OSError, SyntaxError, ValueError, KeyError):
        raise BadInput(say("not_a_photo", **parameters)) from None
    return _ImageInfo(kind, suffix, width, height)


def _bytes_a_pixel(image: Image.Image) -> float:
    """Return the peak memory of decoding per pixel, measured with Pillow 13, from the file's header alone."""
    if image.format == "JPEG":
        # A progressive JPEG is stored whole in coefficients of two bytes, whatever the decoded size.
        return 2.0 * len(image.getbands()) if image.info.get("progressive") else 0.5
    return 17.0 if image.format == "WEBP" else 4.5
