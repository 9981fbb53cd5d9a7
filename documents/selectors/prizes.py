"""Categories and prizes of a section: members, the list by the current table, the approved list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

from documents.models import Award, Category, PrizeFund
from tavleya.prizes.fund import MAIN, Contender, Fund, PrizeCandidate, Share, Sharing, Unused, distribute
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.section import Section
from tournaments.selectors.finality import Finality, finality
from tournaments.selectors.standings import StandingsRow, StandingsView, standings_of


@dataclass(frozen=True, slots=True)
class CategoryMember:
    """A player of a category: `place` among its players, `1`, or `3–4` for a place shared in the whole table."""

    row: StandingsRow
    place: str


@dataclass(frozen=True, slots=True)
class CategoryTable:
    """`unknown`: players whose membership is undecided, because their data lack what the category needs."""

    category: Category
    members: tuple[CategoryMember, ...]
    unknown: tuple[Registration, ...]


@dataclass(frozen=True, slots=True)
class Payee:
    """A player as a prize list prints them."""

    number: int
    name: str
    place: str
    points: str


@dataclass(frozen=True, slots=True)
class PrizeList:
    """The shares of prizes.  `payees` are all players in a share, by starting number; `lists` the lists' names.

    `version` is that of the standings.
    """

    currency: str
    digits: int
    sharing: Sharing
    version: int
    payees: Mapping[int, Payee]
    lists: Mapping[str, Mapping[str, str]]
    shares: tuple[Share, ...]
    unused: tuple[Unused, ...]

    @property
    def paid(self) -> int:
        return sum(share.amount for share in self.shares)

    @property
    def left(self) -> int:
        return sum(unused.amount for unused in self.unused)

    def kept(self) -> dict[str, Any]:
        """Return the list for JSON: an approved list must not depend on rows that may change later."""
        stored = asdict(self)
        stored["shares"] = [{name: _plain(value) for name, value in asdict(share).items()} for share in self.shares]
        stored["payees"] = [asdict(payee) for payee in self.payees.values()]
        return stored

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> PrizeList:
        payees = [Payee(**payee) for payee in kept["payees"]]
        return cls(
            currency=kept["currency"],
            digits=kept["digits"],
            sharing=Sharing(kept["sharing"]),
            version=kept["version"],
            payees={payee.number: payee for payee in payees},
            lists=kept["lists"],
            shares=tuple(_share(share) for share in kept["shares"]),
            unused=tuple(Unused(**unused) for unused in kept["unused"]),
        )


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    return [_plain(item) for item in value] if isinstance(value, (tuple, list)) else value


def _share(stored: Mapping[str, Any]) -> Share:
    values = dict(stored)
    for name in ("exact", "own", "equal"):
        values[name] = Fraction(values[name])
    for name in ("places", "pool", "sharers"):
        values[name] = tuple(values[name])
    values["elsewhere"] = tuple((key, Fraction(worth)) for key, worth in values["elsewhere"])
    values["moved_up"] = tuple((player, key) for player, key in values["moved_up"])
    return Share(**values)


@dataclass(frozen=True, slots=True)
class PrizeDesk:
    """A section's prizes as the desk sees them; `award` is the list in force, if one has been approved."""

    fund: PrizeFund | None
    amounts: Mapping[str, tuple[int, ...]]
    categories: tuple[Category, ...]
    tables: tuple[CategoryTable, ...]
    now: PrizeList | None
    award: Award | None
    finality: Finality
    view: StandingsView = field(repr=False)

    @property
    def shown(self) -> PrizeList | None:
        """The approved list, else the one by the current table."""
        return PrizeList.read(self.award.listed) if self.award else self.now

    @property
    def changed(self) -> bool:
        """Whether the current table gives another list than the approved one."""
        shown = self.shown
        return shown is not None and self.now is not None and shown.shares != self.now.shares


