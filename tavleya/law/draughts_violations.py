"""Violations at the draughts board (4.1–4.14): the rules detect them, the opponent decides, the arbiter enforces."""

from dataclasses import replace

from tavleya.errors import BadInput, Conflict
from tavleya.law.facts import (
    AT_MOVE,
    BY_MOVES,
    EARLIER_MOVES,
    OPPONENT_WISHES,
    RESUME,
    FactKind,
    fact,
    where_not_followed,
)
from tavleya.law.illegal_moves import readings_at
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, RulingOutcome, sentence, set_clocks
from tavleya.law.ruling_kind import (
    Case,
    Group,
    RulingKind,
    begun,
    contradiction,
    decision,
    games_where,
    going_on,
    irregularity,
)
from tavleya.law.sheet_check import typed_line
from tavleya.messages import N_, Message, label
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.state import PlyRecord
from tavleya.rules.contract import Touch, TouchObligation
from tavleya.rules.draughts import DraughtsPosition, DraughtsRules
from tavleya.rules.draughts.generator import Board
from tavleya.rules.draughts.rules import displace, read_displacement, removed_by
from tavleya.rules.draughts.violations import Conduct, Finding, correction, diagnose
from tavleya.sides import Side

_WHAT = fact(
    "what",
    FactKind.CHOICE,
    N_("what was done"),
    choices=(
        (BY_MOVES, N_("the moves typed in below decide")),
        ("violations.4.1", N_("two moves were made in succession")),
        ("violations.4.2", N_("a wrong move of a man or a king")),
        ("violations.4.3", N_("one man was touched and another one moved")),
        ("violations.4.4", N_("a move was retracted")),
        ("violations.4.5", N_("a man of the opponent was moved")),
        ("violations.4.6", N_("a quiet move although a capture was compulsory")),
        ("violations.4.7", N_("a man was removed without reason")),
        ("violations.4.8", N_("fewer or more men were captured than possible")),
        ("violations.4.9", N_("a capture was broken off")),
        ("violations.4.10", N_("men were removed before the capture was complete")),
        ("violations.4.11", N_("captured men were left on the board")),
        ("violations.4.12", N_("men that had not been captured were removed")),
        ("violations.4.13", N_("the removal of men was broken off")),
        ("violations.4.14", N_("own men were removed")),
    ),
    required=True,
    asked=where_not_followed,
)
#: The facts from which the rules find a violation; on paper only if they decide.
_FROM_THE_BOARD = (
    fact("position", FactKind.POSITION, N_("the position before it"), asked=where_not_followed),
    EARLIER_MOVES,
    fact("second", FactKind.YES_NO, N_("whether it was a second move in succession that the record does not show")),
    fact("path", FactKind.SQUARES, N_("the squares that the man passed")),
    fact("removed", FactKind.SQUARES, N_("men removed from the board")),
    fact("lifted_early", FactKind.SQUARES, N_("men removed before the capture was complete")),
    fact("stopped_removing", FactKind.YES_NO, N_("whether the player stopped before removing all the men")),
    fact("touches", FactKind.TOUCHES, N_("men touched before, in order")),
    fact("taken_back", FactKind.SQUARES, N_("squares of the retracted move")),
    fact("uncrowned", FactKind.YES_NO, N_("whether a man was not crowned")),
)
FACTS = (
    fact("offender", FactKind.SIDE, N_("who did it"), required=True),
    fact("wish", FactKind.CHOICE, N_("what the opponent wishes"), choices=OPPONENT_WISHES, required=True),
    fact("replied", FactKind.YES_NO, N_("whether the opponent has replied"), required=True, asked=where_not_followed),
    _WHAT,
    *(replace(item, needed_for=("what", (BY_MOVES,))) for item in _FROM_THE_BOARD),
    AT_MOVE,
    fact("partial", FactKind.YES_NO, N_("whether only part of it is to be corrected")),
    RESUME,
)


