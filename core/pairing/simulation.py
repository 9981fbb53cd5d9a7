"""Random Swiss tournaments, the same from the same seed: to try pairing, tie-breaks and files on.

Players come late, leave, ask for byes and forfeit; the rest is decided by ratings, with draws more frequent between
equals and among the strong.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

from common.sides import Side
from core.pairing import baku, dutch
from core.pairing.state import DUTCH_2026, PastRound, RoundOutcome, SwissPlayer, SwissState
from core.ratings.tables import expected_percent

WIN, HALF = 2, 1
_MEAN, _SPREAD, _FLOOR, _TOP = 1900, 250, 1400, 2850


@dataclass(frozen=True, slots=True)
class Chances:
    """How often things happen: `late` and `withdrawal` for each player, the rest for each player and round.

    `forfeit` is for each board; one in ten of them is lost by both.
    """

    forfeit: float = 0.02
    half_bye: float = 0.02
    zero_bye: float = 0.01
    full_bye: float = 0.002
    withdrawal: float = 0.04
    late: float = 0.04


NOTHING_UNUSUAL = Chances(0, 0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Simulated:
    """A finished tournament.  `ratings` by starting rank, the highest first; `state` after the last round.

    `byes`: (round, starting rank) of those that were asked for; who came late or left has none of these.
    """

    ratings: tuple[int, ...]
    state: SwissState
    byes: frozenset[tuple[int, int]]


@dataclass
class _Attendance:
    """Who is away when: the first and the last round of each player."""

    first: dict[int, int] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)

    def away(self, number: int, at: int) -> bool:
        return at < self.first.get(number, 1) or at > self.last.get(number, at)


def simulate(
    players: int,
    rounds: int,
    seed: int | str,
    chances: Chances = Chances(),
    *,
    accelerated: bool = False,
    edition: str = DUTCH_2026,
) -> Simulated:
    """Play a tournament.  Raises CannotPair if a round cannot be paired."""
    random = Random(f"tavleya {seed} {players} {rounds}")  # noqa: S311 (it must come again from its seed)
    ratings = _ratings(players, random)
    colour = random.choice((Side.WHITE, Side.BLACK))
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, players + 1)), rounds, colour)
    attendance = _attendance(players, rounds, chances, random)
    byes: set[tuple[int, int]] = set()
    entrants: tuple[int, ...] = ()
    for at in range(1, rounds + 1):
        asked = _asked(state, at, attendance, chances, random)
        gone = {player.number for player in state.players if attendance.away(player.number, at)}
        state = replace(state, absent=frozenset(gone | set(asked)))
        byes |= {(at, number) for number in asked}
        if accelerated:
            entrants = entrants or tuple(player.number for player in state.present)
            state = baku.accelerated(state, entrants)
        state = _played(state, asked, ratings, chances, random, edition)
    return Simulated(ratings, state, frozenset(byes))


def _ratings(players: int, random: Random) -> tuple[int, ...]:
    drawn = (round(random.gauss(_MEAN, _SPREAD)) for _ in range(players))
    return tuple(sorted((min(max(rating, _FLOOR), _TOP) for rating in drawn), reverse=True))


def _attendance(players: int, rounds: int, chances: Chances, random: Random) -> _Attendance:
    attendance = _Attendance()
    for number in range(1, players + 1):
        if rounds > 1 and random.random() < chances.late:
            attendance.first[number] = random.randint(2, max(2, rounds // 2))
        if rounds > 1 and random.random() < chances.withdrawal:
            attendance.last[number] = random.randint(attendance.first.get(number, 1), rounds - 1)
    return attendance


def _asked(
    state: SwissState, at: int, attendance: _Attendance, chances: Chances, random: Random
) -> dict[int, int]:
    """Half-points of the byes that players asked for in a round."""
    asked = {}
    for player in state.players:
        one = random.random()
        if attendance.away(player.number, at):
            continue
        for chance, points in ((chances.half_bye, HALF), (chances.zero_bye, 0), (chances.full_bye, WIN)):
            if one < chance:
                asked[player.number] = points
                break
            one -= chance
    return asked


def _played(
    state: SwissState,
    asked: dict[int, int],
    ratings: tuple[int, ...],
    chances: Chances,
    random: Random,
    edition: str,
) -> SwissState:
    pairing = dutch.pair(state, edition)
    happened = {number: PastRound(RoundOutcome.BYE, points) for number, points in asked.items()}
    for white, black in pairing.pairs:
        kind, points = RoundOutcome.PLAYED, _result(ratings[white - 1], ratings[black - 1], random)
        if random.random() < chances.forfeit:
            kind, points = RoundOutcome.FORFEIT, random.choice(((WIN, 0), (0, WIN)))
            points = (0, 0) if random.random() < 0.1 else points
        happened[white] = PastRound(kind, points[0], black, Side.WHITE)
        happened[black] = PastRound(kind, points[1], white, Side.BLACK)
    if pairing.bye is not None:
        happened[pairing.bye] = PastRound(RoundOutcome.PAIRING_BYE, WIN)
    return replace(
        state,
        players=tuple(
            replace(player, rounds=(*player.rounds, happened.get(player.number, PastRound())))
            for player in state.players
        ),
        absent=frozenset(),
    )


def _result(white: int, black: int, random: Random) -> tuple[int, int]:
    """By the expected score of the rating tables; White is worth 35 points more."""
    expected = expected_percent(white + 35 - black) / 100
    most = min(0.6, max(0.1, (white + black - 2400) / 4000))
    draw = most * (1 - abs(2 * expected - 1))
    luck = random.random()
    if luck < expected - draw / 2:
        return WIN, 0
    return (HALF, HALF) if luck < expected + draw / 2 else (0, WIN)
