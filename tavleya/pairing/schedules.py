"""The systems whose rounds are all known in advance, with a common interface; line-ups and scores of teams."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from tavleya.errors import BadInput, DomainError
from tavleya.messages import Message
from tavleya.pairing import berger
from tavleya.pairing.berger import ScheveningenBoard
from tavleya.pairing.engines import Engine
from tavleya.pairing.messages import say
from tavleya.pairing.micromatches import colour_of_first
from tavleya.pairing.options import MolterOptions, read
from tavleya.pairing.state import Pair, SwissState
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two teams, from 1, that meet in a round; `boards` if the system itself decides the seats.

    At a board, player `a` of the first team meets `b` of the second, from 1 in the order of their teams.
    """

    first: int
    second: int
    boards: tuple[ScheveningenBoard, ...] = ()


# Tables of team tournaments in which players meet players of several teams: Schiller and Molter.
#
# FIDE has types for a Schiller of T teams of P players (record 192) and says that its rules are not defined yet; the
# tables of Charles Molter are published by the French federation.  Neither is copied here.  Both are built from round
# robins of the teams, so that their properties hold by construction, for any number of teams:
#
# - Schiller: every player meets all players of all the other teams once.  The teams play a round robin by the Berger
#   tables, each match as a Scheveningen of P rounds; with an odd number of teams, one rests during each match.
# - Molter: few rounds; all players play in each of them, and no player meets the same team twice.  The players of one
#   board play a round robin of the teams.  With an odd number of teams, one is left over at each board: two boards are
#   combined, and the players left over meet, different ones in every round.


@dataclass(frozen=True, slots=True, order=True)
class Seat:
    """A player by team and place in its order, both from 0."""

    team: int
    board: int


@dataclass(frozen=True, slots=True)
class TableBoard:
    white: Seat
    black: Seat


def schiller(teams: int, players: int) -> tuple[tuple[Meeting, ...], ...]:
    """Return the rounds.  A player's colours differ by at most one game and are never the same three times in a row.

    If the number of players is divisible by four, each match has the colours of a Scheveningen; otherwise a whole team
    has one colour in a round and the other in the next.  Raises: ValueError for fewer than two teams.
    """
    table = berger.table(players)
    return tuple(
        tuple(
            Meeting(board.white, board.black, _coloured(table[index], players, index)) for board in berger_round.boards
        )
        for berger_round in berger.round_robin(teams)
        for index in range(players)
    )


def _coloured(boards: Sequence[ScheveningenBoard], players: int, index: int) -> tuple[ScheveningenBoard, ...]:
    if players % 4 == 0:
        return tuple(boards)
    side = Side.BLACK if index % 2 else Side.WHITE
    return tuple(ScheveningenBoard(board.a, board.b, side) for board in boards)


def breaches(
    rounds: Sequence[Sequence[tuple[int, int]]], team_of: Mapping[int, int], *, one_team_once: bool
) -> list[tuple[Message, ...]]:
    """Return for each round the boards (White, Black) that break the rules of such a table, whatever its construction.

    No player meets a team mate or an earlier opponent; with `one_team_once`, as in a Molter, nor another player of an
    earlier opponent's team.
    """
    met: dict[tuple[int, int], int] = {}
    messages = []
    for round_, boards in enumerate(rounds, start=1):
        faults: list[Message] = []
        for first, second in sorted(boards):
            teams = team_of.get(first), team_of.get(second)
            if teams[0] == teams[1]:
                faults.append(say("table.team_mates", one=first, other=second))
                continue
            before = met.get((min(first, second), max(first, second)))
            if before is not None:
                faults.append(say("table.met", one=first, other=second, round=before))
            elif one_team_once:
                faults += [
                    say("table.team_met", player=player, team=team, round=met[player, -(team or 0)])
                    for player, team in ((first, teams[1]), (second, teams[0]))
                    if (player, -(team or 0)) in met
                ]
            met[min(first, second), max(first, second)] = round_
            met |= {(first, -(teams[1] or 0)): round_, (second, -(teams[0] or 0)): round_}
        messages.append(tuple(faults))
    return messages


