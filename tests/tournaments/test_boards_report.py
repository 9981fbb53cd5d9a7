"""Games from the hall, by electronic boards or as PGN: new moves are played, differences become questions."""

from datetime import timedelta
from itertools import groupby
from typing import Any

import chess
import pytest

from arbiter.services.answers import answer_board_question, set_game_source
from games.files import game_text
from games.models.game import Game
from games.models.record import RecordEntry
from games.services.moves import resume_play, stop_clocks
from games.states import state_of
from games.verification import verify
from tavleya.boards.reports import BoardStatus, FaultCode
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.record.entries import EntryKind
from tavleya.sides import Side
from tests.tavleya.boards.feeds import Replay
from tests.tavleya.boards.test_moves_from_the_board import IN_TIME, made_feed
from tests.world import NOW, World, later
from tournaments.models.activity import Log
from tournaments.models.boards import BoardQuestion, ElectronicBoard, Feed, GameSource, QuestionCode
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.selectors.game_files import tags_of_board
from tournaments.services.results import enter_result
from venue.services.pgn import GameAnswer, report_pgn
from venue.services.reports import BoardAnswer, assign_board, forget_board, report_boards

pytestmark = pytest.mark.django_db


LINE = ["e2e4", "e7e5", "g1f3", "b8c6"]


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", others=("dora", "emil"), tracking="live")


def report(world: World, *reports: dict[str, Any], seconds: float = 0) -> list[BoardAnswer]:
    return report_boards(
        actor=world.hana,
        now=later(seconds=seconds),
        round_id=world.rounds[0].pk,
        source="hall A",
        reports=[{"board": 1, **each} if "serial" not in each else each for each in reports],
    )


def open_questions() -> list[tuple[str, int]]:
    questions = BoardQuestion.objects.filter(gone_at=None, answered_at=None)
    return [(question.code, question.ply) for question in questions]


def test_moves_beyond_the_record_are_played_and_the_first_of_them_starts_the_game(world):
    (answer,) = report(world, {"moves": LINE[:2]})
    assert (answer.code, answer.taken, answer.question) == ("taken", 2, None)
    assert moves_at(world, 1) == LINE[:2] and world.board.phase == "playing"
    (answer,) = report(world, {"moves": LINE}, seconds=30)
    assert (answer.code, answer.taken) == ("taken", 4)
    assert moves_at(world, 1) == LINE
    assert GameSource.objects.get(game=world.board).feed == Feed.BOARD
    assert Log.objects.filter(action="board.source_changed").count() == 1
    assert [record_check.broken for record_check in verify(Game.objects.filter(pk=world.board.pk))] == [""]


def test_a_list_that_is_shorter_or_the_same_changes_nothing(world):
    report(world, {"moves": LINE})
    entries = world.board.seq
    (answer,) = report(world, {"moves": LINE[:2]}, seconds=1)
    assert (answer.code, answer.taken) == ("older", 4)
    (answer,) = report(world, {"moves": LINE}, seconds=2)
    assert (answer.code, answer.taken) == ("same", 4)
    (answer,) = report(world, {"state": "playing"}, seconds=3)
    assert (answer.code, answer.taken) == ("same", 4)
    assert world.board.seq == entries and open_questions() == []


def test_clocks_of_the_board_are_the_clocks_of_the_record_and_of_its_file(world):
    report(world, {"moves": LINE[:2], "clocks": [[3_590_000, None], [3_570_000, None]]}, seconds=0)
    state = state_of(world.board)
    assert [ply.white_ms for ply in state.plies][:1] == [3_590_000]
    assert state.plies[1].black_ms == 3_570_000
    assert state.clock is not None and state.clock.running is Side.WHITE
    # A quarter of an hour without the network does not count as thinking time.
    clocks = [[reading, None] for reading in (3_590_000, 3_570_000, 3_500_000, 3_400_000)]
    report(world, {"moves": LINE, "clocks": clocks}, seconds=900)
    readings = state_of(world.board).clock.readings(state_of(world.board).at)
    assert (readings.white_ms, readings.black_ms) == (3_500_000, 3_400_000)
    assert "[%clk 0:58:20]" in game_text(world.board, {})
    assert not RecordEntry.objects.filter(game=world.board, kind=EntryKind.READING).exists()


