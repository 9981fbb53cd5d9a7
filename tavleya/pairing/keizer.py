"""Keizer: a club season with permitted absences, in which wins against high-ranked players count more.

The first of the ranking list has the value `top`, each player below `step` less.  A score is

own x own value + for each round: a win the opponent's value, a draw half of it, a loss nothing;
without an opponent a share of the player's own value, by the reason (excused ones up to a limit).

Values follow from the ranking and the ranking from the scores.  Both are recomputed over all rounds until the order is
stable or repeats an earlier one, which is then final.  All numbers are exact fractions.

A round is paired from the top: the highest unpaired player meets the highest permitted opponent who leaves the others
an opponent each.  Players may meet again after `gap` rounds; if no such pairing exists, the gap is reduced until one
does.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from tavleya.pairing.dutch.kernel import largest
from tavleya.pairing.messages import say
from tavleya.pairing.state import CannotPair, Pair
from tavleya.sides import Side

_MOST_PASSES = 50


class Missing(StrEnum):
    """The reason why a player has no opponent in a round."""

    BYE = "bye"  # odd number of players
    DUTY = "duty"  # absent for the club
    EXCUSED = "excused"
    UNEXCUSED = "unexcused"


_SHARES = MappingProxyType(
    {
        Missing.BYE: Fraction(2, 3),
        Missing.DUTY: Fraction(2, 3),
        Missing.EXCUSED: Fraction(1, 3),
        Missing.UNEXCUSED: Fraction(0),
    }
)


@dataclass(frozen=True)
class KeizerTerms:
    """The terms of a Keizer.

    `top`: the first value (None: one and a half times the number of players, so that first to last is about three to
    one).  `own`: the factor of the player's own value.  `excused`: how many excused rounds count; None for all.
    """

    top: int | None = None
    step: int = 1
    own: int = 1
    shares: Mapping[Missing, Fraction] = field(default_factory=lambda: _SHARES)
    excused: int | None = None
    gap: int = 4


@dataclass(frozen=True, slots=True)
class KeizerRound:
    """One player's round: an opponent with the half-points out of two, or the reason for none."""

    opponent: int | None = None
    points: int = 0
    side: Side | None = None
    missing: Missing = Missing.UNEXCUSED


@dataclass(frozen=True, slots=True)
class LadderLine:
    """One line of the list, from the first."""

    player: int
    value: int
    score: Fraction


KeizerHistories = Mapping[int, Sequence[KeizerRound]]


def ranking(order: Sequence[int], played: KeizerHistories, terms: KeizerTerms | None = None) -> tuple[LadderLine, ...]:
    """Return the list after the rounds played; `order` is the initial list (by rating), and breaks ties."""
    terms = terms or KeizerTerms()
    current = tuple(order)
    seen = {current}
    for _ in range(_MOST_PASSES):
        scores = _scores(current, played, terms)
        current = tuple(sorted(order, key=lambda player: -scores[player]))
        if current in seen:
            break
        seen.add(current)
    values = values_of(current, terms)
    scores = _scores(current, played, terms)
    return tuple(LadderLine(player, values[player], scores[player]) for player in current)


def values_of(order: Sequence[int], terms: KeizerTerms) -> dict[int, int]:
    top = terms.top if terms.top is not None else (3 * len(order) + 1) // 2
    return {player: max(top - place * terms.step, 0) for place, player in enumerate(order)}


def _scores(order: Sequence[int], played: KeizerHistories, terms: KeizerTerms) -> dict[int, Fraction]:
    values = values_of(order, terms)
    return {player: _score(player, played.get(player, ()), values, terms) for player in order}


def _score(player: int, rounds: Sequence[KeizerRound], values: Mapping[int, int], terms: KeizerTerms) -> Fraction:
    parts = parts_of(player, rounds, values, terms)
    return terms.own * values[player] + sum((part.amount for part in parts), Fraction(0))


