"""The rounds of a TRF: boards, byes and results, a round by a handful of queries."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime

from games.services.record import ADJOURNED, NewBoard, open_games
from reports.messages import say
from reports.services.context import TrfImportContext, refuse
from reports.services.players import seats_of_teams
from tavleya.errors import Problem
from tavleya.formats.trf.check import bye_kind, points_in
from tavleya.formats.trf.pairing import cell_of
from tavleya.formats.trf.records import PlayerRecord
from tavleya.formats.trf.results import ResultMark, result_of
from tavleya.record.results import Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind
from tournaments.models.pairing import Pairing
from tournaments.models.round import Bye, Round, RoundStatus

Two = tuple[PlayerRecord, PlayerRecord]


def import_trf_rounds(context: TrfImportContext) -> None:
    """Create every round of which the file has boards. Raises: ImportRefused for a bye in a round robin."""
    total = context.tournament.rounds_recorded
    problems = []
    for number in range(1, total + 1):
        boards = _boards(context, number)
        byes = list(_byes(context, number))
        if byes and context.section.system.predetermined:
            message = say("bye_in_round_robin")
            problems += [Problem(message, line=record.line) for record, _ in byes]
            continue
        _round(context, number, boards, byes)
        if context.progress is not None:
            context.progress(number, total)
    refuse(problems)


def _boards(context: TrfImportContext, number: int) -> list[Two]:
    """Return White and Black of each board, in the order of C.04.2 (3.6): scores, then starting ranks."""
    tournament = context.tournament
    boards = [
        (player_record, tournament.players[cell.opponent])
        for player_record in tournament.players.values()
        if (cell := cell_of(tournament, player_record, number)).opponent is not None and cell.side is Side.WHITE
    ]
    scoring = tournament.scoring
    scores = {
        player_record.number: sum(
            points_in(tournament, player_record.number, index, cell, scoring)
            for index, cell in enumerate(player_record.rounds[: number - 1], start=1)
        )
        for pair in boards
        for player_record in pair
    }

    def order(pair: Two) -> tuple[int, int, int]:
        first, second = sorted(pair, key=lambda player: (-scores[player.number], player.number))
        return -scores[first.number], -scores[second.number], first.number

    return sorted(boards, key=order)


def _byes(context: TrfImportContext, number: int) -> Iterator[tuple[PlayerRecord, EncounterKind]]:
    """Yield the recorded byes; a round without records has no byes."""
    section = context.section
    for player_record in context.tournament.players.values():
        cell = cell_of(context.tournament, player_record, number)
        kind = bye_kind(cell)
        resting = kind is EncounterKind.ZERO_BYE and (section.system.predetermined or section.system.teams)
        if kind is not None and not cell.empty and not resting:
            yield player_record, kind


def _round(
    context: TrfImportContext,
    number: int,
    boards: Sequence[Two],
    byes: Sequence[tuple[PlayerRecord, EncounterKind]],
) -> None:
    marks = [_marks(context, number, pair) for pair in boards]
    results = [result_of(*pair) for pair in marks]
    over = all(result is not None for result in results)
    row = Round.objects.create(
        section=context.section,
        number=number,
        status=RoundStatus.CLOSED if over else RoundStatus.PLAYING,
        published_at=context.now,
        closed_at=context.now if over else None,
        played_on=_date(context, number),
        system="imported",
        edition=context.tournament.system[:60],
    )
    seats = seats_of_teams(context, row)
    last = max(seats.tables.values(), default=context.section.first_board - 1)
    pairings = []
    for white, black in boards:
        table = seats.tables.get(white.number)
        if table is None:
            last += 1
        pairings.append(
            Pairing(
                round=row,
                board=last if table is None else table,
                white=context.registrations[white.number],
                black=context.registrations[black.number],
                team_match=seats.matches.get(white.number),
            )
        )
    items = []
    for player_record, kind in byes:
        table = seats.tables.get(player_record.number)
        if table is None:
            last += 1
        items.append(
            Pairing(
                round=row,
                board=last if table is None else table,
                white=context.registrations[player_record.number],
                bye=Bye(kind.value),
                team_match=seats.matches.get(player_record.number),
            )
        )
    _open(context, pairings, marks, results)
    Pairing.objects.bulk_create([*pairings, *items])
    context.boards += len(boards)
    context.byes += len(byes)


def _marks(context: TrfImportContext, number: int, pair: Two) -> tuple[ResultMark, ResultMark]:
    white, black = (cell_of(context.tournament, player_record, number).mark for player_record in pair)
    return white, black


def _open(
    context: TrfImportContext,
    pairings: Sequence[Pairing],
    marks: Sequence[tuple[ResultMark, ResultMark]],
    results: Sequence[Result | None],
) -> None:
    """Open the games with their results; adjourned games wait, and a board without a result counts as being played."""
    section = context.section
    existing = [
        result.value if result is not None else ADJOURNED if ResultMark.UNKNOWN in two else ""
        for two, result in zip(marks, results, strict=True)
    ]
    opened = open_games(
        actor=context.actor,
        now=context.now,
        game=section.game,
        rules=section.rules,
        regime=section.regime,
        control=section.control,
        tracking=section.tracking,
        broadcast_delay=section.broadcast_delay,
        boards=[_new_board(pairing) for pairing in pairings],
        results=existing,
        reason="TRF",
    )
    for pairing, game in zip(pairings, opened, strict=True):
        pairing.game, pairing.result = game, game.result
        pairing.version = 1 if game.result else 0


def _new_board(pairing: Pairing) -> NewBoard:
    assert pairing.black is not None  # these are boards, not byes
    return NewBoard(pairing.white.player.full_name, pairing.black.player.full_name)


def _date(context: TrfImportContext, number: int) -> date | None:
    """Return the date of a round from 132, with a year of two or sometimes four digits."""
    dates = context.tournament.dates
    return day(dates[number - 1] if number <= len(dates) else "")


def day(text: str) -> date | None:
    for form in ("%y/%m/%d", "%Y/%m/%d"):
        try:
            return datetime.strptime(text.strip(), form).date()  # noqa: DTZ007 (a day has no zone)
        except ValueError:
            continue
    return None
