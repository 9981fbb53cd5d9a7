"""The boards of an event for the arbiters on duty."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet

from arbiter.selectors.regimes import game_at, is_followed
from games.compiled_queries import CompiledQuery
from games.models.game import Game
from tavleya.clocks.timekeeping import ClockState
from tavleya.frozen import replace
from tavleya.law.library import regime
from tavleya.law.terms import MINUTE, FlagCaller
from tavleya.record.entries import GamePhase
from tavleya.sides import Side
from tournaments.models.boards import BoardQuestion, ElectronicBoard, GameSource
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundStatus

_ORDER = {
    GamePhase.PAUSED: 3,
    GamePhase.PLAYING: 4,
    GamePhase.ADJOURNED: 5,
    GamePhase.PENDING: 5,
    GamePhase.FINISHED: 6,
    GamePhase.ANNULLED: 6,
}


# Time trouble: less than this, or than this part of the first period if that is less (a blitz game).
_TROUBLE_MS = 5 * MINUTE
_TROUBLE_PART = 6


# The fields of a board and its game that a list of boards needs; the others are for the pages of one board.
_SHOWN = (
    "round_id", "board", "leg", "white_id", "black_id", "result", "bye", "game__game", "game__regime", "game__control",
    "game__tracking", "game__white_name", "game__black_name", "game__phase", "game__result", "game__calls", "game__seq",
    "game__digest", "game__snapshot", "game__changed_at", "game__broadcast_delay", "public_from",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ConsoleBoard:
    """One board. `calls` are open calls, the oldest first; `fallen` is the side of a fallen flag that needs an act.

    `fallen_at`: when it fell. `trouble`: a side that is short of time. `irregular`: the record of a game in progress
    has an illegal move. `claim`: the side whose draw claim is undecided. `phase` is that of `phase_at`. `changes_at`:
    until then (ms since the epoch) time alone changes nothing here; None: never. `questions`: those of its electronic
    board, if they were read.
    """

    pairing: Pairing
    game: Game
    phase: GamePhase
    calls: tuple[dict[str, Any], ...]
    fallen: Side | None
    irregular: bool
    fallen_at: int = 0
    trouble: Side | None = None
    claim: Side | None = None
    changes_at: int | None = None
    questions: tuple[BoardQuestion, ...] = ()

    @property
    def running(self) -> bool:
        return self.phase in (GamePhase.PLAYING, GamePhase.PAUSED)

    @property
    def adjourned(self) -> bool:
        """Adjourned, or being adjourned or resumed."""
        return self.unreported and bool(
            self.phase is GamePhase.ADJOURNED or self.game.snapshot.get("sealing") or self.game.snapshot.get("sealed")
        )

    @property
    def unreported(self) -> bool:
        return not self.game.result and self.phase is not GamePhase.ANNULLED

    @property
    def place(self) -> tuple[int, int, int]:
        """The position in the order of the hall."""
        round_ = self.pairing.round
        return round_.section.position, round_.number or 0, self.pairing.board

    @property
    def order(self) -> tuple[int, int, int, int, int]:
        """Calls first, the oldest of them on top; then flags, illegal moves, stopped clocks, and games that run."""
        if self.calls:
            urgency, since = 0, self.calls[0]["at"]
        else:
            urgent = 1 if self.fallen else 2 if self.irregular or self.claim or self.questions else 0
            urgency, since = urgent or _ORDER[self.phase], 0
        return urgency, since, *self.place


def boards_of(event: Event, now_ms: int, *, closed_rounds: bool = False) -> list[ConsoleBoard]:
    """Return the boards of rounds that are published and not closed (or of all rounds), the most urgent first.

    A board with an open call is included in any round. Two queries, whatever the number of boards; `with_players` reads
    the players of the boards on the page.
    """
    rounds = {
        round_.pk: round_
        for round_ in Round.objects.filter(section__event=event, section__archived_at__isnull=True)
        .exclude(status=RoundStatus.DRAFT)
        .select_related("section__event")
    }
    for round_ in rounds.values():
        round_.section.event = event
    boards = []
    for pairing in (_of_all_rounds if closed_rounds else _of_open_rounds)(event.pk):
        pairing.round = rounds[pairing.round_id]
        boards.append(console_board(pairing, now_ms))
    return sorted(boards, key=lambda board: board.order)


def _rows(event_id: int, requested: Q) -> QuerySet[Pairing]:
    rows = Pairing.objects.filter(
        requested, round__section__event=event_id, round__section__archived_at__isnull=True, game__isnull=False
    )
    rows = rows.exclude(round__status=RoundStatus.DRAFT)
    return rows.select_related("game").only(*_SHOWN).order_by()


_of_all_rounds = CompiledQuery(partial(_rows, requested=Q()), int)
_of_open_rounds = CompiledQuery(
    partial(_rows, requested=~Q(round__status=RoundStatus.CLOSED) | Q(game__calls__gt=0)), int
)


def phase_at(pairing: Pairing) -> GamePhase:
    """Return the phase of the board's game. A game without a live record plays while its round is played."""
    game = game_at(pairing)
    phase = GamePhase(game.phase)
    begun = pairing.round.status == RoundStatus.PLAYING and not is_followed(game)
    return GamePhase.PLAYING if begun and phase is GamePhase.PENDING else phase


