"""The tournament rating: which of a player's ratings ranks them in a tournament (TRF26, record 172)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

#: Where a rating was taken: typed by somebody, from a file of players or a report, from a rating list of the service.
TYPED, FROM_FILE, FROM_LIST = "typed", "file", "list"
#: FIDE's lists by pace.
FIDE_LISTS = ("standard", "rapid", "blitz")
_LIST = re.compile(r"[A-Z][A-Z0-9]{1,9}\Z")
_EFFECTIVE: Mapping[str, tuple[str, ...]] = {
    "standard": ("standard",),
    "rapid": ("rapid", "standard"),
    "blitz": ("blitz", "standard"),
}


class RatingMethod(StrEnum):
    """By the codes of record 172."""

    FIDE = "FIDE"
    NATIONAL_ONLY = "NRO"
    FIDE_OR_NATIONAL = "FIDON"  # national for whoever has no FIDE rating
    NATIONAL_OR_FIDE = "NIDOF"  # FIDE's for whoever has no national rating
    HIGHER = "HBFN"
    LOWER = "LBFN"
    OTHER = "OTHER"  # typed for each player


@dataclass(frozen=True, slots=True)
class TournamentRating:
    """`source`: the list that it is from, or `TYPED`."""

    rating: int
    source: str


def is_list(name: str) -> bool:
    """Whether ratings can be kept under this name: a list of FIDE's, three letters of a federation, a list of one's
    own (two to ten capital letters and digits)."""
    return name in FIDE_LISTS or _LIST.match(name) is not None


def effective(pace: str) -> tuple[str, ...]:
    """FIDE's lists that are asked in turn for a tournament of a pace: rapid and blitz fall back on standard."""
    return _EFFECTIVE.get(pace, (pace,))


def tournament_rating(
    ratings: Mapping[str, int], method: RatingMethod, order: Sequence[str], national: str = ""
) -> TournamentRating | None:
    """By ratings under the names of their lists.  None where no list that the method asks has one.

    `order`: the lists that stand for FIDE's rating, asked in turn (`effective`); `national`: the list of a federation
    or of one's own.
    """
    fide = next((TournamentRating(ratings[name], name) for name in order if ratings.get(name)), None)
    own = TournamentRating(ratings[national], national) if ratings.get(national) else None
    both = [one for one in (fide, own) if one is not None]
    match method:
        case RatingMethod.FIDE:
            return fide
        case RatingMethod.NATIONAL_ONLY:
            return own
        case RatingMethod.FIDE_OR_NATIONAL:
            return fide or own
        case RatingMethod.NATIONAL_OR_FIDE:
            return own or fide
        case RatingMethod.HIGHER:
            return max(both, key=lambda one: one.rating, default=None)
        case RatingMethod.LOWER:
            return min(both, key=lambda one: one.rating, default=None)
        case RatingMethod.OTHER:
            return None
