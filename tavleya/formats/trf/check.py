"""Consistency checks of the lines of a TRF: contradictions refuse the file, minor faults are corrected.

Both are reported by line.
"""

from collections.abc import Iterator

from tavleya.errors import BadInput, Problem
from tavleya.formats.messages import say
from tavleya.formats.trf.columns import write_points
from tavleya.formats.trf.records import OUTCOMES, PlayerRecord, ResultCell, ResultMark, result_of
from tavleya.formats.trf.swiss_records import ByesRecord
from tavleya.formats.trf.tournament import TrfTournament
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, Scoring

HIGHEST_RATING = 4000
MOST_ROUNDS = 400
_BYES = {
    ResultMark.PAIRING_BYE: EncounterKind.PAIRING_BYE,
    ResultMark.FULL_BYE: EncounterKind.FULL_BYE,
    ResultMark.HALF_BYE: EncounterKind.HALF_BYE,
    ResultMark.ZERO_BYE: EncounterKind.ZERO_BYE,
}


def check(tournament: TrfTournament, *, persons: bool = True) -> tuple[list[Problem], list[Problem]]:
    """Return the problems that refuse the file, and the adjustments.  `persons`: check names, ratings, FIDE numbers."""
    problems = [*_players(tournament), *(_persons(tournament) if persons else ()), *_rounds(tournament)]
    if not problems:
        problems = [*_boards(tournament), *_byes(tournament)]
    if problems:
        return problems, []
    try:
        scoring = tournament.scoring
    except BadInput as error:
        return [Problem(error.message)], []
    return [], [*_adjusted(tournament, scoring)]


def _players(tournament: TrfTournament) -> Iterator[Problem]:
    numbers: dict[int, int] = {}
    for player in tournament.of(PlayerRecord):
        if player.number in numbers:
            yield _problem(player, "trf_player_twice", number=player.number, first=numbers[player.number])
        elif player.number < 1:
            yield _problem(player, "trf_starting_rank")
        numbers.setdefault(player.number, player.line)
    if not numbers:
        yield Problem(say("trf_without_players"))


def _persons(tournament: TrfTournament) -> Iterator[Problem]:
    fide_ids: dict[str, int] = {}
    for player in tournament.of(PlayerRecord):
        key = player.fide_id.strip("0")
        if key and player.fide_id in fide_ids:
            yield _problem(player, "trf_fide_id_twice", fide_id=player.fide_id, first=fide_ids[player.fide_id])
        fide_ids.setdefault(player.fide_id, player.line)
        if (player.rating or 0) > HIGHEST_RATING:
            yield _problem(player, "trf_rating", rating=player.rating)
        if not any(letter.isalpha() for letter in player.name):
            yield _problem(player, "trf_name_missing")


def _rounds(tournament: TrfTournament) -> Iterator[Problem]:
    """Check that no round exceeds the number of rounds, and that this number is valid."""
    planned = tournament.rounds_planned
    if planned is not None and not 1 <= planned <= MOST_ROUNDS:
        yield Problem(say("trf_rounds_planned", most=MOST_ROUNDS))
        return
    for player in tournament.players.values():
        last = max((index for index, cell in enumerate(player.rounds, 1) if not cell.empty), default=0)
        if last > (planned or MOST_ROUNDS):
            yield _problem(player, "trf_too_many_rounds", rounds=last, planned=planned or MOST_ROUNDS)


def _boards(tournament: TrfTournament) -> Iterator[Problem]:
    """Check that the lines of both players of a board agree."""
    for player in tournament.players.values():
        for index, cell in enumerate(player.rounds, start=1):
            if cell.opponent is None:
                continue
            other = tournament.players.get(cell.opponent)
            if other is None:
                yield _round_problem(player, index, cell, "trf_opponent_unknown")
            elif other is player:
                yield _round_problem(player, index, cell, "trf_opponent_self")
            else:
                opponent_cell = other.rounds[index - 1] if index <= len(other.rounds) else ResultCell()
                yield from _board(player, other, index, cell, opponent_cell)


def _board(
    player: PlayerRecord, other: PlayerRecord, at: int, cell: ResultCell, opponent_cell: ResultCell
) -> Iterator[Problem]:
    if opponent_cell.opponent != player.number:
        yield _round_problem(player, at, cell, "trf_opponent_mismatch")
    elif cell.side is opponent_cell.side:
        if player.number < other.number:
            yield _round_problem(player, at, cell, "trf_same_colour")
    elif cell.side is Side.WHITE and not (cell.mark.open and opponent_cell.mark.open):
        if result_of(cell.mark, opponent_cell.mark) is None:
            yield _round_problem(player, at, cell, "trf_results_contradict", mark=cell.mark, theirs=opponent_cell.mark)


