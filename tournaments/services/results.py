from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F

from games import hooks
from games.hooks import Cause
from games.models.game import Game, TrackingLevel
from games.services import results
from games.services.record import acting_side, lock_game
from games.services.results import record_result
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tavleya.permissions import require as require_standing
from tavleya.record.entries import GamePhase
from tavleya.record.results import FACTS, Result, read_result
from tavleya.sides import Side
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments import announcements, kinds
from tournaments.access import require
from tournaments.activity import Fact, happened, happened_to_many, tables_changed
from tournaments.kinds import RESULT_CORRECTED_FOR_RATING
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.swiss import REPORTABLE, RatingCorrection, ResultReport
from tournaments.registry import KINDS
from tournaments.selectors.broadcast import held_back
from tournaments.selectors.rounds import result_writers
from tournaments.services.drawn_openings import forget_second_reading
from tournaments.services.matches import (
    ReplannedMatch,
    after_correction,
    before_correction,
    lock_for_correction,
    plan_correction,
)
from tournaments.services.shared import find_pairing, lock_round


@transaction.atomic
def enter_result(
    *,
    actor: Actor,
    now: datetime,
    pairing_id: int,
    result: Result | str,
    expected_version: int | None = None,
    reason: str = "",
    confirmed: Collection[str] = (),
) -> Pairing:
    """Enter the result of a board of a published round.

    The same result is accepted again, and nothing is written.
    Raises: Conflict ("round_not_open"; "already_finished": correct it instead; "changed_meanwhile" if another user
    changed the board since the actor saw `expected_version`, with the current values as detail; "adjourned_not_drawn",
    level 3, until `confirmed`, if a later round was paired with the game as a draw and it is not one).
    """
    value = read_result(result)
    pairing = _open_board(pairing_id, actor, Action.ENTER_RESULT, expected_version, repeated=value)
    if pairing.result == value:
        return pairing
    if pairing.round.status == RoundStatus.CLOSED:
        raise Conflict(say("round_closed"))
    paired_as_draw = _paired_as_draw(pairing)
    if paired_as_draw and value is not Result.DRAW:
        insist([Warned(Level.CONFIRMATION, say("adjourned_not_drawn"))], Consent(confirmed))
    cause = Cause(kinds.RESULT_ENTERED.name, {"reason": reason} | ({"paired_as_draw": True} if paired_as_draw else {}))
    record_result(actor=actor, now=now, game_id=_game(pairing), result=value, reason=reason, cause=cause)
    return find_pairing(pairing_id)


def _paired_as_draw(pairing: Pairing) -> bool:
    """Return whether the game is adjourned and a later round was paired as if it were drawn (C.04.2, 3.1)."""
    section, game = pairing.round.section, pairing.game
    return (
        game is not None
        and game.phase == GamePhase.ADJOURNED
        and section.system.by_round
        and section.rounds.filter(number__gt=pairing.round.number or 0).exists()
    )


@transaction.atomic
def correct_result(
    *,
    actor: Actor,
    now: datetime,
    pairing_id: int,
    result: Result | str,
    reason: str,
    expected_version: int | None = None,
) -> Pairing:
    """Correct a result, also in a closed round.

    Raises: Conflict ("no_result_yet", "same_result", "changed_meanwhile"; "correction_too_late" in an old round of a
    Swiss; "next_stage_begun" in a knockout); BadInput ("reason_missing").
    """
    value = read_result(result)
    lock_for_correction(find_pairing(pairing_id))
    pairing = _open_board(pairing_id, actor, Action.CORRECT_RESULT, expected_version)
    if not reason.strip():
        raise BadInput(say("reason_missing.correction"), field="reason")
    plan = prepare_correction(pairing, value, actor=actor, now=now)
    cause = Cause(kinds.RESULT_CORRECTED.name, {"reason": reason})
    results.correct_result(actor=actor, now=now, game_id=_game(pairing), result=value, reason=reason, cause=cause)
    after_correction(plan, actor=actor, now=now)
    return find_pairing(pairing_id)