@dataclass(frozen=True, slots=True)
class ScorePart:
    """The points of one evening: `share` of a `value`, the player's own or the opponent's."""

    past_round: KeizerRound
    value: int
    share: Fraction

    @property
    def amount(self) -> Fraction:
        return self.value * self.share


def parts_of(
    player: int, rounds: Sequence[KeizerRound], values: Mapping[int, int], terms: KeizerTerms
) -> tuple[ScorePart, ...]:
    """Return a score evening by evening, without the player's own value."""
    parts, excused = [], 0
    for round_ in rounds:
        if round_.opponent is not None:
            parts.append(ScorePart(round_, values[round_.opponent], Fraction(round_.points, 2)))
            continue
        excused += round_.missing is Missing.EXCUSED
        too_often = terms.excused is not None and excused > terms.excused
        share = Fraction(0) if round_.missing is Missing.EXCUSED and too_often else terms.shares[round_.missing]
        parts.append(ScorePart(round_, values[player], share))
    return tuple(parts)


def pair(
    order: Sequence[int], played: KeizerHistories, *, gap: int = 4, apart: Collection[tuple[int, int]] = ()
) -> tuple[tuple[Pair, ...], int | None]:
    """Pair the next round of the players present, in the order of the list; return the pairs and the bye.

    The bye is the lowest of the players with the fewest byes.  Raises: CannotPair if the forbidden pairs (`apart`)
    leave no round.
    """
    present = list(order)
    bye = None
    if len(present) % 2:
        byes = {player: _byes(played.get(player, ())) for player in present}
        bye = min(reversed(present), key=lambda player: byes[player])
        present.remove(bye)
    for shorter in range(gap, -1, -1):
        pairs = _from_the_top(present, _not_to_meet(present, played, shorter, apart))
        if pairs is not None:
            return tuple(_coloured(first, second, played) for first, second in pairs), bye
    raise CannotPair(say("cannot_pair"))


def _not_to_meet(
    present: Sequence[int], played: KeizerHistories, gap: int, apart: Collection[tuple[int, int]]
) -> dict[int, set[int | None]]:
    """Return for each player the opponents of the last `gap` rounds, and those who must be kept apart."""
    opponents: dict[int, set[int | None]] = {
        player: {keizer_round.opponent for keizer_round in played.get(player, ())[-gap:]} if gap else set()
        for player in present
    }
    for first, second in apart:
        if first in opponents and second in opponents:
            opponents[first].add(second)
            opponents[second].add(first)
    return opponents


def _byes(rounds: Sequence[KeizerRound]) -> int:
    return sum(round_.opponent is None and round_.missing is Missing.BYE for round_ in rounds)


def _from_the_top(present: Sequence[int], excluded: Mapping[int, set[int | None]]) -> list[tuple[int, int]] | None:
    left, pairs = list(present), []
    if not _all_can_play(left, excluded):
        return None
    while left:
        first = left.pop(0)
        for second in left:
            rest = [player for player in left if player != second]
            if second not in excluded[first] and _all_can_play(rest, excluded):
                pairs.append((first, second))
                left = rest
                break
    return pairs


def _all_can_play(players: Sequence[int], excluded: Mapping[int, set[int | None]]) -> bool:
    meets = [
        sum(1 << place for place, other in enumerate(players) if other != player and other not in excluded[player])
        for player in players
    ]
    return all(place != mate for place, mate in enumerate(largest(len(players), meets)))


def _coloured(number: int, other: int, played: KeizerHistories) -> Pair:
    """Return the pair with colours: White for more Blacks so far, then for Black last, then for the lower ranked."""
    first, second = _due(played.get(number, ())), _due(played.get(other, ()))
    return Pair(number, other) if first > second else Pair(other, number)


def _due(rounds: Sequence[KeizerRound]) -> tuple[int, int]:
    sides = [round_.side for round_ in rounds if round_.side is not None]
    blacks = sides.count(Side.BLACK)
    last = 0 if not sides else 1 if sides[-1] is Side.BLACK else -1
    return 2 * blacks - len(sides), last
