"""Moves that an arbiter enters as proof at a board on paper: from a position, or from the start."""

from tavleya.errors import BadInput
from tavleya.law.cases import Case, contradiction
from tavleya.law.facts import MOVES, POSITION
from tavleya.law.messages import say
from tavleya.messages import Message
from tavleya.record.sheets import Keeper, read_sheet
from tavleya.rules.contract import ClaimKind, ClaimVerdict, LineOfPlay, Ply, Position, Rules, Style
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

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
    except BadInput as problem:
        raise BadInput(problem.message, fact=POSITION.name) from problem


def typed_line(case: Case, turn: Side) -> LineOfPlay:
    """Return the entered moves, from the entered position or from the start of the game.

    `turn`: the side to move if only the board was entered.  Move numbers are ignored.  Raises: BadInput
    ("fact_missing": neither a position nor a move; "bad_ply", "bad_position").
    """
    start, text = typed_position(case, turn), case.facts.text(MOVES.name)
    if start is None and not text:
        raise BadInput(say("fact_missing", fact=MOVES.about), fact=MOVES.name)
    rules, line = case.state.rules, LineOfPlay(start or case.state.line.start)
    words = [word.text for word in read_sheet(rules.game, Keeper.ARBITER, text).words]
    while words and not words[0]:
        words.pop(0)  # the numbers continue those of the game
    for number, word in enumerate(words, start=1):
        try:
            move = rules.read(line.position, word)
        except BadInput as problem:
            message = say("bad_ply", ply=number, move=word or "…", why=problem.message)
            raise BadInput(message, fact=MOVES.name, ply=number) from problem
        line = line.add(Ply(move.text, line.position.play(move)))
    return line


def by_typed_moves(rules: Rules, line: LineOfPlay) -> Message:
    """Return the proof of a decision by the rules: the moves in short notation, as on a score sheet."""
    position, written = line.start, []
    for ply in line.plies:
        written.append(rules.write(position, rules.read(position, ply.text), Style("short")))
        position = ply.position
    moves = " ".join(written[-_SHOWN:])
    return say("by_typed_moves", moves=moves) if moves else say("by_typed_position")


def verdict_on(
    rules: Rules, line: LineOfPlay, kind: ClaimKind, claimant: Side, intended: str = ""
) -> ClaimVerdict:
    """Return the verdict on the claim by the player to move.  If their move is the last entered one, they announced it.

    Raises: BadInput ("facts_contradict_record") if the opponent is to move and no move was entered.
    """
    if line.position.turn is claimant:
        return rules.claim(line, kind, intended or None)
    if not line.plies:
        raise contradiction(say("out_of_turn"))
    return rules.claim(line.cut(len(line.plies) - 1), kind, line.plies[-1].text)
