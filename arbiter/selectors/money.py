"""The money of an event for its report: approved or current prizes by section, and fines."""

from collections import defaultdict
from dataclasses import dataclass

from arbiter.models.fine import Fine
from documents.selectors.prizes import PrizeList, prize_desk
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section


@dataclass(frozen=True, slots=True)
class SectionPrizes:
    """`approved`: the list is in force; `provisional`: it was approved before the table was final."""

    section: Section
    prizes: PrizeList
    approved: bool
    provisional: bool


@dataclass(frozen=True, slots=True)
class FineSum:
    """Fines of one currency in whole units, of standing rulings: number, sum and paid sum."""

    currency: str
    count: int
    owed: int
    paid: int


def prizes_of(event: Event) -> list[SectionPrizes]:
    """Return the prizes of each section with a prize fund, in the order of the sections."""
    section_prizes = []
    sections = Section.objects.filter(event=event, prize_fund__isnull=False, archived_at=None)
    for section in sections.select_related("event", "prize_fund").order_by("position", "slug"):
        desk = prize_desk(section)
        listed = PrizeList.read(desk.award.listed) if desk.award else desk.now
        if listed is not None:
            section_prizes.append(
                SectionPrizes(section, listed, desk.award is not None, bool(desk.award and desk.award.provisional))
            )  # fmt: skip
    return section_prizes


def fines_of(event: Event) -> list[FineSum]:
    """Return the fines by currency. A fine is owed while its ruling stands."""
    games = Pairing.objects.filter(round__section__event=event, game__isnull=False).values("game")
    rows = Fine.objects.filter(ruling__game__in=games).select_related("ruling__superseded_by")
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows:
        if row.ruling.stands:
            stored = sums[row.currency]
            stored[0] += 1
            stored[1] += row.amount
            stored[2] += row.amount if row.paid_at is not None else 0
    return [FineSum(currency, *stored) for currency, stored in sorted(sums.items())]
