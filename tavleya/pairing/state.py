"""Input and output of a Swiss pairing: plain values without a database.

Scores are whole half-points: a win is 2, a draw 1, a loss 0.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from tavleya.errors import BadInput, DomainError
from tavleya.pairing.messages import say
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Table, TeamTable

# The order of boards (C.04.2, 3.6).


def ordered(state: SwissState, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    """Sort boards by the higher ranked player's score, both scores, the higher ranked player's pairing number.

    Scores are pairing scores: with virtual points (C.04.7, 1.5).
    """
    score = {player.number: player.pairing_score(state.round_number) for player in state.present}

    def key(pair: Pair) -> tuple[int, int, int]:
        higher, lower = sorted(pair, key=lambda number: (-score[number], number))
        return -score[higher], -score[higher] - score[lower], number_of[higher]

    number_of = state.tpn
    return tuple(sorted(pairs, key=key))


DUTCH_2026 = "dutch-2026"
DUTCH_2017 = "dutch-2017"


class RoundOutcome(StrEnum):
    """The outcome of a past round for one player; for teams, FORFEIT_WIN is a match won without play."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    FORFEIT_WIN = "forfeit_win"
    PAIRING_BYE = "pairing_bye"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class PastRound:
    """One player's past round: `opponent` and `side` of a board, played or forfeited; `points` in half-points.

    A round before a late entry, or after a withdrawal, is a bye without points.
    """

    happened: RoundOutcome = RoundOutcome.BYE
    points: int = 0
    opponent: int | None = None
    side: Side | None = None

    @classmethod
    def of_match(cls, games: Sequence[PastRound]) -> PastRound:
        """Return the games of a match as one round, with the sum of the points and the side of the first game."""
        points = sum(game.points for game in games)
        first = next((game for game in games if game.opponent is not None), None)
        if first is not None:
            played = any(game.happened is RoundOutcome.PLAYED for game in games)
            happened = RoundOutcome.PLAYED if played else RoundOutcome.FORFEIT
            return cls(happened, points, first.opponent, first.side)
        allocated = any(game.happened is RoundOutcome.PAIRING_BYE for game in games)
        return cls(RoundOutcome.PAIRING_BYE if allocated else RoundOutcome.BYE, points)


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """`number`: the starting rank, 1 … N, unique.

    `virtual`: the accelerated half-points for the pairing of round 1, 2, …; later rounds get 0.  `rating`: 0 if the
    system does not use ratings, or the player is unrated.  `secondary`: for a team, the score that only decides about
    colours (C.04.6, 4.2.2).
    """

    number: int
    rounds: tuple[PastRound, ...] = ()
    virtual: tuple[int, ...] = ()
    rating: int = 0
    secondary: int = 0

    def score_before(self, round_number: int) -> int:
        """Return the points of the rounds before `round_number`, without virtual points."""
        return sum(past.points for past in self.rounds[: round_number - 1])

    def pairing_score(self, round_number: int) -> int:
        """Return the score for the pairing of `round_number`: points and virtual points (C.04.7, 1.5)."""
        virtual = self.virtual[round_number - 1] if round_number <= len(self.virtual) else 0
        return self.score_before(round_number) + virtual


@dataclass(frozen=True)
class SwissState:
    """A Swiss section before a round is paired.

    `rounds`: the number of rounds of the tournament.  `absent`: players who must not be paired now (requested byes,
    withdrawn, not yet arrived).  `forbidden`: pairs of starting ranks that the arbiter forbids.  `initial_colour`: the
    colour drawn for the first player before round 1.  `win`: half-points of a win, which decide about byes and
    topscorers.
    """

    players: tuple[SwissPlayer, ...]
    rounds: int
    initial_colour: Side = Side.WHITE
    absent: frozenset[int] = frozenset()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    win: int = 2
    loss: int = 0

    def __post_init__(self) -> None:
        numbers = [player.number for player in self.players]
        if len(set(numbers)) != len(numbers):
            twice = min(number for number in numbers if numbers.count(number) > 1)
            raise BadInput(say("player_twice", number=twice), number=twice)
        if len({len(player.rounds) for player in self.players}) > 1:
            raise BadInput(say("uneven_rounds"))

    @property
    def round_number(self) -> int:
        """The number of the round to be paired."""
        return (len(self.players[0].rounds) if self.players else 0) + 1

    @property
    def is_last_round(self) -> bool:
        return self.round_number >= self.rounds

    @cached_property
    def present(self) -> tuple[SwissPlayer, ...]:
        """The players to be paired, by starting rank."""
        return tuple(
            sorted(
                (player for player in self.players if player.number not in self.absent),
                key=lambda player: player.number,
            )
        )

    @cached_property
    def tpn(self) -> Mapping[int, int]:
        """Tournament pairing numbers by starting rank.

        A late entry gets theirs on arrival (C.04.2, 2.4): a player who was never paired and is not paired now does not
        count, and those below move up.
        """
        arrived = sorted(
            player.number
            for player in self.players
            if player.number not in self.absent or any(past.happened is not RoundOutcome.BYE for past in player.rounds)
        )
        return {number: place for place, number in enumerate(arrived, start=1)}