@transaction.atomic
def withdraw_result(
    *, actor: Actor, now: datetime, pairing_id: int, expected_version: int | None = None, reason: str = ""
) -> Pairing:
    """Withdraw a result that was entered by mistake, while its round is open: the game goes on.

    A user who may enter results may withdraw their own.  Boards that are followed live are excluded.
    Raises: Conflict ("followed_live", "round_closed", "no_result_yet", "changed_meanwhile"; "later_round_paired" if a
    later round was paired from it: correct it instead).
    """
    pairing = _board_to_retype(pairing_id, actor, expected_version)
    cause = Cause(kinds.RESULT_WITHDRAWN.name, {"reason": reason})
    results.withdraw_result(actor=actor, now=now, game_id=_game(pairing), reason=reason, cause=cause)
    forget_second_reading(pairing)
    return find_pairing(pairing_id)


@transaction.atomic
def retype_result(
    *, actor: Actor, now: datetime, pairing_id: int, result: Result | str, expected_version: int | None = None
) -> Pairing:
    """Replace a result that was entered by mistake, while its round is open.

    Combines `withdraw_result` and `enter_result`; permissions and errors are the same.
    """
    value = read_result(result)
    pairing = _board_to_retype(pairing_id, actor, expected_version, repeated=value)
    if pairing.result == value:
        return pairing
    cause = Cause(kinds.RESULT_RETYPED.name, {"reason": ""})
    results.retype_result(actor=actor, now=now, game_id=_game(pairing), result=value, cause=cause)
    return find_pairing(pairing_id)


def set_forfeit(
    *,
    actor: Actor,
    now: datetime,
    pairing_id: int,
    result: Result | str,
    reason: str,
    expected_version: int | None = None,
) -> Pairing:
    """Enter the forfeit `+/-`, `-/+` or `-/-`, or correct a result to it."""
    value = read_result(result)
    if FACTS[value].played:
        raise BadInput(say("not_a_forfeit"), field="result")
    act = correct_result if find_pairing(pairing_id).result else enter_result
    return act(
        actor=actor, now=now, pairing_id=pairing_id, result=value, reason=reason, expected_version=expected_version
    )


def copy_results(games: Sequence[Game], actor: Actor, now: datetime, cause: Cause | None) -> None:
    """Copy changed results of games to their boards (registered with `games.hooks.result_changed`).

    Runs in the transaction that changed the records, with the games' rows locked, so that the standings and the log are
    updated at once, whatever the source of a result.  Standings are provisional for an adjourned game, so they change
    when it is resumed too.  The number of queries does not grow with the games.
    """
    game_of = {game.pk: game for game in games}
    boards = list(Pairing.objects.filter(game__in=games).select_related("round__section__event"))
    changed: dict[tuple[str, int], list[Pairing]] = {}
    sections = set()
    for board in boards:
        assert board.game_id is not None
        game = board.game = game_of[board.game_id]
        if board.result != game.result:
            changed.setdefault((game.result, game.broadcast_delay), []).append(board)
        elif game.phase != GamePhase.ADJOURNED and not game.snapshot.get("adjourned"):
            continue
        sections.add(board.round.section_id)
    facts: dict[int, list[Fact]] = {}
    for (result, delay), rows in changed.items():
        delay_fields = held_back(now, delay)
        keys = [board.pk for board in rows]
        Pairing.objects.filter(pk__in=keys).update(result=result, version=F("version") + 1, **delay_fields)
        for board in rows:
            before = {"result": board.result, "version": board.version}
            board.result, board.version = result, board.version + 1
            board.public_from = delay_fields.get("public_from", board.public_from)
            after = {"result": result, "version": board.version, **(cause.more if cause else {})}
            fact = Fact(board, before, after, due=max(now, board.public_from or now))
            facts.setdefault(board.round.section.event_id, []).append(fact)
    tables_changed(sections)
    announcements.result_changed(boards)
    kind = KINDS[cause.kind] if cause else kinds.RESULT_RECORDED
    for event_facts in facts.values():
        happened_to_many(kind, event_facts, actor=actor, now=now)


