"""A list of prizes as pages show it: amounts, names, and a sentence for every amount."""

from dataclasses import dataclass

from django.utils.translation import gettext

from documents.models.prizes import PrizeFund
from documents.selectors.prizes import Payee, PrizeList
from tavleya.messages import Message
from tavleya.permissions import Action
from tavleya.prizes.explain import explain
from tavleya.prizes.fund import MAIN, Share
from tavleya.prizes.money import money_text
from tournaments.hooks import SectionPage
from tournaments.models.event import in_language
from tournaments.models.section import Section
from tournaments.views.frame import language


@dataclass(frozen=True, slots=True)
class Paid:
    payee: Payee
    list: str
    place: str
    amount: str
    why: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Left:
    list: str
    place: int
    amount: str


@dataclass(frozen=True, slots=True)
class PrizePage:
    rows: tuple[Paid, ...]
    left: tuple[Left, ...]
    paid: str
    unpaid: str


def prize_page(prize_list: PrizeList) -> PrizePage:
    lists = {
        key: in_language(dict(names), language(), list(names)) or key
        for key, names in prize_list.lists.items()
    }
    lists[MAIN] = gettext("Main prizes")

    def money(units: int) -> str:
        return money_text(units, prize_list.digits, prize_list.currency)

    names = {number: unused.name for number, unused in prize_list.payees.items()}

    def paid(share: Share) -> Paid:
        first, last = share.places
        return Paid(
            payee=prize_list.payees[share.player],
            list=lists[share.list],
            place=f"{first}–{last}" if last > first else str(first),
            amount=money(share.amount),
            why=explain(share, prize_list.sharing, names=names, lists=lists, money=money),
        )

    return PrizePage(
        rows=tuple(paid(share) for share in prize_list.shares if share.amount),
        left=tuple(
            Left(lists[unused.list], unused.place, money(unused.amount)) for unused in prize_list.unused
        ),
        paid=money(prize_list.paid),
        unpaid=money(prize_list.left) if prize_list.left else "",
    )


def prizes_of_section(section: Section) -> SectionPage | None:
    """Return the page of the prizes (registered with `tournaments.hooks`); None for a section without a fund."""
    fund: PrizeFund | None = getattr(section, "prize_fund", None)
    if fund is None:
        return None
    publish = gettext("Publish the prizes")
    return SectionPage("prizes", gettext("Prizes"), fund.published, publish, Action.EDIT_SECTION)
