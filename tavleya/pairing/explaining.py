"""Common parts of pairing explanations for all systems; ranks are those of a `Pool`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.pairing.dutch.explain import in_points
from tavleya.pairing.dutch.infeasible import kept_apart, met, names
from tavleya.pairing.dutch.pool import Pool, bits, mask_of, side_of_higher
from tavleya.pairing.messages import say
from tavleya.pairing.state import SwissState

#: The number of earlier opponents that are examined for one pair.
MOST = 4

Options = Mapping[str, Any]
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Explanations:
    """The explanations of an engine, by starting ranks; each re-pairs the round and raises CannotPair.

    `pair`: why two meet, or why they do not.  `why_not`: only the latter.  `bye`: the reason for the bye, empty without
    one.
    """

    pair: Callable[[SwissState, Options, int, int], tuple[Message, ...]]
    why_not: Callable[[SwissState, Options, int, int], Message]
    bye: Callable[[SwissState, Options], tuple[Message, ...]]


class PairedRound(Protocol):
    """A re-paired round for queries.  `mates`: the opponents by rank; `bye`: the player without one."""

    pool: Pool
    mates: dict[int, int]
    bye: int | None

    def told(self, number: int, other: int) -> list[Message]:
        """Explain a pair of the round, the higher rank first, without its colours."""

    def against(self, number: int, other: int) -> Message:
        """Explain why two paired players with a legal pairing do not meet, the higher rank first."""

    def rule(self, number: int, other: int) -> Message:
        """Return the rule that decided the colours of a pair."""


def mates_of(pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return the opponent of each player."""
    return {first: second for pair in pairs for first, second in (pair, pair[::-1])}


def place_of(pool: Pool, number: int) -> int:
    """Return the rank of a player.  Raises: BadInput if the player is not paired now."""
    if number not in pool.index:
        raise BadInput(say("not_paired_now", number=number), number=number)
    return pool.index[number]


def numbers_of(pool: Pool, number: int, other: int) -> dict[str, object]:
    return {"one": pool.members[number].number, "other": pool.members[other].number}


def pair(paired: PairedRound, white: int, black: int) -> tuple[Message, ...]:
    """Explain the pair of these starting ranks, or why the rules do not pair them."""
    pool = paired.pool
    first, second = sorted((place_of(pool, white), place_of(pool, black)))
    if paired.mates.get(first) != second:
        return (_rejection_reason(paired, first, second),)
    return (*paired.told(first, second), paired.rule(first, second))


def colour_rule(pool: Pool, higher: int, lower: int) -> Message:
    """Return the rule for the colours of two players, the higher ranked first."""
    first, second = pool.members[higher], pool.members[lower]
    return side_of_higher(first.preference, second.preference, first.tpn, pool.state.initial_colour)[1]


def explain_rejection(paired: PairedRound, white: int, black: int) -> Message:
    """Explain why these two are not paired: by a rule, a criterion, or the order of candidates."""
    first, second = sorted((place_of(paired.pool, white), place_of(paired.pool, black)))
    if paired.mates.get(first) == second:
        return say("paired", one=white, other=black)
    return _rejection_reason(paired, first, second)


def _rejection_reason(paired: PairedRound, first: int, second: int) -> Message:
    against = illegal(paired.pool, first, second)
    if against is None and paired.bye in (first, second):
        against = say("has_bye", one=paired.pool.members[paired.bye].number)
    return against or paired.against(first, second)


def illegal(pool: Pool, first: int, second: int) -> Message | None:
    """Return the absolute criterion that forbids the pair, or None."""
    if pool.meets[first] >> second & 1:
        return None
    numbers = numbers_of(pool, first, second)
    met_in = met(pool, first, second)
    if met_in is not None:
        return say("C1.met", **numbers, round=met_in)
    return say("apart" if kept_apart(pool, first, second) else "C3.equal", **numbers)


def first_worse(
    criteria: Sequence[str], chosen: Mapping[str, tuple[int, ...]], other: Mapping[str, tuple[int, ...]]
) -> str | None:
    """Return the highest criterion on which two candidates differ."""
    return next((name for name in criteria if chosen.get(name) != other.get(name)), None)


def only(pairs: Pairs) -> Callable[[int, int], bool]:
    """Return a filter that keeps each of these pairs together."""
    mates = {place: frozenset(pair) for pair in pairs for place in pair}

    def wanted(first: int, second: int) -> bool:
        both = {first, second}
        return all(mates.get(place, both) == both for place in both)

    return wanted


def bye(pool: Pool, number: int | None, reason: Message) -> tuple[Message, ...]:
    """Explain the bye; `reason` is the rule that chooses among the candidates."""
    if number is None:
        return ()
    messages = [say("bye", one=pool.members[number].number, score=in_points(pool.score[number])), reason]
    refused = mask_of(range(pool.size)) & ~pool.bye_allowed
    refused &= mask_of(place for place in bits(refused) if pool.score[place] <= pool.score[number])
    if refused:
        messages.append(say("C2.excluded", players=names(pool, refused)))
    return tuple(messages)


def bracket(pool: Pool, residents: Sequence[int], upfloaters: Sequence[int]) -> Message:
    """Describe a bracket that was completed with players from below."""
    return say(
        "bracket.upfloaters",
        score=in_points(pool.score[residents[0]]),
        residents=len(residents),
        upfloaters=names(pool, mask_of(upfloaters)) or say("nobody"),
    )