def with_players(boards: Iterable[ConsoleBoard]) -> None:
    """Read the players of these boards.  One query, whatever their number."""
    pairings = [board.pairing for board in boards]
    keys = {key for pairing in pairings for key in (pairing.white_id, pairing.black_id) if key is not None}
    rows = Registration.objects.select_related("player").only(
        "section_id", "player__names", "player__given_name", "player__family_name", "player__patronymic"
    )
    registrations = rows.in_bulk(keys) if keys else {}
    for pairing in pairings:
        pairing.white = registrations[pairing.white_id]
        pairing.black = registrations[pairing.black_id] if pairing.black_id is not None else None


def console_board(pairing: Pairing, now_ms: int) -> ConsoleBoard:
    """Build the board from a pairing that was read with its round and its game."""
    game = game_at(pairing)
    snapshot = game.snapshot
    calls = sorted(snapshot.get("calls") or [], key=lambda call: call["at"])
    over = game.phase in (GamePhase.FINISHED, GamePhase.ANNULLED)
    postponed = snapshot.get("postponed")
    fallen, fallen_at, trouble, changes_at = _short_of_time(game, now_ms)
    return ConsoleBoard(
        pairing,
        game,
        phase_at(pairing),
        tuple(calls),
        fallen,
        bool(snapshot.get("irregular")) and not over,
        fallen_at,
        trouble,
        Side(postponed) if postponed and not over else None,
        changes_at,
    )


