"""The live board on which a visitor plays both sides."""

from datetime import datetime

from django.db import transaction

from games.models.game import Game
from games.models.record import milliseconds
from games.services.play import start_game
from games.services.record import append, lock_game
from games.states import state_of
from portal.demo.events import TAVRELI
from tavleya.actors import Actor
from tavleya.clocks.controls import parse_control
from tavleya.clocks.timekeeping import ClockState
from tavleya.record.entries import EntryDraft, EntryKind
from tavleya.record.phase import GamePhase
from tavleya.sides import Side
from tournaments.models.pairing import Pairing


def visitors_board() -> Game | None:
    """Return board 1 of round 1 of the sample tournament."""
    pairing = (
        Pairing.objects.select_related("game")
        .filter(
            round__section__event__slug=TAVRELI,
            round__section__slug="sample-tournament",
            round__number=1,
            board=1,
        )
        .first()
    )
    return pairing.game if pairing else None


@transaction.atomic
def start_visitors_board(*, actor: Actor, now: datetime) -> None:
    """Start its clock when the site is opened, so that a visitor need not be an arbiter first.

    If a flag fell while the site was unused, both clocks are set again, as an entry of the record.
    """
    game = visitors_board()
    if game is None:
        return
    if game.phase == GamePhase.PENDING:
        start_game(actor=actor, now=now, game_id=game.pk)
        return
    game = lock_game(game.pk)
    state = state_of(game)
    if state.clock is None or state.over:
        return
    if any(state.clock.fallen(side, milliseconds(now)) for side in Side):
        fresh = ClockState.new(parse_control(game.control)).readings(0)
        times = {Side.WHITE.value: fresh.white.ms, Side.BLACK.value: fresh.black.ms}
        data = {"set": times, "reason": "the demonstration was left alone"}
        append(game, state, [EntryDraft(EntryKind.ADJUSTMENT, data=data)], actor=actor, now=now)
