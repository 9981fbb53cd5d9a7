"""The replay of the clocks of a game, with its players, its board and the words of its record."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from clocks.replay import ClockInstant, ClockReplay
from games.models.game import Game, TrackingLevel
from games.models.record import RecordEntry
from games.views.diagram import diagram
from games.views.labels import phase_name
from games.views.ledger import line
from games.views.names import pair_of, players_of
from tavleya.record.phase import GamePhase
from tavleya.record.replay import Instant, Replay
from tavleya.rules.pictures import piece_defs
from tavleya.rules.registry import spec_of


def clocks_recorded(game: Game) -> bool:
    """Return whether the public may replay the clocks: the game was followed live and is over."""
    clock = game.snapshot.get("clock") or {}
    return (
        game.tracking == TrackingLevel.LIVE
        and game.phase == GamePhase.FINISHED.value
        and bool(clock.get("started"))
    )


def clock_replay(rows: Sequence[RecordEntry], now_ms: int, *, public: bool = False) -> ClockReplay:
    """Replay the clocks of a record, whose entries are `rows` in order."""
    by_seq = {row.seq: row for row in rows}
    replay = Replay((row.entry() for row in rows), now_ms)
    return ClockReplay(replay, lambda seq: line(by_seq[seq]), public=public)


class GameInstant(ClockInstant):
    """One instant of the clocks with the players and the position of the game."""

    def __init__(self, game: Game, clocks: ClockReplay, instant: Instant) -> None:
        super().__init__(clocks, instant, players_of(game))
        self.game = game

    @property
    def phase(self) -> str:
        return phase_name(self.state.phase.value)

    @property
    def drawings(self) -> SafeString:
        return SafeString(piece_defs(self.game.game))

    @property
    def board(self) -> SafeString:
        last = self.state.last_standing()
        squares = spec_of(self.game.game).grid.find(last.text) if last else ()
        title = f"{pair_of(self.game)}. {self.move}"
        return diagram(self.game.game, self.state.position, title, key="instant", last_move=squares)
