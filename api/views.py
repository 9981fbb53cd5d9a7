"""Events, their games, and the entries of a game's record."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.db import IntegrityError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from api.bodies import BySeq
from api.openapi import KEY, NOT_FOUND, list_responses, problems
from api.requests import HEADER, ByGame, digest_of_request, once, posts
from api.shapes import AppendedSerializer, EntrySerializer, EventSerializer, GameSerializer, NewEntrySerializer
from api.tournaments import Listing, event_at
from arbiter.models import Ruling
from arbiter.services.ruling import claim_draw, claim_flag
from games.live.events import public_state
from games.models.game import Game
from games.models.record import RecordEntry, moment
from games.services.moves import (
    LONGEST_KEY,
    Once,
    answer_draw,
    call_arbiter,
    offer_draw,
    play_move,
    play_ordinary_move,
    press_clock,
    resign,
    resume_play,
    start_game,
    stop_clocks,
)
from games.services.results import correct_result, record_result
from games.verification import rows_of
from games.views.requests import require_found
from tavleya.actors import ANONYMOUS, Actor
from tavleya.errors import DomainError
from tavleya.permissions import Action, allowed
from tavleya.record.entries import Entry
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tournaments.access import game_visible_to, standing_in
from tournaments.models.event import Event
from tournaments.models.round import RoundStatus
from tournaments.selectors.events import visible_events
from tournaments.services.tokens import find_board


def _game(request: Request, slug: str, game_id: int) -> tuple[Game, Actor]:
    event, actor = event_at(request, slug)
    game = get_object_or_404(Game, pk=game_id, pairing__round__section__event=event)
    require_found(game_visible_to(actor, game))
    return game, actor


def _games_of(event: Event, actor: Actor) -> QuerySet[Game]:
    section = "pairing__round__section"
    games = Game.objects.filter(**{f"{section}__event": event, f"{section}__archived_at": None})
    if not allowed(standing_in(actor, event), Action.SEE_DRAFTS):
        games = games.exclude(pairing__round__status=RoundStatus.DRAFT)
    return games


class EventList(Listing):
    @extend_schema(responses=list_responses(EventSerializer), operation_id="events_list", summary="Published events")
    def get(self, request: Request) -> Response:
        return self.paged(visible_events(ANONYMOUS), EventSerializer)


class GameList(Listing):
    @extend_schema(responses=list_responses(GameSerializer), operation_id="games_list", summary="Games of an event")
    def get(self, request: Request, slug: str) -> Response:
        event, actor = event_at(request, slug)
        return self.paged(_games_of(event, actor), GameSerializer)


class GameDetail(Listing):
    @extend_schema(
        responses={200: GameSerializer, 304: None} | NOT_FOUND, operation_id="game", summary="One game as it stands"
    )
    def get(self, request: Request, slug: str, game_id: int) -> Response:
        game, _ = _game(request, slug, game_id)
        tag = f'"{game.seq}"'
        if request.headers.get("If-None-Match") == tag:
            return Response(status=304, headers={"ETag": tag})
        return Response(GameSerializer(game).data, headers={"ETag": tag, "Cache-Control": "no-cache"})


class EntryList(Listing):
    """The record of a game: read it from any entry on, add to it.

    Ordinary moves posted with a token are carried out before this view: see `config.posted_moves`.
    """

    def get_throttles(self) -> list[BaseThrottle]:
        return [ByGame()] if self.request.method == "POST" else super().get_throttles()

    @extend_schema(
        responses=list_responses(EntrySerializer),
        parameters=[OpenApiParameter("after", int, description="Only entries after this number.")],
        operation_id="entries_list",
        summary="Entries of a game's record",
    )
    def get(self, request: Request, slug: str, game_id: int) -> Response:
        game, _ = _game(request, slug, game_id)
        after = request.query_params.get("after", "0")
        seen = int(after) if after.isdecimal() and len(after) < 10 else 0
        pages = BySeq()
        page = pages.paginate_queryset(game.entries.filter(seq__gt=seen, seq__lte=game.seq), request, self)
        if not page and "cursor" not in request.query_params:
            page = rows_of(game, seen)  # from an archive: all of it at once
        return pages.get_paginated_response(EntrySerializer(page, many=True).data)

    @extend_schema(
        request=NewEntrySerializer,
        parameters=[KEY],
        responses={201: AppendedSerializer} | problems(400, 401, 403, 404, 406, 409, 415, 422, 429),
        operation_id="entries_add",
        summary="Add what happens at the board",
    )
    def post(self, request: Request, slug: str, game_id: int) -> Response:
        game, actor = _game(request, slug, game_id)
        serializer = NewEntrySerializer(data=request.data)
        serializer.is_valid(raise_exception=True)

        def operation() -> tuple[int, Any]:
            before = Game.objects.values_list("seq", flat=True).get(pk=game.pk)
            key = request.headers.get(HEADER, "")
            ruling = perform(game, serializer.validated_data, actor=actor, now=timezone.now(), idempotency_key=key)
            return 201, _appended(game, before, ruling)

        return once(request, actor, operation)


def _appended(game: Game, before: int, ruling: Ruling | None) -> dict[str, Any]:
    game.refresh_from_db()
    rows: QuerySet[RecordEntry] = game.entries.filter(seq__gt=before).order_by("seq")
    body: dict[str, Any] = {"entries": EntrySerializer(rows, many=True).data, "game": GameSerializer(game).data}
    if ruling is not None:
        body["ruling"] = {
            "number": ruling.number,
            "kind": ruling.kind,
            "outcome": str(ruling.outcome),
            "article": ruling.article,
            "grounds": [ground.render(gettext) for ground in ruling.sentences],
        }
    return body


# An ordinary move posted with a token, without the framework (decision 0031).
#
# All other requests go to the view, which carries them out or reports their errors; so errors have one
# source.

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


_decode = msgspec.json.Decoder(_Posted).decode
_encode = msgspec.json.Encoder().encode


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
    if posted is None or key != key.strip() or len(key) > LONGEST_KEY:
        return None
    secret = environ["HTTP_AUTHORIZATION"].removeprefix(_BEARER).strip()
    once = Once(key, digest_of_request("POST", environ["PATH_INFO"], body) if key else "")
    try:
        return _carry_out(posted, secret, slug, game_id, once, timezone.now())
    except (DomainError, IntegrityError):
        return None


def _posted(body: bytes) -> _Posted | None:
    try:
        posted = _decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    texts = (posted.move, posted.language or "")
    odd = posted.irregular or any(text != text.strip() or "\0" in text for text in texts)
    return None if odd else posted


def _carry_out(posted: _Posted, secret: str, slug: str, game_id: int, once: Once, now: datetime) -> bytes | None:
    board = find_board(secret=secret, now=now, slug=slug, game_id=game_id)
    if board is None:
        return None
    sender = (board.actor.user_id or 0, game_id)
    if posts.wait(sender) > 0:
        return None
    response = play_ordinary_move(
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
    if response is not None:
        posts.count(sender)
    return response


def _answer(game: Game, entries: Sequence[Entry]) -> bytes:
    """Return the JSON of `AppendedSerializer` for the rows, without the serializer."""
    game_data = {
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
    return _encode({"entries": [_entry(entry) for entry in entries], "game": game_data})


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


# From a posted entry to the service that does it.

Given = dict[str, Any]
Who = dict[str, Any]  # actor, now, game_id, request: what every service takes


def perform(game: Game, values: Given, *, actor: Actor, now: datetime, idempotency_key: str) -> Ruling | None:
    """Carry out a posted entry; return the ruling, if it led to one."""
    caller: Who = {"actor": actor, "now": now, "game_id": game.pk, "idempotency_key": idempotency_key}
    result = _COMMANDS[values["kind"]](values, caller)
    return result if isinstance(result, Ruling) else None


def _side(values: Given) -> Side | None:
    return Side(values["side"]) if values.get("side") else None


def _side_and_expected(values: Given) -> dict[str, Any]:
    return {"side": _side(values), "expected": values.get("seq")}


def _move(values: Given, caller: Who) -> Game:
    options = {name: values[name] for name in ("press", "offer", "irregular", "language")}
    return play_move(**caller, **_side_and_expected(values), **options, text=values["move"])


def _claim(values: Given, caller: Who) -> Ruling:
    kind, intended = ClaimKind(values["claim"]), values.get("intended") or None
    return claim_draw(**caller, **_side_and_expected(values), kind=kind, intended=intended)


def _result(values: Given, caller: Who) -> Game:
    return record_result(**caller, expected=values.get("seq"), result=values["result"], reason=values["reason"])


def _correction(values: Given, caller: Who) -> Game:
    return correct_result(**caller, expected=values.get("seq"), result=values["result"], reason=values["reason"])


_COMMANDS: dict[str, Callable[[Given, Who], Game | Ruling]] = {
    "start": lambda values, caller: start_game(**caller),
    "move": _move,
    "press": lambda values, caller: press_clock(**caller, **_side_and_expected(values)),
    "offer": lambda values, caller: offer_draw(**caller, **_side_and_expected(values)),
    "answer": lambda values, caller: answer_draw(**caller, **_side_and_expected(values), accept=values["accept"]),
    "claim": _claim,
    "flag": lambda values, caller: claim_flag(**caller, side=Side(values["side"]), expected=values.get("seq")),
    "call": lambda values, caller: call_arbiter(
        **caller, **_side_and_expected(values), reason=values["reason"], said={"text": values["text"]}
    ),
    "pause": lambda values, caller: stop_clocks(**caller, reason=values["reason"]),
    "resume": lambda values, caller: resume_play(**caller, side=_side(values)),
    "resign": lambda values, caller: resign(**caller, **_side_and_expected(values)),
    "result": _result,
    "correction": _correction,
}