def test_a_reading_in_the_middle_of_a_move_sets_clocks_that_are_far_off_and_no_others(world):
    report(world, {"moves": LINE[:2], "clocks": [[3_600_000, None], [3_600_000, None]]})

    def clock_report(white: int, at: float, **more: Any) -> dict[str, Any]:
        clock = {"white": white, "black": 3_600_000, "at": later(seconds=at).isoformat()}
        return {"moves": LINE[:2], "running": "white", "clock": clock, **more}

    seq = world.board.seq
    report(world, clock_report(3_588_000, 10), seconds=10)  # two seconds off
    assert world.board.seq == seq
    report(world, clock_report(3_500_000, 15), seconds=20)  # read five seconds ago
    assert state_of(world.board).clock.readings(state_of(world.board).at).white_ms == 3_495_000
    seq = world.board.seq
    report(world, clock_report(3_000_000, 20), seconds=200)  # too old to go by
    report(world, {**clock_report(3_000_000, 201), "running": None}, seconds=201)  # the clock stands
    assert world.board.seq == seq


def test_another_list_opens_one_question_and_changes_nothing_until_it_agrees_again(world):
    report(world, {"moves": LINE})
    seq = world.board.seq
    other = [*LINE[:2], "f1c4", "b8c6"]
    (answer,) = report(world, {"moves": other}, seconds=1)
    assert (answer.code, answer.ply, answer.taken) == ("differs", 3, 4)
    assert answer.question is not None and answer.question.shown["moves"] == other
    report(world, {"moves": [*other, "g1f3"]}, seconds=2)
    assert open_questions() == [("differs", 3)] and world.board.seq == seq
    assert BoardQuestion.objects.get().shown["moves"] == [*other, "g1f3"]
    (answer,) = report(world, {"moves": LINE}, seconds=3)
    assert (answer.code, answer.question, open_questions()) == ("same", None, [])
    lines = Log.objects.filter(action__startswith="board.question").order_by("pk")
    assert [line.action for line in lines] == ["board.question_opened", "board.question_closed"]


def test_a_fault_is_asked_about_once_and_closes_by_itself(world):
    fault = {"code": "piece_missing", "ply": 2, "fen": "8/8/8/8/8/8/8/8", "detail": {"squares": ["e4"]}}
    for second in range(3):
        report(world, {"moves": LINE[:2], "faults": [fault]}, seconds=second)
    assert open_questions() == [("piece_missing", 2)]
    report(world, {"moves": LINE[:2]}, seconds=4)
    assert open_questions() == [("piece_missing", 2)], "the report does not mention faults"
    report(world, {"moves": LINE[:2], "faults": []}, seconds=5)
    assert open_questions() == []
    report(world, {"moves": LINE[:2], "faults": [fault]}, seconds=6)
    assert open_questions() == [("piece_missing", 2)], "the fault is back"


def test_a_dismissed_question_does_not_return_while_the_fault_lasts(world):
    fault = {"code": "mismatch", "ply": 0}
    (answer,) = report(world, {"faults": [fault]})
    answer_board_question(
        actor=world.artur, now=later(seconds=1), board_question_id=answer.question.pk,
        answer=BoardQuestion.Answer.DISMISSED,
    )  # fmt: skip
    (answer,) = report(world, {"faults": [fault]}, seconds=2)
    assert answer.question is None and open_questions() == []
    question = BoardQuestion.objects.get()
    assert (question.answer, question.answered_by) == ("dismissed", world.artur.key)
    assert question.answered_at == later(seconds=1)
    assert Log.objects.get(action="board.question_answered").actor == world.artur.key


