"""Prize categories, and the distribution of a fund: by Hort, equally or place by place; one prize a player at most.

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
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate, groupby, pairwise

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.prizes.messages import say

# Prize categories: women, ages, rating bands, clubs, federations, players named by number.


@dataclass(frozen=True, slots=True)
class PrizeCandidate:
    """The player data that categories use; empty or None if unknown."""

    number: int
    sex: str = ""
    birth_year: int | None = None
    rating: int | None = None
    club: str = ""
    federation: str = ""


@dataclass(frozen=True, slots=True)
class CategoryTerms:
    """Conditions that must all hold; an empty one is ignored.

    `born_from`, `born_to`: years of birth, inclusive.  `under` and `in_year`: younger than `under` at the start of that
    year, that is born in `in_year - under` or later; `over`: of that age in the course of it.  `rating_from`,
    `rating_to`: inclusive; `unrated` includes players without a rating in the band.  `numbers` are starting numbers.
    """

    women: bool = False
    born_from: int | None = None
    born_to: int | None = None
    under: int | None = None
    over: int | None = None
    in_year: int | None = None
    rating_from: int | None = None
    rating_to: int | None = None
    unrated: bool = False
    clubs: tuple[str, ...] = ()
    federations: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()

    @property
    def earliest(self) -> int | None:
        """The first permitted year of birth."""
        by_age = self.in_year - self.under if self.in_year is not None and self.under is not None else None
        return max((year for year in (self.born_from, by_age) if year is not None), default=None)

    @property
    def latest(self) -> int | None:
        by_age = self.in_year - self.over if self.in_year is not None and self.over is not None else None
        return min((year for year in (self.born_to, by_age) if year is not None), default=None)

    def belongs(self, person: PrizeCandidate) -> bool | None:
        """Return whether the player belongs; None if the known conditions hold but required data is unknown."""
        answers = (
            self._sex(person),
            self._age(person),
            self._rating(person),
            self._one_of(self.clubs, person.club),
            self._one_of(self.federations, person.federation),
            not self.numbers or person.number in self.numbers,
        )
        if False in answers:
            return False
        return None if None in answers else True

    def _sex(self, person: PrizeCandidate) -> bool | None:
        if not self.women:
            return True
        return person.sex == "f" if person.sex else None

    def _age(self, person: PrizeCandidate) -> bool | None:
        earliest, latest = self.earliest, self.latest
        if earliest is None and latest is None:
            return True
        if person.birth_year is None:
            return None
        return (earliest is None or person.birth_year >= earliest) and (latest is None or person.birth_year <= latest)

    def _rating(self, person: PrizeCandidate) -> bool:
        if self.rating_from is None and self.rating_to is None:
            return person.rating is None if self.unrated else True
        if person.rating is None:
            return self.unrated
        return (self.rating_from is None or person.rating >= self.rating_from) and (
            self.rating_to is None or person.rating <= self.rating_to
        )

    @staticmethod
    def _one_of(allowed: tuple[str, ...], value: str) -> bool | None:
        if not allowed:
            return True
        if not value:
            return None
        return " ".join(value.split()).casefold() in {" ".join(name.split()).casefold() for name in allowed}

    def kept(self) -> dict[str, object]:
        """Return the conditions that are set, in plain JSON, for storage."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name, value in asdict(self).items()
            if value is not None and value is not False and value != ()
        }

    @classmethod
    def read(cls, stored: Mapping[str, object]) -> CategoryTerms:
        """Read stored conditions.  Raises: BadInput for an unknown, invalid or impossible condition."""
        values: dict[str, object] = {}
        names = {field.name for field in fields(cls)}
        for name, value in stored.items():
            if name not in names:
                raise _bad(name)
            values[name] = _value(name, value)
        terms = cls(**values)  # type: ignore[arg-type]
        terms._check()
        return terms

    def _check(self) -> None:
        if (self.under is not None or self.over is not None) != (self.in_year is not None):
            raise BadInput(say("age_without_year"), field="in_year")
        _in_order(self.earliest, self.latest, "born_to")
        _in_order(self.rating_from, self.rating_to, "rating_to")
        if self == CategoryTerms():
            raise BadInput(say("no_terms"), field="terms")


_FLAGS = frozenset({"women", "unrated"})
_TEXTS = frozenset({"clubs", "federations"})


def _value(name: str, value: object) -> object:
    if name in _FLAGS:
        if isinstance(value, bool):
            return value
    elif name in _TEXTS or name == "numbers":
        kind = int if name == "numbers" else str
        if isinstance(value, (list, tuple)) and all(type(item) is kind for item in value):
            return tuple(value)
    elif value is None or (type(value) is int and 0 <= value <= 9_999):
        return value
    raise _bad(name)


def _bad(name: str) -> BadInput:
    return BadInput(say("bad_terms", field=name), field=name)


def _in_order(first: int | None, last: int | None, field: str) -> None:
    if first is not None and last is not None and last < first:
        raise BadInput(say("empty_band"), field=field)


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
    shares: dict[int, Share] = {}
    chosen: dict[int, str] = {}
    for _, group in groupby(range(len(contenders)), key=lambda index: contenders[index].points):
        open_lists = [list_ for list_ in lists if list_.left]
        if not open_lists:
            break
        _settle(list(group), open_lists)
        for list_ in open_lists:
            chosen.update(dict.fromkeys(list_.members, list_.key))
        for list_ in open_lists:
            others = [other for other in open_lists if other is not list_]
            shares.update((share.player, share) for share in list_.shares(others, chosen))
        for list_ in open_lists:
            list_.close_group()
    return Distribution(
        tuple(shares[contender.key] for contender in contenders if contender.key in shares),
        tuple(unused for list_ in lists for unused in list_.unused()),
    )


