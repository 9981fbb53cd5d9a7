"""The Dutch system as applied until 31 January 2026, for regulations that still require it: paired by py4swiss.

py4swiss gets half-points as points; no virtual point or half-point is lost.
"""

from typing import Any

from tavleya.errors import BadInput
from tavleya.pairing.boards import ordered
from tavleya.pairing.dutch.infeasible import infeasible_error
from tavleya.pairing.dutch.pool import Pool
from tavleya.pairing.messages import say
from tavleya.pairing.state import (
    DUTCH_2017,
    Pair,
    PastRound,
    RoundOutcome,
    RoundPairing,
    SwissPlayer,
    SwissState,
)
from tavleya.sides import Side

_TENTHS = 5  # tenths of a point, the unit of py4swiss, per half-point


def pair(state: SwissState) -> RoundPairing:
    """Pair the coming round by the edition of 2017.

    Raises: CannotPair if there is no pairing; BadInput if py4swiss is not installed.
    """
    if not state.present:
        return RoundPairing((), None, DUTCH_2017)
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
    except ImportError:
        raise BadInput(say("edition_unavailable")) from None
    places = {player.number: place for place, player in enumerate(_numbered(state), start=1)}
    numbers = {place: number for number, place in places.items()}
    try:
        generate_pairings = DutchEngine.generate_pairings(_section(state, places))
    except PairingError:
        raise infeasible_error(Pool(state)) from None
    pairs = [Pair(numbers[item.white], numbers[item.black]) for item in generate_pairings if item.black]
    bye = next((numbers[item.white] for item in generate_pairings if not item.black), None)
    return RoundPairing(ordered(state, pairs), bye, DUTCH_2017)


def _numbered(state: SwissState) -> list[SwissPlayer]:
    """Return the players with a pairing number, in its order; the others have not arrived."""
    return sorted(
        (player for player in state.players if player.number in state.tpn),
        key=lambda player: state.tpn[player.number],
    )


def _section(state: SwissState, places: dict[int, int]) -> Any:
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.codes import PlayerCode
    from py4swiss.trf.sections import PlayerSection, XSection
    from py4swiss.trf.sections.x_section import XSectionConfiguration

    players = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=places[player.number],
            points_times_ten=_TENTHS * player.score_before(state.round_number),
            rank=places[player.number],
            results=[_result(state, past, places) for past in player.rounds],
        )
        for player in _numbered(state)
    ]
    extra = XSection(
        number_of_rounds=state.rounds,
        zeroed_ids={places[number] for number in state.absent if number in places},
        configuration=XSectionConfiguration(first_round_color=state.initial_colour is Side.WHITE),
        accelerations={
            places[player.number]: [_TENTHS * points for points in player.virtual]
            for player in _numbered(state)
            if player.virtual
        },
        forbidden_pairs={
            (places[first], places[second]) for first, second in state.forbidden if first in places and second in places
        },
    )
    return ParsedTrf(player_sections=players, x_section=extra)


def _result(state: SwissState, past: PastRound, places: dict[int, int]) -> Any:
    from py4swiss.trf.results import ColorToken, ResultToken, RoundResult

    if past.opponent is None or past.side is None:
        byes = {0: ResultToken.ZERO_POINT_BYE, 1: ResultToken.HALF_POINT_BYE}
        token = byes.get(past.points, ResultToken.FULL_POINT_BYE)
        if past.happened is RoundOutcome.PAIRING_BYE:
            token = ResultToken.PAIRING_ALLOCATED_BYE
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=token)
    if past.happened is RoundOutcome.PLAYED:
        token = {0: ResultToken.LOSS, 1: ResultToken.DRAW}.get(past.points, ResultToken.WIN)
    else:
        token = ResultToken.FORFEIT_WIN if past.points else ResultToken.FORFEIT_LOSS
    color = ColorToken.WHITE if past.side is Side.WHITE else ColorToken.BLACK
    return RoundResult(id=places[past.opponent], color=color, result=token)
