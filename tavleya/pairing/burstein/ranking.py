"""Opposition and the order of a bracket by the Burstein system (C.04.4.2, 1.7 and 1.8).

Interpretation: a series of zero-point byes lasts *up to the current round* if the player is also absent from the round
being paired; a player of the current round, for instance a late entry, has no such series.
"""

from tavleya.pairing.state import RoundOutcome, SwissPlayer, SwissState


def opposition(state: SwissState) -> dict[int, tuple[int, int]]:
    """Return Buchholz and Sonneborn-Berger by starting rank, in half-points and their squares; without virtual points.

    An unplayed round is a game against oneself with the points received (1.7.2).
    """
    own = {player.number: sum(past.points for past in player.rounds) for player in state.players}
    for_others = {
        player.number: own[player.number] + _virtual_draws(state, player) for player in state.players
    }
    result = {}
    for player in state.players:
        scores = [
            for_others[past.opponent]
            if past.happened is RoundOutcome.PLAYED and past.opponent in for_others
            else own[player.number]
            for past in player.rounds
        ]
        products = (score * past.points for score, past in zip(scores, player.rounds, strict=True))
        result[player.number] = sum(scores), sum(products)
    return result


def _virtual_draws(state: SwissState, player: SwissPlayer) -> int:
    """Return the points that a series of zero-point byes up to now adds for earlier opponents (1.7.2, exception)."""
    if player.number not in state.absent:
        return 0
    missed = 0
    for past in reversed(player.rounds):
        if past.happened is not RoundOutcome.BYE or past.points:
            break
        missed += 1
    return missed * (state.win // 2)
