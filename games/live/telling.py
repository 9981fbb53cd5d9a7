"""Which stream is told of what happened in a game: that of everybody, or that of those who may see it."""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from django.conf import settings
from django.db import DatabaseError

from games import hooks
from games.live.channels import channel
from games.live.events import Step, step_frame
from games.live.hub import memory_hub
from games.live.publishing import announce_all

log = structlog.get_logger(__name__)


def tell(steps: Sequence[Step], *, public: bool = False) -> None:
    """Tell what was appended to games; to be called after commit.

    A game that is not public is told of only on the channel of those who may see it.  `public`: all of them are, as is
    known; else it is asked, once for all.  Never fails: what nobody was told of, the next sign of life makes good.
    """
    if settings.LIVE_HUB == "memory":
        steps = [step for step in steps if any(memory_hub.listens(name) for name in _channels(step.game_id))]
    try:
        shared = set() if public else hooks.public_games([step.game_id for step in steps])
    except DatabaseError as problem:
        log.warning("live_not_told", games=len(steps), problem=str(problem))
        return
    frames = []
    for step in steps:
        everybody, some = _channels(step.game_id)
        frames.append((everybody if public or step.game_id in shared else some, step_frame(step)))
    announce_all(frames)


def _channels(game_id: int) -> tuple[str, str]:
    return channel("games", game_id), channel("unpublished", game_id)
