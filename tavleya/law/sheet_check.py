"""Comparison of score sheets, entered after a game on paper, with the rulings of the game and the rules of the board.

It changes nothing: each difference is a finding that an arbiter acts on or accepts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from tavleya.errors import BadInput
from tavleya.law.facts import CAN_MATE, MOVES, POSITION, Facts
from tavleya.law.messages import say
from tavleya.law.ruling_kind import Case, contradiction, require_fact
from tavleya.messages import Message, label
from tavleya.record.merging import Keeper, read_sheet
from tavleya.record.replay import result_of
from tavleya.record.results import FACTS, Result
from tavleya.record.ruling_lines import RulingLine
from tavleya.record.state import State
from tavleya.rules.contract import ClaimKind, ClaimVerdict, LineOfPlay, Ply, Position, Rules, Style, Touch
from tavleya.rules.messages import ENDING_NAMES
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

# Moves that an arbiter enters as proof at a board on paper: from a position, or from the start.

_SHOWN = 24  # the last moves that a sentence shows


def typed_position(case: Case, turn: Side) -> Position | None:
    """Return the entered position, with `turn` to move if only the board was entered; None without a position.

    Raises: BadInput ("bad_position").
    """
    text = case.facts.text(POSITION.name)
    if not text:
        return None
    try:
        return case.state.rules.position(spec_of(case.state.rules.game).complete_position(text, turn))
    except BadInput as error:
        raise BadInput(error.message, fact=POSITION.name) from error


def typed_line(case: Case, turn: Side) -> LineOfPlay:
    """Return the entered moves, from the entered position or from the start of the game.

    `turn`: the side to move if only the board was entered, unless the first move is one of the other side.  Move
    numbers are ignored.  Raises: BadInput ("fact_missing": neither a position nor a move; "bad_ply", "bad_position").
    """
    start, text = typed_position(case, turn), case.facts.text(MOVES.name)
    if start is None and not text:
        raise BadInput(say("fact_missing", fact=MOVES.about), fact=MOVES.name)
    rules = case.state.rules
    words = [word.text for word in read_sheet(rules.game, Keeper.ARBITER, text).words]
    while words and not words[0]:
        words.pop(0)  # the numbers continue those of the game
    if start is not None and words and rules.explain(start, words[0]) is not None:
        other = typed_position(case, turn.other)
        if other is not None and rules.explain(other, words[0]) is None:
            start = other
    line = LineOfPlay(start or case.state.line.start)
    for number, word in enumerate(words, start=1):
        try:
            move = rules.read(line.position, word)
        except BadInput as error:
            message = say("bad_ply", ply=number, move=word or "…", why=error.message)
            raise BadInput(message, fact=MOVES.name, ply=number) from error
        line = line.add(Ply(move.text, line.position.play(move)))
    return line


_CASTLING = frozenset(frozenset((f"e{rank}", f"{file}{rank}")) for rank in "18" for file in "ah")


def require_castling_rights(case: Case, touched: Iterable[str]) -> None:
    """Check that the entered position has castling rights, if king and rook on these squares make them decide.

    Raises: BadInput ("castling_unknown": only the board was entered).
    """
    text = case.facts.text(POSITION.name)
    castles = spec_of(case.state.rules.game).castles and frozenset(touched) in _CASTLING
    if castles and text and " " not in text:
        raise BadInput(say("castling_unknown"), fact=POSITION.name)


def shown_position(case: Case, turn: Side) -> Position | None:
    """Return the position that the arbiter entered, by the board or by moves; None if neither was entered."""
    entered = case.facts.text(POSITION.name) or case.facts.text(MOVES.name)
    return typed_line(case, turn).position if entered else None


def is_drawn_instead(case: Case, loser: Side) -> bool:
    """Return whether a loss of `loser`, who is to move, is a draw, as the opponent could never mate (FIDE 6.9, 7.5.5).

    The record decides it, or the entered position, or else the arbiter's answer.  Raises: BadInput ("fact_missing";
    "facts_contradict_record": the answer is wrong in the entered position).
    """
    if not case.regime.no_win_without_mating:
        return False
    position = case.state.position if case.live else shown_position(case, loser)
    if position is None:
        require_fact(case, CAN_MATE)
        return not case.facts.yes(CAN_MATE.name)
    can_mate = case.state.rules.can_mate(position, loser.other)
    if case.facts.has(CAN_MATE.name) and case.facts.yes(CAN_MATE.name) is not can_mate:
        raise contradiction(say("can_mate_there") if can_mate else say("cannot_mate_there"))
    return not can_mate


def by_typed_moves(rules: Rules, line: LineOfPlay) -> Message:
    """Return the proof of a decision by the rules: the moves in short notation, as on a score sheet."""
    position, written = line.start, []
    for ply in line.plies:
        written.append(rules.write(position, rules.read(position, ply.text), Style("short")))
        position = ply.position
    moves = " ".join(written[-_SHOWN:])
    return say("by_typed_moves", moves=moves) if moves else say("by_typed_position")


def verdict_on(rules: Rules, line: LineOfPlay, kind: ClaimKind, claimant: Side, intended: str = "") -> ClaimVerdict:
    """Return the verdict on the claim by the player to move.  If their move is the last entered one, they announced it.

    Raises: BadInput ("facts_contradict_record") if the opponent is to move and no move was entered.
    """
    if line.position.turn is claimant:
        return rules.claim(line, kind, intended or None)
    if not line.plies:
        raise contradiction(say("out_of_turn"))
    return rules.claim(line.cut(len(line.plies) - 1), kind, line.plies[-1].text)


_WITHOUT_EFFECT = frozenset({"advice", "reversed"})


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference between a score sheet and the record.

    `key` is its permanent name.  `ruling` is the number of its ruling, or 0; `ply` the half-move of the sheet where it
    shows, or 0.  `result` and `article` are the expected values, if the rules ended the game there and the record
    differs.
    """

    key: str
    message: Message
    ruling: int = 0
    ply: int = 0
    result: Result | None = None
    article: str = ""


