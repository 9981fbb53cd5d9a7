"""Doubts about legal boards that were set by hand.

`tavleya.pairing.legality` reports forbidden boards.  An engine creates boards with doubts only if it must.
"""

from collections.abc import Iterable

from tavleya.messages import Message
from tavleya.pairing.dutch.pool import full_point_unplayed
from tavleya.pairing.legality import SIDES, absolute_preference
from tavleya.pairing.messages import say
from tavleya.pairing.state import Pair, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side


def doubts(
    state: SwissState, pairs: Iterable[Pair | tuple[int, int]], bye: int | None
) -> tuple[Message, ...]:
    """Return the doubts about these boards and this bye.

    `third_colour`: a third equal colour in a row, or a difference beyond two, before the last round (C.04.1, 6, 7);
    `against_colours`: both players of a board get the colour that they do not expect; `bye_not_lowest`: a player with a
    lower score has not had one yet (C5).
    """
    players = {player.number: player for player in state.players}
    messages: list[Message] = []
    for first, second in pairs:
        white, black = players[first], players[second]
        third = [
            say("third_colour", number=player.number, side=SIDES[side])
            for player, side in ((white, Side.WHITE), (black, Side.BLACK))
            if not state.is_last_round and absolute_preference(player) is side.other
        ]
        messages += third
        if not third and _expects(white) is Side.BLACK and _expects(black) is Side.WHITE:
            messages.append(say("against_colours", one=first, other=second))
    if bye is not None and bye in players:
        lowest = min(
            (_score(state, first) for first in state.present if not _had_bye(state, first)), default=0
        )
        if _score(state, players[bye]) > lowest:
            messages.append(say("bye_not_lowest", number=bye))
    return tuple(messages)


def _expects(player: SwissPlayer) -> Side | None:
    """Return the due colour: the less frequent one, else the opposite of the last one; None before the first game."""
    sides = [past.side for past in player.rounds if past.happened is RoundOutcome.PLAYED]
    white, black = sides.count(Side.WHITE), sides.count(Side.BLACK)
    if white != black:
        return Side.BLACK if white > black else Side.WHITE
    last = sides[-1] if sides else None
    return last.other if last is not None else None


def _score(state: SwissState, player: SwissPlayer) -> int:
    before = state.round_number - 1
    virtual = player.virtual[before] if len(player.virtual) > before else 0
    return sum(past.points for past in player.rounds) + virtual


def _had_bye(state: SwissState, player: SwissPlayer) -> bool:
    return any(full_point_unplayed(state, past) for past in player.rounds)
