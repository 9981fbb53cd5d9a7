"""A game that began wrongly: pieces, board, colours, clocks (tavreli 7.1, 7.2, B.4; FIDE 7.2, 7.3; draughts)."""

from collections.abc import Mapping
from types import MappingProxyType

from tavleya.errors import BadInput, Conflict
from tavleya.frozen import replace
from tavleya.law.clock_faults import TIME, added_time, time_grounds
from tavleya.law.facts import OPPONENT_WISHES, RESUME, FactKind, fact, where_not_followed
from tavleya.law.messages import say
from tavleya.law.remedies import Remedy, ReplayGame, RulingOutcome
from tavleya.law.ruling_kind import (
    Case,
    Group,
    RulingKind,
    Words,
    begun,
    clock_setting,
    data,
    decision,
    going_on,
    need_reason,
    time_change,
    too_late,
)
from tavleya.law.terms import Setup, Topic
from tavleya.messages import N_, label
from tavleya.record.entries import EntryDraft, EntryKind

FACTS = (
    fact(
        "what",
        FactKind.CHOICE,
        N_("what was wrong"),
        choices=(
            ("pieces", N_("the pieces")),
            ("board", N_("the board")),
            ("colours", N_("the colours")),
            ("clock", N_("the clock")),
        ),
        required=True,
    ),
    fact("moves_made", FactKind.WHOLE, N_("moves made by each side, where the record does not have them")),
    fact(
        "decision",
        FactKind.CHOICE,
        N_("the arbiter's decision, where the Laws leave it to the arbiter"),
        choices=(("new_game", N_("a new game")), ("continue", N_("the game continues"))),
    ),
    fact(
        "wish",
        FactKind.CHOICE,
        N_("what the opponent wishes"),
        choices=OPPONENT_WISHES,
        asked=lambda regime, _: Setup.OPPONENT in (regime.setup.pieces, regime.setup.board, regime.setup.colours),
    ),
    fact("clocks", FactKind.CLOCKS, N_("times to set"), needed_for=("what", ("clock",))),
    *(
        replace(item, needed_for=("what", ("clock",)), asked=where_not_followed)
        for item in TIME
        if item.name in ("white_ms", "black_ms")
    ),
    fact(
        "schedule",
        FactKind.YES_NO,
        N_("whether the schedule of the event would suffer without the change"),
        needed_for=("what", ("clock",)),
        asked=lambda regime, _: bool(regime.own_article("late_setting")),
    ),
    RESUME,
    fact("reason", FactKind.TEXT, N_("why")),
)

_TOPICS: Mapping[str, Topic] = MappingProxyType(
    {"pieces": "wrong_pieces", "board": "wrong_board", "colours": "wrong_colours"}
)
_GOES_ON = say("goes_on")


def decide(case: Case) -> Remedy:
    """Order a new game, or continue play, as the article on the error says.

    Raises: Conflict ("claim_too_late": the regime sets a number of moves for it, but not for reversed colours, and not
    for a clock setting that hurts the schedule of the event (FIDE A.5.1.1)); BadInput ("rules_decide": the arbiter
    would rule against the text; "arbiter_decides": they may decide and give no reason).
    """
    begun(case)
    error, mode = case.facts.text("what"), case.regime.mode_rules
    _check_in_time(case, error)
    if error == "board" and not mode.one_board:
        raise Conflict(say("board_is_imagined"), article=case.regime.way_article)
    if error == "clock":
        return _clock(case)
    rules = case.regime.setup
    setup = {"pieces": rules.pieces, "board": rules.board, "colours": rules.colours}[error]
    article = case.regime.article(_TOPICS[error])
    if error == "colours" and rules.colours_new_game_below:
        setup = Setup.REPLAY if _moves(case) < rules.colours_new_game_below else Setup.TRANSFER
    if setup is Setup.OPPONENT:
        return _opponents_choice(case, article)
    if setup is Setup.CONTINUE:
        return _arbiters_choice(case, article)
    _by_the_text(case, "new_game" if setup is Setup.REPLAY else "continue")
    return _annulled(case, article) if setup is Setup.REPLAY else _continued(case, article)


