"""The systems whose rounds are all known in advance, with a common interface."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from tavleya.errors import BadInput, DomainError
from tavleya.messages import Message
from tavleya.pairing import berger, team_tables
from tavleya.pairing import team_tables as teams
from tavleya.pairing.berger import ScheveningenBoard
from tavleya.pairing.engines import Engine
from tavleya.pairing.messages import say
from tavleya.pairing.options import MolterOptions, read
from tavleya.pairing.state import Pair, SwissState
from tavleya.pairing.team_tables import TableBoard
from tavleya.sides import Side


@dataclass(frozen=True)
class PlayerSchedule:
    """`rounds` for a number of players and meetings, by the options of the section.

    `system`, `edition`: stored with each round.
    """

    system: str
    edition: str
    rounds: Callable[[int, int, Mapping[str, Any]], tuple[berger.BergerRound, ...]]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two teams, from 1, that meet in a round; `boards` if the system itself decides the seats.

    At a board, player `a` of the first team meets `b` of the second, from 1 in the order of their teams.
    """

    first: int
    second: int
    boards: tuple[ScheveningenBoard, ...] = ()


@dataclass(frozen=True)
class TeamSchedule:
    """`rounds` of teams of these sizes by the options of the section.  Raises: BadInput for teams that do not fit.

    `several`: in a round a team meets more than one other.  `fixed`: its table is a published one.  `told_by_rounds`:
    the options that follow from a number of rounds and the sizes of the teams.
    """

    system: str
    edition: str
    rounds: Callable[[Sequence[int], Mapping[str, Any]], tuple[tuple[Meeting, ...], ...]]
    told_by_rounds: Callable[[Sequence[int], int], Mapping[str, Any]]
    several: bool = False
    fixed: bool = True


def _exchange_last(options: Mapping[str, Any]) -> bool:
    return bool(options.get("exchange_last", True))


def _players(players: int, cycles: int, options: Mapping[str, Any]) -> tuple[berger.BergerRound, ...]:
    return berger.round_robin(players, cycles=cycles, exchange_last=_exchange_last(options))


def _teams(sizes: Sequence[int], options: Mapping[str, Any]) -> tuple[tuple[Meeting, ...], ...]:
    if len(sizes) < 2:
        raise BadInput(say("too_few_teams"))
    rounds = teams.team_round_robin(len(sizes), cycles=options.get("cycles", 1), exchange_last=_exchange_last(options))
    return tuple(tuple(Meeting(match.first, match.second) for match in round_.matches) for round_ in rounds)


def _scheveningen(sizes: Sequence[int], options: Mapping[str, Any]) -> tuple[tuple[Meeting, ...], ...]:
    if len(sizes) != 2:
        raise BadInput(say("not_two_teams"))
    first, second = sizes
    if first != second or not first:
        raise BadInput(say("teams_uneven", one=first, other=second))
    table = berger.table(first)
    turned = tuple(tuple(ScheveningenBoard(board.a, board.b, board.side.other) for board in row) for row in table)
    cycles = options.get("cycles", 1)
    return tuple((Meeting(1, 2, boards),) for row in (table, turned)[:cycles] for boards in row)


def _players_of_a_team(sizes: Sequence[int]) -> int:
    """Return the common number of players per team.  Raises: BadInput ("too_few_teams", "teams_uneven")."""
    if len(sizes) < 2:
        raise BadInput(say("too_few_teams"))
    if min(sizes) != max(sizes) or not min(sizes):
        raise BadInput(say("teams_uneven", one=min(sizes), other=max(sizes)))
    return sizes[0]


def _schiller(sizes: Sequence[int], options: Mapping[str, Any]) -> tuple[tuple[Meeting, ...], ...]:
    rounds = team_tables.schiller(len(sizes), _players_of_a_team(sizes))
    return tuple(
        tuple(Meeting(schiller_match.first, schiller_match.second, schiller_match.boards) for schiller_match in row)
        for row in rounds
    )


def _molter(sizes: Sequence[int], options: Mapping[str, Any]) -> tuple[tuple[Meeting, ...], ...]:
    players, rounds = _players_of_a_team(sizes), read(MolterOptions, options).rounds
    if rounds >= len(sizes):
        raise BadInput(say("molter_rounds", teams=len(sizes), rounds=rounds))
    if len(sizes) % 2 and players % 2:
        raise BadInput(say("molter_players", players=players))
    return tuple(_meetings(row) for row in team_tables.molter(len(sizes), players, rounds))