@dataclass(frozen=True, slots=True)
class Pair:
    """Starting ranks of one board."""

    white: int
    black: int

    def __iter__(self) -> Iterator[int]:
        return iter((self.white, self.black))


@dataclass(frozen=True)
class RoundPairing:
    """The boards in their order, the player with the pairing-allocated bye, and the trace of each bracket."""

    pairs: tuple[Pair, ...]
    bye: int | None
    edition: str
    trace: tuple[BracketTrace, ...] = ()

    def board_of(self, number: int) -> Pair | None:
        """Return the board of the player with this starting rank."""
        return next((pair for pair in self.pairs if number in pair), None)


@dataclass(frozen=True, slots=True)
class BracketTrace:
    """The pairing of one bracket; players by starting rank.

    `score`: of its residents, in half-points.  `pairs` in the order of S1: (from S1, from S2), first those of
    moved-down players.  `s1`, `s2`: the subgroups of the remainder (or of the homogeneous bracket) before any exchange.
    `to_s2`, `to_s1`: the exchanged players.  `criteria`: how the chosen candidate fails C5-C21, without those that it
    meets.  `perfect`: no search was necessary, because the first candidate without an avoidable failure was taken (art.
    3.4.1).  `upfloaters`: in systems that complete a scoregroup from below, the players taken from there.  `shifted`:
    in the Dubov system, the players shifted between the subgroups.
    """

    score: int
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    s1: tuple[int, ...] = ()
    s2: tuple[int, ...] = ()
    to_s2: tuple[int, ...] = ()
    to_s1: tuple[int, ...] = ()
    limbo: tuple[int, ...] = ()
    downfloaters: tuple[int, ...] = ()
    criteria: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    perfect: bool = True
    upfloaters: tuple[int, ...] = ()
    shifted: tuple[int, ...] = ()


class CannotPair(DomainError):
    """No round-pairing complies with C1-C3 (art. 1.9.3); `detail["free"]` lists exceptions that would permit one."""


# Early withdrawals: a player who leaves a round robin before half of their games does not count (FIDE
# C.05).
#
# Their results stay in the crosstable and in the ratings, but give no points and tie-breaks to others. For
# a later withdrawal everything counts, and the unplayed games are forfeits.

#: Completed games of a player: games played, and those whose opponent did not come.
_COMPLETED = (EncounterKind.PLAYED, EncounterKind.FORFEIT_WIN)


def left_too_early(table: Table, removed: Collection[int]) -> frozenset[int]:
    """Return the withdrawn (or expelled) players who have completed less than half of their planned games."""
    if not table.predetermined or not table.games:
        return frozenset()
    return frozenset(
        key
        for key in removed
        if 2 * sum(encounter.kind in _COMPLETED for encounter in table.participants[key].encounters) < table.games
    )


def without_early_withdrawals(table: Table, removed: Collection[int]) -> Table:
    """Return the table of the standings.  Early withdrawals stay in it, without a result."""
    early = left_too_early(table, removed)
    if not early:
        return table
    participants = {
        key: replace(
            participant,
            encounters=()
            if key in early
            else tuple(encounter for encounter in participant.encounters if encounter.opponent not in early),
        )
        for key, participant in table.participants.items()
    }
    each = table.games // (len(participants) - 1)
    return replace(table, participants=participants, games=table.games - each * len(early))


def teams_without_early_withdrawals(table: TeamTable, removed: Collection[int]) -> TeamTable:
    """Return the table without the matches of teams that withdrew before half of their matches."""
    early = frozenset(
        key
        for key in removed
        if 2 * sum(match.kind in _COMPLETED for match in table.teams[key].matches) < table.matches_each
    )
    if not early:
        return table
    teams = {
        key: replace(
            team, matches=() if key in early else tuple(match for match in team.matches if match.opponent not in early)
        )
        for key, team in table.teams.items()
    }
    each = table.matches_each // (len(teams) - 1)
    return replace(table, teams=teams, matches_each=table.matches_each - each * len(early))


# The Baku acceleration (FIDE C.04.7, art. 1): virtual points for the upper half in the first rounds.


def size_of_first_group(players: int) -> int:
    """Return the size of group GA: half of the initial list, rounded up to an even number (1.2)."""
    return 2 * -(-players // 4)


def virtual_points(rounds: int, win: int = 2) -> tuple[int, ...]:
    """Return the half-points of GA before round 1, 2, … (1.4); `win` must be even (1.1)."""
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (win // 2,) * (accelerated - full)


def first_group(state: SwissState, entrants: Collection[int]) -> frozenset[int]:
    """Return GA by starting rank.  `entrants`: the players to be paired before round 1.

    The last player of GA stays the last (1.3.2): a late entry ranked above them joins GA.
    """
    ranked = sorted(entrants)
    if not ranked:
        return frozenset()
    last = ranked[size_of_first_group(len(ranked)) - 1 : size_of_first_group(len(ranked))] or ranked[-1:]
    return frozenset(player.number for player in state.players if player.number <= last[0])


def accelerated(state: SwissState, entrants: Collection[int]) -> SwissState:
    """Return the state with the virtual points of the Baku method."""
    points = virtual_points(state.rounds, state.win)
    first = first_group(state, entrants)
    return replace(
        state,
        players=tuple(replace(player, virtual=points if player.number in first else ()) for player in state.players),
    )
