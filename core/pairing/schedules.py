"""The systems whose rounds are all known before the first, each by one way to ask for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from common.errors import BadInput
from core.pairing import berger, scheveningen, teams
from core.pairing.messages import say
from core.pairing.scheveningen import ScheveningenBoard


@dataclass(frozen=True)
class PlayerSchedule:
    """`rounds` of that many players meeting `cycles` times.  `system`, `edition`: what a round keeps of its making."""

    system: str
    edition: str
    rounds: Callable[[int, int], tuple[berger.BergerRound, ...]]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two teams, counted from 1, that meet in a round; `boards` where the system itself says who sits there.

    At a board, player `a` of the first team meets `b` of the second, counted from 1 in the order of their teams.
    """

    first: int
    second: int
    boards: tuple[ScheveningenBoard, ...] = ()


@dataclass(frozen=True)
class TeamSchedule:
    """`rounds` of teams of those sizes, meeting `cycles` times; raises BadInput for teams that do not fit."""

    system: str
    edition: str
    rounds: Callable[[Sequence[int], int], tuple[tuple[Meeting, ...], ...]]


def _players(players: int, cycles: int) -> tuple[berger.BergerRound, ...]:
    return berger.round_robin(players, cycles=cycles)


def _teams(sizes: Sequence[int], cycles: int) -> tuple[tuple[Meeting, ...], ...]:
    if len(sizes) < 2:
        raise BadInput(say("too_few_teams"))
    return tuple(
        tuple(Meeting(match.first, match.second) for match in one.matches)
        for one in teams.team_round_robin(len(sizes), cycles=cycles)
    )


def _scheveningen(sizes: Sequence[int], cycles: int) -> tuple[tuple[Meeting, ...], ...]:
    if len(sizes) != 2:
        raise BadInput(say("not_two_teams"))
    one, other = sizes
    if one != other or not one:
        raise BadInput(say("teams_uneven", one=one, other=other))
    table = scheveningen.table(one)
    turned = tuple(
        tuple(ScheveningenBoard(board.a, board.b, board.side.other) for board in row) for row in table
    )
    return tuple((Meeting(1, 2, boards),) for row in (table, turned)[:cycles] for boards in row)


BERGER = PlayerSchedule(berger.SYSTEM, berger.EDITION, _players)
TEAM_BERGER = TeamSchedule("berger_teams", berger.EDITION, _teams)
SCHEVENINGEN = TeamSchedule("scheveningen", "", _scheveningen)
