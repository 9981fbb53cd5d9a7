"""Telling the live streams, after commit, that a game has gone on."""

from __future__ import annotations

import json

from django.conf import settings

from games.live.hub import memory_hub
from games.outbox import outbox


def channel() -> str:
    """The one Redis channel of this installation's live boards."""
    return f"{settings.LIVE_CHANNEL_PREFIX}:live"


def publish(game_id: int, seq: int) -> None:
    """Wake whoever watches the game.  Never fails: a stream that missed this is put right by its next heartbeat."""
    if settings.LIVE_HUB == "memory":
        memory_hub.wake(game_id, seq)
        return
    outbox(settings.LIVE_HUB).publish(channel(), json.dumps([game_id, seq]).encode())
