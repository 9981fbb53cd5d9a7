"""The Burstein system (FIDE C.04.4.2, applied from 1 February 2026).

The first rounds are those of the Dutch system; afterwards brackets are folded by the opposition of the players.  C7 is
read literally: floaters are chosen by C1-C6 of the following bracket, without its colours.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tavleya.pairing.boards import ordered
from tavleya.pairing.burstein.bracket import BracketPairing, Scope, misses_colour, settle
from tavleya.pairing.burstein.ranking import opposition
from tavleya.pairing.dutch import engine as dutch
from tavleya.pairing.dutch.colours import preference, side_of_higher
from tavleya.pairing.dutch.pool import Pool
from tavleya.pairing.state import BracketTrace, Pair, RoundPairing, SwissState
from tavleya.pairing.upfloating import allocated_bye
from tavleya.sides import Side

EDITION = "burstein-2026"
CRITERIA = ("C5", "C6", "C7", "C8")


def is_seeding(state: SwissState) -> bool:
    """Return whether the round is one of the first, which the Dutch system pairs (1.6)."""
    return state.round_number <= min(state.rounds // 2, 4)


@dataclass(frozen=True)
class Bracket:
    """A bracket, its pairing, and the brackets below; `incoming`: players who floated into it."""

    scope: Scope
    incoming: tuple[int, ...]
    settled: BracketPairing


class Field:
    """All players to be paired; ranks are by score, `order[rank]` is the place by opposition (1.8)."""

    def __init__(self, state: SwissState) -> None:
        self.state = state
        self.pool = Pool(state, preference, topscorers=False)
        self.index = opposition(state)
        ranked = sorted(range(self.pool.size), key=self._ranking)
        self.order = {number: place for place, number in enumerate(ranked)}

    def _ranking(self, number: int) -> tuple[int, int, int]:
        member = self.pool.members[number]
        buchholz, berger = self.index[member.number]
        return -buchholz, -berger, member.tpn

    def bye(self) -> int | None:
        """Return the bye (3.1).  Raises: CannotPair."""

        def order(number: int) -> tuple[int, ...]:
            member = self.pool.members[number]
            return member.score, member.unplayed, -self.order[number]

        return allocated_bye(self.pool, order)

    def brackets(self, bye: int | None) -> Iterator[Bracket]:
        """Yield the brackets from the top, each with the floaters of the previous one (1.9.2)."""
        groups = [[number for number in group if number != bye] for group in self.pool.groups]
        groups = [group for group in groups if group]
        incoming: tuple[int, ...] = ()
        for place, group in enumerate(groups):
            following = tuple(groups[place + 1]) if place + 1 < len(groups) else ()
            below = tuple(number for lower in groups[place + 2 :] for number in lower)
            members = tuple(sorted((*incoming, *group), key=self.order.__getitem__))
            scope = Scope(members, following, below)
            settled = settle(self.pool, scope)
            assert settled is not None, "each bracket leaves a complete pairing to those after it"
            yield Bracket(scope, incoming, settled)
            incoming = settled.floaters

    def ranked(self, first: int, second: int) -> tuple[int, int]:
        """Return the two by 1.8, the higher first."""
        return (first, second) if self.order[first] < self.order[second] else (second, first)

    def board(self, first: int, second: int) -> Pair:
        """Return the pair with colours (art. 5)."""
        high, low = (self.pool.members[place] for place in self.ranked(first, second))
        side, _ = side_of_higher(high.preference, low.preference, high.tpn, self.state.initial_colour)
        return Pair(high.number, low.number) if side is Side.WHITE else Pair(low.number, high.number)

    def judged(self, settled: BracketPairing, left: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
        """Return C5-C8 of a bracket, smaller is better; `left`: players that the following bracket does not pair."""
        missed = sum(misses_colour(self.pool, *both) for both in settled.pairs)
        c7 = (len(left), *self._scores(left)) if settled.floaters else ()
        values = (len(settled.floaters),), self._scores(settled.floaters), c7, (missed,)
        return dict(zip(CRITERIA, values, strict=True))

    def _scores(self, places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted((self.pool.score[place] for place in places), reverse=True))


def colours(state: SwissState, together: Sequence[tuple[int, int]]) -> tuple[Pair, ...]:
    """Return required pairs, by starting rank, with the colours of article 5 (of the Dutch system in its rounds)."""
    if is_seeding(state):
        pool = Pool(state)
        return tuple(dutch.board(pool, pool.index[first], pool.index[second]) for first, second in together)
    field = Field(state)
    rank = field.pool.index
    return tuple(field.board(rank[first], rank[second]) for first, second in together)


def pair(state: SwissState, progress: Callable[[int, int], None] | None = None) -> RoundPairing:
    """Pair the coming round.  Raises: CannotPair if there is no legal pairing (1.9.3)."""
    if is_seeding(state):
        return replace(dutch.pair(state, progress), edition=EDITION)
    field = Field(state)
    bye = field.bye()
    brackets = tuple(field.brackets(bye))
    boards = ordered(state, (field.board(*both) for bracket in brackets for both in bracket.settled.pairs))
    alone = None if bye is None else field.pool.members[bye].number
    return RoundPairing(boards, alone, EDITION, tuple(_trace(field, bracket) for bracket in brackets))


def _trace(field: Field, bracket: Bracket) -> BracketTrace:
    def numbers(places: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(field.pool.members[place].number for place in places)

    settled = bracket.settled
    criteria = field.judged(settled, ())
    residents = tuple(member for member in bracket.scope.members if member not in bracket.incoming)
    return BracketTrace(
        score=field.pool.score[residents[0]],
        moved_down=numbers(bracket.incoming),
        residents=numbers(residents),
        pairs=tuple((numbers((member,))[0], numbers((other,))[0]) for member, other in settled.pairs),
        downfloaters=numbers(settled.floaters),
        criteria={
            f"{name}.burstein": value for name, value in criteria.items() if any(value) and name != "C7"
        },
        perfect=not any(any(value) for value in criteria.values()),
    )