def _settle(group: list[int], lists: Sequence[_List]) -> None:
    """Assign the group's members to lists (steps 1 and 2 above)."""
    eligible = {index: [list_ for list_ in lists if list_.takes(index)] for index in group}
    for _ in range(len(group) * len(lists) + 1):
        moved = False
        for index in group:
            current = next((list_ for list_ in eligible[index] if index in list_), None)
            best = max(eligible[index], key=lambda list_: list_.worth(index), default=None)  # the first of equals
            if best is None or best is current or best.worth(index) <= (current.worth(index) if current else 0):
                continue
            if current is not None:
                current.leave(index)
            best.join(index)
            moved = True
        if not moved:
            return


class _List:
    """One list of prizes during the distribution; members are indexes of contenders."""

    def __init__(self, key: str, amounts: tuple[int, ...], sharing: Sharing, contenders: Sequence[Contender]) -> None:
        self.key, self.amounts, self.sharing, self.contenders = key, amounts, sharing, contenders
        self.sums = list(accumulate(amounts, initial=0))
        self.taken = 0
        self.members: list[int] = []

    @property
    def left(self) -> int:
        return len(self.amounts) - self.taken

    def __contains__(self, index: int) -> bool:
        position = bisect_left(self.members, index)
        return position < len(self.members) and self.members[position] == index

    def takes(self, index: int) -> bool:
        return self.key == MAIN or self.key in self.contenders[index].categories

    def join(self, index: int) -> None:
        self.members.insert(bisect_left(self.members, index), index)

    def leave(self, index: int) -> None:
        self.members.remove(index)

    def worth(self, index: int) -> Fraction:
        """Return a player's amount in this list, or the amount if they joined its members."""
        if index in self:
            return self._exact(*self._parts(index))
        self.join(index)
        worth = self._exact(*self._parts(index))
        self.leave(index)
        return worth

    def _exact(self, own: Fraction, equal: Fraction) -> Fraction:
        if self.sharing is Sharing.HORT:
            return (own + equal) / 2
        return equal if self.sharing is Sharing.EQUAL else own

    def _parts(self, index: int) -> tuple[Fraction, Fraction]:
        rank = self.contenders[index].rank
        first = bisect_left(self.members, rank, key=self._rank)
        after = bisect_right(self.members, rank, key=self._rank)
        return self._average(first, after), self._average(0, len(self.members))

    def _rank(self, index: int) -> int:
        return self.contenders[index].rank

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
        sharers = tuple(self.contenders[index].key for index in self.members)
        parts = {index: self._parts(index) for index in self.members}
        rounded = self._rounded({index: self._exact(*parts[index]) for index in self.members})
        for index in self.members:
            own, equal = parts[index]
            yield Share(
                player=self.contenders[index].key,
                list=self.key,
                amount=rounded[index],
                exact=self._exact(own, equal),
                own=own,
                equal=equal,
                places=(self.taken + 1, after),
                pool=pool,
                sharers=sharers,
                elsewhere=tuple((list_.key, list_.worth(index)) for list_ in others if list_.takes(index)),
                moved_up=tuple(
                    (self.contenders[above].key, key)
                    for above, key in sorted(chosen.items())
                    if above < index and key != self.key and self.takes(above)
                ),
            )

    def _rounded(self, exact: Mapping[int, Fraction]) -> dict[int, int]:
        """Return whole units that add up to the pool; without sharing, each shared place is a separate pool."""
        amounts: dict[int, int] = {}
        whole_group = self.sharing is not Sharing.NONE
        for _, pool in groupby(exact, key=lambda index: 0 if whole_group else self._rank(index)):
            amounts |= largest_remainder({index: exact[index] for index in pool})
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
    rest = int(sum(exact.values())) - sum(floors.values())
    by_remainder = sorted(exact, key=lambda key: floors[key] - exact[key])
    return {key: floors[key] + (key in by_remainder[:rest]) for key in exact}


# Explanation of a prize share in sentences: the pooled prizes, the sharing players, the choice of the list.


def explain(
    share: Share, sharing: Sharing, *, names: Mapping[int, str], lists: Mapping[str, str], money: Callable[[int], str]
) -> tuple[Message, ...]:
    """Return the explanation.  `names` of the players, `lists` the names of the lists, `money` formats an amount."""

    def exact(amount: Fraction) -> str:
        """Round for display only: the paid amount is rounded once, at the end."""
        return money(int(amount + Fraction(1, 2)))

    messages = [_pool_message(share, lists, money)]
    if len(share.sharers) > 1:
        messages.append(_tie_message(share, sharing, names, exact))
    for key, worth in share.elsewhere:
        if worth > 0:
            messages.append(say("prize_elsewhere", list=lists[key], amount=exact(worth)))
    for player, key in share.moved_up:
        messages.append(say("prize_passed_on", player=names[player], list=lists[key]))
    return tuple(messages)


def _pool_message(share: Share, lists: Mapping[str, str], money: Callable[[int], str]) -> Message:
    first, last = share.places
    params = {
        "list": lists[share.list],
        "place": f"{first}–{last}" if last > first else str(first),
        "pool": " + ".join(map(money, share.pool)),
    }
    return say("prize_main", **params) if share.list == MAIN else say("prize_category", **params)


def _tie_message(share: Share, sharing: Sharing, names: Mapping[int, str], exact: Callable[[Fraction], str]) -> Message:
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