def decide(case: Case) -> Remedy:
    """Correct the whole move if the opponent wishes it; else it is accepted and play continues from it.

    On paper the arbiter names the violation, or enters the position and the acts, in which the rules find it.

    Raises: Conflict ("reply_waived") once the opponent has moved (violations.7); BadInput ("whole_correction"
    (violations.8), "facts_contradict_record", "fact_missing"), and the errors of the diagnosis.
    """
    begun(case)
    offender = case.facts.required_side("offender")
    if case.facts.yes("partial"):
        raise BadInput(say("whole_correction"), article=case.regime.article("correction"))
    if not case.live:
        return _on_paper(case, offender)
    ply = _ply(case, offender)
    position = case.state.line.cut(ply.number - 1).position if ply else case.state.position
    assert isinstance(position, DraughtsPosition)
    conduct = _conduct(case, offender, ply, position)
    findings = diagnose(position, conduct)
    if not findings:
        return _nothing(case, position, conduct)
    if case.facts.text("wish") == "accept":
        return _accepted(case, findings, ply, position, conduct)
    return _corrected(case, findings, ply, position, conduct)


def _on_paper(case: Case, offender: Side) -> Remedy:
    """Rule at a board on paper: the players restore the position; the record of moves is not changed."""
    regime, accepted = case.regime, case.facts.text("wish") == "accept"
    if case.facts.yes("replied"):
        raise Conflict(say("reply_waived"), article=regime.article("acceptance"))
    violation = case.facts.text("what")
    if violation != BY_MOVES:
        act = label(f"answer_{violation}", dict(_WHAT.choices)[violation])
        drafts = [irregularity(offender, violation, regime.address(violation))]
        article, reasons = regime.address(violation), []
        grounds = [say("found_by_arbiter", side=sentence(offender), what=act)]
    else:
        position = typed_line(case, offender.other if case.facts.yes("second") else offender).position
        assert isinstance(position, DraughtsPosition)
        conduct = _conduct(case, offender, None, position)
        findings = diagnose(position, conduct)
        if not findings:
            return _nothing(case, position, conduct)
        reasons = _duty(position, conduct)[1]
        drafts = [*_irregularities(case, findings, conduct, None)]
        article, grounds = _article(case, findings), [finding.message for finding in findings]
        grounds.append(say("by_typed_position"))
    if accepted:
        grounds.append(say("opponent_accepts"))
    else:
        grounds.append(say("put_right_whole"))
        grounds += reasons
    drafts.append(decision(case, "rejected" if accepted else "upheld", article))
    return case.remedy(
        article,
        drafts,
        *grounds,
        penalty=regime.article("acceptance" if accepted else "correction"),
        offender=offender,
        outcome=RulingOutcome.REJECTED if accepted else RulingOutcome.UPHELD,
    )


def _article(case: Case, findings: tuple[Finding, ...]) -> str:
    """Return the articles of all findings: a capture that stops half-way is both 4.8 and 4.9."""
    return case.regime.address(tuple(finding.article for finding in findings))


def _duty(position: DraughtsPosition, conduct: Conduct) -> tuple[TouchObligation, list[Message]]:
    duty = correction(position, conduct)
    reasons = [duty.reason] if conduct.touches or not duty.free or position.turn is not conduct.by else []
    moves = [move.text for move in duty.moves]
    if len(moves) < len(position.legal_moves()):
        reasons.append(say("bound_to", count=len(moves), moves=", ".join(moves[:12])))
    return duty, reasons


def _ply(case: Case, offender: Side) -> PlyRecord | None:
    """Return the offender's recorded move; None for an unrecorded one, such as a second consecutive move."""
    last = case.state.last_standing()
    if case.facts.yes("second"):
        return None
    if last is None or last.side is offender:
        return last
    own = next((ply for ply in reversed(case.state.plies) if ply.side is offender and not ply.struck), None)
    path, rules = case.facts.squares("path"), case.state.rules
    assert isinstance(rules, DraughtsRules)
    if own is not None and (not path or _squares(own.text, rules.kind.board) == (path[0], path[-1])):
        raise Conflict(say("reply_waived"), ply=own.number, article=case.regime.article("acceptance"))
    return None


def _squares(text: str, board: Board) -> tuple[str, str]:
    path = read_displacement(text, board).path
    return (path[0], path[-1]) if path else ("", "")


def _conduct(case: Case, offender: Side, ply: PlyRecord | None, position: DraughtsPosition) -> Conduct:
    facts, path = case.facts, case.facts.squares("path")
    removed = frozenset(facts.squares("removed")) if facts.values.get("removed") is not None else None
    if ply is not None:
        deed = read_displacement(ply.text, position.board)
        if path and deed.path and (path[0], path[-1]) != (deed.path[0], deed.path[-1]):
            raise contradiction(say("it_has_move", move=ply.text))
        path = path or deed.path
        if removed is None and ply.irregular:
            removed = removed_by(position, deed)
    return Conduct(
        by=offender,
        path=path,
        removed=removed,
        lifted_early=frozenset(facts.squares("lifted_early")),
        stopped_removing=facts.yes("stopped_removing"),
        touches=tuple(Touch(square, adjusting) for square, adjusting in facts.touches("touches")),
        taken_back=facts.squares("taken_back"),
        uncrowned=facts.yes("uncrowned"),
    )


