"""Drawn openings with a verifiable draw.

The organiser first publishes the SHA-256 of a secret seed.  Then, before the first draw, a phrase or number unknown at
that time may be added in public.  Seed and addition determine an order of the opening table; draw 1 is its first line,
draw 2 the second, so that no line is repeated before all were drawn.  After the last draw the seed is published, and
all draws can be recomputed (`verify`).
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
    """Return the published SHA-256 of the seed's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(seed.encode()).hexdigest()


def order(seed: str, public: str, codes: Sequence[str], turn: int = 0) -> tuple[str, ...]:
    """Return the lines of a table in the order in which they are drawn.

    The codes are sorted by the SHA-256 of `seed:public:turn:code`, the smallest first.  `turn` counts how often the
    whole table has been used.
    """
    return _order(seed, public, tuple(codes), turn)


@lru_cache(maxsize=8)
def _order(seed: str, public: str, codes: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """Return the order, cached because every draw of a section needs the same one."""
    return tuple(
        sorted(codes, key=lambda code: hashlib.sha256(f"{seed}:{public}:{turn}:{code}".encode()).digest())
    )


def draw(seed: str, public: str, codes: Sequence[str], number: int) -> str:
    """Return the code of draw `number` (from 1)."""
    turn, place = divmod(number - 1, len(codes))
    return order(seed, public, codes, turn)[place]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One draw, for one `match` or one `board`; without either, for the whole round."""

    number: int
    round: int
    match: int | None
    code: str
    board: int | None = None


@dataclass(frozen=True, slots=True)
class DrawRecord:
    """The public data of a section's draws; `seed` is None until it is published."""

    table: str
    commitment: str
    public: str = ""
    seed: str | None = None
    draws: tuple[Drawn, ...] = ()

    def plain(self) -> dict[str, object]:
        """Return plain values for JSON, which `read` accepts."""
        return asdict(self) | {"draws": [asdict(draw) for draw in self.draws]}

    @classmethod
    def read(cls, data: object) -> DrawRecord:
        """Read the value of `plain`.  Raises: BadInput ("bad_draw_record")."""
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
                int(item["number"]),
                int(item["round"]),
                None if item.get("match") is None else int(item["match"]),
                str(item["code"]),
                None if item.get("board") is None else int(item["board"]),
            )
            for item in data["draws"]
        )
        return cls(
            str(data["table"]),
            str(data["commitment"]),
            str(data.get("public", "")),
            None if seed is None else str(seed),
            draws,
        )


def verify(record: DrawRecord, codes: Sequence[str]) -> tuple[Message, ...]:
    """Return the faults of the draws of a record; `codes` are the lines of its table in any order."""
    if record.seed is None:
        return (say("seed_not_shown"),)
    problems = []
    if commitment(record.seed) != record.commitment.lower():
        problems.append(say("seed_is_another"))
    for expected, drawn in enumerate(record.draws, start=1):
        if drawn.number != expected:
            problems.append(say("draw_left_out", expected=expected, number=drawn.number))
            break
        due = draw(record.seed, record.public, codes, drawn.number)
        if drawn.code != due:
            problems.append(say("draw_is_another", number=drawn.number, due=due, code=drawn.code))
    return tuple(problems)


@dataclass(frozen=True, slots=True)
class Working:
    """The computation of a draw, for verification.

    Among the digests of all lines, hashed like `text`, this one is number `place` (from 1) of the smallest; the table
    is used for the `turn`-th time (from 0).
    """

    number: int
    turn: int
    place: int
    code: str
    text: str
    digest: str


def working(seed: str, public: str, codes: Sequence[str], number: int) -> Working:
    """Return the computation of draw `number`, from 1."""
    turn, place = divmod(number - 1, len(codes))
    code = order(seed, public, codes, turn)[place]
    text = f"{seed}:{public}:{turn}:{code}"
    return Working(number, turn, place + 1, code, text, hashlib.sha256(text.encode()).hexdigest())
