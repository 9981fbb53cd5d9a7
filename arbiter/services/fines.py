"""Fines of rulings, marked as paid or unpaid (FIDE 12.9.7)."""

from datetime import datetime

from django.db import transaction

from arbiter.kinds import FINE_PAID, FINE_UNPAID
from arbiter.messages import say
from arbiter.models import Fine
from games import hooks
from games.services.record import lock_game
from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound
from tavleya.permissions import Action, require
from tournaments.activity import happened
from tournaments.models.pairing import Pairing


@transaction.atomic
def note_payment(*, actor: Actor, now: datetime, ruling_id: int, paid: bool = True) -> Fine:
    """Mark a fine as paid or unpaid.

    Raises: NotFound ("no_such_fine"); Conflict ("fine_not_owed" once its ruling is undone, "fine_noted_so").
    """
    fine = Fine.objects.select_related("ruling__game").filter(ruling=ruling_id).first()
    if fine is None:
        raise NotFound(say("no_such_fine"))
    require(hooks.standing_of(actor, fine.ruling.game), Action.RULE)
    lock_game(fine.ruling.game_id)
    fine.refresh_from_db()
    if not fine.ruling.stands:
        raise Conflict(say("fine_not_owed"))
    if (fine.paid_at is not None) is paid:
        raise Conflict(say("fine_noted_so"))
    fine.paid_at, fine.paid_to_id = (now, actor.user_id) if paid else (None, None)
    fine.save(update_fields=["paid_at", "paid_to"])
    board = Pairing.objects.select_related("round__section__event").filter(game=fine.ruling.game_id).first()
    if board is not None:
        happened(FINE_PAID if paid else FINE_UNPAID, board, actor=actor, now=now, after={"fine": str(fine)})
    return fine
