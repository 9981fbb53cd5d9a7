"""Viewers of boards that are broadcast with a delay: officials of the event and the two players see them at once."""

from collections.abc import Callable

from games import gate
from games.models.game import Game
from tavleya.actors import ANONYMOUS, Actor
from tavleya.permissions import Action, allowed
from tournaments.access import standing_in, standing_of_game
from tournaments.models.event import Event


class EventViewer:
    """A viewer of pages of the event with `slug`, or of no event; permissions are loaded once, if any data are held
    back.

    `actor` is called only then, so that pages without a delay need no user.
    """

    def __init__(self, actor: Callable[[], Actor], slug: str = "") -> None:
        self.slug = slug
        self._actor = actor
        self._all: bool | None = None
        self._games: dict[int, bool] = {}

    def sees_all(self) -> bool:
        if self._all is None:
            with gate.bypass_gate():
                self._all = self._is_official()
        return self._all

    def sees(self, game_id: int | None) -> bool:
        if self.sees_all():
            return True
        if game_id is None or self._actor() == ANONYMOUS:
            return False
        if game_id not in self._games:
            with gate.bypass_gate():
                game = Game.objects.filter(pk=game_id).first()
                self._games[game_id] = game is not None and bool(standing_of_game(self._actor(), game).sides)
        return self._games[game_id]

    def _is_official(self) -> bool:
        actor = self._actor()
        if actor == ANONYMOUS or not self.slug:
            return False
        event = Event.objects.filter(slug=self.slug).first()
        return event is not None and allowed(standing_in(actor, event), Action.SEE_DESK)
