"""The effect of a ruling on the standings, computed without saving."""

from copy import copy
from dataclasses import dataclass, replace

from games.models.game import Game
from tavleya.law.remedies import ChangePoints, Exclude, Remedy
from tavleya.record.results import Result
from tavleya.sides import Side
from tavleya.tiebreaks.standings import RankedRow
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.section import Section
from tournaments.selectors.standings import computed, placed
from tournaments.selectors.table import load_boards
from tournaments.systems.board import Board


@dataclass(frozen=True, slots=True)
class StandingChange:
    """One line of the table before and after; points in half-points."""

    registration: Registration
    points_before: int
    points_after: int
    rank_before: int
    rank_after: int  # 0 for expelled players, who are not ranked


def standings_effect(
    game: Game, remedy: Remedy, *, undone: Remedy | None = None
) -> tuple[StandingChange, ...]:
    """Return the lines that the remedy changes, in the order of the new standings; empty for a game without a board.

    `undone`: the preceding reversal; the board then keeps the reversal's result, unless the remedy sets one.
    """
    pairing = Pairing.objects.select_related("round__section").filter(game=game).first()
    if pairing is None or (remedy.result is None and not remedy.effects and undone is None):
        return ()
    section = pairing.round.section
    boards = load_boards(section)
    out = _excluded(pairing, remedy)
    stored = pairing.result if undone is None else undone.result.value if undone.result else ""
    result = remedy.result.value if remedy.result else stored
    changed = [_with_points(_changed(board, pairing, result, out), pairing, remedy) for board in boards]
    if changed == boards and not out:
        return ()
    registrations = list(section.registrations.select_related("player").order_by("number"))
    left = [_left(registration) if registration.pk in out else registration for registration in registrations]
    before, after = _ranked(section, registrations, boards), _ranked(section, left, changed)
    by_id = {registration.pk: registration for registration in registrations}
    lines = [
        StandingChange(by_id[key], before[key].points, row.points, before[key].rank, row.rank)
        for key, row in after.items()
        if key in before
    ]
    return tuple(
        line
        for line in lines
        if (line.points_before, line.rank_before) != (line.points_after, line.rank_after)
    )


def _excluded(pairing: Pairing, remedy: Remedy) -> set[int | None]:
    return {
        pairing.white_id if effect.side is Side.WHITE else pairing.black_id
        for effect in remedy.effects
        if isinstance(effect, Exclude)
    }


def _left(registration: Registration) -> Registration:
    """Return the excluded registration as an unsaved copy."""
    removed = copy(registration)
    removed.status = RegistrationStatus.EXCLUDED
    return removed


def _changed(board: Board, pairing: Pairing, result: str, out: set[int | None]) -> Board:
    if board.id == pairing.pk:
        return replace(board, result=result)
    if board.result or board.black is None or board.game is None or not out & {board.white, board.black}:
        return board
    lost = Result.BLACK_FORFEIT_WIN if board.white in out else Result.WHITE_FORFEIT_WIN
    return replace(board, result=lost.value)


def _with_points(board: Board, pairing: Pairing, remedy: Remedy) -> Board:
    """Return the board with the points that the ruling gives or subtracts."""
    if board.id != pairing.pk:
        return board
    for effect in remedy.effects:
        if isinstance(effect, ChangePoints) and effect.side is Side.WHITE:
            board = replace(board, white_change=(board.white_change or 0) + effect.half_points)
        elif isinstance(effect, ChangePoints):
            board = replace(board, black_change=(board.black_change or 0) + effect.half_points)
    return board


def _ranked(section: Section, registrations: list[Registration], boards: list[Board]) -> dict[int, RankedRow]:
    rows, expelled = placed(computed(section, registrations, boards), registrations)
    return {line.registration.pk: line.row for line in (*rows, *expelled)}
