"""The players of a round for the criteria: numbered by rank, sets of them as bits of an integer; their colours."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from tavleya.messages import Message
from tavleya.pairing.messages import say
from tavleya.pairing.state import PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side

# Colour preferences (C.04.3, 1.6-1.7) and the allocation of colours (art. 5).


class Strength(IntEnum):
    """The strength of a colour preference (1.7.1-1.7.4)."""

    NONE = 0
    MILD = 1
    STRONG = 2
    ABSOLUTE = 3


@dataclass(frozen=True, slots=True)
class Preference:
    """`difference`: games with White minus games with Black.  `history`: colours of the games played, oldest first."""

    side: Side | None
    strength: Strength
    difference: int
    history: tuple[Side, ...]

    @property
    def repeated(self) -> Side | None:
        """The colour of both of the last two games; None if they differ."""
        last = self.history[-2:]
        return last[0] if len(last) == 2 and last[0] is last[1] else None


def preference(player: SwissPlayer) -> Preference:
    """Return the preference; only played games count (C.04.2, 3.4)."""
    history = tuple(
        past.side for past in player.rounds if past.happened is RoundOutcome.PLAYED and past.side is not None
    )
    difference = 2 * history.count(Side.WHITE) - len(history)
    if not history:
        return Preference(None, Strength.NONE, 0, ())
    twice = len(history) > 1 and history[-1] is history[-2]
    fewer = Side.BLACK if difference > 0 else Side.WHITE
    if abs(difference) > 1:
        return Preference(fewer, Strength.ABSOLUTE, difference, history)
    if twice:
        return Preference(history[-1].other, Strength.ABSOLUTE, difference, history)
    if difference:
        return Preference(fewer, Strength.STRONG, difference, history)
    return Preference(history[-1].other, Strength.MILD, difference, history)


BOTH = say("both_preferences")
STRONGER = say("stronger_preference")
WIDER = say("wider_difference")
ALTERNATE = say("colours_alternate")
HIGHER = say("higher_ranked_preference")
INITIAL = say("initial_colour")


def side_of_higher(higher: Preference, lower: Preference, higher_tpn: int, initial: Side) -> tuple[Side, Message]:
    """Return the colour of the higher ranked of two players (5.2), and the rule that decided it."""
    if not higher.history and not lower.history:
        return (initial if higher_tpn % 2 else initial.other), INITIAL
    first, second = higher.side, lower.side
    if first is None:
        assert second is not None, "a player with a game has a preference"
        return second.other, BOTH
    if first is not second:
        return first, BOTH
    if higher.strength is Strength.ABSOLUTE and lower.strength is Strength.ABSOLUTE:
        if abs(higher.difference) != abs(lower.difference):
            return (first if abs(higher.difference) > abs(lower.difference) else first.other), WIDER
    elif higher.strength is not lower.strength:
        return (first if higher.strength > lower.strength else first.other), STRONGER
    for side, other in zip(reversed(higher.history), reversed(lower.history), strict=False):
        if side is not other:
            return other, ALTERNATE
    return first, HIGHER


DOWN, UP = -1, 1
ColourCosts = tuple[int, int, int, int]
_FREE: ColourCosts = (0, 0, 0, 0)


def bits(mask: int) -> Iterator[int]:
    """Yield the members of a set, lowest (highest ranked) first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(members: Iterable[int]) -> int:
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


@dataclass(frozen=True, slots=True)
class PoolPlayer:
    """One player to be paired.  `floats`: of the previous round and of the one before: DOWN, UP or 0 (1.4).

    `unplayed`: rounds without a game (C9); `bye_allowed`: C2.
    """

    number: int
    tpn: int
    score: int
    preference: Preference
    floats: tuple[int, int]
    unplayed: int
    bye_allowed: bool
    topscorer: bool


def full_point_unplayed(state: SwissState, past: PastRound) -> bool:
    """Return whether the round was an allocated bye, or had the points of a win without a game (C2)."""
    return past.happened is RoundOutcome.PAIRING_BYE or (
        past.happened is not RoundOutcome.PLAYED and past.points >= state.win
    )


