"""An ordinary move posted with a token, without the framework (decision 0031).

All other requests go to the view, which carries them out or reports their errors; so errors have one source.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.db import IntegrityError
from django.utils import timezone

from api.idempotency import LONGEST, digest_of_request
from api.throttling import posts
from games.live.events import public_state
from games.models.game import Game
from games.models.record import moment
from games.services.moves import Once, play_ordinary_move
from tavleya.errors import DomainError
from tavleya.record.entries import Entry
from tavleya.sides import Side
from tournaments.services.token_boards import find_board

CREATED = 201
#: The framework's headers for this address.
HEADERS = {"Content-Type": "application/json", "Allow": "GET, POST, HEAD, OPTIONS", "Vary": "Accept"}

_KINDS_OF_BODY = ("application/json", "application/json; charset=utf-8", "application/json;charset=utf-8")
_ANSWERED_IN_JSON = (None, "*/*", "application/json", "application/json, */*")
_LONGEST_BODY = 4096
_BEARER = "Bearer "


class _Posted(msgspec.Struct, forbid_unknown_fields=True):
    """An ordinary move as in `NewEntrySerializer`; the view handles all other fields."""

    kind: Literal["move"]
    move: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    seq: Annotated[int, msgspec.Meta(ge=1)]
    side: Literal["white", "black"] | msgspec.UnsetType = msgspec.UNSET
    language: Annotated[str, msgspec.Meta(min_length=1, max_length=3)] | msgspec.UnsetType = msgspec.UNSET
    press: bool = True
    offer: bool = False
    irregular: bool = False


_read = msgspec.json.Decoder(_Posted).decode
_written = msgspec.json.Encoder().encode


def may_be_ordinary(environ: Mapping[str, Any]) -> bool:
    """Return whether a request looks like an ordinary posted move, without reading its body."""
    return (
        environ["REQUEST_METHOD"] == "POST"
        and environ.get("HTTP_AUTHORIZATION", "").startswith(_BEARER)
        and environ.get("CONTENT_TYPE", "").lower() in _KINDS_OF_BODY
        and environ.get("HTTP_ACCEPT") in _ANSWERED_IN_JSON
        and not environ.get("HTTP_COOKIE")
        and not environ.get("QUERY_STRING")
        and (environ.get("CONTENT_LENGTH") or "x").isdecimal()
        and int(environ["CONTENT_LENGTH"]) <= _LONGEST_BODY
    )


def ordinary_move(environ: Mapping[str, Any], body: bytes, *, slug: str, game_id: int) -> bytes | None:
    """Return the response to a posted move; None if it was not carried out and the view must handle it."""
    posted, key = _posted(body), environ.get("HTTP_IDEMPOTENCY_KEY", "")
    if posted is None or key != key.strip() or len(key) > LONGEST:
        return None
    secret = environ["HTTP_AUTHORIZATION"].removeprefix(_BEARER).strip()
    once = Once(key, digest_of_request("POST", environ["PATH_INFO"], body) if key else "")
    try:
        return _carry_out(posted, secret, slug, game_id, once, timezone.now())
    except (DomainError, IntegrityError):
        return None


def _posted(body: bytes) -> _Posted | None:
    try:
        posted = _read(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    texts = (posted.move, posted.language or "")
    odd = posted.irregular or any(text != text.strip() or "\0" in text for text in texts)
    return None if odd else posted


def _carry_out(
    posted: _Posted, secret: str, slug: str, game_id: int, once: Once, now: datetime
) -> bytes | None:
    board = find_board(secret=secret, now=now, slug=slug, game_id=game_id)
    if board is None:
        return None
    sender = (board.actor.user_id or 0, game_id)
    if posts.wait(sender) > 0:
        return None
    text = play_ordinary_move(
        game=board.game,
        standing=board.standing,
        actor=board.actor,
        now=now,
        text=posted.move,
        side=Side(posted.side) if posted.side else None,
        expected=posted.seq,
        press=posted.press,
        offer=posted.offer,
        language=posted.language or "",
        once=once,
        answer=_answer,
    )
    if text is not None:
        posts.count(sender)
    return text


def _answer(game: Game, entries: Sequence[Entry]) -> bytes:
    """Return the JSON of `AppendedSerializer` for the rows, without the serializer."""
    context = {
        "id": game.pk,
        "game": game.game,
        "regime": game.regime,
        "control": game.control,
        "tracking": game.tracking,
        "white": game.white_name,
        "black": game.black_name,
        "phase": game.phase,
        "result": game.result,
        "termination": game.termination,
        "seq": game.seq,
        "state": public_state(game.snapshot),
    }
    return _written({"entries": [_entry(entry) for entry in entries], "game": context})


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "seq": entry.seq,
        "kind": entry.kind.value,
        "at": moment(entry.at),
        "side": entry.side.value if entry.side else "",
        "ply": entry.ply,
        "move": entry.move,
        "white_ms": entry.white_ms,
        "black_ms": entry.black_ms,
        "digest": entry.digest,
    }
