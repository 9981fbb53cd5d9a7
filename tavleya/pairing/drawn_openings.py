"""Openings drawn by lot so that anybody can check the draw afterwards.

Before the first draw the organiser publishes the SHA-256 of a secret seed.  After that, and before the first draw, a
phrase or number may be added in public, which nobody knew when the seed was bound.  Seed and addition put the whole
opening table in an order; draw 1 is the first line of it, draw 2 the second, so that no line comes twice before all
have come.  When all draws are made the seed is shown, and everything can be reckoned anew (`verify`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.pairing.messages import say


def commitment(seed: str) -> str:
    """What is published before: the SHA-256 of the seed's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def order(seed: str, public: str, codes: Sequence[str], turn: int = 0) -> tuple[str, ...]:
    """The lines of a table in the order in which they are drawn.

    Each code draws the SHA-256 of `seed:public:turn:code`, the smallest comes first.  `turn` counts how often the
    whole table has been used up.
    """
    return _order(seed, public, tuple(codes), turn)


@lru_cache(maxsize=8)
def _order(seed: str, public: str, codes: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """Kept, for every draw of a section asks for the same one."""
    return tuple(
        sorted(codes, key=lambda code: hashlib.sha256(f"{seed}:{public}:{turn}:{code}".encode()).digest())
    )


def draw(seed: str, public: str, codes: Sequence[str], number: int) -> str:
    """The code that draw `number` (from 1) gives."""
    turn, place = divmod(number - 1, len(codes))
    return order(seed, public, codes, turn)[place]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw: it holds for one `match` or one `board`; where neither is said, for the whole round."""

    number: int
    round: int
    match: int | None
    code: str
    board: int | None = None


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """What is public about a section's draws; `seed` is None until it is shown."""

    table: str
    commitment: str
    public: str = ""
    seed: str | None = None
    draws: tuple[Drawn, ...] = ()

    def plain(self) -> dict[str, object]:
        """For JSON; `read` takes it back."""
        return asdict(self) | {"draws": [asdict(one) for one in self.draws]}

    @classmethod
    def read(cls, data: object) -> DrawRecord:
        """Raises BadInput (`bad_draw_record`)."""
        try:
            return cls._read(data)
        except (KeyError, TypeError, ValueError) as error:
            raise BadInput(say("bad_draw_record"), problem=str(error)) from None

    @classmethod
    def _read(cls, data: object) -> DrawRecord:
        if not isinstance(data, Mapping):
            raise TypeError("no object")
        seed = data.get("seed")
        draws = tuple(
            Drawn(
                int(one["number"]),
                int(one["round"]),
                None if one.get("match") is None else int(one["match"]),
                str(one["code"]),
                None if one.get("board") is None else int(one["board"]),
            )
            for one in data["draws"]
        )
        return cls(
            str(data["table"]),
            str(data["commitment"]),
            str(data.get("public", "")),
            None if seed is None else str(seed),
            draws,
        )


def verify(record: DrawRecord, codes: Sequence[str]) -> tuple[Message, ...]:
    """What is wrong with the draws of a record, `codes` being the lines of its table in any order; empty if nothing."""
    if record.seed is None:
        return (say("seed_not_shown"),)
    problems = []
    if commitment(record.seed) != record.commitment.lower():
        problems.append(say("seed_is_another"))
    for expected, one in enumerate(record.draws, start=1):
        if one.number != expected:
            problems.append(say("draw_left_out", expected=expected, number=one.number))
            break
        due = draw(record.seed, record.public, codes, one.number)
        if one.code != due:
            problems.append(say("draw_is_another", number=one.number, due=due, code=one.code))
    return tuple(problems)


@dataclass(frozen=True, slots=True)
class Working:
    """How a draw comes about, for whoever repeats it: of all lines of the table, hashed like `text`, the digest of
    this one is in place `place` (from 1) of the smallest; it is the `turn`-th time (from 0) that the table is used.
    """

    number: int
    turn: int
    place: int
    code: str
    text: str
    digest: str


def working(seed: str, public: str, codes: Sequence[str], number: int) -> Working:
    """The working of draw `number`, from 1."""
    turn, place = divmod(number - 1, len(codes))
    code = order(seed, public, codes, turn)[place]
    text = f"{seed}:{public}:{turn}:{code}"
    return Working(number, turn, place + 1, code, text, hashlib.sha256(text.encode()).hexdigest())
