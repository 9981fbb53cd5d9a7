"""Pairing input from a TRF: of players, of matches of several games, and the matches of teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tavleya.formats.trf.check import bye_kind, points_in
from tavleya.formats.trf.records import OldTeam, PlayerRecord, ResultCell
from tavleya.formats.trf.team_records import LineUpRecord, TeamByes, TeamForfeit, TeamRecord
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.pairing.state import Pair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring

# Matches of teams from the boards of their players and the records 300, 320 and 330 of a TRF.

Seat = tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class FileTeam:
    """`members` are starting ranks in board order."""

    number: int
    name: str
    members: tuple[int, ...]
    record: TeamRecord | OldTeam


@dataclass(frozen=True, slots=True)
class FileMatch:
    """Two teams of one round; `first` has White at the first board.  Without `second`, `first` has the allocated bye.

    `boards` are starting ranks of the first and the other team's player; None is an empty seat.  `forfeited` is `+-`,
    `-+` or `--` if a whole match was forfeited; it has no boards then.
    """

    round: int
    first: int
    second: int | None
    boards: tuple[Seat, ...] = ()
    forfeited: str = ""


def teams_of(tournament: TrfTournament) -> Mapping[int, FileTeam]:
    """Return the teams by number: that of 310, or the order of the lines 013."""
    file_teams = {}
    for place, team in enumerate(tournament.teams, start=1):
        number = team.number if isinstance(team, TeamRecord) else place
        members = tuple(member for member in team.members if member)
        file_teams[number] = FileTeam(number, team.name, members, team)
    return file_teams


def matches_in(tournament: TrfTournament, number: int) -> tuple[FileMatch, ...] | None:
    """Return the matches of a round; None if its boards do not pair each team with exactly one other."""
    teams = teams_of(tournament)
    team_of = {member: team.number for team in teams.values() for member in team.members}
    met: dict[tuple[int, int], list[tuple[int, int]]] = {}
    opponents: dict[int, int] = {}
    for player in tournament.players.values():
        cell = cell_of(tournament, player, number)
        if cell.opponent is None or cell.side is not Side.WHITE:
            continue
        own, other = team_of.get(player.number), team_of.get(cell.opponent)
        if own is None or other is None or own == other:
            return None
        if opponents.setdefault(own, other) != other or opponents.setdefault(other, own) != own:
            return None
        met.setdefault((min(own, other), max(own, other)), []).append((player.number, cell.opponent))
    matches = [
        _match(tournament, number, teams[first], teams[second], boards)
        for (first, second), boards in sorted(met.items())
    ]
    matches += [
        FileMatch(number, forfeit.white, forfeit.black, forfeited=forfeit.kind)
        for forfeit in tournament.of(TeamForfeit)
        if forfeit.round == number
    ]
    resting = (team for byes in tournament.of(TeamByes) for team in byes.teams[number - 1 : number] if team)
    matches += [FileMatch(number, team, None) for team in resting]
    seen = {team for match in matches for team in (match.first, match.second)}
    matches += [
        FileMatch(number, team.number, None)
        for team in teams.values()
        if team.number not in seen and _has_bye(tournament, team, number)
    ]
    return tuple(matches)


def _has_bye(tournament: TrfTournament, team: FileTeam, number: int) -> bool:
    """Return whether every player of a team has the allocated bye, which marks a team bye in files without line 320."""
    kinds = [bye_kind(cell_of(tournament, tournament.players[member], number)) for member in team.members]
    return bool(kinds) and all(kind is EncounterKind.PAIRING_BYE for kind in kinds)


def _match(
    tournament: TrfTournament, number: int, team: FileTeam, other: FileTeam, boards: list[tuple[int, int]]
) -> FileMatch:
    white = {player for player, _ in boards}
    mate = dict(boards) | {black: player for player, black in boards}
    order = _order(tournament, number, team, mate)
    seats = _merged(order, _order(tournament, number, other, mate), mate)
    full_seat = next((seat for seat in seats if None not in seat), None)
    place = seats.index(full_seat) if full_seat is not None else 0
    in_order = full_seat is None or (full_seat[0] in white) is (place % 2 == 0)
    if in_order:
        return FileMatch(number, team.number, other.number, seats)
    return FileMatch(number, other.number, team.number, tuple((b, a) for a, b in seats))


def _order(tournament: TrfTournament, number: int, team: FileTeam, mate: Mapping[int, int]) -> list[int]:
    """Return the players of a team board by board: by its line-up (300), else by its order."""
    line_up = next(
        (record for record in tournament.of(LineUpRecord) if (record.round, record.team) == (number, team.number)), None
    )
    order: Sequence[int | None] = line_up.players if line_up else team.members
    alone = {
        member
        for member in team.members
        if bye_kind(cell_of(tournament, tournament.players[member], number)) is EncounterKind.FULL_BYE
    }
    named = [player for player in order if player is not None and (player in mate or player in alone)]
    return named + [player for player in team.members if player not in named and (player in mate or player in alone)]


def _merged(own: list[int], opponent: list[int], mate: Mapping[int, int]) -> tuple[Seat, ...]:
    """Merge both orders into one list of boards.

    A player without an opponent keeps the place in their team's order.
    """
    seats: list[Seat] = []
    waiting = list(opponent)
    for player in own:
        if player not in mate:
            seats.append((player, None))
            continue
        while waiting and waiting[0] not in mate:
            seats.append((None, waiting.pop(0)))
        seats.append((player, mate[player]))
        if mate[player] in waiting:
            waiting.remove(mate[player])
    return tuple(seats + [(None, player) for player in waiting])


# Input of a Swiss of matches from a TRF: a round of several games has that many columns.


def match_rounds(tournament: TrfTournament, games: int) -> int:
    """Return the number of rounds in the columns of the file."""
    return -(-tournament.rounds_recorded // games)


def match_state_before(tournament: TrfTournament, round_number: int, games: int) -> SwissState:
    """Return the state before a round of matches is (or was) paired; lines 240 and 260 count columns."""
    column = games * (round_number - 1) + 1
    state = state_before(tournament, column)
    recorded = round_number <= match_rounds(tournament, games)
    planned = (tournament.rounds_planned or 0) // games
    return replace(
        state,
        players=tuple(
            replace(
                player,
                rounds=tuple(PastRound.of_match(player.rounds[at : at + games]) for at in range(0, column - 1, games)),
            )
            for player in state.players
        ),
        rounds=planned or round_number + (0 if recorded else 1),
        initial_colour=tournament.initial_colour or first_colour(tournament) or Side.WHITE,
        absent=frozenset(_away(tournament, column)) if recorded else state.absent,
    )


def matches_paired_in(tournament: TrfTournament, round_number: int, games: int) -> tuple[frozenset[Pair], int | None]:
    """Return the matches of a round, White of the first game first, and the player with the pairing-allocated bye."""
    return paired_in(tournament, games * (round_number - 1) + 1)


def _away(tournament: TrfTournament, column: int) -> set[int]:
    present_kinds = (None, EncounterKind.PAIRING_BYE)
    return {
        number
        for number, player in tournament.players.items()
        if bye_kind(cell_of(tournament, player, column)) not in present_kinds
    }


def state_before(tournament: TrfTournament, round_number: int, initial_colour: Side | None = None) -> SwissState:
    """Return the state before a round is (or was) paired.

    It has the earlier rounds, absences, accelerated points and forbidden pairs.

    In a recorded round, players are absent if they have no board and no allocated bye; in the next round, if they asked
    for a bye (240, XXZ, or in advance in their line).  `initial_colour` is used if the file has neither 152 nor XXC.
    """
    scoring, recorded = tournament.scoring, tournament.rounds_recorded
    players = tuple(
        SwissPlayer(
            player.number,
            tuple(_past(tournament, player, at, scoring) for at in range(1, round_number)),
            _virtual(tournament, player.number, round_number),
            player.rating or 0,
        )
        for player in tournament.players.values()
    )
    absent = {number for at, number in tournament.byes if at == round_number}
    if round_number > recorded:
        absent |= tournament.absent
    for player in tournament.players.values():
        kind = bye_kind(cell_of(tournament, player, round_number))
        if kind not in (None, EncounterKind.PAIRING_BYE) and (
            round_number <= recorded or len(player.rounds) >= round_number
        ):
            absent.add(player.number)
    # A file without the number of rounds is complete, or not yet at its last round.
    planned = tournament.rounds_planned or (recorded if round_number <= recorded else round_number + 1)
    return SwissState(
        players,
        planned,
        tournament.initial_colour or initial_colour or first_colour(tournament) or Side.WHITE,
        frozenset(absent),
        tournament.forbidden(round_number),
        scoring.win,
        scoring.loss,
    )


def paired_in(tournament: TrfTournament, round_number: int) -> tuple[frozenset[Pair], int | None]:
    """Return the boards of a round of the file, by starting rank, and the player with the pairing-allocated bye."""
    boards, bye = set(), None
    for player in tournament.players.values():
        cell = cell_of(tournament, player, round_number)
        if bye_kind(cell) is EncounterKind.PAIRING_BYE:
            bye = player.number
        elif cell.opponent is not None and cell.side is Side.WHITE:
            boards.add(Pair(player.number, cell.opponent))
    return frozenset(boards), bye


def uncoloured_in(tournament: TrfTournament, round_number: int) -> frozenset[Pair]:
    """Return the boards without colours in either line; in `paired_in` the lower starting rank has White there."""
    written = {player.number: player for player in tournament.of(PlayerRecord)}
    bare = {
        number: cell.opponent
        for number, player in written.items()
        if round_number <= len(player.rounds)
        and (cell := player.rounds[round_number - 1]).opponent is not None
        and cell.side is None
    }
    return frozenset(
        Pair(number, other) for number, other in bare.items() if bare.get(other) == number and number < other
    )


def coloured(tournament: TrfTournament, whites: Mapping[tuple[int, int], int]) -> TrfTournament:
    """Return the tournament with colours on boards without them: (round, starting rank of White) → that of Black."""
    sides = dict.fromkeys(whites, Side.WHITE) | {(index, black): Side.BLACK for (index, _), black in whites.items()}
    return TrfTournament(
        tuple(
            replace(
                record,
                rounds=tuple(
                    replace(cell, side=sides[index, record.number]) if (index, record.number) in sides else cell
                    for index, cell in enumerate(record.rounds, start=1)
                ),
            )
            if isinstance(record, PlayerRecord)
            else record
            for record in tournament.records
        ),
        tournament.writing,
    )


def first_colour(tournament: TrfTournament) -> Side | None:
    """Return the drawn colour, as most boards of round 1 show it; None before round 1.

    The higher ranked player of a board has it if their pairing number is odd (C.04.3, 5.2.5).  The majority decides,
    because the colours of a single board may have been swapped manually.
    """
    paired = [
        player
        for player in tournament.players.values()
        if bye_kind(cell_of(tournament, player, 1)) in (None, EncounterKind.PAIRING_BYE)
    ]
    sides = []
    for place, player in enumerate(paired, start=1):
        cell = cell_of(tournament, player, 1)
        if cell.side is not None and cell.opponent is not None and player.number < cell.opponent:
            sides.append(cell.side if place % 2 else cell.side.other)
    return max(sides, key=sides.count) if sides else None


def cell_of(tournament: TrfTournament, player: PlayerRecord, round_number: int) -> ResultCell:
    """Return a round of a player, with the bye of a line 240 if their own line is blank."""
    cell = player.rounds[round_number - 1] if round_number <= len(player.rounds) else ResultCell()
    if cell.empty and (round_number, player.number) in tournament.byes:
        return ResultCell(mark=tournament.byes[round_number, player.number])
    return cell


def _past(tournament: TrfTournament, player: PlayerRecord, at: int, scoring: Scoring) -> PastRound:
    cell = cell_of(tournament, player, at)
    points = points_in(tournament, player.number, at, cell, scoring)
    if cell.opponent is None:
        allocated = bye_kind(cell) is EncounterKind.PAIRING_BYE
        return PastRound(RoundOutcome.PAIRING_BYE if allocated else RoundOutcome.BYE, points)
    if cell.mark.open:
        points += scoring.draw  # an adjourned game pairs as a draw
    happened = RoundOutcome.FORFEIT if cell.mark.forfeit else RoundOutcome.PLAYED
    return PastRound(happened, points, cell.opponent, cell.side)


def _virtual(tournament: TrfTournament, number: int, round_number: int) -> tuple[int, ...]:
    points = tuple(tournament.accelerated(number, at) for at in range(1, round_number + 1))
    return points if any(points) else ()
