"""The effect of a bracket's downfloaters: C4 for all players below, C8 for the next bracket."""

from tavleya.pairing.dutch import kernel
from tavleya.pairing.dutch.completion import complete
from tavleya.pairing.dutch.pool import Pool, bits

#: The number of possible floaters of the next bracket that are tried before the kernel is used.
_TRIES = 6


def completable(pool: Pool, players: int, bye: int) -> bool:
    """Return whether all `players` can be paired, with one of `bye` alone if any of them is included (C4)."""
    return complete(players, pool.meets, bye & players or None) is not None


def serves_next(pool: Pool, floater: int, following: int, below: int, bye: int) -> bool:
    """Return whether C8 is at its best for one downfloater.

    The next bracket must pair them and as many of its players as their number allows.  If the downfloater must have the
    bye, it only has to pair its own players.
    """
    has_bye = bool(bye) and not bye & (following | below)
    if has_bye and not bye >> floater & 1:
        return False
    bracket = following if has_bye else following | 1 << floater
    rest_bye = 0 if has_bye else bye
    floaters = bracket.bit_count() % 2
    if rest_bye and not rest_bye & below and floaters == 0:
        floaters = 2
    if floaters < 2 and _found(pool, bracket, following, below, rest_bye, floaters):
        return True
    # The next bracket alone gives a "no" sooner, because many players are below.
    return (not below or _proved(pool, floater, bracket, 0, 0, floaters, whole=False)) and _proved(
        pool, floater, bracket, below, rest_bye, floaters
    )


def _found(pool: Pool, bracket: int, following: int, below: int, bye: int, floaters: int) -> bool:
    """Try a few obvious ways."""
    if not floaters:
        return complete(bracket, pool.meets, None) is not None and completable(pool, below, bye)
    candidates = following & bye if bye and not bye & below else following
    for bit in sorted(bits(candidates), reverse=True)[:_TRIES]:
        rest = below | 1 << bit
        if complete(bracket & ~(1 << bit), pool.meets, None) is not None and completable(pool, rest, bye):
            return True
    return False


def _proved(
    pool: Pool, floater: int, bracket: int, below: int, bye: int, floaters: int, *, whole: bool = True
) -> bool:
    """Return the exact answer, by a matching that is complete, then pairs most of the next bracket, then the floater.

    Not `whole`: players left over are assumed to find an opponent elsewhere; even then a "no" is certain.
    """
    players = list(bits(bracket | below))
    place = {player: number for number, player in enumerate(players)}
    wide = len(players).bit_length()
    edges = {}
    for player in players:
        for other in bits(pool.meets[player] & (bracket | below) >> player + 1 << player + 1):
            inside = bool(bracket >> player & 1 and bracket >> other & 1)
            edges[place[player], place[other]] = (1 << wide | inside) << 1 | (
                inside and floater in (player, other)
            )
    count = len(players)
    for player in bits(bye):
        edges[place[player], count] = 1 << wide + 1
    mates = kernel.heaviest(count + 1, edges)
    if whole and any(mates[number] == number for number in range(count)):
        return False
    together = [
        player
        for player in bits(bracket)
        if mates[place[player]] not in (place[player], count) and bracket >> players[mates[place[player]]] & 1
    ]
    alone = bracket.bit_count() - len(together)
    return alone <= floaters and (floater in together or not bracket >> floater & 1)