def _moves(case: Case) -> int:
    return max(case.state.ply // 2, case.facts.number("moves_made") or 0)


def _is_late(case: Case) -> bool:
    limit = case.regime.setup.no_claim_after
    return limit is not None and _moves(case) >= limit


def _check_in_time(case: Case, error: str) -> None:
    if error == "colours" or not _is_late(case):
        return
    regime = case.regime
    article = regime.own_article("no_setup_claim") or regime.article("wrong_pieces")
    if error == "clock":
        article = regime.own_article("late_setting") or article
    if not case.facts.yes("schedule") or error != "clock":
        raise too_late(article, say("moves_made", moves=regime.setup.no_claim_after))


def _by_the_text(case: Case, expected: str) -> None:
    if case.facts.text("decision") not in ("", expected):
        raise BadInput(say("rules_decide"), fact="decision")


def _annulled(case: Case, article: str) -> Remedy:
    reason = case.facts.text("reason") or f"wrong_{case.facts.text('what')}"
    drafts = (
        decision(case, "upheld", article),
        EntryDraft(EntryKind.ANNULMENT, data=data(reason=reason, article=article)),
    )
    return case.remedy(article, drafts, say("played_anew"), effects=(ReplayGame(),))


def _continued(case: Case, article: str) -> Remedy:
    message = {"board": say("transferred")}.get(case.facts.text("what"), _GOES_ON)
    return case.remedy(article, (decision(case, "upheld", article), *going_on(case)), message)


def _arbiters_choice(case: Case, article: str) -> Remedy:
    if case.facts.text("decision") != "new_game":
        return _continued(case, article)
    need_reason(case)
    return _annulled(case, article)


def _opponents_choice(case: Case, article: str) -> Remedy:
    wish, replied = case.facts.text("wish"), _moves(case) > 0  # both have moved (violations.7)
    if not wish and not replied:
        raise BadInput(say("opponent_decides"), fact="wish")
    if wish == "accept" or replied:
        drafts = (decision(case, "rejected", article), *going_on(case))
        message = say("set_up_accepted") if replied else say("opponent_accepts")
        return case.remedy(
            article,
            drafts,
            message,
            penalty=case.regime.article("acceptance") if replied else "",
            outcome=RulingOutcome.REJECTED,
        )
    drafts = (decision(case, "upheld", article),)
    if case.state.ply:
        drafts = (*drafts, EntryDraft(EntryKind.RESTORATION, data=data(ply=0)))
    message = say("set_up_again")
    first = case.state.line.start.turn
    return case.remedy(article, (*drafts, *going_on(case, first, stopped=bool(case.state.ply))), message)


def _clock(case: Case) -> Remedy:
    after, add = case.facts.clocks(), added_time(case)
    if (after is None) is not any(add.values()):
        raise BadInput(say("no_time_given.setting" if case.live else "no_time_given.setting_or_added"), fact="clocks")
    topics: tuple[Topic, ...] = ("late_setting",) if _is_late(case) else ("wrong_setting", "defective_clock")
    article = case.regime.article(*topics)
    reason = case.facts.text("reason") or "wrong_setting"
    if after is None:
        drafts, clock = time_change(case, add, article, reason)
    else:
        drafts, clock = clock_setting(case, after, article, reason)
    return case.remedy(
        article,
        (*drafts, decision(case, "upheld", article), *going_on(case)),
        say("clock_put_right"),
        *time_grounds(add),
        clock=clock,
    )


KIND = RulingKind(
    key="beginning",
    name=label("ruling_beginning", N_("Incorrect start of the game")),
    group=Group.SET_UP,
    facts=FACTS,
    decide=decide,
    wide=True,
    words=Words(
        reasons={
            "wrong_pieces": N_("wrong starting position"),
            "wrong_board": N_("the board stood wrongly"),
            "wrong_colours": N_("colours reversed"),
        }
    ),
)