def _nothing(case: Case, position: DraughtsPosition, conduct: Conduct) -> Remedy:
    """Return that nothing was wrong; one of several captures was the player's free choice (takes.13)."""
    own = replace(position, turn=conduct.by)
    several = len({move.raw[2] for move in own.legal_moves() if move.raw[2]}) > 1
    article = case.regime.article("free_take" if several and conduct.path else "illegal_move")
    drafts = (decision(case, "rejected", article), *going_on(case))
    return case.remedy(article, drafts, say("no_breach_found"), outcome=RulingOutcome.REJECTED)


def _irregularities(
    case: Case, findings: tuple[Finding, ...], conduct: Conduct, ply: PlyRecord | None
) -> tuple[EntryDraft, ...]:
    number, move = (ply.number, ply.text) if ply else (None, "")
    return tuple(
        irregularity(conduct.by, finding.message.code, case.regime.address(finding.article), ply=number, move=move)
        for finding in findings
    )


def _corrected(
    case: Case, findings: tuple[Finding, ...], ply: PlyRecord | None, position: DraughtsPosition, conduct: Conduct
) -> Remedy:
    duty, reasons = _duty(position, conduct)
    bound = [move.text for move in duty.moves] if len(duty.moves) < len(position.legal_moves()) else []
    before = case.readings()
    clock = None
    drafts = [*_irregularities(case, findings, conduct, ply)]
    if ply is not None:
        after = readings_at(case.state, ply, case.at) if before is not None else None
        drafts.append(
            EntryDraft(EntryKind.RESTORATION, data={"ply": ply.number - 1, "set": set_clocks(after) if after else {}})
        )
        clock = ClockChange(before, after) if before is not None and after is not None else None
    article = _article(case, findings)
    drafts += [
        decision(case, "upheld", article, bound=bound, bound_article=article if bound else "", must_play=""),
        *going_on(case, position.turn, stopped=ply is not None),
    ]
    grounds = [*(finding.message for finding in findings), say("put_right_whole"), *reasons]
    return case.remedy(
        article, drafts, *grounds, penalty=case.regime.article("correction"), offender=conduct.by, clock=clock
    )


def _accepted(
    case: Case, findings: tuple[Finding, ...], ply: PlyRecord | None, position: DraughtsPosition, conduct: Conduct
) -> Remedy:
    after = _as_it_stands(case, ply, position, conduct)
    drafts = [*_irregularities(case, findings, conduct, ply)]
    number = case.state.ply
    if ply is None:
        number += 1
        text = _deed_text(conduct)
        data = {"irregular": True, "position": after.text()}
        drafts.append(EntryDraft(EntryKind.MOVE, conduct.by, number, text, data))
    article = _article(case, findings)
    accepted = {"ply": number, "position": after.text()}
    drafts += [decision(case, "rejected", article, accepted=accepted), *going_on(case, after.turn)]
    return case.remedy(
        article,
        drafts,
        *(finding.message for finding in findings),
        say("opponent_accepts"),
        penalty=case.regime.article("acceptance"),
        offender=conduct.by,
        outcome=RulingOutcome.REJECTED,
    )


def _as_it_stands(case: Case, ply: PlyRecord | None, position: DraughtsPosition, conduct: Conduct) -> DraughtsPosition:
    if ply is not None and conduct.removed is None:
        stands = case.state.position
        assert isinstance(stands, DraughtsPosition)
        return stands
    return displace(position, _deed_text(conduct), conduct.by)


def _deed_text(conduct: Conduct) -> str:
    """Return `c3:e5 -d4`: the movement, and every removed man by name (` -0` for none)."""
    if conduct.removed is None:
        return "-".join(conduct.path)
    off = "".join(f" -{name}" for name in sorted(conduct.removed | conduct.lifted_early)) or " -0"
    return ("-".join(conduct.path) + off).strip()


KIND = RulingKind(
    key="draughts_violation",
    name=label("ruling_draughts_violation", N_("Irregularity (draughts)")),
    group=Group.MOVES,
    facts=FACTS,
    decide=decide,
    games=games_where(lambda spec: spec.must_capture),
)
