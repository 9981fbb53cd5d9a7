"""Rulings without a database: the record of a board, its regime, and the remedies applied to it."""

from __future__ import annotations

from tavleya.law.facts import read
from tavleya.law.kinds import decide, ruling_kind
from tavleya.law.library import regime
from tavleya.law.regulations import overlay
from tavleya.law.remedies import Remedy
from tavleya.law.sealing import Sealing
from tavleya.law.terms import Regime
from tavleya.record import commands
from tavleya.record.state import State
from tavleya.sides import Side
from tests.tavleya.record.build import START, Board

SECOND, MINUTE = 1000, 60_000


class Table:
    """One board under one regime; instants are ms after the start."""

    def __init__(self, key: str = "tavreli-1997", control: str = "60", start: str = "start", **rules: object) -> None:
        self.regime: Regime = overlay(regime(key), rules)
        self.board = Board(self.regime.game, control, start, self.regime.book, self.regime.rules)

    live = True
    envelope: Sealing

    @property
    def state(self) -> State:
        return self.board.state

    def started(self) -> Table:
        self.board.do(commands.start)
        return self

    def play(self, *moves: str, at: int = 0, every: int = SECOND) -> Table:
        for number, move in enumerate(moves, start=1):
            self.board.do(commands.move, None, move, at=at + number * every)
        return self

    def irregular(self, move: str, at: int = 0) -> Table:
        self.board.do(commands.move, None, move, irregular=True, at=at)
        return self

    def decide(self, kind: str, at: int = 0, **facts: object) -> Remedy:
        fact_kinds = ruling_kind(kind).asked(self.regime, live=self.live)
        return decide(kind, self.state, self.regime, START + at, read(fact_kinds, facts), live=self.live)

    def rule(self, kind: str, at: int = 0, **facts: object) -> Remedy:
        """Decide and append the entries to the record."""
        remedy = self.decide(kind, at, **facts)
        self.board.do(lambda _: remedy.drafts, at=at)
        return remedy

    def times(self, at: int) -> tuple[int, int]:
        readings = self.state.clock.readings(START + at)
        return readings.white.ms, readings.black.ms

    @property
    def running(self) -> Side | None:
        clock = self.state.clock
        return clock.running if clock else None
