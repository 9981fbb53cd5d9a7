"""Diagnosis of the fourteen violations of article 4 from a player's actions in one turn.

This module only reports violations.  The opponent alone decides on a correction, and any reply of theirs accepts the
violation (violations.7); the arbiter records and enforces that.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.rules.contract import Touch, TouchObligation
from tavleya.rules.draughts.generator import Board
from tavleya.rules.draughts.messages import say
from tavleya.rules.draughts.notation import WrittenMove, matches
from tavleya.rules.draughts.position import DraughtsMove, DraughtsPosition, TakeInProgress
from tavleya.rules.draughts.rules import bound_moves
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class Conduct:
    """The observed actions of one player in one turn.

    by: the player. path: the squares their hand passed, empty if nothing was moved. removed: the men removed at the end
    of the movement, None if not noted. lifted_early: men removed during the capture. stopped_removing: they stopped
    removing men before all were removed. touches: earlier touches, in order. taken_back: the squares of a move of this
    turn that they retracted. uncrowned: a man that reached its last row was not crowned.
    """

    by: Side
    path: tuple[str, ...] = ()
    removed: frozenset[str] | None = None
    lifted_early: frozenset[str] = frozenset()
    stopped_removing: bool = False
    touches: tuple[Touch, ...] = ()
    taken_back: tuple[str, ...] = ()
    uncrowned: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation: `article` is an id such as `violations.4.6`; `squares` are the affected ones."""

    article: str
    message: Message
    squares: tuple[str, ...] = ()


def diagnose(position: DraughtsPosition, conduct: Conduct) -> tuple[Finding, ...]:
    """Return every violation in `conduct`, in the order of the articles; empty if the turn followed the rules.

    Raises: BadInput if the statement contradicts the position (the first square is empty …).
    """
    _check_statement(position, conduct)
    own_turn = replace(position, turn=conduct.by)
    findings = _order_of_play(position, own_turn, conduct)
    if conduct.path:
        move = _move_played(own_turn, conduct)
        if move is not None:
            captured = move.raw[2]
        else:
            wrong, captured = _wrong_move(own_turn, conduct.path)
            findings += wrong
    else:
        captured = 0
    findings += _removal(own_turn, conduct, captured)
    by_article = {finding.article: finding for finding in reversed(findings)}
    return tuple(sorted(by_article.values(), key=_article_number))


def correction(position: DraughtsPosition, conduct: Conduct) -> TouchObligation:
    """Return the permitted moves after the position is completely restored (violations.8).

    A retracted move is binding; a touched man must move; otherwise any legal move is permitted, which may have to be a
    capture.
    """
    if position.turn is not conduct.by:
        message = say("turn_restored")
        return TouchObligation(position.legal_moves(), message, "violations.4.1", free=True)
    if conduct.taken_back:
        draughts_moves = matches(position, WrittenMove(conduct.taken_back))
        if draughts_moves:
            message = say("first_move_stands")
            return TouchObligation(tuple(draughts_moves), message, "violations.4.4", conduct.taken_back[0])
    return bound_moves(position, conduct.touches)


def _finding(number: str, key: str, *squares: str) -> Finding:
    params = {"square": squares[0], "squares": ", ".join(squares)} if squares else {}
    return Finding(f"violations.{number}", say(key, **params), squares)


def _article_number(finding: Finding) -> tuple[int, ...]:
    return tuple(int(part) for part in finding.article.removeprefix("violations.").split("."))


def _check_statement(position: DraughtsPosition, conduct: Conduct) -> None:
    for name in (*conduct.path, *conduct.taken_back, *(touch.square for touch in conduct.touches)):
        if name not in position.board.grid.places:
            raise BadInput(say("no_such_square", square=name[:12]))
    occupied = [*conduct.path[:1], *(conduct.removed or ()), *conduct.lifted_early]
    for name in occupied:
        if not position.board.bit.get(name, 0) & ~position.empty:
            raise BadInput(say("no_man_there", square=name[:12]))
    if not conduct.path and not conduct.removed and not conduct.lifted_early:
        raise BadInput(say("nothing_done"))
    if len(conduct.path) == 1:
        raise BadInput(say("path_too_short"))


def _order_of_play(position: DraughtsPosition, own_turn: DraughtsPosition, conduct: Conduct) -> list[Finding]:
    """Return violations of turn, choice of man, and change of the first choice (4.1, 4.3, 4.4, 4.5)."""
    findings = []
    if conduct.by is not position.turn:
        findings.append(_finding("4.1", "two_moves_running"))
    if conduct.taken_back:
        findings.append(_finding("4.4", "move_taken_back", *conduct.taken_back))
    if not conduct.path:
        return findings
    origin = conduct.path[0]
    bound = bound_moves(own_turn, conduct.touches).square
    if bound and bound != origin:
        findings.append(_finding("4.3", "other_man_touched", bound))
    if position.board.bit[origin] & own_turn.owned(conduct.by.other):
        findings.append(_finding("4.5", "opponents_man_moved", origin))
    return findings


def _move_played(position: DraughtsPosition, conduct: Conduct) -> DraughtsMove | None:
    """Return the legal move that was played; if several match, the removed men decide."""
    fitting = matches(position, WrittenMove(conduct.path))
    for move in fitting:
        if conduct.removed is not None and conduct.removed == frozenset(move.captured):
            return move
    return fitting[0] if fitting else None


