"""The strip of a round: every board as one small cell, those without a result first.  It is fast at 500 boards."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from arbiter.selectors.boards import ConsoleBoard
from games.views.ledger import result_shown
from tavleya.messages import N_
from tavleya.record.entries import GamePhase
from tavleya.record.results import Result
from tournaments.views.frame import round_name

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
    results = []
    for console_boards in sorted(rounds.values(), key=lambda group: group[0].place[:2]):
        console_boards.sort(key=lambda board: (not board.unreported, board.pairing.board))
        states = [state_of_board(board) for board in console_boards]
        cells = "".join(
            _cell(board, state, address(board.game.pk), board_word, words)
            for board, state in zip(console_boards, states, strict=True)
        )
        results.append(
            RoundOverview(
                name(console_boards[0]),
                round_name(console_boards[0].pairing.round.number),
                len(console_boards),
                sum(board.unreported for board in console_boards),
                frozenset(states),
                mark_safe(cells),  # noqa: S308  every text in a cell is escaped
            )
        )
    return results


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
    people = escape(f"{board.game.white_name} – {board.game.black_name}: {text}", quote=True)
    return (
        f'<li><a class="cell cell-{state}" href="{url}" title="{people}">'
        f'<span class="visually-hidden">{escape(board_word)} </span><b>{number}</b> '
        f'<span aria-hidden="true">{escape(sign)}</span><span class="visually-hidden">{escape(text)}</span></a></li>'
    )


def legend(overviews: Iterable[RoundOverview]) -> list[tuple[str, str, str]]:
    """Return state, sign and label of the states that occur."""
    seen = frozenset[str]().union(*(overview.states for overview in overviews))
    return [(state, sign, gettext(text)) for state, (sign, text) in SIGNS.items() if state in seen and sign]