class Pool:
    """All players to be paired, by rank (1.2): index 0 is the highest.

    `meets[i]`: the possible opponents of i by C1, C3 and the arbiter's forbidden pairs; `groups`: the scoregroups, from
    the top.  `scores`: by starting rank, the pairing scores before each round.  Other systems have different
    preferences, no topscorers, and another rule against a bye (`no_bye_after`: a round that rules it out).
    """

    def __init__(
        self,
        state: SwissState,
        wish: Callable[[SwissPlayer], Preference] = preference,
        *,
        topscorers: bool = True,
        no_bye_after: Callable[[SwissState, PastRound], bool] = full_point_unplayed,
    ) -> None:
        self.state = state
        self.scores = scores = _scores(state)
        self.members = tuple(
            sorted(
                (
                    _member(
                        state,
                        player,
                        scores,
                        wish(player),
                        not any(no_bye_after(state, past) for past in player.rounds),
                        topscorers,
                    )
                    for player in state.present
                ),
                key=lambda member: (-member.score, member.tpn),
            )
        )
        self.size = len(self.members)
        self.index = {member.number: place for place, member in enumerate(self.members)}
        self.score = [member.score for member in self.members]
        self.groups = self._groups()
        self.floated = {
            (direction, back): mask_of(
                place for place, member in enumerate(self.members) if member.floats[back] == direction
            )
            for direction in (DOWN, UP)
            for back in (0, 1)
        }
        self.bye_allowed = mask_of(place for place, member in enumerate(self.members) if member.bye_allowed)
        self.wanting = {
            (side, strength): mask_of(
                place
                for place, member in enumerate(self.members)
                if (member.preference.side, member.preference.strength) == (side, strength)
            )
            for side in Side
            for strength in (Strength.MILD, Strength.STRONG, Strength.ABSOLUTE)
        }
        self.prefers = {
            side: self.wanting[side, Strength.MILD]
            | self.wanting[side, Strength.STRONG]
            | self.wanting[side, Strength.ABSOLUTE]
            for side in Side
        }
        self.meets = self._meets()

    def numbers(self, places: Iterable[int]) -> tuple[int, ...]:
        """Return the starting ranks of players."""
        return tuple(self.members[place].number for place in places)

    def pairs_of(self, pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
        """Return pairs by starting rank."""
        return tuple((self.members[first].number, self.members[second].number) for first, second in pairs)

    def _groups(self) -> list[list[int]]:
        groups: list[list[int]] = []
        for place, score in enumerate(self.score):
            if not groups or self.score[groups[-1][0]] != score:
                groups.append([])
            groups[-1].append(place)
        return groups

    def _meets(self) -> list[int]:
        everyone = (1 << self.size) - 1
        apart: dict[int, int] = {}
        for first, second in self.state.forbidden:
            if first in self.index and second in self.index:
                a, b = self.index[first], self.index[second]
                apart[a] = apart.get(a, 0) | 1 << b
                apart[b] = apart.get(b, 0) | 1 << a
        topscorers = mask_of(place for place, member in enumerate(self.members) if member.topscorer)
        opponents = {
            player.number: [past.opponent for past in player.rounds if past.happened is RoundOutcome.PLAYED]
            for player in self.state.present
        }
        meets = []
        for place, member in enumerate(self.members):
            mask = everyone & ~(1 << place) & ~apart.get(place, 0)
            for opponent in opponents[member.number]:
                if opponent is not None and opponent in self.index:
                    mask &= ~(1 << self.index[opponent])
            wish = member.preference
            if wish.strength is Strength.ABSOLUTE and wish.side is not None and not member.topscorer:
                mask &= ~(self.wanting[wish.side, Strength.ABSOLUTE] & ~topscorers)
            meets.append(mask)
        return meets

    def side_of_higher(self, higher: int, lower: int) -> Side:
        first, second = self.members[higher], self.members[lower]
        return side_of_higher(first.preference, second.preference, first.tpn, self.state.initial_colour)[0]

    def colour_costs(self, higher: int, lower: int) -> ColourCosts:
        """Return the cost of this pair in C10, C11, C12 and C13."""
        first, second = self.members[higher].preference, self.members[lower].preference
        if first.side is not second.side or first.side is None:
            return _FREE
        strong = first.strength >= Strength.STRONG and second.strength >= Strength.STRONG
        if first.strength is Strength.ABSOLUTE and second.strength is Strength.ABSOLUTE:
            loser = second if self.side_of_higher(higher, lower) is first.side else first
            wider = abs(loser.difference) + 1 > 2 and (loser.difference > 0) is (loser.side is Side.BLACK)
            third = loser.repeated is not None and loser.repeated is not loser.side
            return int(wider), int(third), 1, 0
        return 0, 0, 1, int(strong)


def _scores(state: SwissState) -> dict[int, list[int]]:
    """Return the pairing scores of each player before every round, the coming one last."""
    scores = {}
    for player in state.players:
        total, before = 0, []
        for round_ in range(1, state.round_number + 1):
            virtual = player.virtual[round_ - 1] if round_ <= len(player.virtual) else 0
            before.append(total + virtual)
            if round_ <= len(player.rounds):
                total += player.rounds[round_ - 1].points
        scores[player.number] = before
    return scores


def _member(
    state: SwissState,
    player: SwissPlayer,
    scores: dict[int, list[int]],
    wish: Preference,
    bye_allowed: bool,
    topscorers: bool,
) -> PoolPlayer:
    score = scores[player.number][-1]
    return PoolPlayer(
        number=player.number,
        tpn=state.tpn[player.number],
        score=score,
        preference=wish,
        floats=(_float(state, player, scores, 1), _float(state, player, scores, 2)),
        unplayed=sum(past.happened is not RoundOutcome.PLAYED for past in player.rounds),
        bye_allowed=bye_allowed,
        # More than half of the maximum score before the last round.
        topscorer=topscorers and state.is_last_round and 2 * score > state.win * (state.round_number - 1),
    )


def _float(state: SwissState, player: SwissPlayer, scores: dict[int, list[int]], back: int) -> int:
    """Return the float of a player `back` rounds ago (1.4.2-1.4.4)."""
    index = state.round_number - 1 - back
    if index < 0:
        return 0
    past = player.rounds[index]
    if past.happened is not RoundOutcome.PLAYED:
        scored = past.points > state.loss or past.happened is RoundOutcome.PAIRING_BYE
        return DOWN if scored else 0
    if past.opponent is None or past.opponent not in scores:
        return 0
    own, opponent = scores[player.number][index], scores[past.opponent][index]
    return DOWN if own > opponent else UP if own < opponent else 0
