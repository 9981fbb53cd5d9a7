"""Double-Swiss (FIDE C.04.5, applied from 1 February 2026): every pairing is a match of two games.

The state is that of a Swiss, with these meanings: a past round is a match, its points those of both games, its side the
colour of the first game; `RoundOutcome.PLAYED` if at least one game was played, `FORFEIT` if one player forfeited both.

The choices of articles 3.5 and 3.6 are lexicographic.  Each is one exact matching whose weights rank the criteria:
upfloaters first (C4-C7 and the order of 3.5.4), then the pairs of the bracket.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from tavleya.pairing.dutch.kernel import complete
from tavleya.pairing.dutch.pool import Pool, Preference, Strength, bits, mask_of
from tavleya.pairing.meetings import PairCost, TopScoregroup, allocated_bye, choose, first_by_identifier
from tavleya.pairing.state import Pair, PastRound, RoundOutcome, RoundPairing, SwissPlayer, SwissState, ordered
from tavleya.record.results import GameOutcome
from tavleya.sides import Side

# Matches of two or more games between two players: colours, points, and the decision.
#
# Points are half-points. `first` is the player with White in the first game; colours alternate from game to
# game, tie-break games included.

WIN = 2  # half-points: the largest change of the lead by one game


def colour_of_first(number: int) -> Side:
    """Return the colour of `first` in a game, or of the first-named team on a board, from 1."""
    return Side.WHITE if number % 2 else Side.BLACK


@dataclass(frozen=True, slots=True)
class MicroMatchScore:
    """One finished game: the half-points of both; `forfeit` if it was not played."""

    first: int
    second: int
    forfeit: bool = False


class MatchVerdict(Enum):
    OPEN = "open"
    FIRST = "first"
    SECOND = "second"
    LEVEL = "level"  # all games are played and the points are equal


def total(games: Sequence[MicroMatchScore]) -> tuple[int, int]:
    return sum(game.first for game in games), sum(game.second for game in games)


def decide(games: Sequence[MicroMatchScore], set_up: int, *, win: int = WIN) -> MatchVerdict:
    """Return the winner of a match of `set_up` games, tie-break games included.

    It is decided as soon as the lead exceeds the points of the remaining games.
    """
    first, second = total(games)
    left = win * (set_up - len(games))
    if abs(first - second) > left:
        return MatchVerdict.FIRST if first > second else MatchVerdict.SECOND
    return MatchVerdict.OPEN if left else MatchVerdict.LEVEL


def as_one(games: Sequence[MicroMatchScore], planned: int) -> tuple[GameOutcome, GameOutcome] | None:
    """Return the match as a single result for `first` and `second`; None until all of its games have one.

    A player who forfeits every game forfeits the match (as in C.04.5, Preface); with one game played, or one forfeited
    by each, it counts as played.  Two players without a point have both lost.
    """
    if len(games) < planned:
        return None
    first, second = total(games)
    if all(game.forfeit for game in games) and not (first and second):
        outcome = {True: GameOutcome.FORFEIT_WIN, False: GameOutcome.FORFEIT_LOSS}
        return outcome[first > second], outcome[second > first]
    if first == second:
        level = GameOutcome.DRAW if first else GameOutcome.LOSS
        return level, level
    return (GameOutcome.WIN, GameOutcome.LOSS) if first > second else (GameOutcome.LOSS, GameOutcome.WIN)


# Common parts of the Swisses of matches, of two games (C.04.5) and of teams (C.04.6): byes, floaters, their
# criteria.
#
# Floaters of the previous round should not float again or meet an upfloater, and the rest of the next
# scoregroup should be paired with few upfloaters (C6, C7 and the last criterion of either text).


class MatchField:
    """All entrants to be paired, by rank.

    `floated`: the set of floaters in the previous round (1.5), by the scores of its pairing, if the match was played.
    `floats_count`: whether the criteria about them apply in this round.
    """

    def __init__(self, pool: Pool, *, floats_count: bool) -> None:
        self.pool, self.floats_count = pool, floats_count
        entrants = {entrant.number: entrant for entrant in pool.state.present}
        floats = (self._floated(entrants[member.number]) for member in pool.members)
        self.floated = mask_of(place for place, floated in enumerate(floats) if floated)

    def _floated(self, entrant: SwissPlayer) -> bool:
        scores, index = self.pool.scores, self.pool.state.round_number - 2
        if index < 0:
            return False
        past = entrant.rounds[index]
        if past.happened is not RoundOutcome.PLAYED or past.opponent not in scores:
            return False
        return scores[past.opponent][index] != scores[entrant.number][index]

    def floats_again(self, number: int) -> int:
        return self.floated >> number & 1 if self.floats_count else 0

    def tpn(self, number: int) -> int:
        return self.pool.members[number].tpn

    def bye(self) -> int | None:
        """Return the bye (3.4): the lowest score, the most matches played, the largest number.  Raises: CannotPair."""

        def order(number: int) -> tuple[int, ...]:
            member = self.pool.members[number]
            return member.score, member.unplayed, -member.tpn

        return allocated_bye(self.pool, order)

    def scoregroups(self, bye: int | None) -> Iterator[tuple[TopScoregroup, set[int]]]:
        """Yield the top scoregroup and the set of unpaired ranks until it is empty.

        The caller removes the bracket from the set.
        """
        left = set(range(self.pool.size)) - {bye}
        while left:
            yield TopScoregroup.of(self.pool, left), left

    def upfloater_cost(self, group: TopScoregroup, *, look_down: bool = True) -> PairCost:
        """Return the cost function for C6 and C7.

        C6 is counted in pairs of the following scoregroup with lower ones, or 0 unless `look_down`.
        """
        residents = set(group.residents)
        following = set(group.following(self.pool)) if look_down and group.below else set()

        def cost(number: int, other: int) -> tuple[int, ...]:
            if number in residents:
                return 0, int(other not in residents and self.floats_again(other))
            return int(number in following and other not in following), 0

        return cost

    def opponent_floats_again(self, number: int, other: int, residents: set[int]) -> int:
        """Return the last criterion for a pair: 1 if an upfloater's opponent was a floater."""
        if (number in residents) == (other in residents):
            return 0
        return self.floats_again(number if number in residents else other)

    def serves_following(self, group: TopScoregroup, floats: tuple[int, ...]) -> bool:
        """Return whether the rest of the next scoregroup needs only as many upfloaters as parity requires (C6)."""
        mask = mask_of(floats)
        rest = mask_of(group.following(self.pool)) & ~mask if group.below else 0
        below = mask_of(group.below) & ~mask & ~rest
        meets = self.pool.meets
        if rest.bit_count() % 2 == 0:
            return complete(rest, meets, None) is not None and complete(below, meets, None) is not None
        return any(
            complete(rest | 1 << bit, meets, None) is not None
            and complete(below & ~(1 << bit), meets, None) is not None
            for bit in bits(below)
        )