def _short_of_time(game: Game, now_ms: int) -> tuple[Side | None, int, Side | None, int | None]:
    """Return a visible fallen flag and since when, a side short of time, and until when this does not change.

    A bonus can only make it later, so the simple difference is early enough.
    """
    clock = game.snapshot.get("clock")
    if game.phase != GamePhase.PLAYING or not clock:
        return None, 0, None, None
    left = _left_of_plenty(clock, now_ms)
    if left > 0:
        return None, 0, None, now_ms + left if clock["running"] else None
    state = ClockState.from_json(clock)
    fallen = next((side for side in Side if state.fallen(side, now_ms)), None)
    if fallen:
        if regime(game.regime).flag_caller is FlagCaller.PLAYER:
            return None, 0, None, None
        return fallen, state.flag_at(fallen) or now_ms, None, None
    readings = state.readings(now_ms)
    changes_at = state.flag_at(state.running) if state.running else None
    for side in Side:
        least = min(_TROUBLE_MS, state.side(side).control.periods[0].ms // _TROUBLE_PART)
        if readings.side(side).ms < least:
            return None, 0, side, changes_at
        if side is state.running:
            changes_at = now_ms + readings.side(side).ms - least + 1
    return None, 0, None, changes_at


def _left_of_plenty(clock: dict[str, Any], now_ms: int) -> int:
    """Return how long (ms) no side can be short of time, without building both clocks, as for most boards of a hall."""
    elapsed = now_ms - clock["since"] if clock["since"] is not None else 0
    left: int = min(
        clock[side]["ms"] - (elapsed if clock["running"] == side else 0) - _TROUBLE_MS for side in ("white", "black")
    )
    return left


# Illegal moves and penalties of players, by game and in the event.


@dataclass(frozen=True, slots=True)
class Count:
    """The illegal moves and penalties of a player in the games of an event."""

    player_id: int
    illegal: int
    penalties: int


def _counted(pairings: QuerySet[Pairing]) -> dict[int, Count]:
    rows = pairings.filter(game__isnull=False).values_list("game__snapshot", "white__player_id", "black__player_id")
    counts: dict[int, Count] = {}
    for snapshot, white, black in rows:
        for side, player in ((Side.WHITE, white), (Side.BLACK, black)):
            illegal, penalties = _side_counts(snapshot, side)
            if illegal or penalties:
                count = counts.get(player, Count(player, 0, 0))
                counts[player] = Count(player, count.illegal + illegal, count.penalties + penalties)
    return counts


def counts_of(event: Event, players: Iterable[int]) -> dict[int, Count]:
    """Return the counts of some players by their ids; players without counts are left out. Undone rulings do not count.

    Only the games of these players are read. One query.
    """
    wanted = set(players)
    condition = Q(white__player__in=wanted) | Q(black__player__in=wanted)
    counts = _counted(Pairing.objects.filter(condition, round__section__event=event))
    return {player: count for player, count in counts.items() if player in wanted}


def _side_counts(snapshot: dict[str, dict[str, int]], side: Side) -> tuple[int, int]:
    illegal, penalties = snapshot.get("illegal") or {}, snapshot.get("penalties") or {}
    return illegal.get(side.value, 0), penalties.get(side.value, 0)


# Unanswered questions raised by electronic boards and programs at the venue.


def questions_of(games: Collection[int]) -> dict[int, tuple[BoardQuestion, ...]]:
    """Return the open questions by game, the oldest first. One query."""
    board_questions: dict[int, list[BoardQuestion]] = defaultdict(list)
    for row in BoardQuestion.objects.filter(game__in=games, gone_at=None, answered_at=None):
        board_questions[row.game_id].append(row)
    return {game: tuple(rows) for game, rows in board_questions.items()}


def shown_at(board: Pairing) -> str:
    """Return the version tag of a board's card (of `board_of_game`): newest entry, source of the game and open
    questions.

    A page with the same tag is up to date. No query if no question is open.
    """
    game = game_at(board)
    waiting = questions_of([game.pk]).get(game.pk, ()) if getattr(board, "asked", False) else ()
    row: GameSource | None = getattr(game, "source", None)
    return "-".join(
        [str(game.seq), *([row.feed] if row else []), *(str(board_question.pk) for board_question in waiting)]
    )


def with_questions(boards: Iterable[ConsoleBoard]) -> list[ConsoleBoard]:
    """Return the boards with their open questions, in the order of the console. One query."""
    rows = list(boards)
    board_questions = questions_of([board.game.pk for board in rows])
    console_boards = [replace(board, questions=board_questions.get(board.game.pk, ())) for board in rows]
    return sorted(console_boards, key=lambda board: board.order)


def unassigned_boards(event_id: int) -> QuerySet[ElectronicBoard]:
    """Return electronic boards that have reported in a section of the event and have no table."""
    rows = ElectronicBoard.objects.filter(section__event=event_id, section__archived_at=None)
    return rows.filter(table=None, seen_at__isnull=False)