def test_a_result_is_proposed_and_never_entered_by_itself(world):
    (answer,) = report(world, {"moves": LINE, "result": "1-0", "state": "finished"})
    assert (answer.code, world.board.result, open_questions()) == ("taken", "", [("result", 0)])
    report(world, {"moves": LINE, "result": "1/2-1/2"}, seconds=1)
    assert [question.mark for question in BoardQuestion.objects.filter(gone_at=None)] == ["1/2-1/2"]
    enter_result(actor=world.artur, now=later(seconds=2), pairing_id=world.pairing.pk, result="1/2-1/2")
    report(world, {"moves": LINE, "result": "1/2-1/2"}, seconds=3)
    assert open_questions() == []
    (answer,) = report(world, {"moves": [*LINE, "f1b5"]}, seconds=4)
    assert answer.code == "not_live"


def test_a_mate_ends_the_game_by_the_rules_and_an_illegal_move_is_asked_about(world):
    mate = {"board": 2, "moves": ["f2f3", "e7e5", "g2g4", "d8h4"], "result": "0-1"}
    (answer, other) = report(world, {"moves": [*LINE[:2], "e1e5"]}, mate)
    assert (answer.code, answer.ply, answer.taken) == ("not_legal", 3, 2), "the moves before it are played"
    assert answer.question is not None and answer.question.code == "illegal_move"
    assert answer.reason
    assert (other.code, other.taken) == ("taken", 4), "a fault at one board does not stop another"
    assert (board(world, 2).game.result, board(world, 2).result) == ("0-1", "0-1")
    assert open_questions() == [("illegal_move", 3)]


def test_one_source_at_a_time_feeds_a_game(world):
    world.started()
    set_game_source(actor=world.artur, now=NOW, game_id=world.board.pk, feed=Feed.HAND)
    (answer,) = report(world, {"moves": LINE})
    assert (answer.code, answer.taken, moves_at(world, 1)) == ("not_source", 0, [])
    world.play("d4")
    (answer,) = report(world, {"moves": LINE}, seconds=5)
    assert (answer.code, open_questions()) == ("differs", [("differs", 1)])
    set_game_source(actor=world.artur, now=later(seconds=6), game_id=world.board.pk, feed=Feed.BOARD)
    (answer,) = report(world, {"moves": ["d2d4", "d7d5"]}, seconds=7)
    assert (answer.code, open_questions()) == ("taken", [])
    with pytest.raises(NotPermitted):
        set_game_source(actor=world.hana, now=NOW, game_id=world.board.pk, feed=Feed.PGN)


def test_nothing_is_played_while_the_clocks_are_stopped(world):
    report(world, {"moves": LINE[:1]})
    stop_clocks(actor=world.artur, now=later(seconds=1), game_id=world.board.pk, reason="a phone rang")
    (answer,) = report(world, {"moves": LINE[:2]}, seconds=2)
    assert (answer.code, answer.taken, open_questions()) == ("stopped", 1, [])
    resume_play(actor=world.artur, now=later(seconds=3), game_id=world.board.pk)
    (answer,) = report(world, {"moves": LINE[:2]}, seconds=4)
    assert (answer.code, answer.taken) == ("taken", 2)


def test_a_serial_number_leads_to_its_table_and_one_without_is_listed(world):
    (answer,) = report(world, {"serial": "24017", "moves": LINE, "state": "playing", "battery": "84%"})
    assert (answer.code, answer.board, answer.serial) == ("unknown_board", None, "24017")
    electronic_board = ElectronicBoard.objects.get()
    assert (electronic_board.serial, electronic_board.table, electronic_board.seen_at) == ("24017", None, NOW)
    assert (electronic_board.state, electronic_board.battery) == ("playing", "84%")
    common = {"actor": world.hana, "now": NOW, "section_id": world.section.pk}
    assign_board(**common, serial="24017", table=2)
    (answer,) = report(world, {"serial": "24017", "moves": LINE})
    assert (answer.code, answer.board, answer.taken) == ("taken", 2, 4)
    with pytest.raises(Conflict, match="24017"):
        assign_board(**common, serial="24018", table=2)
    with pytest.raises(BadInput):
        assign_board(**common, serial="24018", table=0)
    assign_board(**common, serial="24017", table=None)
    assign_board(**common, serial="24018", table=2)
    forget_board(**common, serial="24017")
    assert [electronic_board.serial for electronic_board in ElectronicBoard.objects.all()] == ["24018"]