def person(registration: Registration) -> PrizeCandidate:
    """Return an entry as input for categories, with the rating used in the section."""
    player = registration.player
    return PrizeCandidate(
        registration.number, player.sex, player.birth_year, registration.rating, player.club, player.federation
    )


def category_table(category: Category, view: StandingsView) -> CategoryTable:
    """Return the players of a category in the order of the whole table, ranked among themselves."""
    terms = category.conditions
    decisions = [(row, terms.belongs(person(row.registration))) for row in view.rows]
    members = [row for row, belongs in decisions if belongs]
    ranks = [row.row.rank for row in members]
    first: dict[int, int] = {}
    count: dict[int, int] = {}
    for index, rank in enumerate(ranks, 1):
        first.setdefault(rank, index)
        count[rank] = count.get(rank, 0) + 1
    placed = [
        CategoryMember(row, _shared(first[row.row.rank], first[row.row.rank] + count[row.row.rank] - 1))
        for row in members
    ]
    return CategoryTable(
        category, tuple(placed), tuple(row.registration for row, belongs in decisions if belongs is None)
    )


def _shared(first: int, last: int) -> str:
    return f"{first}–{last}" if last > first else str(first)


def award_in_force(section: Section) -> Award | None:
    return section.awards.filter(cancelled_at__isnull=True).first()


def prize_amounts(section: Section, categories: Sequence[Category]) -> dict[str, tuple[int, ...]]:
    """Return the amounts by place, by list in order, the main one first."""
    slugs: dict[int | None, str] = {None: MAIN, **{category.pk: category.slug for category in categories}}
    result: dict[str, list[int]] = {MAIN: [], **{category.slug: [] for category in categories}}
    for category_id, amount in section.prizes.order_by("place").values_list("category_id", "amount"):
        result[slugs[category_id]].append(amount)
    return {key: tuple(amounts) for key, amounts in result.items()}


def prize_desk(section: Section, view: StandingsView | None = None) -> PrizeDesk:
    """Return everything about the section's prizes, with the list by the current table."""
    view = view or standings_of(section)
    categories = tuple(section.categories.all())
    fund = PrizeFund.objects.filter(section=section).first()
    amounts = prize_amounts(section, categories)
    tables = tuple(category_table(category, view) for category in categories)
    return PrizeDesk(
        fund=fund,
        amounts=amounts,
        categories=categories,
        tables=tables,
        now=_list(fund, amounts, tables, view) if fund and any(amounts.values()) else None,
        award=award_in_force(section),
        finality=finality(section, view),
        view=view,
    )


def _list(
    fund: PrizeFund, amounts: Mapping[str, tuple[int, ...]], tables: Sequence[CategoryTable], view: StandingsView
) -> PrizeList:
    """Return the list of prizes; withdrawn and excluded players get none."""
    belongs: dict[int, set[str]] = {}
    for table in tables:
        for member in table.members:
            belongs.setdefault(member.row.registration.number, set()).add(table.category.slug)
    standings_rows = [row for row in view.rows if row.registration.status == RegistrationStatus.ACTIVE]
    distribution = distribute(
        Fund(amounts, Sharing(fund.sharing)),
        [
            Contender(
                row.registration.number,
                row.row.rank,
                row.row.points,
                frozenset(belongs.get(row.registration.number, ())),
            )
            for row in standings_rows
        ],
    )
    named = {number for share in distribution.shares for number in (share.player, *share.sharers)}
    named |= {number for share in distribution.shares for number, _ in share.moved_up}
    return PrizeList(
        currency=fund.currency,
        digits=fund.digits,
        sharing=Sharing(fund.sharing),
        version=view.version,
        payees={
            row.registration.number: Payee(
                row.registration.number, row.registration.player.full_name, row.place, row.points
            )
            for row in standings_rows
            if row.registration.number in named
        },
        lists={table.category.slug: table.category.names for table in tables},
        shares=distribution.shares,
        unused=distribution.unused,
    )
