"""A tile on a wall of boards: position, clocks and state of a game, from its row alone."""

from django.utils.safestring import SafeString, mark_safe

from clocks.labels import clock_json
from games.models.game import Game
from tavleya.clocks.timekeeping import ClockState
from tavleya.rules.contract import BadPosition
from tavleya.rules.pictures import mini_svg
from tavleya.rules.registry import rules_for, spec_of


class WallBoard:
    """The tile of `game`; `title` names it for screen readers."""

    def __init__(self, game: Game, title: str) -> None:
        self.game = game
        self.spec = spec_of(game.game)
        self._title = title

    @property
    def board(self) -> SafeString:
        """The position after the last move; an empty board if it is unknown."""
        rules = rules_for(self.game.game, self.game.rules)
        text = self.game.snapshot.get("position") or "start"
        try:
            figures = rules.standing(text).figures()
        except BadPosition:
            figures = {}
        last = self.spec.grid.find(self.game.snapshot.get("last") or "")
        svg = mini_svg(figures, game=self.game.game, title=self._title, last_move=last)
        return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself

    def clocks(self, now_ms: int) -> str:
        """Return both clocks for `static/js/clock.js`, or an empty text on a board without clocks."""
        stored = self.game.snapshot.get("clock")
        if not stored:
            return ""
        clock = ClockState.from_json(stored)
        return clock_json(clock, now_ms) if clock.started else ""

    @property
    def to_move(self) -> str:
        """The side to move in an unfinished game."""
        return "" if self.game.result else str(self.game.snapshot.get("turn") or "")
