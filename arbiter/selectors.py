"""The boards of an event as the arbiters on duty need to see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Q

from arbiter.law.regimes import FlagCaller, regime
from clocks.reckoning import ClockState
from common.sides import Side
from games.models import Game
from games.record.phase import Phase
from tournaments.models import Event, Pairing
from tournaments.models.round import RoundStatus

_ORDER = {
    Phase.PAUSED: 3,
    Phase.PLAYING: 4,
    Phase.ADJOURNED: 5,
    Phase.PENDING: 5,
    Phase.FINISHED: 6,
    Phase.ANNULLED: 6,
}


@dataclass(frozen=True, slots=True)
class Board:
    """One board.  `calls` are open calls, the oldest first; `fallen` a flag that is down and nobody has acted on.

    `irregular`: a move that the rules do not allow stands in the record of a game that goes on.
    """

    pairing: Pairing
    game: Game
    calls: tuple[dict[str, Any], ...]
    fallen: Side | None
    irregular: bool

    @property
    def phase(self) -> Phase:
        return Phase(self.game.phase)

    @property
    def attention(self) -> bool:
        return bool(self.calls or self.fallen or self.irregular)

    @property
    def running(self) -> bool:
        return self.phase in (Phase.PLAYING, Phase.PAUSED)

    @property
    def unreported(self) -> bool:
        return not self.game.result and self.phase is not Phase.ANNULLED

    @property
    def order(self) -> tuple[int, int, int, int, int]:
        """Calls first, the oldest of them on top; then flags, illegal moves, stopped clocks, and games that run."""
        round_, section = self.pairing.round, self.pairing.round.section
        if self.calls:
            urgency, since = 0, self.calls[0]["at"]
        else:
            urgency = 1 if self.fallen else 2 if self.irregular else _ORDER[self.phase]
            since = 0
        return urgency, since, section.position, round_.number or 0, self.pairing.board


def boards_of(event: Event, now_ms: int, *, closed_rounds: bool = False) -> list[Board]:
    """The boards of rounds that are published and not closed (or of all of them), the most urgent first.

    A board whose arbiter has been called is there whatever its round is.
    """
    asked = Q(round__section__event=event, game__isnull=False)
    if not closed_rounds:
        open_rounds = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)
        asked &= Q(round__status__in=open_rounds) | Q(game__calls__gt=0)
    pairings = (
        Pairing.objects.filter(asked)
        .exclude(round__status=RoundStatus.DRAFT)
        .select_related("game", "round__section", "white__player", "black__player")
    )
    boards = [_board(pairing, now_ms) for pairing in pairings]
    return sorted(boards, key=lambda board: board.order)


def _board(pairing: Pairing, now_ms: int) -> Board:
    game = pairing.game
    assert game is not None
    calls = sorted(game.snapshot.get("calls") or [], key=lambda call: call["at"])
    irregular = bool(game.snapshot.get("irregular")) and game.phase not in (Phase.FINISHED, Phase.ANNULLED)
    return Board(pairing, game, tuple(calls), _fallen(game, now_ms), irregular)


def _fallen(game: Game, now_ms: int) -> Side | None:
    """A flag that is down, where the rules let an arbiter see it."""
    clock = game.snapshot.get("clock")
    if game.phase != Phase.PLAYING or not clock or regime(game.regime).flag_caller is FlagCaller.PLAYER:
        return None
    state = ClockState.from_json(clock)
    return next((side for side in Side if state.fallen(side, now_ms)), None)
