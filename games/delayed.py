"""Games at an earlier time: the public state of a game that is broadcast with a delay."""

from datetime import datetime, timedelta

from django.db.models import Max

from games.models.game import Game
from games.models.record import RecordEntry, moment
from games.services.record import bring_up
from games.states import earlier_state


def put_back(game: Game, now: datetime) -> None:
    """Set the unsaved row to its state before the broadcast delay.  A game has always been opened.

    No query for a game without entries since.
    """
    until = now - timedelta(minutes=game.broadcast_delay)
    if game.changed_at <= until or game.seq <= 1:
        return
    seq = RecordEntry.objects.filter(game=game.pk, at__lte=until).aggregate(last=Max("seq"))["last"] or 1
    if seq >= game.seq:
        return
    state = earlier_state(game, seq)
    bring_up(game, state, moment(state.at))
    game.was_put_back = True