def _wrong_move(position: DraughtsPosition, path: tuple[str, ...]) -> tuple[list[Finding], int]:
    """Return the violations of an illegal movement, and the men that it passed over in the manner of a capture."""
    if path[-1] not in position.board.bit:
        return [_finding("3", "man_on_light_square.one", path[-1])], 0
    if position.board.bit[path[0]] & position.owned(position.turn.other):
        return [], _passed_over(position, path)
    takes = [move for move in position.legal_moves() if move.raw[2]]
    if not takes:
        return [_not_a_move(path)], _passed_over(position, path)
    unfinished = [move for move in takes if move.origin == path[0] and _leaves_out_the_end(move, path)]
    if unfinished:
        return _stopped(path[-1]), _men_up_to(unfinished[0], path[-1])
    return _wrong_take(position, path, takes)


def _wrong_take(
    position: DraughtsPosition, path: tuple[str, ...], takes: list[DraughtsMove]
) -> tuple[list[Finding], int]:
    take = TakeInProgress.begin(position, path[0])
    for index, end in enumerate(path[1:], start=1):
        finished = bool(take.taken) and not take.can_go_on()
        if take.hop(end) is None:
            continue
        if not take.taken:
            return _missed_take(position, path, takes), 0
        findings = []
        if finished:
            findings.append(_finding("4.8", "took_too_many", path[index - 1]))
        if _works_when_lifted_at_once(position, path):
            findings.append(_lifted_early(position.board.names(take.taken)))
        return findings or [_not_a_move(path)], take.taken
    return _stopped(take.at), take.taken


def _lifted_early(squares: Iterable[str]) -> Finding:
    return _finding("4.10", "man_lifted_during_take", *squares)


def _missed_take(position: DraughtsPosition, path: tuple[str, ...], takes: list[DraughtsMove]) -> list[Finding]:
    findings = [_finding("4.6", "take_not_made", *(move.text for move in takes[:4]))]
    if not _could_step(position, path):
        findings.append(_not_a_move(path))
    return findings


def _could_step(position: DraughtsPosition, path: tuple[str, ...]) -> bool:
    """Return whether the movement would be a quiet move if no capture were possible."""
    way = position.board.between(path[0], path[-1])
    if way is None or len(path) != 2:
        return False
    if position.board.bit[path[0]] & position.kings(position.turn):
        return all(position.board.bit[name] & position.empty for name in way)
    places = position.board.grid.places
    forward = places[path[1]][1] > places[path[0]][1]
    return not way and forward is (position.turn is Side.WHITE)


def _not_a_move(path: tuple[str, ...]) -> Finding:
    return _finding("4.2", "wrong_move", *path)


def _stopped(square: str) -> list[Finding]:
    return [_finding("4.8", "took_too_few", square), _finding("4.9", "take_stopped", square)]


def _leaves_out_the_end(move: DraughtsMove, path: tuple[str, ...]) -> bool:
    """Return whether a path of two squares ends where this capture only stops on its way."""
    return len(path) == 2 and any(move.board.bit[path[1]] in route[1:-1] for route in move.routes)


def _men_up_to(move: DraughtsMove, square: str) -> int:
    """Return the men that `move` has jumped when it stops on `square`."""
    route = next(route for route in move.routes if move.board.bit[square] in route[1:-1])
    stops = tuple(move.board.names(bit)[0] for bit in route[: route.index(move.board.bit[square], 1) + 1])
    passed = {name for start, end in pairwise(stops) for name in move.board.between(start, end) or ()}
    return move.raw[2] & move.board.squares(tuple(name for name in passed if name in move.board.bit))


def _passed_over(position: DraughtsPosition, path: tuple[str, ...]) -> int:
    """Return the men that a movement jumped like a capture, hop by hop, up to the first invalid hop."""
    take = TakeInProgress.begin(position, path[0])
    for end in path[1:]:
        if take.hop(end) is not None:
            break
    return take.taken


def _works_when_lifted_at_once(position: DraughtsPosition, path: tuple[str, ...]) -> bool:
    take = TakeInProgress.begin(position, path[0], lift_at_once=True)
    return all(take.hop(end) is None for end in path[1:])


def _removal(position: DraughtsPosition, conduct: Conduct, captured: int) -> list[Finding]:
    """Return violations by wrong removal of men (4.7, 4.10–4.14), and by a king without its crown (4.2)."""
    findings = []
    if conduct.uncrowned:
        findings.append(_finding("4.2", "not_crowned"))
    if conduct.lifted_early:
        findings.append(_lifted_early(sorted(conduct.lifted_early)))
    if conduct.removed is None:
        return findings
    removed = position.board.squares(conduct.removed | conduct.lifted_early)
    own = removed & position.owned(conduct.by)
    others = removed & position.owned(conduct.by.other)
    if not captured:
        if removed:
            findings.append(_finding("4.7", "removed_without_take", *position.board.names(removed)))
        return findings
    return findings + _wrong_removal(position.board, conduct, captured & ~others, others & ~captured, own)


def _wrong_removal(board: Board, conduct: Conduct, missing: int, extra: int, own: int) -> list[Finding]:
    findings = []
    if missing and conduct.stopped_removing:
        findings.append(_finding("4.13", "stopped_removing", *board.names(missing)))
    elif missing:
        findings.append(_finding("4.11", "removed_too_few", *board.names(missing)))
    if extra:
        findings.append(_finding("4.12", "removed_untaken", *board.names(extra)))
    if own:
        findings.append(_finding("4.14", "removed_own", *board.names(own)))
    return findings
