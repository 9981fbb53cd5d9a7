"""Default parameters of a simulated tournament: sensible values, drawn from the seed."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from random import Random
from typing import Any

from tavleya.pairing.simulation import Chances, Plan
from tavleya.tiebreaks.table import Scoring

LOWEST, HIGHEST = 1000, 2850
_SIZES, _MOST_ROUNDS = (8, 120), 11
#: The maximum of each drawn chance.
_MOST = Chances(
    forfeit=0.06, double_forfeit=0.01, odd=0.01, half_bye=0.06, zero_bye=0.04, full_bye=0.01, withdrawal=0.08, late=0.08
)  # fmt: skip
#: Less common scorings: 3-1-0, 3-2-1 (a loss has a point, an absence none), an allocated bye of a half.  A bye without
#: points must be requested and is never drawn, because programs differ on whether it is a downfloat
#: (docs/pairing/dutch.md).
SCORINGS = (
    Scoring(win=6, draw=2, forfeit_win=6, pairing_bye=6, full_bye=6, half_bye=2),
    Scoring(win=6, draw=2, forfeit_win=6, pairing_bye=2, full_bye=6, half_bye=2),
    Scoring(win=6, draw=4, loss=2, forfeit_win=6, pairing_bye=6, full_bye=6, half_bye=4),
    Scoring(pairing_bye=1),
)
_BREAKS = (
    "BH/C1", "BH", "BH/C2", "BH/M1", "SB", "DE", "PS", "WIN", "WON", "BPG", "BWG", "REP", "FB", "AOB", "STD", "SB/C1"
)  # fmt: skip
_OF_RATINGS = ("ARO", "TPR", "PTP", "APRO", "RTNG")


@dataclass(frozen=True, slots=True)
class RatingRange:
    """Ratings from `lowest` to `highest`.

    Each is `step` below the previous one, or they are around the middle with a `spread` (standard deviation), or
    uniform.
    """

    lowest: int = LOWEST
    highest: int = HIGHEST
    step: int | None = None
    spread: int | None = None

    def drawn(self, players: int, random: Random) -> tuple[int, ...]:
        """Return the ratings, the highest first."""
        if self.step is not None:
            return tuple(max(self.lowest, self.highest - at * self.step) for at in range(players))
        if self.spread is not None:
            middle = (self.lowest + self.highest) / 2
            rounds = [round(random.gauss(middle, self.spread)) for _ in range(players)]
        else:
            rounds = [random.randint(self.lowest, self.highest) for _ in range(players)]
        return tuple(sorted((min(max(number, self.lowest), self.highest) for number in rounds), reverse=True))


def drawn_plan(
    seed: int | str, values: Mapping[str, Any], ratings: RatingRange | None = None, **chances: float | None
) -> Plan:
    """Return a plan with the `given` fields of `Plan`; the others are drawn, as are `chances` that are None."""
    # The result must be reproducible from its seed.
    random = Random(f"plan {seed}")  # noqa: S311
    players = values.get("players") or _players(values, random)
    drawn: dict[str, Any] = {
        "players": players,
        "rounds": random.randint(3, max(3, min(_MOST_ROUNDS, players // 2))),
        "chances": _chances(chances, random),
        "accelerated": random.random() < 0.15,
        "unrated": random.randint(1, max(1, players // 4)) if random.random() < 0.2 else 0,
        "scoring": random.choice(SCORINGS) if random.random() < 0.2 else Scoring(),
        "apart": random.randint(1, 3) if random.random() < 0.15 else 0,
        "ratings": (ratings or _range(random)).drawn(players, random),
    }
    drawn |= {name: value for name, value in values.items() if value is not None}
    drawn.setdefault("tiebreaks", _tiebreaks(random, rated=not drawn["unrated"]))
    return Plan(**drawn)


def _players(values: Mapping[str, Any], random: Random) -> int:
    if values.get("ratings"):
        return len(values["ratings"])
    least, most = _SIZES
    least = max(least, 2 * (values.get("rounds") or 0))
    return random.randint(least, max(least, most))


def _range(random: Random) -> RatingRange:
    middle, spread = random.randint(1500, 2300), random.randint(50, 400)
    return RatingRange(max(LOWEST, middle - 2 * spread), min(HIGHEST, middle + 2 * spread), spread=spread)


def _chances(data: Mapping[str, float | None], random: Random) -> Chances:
    values = {}
    for field in fields(Chances):
        drawn = random.uniform(0, getattr(_MOST, field.name))
        own = data.get(field.name)
        values[field.name] = drawn if own is None else own
    return Chances(**values)


def _tiebreaks(random: Random, *, rated: bool) -> tuple[str, ...]:
    existing = _BREAKS + _OF_RATINGS if rated else _BREAKS
    return tuple(random.sample(existing, random.randint(2, 5)))
