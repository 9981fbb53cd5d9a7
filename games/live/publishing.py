"""Publishing of changes to the live streams, after commit: complete frames, made once."""

from collections.abc import Iterable, Sequence

import structlog
from django.conf import settings
from django.db import DatabaseError

from games import hooks
from games.live.events import Step, channel, news, step_frame
from games.live.hub import memory_hub
from games.outbox import outbox


def redis_channel() -> str:
    """Return the Redis channel of this installation's streams; a message is a channel name, a line end, a frame."""
    return f"{settings.LIVE_CHANNEL_PREFIX}:live"


def end(channels: Iterable[str]) -> None:
    """End the streams of channels that are no longer open to their listeners, as of an unpublished game or event.

    Call it after commit.  Never fails: each channel is also checked at its next heartbeat.
    """
    announce_all([(channel, b"") for channel in channels])


def announce_all(messages: Sequence[tuple[str, bytes]]) -> None:
    """Pass frames to the listeners of their channels (`games.live.events`), in this order; call it after commit.

    Never fails: a stream that misses a frame is corrected at its next sign of life.
    """
    if settings.LIVE_HUB == "memory":
        for channel, frame in messages:
            memory_hub.tell(channel, frame)
        return
    sending = outbox(settings.LIVE_HUB)
    for channel, frame in messages:
        sending.publish(redis_channel(), channel.encode() + b"\n" + frame)


# Choice of the stream for a game's events: the public one, or that of viewers with access.

_WALLS: dict[int, str] = {}
_MOST_WALLS = 50_000
log = structlog.get_logger(__name__)


def tell(steps: Sequence[Step], *, public: bool = False) -> None:
    """Publish entries appended to games; call it after commit.

    A game that is not public, or is broadcast with a delay, is published only on the private channel; the public sees a
    delayed game with the heartbeats (`games.live.access`).  `public`: all of them are known to be public; else one
    look-up for all.  Never fails: heartbeats repair lost messages.
    """
    try:
        if settings.LIVE_HUB == "memory":
            steps = [step for step in steps if any(memory_hub.listens(name) for name in _heard_on(step.game_id))]
        keys = {step.game_id for step in steps}
        keys -= {step.game_id for step in steps if step.delayed}
        shared = keys if public else hooks.public_games(keys)
        walls = {key: _wall_of(key) for key in shared}
    except DatabaseError as problem:
        log.warning("live_not_told", games=len(steps), problem=str(problem))
        return
    frames = []
    for step in steps:
        everyone, some = _channels(step.game_id)
        frames.append((everyone if step.game_id in shared else some, step_frame(step)))
        if wall := walls.get(step.game_id):
            frames.append((wall, news(f"{step.game_id}.{step.seq}", ["moves"])))
    announce_all(frames)


def _heard_on(game_id: int) -> tuple[str, ...]:
    return tuple(filter(None, (*_channels(game_id), _wall_of(game_id))))


def _wall_of(game_id: int) -> str:
    """Return the channel of the game's wall of boards, or an empty text.  Cached: a game stays in its round."""
    if game_id not in _WALLS:
        if len(_WALLS) >= _MOST_WALLS:
            _WALLS.clear()
        wall = hooks.wall_of([game_id]).get(game_id)
        _WALLS[game_id] = channel("walls", wall) if wall is not None else ""
    return _WALLS[game_id]


def _channels(game_id: int) -> tuple[str, str]:
    return channel("games", game_id), channel("unpublished", game_id)