Pairs = list[tuple[Seat, Seat]]


def molter(teams: int, players: int, rounds: int) -> tuple[tuple[TableBoard, ...], ...]:
    """Return the rounds, with boards in the order of the players' places.

    Every player plays in every round, each time against a different team, and has each colour once in two rounds.  With
    an even number of teams they meet players of the same board; with an odd one, a player of the neighbouring board at
    most once.  Raises: ValueError unless there are more teams than `rounds`, and an even number of players if the
    number of teams is odd.
    """
    if not 1 <= rounds < teams or (teams % 2 and players % 2) or players < 1:
        raise ValueError("a Molter has fewer rounds than teams, and an even number of players if that of teams is odd")
    pairs = [_molter_pairs(teams, players, number) for number in range(rounds)]
    return tuple(row for index in range(0, rounds, 2) for row in _with_colours(pairs[index : index + 2], teams))


def _molter_pairs(teams: int, players: int, number: int) -> Pairs:
    """Return the pairs of a round, from 0; the boards are in different rounds of the round robin."""
    if teams % 2 == 0:
        cycle = berger.round_robin(teams)
        return [
            (Seat(board.white - 1, place), Seat(board.black - 1, place))
            for place in range(players)
            for board in cycle[(number + place) % len(cycle)].boards
        ]
    return [
        pair
        for pair_of_boards in range(players // 2)
        for pair in _odd(teams, 2 * pair_of_boards, (number + 2 * pair_of_boards) % (teams - 1))
    ]


def _odd(teams: int, upper: int, number: int) -> Iterator[tuple[Seat, Seat]]:
    """Yield the pairs of two boards of an odd number of teams in round `number`.

    In a round robin with one additional, empty team, the last round pairs the teams that ever meet across the boards,
    and is left out.  In each other round, the team against the empty one is left over at the upper board.  At the lower
    board all teams are replaced by their mates of the last round, so the mate of that team is left over there.  Thus
    every player meets each team once, in teams - 1 rounds.
    """
    *cycle, last = berger.round_robin(teams + 1)
    mates = {first: second for board in last.boards for first, second in _both_ways(board)}
    alone = mates[teams + 1]
    mates |= {alone: alone}
    for board in cycle[number].boards:
        if teams + 1 in (board.white, board.black):
            left_over = min(board.white, board.black)
            yield Seat(left_over - 1, upper), Seat(mates[left_over] - 1, upper + 1)
            continue
        for first, second, place in (
            (board.white, board.black, upper),
            (mates[board.white], mates[board.black], upper + 1),
        ):
            yield Seat(first - 1, place), Seat(second - 1, place)


def _both_ways(board: berger.BergerBoard) -> Iterator[tuple[int, int]]:
    yield board.white, board.black
    yield board.black, board.white


def _with_colours(rounds: Sequence[Pairs], teams: int) -> Iterator[tuple[TableBoard, ...]]:
    """Yield two rounds, or the last one, with colours: every player has White in one of the two.

    The pairs of both rounds form rings in which the colours alternate.  Each ring in turn is oriented so that the
    numbers of White and Black boards of the teams are as even as possible.
    """
    mates = [{seat: other for two in row for seat, other in (two, two[::-1])} for row in rounds]
    whites: list[set[Seat]] = [set() for _ in rounds]
    surplus = [[0] * teams for _ in rounds]
    left = dict.fromkeys(sorted(mates[0]))
    while left:
        ring = _ring(next(iter(left)), mates)
        for seat in ring:
            del left[seat]
        orientations = [_sides(ring, first, len(rounds)) for first in (Side.WHITE, Side.BLACK)]
        best = min(orientations, key=lambda sides: _uneven(surplus, sides))
        for index, seat, side in best:
            surplus[index][seat.team] += 1 if side is Side.WHITE else -1
            if side is Side.WHITE:
                whites[index].add(seat)
    for index, row in enumerate(rounds):
        boards = (TableBoard(*two) if two[0] in whites[index] else TableBoard(*two[::-1]) for two in row)
        yield tuple(sorted(boards, key=lambda board: min(board.white.board, board.black.board)))


def _ring(start: Seat, mates: Sequence[dict[Seat, Seat]]) -> list[Seat]:
    """Return the players linked by the pairs of these rounds, each next to an opponent of the first round."""
    ring = [start, mates[0][start]]
    while len(mates) > 1 and (following := mates[1][ring[-1]]) != start:
        ring += [following, mates[0][following]]
    return ring


def _sides(ring: Sequence[Seat], first: Side, rounds: int) -> list[tuple[int, Seat, Side]]:
    """Return round, player and colour: colours alternate in the ring, and change in the second round."""
    sides = []
    for place, seat in enumerate(ring):
        side = first if place % 2 == 0 else first.other
        sides += [(index, seat, side if index == 0 else side.other) for index in range(rounds)]
    return sides


def _uneven(surplus: Sequence[Sequence[int]], sides: Sequence[tuple[int, Seat, Side]]) -> int:
    after = [list(row) for row in surplus]
    for index, seat, side in sides:
        after[index][seat.team] += 1 if side is Side.WHITE else -1
    return sum(number * number for row in after for number in row)


# Team matches: line-ups, colours and scores.

Player = TypeVar("Player", bound=Hashable)


def line_up(order: Sequence[Player], absent: Collection[Player], boards: int) -> tuple[Player | None, ...]:
    """Return the players of boards 1, 2 … in the board order without `absent`: all others move up.

    The last boards are None if there are too few players; they are forfeited.
    """
    players = [player for player in order if player not in absent][:boards]
    return (*players, *[None] * (boards - len(players)))


def check_line_up(order: Sequence[Player], seated: Sequence[Player | None], boards: int) -> None:
    """Check that `seated` keeps the team's board order.

    Raises: BadInput ("too_many_boards", "not_of_the_team", "seated_twice", "board_order": a player is below one who
    follows them in the order; "board_left_out": an empty board above a filled one).
    """
    if len(seated) > boards:
        raise BadInput(say("too_many_boards", boards=boards))
    places = {player: place for place, player in enumerate(order)}
    last, empty = -1, False
    taken: set[Player] = set()
    for board, player in enumerate(seated, start=1):
        if player is None:
            empty = True
            continue
        if empty:
            raise BadInput(say("board_left_out"), board=board)
        if player not in places:
            raise BadInput(say("not_of_the_team", board=board), board=board)
        if player in taken:
            raise BadInput(say("seated_twice"), board=board)
        if places[player] < last:
            raise BadInput(say("board_order", board=board), board=board)
        last = places[player]
        taken.add(player)


@dataclass(frozen=True, slots=True)
class TeamScore:
    """The half-points of the boards and of the match, for the first-named team and for the other."""

    game_points: tuple[int, int]
    match_points: tuple[int, int]


def team_score(boards: Sequence[tuple[int, int]], *, win: int = 4, draw: int = 2, loss: int = 0) -> TeamScore:
    """Return the score of a match from the results of all boards: (first-named, other) half-points board by board.

    Two teams without a point have both lost.
    """
    first, second = sum(points for points, _ in boards), sum(points for _, points in boards)
    if first == second:
        both = draw if first else loss
        return TeamScore((first, second), (both, both))
    return TeamScore((first, second), (win, loss) if first > second else (loss, win))


# The systems.


@dataclass(frozen=True)
class PlayerSchedule:
    """`rounds` for a number of players and meetings, by the options of the section.

    `system`, `edition`: stored with each round.
    """

    system: str
    edition: str
    rounds: Callable[[int, int, Mapping[str, Any]], tuple[berger.BergerRound, ...]]


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


def _players(players: int, cycles: int, options: Mapping[str, Any]) -> tuple[berger.BergerRound, ...]:
    return berger.round_robin(players, cycles=cycles, exchange_last=bool(options.get("exchange_last", True)))


def _teams(sizes: Sequence[int], options: Mapping[str, Any]) -> tuple[tuple[Meeting, ...], ...]:
    if len(sizes) < 2:
        raise BadInput(say("too_few_teams"))
    rounds = _players(len(sizes), options.get("cycles", 1), options)
    return tuple(tuple(Meeting(board.white, board.black) for board in round_.boards) for round_ in rounds)


def _scheveningen(sizes: Sequence[int], options: Mapping[str, Any]) -> tuple[tuple[Meeting, ...], ...]:
    if len(sizes) != 2:
        raise BadInput(say("not_two_teams"))
    first, second = sizes
    if first != second or not first:
        raise BadInput(say("teams_uneven", one=first, other=second))
    table = berger.table(first)
    mirror = tuple(tuple(ScheveningenBoard(board.a, board.b, board.side.other) for board in row) for row in table)
    cycles = options.get("cycles", 1)
    return tuple((Meeting(1, 2, boards),) for row in (table, mirror)[:cycles] for boards in row)


def _players_of_a_team(sizes: Sequence[int]) -> int:
    """Return the common number of players per team.  Raises: BadInput ("too_few_teams", "teams_uneven")."""
    if len(sizes) < 2:
        raise BadInput(say("too_few_teams"))
    if min(sizes) != max(sizes) or not min(sizes):
        raise BadInput(say("teams_uneven", one=min(sizes), other=max(sizes)))
    return sizes[0]


def _schiller(sizes: Sequence[int], options: Mapping[str, Any]) -> tuple[tuple[Meeting, ...], ...]:
    return schiller(len(sizes), _players_of_a_team(sizes))


def _molter(sizes: Sequence[int], options: Mapping[str, Any]) -> tuple[tuple[Meeting, ...], ...]:
    players, rounds = _players_of_a_team(sizes), read(MolterOptions, options).rounds
    if rounds >= len(sizes):
        raise BadInput(say("molter_rounds", teams=len(sizes), rounds=rounds))
    if len(sizes) % 2 and players % 2:
        raise BadInput(say("molter_players", players=players))
    return tuple(_meetings(row) for row in molter(len(sizes), players, rounds))


def _meetings(row: Sequence[TableBoard]) -> tuple[Meeting, ...]:
    """Return the boards of a round by the teams that meet on them, the lower number first."""
    by_teams: dict[tuple[int, int], list[ScheveningenBoard]] = {}
    for board in row:
        side = Side.WHITE if board.white.team < board.black.team else Side.BLACK
        first, second = (board.white, board.black) if side is Side.WHITE else (board.black, board.white)
        boards = by_teams.setdefault((first.team + 1, second.team + 1), [])
        boards.append(ScheveningenBoard(first.board + 1, second.board + 1, side))
    return tuple(Meeting(*two, tuple(boards)) for two, boards in by_teams.items())


def with_boards(meeting: Meeting, sizes: Sequence[int]) -> Meeting:
    """Return the meeting with boards for both teams in their order, if the system leaves them to line-ups."""
    if meeting.boards:
        return meeting
    most = min(sizes[meeting.first - 1], sizes[meeting.second - 1])
    boards = (ScheveningenBoard(number, number, colour_of_first(number)) for number in range(1, most + 1))
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
    "scheveningen", "", _scheveningen, lambda sizes, rounds: {"cycles": max(1, round(rounds / max(1, *sizes)))}
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
    boards = set(pairs)
    illegal = engine.check(state, boards, bye)
    try:
        expected = engine.pair(state, options, None)
    except DomainError as error:
        return PairingDifference(illegal, refused=error.message)
    reversed_pairs = {pair: Pair(pair.black, pair.white) for pair in uncoloured}
    boards = {reversed_pairs[pair] if reversed_pairs.get(pair) in expected.pairs else pair for pair in boards}
    return PairingDifference(
        illegal,
        tuple(pair for pair in expected.pairs if pair not in boards),
        tuple(sorted(boards - set(expected.pairs), key=lambda pair: (pair.white, pair.black))),
        expected.bye,
        bye,
    )
