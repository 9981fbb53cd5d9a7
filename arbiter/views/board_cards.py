"""The boards of the console as tiles and as the cells of a strip, and the questions of electronic boards."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, ngettext, pgettext

from arbiter.selectors.boards import ConsoleBoard, questions_of
from arbiter.selectors.regimes import is_followed
from arbiter.services.answers import TO_BE_TAKEN
from arbiter.views.desk import CallView, shown_call
from clocks.labels import clock_json, side_name
from games.models.game import Game
from games.states import state_of
from games.views.labels import phase_name
from games.views.ledger import result_shown
from games.views.viewer import board_picture
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import DomainError
from tavleya.law.library import regime
from tavleya.law.terms import FlagCaller
from tavleya.messages import N_, Message
from tavleya.record.entries import GamePhase
from tavleya.record.results import FACTS, Result
from tavleya.record.state import State
from tavleya.rules.chess.position import figures_placed
from tavleya.rules.contract import Figure, Position, Style
from tavleya.rules.registry import spec_of
from tavleya.sides import Side
from tournaments.models.boards import BoardQuestion, Feed, GameSource, QuestionCode
from tournaments.models.player import Registration
from tournaments.views.frame import language, round_name

# The strip of a round: every board as one small cell, those without a result first. It is fast at 500
# boards.

#: The sign and the text of each state of a board, so that colour is never the only difference.
SIGNS: dict[str, tuple[str, str]] = {
    "call": ("!", N_("arbiter called")),
    "flag": ("⚑", N_("flag fallen")),
    "claim": ("?", N_("claim to be decided")),
    "illegal": ("×", N_("illegal move in the record")),
    "trouble": ("‹5", N_("time trouble")),
    "adjourned": ("✉", N_("adjourned")),
    "paused": ("‖", N_("clocks stopped")),
    "playing": ("▸", N_("being played")),
    "pending": ("·", N_("not started")),
    "over": ("", N_("finished")),
}


@dataclass(frozen=True, slots=True)
class RoundOverview:
    """The boards of one round of a section; `cells` is the list's content as markup, `states` those that it shows."""

    section: str
    round: str
    boards: int
    unreported: int
    states: frozenset[str]
    cells: SafeString


def round_overviews(
    boards: Sequence[ConsoleBoard], address: Callable[[int], str], name: Callable[[ConsoleBoard], str]
) -> list[RoundOverview]:
    """Return one strip per round, in the order of the hall. `address` of a game's card, `name` of a board's section."""
    words = {state: gettext(text) for state, (_sign, text) in SIGNS.items()}
    board_word = pgettext("of a cell", "Board")
    rounds: dict[int, list[ConsoleBoard]] = {}
    for board in boards:
        rounds.setdefault(board.pairing.round_id, []).append(board)
    overviews = []
    for console_boards in sorted(rounds.values(), key=lambda group: group[0].place[:2]):
        console_boards.sort(key=lambda board: (not board.unreported, board.pairing.board))
        states = [state_of_board(board) for board in console_boards]
        cells = "".join(
            _cell(board, state, address(board.game.pk), board_word, words)
            for board, state in zip(console_boards, states, strict=True)
        )
        overviews.append(
            RoundOverview(
                name(console_boards[0]),
                round_name(console_boards[0].pairing.round.number),
                len(console_boards),
                sum(board.unreported for board in console_boards),
                frozenset(states),
                mark_safe(cells),  # noqa: S308  every text in a cell is escaped
            )
        )
    return overviews


def state_of_board(board: ConsoleBoard) -> str:
    """Return the most urgent state, which the cell shows."""
    if board.calls:
        return "call"
    if board.fallen:
        return "flag"
    if board.claim:
        return "claim"
    if board.irregular:
        return "illegal"
    if not board.unreported:
        return "over"
    if board.trouble:
        return "trouble"
    if board.adjourned:
        return "adjourned"
    return {GamePhase.PLAYING: "playing", GamePhase.PAUSED: "paused"}.get(board.phase, "pending")


