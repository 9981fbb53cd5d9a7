"""The board on which a game is played: the acts open to its visitor now, and the data for the script."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from clocks.labels import clock_json, side_name
from games.models.game import Game, TrackingLevel
from games.views.ledger import call_reason, pair_of
from games.views.viewer import Viewer, ViewerOptions
from tavleya.actors import Role, Standing
from tavleya.clocks.timekeeping import ClockState
from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.permissions import Action, allowed
from tavleya.record.clock_entries import CallReason
from tavleya.record.entries import GamePhase
from tavleya.rules.contract import BadPosition, Move
from tavleya.rules.pictures import board_svg, mini_svg
from tavleya.rules.registry import rules_for, spec_of
from tavleya.sides import Side

_OFFICIALS = frozenset({Role.ORGANISER, Role.CHIEF_ARBITER, Role.ARBITER, Role.HELPER})


@dataclass(frozen=True, slots=True)
class BoardAccess:
    """The sides that a visitor acts for at this board.  `relays`: an officer who enters both players' moves."""

    standing: Standing
    sides: frozenset[Side]
    relays: bool = False

    @classmethod
    def of(cls, standing: Standing) -> BoardAccess:
        if not allowed(standing, Action.PLAY):
            return cls(standing, frozenset())
        official = bool(standing.roles & _OFFICIALS)
        return cls(standing, frozenset(Side) if official else standing.sides, official and not standing.sides)

    def may(self, action: Action) -> bool:
        return allowed(self.standing, action)


