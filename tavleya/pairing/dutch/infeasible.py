"""Reasons why a round cannot be paired, and exceptions that would help (art. 1.9.3 leaves them to the arbiter)."""

from tavleya.messages import Message
from tavleya.pairing.dutch import kernel
from tavleya.pairing.dutch.pool import Pool, bits
from tavleya.pairing.messages import say
from tavleya.pairing.state import CannotPair, RoundOutcome

#: Names of exceptions: the sentence for the suspended criterion.
_WAIVED = {"C1": "C1.waiver", "C3": "C3.waiver", "apart": "apart.waiver"}

#: No exceptions are searched above this number of players: such a section does not lack opponents.
_MOST = 400


def infeasible_error(pool: Pool) -> CannotPair:
    """Return the error, with the fewest exceptions to C1-C3 that would permit a pairing.

    `detail["free"]`: those exceptions, as {"rule", "players"}.
    """
    nobody_for_bye = pool.size % 2 == 1 and not pool.bye_allowed
    reason = say("nobody_for_bye") if nobody_for_bye else say("no_matching")
    waivers = _fewest_waivers(pool) if pool.size <= _MOST else []
    if waivers:
        listed = waivers[-1]
        for waiver in reversed(waivers[:-1]):
            listed = say("waiver_list", one=waiver, more=listed)
        remedy = say("waivers" if len(waivers) == 1 else "waivers.several", waive=listed)
    else:
        remedy = say("no_waiver")
    free = [{"rule": waiver.code, "players": list(waiver.params.values())} for waiver in waivers]
    return CannotPair(say("cannot_pair.because", reason=reason, remedy=remedy), free=free)


def _fewest_waivers(pool: Pool) -> list[Message]:
    """Return the exceptions of a complete pairing that needs as few as possible.

    Among equal numbers, the arbiter's prohibitions and colours are preferred to a second bye, and rematches come last.
    """
    size, anonymous = pool.size, pool.size
    count = 8 * (size + 2)  # one exception outweighs all preferences between their kinds
    legal = count * (size + 2)
    edges = {}
    for first in range(size):
        for second in range(first + 1, size):
            broken = _broken(pool, first, second)
            edges[first, second] = legal - (count + _dislike(broken) if broken else 0)
        if size % 2:
            edges[first, anonymous] = legal - (0 if pool.bye_allowed >> first & 1 else count + _dislike("C2"))
    mates = kernel.heaviest(size + size % 2, edges)
    messages = []
    for first in range(size):
        second = mates[first]
        if second == anonymous and not pool.bye_allowed >> first & 1:
            messages.append(say("C2.waiver", one=pool.members[first].number))
        elif first < second < size:
            broken = _broken(pool, first, second)
            if broken:
                numbers = {"one": pool.members[first].number, "other": pool.members[second].number}
                messages.append(say(_WAIVED[broken], **numbers))
    return messages


def _broken(pool: Pool, first: int, second: int) -> str | None:
    if pool.meets[first] >> second & 1:
        return None
    return "C1" if met(pool, first, second) else "apart" if kept_apart(pool, first, second) else "C3"


def _dislike(rule: str) -> int:
    return ("apart", "C3", "C2", "C1").index(rule) + 1


def met(pool: Pool, value: int, other: int) -> int | None:
    """Return the round in which two players met, or None."""
    number = pool.members[other].number
    player = next(player for player in pool.state.present if player.number == pool.members[value].number)
    rounds = (
        index
        for index, past in enumerate(player.rounds, start=1)
        if past.happened is RoundOutcome.PLAYED and past.opponent == number
    )
    return next(rounds, None)


def kept_apart(pool: Pool, number: int, other: int) -> bool:
    """Return whether the arbiter forbids the pair."""
    numbers = pool.members[number].number, pool.members[other].number
    return bool({numbers, numbers[::-1]} & pool.state.forbidden)


def names(pool: Pool, places: int) -> str:
    """Return the starting ranks of a set of players, for a sentence."""
    return ", ".join(str(pool.members[place].number) for place in bits(places))
