"""The source of a game's moves: one at a time, each change logged."""

from __future__ import annotations

from datetime import datetime

from tavleya.actors import Actor
from tavleya.errors import NotFound
from tournaments.models.boards import Feed, GameSource
from tournaments.models.pairing import Pairing
from tournaments.services.shared import write_log
from venue.messages import say


def board_of(game_id: int) -> Pairing:
    """Return the board of a game. Raises: NotFound ("no_such_pairing")."""
    board = Pairing.objects.filter(game=game_id).select_related("game", "round__section__event").first()
    if board is None:
        raise NotFound(say("no_such_pairing"))
    return board


def change_source(board: Pairing, feed: Feed, *, actor: Actor, now: datetime) -> GameSource:
    """Set the only source of the locked game; reports of other sources are only compared."""
    assert board.game_id is not None
    row = GameSource.objects.filter(game=board.game_id).first()
    before = row.feed if row else ""
    if row is None:
        row = GameSource.objects.create(game_id=board.game_id, feed=feed)
    elif before != feed:
        row.feed = feed
        row.save(update_fields=["feed"])
    if before != feed:
        write_log(
            event=board.round.section.event,
            actor=actor,
            now=now,
            action="board.source_changed",
            subject=board,
            before={"source": before},
            after={"source": feed.value},
        )
    return row
