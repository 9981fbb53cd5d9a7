"""Knockout: the pairs stage by stage, and the final places.

Players are their seeds, 1 the strongest.  The bracket keeps the best as far apart as possible: in a stage of 2n without
upsets, seed s meets seed 2n + 1 - s.  If the number of players is not a power of two, the best seeds pass the first
stage without play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.pairing.messages import say
from tavleya.sides import Side

SYSTEM = "knockout"
#: The kind of bracket; stored with each stage.
EDITION = "standard bracket"


@dataclass(frozen=True, slots=True)
class Tie:
    """One match of a stage: `higher` is the better seed.  Without `lower` there is no match, and `higher` advances.

    `place`: the position in the bracket of this stage, from 1.
    """

    place: int
    higher: int
    lower: int | None = None
    for_third: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """A tie with its winner."""

    tie: Tie
    winner: int

    @property
    def loser(self) -> int | None:
        return self.tie.lower if self.winner == self.tie.higher else self.tie.higher


def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds from the top of the bracket down; `size` is a power of two."""
    order = [1]
    while len(order) < size:
        order = [seed for number in order for seed in (number, 2 * len(order) + 1 - number)]
    return tuple(order)


def bracket_size(players: int) -> int:
    """Return the smallest power of two not below `players`."""
    return 1 << (players - 1).bit_length()


def first_stage(players: int) -> tuple[Tie, ...]:
    if players < 2:
        raise ValueError("a knockout needs two players")
    order = seed_order(bracket_size(players))
    pairs = zip(order[::2], order[1::2], strict=True)
    return tuple(
        Tie(place, min(pair), max(pair) if max(pair) <= players else None) for place, pair in enumerate(pairs, start=1)
    )


def next_stage(before: Sequence[Decided], *, third_place: bool = False) -> tuple[Tie, ...]:
    """Return the stage after a decided one; empty after the final.

    With `third_place`, the losers of the semi-finals meet in the same stage as the final.  A finalist who advanced
    without play has no beaten opponent; then there is no match for the third place.
    """
    main = [decided for decided in sorted(before, key=lambda decided: decided.tie.place) if not decided.tie.for_third]
    winners = [decided.winner for decided in main]
    if len(winners) < 2:
        return ()
    pairs = zip(winners[::2], winners[1::2], strict=True)
    ties = [Tie(place, min(pair), max(pair)) for place, pair in enumerate(pairs, start=1)]
    losers = [decided.loser for decided in main if decided.loser is not None]
    if third_place and len(ties) == 1 and len(losers) == 2:
        ties.append(Tie(2, min(losers), max(losers), for_third=True))
    return tuple(ties)


def colour_of_higher(tie: Tie, stage: int, drawn: Side) -> Side:
    """Return the colour of the better seed in the first game of a tie.

    `drawn` is the drawn colour of the best seed in the first match; from there colours alternate down the bracket and
    from stage to stage.
    """
    return drawn if (stage + tie.place) % 2 == 0 else drawn.other


def ranks(played: Sequence[Sequence[Decided]], waiting: Sequence[Sequence[Tie]] = ()) -> dict[int, tuple[int, int]]:
    """Return the range of places of each player's result: `(5, 8)` for one who lost a quarter-final.

    `waiting`: the undecided ties by stage.  Players still in the event have no range.
    """
    places: dict[int, tuple[int, int]] = {}
    for number, stage in enumerate(played, start=1):
        main = [decided for decided in stage if not decided.tie.for_third]
        rest = [tie for tie in (waiting[number - 1] if waiting else ()) if not tie.for_third]
        losers = [decided.loser for decided in main if decided.loser is not None]
        size = len(main) + len(rest)
        last = size + len(losers) + sum(tie.lower is not None for tie in rest)
        for loser in losers:
            places[loser] = (size + 1, last)
        for decided in stage:
            if decided.tie.for_third and decided.loser is not None:
                places[decided.winner], places[decided.loser] = (3, 3), (4, 4)
        if len(main) == size == 1 and number == len(played):
            places[main[0].winner] = (1, 1)
    return places


# Drawn openings with a verifiable draw.
#
# The organiser first publishes the SHA-256 of a secret seed. Then, before the first draw, a phrase or
# number unknown at that time may be added in public. Seed and addition determine an order of the opening
# table; draw 1 is its first line, draw 2 the second, so that no line is repeated before all were drawn.
# After the last draw the seed is published, and all draws can be recomputed (`verify`).


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
    return tuple(sorted(codes, key=lambda code: hashlib.sha256(f"{seed}:{public}:{turn}:{code}".encode()).digest()))


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
