"""One board of the rehearsal day: the acts of players and arbiter, second by second, and the expected values."""

from __future__ import annotations

from datetime import datetime, timedelta

from arbiter.models import Ruling
from arbiter.rehearsal.day import Day, person
from arbiter.services import ruling as ruling_service
from arbiter.services.ruling import preview
from games.models.game import Game
from games.models.record import milliseconds
from games.services import moves as play_service
from games.services.moves import answer_draw, call_arbiter, offer_draw, play_move, start_game
from games.states import state_of
from tavleya.actors import Actor
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

_SIDES = {Side.WHITE: "White", Side.BLACK: "Black"}


class RehearsalBoard:
    """A board from its first second on; `now` moves only as the script says."""

    def __init__(self, day: Day, section: Section, number: int, white: str, black: str, begins: datetime) -> None:
        self.day, self.now = day, begins
        self.pairing_id = day.seat(section, number, white, black).pk
        self.players = {Side.WHITE: person(white.lower()), Side.BLACK: person(black.lower())}
        day.say(begins, f"{white} – {black}")

    @property
    def arbiter(self) -> Actor:
        return self.day.chief

    @property
    def game(self) -> Game:
        game = Pairing.objects.select_related("game").get(pk=self.pairing_id).game
        assert game is not None
        return game

    def wait(self, **times: float) -> RehearsalBoard:
        self.now += timedelta(**times)
        return self

    def start(self) -> RehearsalBoard:
        start_game(actor=self.arbiter, now=self.now, game_id=self.game.pk)
        self.day.say(self.now, "White's clock is started.")
        return self

    def play(self, moves: str, *, seconds: int = 60, irregular: bool = False) -> RehearsalBoard:
        """Play each move `seconds` after the last, pressing the clock at once. `irregular`: the rules forbid it."""
        for move in moves.split():
            side = state_of(self.game).turn
            self.wait(seconds=seconds)
            play_move(actor=self.players[side], now=self.now, game_id=self.game.pk, text=move, irregular=irregular)
        self.day.say(self.now, f"{'Played against the rules' if irregular else 'Played'}: {moves}")
        return self

    def rule(self, kind: str, **facts: object) -> Ruling:
        """Rule as the chief arbiter, on exactly the state that their page showed."""
        row = preview(actor=self.arbiter, now=self.now, game=self.game, kind=kind, facts=facts)
        board, game_id = self.game.seq, self.game.pk
        ruling = ruling_service.rule(
            actor=self.arbiter, now=self.now, game_id=game_id, kind=kind, facts=facts, expected=board
        )
        self.told(ruling)
        self.expect("entries as shown before", _entries(ruling), len(row.remedy.drafts))
        return ruling

    def told(self, ruling: Ruling) -> None:
        self.day.say(
            self.now,
            f"RULING {ruling.kind} ({ruling.article}): {ruling.outcome}. "
            + " ".join(str(sentence) for sentence in ruling.sentences),
        )

    def expect(self, label: str, result: object, wanted: object) -> None:
        self.day.expect(self.now, label, result, wanted)

    def expect_clocks(self, white: str, black: str) -> RehearsalBoard:
        self.expect("clocks", self.clocks(), f"{white} / {black}")
        return self

    def clocks(self) -> str:
        clock = state_of(self.game).clock
        assert clock is not None
        readings = clock.readings(milliseconds(self.now))
        return f"{_clock(readings.white.ms)} / {_clock(readings.black.ms)}"

    def expect_result(self, result: str) -> RehearsalBoard:
        self.expect("result", Pairing.objects.get(pk=self.pairing_id).result, result)
        return self

    def resign(self, side: Side) -> RehearsalBoard:
        play_service.resign(actor=self.players[side], now=self.now, game_id=self.game.pk)
        self.day.say(self.now, f"{_SIDES[side]} resigns.")
        return self

    def agree(self) -> RehearsalBoard:
        """Let the side that has just moved offer a draw and the other accept it.

        An open wrong claim already counts as an offer (FIDE 9.1.2.3).
        """
        state = state_of(self.game)
        turn = state.turn
        if state.offer is None:
            offer_draw(actor=self.players[turn.other], now=self.now, game_id=self.game.pk, side=turn.other)
        answer_draw(actor=self.players[turn], now=self.now, game_id=self.game.pk, accept=True)
        self.day.say(self.now, "Drawn by agreement.")
        return self

    def call(self, reason: str, side: Side) -> RehearsalBoard:
        call_arbiter(actor=self.players[side], now=self.now, game_id=self.game.pk, reason=reason, side=side)
        self.day.say(self.now, f"{_SIDES[side]} stops the clocks and calls the arbiter: {reason}.")
        return self


def _entries(ruling: Ruling) -> int:
    return ruling.last_seq - ruling.first_seq + 1


def _clock(ms: int) -> str:
    seconds = ms // 1000
    return f"{seconds // 60}:{seconds % 60:02d}"