def _meetings(row: Sequence[TableBoard]) -> tuple[Meeting, ...]:
    """Return the boards of a round by the teams that meet on them, the lower number first."""
    scheveningen_boards: dict[tuple[int, int], list[ScheveningenBoard]] = {}
    for board in row:
        side = Side.WHITE if board.white.team < board.black.team else Side.BLACK
        first, second = (board.white, board.black) if side is Side.WHITE else (board.black, board.white)
        boards = scheveningen_boards.setdefault((first.team + 1, second.team + 1), [])
        boards.append(ScheveningenBoard(first.board + 1, second.board + 1, side))
    return tuple(Meeting(*two, tuple(boards)) for two, boards in scheveningen_boards.items())


def with_boards(meeting: Meeting, sizes: Sequence[int]) -> Meeting:
    """Return the meeting with boards for both teams in their order, if the system leaves them to line-ups."""
    if meeting.boards:
        return meeting
    most = min(sizes[meeting.first - 1], sizes[meeting.second - 1])
    boards = (ScheveningenBoard(number, number, teams.colour_of_first(number)) for number in range(1, most + 1))
    return replace(meeting, boards=tuple(boards))


def seated(row: Iterable[Meeting], teams: Sequence[Sequence[int]]) -> tuple[Pair, ...]:
    """Return the boards of a round by the numbers of the players, with each team in its order."""
    boards = (
        (teams[meeting.first - 1][board.a - 1], teams[meeting.second - 1][board.b - 1], board.side)
        for meeting in row
        for board in meeting.boards
    )
    return tuple(Pair(a, b) if side is Side.WHITE else Pair(b, a) for a, b, side in boards)


def cycles_of(participants: int, rounds: int) -> int:
    """Return how often each pair meets in a round robin of `rounds` rounds."""
    cycle = participants - 1 + participants % 2
    return max(1, round(rounds / cycle)) if cycle else 1


BERGER = PlayerSchedule(berger.SYSTEM, berger.EDITION, _players)
TEAM_BERGER = TeamSchedule(
    "berger_teams", berger.EDITION, _teams, lambda sizes, rounds: {"cycles": cycles_of(len(sizes), rounds)}
)
SCHEVENINGEN = TeamSchedule(
    "scheveningen",
    "",
    _scheveningen,
    lambda sizes, rounds: {"cycles": max(1, round(rounds / max(1, *sizes)))},
)
SCHILLER = TeamSchedule("schiller", "", _schiller, lambda sizes, rounds: {}, fixed=False)
MOLTER = TeamSchedule("molter", "", _molter, lambda sizes, rounds: {"rounds": rounds}, several=True, fixed=False)


# Comparison of a paired round with the pairing by the rules.

_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PairingDifference:
    """The difference between a round's boards and those by the rules; falsy if there is none.

    `illegal`: breaches of absolute rules.  `refused`: why the rules give no round; then nothing is compared.
    `missing`: boards of the rules that were not paired; `extra`: boards that are not in the rules' pairing.
    """

    illegal: tuple[Message, ...]
    missing: tuple[Pair, ...] = ()
    extra: tuple[Pair, ...] = ()
    bye: int | None = None
    bye_given: int | None = None
    refused: Message | None = None

    def __bool__(self) -> bool:
        return bool(self.illegal or self.refused or self.missing or self.extra or self.bye != self.bye_given)


def compare(
    engine: Engine,
    state: SwissState,
    pairs: Iterable[Pair],
    bye: int | None,
    options: Mapping[str, Any] = _NONE,
    *,
    uncoloured: Collection[Pair] = (),
) -> PairingDifference:
    """Compare these boards, in any order, with those of the engine for this state.

    `uncoloured`: boards with unknown colours; either colour matches the engine's board.
    """
    items = set(pairs)
    illegal = engine.check(state, items, bye)
    try:
        expected = engine.pair(state, options, None)
    except DomainError as error:
        return PairingDifference(illegal, refused=error.message)
    turned = {pair: Pair(pair.black, pair.white) for pair in uncoloured}
    items = {turned[pair] if turned.get(pair) in expected.pairs else pair for pair in items}
    return PairingDifference(
        illegal,
        tuple(pair for pair in expected.pairs if pair not in items),
        tuple(sorted(items - set(expected.pairs), key=lambda pair: (pair.white, pair.black))),
        expected.bye,
        bye,
    )