def findings(
    state: State, line: LineOfPlay, rulings: Sequence[RulingLine], written: Iterable[Result] = ()
) -> tuple[Finding, ...]:
    """Compare the moves on paper (`line`) and the results `written` on the sheets; the end of the game comes first."""
    differences = [*_past_end(state, line), *_results(state, rulings, written)]
    for ruling in _standing(rulings):
        check = _CHECKS.get(ruling.kind)
        case = _Ruled(state.rules, line, ruling)
        if check is not None and line.plies:
            differences += check(case)
        differences += _went_on(case)
    return tuple(differences)


def ply_of(line: LineOfPlay, number: int, side: Side) -> int:
    """Return the half-move of the sheet for move `number` of `side`."""
    return 2 * number - (side is Side.WHITE) - (line.start.turn is Side.BLACK)


def _cite_ply(line: LineOfPlay, ply: int) -> str:
    """Return `8… g8f6`: the citation of a half-move."""
    count = ply + (line.start.turn is Side.BLACK)
    return f"{(count + 1) // 2}{'.' if count % 2 else '…'} {line.plies[ply - 1].text}"


def _standing(rulings: Sequence[RulingLine]) -> list[RulingLine]:
    undone = {ruling.supersedes for ruling in rulings}
    return [ruling for ruling in rulings if ruling.number not in undone and ruling.outcome not in _WITHOUT_EFFECT]


# The end of the game


def _past_end(state: State, line: LineOfPlay) -> Iterator[Finding]:
    """Yield the first half-move that ends the game by the rules of the board, if the game has a different result."""
    for ply in range(1, len(line.plies) + 1):
        ending = state.rules.ending(line.cut(ply))
        if ending is None:
            continue
        result = result_of(ending)
        if state.result is not result:
            more, move = len(line.plies) - ply, _cite_ply(line, ply)
            ending_name = label(f"ended_{ending.kind.value}", ENDING_NAMES[ending.kind.value])
            message = (
                say("past_end", move=move, how=ending_name, more=more)
                if more
                else say("ends_there", move=move, how=ending_name)
            )
            yield Finding(f"past_end:{ply}", message, 0, ply, result, state.article(ending.article))
        return


def _results(state: State, rulings: Sequence[RulingLine], written: Iterable[Result]) -> Iterator[Finding]:
    ruled = [ruling for ruling in _standing(rulings) if ruling.result]
    current = state.result
    if ruled and current is not None and current.value != ruled[-1].result:
        number = ruled[-1].number
        message = say("ruled_result_differs", number=number, ruled=ruled[-1].result, stands=current.value)
        yield Finding(f"result:{number}:{current.value}", message, number)
    if current is None or not FACTS[current].played:
        return
    sheet_results = dict.fromkeys(written)
    if current not in sheet_results:  # if the players wrote different results, the arbiter has chosen
        for sheet_result in sheet_results:
            message = say("sheet_result_differs", written=sheet_result.value, stands=current.value)
            yield Finding(f"written:{sheet_result.value}:{current.value}", message)


# Rulings


