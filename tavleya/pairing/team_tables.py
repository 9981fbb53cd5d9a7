"""Tables of team tournaments in which players meet players of several teams: Schiller and Molter.

FIDE has types for a Schiller of T teams of P players (record 192) and says that its rules are not defined yet; the
tables of Charles Molter are published by the French federation.  Neither is copied here.  Both are built from round
robins of the teams, so that their properties hold by construction, for any number of teams:

- Schiller: every player meets all players of all the other teams once.  The teams play a round robin by the Berger
  tables, each match as a Scheveningen of P rounds; with an odd number of teams, one rests during each match.
- Molter: few rounds; all players play in each of them, and no player meets the same team twice.  The players of one
  board play a round robin of the teams.  With an odd number of teams, one is left over at each board: two boards are
  combined, and the players left over meet, different ones in every round.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tavleya.errors import BadInput
from tavleya.messages import Message
from tavleya.pairing import berger
from tavleya.pairing.berger import ScheveningenBoard
from tavleya.pairing.messages import say
from tavleya.sides import Side


@dataclass(frozen=True, slots=True, order=True)
class Seat:
    """A player by team and place in its order, both from 0."""

    team: int
    board: int


@dataclass(frozen=True, slots=True)
class TableBoard:
    white: Seat
    black: Seat


@dataclass(frozen=True, slots=True)
class SchillerMatch:
    """Two teams, from 1, White of the Berger tables first, and their boards in a round."""

    first: int
    second: int
    boards: tuple[ScheveningenBoard, ...]


def schiller(teams: int, players: int) -> tuple[tuple[SchillerMatch, ...], ...]:
    """Return the rounds.  A player's colours differ by at most one game and are never the same three times in a row.

    If the number of players is divisible by four, each match has the colours of a Scheveningen; otherwise a whole team
    has one colour in a round and the other in the next.  Raises: ValueError for fewer than two teams.
    """
    table = berger.table(players)
    return tuple(
        tuple(
            SchillerMatch(board.white, board.black, _coloured(table[number], players, number))
            for board in berger_round.boards
        )
        for berger_round in berger.round_robin(teams)
        for number in range(players)
    )


def _coloured(boards: Sequence[ScheveningenBoard], players: int, number: int) -> tuple[ScheveningenBoard, ...]:
    if players % 4 == 0:
        return tuple(boards)
    side = Side.BLACK if number % 2 else Side.WHITE
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
    for number, boards in enumerate(rounds, start=1):
        lines: list[Message] = []
        for first, second in sorted(boards):
            teams = team_of.get(first), team_of.get(second)
            if teams[0] == teams[1]:
                lines.append(say("table.team_mates", one=first, other=second))
                continue
            before = met.get((min(first, second), max(first, second)))
            if before is not None:
                lines.append(say("table.met", one=first, other=second, round=before))
            elif one_team_once:
                lines += [
                    say("table.team_met", player=player, team=team, round=met[player, -(team or 0)])
                    for player, team in ((first, teams[1]), (second, teams[0]))
                    if (player, -(team or 0)) in met
                ]
            met[min(first, second), max(first, second)] = number
            met |= {(first, -(teams[1] or 0)): number, (second, -(teams[0] or 0)): number}
        messages.append(tuple(lines))
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
        raise ValueError("a Molter has fewer rounds than teams, and players in pairs where the teams are odd")
    mets = [_met(teams, players, number) for number in range(rounds)]
    return tuple(row for at in range(0, rounds, 2) for row in _with_colours(mets[at : at + 2], teams))


def _met(teams: int, players: int, number: int) -> Pairs:
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
            over = min(board.white, board.black)
            yield Seat(over - 1, upper), Seat(mates[over] - 1, upper + 1)
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
    mates = [{item: other for two in row for item, other in (two, two[::-1])} for row in rounds]
    whites: list[set[Seat]] = [set() for _ in rounds]
    surplus = [[0] * teams for _ in rounds]
    left = dict.fromkeys(sorted(mates[0]))
    while left:
        ring = _ring(next(iter(left)), mates)
        for seat in ring:
            del left[seat]
        turned = [_sides(ring, first, len(rounds)) for first in (Side.WHITE, Side.BLACK)]
        best = min(turned, key=lambda sides: _uneven(surplus, sides))
        for index, seat, side in best:
            surplus[index][seat.team] += 1 if side is Side.WHITE else -1
            if side is Side.WHITE:
                whites[index].add(seat)
    for index, row in enumerate(rounds):
        boards = (TableBoard(*two) if two[0] in whites[index] else TableBoard(*two[::-1]) for two in row)
        yield tuple(sorted(boards, key=lambda item: min(item.white.board, item.black.board)))


def _ring(start: Seat, mates: Sequence[dict[Seat, Seat]]) -> list[Seat]:
    """Return the players linked by the pairs of these rounds, each next to an opponent of the first round."""
    ring = [start, mates[0][start]]
    while len(mates) > 1 and (following := mates[1][ring[-1]]) != start:
        ring += [following, mates[0][following]]
    return ring


def _sides(ring: Sequence[Seat], first: Side, rounds: int) -> list[tuple[int, Seat, Side]]:
    """Return round, player and colour: colours alternate in the ring, and change in the second round."""
    results = []
    for place, seat in enumerate(ring):
        side = first if place % 2 == 0 else first.other
        results += [(at, seat, side if at == 0 else side.other) for at in range(rounds)]
    return results


def _uneven(surplus: Sequence[Sequence[int]], sides: Sequence[tuple[int, Seat, Side]]) -> int:
    after = [list(row) for row in surplus]
    for at, seat, side in sides:
        after[at][seat.team] += 1 if side is Side.WHITE else -1
    return sum(number * number for row in after for number in row)


# Team matches: line-ups, colours, and a round robin of teams by the Berger tables.

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class TeamPair:
    """Numbers of two teams; the first-named has White on the odd boards."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class TeamRound:
    """The matches of a round; with an odd number of teams one team has none."""

    number: int
    matches: tuple[TeamPair, ...]


def team_round_robin(teams: int, *, cycles: int = 1, exchange_last: bool = True) -> tuple[TeamRound, ...]:
    """Return a round robin of teams, once or (`cycles` 2) twice with reversed order, as in `berger.round_robin`.

    White in the Berger tables is the first-named team.
    """
    return tuple(
        TeamRound(berger_round.number, tuple(TeamPair(board.white, board.black) for board in berger_round.boards))
        for berger_round in berger.round_robin(teams, cycles=cycles, exchange_last=exchange_last)
    )


def colour_of_first(board: int) -> Side:
    """Return the colour of the first-named team on a board, from 1."""
    return Side.WHITE if board % 2 else Side.BLACK


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
    first, second = sum(number for number, _ in boards), sum(other for _, other in boards)
    if first == second:
        both = draw if first else loss
        return TeamScore((first, second), (both, both))
    return TeamScore((first, second), (win, loss) if first > second else (loss, win))
