"""Reproducible random tournaments for tests of pairing, tie-breaks and files.

Players come late, leave, ask for byes and forfeit; games are decided by ratings, with more draws between equals and
among strong players.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tavleya.pairing import baku, double_swiss
from tavleya.pairing.engines import BY_EDITION
from tavleya.pairing.state import DUTCH_2026, Pair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.ratings.tables import expected_percent
from tavleya.sides import Side
from tavleya.tiebreaks.table import Scoring

#: The edition of a Swiss of matches of two games, and the points of its allocated bye (C.04.5, 1.4).
OF_MATCHES, BYE_OF_MATCHES = double_swiss.EDITION, 3
MOST_GAP = 400  # the largest rating difference in the expected score
_MEAN, _SPREAD, _FLOOR, _TOP = 1900, 250, 1400, 2850
_FOR_WHITE = 35


@dataclass(frozen=True, slots=True)
class Chances:
    """Probabilities: `late` and `withdrawal` for each player, byes for each player and round.

    `forfeit` (by one player), `double_forfeit` and `odd` (a played game that ends ½-0, 0-½ or 0-0) are for each board.
    """

    forfeit: float = 0.02
    double_forfeit: float = 0.002
    odd: float = 0.0
    half_bye: float = 0.02
    zero_bye: float = 0.01
    full_bye: float = 0.002
    withdrawal: float = 0.04
    late: float = 0.04


NOTHING_UNUSUAL = Chances(0, 0, 0, 0, 0, 0, 0, 0)


@dataclass(frozen=True)
class Plan:
    """The parameters of a tournament before it is played.

    `ratings` by starting rank, the highest first; drawn if empty.  `unrated`: how many of the last have no rating; they
    play by the one given here.  `apart`: how many pairs the arbiter forbids.
    """

    players: int
    rounds: int
    chances: Chances = Chances()
    accelerated: bool = False
    edition: str = DUTCH_2026
    ratings: tuple[int, ...] = ()
    unrated: int = 0
    scoring: Scoring = field(default_factory=Scoring)
    apart: int = 0
    tiebreaks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Simulated:
    """A finished tournament.  `ratings` by starting rank, 0 for none; `state` after the last round.

    `byes`: the requested byes by (round, starting rank), without absences of late or withdrawn players.  `games`: how
    many games opponents play; `columns` are those of each player, by starting rank.
    """

    plan: Plan
    ratings: tuple[int, ...]
    state: SwissState
    byes: frozenset[tuple[int, int]]
    columns: tuple[tuple[PastRound, ...], ...]
    games: int = 1


@dataclass
class _Attendance:
    """The first and the last round of each player."""

    first: dict[int, int] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)

    def away(self, number: int, at: int) -> bool:
        return at < self.first.get(number, 1) or at > self.last.get(number, at)


def simulate(plan: Plan, seed: int | str) -> Simulated:
    """Play a Swiss by the engine of its edition.  Raises: CannotPair."""
    random = _random(plan, seed)
    strengths = plan.ratings or _ratings(plan.players, random)
    engine, ratings = BY_EDITION[plan.edition], _rated(plan, strengths)
    colour = random.choice((Side.WHITE, Side.BLACK))
    numbers = range(1, plan.players + 1)
    state = SwissState(
        tuple(
            SwissPlayer(number, rating=ratings[number - 1] if engine.by_rating else 0) for number in numbers
        ),
        plan.rounds,
        colour,
        forbidden=_apart(plan, random),
        win=plan.scoring.win,
        loss=plan.scoring.loss,
    )
    attendance = _attendance(plan, random)
    byes: set[tuple[int, int]] = set()
    entrants: tuple[int, ...] = ()
    columns: list[tuple[PastRound, ...]] = [() for _ in numbers]
    for at in range(1, plan.rounds + 1):
        query = _requested_byes(state, at, attendance, plan, random)
        removed = {number for number in numbers if attendance.away(number, at)}
        state = replace(state, absent=frozenset(removed | set(query)))
        byes |= {(at, number) for number in query}
        if plan.accelerated:
            entrants = entrants or tuple(player.number for player in state.present)
            state = baku.accelerated(state, entrants)
        games = _paired(state, query, strengths, plan, random)
        columns = [(*before, *games[number]) for number, before in zip(numbers, columns, strict=True)]
        state = _after(state, {number: PastRound.of_match(games[number]) for number in numbers})
    return Simulated(plan, ratings, state, frozenset(byes), tuple(columns), engine.games)


def simulate_table(plan: Plan, seed: int | str, rounds: Sequence[Iterable[Pair]]) -> Simulated:
    """Play a tournament whose boards are known in advance; withdrawn players forfeit their remaining games.

    The plan's chances of byes and late entries do not apply.
    """
    random = _random(plan, seed)
    strengths = plan.ratings or _ratings(plan.players, random)
    numbers = range(1, plan.players + 1)
    last = {
        number: random.randint(1, len(rounds) - 1)
        for number in numbers
        if random.random() < plan.chances.withdrawal and len(rounds) > 1
    }
    state = SwissState(tuple(SwissPlayer(number) for number in numbers), len(rounds))
    for index, boards in enumerate(rounds, start=1):
        happened = dict.fromkeys(numbers, PastRound(points=plan.scoring.zero_bye))
        for white, black in boards:
            removed = [index > last.get(number, index) for number in (white, black)]
            happened |= _board_of(white, black, strengths, plan, random, (removed[0], removed[1]))
        state = _after(state, happened)
    columns = tuple(player.rounds for player in state.players)
    return Simulated(plan, _rated(plan, strengths), state, frozenset(), columns)


def _random(plan: Plan, seed: int | str) -> Random:
    # The result must be reproducible from its seed.
    return Random(f"tavleya {seed} {plan.players} {plan.rounds}")  # noqa: S311


def _rated(plan: Plan, strengths: Sequence[int]) -> tuple[int, ...]:
    rated = plan.players - plan.unrated
    return tuple(strength if index < rated else 0 for index, strength in enumerate(strengths))


def _after(state: SwissState, happened: Mapping[int, PastRound]) -> SwissState:
    """Return the state after one more round."""
    players = tuple(
        replace(player, rounds=(*player.rounds, happened[player.number])) for player in state.players
    )
    return replace(state, players=players, absent=frozenset())


def _ratings(players: int, random: Random) -> tuple[int, ...]:
    drawn = (round(random.gauss(_MEAN, _SPREAD)) for _ in range(players))
    return tuple(sorted((min(max(rating, _FLOOR), _TOP) for rating in drawn), reverse=True))


def _apart(plan: Plan, random: Random) -> frozenset[tuple[int, int]]:
    set_: set[tuple[int, int]] = set()
    while len(set_) < min(plan.apart, plan.players * (plan.players - 1) // 2):
        first, second = sorted(random.sample(range(1, plan.players + 1), 2))
        set_.add((first, second))
    return frozenset(set_)


def _attendance(plan: Plan, random: Random) -> _Attendance:
    attendance, rounds = _Attendance(), plan.rounds
    for number in range(1, plan.players + 1):
        if rounds > 1 and random.random() < plan.chances.late:
            attendance.first[number] = random.randint(2, max(2, rounds // 2))
        if rounds > 1 and random.random() < plan.chances.withdrawal:
            attendance.last[number] = random.randint(attendance.first.get(number, 1), rounds - 1)
    return attendance


def _requested_byes(
    state: SwissState, at: int, attendance: _Attendance, plan: Plan, random: Random
) -> dict[int, int]:
    """Return the half-points of the byes that players requested in a round."""
    chances, scoring = plan.chances, plan.scoring
    query = {}
    for player in state.players:
        item = random.random()
        if attendance.away(player.number, at):
            continue
        for chance, points in (
            (chances.half_bye, scoring.half_bye),
            (chances.zero_bye, scoring.zero_bye),
            (chances.full_bye, scoring.full_bye),
        ):
            if item < chance:
                query[player.number] = points
                break
            item -= chance
    return query


def _paired(
    state: SwissState, query: dict[int, int], strengths: tuple[int, ...], plan: Plan, random: Random
) -> dict[int, tuple[PastRound, ...]]:
    """Return the next round by starting rank, in as many games as opponents play."""
    engine = BY_EDITION[plan.edition]
    games, pairing = engine.games, engine.pair(state, {}, None)
    nothing = PastRound(points=plan.scoring.zero_bye)
    past_rounds = {player.number: (nothing,) * games for player in state.players}
    past_rounds |= {
        number: (PastRound(RoundOutcome.BYE, points),) * games for number, points in query.items()
    }
    for white, black in pairing.pairs:
        legs = [
            _board_of(*((black, white) if leg % 2 else (white, black)), strengths, plan, random)
            for leg in range(games)
        ]
        past_rounds |= {number: tuple(leg[number] for leg in legs) for number in (white, black)}
    if pairing.bye is not None:
        allocated = PastRound(RoundOutcome.PAIRING_BYE, plan.scoring.pairing_bye)
        past_rounds[pairing.bye] = (allocated, *(nothing,) * (games - 1))
    return past_rounds


def _board_of(
    white: int,
    black: int,
    strengths: Sequence[int],
    plan: Plan,
    random: Random,
    removed: tuple[bool, bool] = (False, False),
) -> dict[int, PastRound]:
    """Return the outcome of a board for both players; a player who is gone forfeits."""
    kind, points = _board(_expected(strengths[white - 1], strengths[black - 1]), plan, random)
    if any(removed):
        kind, scoring = RoundOutcome.FORFEIT, plan.scoring
        won = (removed[1] and not removed[0], removed[0] and not removed[1])
        points = (_forfeited(scoring, won[0]), _forfeited(scoring, won[1]))
    return {
        white: PastRound(kind, points[0], black, Side.WHITE),
        black: PastRound(kind, points[1], white, Side.BLACK),
    }


def _forfeited(scoring: Scoring, won: bool) -> int:
    return scoring.forfeit_win if won else scoring.forfeit_loss


def _board(expected: tuple[float, float], plan: Plan, random: Random) -> tuple[RoundOutcome, tuple[int, int]]:
    """Return the outcome of a board, and the half-points of White and Black."""
    chances, scoring = plan.chances, plan.scoring
    played = _result(expected, scoring, random)
    luck = random.random()
    if luck < chances.forfeit:
        won, lost = scoring.forfeit_win, scoring.forfeit_loss
        return RoundOutcome.FORFEIT, random.choice(((won, lost), (lost, won)))
    luck -= chances.forfeit
    if luck < chances.double_forfeit:
        return RoundOutcome.FORFEIT, (scoring.forfeit_loss, scoring.forfeit_loss)
    luck -= chances.double_forfeit
    if luck < chances.odd:
        draw, loss = scoring.draw, scoring.loss
        return RoundOutcome.PLAYED, random.choice(((draw, loss), (loss, draw), (loss, loss)))
    return RoundOutcome.PLAYED, played


def _expected(white: int, black: int) -> tuple[float, float]:
    """Return White's expected score, with a bonus for the first move, and the probability of a draw."""
    gap = white + _FOR_WHITE - black
    expected = expected_percent(max(-MOST_GAP, min(MOST_GAP, gap))) / 100
    most = min(0.6, max(0.1, (white + black - 2400) / 4000))
    return expected, most * (1 - abs(2 * expected - 1))


def _result(expected: tuple[float, float], scoring: Scoring, random: Random) -> tuple[int, int]:
    score, draw = expected
    luck = random.random()
    if luck < score - draw / 2:
        return scoring.win, scoring.loss
    return (scoring.draw, scoring.draw) if luck < score + draw / 2 else (scoring.loss, scoring.win)
