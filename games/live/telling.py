"""Which stream is told of what happened in a game: that of everybody, or that of those who may see it."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from games import hooks
from games.live.channels import channel
from games.live.events import Step, step_frame
from games.live.hub import memory_hub
from games.live.publishing import announce_all


def tell(steps: Sequence[Step], *, public: bool | None = None) -> None:
    """Tell what was appended to games; to be called after commit.

    A game that is not public is told of only on the channel of those who may see it.  `public`: whether the games are,
    where that is known; else it is asked, once for all of them.
    """
    if settings.LIVE_HUB == "memory":
        steps = [step for step in steps if any(memory_hub.listens(name) for name in _channels(step.game_id))]
    shared = hooks.public_games([step.game_id for step in steps]) if public is None else set()
    announce_all(
        [
            (_channels(step.game_id)[0 if public or step.game_id in shared else 1], step_frame(step))
            for step in steps
        ]
    )


def _channels(game_id: int) -> tuple[str, str]:
    return channel("games", game_id), channel("unpublished", game_id)