class LiveBoard(Viewer):
    """One game at its last ply, for a visitor with the access `hand`; for the templates under `live/`."""

    def __init__(self, game: Game, hand: BoardAccess, turned: str = "") -> None:
        """`turned`: `white`, `black` or `auto` at the bottom; empty: the visitor's own side."""
        super().__init__(game, ViewerOptions())
        self.hand = hand
        self.turned = turned if turned in ("white", "black", "auto") else ""
        self.look = ViewerOptions(bottom=self._bottom())

    def _bottom(self) -> Side:
        if self.turned == "auto":
            return self.state.turn
        if self.turned:
            return Side(self.turned)
        return Side.BLACK if self.hand.sides == {Side.BLACK} else Side.WHITE

    # The acting sides

    @property
    def plays(self) -> bool:
        """The visitor plays here, and the game can still be played."""
        return bool(self.hand.sides) and not self.state.over and self.game.tracking == TrackingLevel.LIVE

    @property
    def running(self) -> bool:
        return self.state.phase is GamePhase.PLAYING

    @property
    def begun(self) -> bool:
        return self.state.phase in (GamePhase.PLAYING, GamePhase.PAUSED)

    @property
    def you(self) -> Side | None:
        """The side for which the visitor acts now: their own, or the side to move if they have both."""
        if not self.plays:
            return None
        return self.state.turn if self.state.turn in self.hand.sides else next(iter(self.hand.sides))

    @property
    def both(self) -> bool:
        return len(self.hand.sides) == 2

    @property
    def can_move(self) -> bool:
        return self.plays and self.running and self.position.turn in self.hand.sides

    @property
    def can_press(self) -> bool:
        return self.plays and self.running and self.state.unpressed in self.hand.sides

    @property
    def may_start(self) -> bool:
        followed = self.game.tracking == TrackingLevel.LIVE
        return followed and self.state.phase is GamePhase.PENDING and self.hand.may(Action.START_GAME)

    @property
    def answering(self) -> Side | None:
        """The side that the visitor may answer a standing offer for."""
        offer = self.state.offer
        return offer.side.other if self.plays and offer and offer.side.other in self.hand.sides else None

    @property
    def offering(self) -> Side | None:
        """The side that the visitor may offer a draw for, if no offer stands."""
        return self.you if self.begun and self.state.offer is None else None

    @property
    def claiming(self) -> Side | None:
        """The side that the visitor may claim a draw for: only the one to move, and before its move."""
        on_move = self.can_move and self.state.turn is self.position.turn
        return self.position.turn if on_move and self.hand.may(Action.CLAIM) else None

    @property
    def calling(self) -> Side | None:
        """The side that can call an illegal move: the opponent of the last mover."""
        last = self.state.last_standing()
        if last is None or not self.plays or not self.begun:
            return None
        caller = last.side.other if self.both else self.you
        illegal = CallReason.ILLEGAL_MOVE
        called = any(call.side is caller and call.reason == illegal for call in self.state.calls)
        return None if called or caller is last.side else caller

    @property
    def asking(self) -> Side | None:
        """The side for which the visitor may call the arbiter for any reason, at every level and before the start."""
        if self.state.over or not self.hand.sides or not self.hand.may(Action.CALL_ARBITER):
            return None
        return self.state.turn if self.state.turn in self.hand.sides else next(iter(self.hand.sides))

    @property
    def call_reasons(self) -> list[tuple[str, str]]:
        """The reasons to choose from, without illegal moves, which have a separate form."""
        return [(reason.value, call_reason(reason)) for reason in CallReason if reason is not CallReason.ILLEGAL_MOVE]

    @property
    def flagging(self) -> Side | None:
        """The side whose flag the visitor may claim: the opponent's, while a clock runs."""
        clock = self.state.clock
        if not self.plays or not self.running or clock is None or not self.hand.may(Action.CLAIM):
            return None
        if self.both:
            return clock.running
        return clock.running if clock.running not in self.hand.sides else None

    @property
    def resigning(self) -> Side | None:
        return self.you if self.begun else None

    # The board

    @property
    def board(self) -> SafeString:
        svg = board_svg(
            self.figures,
            game=self.name,
            title=f"{pair_of(self.game)}. {self.move_words}",
            orientation=self.look.bottom,
            last_move=self.path,
            check=self.checked_square,
            defs=False,
            interactive=self.can_move,
            translate=gettext,
        )
        return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself

    @cached_property
    def moves_json(self) -> str:
        """The data for playing by tapping: the legal moves, the mover's squares, the notation of an attempt."""
        choice = self.spec.choice
        moves = sorted(self.position.legal_moves(), key=choice.order) if self.can_move else ()
        own = [square for square, pieces in self.figures.items() if pieces[0].side is self.position.turn]
        return json.dumps(
            {
                "moves": [[move.text, list(move.squares), self._distinction(move)] for move in moves],
                "own": own,
                "join": self.spec.join,
            },
            ensure_ascii=False,
            separators=(",", ":"),
        )

    def _distinction(self, move: Move) -> str:
        """Return the difference of this move from others between the same two squares."""
        words = self.spec.choice.words(move, self.position)
        return words.render(gettext) if isinstance(words, Message) else words

    def spelled(self, moves: Sequence[str]) -> list[tuple[str, str]]:
        """Return the legal moves of this position: as they are posted, and in the reader's notation."""
        rules, position = self.state.rules, self.position
        return [(move, rules.write(position, rules.read(position, move), self._style)) for move in moves]

    def can_be_done(self, typed: str) -> bool:
        """Return whether the text of an illegal move is clear enough to record it as played."""
        try:
            self.state.rules.displace(self.position, typed)
        except BadInput:
            return False
        return True

    def clocks_json(self, now_ms: int) -> str:
        """Return the clocks for `static/js/clock.js`, or an empty text on a board without clocks."""
        return clock_json(self.state.clock, now_ms)

    def _clock(self, side: Side) -> int | None:
        """Return the newest reading in the record, from which a script continues."""
        clock = self.state.clock
        return None if clock is None else clock.side(side).ms

    @property
    def said(self) -> str:
        """The announcement for screen readers after a change of the board."""
        last = self.state.last_standing()
        if last is None:
            return ""
        moved = gettext("%(side)s moved %(move)s.") % {
            "side": side_name(last.side),
            "move": self.texts[last.number - 1],
        }
        return moved if self.state.over or self.state.unpressed else f"{moved} {self.words[0]}"


# A tile on a wall of boards: position, clocks and state of a game, from its row alone.


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
