"""The disturbances, their order and duration: drawn from a seed, so that a run can be repeated."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from deploy.cluster.programs import QUEUES

#: Targets of SIGKILL. `import` is the worker of the imports half-way through a file.
KILLS = (
    *("web-1", "web-2", "web worker", "db", "db backend", "replica", "cache", "broker", "import"),
    *("worker", "beat", "live", "relay", "nginx", "nginx worker", "pgbouncer"),
)
CUT = ("db", "replica", "cache", "broker")
FROZEN = ("db", "replica", "cache", "broker", "pgbouncer", "web-2")
#: Other disturbances, in turn.
OTHERS = ("cut", "freeze", "restart", "clock", "disk", "copy")
_KILLS_BETWEEN = 2


@dataclass(frozen=True, slots=True)
class Step:
    """Do `what` to `part`: for some seconds if it is a disturbance that ends, then wait `rest` seconds."""

    what: str
    part: str
    hold: float
    rest: float

    def __str__(self) -> str:
        return f"{self.what} {self.part}".strip() + (f" for {self.hold:.1f} s" if self.hold else "")

    @property
    def kills(self) -> bool:
        return self.what == "kill"


def plan(kills: int, seed: int, *, hold: float = 4.0, rest: float = 2.5) -> list[Step]:
    """Return a plan with `kills` kills, each part about as often, and another disturbance after every second kill.

    The same arguments give the same plan.
    """
    draw = random.Random(seed)
    others = _turns(draw, OTHERS)
    wires, frozen, killed = _turns(draw, CUT), _turns(draw, FROZEN), _turns(draw, KILLS)
    steps: list[Step] = []
    for number in range(1, kills + 1):
        pause = draw.uniform(0.2, rest)
        steps.append(Step("kill", _exact_part(draw, next(killed)), 0.0, pause))
        if number % _KILLS_BETWEEN == 0:
            label, seconds, pause = next(others), draw.uniform(hold / 2, hold), draw.uniform(0.2, rest)
            part = {"cut": wires, "freeze": frozen}.get(label)
            steps.append(_other(draw, label, next(part) if part else "", seconds, pause))
    return steps


def _other(draw: random.Random, label: str, part: str, seconds: float, pause: float) -> Step:
    if label == "clock":
        return Step(label, draw.choice(("web-1", "web-2")), seconds, pause)
    if label == "restart":
        return Step(label, "db", 0.0, pause)
    return Step(label, part, 0.0 if label == "copy" else seconds, pause)


def _exact_part(draw: random.Random, part: str) -> str:
    if part == "worker":
        return f"worker-{draw.choice(QUEUES)}"
    return f"beat-{draw.randint(1, 2)}" if part == "beat" else part


def _turns(draw: random.Random, parts: tuple[str, ...]) -> Iterator[str]:
    """Yield all parts in turn, reshuffled every time."""
    while True:
        yield from draw.sample(parts, len(parts))
