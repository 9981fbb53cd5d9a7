"""Reproducible random tournaments for tests of pairing, tie-breaks and files.

Players come late, leave, ask for byes and forfeit; games are decided by ratings, with more draws between equals and
among strong players.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any

from tavleya.pairing import micromatches
from tavleya.pairing import state as baku
from tavleya.pairing.engines import BY_EDITION
from tavleya.pairing.state import DUTCH_2026, Pair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.ratings import expected_percent
from tavleya.sides import Side
from tavleya.tiebreaks.table import Scoring

#: The edition of a Swiss of matches of two games, and the points of its allocated bye (C.04.5, 1.4).
OF_MATCHES, BYE_OF_MATCHES = micromatches.EDITION, 3
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
    play by their value in `ratings`.  `apart`: how many pairs the arbiter forbids.
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

    def away(self, number: int, round_: int) -> bool:
        return round_ < self.first.get(number, 1) or round_ > self.last.get(number, round_)


def simulate(plan: Plan, seed: int | str) -> Simulated:
    """Play a Swiss by the engine of its edition.  Raises: CannotPair."""
    random = _random(plan, seed)
    strengths = plan.ratings or _ratings(plan.players, random)
    engine, ratings = BY_EDITION[plan.edition], _rated(plan, strengths)
    colour = random.choice((Side.WHITE, Side.BLACK))
    numbers = range(1, plan.players + 1)
    state = SwissState(
        tuple(SwissPlayer(number, rating=ratings[number - 1] if engine.by_rating else 0) for number in numbers),
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
    for round_ in range(1, plan.rounds + 1):
        requests = _draw_byes(state, round_, attendance, plan, random)
        away = {number for number in numbers if attendance.away(number, round_)}
        state = replace(state, absent=frozenset(away | set(requests)))
        byes |= {(round_, number) for number in requests}
        if plan.accelerated:
            entrants = entrants or tuple(player.number for player in state.present)
            state = baku.accelerated(state, entrants)
        games = _play_round(state, requests, strengths, plan, random)
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
    for round_, boards in enumerate(rounds, start=1):
        past_rounds = dict.fromkeys(numbers, PastRound(points=plan.scoring.zero_bye))
        for white, black in boards:
            withdrawn = [round_ > last.get(number, round_) for number in (white, black)]
            past_rounds |= _board_of(white, black, strengths, plan, random, (withdrawn[0], withdrawn[1]))
        state = _after(state, past_rounds)
    columns = tuple(player.rounds for player in state.players)
    return Simulated(plan, _rated(plan, strengths), state, frozenset(), columns)


def _random(plan: Plan, seed: int | str) -> Random:
    # The result must be reproducible from its seed.
    return Random(f"tavleya {seed} {plan.players} {plan.rounds}")  # noqa: S311


def _rated(plan: Plan, strengths: Sequence[int]) -> tuple[int, ...]:
    rated = plan.players - plan.unrated
    return tuple(strength if index < rated else 0 for index, strength in enumerate(strengths))


def _after(state: SwissState, past_rounds: Mapping[int, PastRound]) -> SwissState:
    """Return the state after one more round."""
    players = tuple(replace(player, rounds=(*player.rounds, past_rounds[player.number])) for player in state.players)
    return replace(state, players=players, absent=frozenset())


def _ratings(players: int, random: Random) -> tuple[int, ...]:
    drawn = (round(random.gauss(_MEAN, _SPREAD)) for _ in range(players))
    return tuple(sorted((min(max(rating, _FLOOR), _TOP) for rating in drawn), reverse=True))


def _apart(plan: Plan, random: Random) -> frozenset[tuple[int, int]]:
    pairs: set[tuple[int, int]] = set()
    while len(pairs) < min(plan.apart, plan.players * (plan.players - 1) // 2):
        first, second = sorted(random.sample(range(1, plan.players + 1), 2))
        pairs.add((first, second))
    return frozenset(pairs)


def _attendance(plan: Plan, random: Random) -> _Attendance:
    attendance, rounds = _Attendance(), plan.rounds
    for number in range(1, plan.players + 1):
        if rounds > 1 and random.random() < plan.chances.late:
            attendance.first[number] = random.randint(2, max(2, rounds // 2))
        if rounds > 1 and random.random() < plan.chances.withdrawal:
            attendance.last[number] = random.randint(attendance.first.get(number, 1), rounds - 1)
    return attendance


def _draw_byes(state: SwissState, round_: int, attendance: _Attendance, plan: Plan, random: Random) -> dict[int, int]:
    """Return the half-points of the byes that players requested in a round."""
    chances, scoring = plan.chances, plan.scoring
    requests = {}
    for player in state.players:
        luck = random.random()
        if attendance.away(player.number, round_):
            continue
        for chance, points in (
            (chances.half_bye, scoring.half_bye),
            (chances.zero_bye, scoring.zero_bye),
            (chances.full_bye, scoring.full_bye),
        ):
            if luck < chance:
                requests[player.number] = points
                break
            luck -= chance
    return requests


def _play_round(
    state: SwissState, requests: dict[int, int], strengths: tuple[int, ...], plan: Plan, random: Random
) -> dict[int, tuple[PastRound, ...]]:
    """Return the next round by starting rank, in as many games as opponents play."""
    engine = BY_EDITION[plan.edition]
    games, pairing = engine.games, engine.pair(state, {}, None)
    nothing = PastRound(points=plan.scoring.zero_bye)
    past_rounds = {player.number: (nothing,) * games for player in state.players}
    past_rounds |= {number: (PastRound(RoundOutcome.BYE, points),) * games for number, points in requests.items()}
    for white, black in pairing.pairs:
        legs = [
            _board_of(*((black, white) if leg % 2 else (white, black)), strengths, plan, random) for leg in range(games)
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
    withdrawn: tuple[bool, bool] = (False, False),
) -> dict[int, PastRound]:
    """Return the outcome of a board for both players; a player who is gone forfeits."""
    kind, points = _board(_expected(strengths[white - 1], strengths[black - 1]), plan, random)
    if any(withdrawn):
        kind, scoring = RoundOutcome.FORFEIT, plan.scoring
        won = (withdrawn[1] and not withdrawn[0], withdrawn[0] and not withdrawn[1])
        points = (_forfeited(scoring, won[0]), _forfeited(scoring, won[1]))
    return {white: PastRound(kind, points[0], black, Side.WHITE), black: PastRound(kind, points[1], white, Side.BLACK)}


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


# Default parameters of a simulated tournament: sensible values, drawn from the seed.

LOWEST, HIGHEST = 1000, 2850
_SIZES, _MOST_ROUNDS = (8, 120), 11
#: The maximum of each drawn chance.
_MOST = Chances(
    forfeit=0.06, double_forfeit=0.01, odd=0.01, half_bye=0.06, zero_bye=0.04, full_bye=0.01, withdrawal=0.08, late=0.08
)
#: Less common scorings: 3-1-0, 3-2-1 (a loss has a point, an absence none), an allocated bye of a half.  A bye without
#: points must be requested and is never drawn, because programs differ on whether it is a downfloat
#: (docs/pairing/dutch.md).
SCORINGS = (
    Scoring(win=6, draw=2, forfeit_win=6, pairing_bye=6, full_bye=6, half_bye=2),
    Scoring(win=6, draw=2, forfeit_win=6, pairing_bye=2, full_bye=6, half_bye=2),
    Scoring(win=6, draw=4, loss=2, forfeit_win=6, pairing_bye=6, full_bye=6, half_bye=4),
    Scoring(pairing_bye=1),
)
_BREAKS = (
    "BH/C1", "BH", "BH/C2", "BH/M1", "SB", "DE", "PS", "WIN", "WON", "BPG", "BWG", "REP", "FB", "AOB", "STD", "SB/C1"
)  # fmt: skip
_OF_RATINGS = ("ARO", "TPR", "PTP", "APRO", "RTNG")


@dataclass(frozen=True, slots=True)
class RatingRange:
    """Ratings from `lowest` to `highest`.

    Each is `step` below the previous one, or they are around the middle with a `spread` (standard deviation), or
    uniform.
    """

    lowest: int = LOWEST
    highest: int = HIGHEST
    step: int | None = None
    spread: int | None = None

    def drawn(self, players: int, random: Random) -> tuple[int, ...]:
        """Return the ratings, the highest first."""
        if self.step is not None:
            return tuple(max(self.lowest, self.highest - index * self.step) for index in range(players))
        if self.spread is not None:
            middle = (self.lowest + self.highest) / 2
            ratings = [round(random.gauss(middle, self.spread)) for _ in range(players)]
        else:
            ratings = [random.randint(self.lowest, self.highest) for _ in range(players)]
        return tuple(sorted((min(max(rating, self.lowest), self.highest) for rating in ratings), reverse=True))


def drawn_plan(
    seed: int | str, values: Mapping[str, Any], ratings: RatingRange | None = None, **chances: float | None
) -> Plan:
    """Return a plan with the fields in `values`; the others are drawn, as are `chances` that are None."""
    # The result must be reproducible from its seed.
    random = Random(f"plan {seed}")  # noqa: S311
    players = values.get("players") or _players(values, random)
    drawn: dict[str, Any] = {
        "players": players,
        "rounds": random.randint(3, max(3, min(_MOST_ROUNDS, players // 2))),
        "chances": _chances(chances, random),
        "accelerated": random.random() < 0.15,
        "unrated": random.randint(1, max(1, players // 4)) if random.random() < 0.2 else 0,
        "scoring": random.choice(SCORINGS) if random.random() < 0.2 else Scoring(),
        "apart": random.randint(1, 3) if random.random() < 0.15 else 0,
        "ratings": (ratings or _range(random)).drawn(players, random),
    }
    drawn |= {name: value for name, value in values.items() if value is not None}
    drawn.setdefault("tiebreaks", _tiebreaks(random, rated=not drawn["unrated"]))
    return Plan(**drawn)


def _players(values: Mapping[str, Any], random: Random) -> int:
    if values.get("ratings"):
        return len(values["ratings"])
    least, most = _SIZES
    least = max(least, 2 * (values.get("rounds") or 0))
    return random.randint(least, max(least, most))


def _range(random: Random) -> RatingRange:
    middle, spread = random.randint(1500, 2300), random.randint(50, 400)
    return RatingRange(max(LOWEST, middle - 2 * spread), min(HIGHEST, middle + 2 * spread), spread=spread)


def _chances(presets: Mapping[str, float | None], random: Random) -> Chances:
    values = {}
    for chance in fields(Chances):
        drawn = random.uniform(0, getattr(_MOST, chance.name))
        preset = presets.get(chance.name)
        values[chance.name] = drawn if preset is None else preset
    return Chances(**values)


def _tiebreaks(random: Random, *, rated: bool) -> tuple[str, ...]:
    names = _BREAKS + _OF_RATINGS if rated else _BREAKS
    return tuple(random.sample(names, random.randint(2, 5)))
