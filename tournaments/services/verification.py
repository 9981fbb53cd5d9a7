"""The second reading of result slips: another person enters them again, without seeing the first entry."""

from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.permissions import Action
from tavleya.record.results import Result, read_result
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import RESULT_DISPUTED, RESULT_VERIFIED
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.selectors.changes import result_writers
from tournaments.services.shared import find_pairing, lock_round


@transaction.atomic
def verify_result(*, actor: Actor, now: datetime, pairing_id: int, result: Result | str) -> Pairing:
    """Note what a second person reads from the slip of a board that has its result.

    A different result changes nothing by itself: the board is `disputed` until one of the two is corrected or read
    again.
    Raises: Conflict ("bye_has_no_game", "round_not_open", "no_result_yet"; "second_reader_is_first" if the actor
    entered the board's result).
    """
    value = read_result(result)
    pairing = find_pairing(pairing_id)
    require(actor, pairing.round.section.event, Action.ENTER_RESULT)
    lock_round(pairing.round_id)
    pairing = find_pairing(pairing_id)
    if pairing.bye:
        raise Conflict(say("bye_has_no_game"))
    if pairing.round.status == RoundStatus.DRAFT:
        raise Conflict(say("round_not_open"))
    if not pairing.result:
        raise Conflict(say("no_result_yet.verification"))
    writer = result_writers([pairing]).get(pairing.game_id or 0)
    if writer is not None and writer.user_id == actor.user_id is not None:
        raise Conflict(say("second_reader_is_first"))
    pairing.second_result, pairing.second_by_id, pairing.second_at = value.value, actor.user_id, now
    pairing.save(update_fields=["second_result", "second_by", "second_at"])
    happened(
        RESULT_VERIFIED if pairing.verified else RESULT_DISPUTED,
        pairing,
        actor=actor,
        now=now,
        before={"result": pairing.result},
        after={"result": value.value},
    )
    return pairing


def forget_second_reading(pairing: Pairing) -> None:
    """Clear the second reading of a withdrawn result, because two people must read it again; its round is locked."""
    Pairing.objects.filter(pk=pairing.pk).update(second_result="", second_by=None, second_at=None)
