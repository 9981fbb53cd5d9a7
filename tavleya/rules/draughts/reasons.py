"""Reasons why a written move is not legal: one sentence, with a separate code for each."""

from collections.abc import Iterable

from tavleya.messages import Message
from tavleya.rules.draughts.hops import HopFault, TakeInProgress
from tavleya.rules.draughts.messages import say
from tavleya.rules.draughts.notation import WrittenMove
from tavleya.rules.draughts.position import DraughtsMove, DraughtsPosition

_SHOWN = 4


def reason(position: DraughtsPosition, written: WrittenMove) -> Message:
    """Return the first reason why the move as written is not legal; it must not be legal."""
    moves = position.legal_moves()
    if not moves:
        return say("game_over.no_move")
    if written.from_file:
        return say("no_such_short_move", file=written.from_file, square=written.target)
    return _wrong_squares(position, written) or (_capture_refusal if moves[0].raw[2] else _step_refusal)(
        position, written
    )


def _wrong_squares(position: DraughtsPosition, written: WrittenMove) -> Message | None:
    for name in written.squares:
        if name not in position.board.bit:
            return say("light_square", square=name)
    origin = position.board.bit[written.origin]
    if origin & position.empty:
        return say("no_man_there", square=written.origin)
    if not origin & position.owned(position.turn):
        return say("not_your_man", square=written.origin)
    return None


def _step_refusal(position: DraughtsPosition, written: WrittenMove) -> Message:
    """Return why the step is impossible for the piece; no capture is possible."""
    origin, target = written.origin, written.target
    if len(written.squares) > 2:
        return say("nothing_to_take", square=origin)
    way = position.board.between(origin, target)
    if way is None:
        return _fault(HopFault.NOT_DIAGONAL, origin, target, target)
    if not position.board.bit[target] & position.empty:
        return _fault(HopFault.OCCUPIED, origin, target, target)
    if position.board.bit[origin] & position.kings(position.turn):
        return _barred(position, origin, target, way)
    own = [name for name in way if position.board.bit[name] & position.owned(position.turn)]
    if len(way) == 1 and own:
        return _fault(HopFault.OWN_MAN, origin, target, own[0])
    if way:
        return _fault(HopFault.TOO_FAR, origin, target, target)
    return say("men_go_forward", origin=origin, target=target)


def _barred(position: DraughtsPosition, origin: str, target: str, way: Iterable[str]) -> Message:
    """Return the obstacle of a king's quiet move along a diagonal to a free square."""
    return say(
        "way_barred",
        square=next(name for name in way if not position.board.bit[name] & position.empty),
        origin=origin,
        target=target,
    )


def _capture_refusal(position: DraughtsPosition, written: WrittenMove) -> Message:
    """Return why the written move does not capture, or not completely, although a capture is compulsory."""
    moves = position.legal_moves()
    draughts_moves = tuple(move for move in moves if move.origin == written.origin)
    if len(written.squares) == 2 and any(_stops_on(move, written.target) for move in draughts_moves):
        return _unfinished(written.target, draughts_moves)
    take = TakeInProgress.begin(position, written.origin)
    for end in written.squares[1:]:
        start = take.at
        fault = take.hop(end)
        if fault is None:
            continue
        if fault[0] is HopFault.TAKES_NOTHING and not take.taken:
            return _compulsory(moves)
        return _fault(fault[0], start, end, fault[1])
    if take.can_go_on():
        return _unfinished(take.at, draughts_moves or moves)
    count, most = take.taken.bit_count(), moves[0].raw[2].bit_count()
    if position.board.majority and count < most:
        takes = _join_texts(move.text for move in moves)
        return say("take_too_small", count=count, most=most, takes=takes)
    # Every hop was possible, but the last has no continuation: the king had squares from which it could continue.
    stops = {
        position.board.name[bit] for move in draughts_moves for route in move.routes for bit in route[1:-1]
    }
    return say("king_must_go_on", square=take.at, stops=", ".join(sorted(stops)))


def _stops_on(move: DraughtsMove, square: str) -> bool:
    return any(move.board.bit[square] in route[1:-1] for route in move.routes)


def _unfinished(square: str, moves: Iterable[DraughtsMove]) -> Message:
    return say("take_not_finished", square=square, takes=_join_texts(move.full_text for move in moves))


def _compulsory(moves: Iterable[DraughtsMove]) -> Message:
    return say("take_compulsory", takes=_join_texts(move.text for move in moves))


def _join_texts(texts: Iterable[str]) -> str:
    every = list(texts)
    return ", ".join(every[:_SHOWN]) + (" …" if len(every) > _SHOWN else "")


def _fault(fault: HopFault, origin: str, target: str, square: str) -> Message:
    return say(fault.value, origin=origin, target=target, square=square)


def nearest(position: DraughtsPosition, written: WrittenMove | None) -> tuple[str, ...]:
    """Return legal moves similar to the text: same origin first, then same target, then by common squares."""
    if written is None:
        return ()

    def likeness(move: DraughtsMove) -> tuple[int, str]:
        score = 4 * (move.origin == written.origin and not written.from_file)
        score += 4 * (move.target == written.target) + len({*move.squares} & {*written.squares})
        score += sum(a == b for a, b in zip(move.text, "-".join(written.squares), strict=False)) >= 4
        return -score, move.text

    ranked = sorted((likeness(move), move.text) for move in position.legal_moves())
    return tuple(text for (score, _), text in ranked[:_SHOWN] if score < 0)