def _cell(board: ConsoleBoard, state: str, url: str, board_word: str, words: dict[str, str]) -> str:
    sign, text = SIGNS[state][0], words[state]
    if state == "over":
        sign = result_shown(board.game.result).replace(" ", "") if board.game.result else "–"
        text, sign = sign, "½" if board.game.result == Result.DRAW else sign  # the cell is narrow
    number = board.pairing.board
    title = escape(f"{board.game.white_name} – {board.game.black_name}: {text}", quote=True)
    return (
        f'<li><a class="cell cell-{state}" href="{url}" title="{title}">'
        f'<span class="visually-hidden">{escape(board_word)} </span><b>{number}</b> '
        f'<span aria-hidden="true">{escape(sign)}</span><span class="visually-hidden">{escape(text)}</span></a></li>'
    )


def legend(overviews: Iterable[RoundOverview]) -> list[tuple[str, str, str]]:
    """Return state, sign and label of the states that occur."""
    seen = frozenset[str]().union(*(overview.states for overview in overviews))
    return [(state, sign, gettext(text)) for state, (sign, text) in SIGNS.items() if state in seen and sign]


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


def board_card(board: ConsoleBoard, base: str, names: Mapping[int, str], now_ms: int, *, attention: bool) -> BoardCard:
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
        trouble=gettext("%(side)s: time trouble") % {"side": side_name(board.trouble)} if board.trouble else "",
        seats=(_seat(Side.WHITE, gettext("White:"), white, turn), _seat(Side.BLACK, gettext("Black:"), black, turn)),
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
    warnings = []
    if board.fallen:
        warnings.append(gettext("%(side)s: flag fallen") % {"side": side_name(board.fallen)})
    if board.irregular and not board.calls:
        warnings.append(gettext("Illegal move in the record"))
    return [*warnings, *map(words_of_question, board.questions)]


def _seat(side: Side, text: str, registration: Registration, turn: str | None) -> CardSeat:
    return CardSeat(side.value, text, registration.player.name_in(language()), turn == side)


def _last(ply: int, last: str) -> str:
    if not ply:
        return ""
    words = ngettext("%(n)s half-move, last %(last)s", "%(n)s half-moves, last %(last)s", ply)
    return words % {"n": ply, "last": last}


# Questions of electronic boards in words and pictures, and the source of a game's moves.

Figures = Mapping[str, tuple[Figure, ...]]

_WORDS: Mapping[str, str] = MappingProxyType(
    {
        QuestionCode.DIFFERS: N_("The electronic board shows other moves from %(move)s on"),
        QuestionCode.ILLEGAL_MOVE: N_("The electronic board shows an illegal move: %(move)s"),
        QuestionCode.RESULT: N_("The electronic board shows %(result)s: enter it?"),
        QuestionCode.NOT_LEGAL: N_("The electronic board shows what no legal move explains"),
        QuestionCode.MISMATCH: N_("The electronic board shows another position"),
        QuestionCode.PIECE_MISSING: N_("A piece is missing on the electronic board"),
        QuestionCode.START_POSITION: N_("The electronic board does not show the starting position"),
        QuestionCode.MOVES_DIFFER: N_("The program’s moves differ from the electronic board"),
        QuestionCode.CLOCK_STOPPED: N_("The clock is stopped or missing, and pieces are moved"),
        QuestionCode.CLOCK_JUMP: N_("The clock shows a time that no move explains"),
        QuestionCode.OFFLINE: N_("The electronic board is not connected"),
        QuestionCode.BATTERY_LOW: N_("The battery of the electronic board is low"),
        QuestionCode.UNKNOWN_SERIAL: N_("The serial number of the electronic board is not known"),
        QuestionCode.RESULT_UNSAID: N_("The game is over on the board, but no result is shown"),
    }
)
_FEEDS: Mapping[str, str] = MappingProxyType(
    {Feed.HAND: N_("by hand"), Feed.BOARD: N_("electronic board"), Feed.PGN: N_("PGN")}
)
_MOST_MARKED = 16  # squares: with more differences, marks do not help


def words_of_question(board_question: BoardQuestion) -> str:
    """Return a question as one line of text."""
    moves = board_question.shown.get("moves") or []
    text = moves[board_question.ply - 1] if 0 < board_question.ply <= len(moves) else ""
    move = (
        f"{(board_question.ply + 1) // 2}{'.' if board_question.ply % 2 else '…'} {text}".strip()
        if board_question.ply
        else ""
    )
    result = (
        result_shown(board_question.mark) if board_question.code == QuestionCode.RESULT and board_question.mark else ""
    )
    return gettext(_WORDS[board_question.code]) % {"move": move, "result": result}


