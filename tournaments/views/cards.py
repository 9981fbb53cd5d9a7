"""One line of a player's card."""

from dataclasses import dataclass

from tournaments.names import bye_name
from tournaments.selectors.players import CardLine
from tournaments.views.frame import SectionFrame
from tournaments.views.seats import Seat, seat
from tournaments.views.tables import game_url


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One round of one player.  `side` is empty for a bye; `sum` is their score after it."""

    round: int | None
    round_url: str
    side: str
    opponent: Seat | None
    bye: str
    text: str
    sum: str
    url: str


def card_line(frame: SectionFrame, item: CardLine) -> ResultLine:
    pairing = item.pairing
    return ResultLine(
        round=pairing.round.number,
        round_url=frame.round_url(pairing.round),
        side=item.side.value if item.side else "",
        opponent=seat(frame, item.opponent) if item.opponent else None,
        bye=bye_name(pairing.bye) if pairing.bye else "",
        text="" if pairing.bye else item.mark,
        sum=item.score,
        url=game_url(frame, pairing.game_id) if pairing.game_id else "",
    )
