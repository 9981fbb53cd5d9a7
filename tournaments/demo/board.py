"""The live board on which a visitor plays against himself."""

from __future__ import annotations

from datetime import datetime

from common.actors import Actor
from games import services as games
from games.models import Game
from games.record.phase import Phase
from tournaments.demo.events import TAVRELI
from tournaments.models import Pairing


def visitors_board() -> Game | None:
    """Board 1 of round 1 of the sample tournament."""
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


def start_visitors_board(*, actor: Actor, now: datetime) -> None:
    """Start its clock, once, when the site is opened: a visitor should not have to be an arbiter first."""
    game = visitors_board()
    if game is not None and game.phase == Phase.PENDING:
        games.start_game(actor=actor, now=now, game_id=game.pk)
