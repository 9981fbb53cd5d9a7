"""A result typed into the palette offline, and its meaning when it arrives."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils.translation import gettext

from arbiter.command_parser import read
from arbiter.messages import say
from arbiter.views.desk import DeskFrame
from arbiter.views.palette_commands import boards_of
from tavleya.errors import BadInput, Conflict, DomainError, NotFound
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.views.desk.result_rows import describe_refusal

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
