"""The command palette: suggestions as JSON, and the chosen command performed by the services."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from arbiter.messages import say
from arbiter.views.desk import DeskFrame
from arbiter.views.palette_commands import Suggestion, boards_of, carry_out, keywords, read, suggestions
from games.views.caching import fresh
from games.views.requests import Attempt
from tavleya.errors import BadInput, Conflict, DomainError, NotFound
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.views import typed_offline
from tournaments.views.desk.acts import once, tell
from tournaments.views.desk.round_boards import describe_refusal

_SALT = "arbiter.palette"
_SECONDS = 3600
#: A result may have waited for the network, so it has the version of its board.
_WAITING_SECONDS = 24 * 3600
#: The commands that may wait; the others depend on a state of the hall that has changed by then.
_WAITS = frozenset({"result"})


@require_safe
def suggest(request: HttpRequest, slug: str) -> HttpResponse:
    """Return suggestions (`items`) for the input `q`, the most likely first.

    An item has a `url`, or a `run` to post, which is signed so that only suggestions are performed. An item with
    `waits`, the text shown meanwhile, may be posted when the network is back.
    """
    frame = DeskFrame.of(request, slug)
    items = suggestions(frame, read(request.GET.get("q", ""), keywords()), timezone.now())
    return fresh(JsonResponse({"items": [_item(frame, suggestion) for suggestion in items]}))


def _item(frame: DeskFrame, suggestion: Suggestion) -> dict[str, str]:
    run = ""
    if suggestion.command:
        chosen = {"command": suggestion.command, "values": dict(suggestion.values), "for": _reader(frame)}
        run = signing.dumps(chosen, salt=_SALT, compress=True)
    return {
        "title": suggestion.title,
        "detail": suggestion.detail,
        "url": suggestion.url,
        "run": run,
        "waits": suggestion.title if suggestion.command in _WAITS else "",
    }


def _reader(frame: DeskFrame) -> list[int | None]:
    return [frame.event.pk, frame.actor.user_id]


@require_POST
def run(request: HttpRequest, slug: str) -> HttpResponse:
    """Perform a suggestion (`run`), or a result `typed` while the network was down.

    The message appears on the next page, with Undo; for a delayed result it is returned directly.
    """
    frame, chosen = DeskFrame.of(request, slug), {}
    waited = typed_offline.comes_with_key(request) and request.headers.get("X-Requested-With") != "fetch"

    def act() -> dict[str, str]:
        chosen.update(_chosen(frame, request))
        return {"said": carry_out(frame, chosen["command"], chosen["values"], timezone.now())}

    attempt = Attempt(request, lambda: once(request, frame.actor, act))
    if waited and attempt.error:
        return fresh(typed_offline.refusal(attempt.error, refusal_text(chosen, attempt.error)))
    if attempt.error:
        return fresh(JsonResponse({"problem": refusal_text(chosen, attempt.error)}, status=attempt.status))
    if not waited:
        tell(request, attempt.result["said"], attempt.result["note"])
    return fresh(JsonResponse({"said": attempt.result["said"]}))


def _chosen(frame: DeskFrame, request: HttpRequest) -> dict[str, Any]:
    """Return the chosen command. Raises: Conflict ("suggestion_too_old"), also for another user's suggestion."""
    form_data = request.POST
    if "typed" in form_data:
        return meant_result(frame, form_data["typed"], form_data.get("typed_at", ""), timezone.now())
    seconds = _WAITING_SECONDS if typed_offline.comes_with_key(request) else _SECONDS
    try:
        chosen: dict[str, Any] = signing.loads(form_data.get("run", ""), salt=_SALT, max_age=seconds)
    except signing.BadSignature:
        raise Conflict(say("suggestion_too_old")) from None
    if chosen["for"] != _reader(frame):
        raise Conflict(say("suggestion_too_old"))
    if typed_offline.comes_with_key(request) and chosen["command"] not in _WAITS:
        raise Conflict(say("suggestion_too_old"))
    return chosen


# A result typed into the palette offline, and its meaning when it arrives.

#: Older input belongs to a day of play that is over.
_LONGEST = timedelta(days=1)


def meant_result(frame: DeskFrame, text: str, typed_at: str, now: datetime) -> dict[str, Any]:
    """Return the command and the values of a line like `12 1-0`, typed at `typed_at` (seconds since 1970).

    The user saw no suggestion, so exactly one board must match: of that number, in a round that was public by then. The
    result is entered only if there is none.
    Raises: BadInput ("result_unreadable"); Conflict ("suggestion_too_old", "boards_alike"); NotFound ("no_such_board").
    """
    line = read(text, {})
    if line.board is None or line.result is None or line.words or line.side:
        raise BadInput(say("result_unreadable"))
    boards = boards_of(frame, line.board).filter(round__published_at__lte=_instant(typed_at, now))
    pairings = [board for board in boards if board.round.status != RoundStatus.CLOSED] or list(boards[:1])
    if not pairings:
        raise NotFound(say("no_such_board"))
    if len(pairings) > 1:
        raise Conflict(say("boards_alike", number=line.board))
    values = {"pairing": pairings[0].pk, "version": None, "result": line.result.value, "first": True}
    return {"command": "result", "values": values}


def _instant(seconds: str, now: datetime) -> datetime:
    if not seconds.isdecimal() or len(seconds) > 11:
        raise BadInput(say("result_unreadable"))
    at = datetime.fromtimestamp(int(seconds), tz=UTC)
    if now - at > _LONGEST:
        raise Conflict(say("suggestion_too_old"))
    return min(at, now)


def refusal_text(chosen: Mapping[str, Any], problem: DomainError) -> str:
    """Return the reason of an error as text; for a result also who entered the first one, and its value."""
    board = Pairing.objects.filter(pk=chosen.get("values", {}).get("pairing")).first()
    return problem.message.render(gettext) if board is None else describe_refusal(board, problem)
