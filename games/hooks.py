"""Where higher floors register to be asked or told: games import nothing from above."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from tavleya.actors import EVERYTHING, NOBODY, Actor, Standing
from tavleya.messages import Message

if TYPE_CHECKING:
    from games.models.game import Game
    from tavleya.record.ruling_lines import RulingLine


class StandingOf:
    """Asks what an actor is towards a game.  One floor answers; without it only the system may do anything."""

    def __init__(self) -> None:
        self._answer: Callable[[Actor, Game], Standing] | None = None

    def register(self, answer: Callable[[Actor, Game], Standing]) -> None:
        self._answer = answer

    def __call__(self, actor: Actor, game: Game) -> Standing:
        if self._answer is None:
            return EVERYTHING if actor.system else NOBODY
        return self._answer(actor, game)


class ResultChanged:
    """Tells that a game got, changed or lost its result, inside the transaction that does it."""

    def __init__(self) -> None:
        self._listeners: dict[
            Callable[[Game, datetime], None], Callable[[Sequence[Game], datetime], None] | None
        ] = {}

    def register(
        self,
        listener: Callable[[Game, datetime], None],
        of_many: Callable[[Sequence[Game], datetime], None] | None = None,
    ) -> None:
        """`of_many` does for many games what `listener` does for each of them."""
        self._listeners[listener] = of_many

    def __call__(self, game: Game, now: datetime) -> None:
        for listener in self._listeners:
            listener(game, now)

    def of_many(self, games: Sequence[Game], now: datetime) -> None:
        for listener, at_once in self._listeners.items():
            if at_once is not None:
                at_once(games, now)
                continue
            for game in games:
                listener(game, now)


class CallsChanged:
    """Tells that an arbiter has been called to a game (`called`), or a call was answered, inside the transaction that
    does it."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Game, datetime, bool], None]] = []

    def register(self, listener: Callable[[Game, datetime, bool], None]) -> None:
        if listener not in self._listeners:
            self._listeners.append(listener)

    def __call__(self, game: Game, now: datetime, called: bool) -> None:
        for listener in self._listeners:
            listener(game, now, called)


class VisibleTo:
    """Asks whether an actor may look at a game at all (unpublished rounds, private events)."""

    def __init__(self) -> None:
        self._answer: Callable[[Actor, Game], bool] | None = None

    def register(self, answer: Callable[[Actor, Game], bool]) -> None:
        self._answer = answer

    def __call__(self, actor: Actor, game: Game) -> bool:
        return actor.system or (self._answer(actor, game) if self._answer else False)


class PublicGames:
    """Asks which of some games, by their keys, everybody may look at; none where nobody answers."""

    def __init__(self) -> None:
        self._answer: Callable[[Collection[int]], set[int]] | None = None

    def register(self, answer: Callable[[Collection[int]], set[int]]) -> None:
        self._answer = answer

    def __call__(self, keys: Collection[int]) -> set[int]:
        return self._answer(keys) if self._answer and keys else set()


class WallOf:
    """Asks on which wall of boards each of some games is shown, by their keys: that of its round; none for others."""

    def __init__(self) -> None:
        self._answer: Callable[[Collection[int]], dict[int, int]] | None = None

    def register(self, answer: Callable[[Collection[int]], dict[int, int]]) -> None:
        self._answer = answer

    def __call__(self, keys: Collection[int]) -> dict[int, int]:
        return self._answer(keys) if self._answer and keys else {}


class DifferingCopies:
    """Asks which of some games, by their keys, have a copy of their result elsewhere that differs, and where it is.

    The answer compares each copy with the game's row in one statement.  None where nobody answers.
    """

    def __init__(self) -> None:
        self._answer: Callable[[Collection[int]], dict[int, str]] | None = None

    def register(self, answer: Callable[[Collection[int]], dict[int, str]]) -> None:
        self._answer = answer

    def __call__(self, keys: Collection[int]) -> dict[int, str]:
        return self._answer(keys) if self._answer and keys else {}


class NewestOf:
    """Asks for the present version of a channel (`games.live.channels`) other than a game's; None where there is none.

    Each kind of channel has its own answer: what its pages are at, as in `news`.
    """

    def __init__(self) -> None:
        self._answers: dict[str, Callable[[str], str | None]] = {}

    def register(self, kind: str, answer: Callable[[str], str | None]) -> None:
        self._answers[kind] = answer

    def __call__(self, kind: str, key: str) -> str | None:
        answer = self._answers.get(kind)
        return answer(key) if answer else None


class MayListen:
    """Asks whether an actor may listen to a channel other than a game's; nobody may where no answer is registered."""

    def __init__(self) -> None:
        self._answers: dict[str, Callable[[Actor, str], bool]] = {}

    def register(self, kind: str, answer: Callable[[Actor, str], bool]) -> None:
        self._answers[kind] = answer

    def __call__(self, actor: Actor, kind: str, key: str) -> bool:
        answer = self._answers.get(kind)
        return answer is not None and answer(actor, key)


class AgreementBar:
    """Asks why the players of a game may not agree on a draw yet; None where they may."""

    def __init__(self) -> None:
        self._answer: Callable[[Game], Message | None] | None = None

    def register(self, answer: Callable[[Game], Message | None]) -> None:
        self._answer = answer

    def __call__(self, game: Game) -> Message | None:
        return self._answer(game) if self._answer else None


class RulingsOf:
    """Asks for the rulings in a game, in order; none where nobody answers."""

    def __init__(self) -> None:
        self._answer: Callable[[Game], Sequence[RulingLine]] | None = None

    def register(self, answer: Callable[[Game], Sequence[RulingLine]]) -> None:
        self._answer = answer

    def __call__(self, game: Game) -> Sequence[RulingLine]:
        return self._answer(game) if self._answer else ()


class NamesOf:
    """Asks what those who play a game are called in a language, White first; as it was opened where nobody answers."""

    def __init__(self) -> None:
        self._answer: Callable[[Game, str], tuple[str, str] | None] | None = None

    def register(self, answer: Callable[[Game, str], tuple[str, str] | None]) -> None:
        self._answer = answer

    def __call__(self, game: Game, language: str) -> tuple[str, str]:
        found = self._answer(game, language) if self._answer else None
        return found or (game.white_name, game.black_name)


class HolderOf:
    """Asks whom a visitor acts as who opened a private link in this session; None for a link that is not valid."""

    def __init__(self) -> None:
        self._answer: Callable[[str], Actor | None] | None = None

    def register(self, answer: Callable[[str], Actor | None]) -> None:
        self._answer = answer

    def __call__(self, key: str) -> Actor | None:
        return self._answer(key) if self._answer else None


standing_of = StandingOf()
result_changed = ResultChanged()
calls_changed = CallsChanged()
visible_to = VisibleTo()
public_games = PublicGames()
wall_of = WallOf()
differing_copies = DifferingCopies()
newest_of = NewestOf()
may_listen = MayListen()
holder_of = HolderOf()
agreement_bar = AgreementBar()
rulings_of = RulingsOf()
names_of = NamesOf()
