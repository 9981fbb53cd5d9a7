"""`manage.py live_relay`: pass announced frames to the nginx of this node."""

import asyncio
import signal
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.live.access import is_public, refreshed
from games.live.hub import in_thread
from games.live.publishing import read_announcements
from games.live.relay import Nchan, NginxAway, Relay


class Command(BaseCommand):
    help = "Pass the frames of live pages to the nginx of this node, until it is stopped; one for each nginx."

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.LIVE_HUB == "memory":
            raise CommandError("Without REDIS_URL everything is inside one process, and there is nothing to pass on.")
        away = False
        try:
            asyncio.run(_relay())
        except* (asyncio.CancelledError, KeyboardInterrupt):
            pass
        except* NginxAway:
            away = True
        if away:
            raise CommandError("nginx does not answer any more, and TAVLEYA_LIVE_RESTART names nothing to start it.")


async def _relay() -> None:
    running = asyncio.current_task()
    assert running is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    relay = Relay(
        Nchan(settings.LIVE_PUBLISHER),
        public=in_thread(is_public),
        refreshed=in_thread(refreshed),
        pause=settings.LIVE_SIGN_SECONDS,
        restart=settings.LIVE_RESTART,
    )
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(relay.run())
        tasks.create_task(_listen(relay))


async def _listen(relay: Relay) -> None:
    async for channel, frame in read_announcements(settings.LIVE_HUB, relay.listen_again):
        relay.tell(channel, frame)
