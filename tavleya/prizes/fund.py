"""Distribution of a prize fund: by Hort, equally or place by place; a player takes at most one prize.

The exact procedure: a fund is a main list of prizes and one list for each category; amounts are whole minor units and
never rise from one place to the next.  Players with equal points are a *group*; groups are processed from the top of
the table down, and within one

1. every player, in the order of the table, joins the list that gives them most, shared with the group members who
   have joined it before them; among equal lists, the main one, then the first category;
2. while a player would get more from another list, with the others unchanged, they move there, again in the order of
   the table; a list that gives nothing is not joined;
3. the members of each list take its next prizes, one for each of them while there are any, and share them.

So a player who takes a prize of one list leaves the others, and the following players move up there: in a category, and
in the main list too.  Prizes without a taker are unused.

From the prizes of the list, a member gets by `HORT` half of the prize of their own place and half of an equal share of
all that the group's members take; by `EQUAL` an equal share; by `NONE` the prize of their own place.  If the table
itself gives members a shared place, their own places are averaged.

Amounts are rounded down, and the remaining units go one each to the largest remainders, the higher in the table first:
the parts of a pool always add up to the pool.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate, groupby, pairwise

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.prizes.messages import say

#: The key of the main list.
MAIN = ""


class Sharing(StrEnum):
    """The way players with equal points share prizes."""

    HORT = "hort"
    EQUAL = "equal"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Fund:
    """`lists`: the prizes by place, in whole minor units, of the main list (`MAIN`) and of each category, in order.

    Raises: BadInput ("prizes_rise", "bad_prize") for amounts that cannot be distributed as described.
    """

    lists: Mapping[str, tuple[int, ...]]
    sharing: Sharing = Sharing.HORT

    def __post_init__(self) -> None:
        for key, amounts in self.lists.items():
            check_amounts(amounts, key)


def check_amounts(amounts: Sequence[int], key: str = MAIN) -> None:
    """Check that every prize is positive and none is larger than the one before.  Raises: BadInput."""
    if any(amount <= 0 for amount in amounts):
        raise BadInput(say("bad_prize"), list=key)
    if any(later > amount for amount, later in pairwise(amounts)):
        raise BadInput(say("prizes_rise"), list=key)


@dataclass(frozen=True, slots=True)
class Contender:
    """A player in the table: `rank` is the first of their shared places, `points` in any unit.

    `categories`: the keys of the player's categories.
    """

    key: int
    rank: int
    points: int
    categories: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Share:
    """The share of one player, and its reasons.

    `exact` before rounding, from `own` (the prize of their own place, or the average of their shared places) and
    `equal` (an equal part of `pool`).  `places` are the first and the last place of the list that the group's members
    (`sharers`, with the player) take, `pool` the prizes of those places.  `elsewhere`: the amounts from other lists.
    `moved_up`: players above who also belonged to the list and took a prize of another.
    """

    player: int
    list: str
    amount: int
    exact: Fraction
    own: Fraction
    equal: Fraction
    places: tuple[int, int]
    pool: tuple[int, ...]
    sharers: tuple[int, ...]
    elsewhere: tuple[tuple[str, Fraction], ...]
    moved_up: tuple[tuple[int, str], ...]

    @property
    def place(self) -> int:
        """The first place of the list for which they are paid (that of their group, if it shares)."""
        return self.places[0]


@dataclass(frozen=True, slots=True)
class Unused:
    """A prize without a taker."""

    list: str
    place: int
    amount: int


@dataclass(frozen=True, slots=True)
class Distribution:
    """`shares` in the order of the table; paid and unused prizes add up to the fund."""

    shares: tuple[Share, ...]
    unused: tuple[Unused, ...]


def distribute(fund: Fund, contenders: Sequence[Contender]) -> Distribution:
    """Distribute the fund; `contenders` are in the order of the table."""
    lists = [_List(key, amounts, fund.sharing, contenders) for key, amounts in fund.lists.items()]
    drawn: dict[int, Share] = {}
    chosen: dict[int, str] = {}
    for _, group in groupby(range(len(contenders)), key=lambda at: contenders[at].points):
        open_lists = [open_list for open_list in lists if open_list.left]
        if not open_lists:
            break
        _settle(list(group), open_lists)
        for open_list in open_lists:
            chosen.update(dict.fromkeys(open_list.members, open_list.key))
        for open_list in open_lists:
            others = [other for other in open_lists if other is not open_list]
            drawn.update((share.player, share) for share in open_list.shares(others, chosen))
        for open_list in open_lists:
            open_list.close_group()
    return Distribution(
        tuple(drawn[open_list.key] for open_list in contenders if open_list.key in drawn),
        tuple(unused for open_list in lists for unused in open_list.unused()),
    )


def _settle(group: list[int], lists: Sequence[_List]) -> None:
    """Assign the group's members to lists (steps 1 and 2 above)."""
    eligible = {at: [list_ for list_ in lists if list_.takes(at)] for at in group}
    for _ in range(len(group) * len(lists) + 1):
        moved = False
        for at in group:
            now = next((list_ for list_ in eligible[at] if at in list_), None)
            best = max(eligible[at], key=lambda list_: list_.worth(at), default=None)  # the first of equals
            if best is None or best is now or best.worth(at) <= (now.worth(at) if now else 0):
                continue
            if now is not None:
                now.leave(at)
            best.join(at)
            moved = True
        if not moved:
            return