def _open_board(
    pairing_id: int, actor: Actor, action: Action, expected_version: int | None, repeated: Result | None = None
) -> Pairing:
    """Return the board with locked round and game; check the actor, and the version unless its result is `repeated`."""
    pairing = find_pairing(pairing_id)
    require(actor, pairing.round.section.event, action)
    lock_round(pairing.round_id)
    game = lock_game(pairing.game_id) if pairing.game_id is not None else None
    pairing = find_pairing(pairing_id)
    if game is not None and pairing.game_id == game.pk:
        pairing.game = game  # the locked row, which is not read again
    if pairing.bye:
        raise Conflict(say("bye_has_no_game"))
    if pairing.round.status == RoundStatus.DRAFT:
        raise Conflict(say("round_not_open"))
    if pairing.result and pairing.result == repeated:
        return pairing
    if expected_version is not None and expected_version != pairing.version:
        raise Conflict(
            say("changed_meanwhile", result=pairing.result),
            result=pairing.result,
            version=pairing.version,
            expected=expected_version,
        )
    return pairing


def _board_to_retype(
    pairing_id: int, actor: Actor, expected_version: int | None, repeated: Result | None = None
) -> Pairing:
    """Return the locked open board, if no later round was paired from its result."""
    pairing = find_pairing(pairing_id)
    lock_for_correction(pairing)
    writer = result_writers([pairing]).get(pairing.game_id or 0)
    is_own = writer is not None and writer.may_retype(actor.user_id)
    action = Action.ENTER_RESULT if is_own else Action.CORRECT_RESULT
    pairing = _open_board(pairing_id, actor, action, expected_version, repeated)
    section = pairing.round.section
    if pairing.round.status == RoundStatus.CLOSED:
        raise Conflict(say("round_closed"))
    if section.system.from_results and section.rounds.filter(number__gt=pairing.round.number or 0).exists():
        raise Conflict(say("later_round_paired"))
    return pairing


def _game(pairing: Pairing) -> int:
    if pairing.game_id is None:
        raise Conflict(say("round_not_open"))
    return pairing.game_id


# Results that the two players of a board report themselves.

#: The actor who enters a result on which both players agree.
BOTH = Actor.of_system("both-players")


@transaction.atomic
def report_result(
    *, actor: Actor, now: datetime, pairing_id: int, result: Result | str, side: Side | None = None
) -> ResultReport:
    """Store a player's report of the board's result; a second report replaces the player's own.

    Together with the opponent's equal report it sets the board's result at once.  Two different reports wait for an
    arbiter (`arbiter.selectors.queue`).
    Raises: Conflict ("round_not_open", "round_closed", "already_finished"; "board_is_live", whose result follows from
    the moves); BadInput ("not_reportable"); NotPermitted ("not_your_board").
    """
    value = read_result(result)
    pairing = find_pairing(pairing_id)
    lock_round(pairing.round_id)
    if pairing.game_id is None:
        raise Conflict(say("round_not_open"))
    game = lock_game(pairing.game_id)
    pairing = find_pairing(pairing_id)
    standing = hooks.standing_of(actor, game)
    require_standing(standing, Action.REPORT_RESULT)
    own_side = acting_side(standing, Action.REPORT_RESULT, side, state_of(game))
    if pairing.round.status == RoundStatus.CLOSED:
        raise Conflict(say("round_closed"))
    if game.result:
        raise Conflict(say("already_finished.reported", result=game.result), result=game.result)
    if game.tracking == TrackingLevel.LIVE and game.phase != "pending":
        raise Conflict(say("board_is_live"))
    if value not in REPORTABLE:
        raise BadInput(say("not_reportable"), field="result")
    row, _new = ResultReport.objects.update_or_create(
        pairing=pairing, side=own_side.value, defaults={"result": value.value, "at": now}
    )
    after = {"result": value.value, "side": own_side.value}
    opponent_report = ResultReport.objects.filter(pairing=pairing, side=own_side.other.value).first()
    differ = opponent_report is not None and opponent_report.result != value.value
    happened(kinds.RESULT_REPORTED, pairing, actor=actor, now=now, after=after, tell=differ)
    if opponent_report is not None and not differ:
        reason = "reported alike by both players"
        cause = hooks.Cause(kinds.RESULT_AGREED.name)
        record_result(actor=BOTH, now=now, game_id=game.pk, result=value, reason=reason, cause=cause)
    return row


