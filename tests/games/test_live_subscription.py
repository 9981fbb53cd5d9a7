"""The one subscription of a process to what the others announce."""

import asyncio
from typing import Any

import pytest

from games.live import asgi
from tests.games.live_streams import run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.redis
def test_the_subscription_ends_whenever_it_is_cancelled(settings: Any) -> None:
    """Cancel at each step of connecting and subscribing: a task that continues would keep a server from stopping."""

    async def test() -> None:
        for tenths in range(100):
            task = asyncio.ensure_future(asgi._pass_on(settings.LIVE_HUB))
            await asyncio.sleep(tenths / 10_000)
            task.cancel()
            _, left = await asyncio.wait({task}, timeout=2)
            for lost in left:
                lost.cancel()
            assert not left

    run(test())