def _byes(tournament: TrfTournament) -> Iterator[Problem]:
    """Check that lines 240 name players of the file, and give no bye to a player who played."""
    for record in () if tournament.teams else tournament.of(ByesRecord):
        if record.kind.upper() not in ("F", "H", "Z"):
            yield Problem(say("trf_bye_kind", kind=record.kind), line=record.line)
            continue
        for number in filter(None, record.ids):
            player = tournament.players.get(number)
            if player is None:
                message = say("trf_opponent_unknown", round=record.round, opponent=number)
                yield Problem(message, line=record.line)
                continue
            cell = player.rounds[record.round - 1] if 1 <= record.round <= len(player.rounds) else ResultCell()
            if cell.opponent is not None or (cell.mark.bye and cell.mark != record.kind.upper()):
                message = say("trf_bye_contradicts", round=record.round, number=number, mark=cell.mark or cell.opponent)
                yield Problem(message, line=record.line)


def _adjusted(tournament: TrfTournament, scoring: Scoring) -> Iterator[Problem]:
    header = tournament.header("062").split()
    if header and header[0].isdigit() and int(header[0]) != len(tournament.players):
        yield Problem(say("trf_player_count", said=header[0], found=len(tournament.players)))
    yield from _uncoloured(tournament)
    for player in tournament.players.values():
        yield from _adjusted_rounds(tournament, player)
        points = score(tournament, player, scoring)
        if player.points is not None and player.points != points:
            yield _problem(player, "trf_points_differ", said=write_points(player.points), points=write_points(points))


def _uncoloured(tournament: TrfTournament) -> Iterator[Problem]:
    """Yield forfeits without a colour, each board once."""
    seen: set[tuple[int, int, int]] = set()
    for player in tournament.of(PlayerRecord):
        for index, cell in enumerate(player.rounds, start=1):
            if not cell.mark.forfeit or cell.opponent is None or cell.side is not None:
                continue
            board = (index, min(player.number, cell.opponent), max(player.number, cell.opponent))
            if board not in seen:
                seen.add(board)
                seated = tournament.players[player.number].rounds[index - 1].side
                white = player.number if seated is Side.WHITE else cell.opponent
                yield _round_problem(player, index, cell, "trf_forfeit_without_colour", white=white)


def _adjusted_rounds(tournament: TrfTournament, player: PlayerRecord) -> Iterator[Problem]:
    blank = [
        index
        for index in range(1, tournament.rounds_recorded + 1)
        if index > len(player.rounds) or player.rounds[index - 1].empty
    ]
    blank = [index for index in blank if (index, player.number) not in tournament.byes]
    if blank:
        yield _problem(player, "trf_rounds_filled", rounds=", ".join(map(str, blank)))
    for index, cell in enumerate(player.rounds, start=1):
        if cell.mark.forfeit and cell.opponent is None:
            yield _round_problem(player, index, cell, "trf_forfeit_of_nobody")


def score(tournament: TrfTournament, player: PlayerRecord, scoring: Scoring) -> int:
    """Return the half-points of all rounds of a line, with the changes of 299."""
    return sum(
        points_in(tournament, player.number, index, cell, scoring) for index, cell in enumerate(player.rounds, start=1)
    )


def points_in(tournament: TrfTournament, number: int, at: int, cell: ResultCell, scoring: Scoring) -> int:
    """Return the half-points of one round of a player, with the changes of 299.

    A line with a result letter replaces the points of that result.  One without a letter adds its points, in the first
    round if it names none.
    """
    points = points_of(cell, scoring)
    of_all = tournament.changed_points.get((number, None), ())
    for abnormal_points in (*tournament.changed_points.get((number, at), ()), *of_all):
        change = abnormal_points.game_points or 0
        if abnormal_points.kind:
            points = change if abnormal_points.kind == cell.mark else points
        elif abnormal_points.round or at == 1:
            points += change
    return points


def points_of(cell: ResultCell, scoring: Scoring) -> int:
    """Return the half-points of one round; 0 for a game without a result."""
    if cell.mark in _BYES:
        return scoring.of_bye(_BYES[cell.mark])
    if cell.mark in OUTCOMES:
        return scoring.of_outcome(OUTCOMES[cell.mark])
    return scoring.zero_bye if cell.empty else 0


def bye_kind(cell: ResultCell) -> EncounterKind | None:
    """Return the kind of bye of a round without an opponent; None for a board."""
    if cell.opponent is not None:
        return None
    if cell.mark is ResultMark.FORFEIT_WIN:
        return EncounterKind.FULL_BYE
    return _BYES.get(cell.mark, EncounterKind.ZERO_BYE)


def _problem(player: PlayerRecord, key: str, /, **params: object) -> Problem:
    return Problem(say(key, **params), line=player.line)


def _round_problem(player: PlayerRecord, at: int, cell: ResultCell, key: str, /, **params: object) -> Problem:
    return _problem(player, key, round=at, opponent=cell.opponent, **params)