def test_a_hall_that_says_nothing_new_costs_few_queries(world, django_assert_max_num_queries):
    report(world, {"moves": LINE}, {"board": 2, "moves": LINE})
    clock = {"white": 3_688_000, "black": 3_690_000, "at": later(seconds=1).isoformat()}
    near = {"moves": LINE, "running": "white", "clock": clock, "faults": [], "result": None}
    with django_assert_max_num_queries(6):
        report(world, near, {"board": 2, **near}, seconds=1)


def send(world: World, *games: str, seconds: float = 0) -> list[GameAnswer]:
    return report_pgn(actor=world.hana, now=later(seconds=seconds), round_id=world.rounds[0].pk, pgn="\n\n".join(games))


def codes(answers: list[GameAnswer]) -> list[tuple[str, int | None]]:
    return [(answer.told.code, answer.told.board) for answer in answers]


def game(moves: str, **tags: str) -> str:
    head = "\n".join(f'[{name} "{value}"]' for name, value in {"Event": "Open", **tags}.items())
    return f"{head}\n\n{moves}"


def board(world: World, number: int) -> Pairing:
    rows = Pairing.objects.select_related("game", "white__player", "black__player")
    return rows.get(round=world.rounds[0], board=number)


def moves_at(world: World, number: int) -> list[str]:
    game = board(world, number).game
    return [ply.text for ply in state_of(game).line.plies]


def test_games_are_matched_by_table_key_ids_and_names(world):
    for number, player in enumerate(Player.objects.order_by("family_name"), 1):
        player.fide_id = 990000 + number
        player.save()
    second = board(world, 2)
    ids = {"WhiteFideId": str(second.white.player.fide_id), "BlackFideId": str(second.black.player.fide_id)}
    names = {"White": second.white.player.full_name, "Black": second.black.player.full_name}
    for second_tags in ({"Board": "2"}, {"Round": "1.2"}, {"GameId": str(second.game.key)}, ids, names):
        for moves in ("1. e4 *", "1. e4 e5 *"):
            first, other = send(world, game("1. d4 *", Board="1"), game(moves, **second_tags))
            assert (first.told.board, other.told.board) == (1, 2)
    assert moves_at(world, 2) == ["e2e4", "e7e5"] and moves_at(world, 1) == ["d2d4"]
    assert GameSource.objects.get(game=second.game).feed == Feed.PGN


def test_a_game_that_matches_no_board_or_two_boards_is_reported_without_a_guess(world):
    second = board(world, 2)
    answers = send(
        world,
        game("1. e4 *", White="Somebody", Black="Else"),
        game("1. e4 *", Board="1", GameId=str(second.game.key)),
        game("1. e4 *", Board="2", Round="3.2"),
        game("1. e4 *", Board="1"),
        game("1. d4 *", Round="1.1"),
    )
    answer_codes = [answer.told.code for answer in answers]
    assert answer_codes == ["no_board", "two_boards", "other_round", "two_games", "two_games"]
    assert moves_at(world, 1) == moves_at(world, 2) == []


def test_the_same_text_may_come_again_and_an_older_one_changes_nothing(world):
    long = game("1. e4 {[%clk 0:59:30]} e5 {[%clk 0:59:10]} 2. Nf3 {[%clk 0:59:00]} *", Board="1")
    assert codes(send(world, long)) == [("taken", 1)]
    entries = Game.objects.get(pk=world.board.pk).seq
    assert codes(send(world, long, seconds=1)) == [("same", 1)]
    assert codes(send(world, game("1. e4 *", Board="1"), seconds=2)) == [("older", 1)]
    assert Game.objects.get(pk=world.board.pk).seq == entries
    assert "2. Nf3 {[%clk 0:59:00]" in game_text(world.board, {})
    text = game_text(world.board, tags_of_board(board(world, 1), "Spring Cup"))
    assert codes(send(world, text, seconds=3)) == [("same", 1)], "our own file of the round"
    cut = game("1. d4 *", Board="2") + "\n\n" + game("1. e4 e5 2. Nf", Board="1", Result="*")
    assert codes(send(world, cut, seconds=4)) == [("taken", 2), ("older", 1)], "a file that is still being written"
    assert not BoardQuestion.objects.exists()


