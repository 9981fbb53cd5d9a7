"""Violations at the draughts board (4.1–4.14): the rules detect them, the opponent decides, the arbiter enforces."""

from tavleya.errors import BadInput, Conflict
from tavleya.law.cases import Case, begun, contradiction, decision, going_on, irregularity
from tavleya.law.facts import OPPONENT_WISHES, RESUME, FactKind, fact
from tavleya.law.illegal_moves import readings_at
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, RulingOutcome, set_clocks
from tavleya.law.ruling_kind import Group, RulingKind, games_where
from tavleya.messages import N_, label
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.state import PlyRecord
from tavleya.rules.contract import Touch
from tavleya.rules.draughts import DraughtsPosition, DraughtsRules
from tavleya.rules.draughts.board import Board
from tavleya.rules.draughts.displace import displace, read_displacement, removed_by
from tavleya.rules.draughts.violations import Conduct, Finding, correction, diagnose
from tavleya.sides import Side

FACTS = (
    fact("offender", FactKind.SIDE, N_("who did it"), required=True),
    fact(
        "second",
        FactKind.YES_NO,
        N_("whether it was a second move in succession that the record does not show"),
    ),
    fact("path", FactKind.SQUARES, N_("the squares that the man passed")),
    fact("removed", FactKind.SQUARES, N_("men removed from the board")),
    fact("lifted_early", FactKind.SQUARES, N_("men removed before the capture was complete")),
    fact("stopped_removing", FactKind.YES_NO, N_("whether the player stopped before removing all the men")),
    fact("touches", FactKind.TOUCHES, N_("men touched before, in order")),
    fact("taken_back", FactKind.SQUARES, N_("squares of the retracted move")),
    fact("uncrowned", FactKind.YES_NO, N_("whether a man was not crowned")),
    fact("wish", FactKind.CHOICE, N_("what the opponent wishes"), choices=OPPONENT_WISHES, required=True),
    fact("partial", FactKind.YES_NO, N_("whether only part of it is to be corrected")),
    RESUME,
)


def decide(case: Case) -> Remedy:
    """Correct the whole move if the opponent wishes it; else it is accepted and play continues from it.

    Raises: Conflict ("reply_waived") once the opponent has moved (violations.7); BadInput ("whole_correction"
    (violations.8), "facts_contradict_record"), and the errors of the diagnosis.
    """
    begun(case)
    offender = case.facts.side("offender")
    assert offender is not None
    if case.facts.yes("partial"):
        raise BadInput(say("whole_correction"), article=case.regime.article("correction"))
    ply = _ply(case, offender)
    position = case.state.line.cut(ply.number - 1).position if ply else case.state.position
    assert isinstance(position, DraughtsPosition)
    conduct = _conduct(case, offender, ply, position)
    findings = diagnose(position, conduct)
    if not findings:
        return _nothing(case)
    if case.facts.text("wish") == "accept":
        return _accepted(case, findings, ply, position, conduct)
    return _corrected(case, findings, ply, position, conduct)


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


def _nothing(case: Case) -> Remedy:
    article = case.regime.article("illegal_move")
    drafts = (decision(case, "rejected", article), *going_on(case))
    message = say("no_breach_found")
    return Remedy(
        case.kind,
        article,
        "",
        None,
        drafts,
        (message,),
        facts=case.facts.values,
        outcome=RulingOutcome.REJECTED,
    )


def _irregularities(
    case: Case, findings: tuple[Finding, ...], conduct: Conduct, ply: PlyRecord | None
) -> tuple[EntryDraft, ...]:
    number, move = (ply.number, ply.text) if ply else (None, "")
    return tuple(
        irregularity(
            conduct.by, finding.message.code, case.regime.address(finding.article), ply=number, move=move
        )
        for finding in findings
    )


def _corrected(
    case: Case,
    findings: tuple[Finding, ...],
    ply: PlyRecord | None,
    position: DraughtsPosition,
    conduct: Conduct,
) -> Remedy:
    duty = correction(position, conduct)
    whole = position.legal_moves()
    bound = [move.text for move in duty.moves] if len(duty.moves) < len(whole) else []
    before = case.readings()
    clock = None
    drafts = [*_irregularities(case, findings, conduct, ply)]
    if ply is not None:
        after = readings_at(case.state, ply, case.at) if before is not None else None
        drafts.append(
            EntryDraft(
                EntryKind.RESTORATION, data={"ply": ply.number - 1, "set": set_clocks(after) if after else {}}
            )
        )
        clock = ClockChange(before, after) if before is not None and after is not None else None
    article = case.regime.address(findings[0].article)
    drafts += [
        decision(case, "upheld", article, bound=bound, bound_article=article if bound else "", must_play=""),
        *going_on(case, position.turn, stopped=ply is not None),
    ]
    grounds = [*(finding.message for finding in findings), say("put_right_whole"), duty.reason]
    return Remedy(
        case.kind,
        article,
        case.regime.article("correction"),
        conduct.by,
        tuple(drafts),
        tuple(grounds),
        clock=clock,
        facts=case.facts.values,
    )


def _accepted(
    case: Case,
    findings: tuple[Finding, ...],
    ply: PlyRecord | None,
    position: DraughtsPosition,
    conduct: Conduct,
) -> Remedy:
    after = _as_it_stands(case, ply, position, conduct)
    drafts = [*_irregularities(case, findings, conduct, ply)]
    number = case.state.ply
    if ply is None:
        number += 1
        text = _deed_text(conduct)
        done = {"irregular": True, "position": after.text()}
        drafts.append(EntryDraft(EntryKind.MOVE, conduct.by, number, text, done))
    article = case.regime.address(findings[0].article)
    accepted = {"ply": number, "position": after.text()}
    drafts += [decision(case, "rejected", article, accepted=accepted), *going_on(case, after.turn)]
    grounds = [*(finding.message for finding in findings), say("opponent_accepts")]
    return Remedy(
        case.kind,
        article,
        case.regime.article("acceptance"),
        conduct.by,
        tuple(drafts),
        tuple(grounds),
        facts=case.facts.values,
        outcome=RulingOutcome.REJECTED,
    )


def _as_it_stands(
    case: Case, ply: PlyRecord | None, position: DraughtsPosition, conduct: Conduct
) -> DraughtsPosition:
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
    from_moves=True,
)
