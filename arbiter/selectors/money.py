"""The money of an event for its report: approved or current prizes by section, and fines."""

from __future__ import annotations

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
    found = []
    sections = Section.objects.filter(event=event, prize_fund__isnull=False, archived_at=None)
    for section in sections.select_related("event", "prize_fund").order_by("position", "slug"):
        desk = prize_desk(section)
        listed = PrizeList.read(desk.award.listed) if desk.award else desk.now
        if listed is not None:
            found.append(
                SectionPrizes(section, listed, desk.award is not None, bool(desk.award and desk.award.provisional))
            )  # fmt: skip
    return found


def fines_of(event: Event) -> list[FineSum]:
    """Return the fines by currency. A fine is owed while its ruling stands."""
    games = Pairing.objects.filter(round__section__event=event, game__isnull=False).values("game")
    rows = Fine.objects.filter(ruling__game__in=games).select_related("ruling__superseded_by")
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for one in rows:
        if one.ruling.stands:
            held = sums[one.currency]
            held[0] += 1
            held[1] += one.amount
            held[2] += one.amount if one.paid_at is not None else 0
    return [FineSum(currency, *held) for currency, held in sorted(sums.items())]