def test_one_bad_game_is_reported_with_its_ply_and_the_others_are_taken(world):
    answers = send(world, game("1. e4 e5 2. Ke3 Nc6 *", Board="1"), game("1. d4 d5 1/2-1/2", Board="2"))
    assert codes(answers) == [("not_legal", 1), ("taken", 2)]
    assert (answers[0].told.ply, answers[0].told.taken) == (3, 2) and answers[0].told.reason
    assert {(question.code, question.ply, question.mark) for question in BoardQuestion.objects.all()} == {
        ("illegal_move", 3, ""), ("result", 0, "1/2-1/2"),
    }  # fmt: skip
    differs = send(world, game("1. d4 *", Board="1"), seconds=1)
    assert codes(differs) == [("differs", 1)]


def test_a_game_from_another_position_is_asked_about(world):
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    (answer,) = send(world, game("1. d4 *", Board="1", SetUp="1", FEN=start))
    assert answer.told.question is not None and answer.told.question.code == "start_position"
    assert moves_at(world, 1) == []


def test_a_report_on_a_draft_and_a_file_that_is_not_a_pgn_of_the_round_are_refused(world):
    with pytest.raises(Conflict, match="not published"):
        report_boards(actor=world.hana, now=NOW, round_id=world.rounds[1].pk, source="hall A", reports=[])
    with pytest.raises(BadInput, match="no games"):
        send(world, "")
    draughts = World(slug="draughts", game="draughts", regime="draughts64", control="60")
    with pytest.raises(BadInput, match="not written as PGN"):
        send(draughts, "1. e4 *")


@pytest.mark.long
@pytest.mark.timeout(3_000)
def test_every_fault_of_a_feed_waits_in_the_console_in_time_and_no_other():
    """Thirty boards with fifty faults, where several have something new in most calls."""
    names = tuple(f"player{number}" for number in range(58))
    world = World(game="chess", regime="fide-2023", control="90+30", others=names, tracking="live")
    began = int(NOW.timestamp() * 1000)
    boards = made_feed(30, 50, think=12_000, began=began)
    tables = {board.serial: table for table, board in enumerate(boards, 1)}
    # One call for all boards with something new, each in its last state, as the program at the venue sends it.
    for at, reports in groupby(Replay(boards).reports(), key=lambda pair: pair[0]):
        newest = {report.serial: report for _, report in reports}
        report_boards(
            actor=world.hana,
            now=NOW + timedelta(milliseconds=at - began),
            round_id=world.rounds[0].pk,
            source="hall A",
            reports=[{"board": tables[serial], **report.as_json()} for serial, report in newest.items()],
        )
    pairings = Pairing.objects.filter(round=world.rounds[0]).select_related("game")
    games = {pairing.board: pairing.game for pairing in pairings}
    board_questions = list(BoardQuestion.objects.exclude(code=QuestionCode.RESULT))
    injected = [fault for board in boards for fault in board.injected]
    assert {fault.code for fault in injected} == set(FaultCode)
    assert max(len(status.value) for status in BoardStatus) <= ElectronicBoard._meta.get_field("state").max_length
    late = {}
    for fault in injected:
        game = games[tables[fault.serial]]
        questions = [each for each in board_questions if each.game_id == game.pk and each.code == fault.code.value]
        assert len(questions) == 1, fault
        delay = int(questions[0].opened_at.timestamp() * 1000) - fault.at
        if delay > IN_TIME:
            late[fault] = delay
    assert late == {}
    assert len(board_questions) == len(injected)
    for board in boards:
        game = games[tables[board.serial]]
        assert tuple(ply.text for ply in state_of(game).line.plies) == until_the_law_ends_it(board.moves)


def until_the_law_ends_it(moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return the moves up to the fifth repetition of a position (article 9.6.1), after which the pieces move on."""
    position = chess.Board()
    for number, move in enumerate(moves, 1):
        position.push_uci(move)
        if position.is_fivefold_repetition():
            return moves[:number]
    return moves
