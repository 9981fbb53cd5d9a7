"""Prize categories: women, ages, rating bands, clubs, federations, players named by number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields

from tavleya.errors import BadInput
from tavleya.prizes.messages import say


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
    def _one_of(asked: tuple[str, ...], has: str) -> bool | None:
        if not asked:
            return True
        if not has:
            return None
        return " ".join(has.split()).casefold() in {" ".join(name.split()).casefold() for name in asked}

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
