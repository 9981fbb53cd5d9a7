"""Results that the two players of a board report themselves."""

from datetime import datetime

from django.db import transaction

from games import hooks
from games.models.game import TrackingLevel
from games.services.record import acting_side, lock_game
from games.services.results import record_result
from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tavleya.permissions import require as require_standing
from tavleya.record.results import Result, read_result
from tavleya.sides import Side
from tournaments import kinds
from tournaments.activity import happened
from tournaments.messages import say
from tournaments.models.round import RoundStatus
from tournaments.models.self_service import REPORTABLE, ResultReport
from tournaments.services.shared import find_pairing, lock_round

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
    own = acting_side(standing, Action.REPORT_RESULT, side, state_of(game))
    if pairing.round.status == RoundStatus.CLOSED:
        raise Conflict(say("round_closed"))
    if game.result:
        raise Conflict(
            say("already_finished.reported", result=game.result),
            result=game.result,
        )
    if game.tracking == TrackingLevel.LIVE and game.phase != "pending":
        raise Conflict(say("board_is_live"))
    if value not in REPORTABLE:
        raise BadInput(
            say("not_reportable"),
            field="result",
        )
    row, _new = ResultReport.objects.update_or_create(
        pairing=pairing, side=own.value, defaults={"result": value.value, "at": now}
    )
    after = {"result": value.value, "side": own.value}
    other = ResultReport.objects.filter(pairing=pairing, side=own.other.value).first()
    differ = other is not None and other.result != value.value
    happened(kinds.RESULT_REPORTED, pairing, actor=actor, now=now, after=after, tell=differ)
    if other is not None and not differ:
        reason = "reported alike by both players"
        cause = hooks.Cause(kinds.RESULT_AGREED.name)
        record_result(actor=BOTH, now=now, game_id=game.pk, result=value, reason=reason, cause=cause)
    return row