EDITION = "double-swiss-2026"
GAMES = 2


def pair(state: SwissState) -> RoundPairing:
    """Pair the next round.  Raises: CannotPair if there is no legal pairing (3.3.3: the Chief Arbiter decides)."""
    pool = Pool(state, _no_wish, topscorers=False, no_bye_after=_no_bye_after)
    field = MatchField(pool, floats_count=not state.is_last_round)
    bye = field.bye()
    boards = []
    for group, left in field.scoregroups(bye):
        pairs = _bracket(field, group)
        boards += [_coloured(state, pool, *both) for both in pairs]
        left -= {number for both in pairs for number in both}
    return RoundPairing(ordered(state, boards), pool.members[bye].number if bye is not None else None, EDITION)


def _no_wish(player: SwissPlayer) -> Preference:
    """Return no preference: colours neither forbid nor choose a match."""
    return Preference(None, Strength.NONE, 0, ())


def _no_bye_after(state: SwissState, past: PastRound) -> bool:
    """Return whether a past round rules out the bye (C2)."""
    return (
        past.happened is RoundOutcome.PAIRING_BYE
        or (past.happened is RoundOutcome.FORFEIT and past.points > GAMES * state.loss)
        or (past.happened is RoundOutcome.BYE and past.points >= GAMES * state.win)
    )


def _bracket(field: MatchField, group: TopScoregroup) -> list[tuple[int, int]]:
    """Pair a bracket (3.5, 3.6): the first pairing in the order of identifiers with the best C8."""
    chosen = choose(
        field.pool, group, field.upfloater_cost(group), serves=lambda floats: field.serves_following(group, floats)
    )
    assert chosen is not None, "each bracket leaves the lower ones a complete pairing"
    bracket: Sequence[int] = sorted((*group.residents, *chosen.upfloaters), key=field.tpn)
    residents, meets = set(group.residents), field.pool.meets
    pairs = first_by_identifier(
        len(bracket),
        lambda first, second: bool(meets[bracket[first]] >> bracket[second] & 1),
        lambda first, second: field.opponent_floats_again(bracket[first], bracket[second], residents),
    )
    assert pairs is not None, "the bracket was chosen because it can be paired"
    return [(bracket[first], bracket[second]) for first, second in pairs]


def _coloured(state: SwissState, pool: Pool, first: int, second: int) -> Pair:
    """Return the pair with White of the first game first (art. 4)."""
    high, low = (pool.members[place].number for place in sorted((first, second)))
    entrants = {player.number: player for player in state.players}
    side = _side_of(state, entrants[high], entrants[low])
    return Pair(high, low) if side is Side.WHITE else Pair(low, high)


def _side_of(state: SwissState, high: SwissPlayer, low: SwissPlayer) -> Side:
    highs, lows = _colours(high), _colours(low)
    if not highs and not lows:  # 4.3.1
        return state.initial_colour if state.tpn[high.number] % 2 else state.initial_colour.other
    high_whites, low_whites = highs.count(Side.WHITE), lows.count(Side.WHITE)
    if high_whites != low_whites:  # 4.3.2
        return Side.WHITE if high_whites < low_whites else Side.BLACK
    for own, opposite in zip(reversed(highs), reversed(lows), strict=False):  # 4.3.3
        if own is not opposite:
            return own.other
    return highs[-1].other if highs else lows[-1]  # 4.3.4, 4.3.5


def _colours(player: SwissPlayer) -> list[Side]:
    """Return the colours (1.6); unplayed matches leave no gap (C.04.2, 3.4)."""
    return [past.side for past in player.rounds if past.happened is RoundOutcome.PLAYED and past.side is not None]