class _List:
    """One list of prizes during the distribution; members are places in the order of the table, from 0."""

    def __init__(self, key: str, amounts: tuple[int, ...], sharing: Sharing, contenders: Sequence[Contender]) -> None:
        self.key, self.amounts, self.sharing, self.contenders = key, amounts, sharing, contenders
        self.sums = list(accumulate(amounts, initial=0))
        self.taken = 0
        self.members: list[int] = []

    @property
    def left(self) -> int:
        return len(self.amounts) - self.taken

    def __contains__(self, at: int) -> bool:
        number = bisect_left(self.members, at)
        return number < len(self.members) and self.members[number] == at

    def takes(self, at: int) -> bool:
        return self.key == MAIN or self.key in self.contenders[at].categories

    def join(self, at: int) -> None:
        self.members.insert(bisect_left(self.members, at), at)

    def leave(self, at: int) -> None:
        self.members.remove(at)

    def worth(self, at: int) -> Fraction:
        """Return a player's amount in this list, or the amount if they joined its members."""
        if at in self:
            return self._exact(*self._parts(at))
        self.join(at)
        worth = self._exact(*self._parts(at))
        self.leave(at)
        return worth

    def _exact(self, own: Fraction, equal: Fraction) -> Fraction:
        if self.sharing is Sharing.HORT:
            return (own + equal) / 2
        return equal if self.sharing is Sharing.EQUAL else own

    def _parts(self, at: int) -> tuple[Fraction, Fraction]:
        rank = self.contenders[at].rank
        first = bisect_left(self.members, rank, key=self._rank)
        after = bisect_right(self.members, rank, key=self._rank)
        return self._average(first, after), self._average(0, len(self.members))

    def _rank(self, at: int) -> int:
        return self.contenders[at].rank

    def _average(self, first: int, after: int) -> Fraction:
        """Return the average prize of the group's members from number `first` up to, not including, number `after`."""
        last = len(self.amounts)
        low, high = min(self.taken + first, last), min(self.taken + after, last)
        return Fraction(self.sums[high] - self.sums[low], after - first)

    def shares(self, others: Sequence[_List], chosen: Mapping[int, str]) -> Iterator[Share]:
        """Yield the shares of the current group."""
        if not self.members:
            return
        after = min(self.taken + len(self.members), len(self.amounts))
        pool = self.amounts[self.taken : after]
        sharers = tuple(self.contenders[at].key for at in self.members)
        parts = {at: self._parts(at) for at in self.members}
        rounded = self._rounded({at: self._exact(*parts[at]) for at in self.members})
        for at in self.members:
            own, equal = parts[at]
            yield Share(
                player=self.contenders[at].key,
                list=self.key,
                amount=rounded[at],
                exact=self._exact(own, equal),
                own=own,
                equal=equal,
                places=(self.taken + 1, after),
                pool=pool,
                sharers=sharers,
                elsewhere=tuple((list_.key, list_.worth(at)) for list_ in others if list_.takes(at)),
                moved_up=tuple(
                    (self.contenders[above].key, key)
                    for above, key in sorted(chosen.items())
                    if above < at and key != self.key and self.takes(above)
                ),
            )

    def _rounded(self, exact: Mapping[int, Fraction]) -> dict[int, int]:
        """Return whole units that add up to the pool; without sharing, each shared place is a separate pool."""
        amounts: dict[int, int] = {}
        whole_group = self.sharing is not Sharing.NONE
        for _, pool in groupby(exact, key=lambda at: 0 if whole_group else self._rank(at)):
            amounts |= largest_remainder({at: exact[at] for at in pool})
        return amounts

    def close_group(self) -> None:
        self.taken = min(self.taken + len(self.members), len(self.amounts))
        self.members = []

    def unused(self) -> Iterator[Unused]:
        for place in range(self.taken, len(self.amounts)):
            yield Unused(self.key, place + 1, self.amounts[place])


