"""The stream of a wall of boards: which game has moved, and nothing else."""

from typing import Any

import pytest

from games.live import asgi
from tests.games.live_streams import in_thread, run, status, stream
from tests.world import World
from tournaments.models.event import Event

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_wall_gets_news_of_public_games_only(settings: Any) -> None:
    settings.LIVE_HUB = "memory"
    world = World()
    world.started()
    wall, game_id = f"/live/walls/{world.rounds[0].pk}", world.board.pk

    async def test() -> None:
        async with stream(wall) as live:
            await in_thread(world.play)("e2-e4")
            event, _, data = await live.next()
            assert (event, data) == ("news", {"version": f"{game_id}.4", "what": ["moves"]})

    async def unseen() -> None:
        assert await status(wall) == 404

    run(test())
    Event.objects.update(published=False)
    asgi._PUBLIC.clear()
    run(unseen())
