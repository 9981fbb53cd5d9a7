"""The regimes of law that a section may be played under: the floor of arbiters knows them and registers here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from common.errors import BadInput
from common.messages import Message
from core.rules.registry import spec_of
from tournaments.messages import say


@dataclass(frozen=True, slots=True)
class RegimeChoice:
    """A regime as a section names it: `key` is stored, `name` is for people, `game` is the one whose laws it has."""

    key: str
    game: str
    name: Message


class Regimes:
    """What has been registered.  Without a registration no regime is known and none is refused."""

    def __init__(self) -> None:
        self._choices: Callable[[], Iterable[RegimeChoice]] | None = None

    def register(self, choices: Callable[[], Iterable[RegimeChoice]]) -> None:
        self._choices = choices

    def __call__(self) -> tuple[RegimeChoice, ...]:
        return tuple(self._choices()) if self._choices else ()

    def check(self, key: str, game: str) -> None:
        """Raises BadInput (`unknown_regime`, `regime_of_other_game`)."""
        if self._choices is None:
            return
        found = next((one for one in self() if one.key == key), None)
        if found is None:
            raise BadInput(
                say("unknown_regime", regime=key),
                field="regime",
            )
        if found.game != spec_of(game).laws:
            raise BadInput(
                say("regime_of_other_game", regime=found.name),
                field="regime",
            )


regimes = Regimes()
