"""Displaced pieces (tavreli 7.3, 7.4; FIDE 7.4, 7.6; draughts moves.14, violations.5)."""

from tavleya.errors import Conflict
from tavleya.law.cases import Case, begun, contradiction, data, decision, going_on, irregularity, time_change
from tavleya.law.facts import AT_MOVE, RESUME, UNKNOWN, FactKind, fact, where_followed
from tavleya.law.illegal_moves import readings_at
from tavleya.law.messages import say
from tavleya.law.remedies import ClockChange, Remedy, RulingOutcome, sentence, set_clocks
from tavleya.law.ruling_kind import Board, Group, RulingKind, Words
from tavleya.messages import N_, Message, label
from tavleya.record.entries import EntryDraft, EntryKind, GamePhase
from tavleya.sides import Side

DISPLACED = (
    fact("offender", FactKind.SIDE, N_("player who displaced the pieces"), required=True),
    fact(
        "stage",
        FactKind.CHOICE,
        N_("whether the player is restoring the pieces now or has already done so"),
        choices=(("restoring", N_("restoring them now")), ("restored", N_("already restored"))),
        default="restoring",
        asked=where_followed,
    ),
    fact("ms", FactKind.TIME, N_("time it took, if the player's clock was not running")),
)


def displaced(case: Case) -> Remedy:
    """Let the offender restore the pieces in their own time; the opponent may restart the offender's clock (7.3).

    `restoring`: the offender's clock runs without counting a move.  `restored`: the clock of the side to move runs
    again.  Raises: Conflict ("own_time_already": their clock runs already; "nothing_to_restore": no clock was changed).
    """
    begun(case)
    offender = case.facts.side("offender")
    assert offender is not None
    article, ms = case.regime.article("displaced"), case.facts.number("ms") or 0
    running = case.state.clock.running if case.live and case.state.clock else None
    timed, clock = time_change(case, {offender: -ms}, article, case.kind)
    if case.facts.text("stage") == "restored":
        if running is None or running is case.state.turn:
            raise Conflict(say("nothing_to_restore"))
        clocks = _switched(case, case.state.turn)
        message = say("put_right")
    else:
        if running is offender and not ms:
            raise Conflict(say("own_time_already"))
        clocks = () if ms else _switched(case, offender)
        message = say("in_his_time", side=sentence(offender))
    drafts = (
        irregularity(offender, "displaced", article),
        *timed,
        decision(case, "applied", article),
        *clocks,
    )
    return Remedy(
        case.kind,
        article,
        "",
        offender,
        drafts,
        (message,),
        clock=clock,
        facts=case.facts.values,
        outcome=RulingOutcome.APPLIED,
    )


def _switched(case: Case, side: Side) -> tuple[EntryDraft, ...]:
    """Return the entry that runs the clock of `side` from now on, without a move."""
    if case.state.clock is None or not case.live:
        return ()
    stop = (EntryDraft(EntryKind.PAUSE, data=data(reason=case.kind)),) if case.state.phase is GamePhase.PLAYING else ()
    return (*stop, EntryDraft(EntryKind.RESUMED, side))


RESTORED = (
    fact(
        "ply",
        FactKind.WHOLE,
        N_("after how many half-moves the position is certain"),
        required=True,
        asked=where_followed,
    ),
    AT_MOVE,
    fact(
        "cause",
        FactKind.CHOICE,
        N_("how it came about"),
        choices=(("outside", N_("from outside")), ("players", N_("by the players"))),
        unknown=True,
        default=UNKNOWN,
    ),
    fact("clocks", FactKind.CLOCKS, N_("times to set"), asked=where_followed),
    RESUME,
    fact("reason", FactKind.TEXT, N_("what happened"), required=True),
)


def restored(case: Case) -> Remedy:
    """Restore the last certain position and strike later plies, without increasing a count (7.4).

    The clocks get their times when the next move began, or those set by the arbiter (6.13).  A board that is not
    followed is set up by the arbiter.  Raises: BadInput ("facts_contradict_record") for an unrecorded ply.
    """
    begun(case)
    article, keep = case.regime.article("restored"), case.facts.number("ply")
    if keep is None:
        return Remedy(
            case.kind,
            article,
            "",
            None,
            (decision(case, "applied", article, cause=case.facts.text("cause")),),
            _grounds(case, say("position_after.certain")),
            facts=case.facts.values,
            outcome=RulingOutcome.APPLIED,
        )
    if keep > case.state.ply:
        raise contradiction(say("so_many_plies", ply=case.state.ply))
    before = case.readings()
    after = _clocks(case, keep) if before is not None else None
    drafts: tuple[EntryDraft, ...] = (decision(case, "applied", article, cause=case.facts.text("cause")),)
    if keep < case.state.ply:
        restoration = data(ply=keep, set=set_clocks(after) if after else {})
        drafts = (*drafts, EntryDraft(EntryKind.RESTORATION, data=restoration))
    elif after is not None and after != before:
        drafts = (
            *drafts,
            EntryDraft(EntryKind.ADJUSTMENT, data=data(set=set_clocks(after), article=article)),
        )
    turn = case.state.line.positions[keep].turn if keep < case.state.ply else case.state.turn
    return Remedy(
        case.kind,
        article,
        "",
        None,
        (*drafts, *going_on(case, turn, stopped=keep < case.state.ply)),
        _grounds(case, say("position_after", ply=keep)),
        clock=ClockChange(before, after) if before is not None and after is not None else None,
        facts=case.facts.values,
        outcome=RulingOutcome.APPLIED,
    )


def _clocks(case: Case, keep: int) -> dict[Side, int] | None:
    chosen = case.facts.clocks()
    if chosen is not None:
        return chosen
    later = next((ply for ply in case.state.plies if ply.number == keep + 1 and not ply.struck), None)
    return case.readings() if later is None else readings_at(case.state, later, case.at)


def _grounds(case: Case, message: Message) -> tuple[Message, ...]:
    return (message,) if case.facts.text("cause") != "outside" else (message, say("no_violation"))


def _last(board: Board) -> dict[str, object]:
    return {"ply": board.state.ply} if board.state.ply else {}


DISPLACED_KIND = RulingKind(
    key="displaced",
    name=label("ruling_displaced", N_("Pieces displaced")),
    group=Group.MOVES,
    facts=DISPLACED,
    decide=displaced,
    words=Words(
        breaches={"displaced": N_("%(side)s displaced pieces.")},
        reasons={"displaced": N_("pieces displaced")},
    ),
)
RESTORED_KIND = RulingKind(
    key="restored",
    name=label("ruling_restored", N_("An earlier position restored")),
    group=Group.MOVES,
    facts=RESTORED,
    decide=restored,
    known=_last,
)
