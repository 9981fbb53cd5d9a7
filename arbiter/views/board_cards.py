"""The tiles of the console: one board each, with all values of its template."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from arbiter.selectors.boards import ConsoleBoard
from arbiter.selectors.regimes import is_followed
from arbiter.views.board_questions import words_of_question
from arbiter.views.desk import CallView, shown_call
from clocks.labels import clock_json, side_name
from games.views.labels import phase_name
from tavleya.clocks.timekeeping import ClockState
from tavleya.law.library import regime
from tavleya.law.terms import FlagCaller
from tavleya.record.phase import GamePhase
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tournaments.models.player import Registration
from tournaments.views.frame import language
from tournaments.views.labels import round_name

_BADGES = {GamePhase.PLAYING: " badge-live", GamePhase.PAUSED: " badge-draft"}


@dataclass(frozen=True, slots=True)
class CardSeat:
    side: str
    said: str
    name: str
    to_move: bool


@dataclass(frozen=True, slots=True)
class BoardCard:
    """One board on the overview. `look`: the CSS class of the most important state; `warnings`: the most urgent first.

    `clock_full`: the longer initial time (ms) of the two clocks, 0 if the game has no live clock.
    """

    key: int
    number: int
    url: str
    place: str
    look: str
    result: str
    phase: str
    badge: str
    calls: list[CallView]
    warnings: list[str]
    trouble: str
    seats: tuple[CardSeat, CardSeat]
    last: str
    clocks: str
    clock_full: int
    announce_flag: bool


def board_card(
    board: ConsoleBoard, base: str, names: Mapping[int, str], now_ms: int, *, attention: bool
) -> BoardCard:
    """Build the tile of a board.  `base`: the address of the console; `names`: those of the sections;
    `attention`: the board is in the queue.
    """
    game, round_ = board.game, board.pairing.round
    snapshot = game.snapshot
    white, black = board.pairing.white, board.pairing.black
    assert black is not None
    followed = is_followed(game)
    stored = snapshot.get("clock") if followed else None
    clock = ClockState.from_json(stored) if stored else None
    turn = snapshot.get("turn") if board.running and followed else None
    calls = [
        shown_call(call["seq"], call["side"] or "", call["reason"], call.get("text", ""), call["at"], now_ms)
        for call in board.calls
    ]
    return BoardCard(
        key=game.pk,
        number=board.pairing.board,
        url=f"{base}{game.pk}/",
        place=f"{names[round_.section_id]} · {round_name(round_.number)}",
        look=_look(board, attention=attention),
        result=" – ".join(FACTS[Result(game.result)].shown) if game.result else "",
        phase=phase_name(board.phase),
        badge=_BADGES.get(board.phase, ""),
        calls=calls,
        warnings=_warnings(board),
        trouble=gettext("%(side)s: time trouble") % {"side": side_name(board.trouble)}
        if board.trouble
        else "",
        seats=(
            _seat(Side.WHITE, gettext("White:"), white, turn),
            _seat(Side.BLACK, gettext("Black:"), black, turn),
        ),
        last=_last(snapshot.get("ply") or 0, snapshot.get("last", "")),
        clocks=clock_json(clock, now_ms),
        clock_full=max(clock.side(side).control.periods[0].ms for side in Side) if clock else 0,
        announce_flag=regime(game.regime).flag_caller is not FlagCaller.PLAYER,
    )


def _look(board: ConsoleBoard, *, attention: bool) -> str:
    if board.calls:
        return " tile-called"
    if attention:
        return " tile-warned"
    return " tile-over" if board.game.result else ""


def _warnings(board: ConsoleBoard) -> list[str]:
    results = []
    if board.fallen:
        results.append(gettext("%(side)s: flag fallen") % {"side": side_name(board.fallen)})
    if board.irregular and not board.calls:
        results.append(gettext("Illegal move in the record"))
    return [*results, *map(words_of_question, board.questions)]


def _seat(side: Side, text: str, registration: Registration, turn: str | None) -> CardSeat:
    return CardSeat(side.value, text, registration.player.name_in(language()), turn == side)


def _last(ply: int, last: str) -> str:
    if not ply:
        return ""
    words = ngettext("%(n)s half-move, last %(last)s", "%(n)s half-moves, last %(last)s", ply)
    return words % {"n": ply, "last": last}