# Rules for changing results of past rounds, and for results found wrong too late.
#
# If all opponents are known from the start, any result can be corrected. In a Swiss, later rounds were paired
# from it: only results of the last rounds can be corrected (`Section.correction_rounds`), with the usual two
# until the next round has ended (FIDE C.04.2, 4.3); for an older one the tournament keeps the result, and the
# rating report gets the right one. In a knockout, a correction that changes who advances is possible until the
# next match begins (`services.matches`). The same holds for results changed by a ruling.


def changes_the_tournament(pairing: Pairing) -> bool:
    """Return whether a correction of this board still counts in the tournament, not only in the rating report."""
    section, number = pairing.round.section, pairing.round.number
    if not section.system.has("correction_rounds") or number is None:
        return True
    public = section.rounds.exclude(status=RoundStatus.DRAFT)
    last = public.filter(number__gt=number).order_by("number").last()
    if last is None or last.number is None:
        return True
    ended = last.status == RoundStatus.CLOSED  # then it is too late for the round before (4.3)
    past = last.number - number + ended
    return bool(past < section.correction_rounds)


def refuse_late_correction(pairing: Pairing) -> None:
    """Refuse a correction that is too late for the tournament.  Raises: Conflict ("correction_too_late")."""
    if not changes_the_tournament(pairing):
        raise Conflict(say("correction_too_late"))


def prepare_correction(pairing: Pairing, result: str, *, actor: Actor, now: datetime) -> ReplannedMatch | None:
    """Check that a correction or ruling may change the result of this board to `result` (empty: no result).

    The caller has called `lock_for_correction`, and calls `after_correction` once the result is changed.
    Raises: Conflict ("correction_too_late", "next_stage_begun").
    """
    if not pairing.result or pairing.result == result:
        return None
    refuse_late_correction(pairing)
    return before_correction(pairing, result, actor=actor, now=now)


def _too_late(pairing: Pairing, result: str) -> bool:
    if not changes_the_tournament(pairing):
        return True
    try:
        plan_correction(pairing, result)
    except Conflict:
        return True
    return False


@transaction.atomic
def correct_for_rating(*, actor: Actor, now: datetime, pairing_id: int, result: str, reason: str) -> RatingCorrection:
    """Note the right result of an old board for the rating report; the tournament is not touched.

    Raises: BadInput ("reason_missing", "unknown_result"); Conflict ("correction_not_late", "no_result_yet",
    "same_result").
    """
    value = read_result(result)
    pairing = find_pairing(pairing_id)
    require(actor, pairing.round.section.event, Action.CORRECT_RESULT)
    lock_round(pairing.round_id)
    pairing = find_pairing(pairing_id)
    if not _too_late(pairing, value):
        raise Conflict(say("correction_not_late"))
    if not pairing.result:
        raise Conflict(say("no_result_yet.round"))
    if not reason.strip():
        raise BadInput(say("reason_missing.correction"), field="reason")
    rating_correction = RatingCorrection.objects.filter(pairing=pairing).first()
    if value == (rating_correction.result if rating_correction else pairing.result):
        raise Conflict(say("same_result.corrected"), field="result")
    row, _new = RatingCorrection.objects.update_or_create(
        pairing=pairing,
        defaults={"result": str(value), "reason": reason.strip()[:400], "actor": actor.key, "made_at": now},
    )
    happened(
        RESULT_CORRECTED_FOR_RATING,
        pairing,
        actor=actor,
        now=now,
        before={"result": rating_correction.result if rating_correction else pairing.result},
        after={"result": str(value), "reason": reason.strip()},
    )
    return row