@dataclass(frozen=True, slots=True)
class _Ruled:
    """A ruling and the moves on paper; `ply`: the half-move that it names, or 0."""

    rules: Rules
    line: LineOfPlay
    ruling: RulingLine

    @property
    def facts(self) -> Facts:
        return Facts(MappingProxyType(dict(self.ruling.facts)))

    @property
    def ply(self) -> int:
        place = self.facts.at_move()
        return max(ply_of(self.line, *place), 0) if place else 0

    @property
    def before(self) -> LineOfPlay | None:
        """The moves before the named half-move, if the sheet reaches it."""
        is_reached = 0 < self.ply <= len(self.line.plies) + 1
        return self.line.cut(self.ply - 1) if is_reached else None

    @property
    def move(self) -> str:
        """The move of the sheet at that place."""
        return self.line.plies[self.ply - 1].text if 0 < self.ply <= len(self.line.plies) else ""

    def finding(self, message: Message) -> Finding:
        ply = self.ply if self.move else 0
        return Finding(f"{message.key}:{self.ruling.number}:{ply}", message, self.ruling.number, ply)


def _claim(case: _Ruled) -> Iterator[Finding]:
    """Yield an upheld claim that the sheet never supports, or a rejected claim that it supports."""
    claimant, number = case.facts.side("claimant"), case.ruling.number
    if claimant is None:
        return
    before, upheld = case.before, case.ruling.outcome == "upheld"
    if case.ply and before is None:
        return  # the sheet does not reach that move
    verdicts = _verdicts(case, claimant, [before] if before is not None else None)
    right = next((verdict for verdict in verdicts if verdict.upheld), None)
    if upheld and right is None:
        message = verdicts[-1].message if verdicts else say("out_of_turn")
        yield case.finding(say("claim_not_shown", number=number, why=message))
    if not upheld and before is not None and right is not None:
        yield case.finding(say("claim_shown", number=number, why=right.message))


def _verdicts(case: _Ruled, claimant: Side, lines: list[LineOfPlay] | None) -> list[ClaimVerdict]:
    """Return the verdicts of the rules in each position, on the board and with the next move of the sheet."""
    kind, intended = ClaimKind(case.facts.text("claim")), case.facts.text("intended")
    whole = case.line
    places = lines if lines is not None else [whole.cut(ply) for ply in range(len(whole.plies) + 1)]
    verdicts = []
    for line in places:
        if line.position.turn is not claimant:
            continue
        announced = [whole.plies[len(line.plies)].text] if len(line.plies) < len(whole.plies) else []
        for move in dict.fromkeys((intended, "", *announced)):
            try:
                verdicts.append(verdict_on(case.rules, line, kind, claimant, move))
            except BadInput:
                continue  # the announced move is illegal here
    return verdicts


def _illegal(case: _Ruled) -> Iterator[Finding]:
    """Yield a move ruled illegal but legal on the sheet, or a loss to an opponent who could never mate."""
    move, before, number = case.facts.text("move"), case.before, case.ruling.number
    offender = case.facts.side("offender")
    if move and before is not None and before.position.turn is offender:
        if case.rules.explain(before.position, move) is None:
            yield case.finding(say("illegal_is_legal", number=number, move=move))
    yield from _mate_out_of_reach(case, offender)


def _touch(case: _Ruled) -> Iterator[Finding]:
    """Yield an obligation to play a touched piece, if the sheet has a move with another one."""
    before = case.before
    if case.ruling.outcome != "upheld" or before is None or not case.move:
        return
    if before.position.turn is not case.facts.side("offender"):
        return
    touches = [Touch(square, adjusting) for square, adjusting in case.facts.touches("touches")]
    bound = case.rules.bound_moves(before.position, touches)
    if not bound.free and case.move not in [move.text for move in bound.moves]:
        text = _cite_ply(case.line, case.ply)
        yield case.finding(say("touch_not_kept", number=case.ruling.number, move=text))


def _flag(case: _Ruled) -> Iterator[Finding]:
    yield from _mate_out_of_reach(case, case.facts.side("side"))


def _mate_out_of_reach(case: _Ruled, offender: Side | None) -> Iterator[Finding]:
    won = case.ruling.result and Result(case.ruling.result) is not Result.DRAW
    if not won or offender is None or not case.facts.has("can_mate"):
        return
    if not case.rules.can_mate((case.before or case.line).position, offender.other):
        yield case.finding(say("could_never_mate", number=case.ruling.number))


def _went_on(case: _Ruled) -> Iterator[Finding]:
    """Yield moves after the one named by a ruling that ended the game."""
    if case.ruling.result and case.ply and len(case.line.plies) > case.ply:
        more = len(case.line.plies) - case.ply
        yield case.finding(say("moves_after_ruling", number=case.ruling.number, more=more))


_CHECKS: Mapping[str, Callable[[_Ruled], Iterator[Finding]]] = MappingProxyType(
    {"draw_claim": _claim, "illegal_move": _illegal, "touch_move": _touch, "flag": _flag}
)
