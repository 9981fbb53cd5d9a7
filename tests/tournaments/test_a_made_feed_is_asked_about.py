"""A made feed of electronic boards, through the service: every fault is a question within ten seconds, and no other."""

from datetime import timedelta
from itertools import groupby

import chess
import pytest

from games.states import state_of
from tavleya.boards.reports import FaultCode
from tests.tavleya.boards.feeds import Replay
from tests.tavleya.boards.test_moves_from_the_board import IN_TIME, made_feed
from tests.world import NOW, World
from tournaments.models.boards import BoardQuestion, QuestionCode
from tournaments.models.pairing import Pairing
from venue.services.reports import report_boards

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.mark.timeout(3_000)
def test_every_fault_of_a_feed_waits_in_the_console_in_time_and_no_other():
    """Thirty boards with fifty faults, where several have something new in most calls."""
    names = tuple(f"player{number}" for number in range(58))
    world = World(game="chess", regime="fide-2023", control="90+30", others=names, tracking="live")
    began = int(NOW.timestamp() * 1000)
    boards = made_feed(30, 50, think=12_000, began=began)
    tables = {board.serial: table for table, board in enumerate(boards, 1)}
    # One call for all the boards that have something new, each as it is last seen, as the program at the venue does.
    for at, reports in groupby(Replay(boards).reports(), key=lambda pair: pair[0]):
        newest = {report.serial: report for _, report in reports}
        report_boards(
            actor=world.hana,
            now=NOW + timedelta(milliseconds=at - began),
            round_id=world.rounds[0].pk,
            source="hall A",
            reports=[{"board": tables[serial], **report.as_json()} for serial, report in newest.items()],
        )
    rows = list(Pairing.objects.filter(round=world.rounds[0]).select_related("game"))
    games = {row.board: row.game for row in rows}
    board_questions = list(BoardQuestion.objects.exclude(code=QuestionCode.RESULT))
    injected = [pair for board in boards for pair in board.injected]
    assert {pair.code for pair in injected} == set(FaultCode)
    late = {}
    for pair in injected:
        game = games[tables[pair.serial]]
        own = [row for row in board_questions if row.game_id == game.pk and row.code == pair.code.value]
        assert len(own) == 1, pair
        waited = int(own[0].opened_at.timestamp() * 1000) - pair.at
        if waited > IN_TIME:
            late[pair] = waited
    assert late == {}
    assert len(board_questions) == len(injected)
    for board in boards:
        game = games[tables[board.serial]]
        assert tuple(ply.text for ply in state_of(game).line.plies) == until_the_law_ends_it(board.moves)


def until_the_law_ends_it(moves: tuple[str, ...]) -> tuple[str, ...]:
    """The moves of a game up to a position that is there for the fifth time (article 9.6.1): the pieces move on."""
    position = chess.Board()
    for number, move in enumerate(moves, 1):
        position.push_uci(move)
        if position.is_fivefold_repetition():
            return moves[:number]
    return moves
