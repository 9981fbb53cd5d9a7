"""The tournament rating, which ranks a player in a tournament (TRF26, record 172)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

#: Sources of a rating: entered by a user, from a file of players or a report, from a rating list of the service.
TYPED, FROM_FILE, FROM_LIST = "typed", "file", "list"
#: FIDE's lists, by pace.
FIDE_LISTS = ("standard", "rapid", "blitz")
_LIST = re.compile(r"[A-Z][A-Z0-9]{1,9}\Z")
_EFFECTIVE: Mapping[str, tuple[str, ...]] = {
    "standard": ("standard",),
    "rapid": ("rapid", "standard"),
    "blitz": ("blitz", "standard"),
}


class RatingMethod(StrEnum):
    """The method, by the codes of record 172."""

    FIDE = "FIDE"
    NATIONAL_ONLY = "NRO"
    FIDE_OR_NATIONAL = "FIDON"  # national if there is no FIDE rating
    NATIONAL_OR_FIDE = "NIDOF"  # FIDE's if there is no national rating
    HIGHER = "HBFN"
    LOWER = "LBFN"
    OTHER = "OTHER"  # entered for each player


@dataclass(frozen=True, slots=True)
class TournamentRating:
    """`source`: the rating list, or `TYPED`."""

    rating: int
    source: str


def is_list(name: str) -> bool:
    """Return whether the name is valid for a rating list.

    It is a list of FIDE, three letters of a federation, or a custom list (two to ten capital letters and digits).
    """
    return name in FIDE_LISTS or _LIST.match(name) is not None


def effective(pace: str) -> tuple[str, ...]:
    """Return FIDE's lists in order of priority for a pace: rapid and blitz fall back on standard."""
    return _EFFECTIVE.get(pace, (pace,))


def tournament_rating(
    ratings: Mapping[str, int], method: RatingMethod, order: Sequence[str], national: str = ""
) -> TournamentRating | None:
    """Return the rating from `ratings` by list; None if it is in no list of the method.

    `order`: the lists that count as FIDE's rating, in order of priority (`effective`); `national`: the list of a
    federation or a custom list.
    """
    fide = next((TournamentRating(ratings[name], name) for name in order if ratings.get(name)), None)
    own = TournamentRating(ratings[national], national) if ratings.get(national) else None
    both = [item for item in (fide, own) if item is not None]
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
            return max(both, key=lambda item: item.rating, default=None)
        case RatingMethod.LOWER:
            return min(both, key=lambda item: item.rating, default=None)
        case RatingMethod.OTHER:
            return None