def shown_questions(game: Game) -> list[dict[str, Any]]:
    """Return the open questions of a board, the oldest first."""
    rows = questions_of([game.pk]).get(game.pk, ())
    if not rows:
        return []
    state = state_of(game)
    return [_question_view(game, state, row) for row in rows]


def source_context(game: Game) -> dict[str, Any]:
    """Return the context with the current and the possible sources of a game's moves."""
    row: GameSource | None = getattr(game, "source", None)
    return {
        "fed_by": gettext(_FEEDS[row.feed]) if row else "",
        "feeds": [(feed.value, gettext(_FEEDS[feed]), row is not None and row.feed == feed) for feed in Feed],
    }


def _question_view(game: Game, state: State, board_question: BoardQuestion) -> dict[str, Any]:
    code, moves = (QuestionCode(board_question.code), [str(text) for text in board_question.shown.get("moves") or ()])
    figures, last = _board_position(state, board_question, moves)
    recorded = state.position.figures()
    record: SafeString | str = ""
    board: SafeString | str = ""
    if figures is not None and code is not QuestionCode.RESULT:
        squares = tuple(name for name in {*recorded, *figures} if recorded.get(name) != figures.get(name))
        marked = squares if len(squares) <= _MOST_MARKED else ()
        title = gettext("The record")
        record = board_picture(game.game, recorded, title, key=f"record-{board_question.pk}", marked=marked)
        title = gettext("The electronic board")
        board = board_picture(game.game, figures, title, key=f"shown-{board_question.pk}", marked=marked)
    reason = board_question.shown.get("reason")
    return {
        "key": board_question.pk,
        "words": words_of_question(board_question),
        "source": board_question.source,
        "take": _take(code, board_question) if code in TO_BE_TAKEN else "",
        "record": record,
        "board": board,
        "record_words": _last_words(state, [ply.text for ply in state.line.plies]),
        "board_words": last,
        "reason": _reason(reason) if isinstance(reason, dict) else "",
    }


def _board_position(state: State, board_question: BoardQuestion, moves: list[str]) -> tuple[Figures | None, str]:
    """Return the position on the board, None if it is unknown, and its last move as text."""
    if fen := board_question.shown.get("fen"):
        return figures_placed(str(fen)), ""
    if not moves:
        return None, ""
    position: Position = state.line.start
    for ply, text in enumerate(moves, 1):
        try:
            position = position.play(state.rules.read(position, text))
        except DomainError:
            if ply < len(moves):
                return None, ""
            return _displaced(state, position, text), _number(state.line.start, ply, text)
    return position.figures(), _last_words(state, moves)


def _displaced(state: State, position: Position, text: str) -> Figures | None:
    """Return the position with the piece of an unplayable move on its target square."""
    try:
        return state.rules.displace(position, text).figures()
    except DomainError:
        return None


def _last_words(state: State, moves: list[str]) -> str:
    position = state.line.start
    words = ""
    for ply, text in enumerate(moves, 1):
        try:
            move = state.rules.read(position, text)
        except DomainError:
            return _number(state.line.start, ply, text)
        if ply == len(moves):
            move_text = state.rules.write(position, move, Style(spec_of(state.rules.game).pgn_moves))
            words = _number(state.line.start, ply, move_text)
        position = position.play(move)
    return words


def _number(start: Position, ply: int, text: str) -> str:
    half_move = ply + (0 if start.turn is Side.WHITE else 1)
    return f"{(half_move + 1) // 2}{'.' if half_move % 2 else '…'} {text}"


def _take(code: QuestionCode, board_question: BoardQuestion) -> str:
    if code is QuestionCode.RESULT:
        return gettext("Enter %(result)s") % {"result": result_shown(board_question.mark)}
    if code is QuestionCode.ILLEGAL_MOVE:
        return gettext("Record the illegal move")
    return gettext("Take over the board’s moves")


def _reason(stored: Mapping[str, Any]) -> str:
    return Message.from_json(stored).render(gettext)
