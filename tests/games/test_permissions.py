"""Every service of games against every role."""

from tests.games.game_calls import CALLS, BoardWorld
from tests.who_may import EveryRole, made_for_module

prepared = made_for_module(BoardWorld)


class TestGames(EveryRole):
    calls = CALLS
