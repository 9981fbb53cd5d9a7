from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q

from common.sides import Side
from core.record.results import FACTS, Result
from core.tiebreaks.table import Kind, points_text
from tournaments.models import Entry, Pairing
from tournaments.models.round import RoundStatus
from tournaments.selectors.standings import StandingsRow, standings


@dataclass(frozen=True, slots=True)
class CardLine:
    """One board of a player's card.  `mark` is empty while there is no result; `score` is the sum up to it."""

    pairing: Pairing
    side: Side | None
    opponent: Entry | None
    mark: str
    score: str


@dataclass(frozen=True, slots=True)
class PlayerCard:
    entry: Entry
    standing: StandingsRow
    lines: tuple[CardLine, ...]


def player_card(entry: Entry) -> PlayerCard:
    """A player's games in one section, in order, with the running score.  Four queries at most."""
    section = entry.section
    found = next(row for row in standings(section).rows if row.entry.pk == entry.pk)
    scoring = section.points
    pairings = (
        Pairing.objects.filter(Q(white=entry) | Q(black=entry), round__section=section)
        .exclude(round__status=RoundStatus.DRAFT)
        .select_related("round", "white__player", "black__player", "game")
        .order_by("round__number", "board")
    )
    lines, total = [], 0
    for pairing in pairings:
        if pairing.bye:
            total += scoring.of_bye(Kind(pairing.bye))
            lines.append(CardLine(pairing, None, None, pairing.bye, points_text(total)))
            continue
        side = Side.WHITE if pairing.white_id == entry.pk else Side.BLACK
        opponent = pairing.black if side is Side.WHITE else pairing.white
        mark = ""
        if pairing.result:
            facts = FACTS[Result(pairing.result)]
            total += scoring.of_outcome(facts.of(side))
            mark = facts.shown[0 if side is Side.WHITE else 1]
        lines.append(CardLine(pairing, side, opponent, mark, points_text(total)))
    return PlayerCard(found.entry, found, tuple(lines))
