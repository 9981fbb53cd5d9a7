"""Double-Swiss (FIDE C.04.5, applied from 1 February 2026): every pairing is a match of two games.

The state is that of a Swiss, with these meanings: a past round is a match, its points those of both games, its side the
colour of the first game; `RoundOutcome.PLAYED` if at least one game was played, `FORFEIT` if one player forfeited both.

The choices of articles 3.5 and 3.6 are lexicographic.  Each is one exact matching whose weights rank the criteria:
upfloaters first (C4-C7 and the order of 3.5.4), then the pairs of the bracket.
"""

from collections.abc import Sequence

from tavleya.pairing.boards import ordered
from tavleya.pairing.dutch.colours import Preference, Strength
from tavleya.pairing.dutch.pool import Pool
from tavleya.pairing.match_swiss import MatchField
from tavleya.pairing.state import Pair, PastRound, RoundOutcome, RoundPairing, SwissPlayer, SwissState
from tavleya.pairing.upfloating import TopScoregroup, choose, first_by_identifier
from tavleya.sides import Side

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
    return RoundPairing(
        ordered(state, boards), pool.members[bye].number if bye is not None else None, EDITION
    )


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
        field.pool,
        group,
        field.upfloater_cost(group),
        serves=lambda floats: field.serves_following(group, floats),
    )
    assert chosen is not None, "each bracket leaves a complete pairing to those after it"
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
    whites, others = highs.count(Side.WHITE), lows.count(Side.WHITE)
    if whites != others:  # 4.3.2
        return Side.WHITE if whites < others else Side.BLACK
    for own, opposite in zip(reversed(highs), reversed(lows), strict=False):  # 4.3.3
        if own is not opposite:
            return own.other
    return highs[-1].other if highs else lows[-1]  # 4.3.4, 4.3.5


def _colours(player: SwissPlayer) -> list[Side]:
    """Return the colours (1.6); unplayed matches leave no gap (C.04.2, 3.4)."""
    return [
        past.side for past in player.rounds if past.happened is RoundOutcome.PLAYED and past.side is not None
    ]
