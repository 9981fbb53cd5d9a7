"""Publishing of changes to the live streams, after commit: complete frames, made once."""

from collections.abc import Iterable, Sequence

from django.conf import settings

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
    """Pass frames to the listeners of their channels (`games.live.channels`), in this order; call it after commit.

    Never fails: a stream that misses a frame is corrected at its next sign of life.
    """
    if settings.LIVE_HUB == "memory":
        for channel, frame in messages:
            memory_hub.tell(channel, frame)
        return
    sending = outbox(settings.LIVE_HUB)
    for channel, frame in messages:
        sending.publish(redis_channel(), channel.encode() + b"\n" + frame)