def largest_remainder(exact: Mapping[int, Fraction]) -> dict[int, int]:
    """Round parts that add up to a whole number, keeping the sum; among equal remainders the first is raised."""
    floors = {key: part.numerator // part.denominator for key, part in exact.items()}
    over = int(sum(exact.values())) - sum(floors.values())
    by_remainder = sorted(exact, key=lambda key: floors[key] - exact[key])
    return {key: floors[key] + (key in by_remainder[:over]) for key in exact}


# Explanation of a prize share in sentences: the pooled prizes, the sharing players, the choice of the list.


def explain(
    share: Share,
    sharing: Sharing,
    *,
    names: Mapping[int, str],
    lists: Mapping[str, str],
    money: Callable[[int], str],
) -> tuple[Message, ...]:
    """Return the explanation.  `names` of the players, `lists` the names of the lists, `money` formats an amount."""

    def exact(amount: Fraction) -> str:
        """Round for display only: the paid amount is rounded once, at the end."""
        return money(int(amount + Fraction(1, 2)))

    messages = [_taken(share, lists, money)]
    if len(share.sharers) > 1:
        messages.append(_shared(share, sharing, names, exact))
    for key, worth in share.elsewhere:
        if worth > 0:
            messages.append(say("prize_elsewhere", list=lists[key], amount=exact(worth)))
    for player, key in share.moved_up:
        messages.append(say("prize_passed_on", player=names[player], list=lists[key]))
    return tuple(messages)


def _taken(share: Share, lists: Mapping[str, str], money: Callable[[int], str]) -> Message:
    first, last = share.places
    params = {
        "list": lists[share.list],
        "place": f"{first}–{last}" if last > first else str(first),
        "pool": " + ".join(map(money, share.pool)),
    }
    return say("prize_main", **params) if share.list == MAIN else say("prize_category", **params)


def _shared(share: Share, sharing: Sharing, names: Mapping[int, str], exact: Callable[[Fraction], str]) -> Message:
    params = {
        "players": ", ".join(names[sharer] for sharer in share.sharers if sharer != share.player),
        "own": exact(share.own / 2 if sharing is Sharing.HORT else share.own),
        "equal": exact(share.equal / 2 if sharing is Sharing.HORT else share.equal),
    }
    if sharing is Sharing.HORT:
        return say("prize_by_hort", **params)
    if sharing is Sharing.EQUAL:
        return say("prize_equally", **params)
    return say("prize_by_place", **params)


# Amounts of money: whole minor units inside, digits and a currency outside.

_AMOUNT = re.compile(r"(?P<whole>\d{1,12})(?:[.,](?P<part>\d{1,3}))?\Z")
_SPACES = str.maketrans("", "", " \u00a0\u202f'")


def read_amount(text: str, digits: int) -> int:
    """Read `5000`, `5 000`, `5000,50` in minor units.

    Raises: BadInput ("bad_amount"), also for more decimals than `digits`.
    """
    match = _AMOUNT.match(text.translate(_SPACES))
    if match is None or len(match["part"] or "") > digits:
        raise BadInput(say("bad_amount", text=text.strip()[:40]))
    return int(match["whole"] + (match["part"] or "").ljust(digits, "0"))


def read_amounts(text: str, digits: int) -> tuple[int, ...]:
    """Read one amount per line; empty lines are ignored."""
    return tuple(read_amount(line, digits) for line in text.splitlines() if line.strip())


def amount_text(units: int, digits: int) -> str:
    """Return `5 000` or `5 000.50`, with groups of three separated by narrow no-break spaces."""
    whole, part = divmod(units, int(10**digits))
    text = f"{whole:,}".replace(",", "\u202f")
    return f"{text}.{part:0{digits}d}" if part else text


def money_text(units: int, digits: int, currency: str) -> str:
    return f"{amount_text(units, digits)}\u00a0{currency}"
