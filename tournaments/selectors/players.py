from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, points_text
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.selectors.standings import StandingsRow, standings_of


@dataclass(frozen=True, slots=True)
class CardLine:
    """One board of a player's card.  `mark` is empty while there is no result; `score` is the sum up to it."""

    pairing: Pairing
    side: Side | None
    opponent: Registration | None
    mark: str
    score: str


@dataclass(frozen=True, slots=True)
class PlayerCard:
    registration: Registration
    standing: StandingsRow
    lines: tuple[CardLine, ...]


def player_card(registration: Registration) -> PlayerCard:
    """Return a player's games in one section, in order, with the running score.  Four queries at most."""
    section = registration.section
    standings_row = next(
        row for row in standings_of(section).everybody if row.registration.pk == registration.pk
    )
    pairings = (
        Pairing.objects.filter(Q(white=registration) | Q(black=registration), round__section=section)
        .exclude(round__status=RoundStatus.DRAFT)
        .select_related("round", "white__player", "black__player", "game")
        .order_by("round__number", "board")
    )
    return PlayerCard(standings_row.registration, standings_row, card_lines(registration, pairings))


def card_lines(registration: Registration, pairings: Iterable[Pairing]) -> tuple[CardLine, ...]:
    """Return the lines of a card from a player's boards in one section, in their order."""
    scoring = registration.section.points
    lines, total = [], 0
    for pairing in pairings:
        if pairing.bye:
            total += scoring.of_bye(EncounterKind(pairing.bye))
            lines.append(CardLine(pairing, None, None, pairing.bye, points_text(total)))
            continue
        side = Side.WHITE if pairing.white_id == registration.pk else Side.BLACK
        opponent = pairing.black if side is Side.WHITE else pairing.white
        mark = ""
        if pairing.result:
            facts = FACTS[Result(pairing.result)]
            total += scoring.of_outcome(facts.of(side))
            mark = facts.shown[0 if side is Side.WHITE else 1]
        lines.append(CardLine(pairing, side, opponent, mark, points_text(total)))
    return tuple(lines)
