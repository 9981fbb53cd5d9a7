"""Reversed colours, exchanged opponents and wrong tables are recorded as they were played (C.04.2, 4.3 and 4.4)."""

import pytest

from games.models.game import Game
from games.services.moves import play_move, start_game
from games.services.results import import_moves
from games.states import state_of
from reports.selectors.tournament_report import trf_file, trf_of
from tavleya.errors import BadInput, Conflict
from tavleya.formats.trf.records import PlayerRecord
from tavleya.sides import Side
from tests.refusals import refused
from tests.tournaments.conftest import LATER, World
from tests.tournaments.swiss import boards, byes, leave_mode, make_swiss, pair, play, play_round, publish, registration
from tests.tournaments.team_events import make_teams
from tests.tournaments.team_events import pair as pair_teams
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.swiss import ResultReport
from tournaments.selectors.standings import crosstable_of, standings_of
from tournaments.services.actual_seating import ActualSeats, record_actual_seating
from tournaments.services.exclusion import adjust_points
from tournaments.services.restore_points import restore
from tournaments.services.results import enter_result
from tournaments.services.rounds import record_bye
from tournaments.services.swiss import is_stale

pytestmark = pytest.mark.django_db

#: Board, starting numbers of White and Black, and the result of new opponents.
Seat = tuple[int, int, int | None] | tuple[int, int, int | None, str]


def seats(round_: Round, *seated: Seat) -> list[ActualSeats]:
    keys = dict(round_.section.registrations.values_list("number", "pk")) | {None: None}
    return [ActualSeats(board, keys[white], keys[black], *result) for board, white, black, *result in seated]


def record(world: World, round_: Round, *seated: Seat, **more: object) -> Round:
    common = {"actor": world.ana, "now": LATER, "reason": "told after the game", **more}
    return record_actual_seating(**common, round_id=round_.pk, boards=seats(round_, *seated))


def turn_all(world: World, round_: Round) -> None:
    record(world, round_, *((board, black, white) for board, (white, black) in enumerate(boards(round_), start=1)))


def played(round_: Round) -> list[tuple[int, int, int | None, str]]:
    boards_ = round_.pairings.order_by("board").values_list("board", "white__number", "black__number", "result")
    for pairing in round_.pairings.filter(game__isnull=False).select_related("game", "white__player", "black__player"):
        game = pairing.game
        assert (game.white_name, game.black_name) == (pairing.white.player.full_name, pairing.black.player.full_name)
        assert (game.result, game.phase) == (pairing.result, "finished" if pairing.result else "pending")
        assert not pairing.in_schedule
    return list(boards_)


class FirstRound(World):
    """The open first round of six players: 1-4, 5-2, 3-6."""

    def __init__(self) -> None:
        super().__init__()
        self.round = publish(self, pair(self, make_swiss(self, 6), 1))


@pytest.fixture
def world(db: None) -> FirstRound:
    return FirstRound()


@pytest.fixture
def round_(world: FirstRound) -> Round:
    return world.round


def enter(round_: Round, world: World, **results: str) -> None:
    for board, result in zip((1, 2, 3), results.values(), strict=False):
        enter_result(actor=world.hal, now=LATER, pairing_id=round_.pairings.get(board=board).pk, result=result)


def points(round_: Round) -> dict[int, str]:
    return {row.registration.number: row.points for row in standings_of(round_.section).rows}


def test_reversed_colours_keep_each_players_result_and_the_old_record(world: World, round_: Round) -> None:
    play(world, round_)
    before, old = points(round_), round_.pairings.get(board=1)
    record(world, round_, (1, 4, 1))
    assert played(round_)[0] == (1, 4, 1, "0-1")
    assert points(round_) == before
    board = round_.pairings.get(board=1)
    annulled = Game.objects.get(pk=old.game_id)
    assert (annulled.phase, annulled.replaced_by.pk, annulled.white_name) == (
        "annulled", board.game_id, old.white.player.full_name,
    )  # fmt: skip
    assert board.version == old.version + 1
    line = Log.objects.get(action="round.played_differently")
    name = {number: registration(round_.section, number).player.full_name for number in (1, 4)}
    assert line.before == {"boards": [f"1. {name[1]} – {name[4]} 1-0"]}
    assert line.after == {"boards": [f"1. {name[4]} – {name[1]} 0-1"], "round": 1, "reason": "told after the game"}
    record(world, round_, (1, 1, 4))
    assert played(round_)[0] == (1, 1, 4, "1-0")


@pytest.mark.long
def test_the_report_the_crosstable_and_the_next_round_go_by_the_actual_colours(world: World, round_: Round) -> None:
    play(world, round_)
    turn_all(world, round_)
    cells = {player.number: player.rounds[0] for player in trf_of(round_.section).of(PlayerRecord)}
    assert [(cells[number].opponent, cells[number].side, cells[number].mark) for number in (1, 4)] == [
        (4, Side.BLACK, "1"), (1, Side.WHITE, "0"),
    ]  # fmt: skip
    assert "### MPA @ Round 1: 1-4 5-2 3-6 => 4-1 2-5 6-3\r\n" in trf_file(round_.section).decode()
    rows = {row.standing.registration.number: row.cells[0] for row in crosstable_of(round_.section).rows}
    assert (rows[1].side, rows[1].mark) == (Side.BLACK, "1")
    usual = make_swiss(world, 6)
    play_round(world, usual, 1)
    assert boards(pair(world, round_.section, 2)) == [(black, white) for white, black in boards(pair(world, usual, 2))]


@pytest.mark.long
def test_a_draft_of_the_next_round_is_outdated_and_a_published_round_stays(world: World, round_: Round) -> None:
    play(world, round_)
    following = pair(world, round_.section, 2)
    record(world, round_, (1, 4, 1))
    assert is_stale(following)
    record(world, round_, (1, 1, 4))
    before = boards(publish(world, following))
    record(world, round_, (1, 4, 1))
    assert boards(following) == before
    play(world, following)
    publish(world, pair(world, round_.section, 3))
    with refused(Conflict, "correction_too_late"):
        record(world, round_, (1, 1, 4))
    record(world, round_, (1, 1, 4), for_rating=True)
    assert boards(round_)[0] == (4, 1)
    first, fourth = (registration(round_.section, number).player.full_name for number in (1, 4))
    remark = f"### Rating report @ Round 1: 1. {fourth} – {first} 0-1 => 1. {first} – {fourth} 1-0 ("
    assert remark in trf_file(round_.section).decode()
    with refused(Conflict, "correction_not_late"):
        record(world, following, (1, *reversed(before[0])), for_rating=True)


@pytest.mark.parametrize(
    ("results", "seated", "expected"),
    [
        # New opponents: their own results agree, are given, or are still to be entered.
        (("1-0", "1-0"), [(1, 1, 2), (2, 5, 4)], [(1, 1, 2, "1-0"), (2, 5, 4, "1-0")]),
        (("1-0", "0-1"), [(1, 1, 2, "1/2-1/2"), (2, 4, 5, "0-1")], [(1, 1, 2, "1/2-1/2"), (2, 4, 5, "0-1")]),
        (("1-0",), [(1, 1, 2), (2, 5, 4)], [(1, 1, 2, ""), (2, 5, 4, "")]),
        # Wrong tables: the games move with their players, in the colours of the pairing or reversed.
        (("1-0", "1/2-1/2"), [(1, 5, 2), (2, 1, 4)], [(1, 5, 2, "1/2-1/2"), (2, 1, 4, "1-0")]),
        (("+/-", "W-L"), [(1, 2, 5), (2, 1, 4)], [(1, 2, 5, "L-W"), (2, 1, 4, "+/-")]),
        # Three tables in a circle: one pair moved, four players parted.
        (
            ("1-0", "0-1", "1/2-1/2"),
            [(1, 5, 2), (2, 1, 6), (3, 3, 4, "1-0")],
            [(1, 5, 2, "0-1"), (2, 1, 6, ""), (3, 3, 4, "1-0")],
        ),
    ],
)
def test_opponents_and_tables_are_recorded_as_played(world, round_, results, seated, expected) -> None:
    enter(round_, world, **dict(zip("abc", results, strict=False)))
    games = {pairing.pk: pairing.game_id for pairing in round_.pairings.all()}
    record(world, round_, *seated)
    assert played(round_)[: len(expected)] == expected
    old = Game.objects.filter(pk__in=games.values())
    assert old.filter(phase="annulled").count() == old.filter(replaced_by__pairing__round=round_).count()
    assert old.filter(phase="annulled").count() == old.filter(pairing=None).count()


def test_a_player_with_the_bye_who_played_exchanges_it(world: World) -> None:
    round_ = publish(world, pair(world, make_swiss(world, 5), 1))
    white, black = boards(round_)[0]
    bye = round_.pairings.get(bye="pairing_allocated")
    record(world, round_, (1, white, bye.white.number), (bye.board, black, None))
    assert played(round_)[0] == (1, white, bye.white.number, "")
    assert played(round_)[-1] == (bye.board, black, None, "")


def test_a_late_player_meets_the_player_with_the_bye(world: World) -> None:
    round_ = publish(world, pair(world, make_swiss(world, 5), 1))
    (late,), bye = world.enter(round_.section, "Latecomer"), round_.pairings.get(bye="pairing_allocated")
    record_bye(actor=world.olga, now=LATER, round_id=round_.pk, registration_id=late.pk, kind="half")
    with refused(BadInput, "seats_differ"):
        record(world, round_, (bye.board, late.number, None))
    record(world, round_, (bye.board, late.number, bye.white.number))
    assert played(round_)[-1] == (bye.board, late.number, bye.white.number, "")
    play(world, round_, lambda board: "0-1")
    assert (points(round_)[late.number], points(round_)[bye.white.number]) == ("0", "1")
    cells = {player.number: player.rounds[0] for player in trf_of(round_.section).of(PlayerRecord)}
    assert (cells[late.number].opponent, cells[late.number].side) == (bye.white.number, Side.WHITE)
    world.do(restore, point_id=round_.section.restore_points.get(before="late_entry", round_number=1).pk)
    assert byes(round_.section.rounds.get(number=1))[bye.white.number] == "pairing_allocated"


def test_a_bye_of_a_match_of_two_games_is_not_filled(world: World) -> None:
    round_ = publish(world, pair(world, make_swiss(world, 5, options={"match_games": 2}), 1))
    (late,), bye = world.enter(round_.section, "Latecomer"), round_.pairings.get(bye="pairing_allocated")
    with refused(Conflict, "opponents_fixed"):
        record(world, round_, (bye.board, bye.white.number, late.number))


def test_moves_of_a_sheet_are_kept_with_reversed_colours_and_a_live_record_is_not_turned(world: World) -> None:
    round_ = publish(world, pair(world, make_swiss(world, 4), 1))
    first, second = round_.pairings.order_by("board")
    import_moves(actor=world.olga, now=LATER, game_id=first.game_id, moves=["e4", "e5"], result="1-0")
    record(world, round_, (1, first.black.number, first.white.number))
    game = round_.pairings.get(board=1).game
    assert ([ply.text for ply in state_of(game).line.plies], game.result) == (["e2e4", "e7e5"], "0-1")
    assert game.tracking == "sheets"
    Game.objects.filter(pk=second.game_id).update(tracking="live")
    start_game(actor=world.olga, now=LATER, game_id=second.game_id)
    turned = (2, second.black.number, second.white.number)
    with refused(Conflict, "game_in_progress"):
        record(world, round_, turned)
    play_move(actor=world.olga, now=LATER, game_id=second.game_id, text="e2-e4")
    enter_result(actor=world.olga, now=LATER, pairing_id=second.pk, result="1-0")
    with refused(Conflict, "recorded_live"):
        record(world, round_, turned)


@pytest.mark.parametrize(
    ("seated", "error", "code"),
    [
        ([(1, 1, 4)], Conflict, "nothing_differs"),
        ([(1, 1, 2)], BadInput, "seats_differ"),
        ([(1, 1, 4), (2, 1, 4)], BadInput, "seats_differ"),
        ([(1, 1, None), (2, 5, 2)], BadInput, "seats_differ"),
        ([(9, 1, 4)], BadInput, "no_such_pairing"),
        ([(1, 4, 1, "1-0")], BadInput, "same_opponents"),
        ([(1, 1, 5), (2, 2, 4)], Conflict, "results_missing"),
    ],
)
def test_it_is_refused(world: World, round_: Round, seated: list[Seat], error, code: str) -> None:
    play(world, round_, lambda board: "1-0")
    before = played(round_)
    with refused(error, code):
        record(world, round_, *seated)
    assert played(round_) == before


def test_it_needs_a_reason_a_public_round_the_board_as_it_was_seen_and_no_penalty_and_drops_readings(
    world: World, round_: Round
) -> None:
    with refused(BadInput, "reason_missing"):
        record(world, round_, (1, 4, 1), reason=" ")
    keys = dict(round_.section.registrations.values_list("number", "pk"))
    outdated = [ActualSeats(1, keys[4], keys[1], version=7)]
    with refused(Conflict, "changed_meanwhile"):
        world.do(record_actual_seating, round_id=round_.pk, boards=outdated, reason="x")
    draft = pair(world, make_swiss(world, 4), 1)
    with refused(Conflict, "round_not_open"):
        record(world, draft, (1, *reversed(boards(draft)[0])))
    enter(round_, world, a="1-0", b="1-0")
    first, second, _ = round_.pairings.order_by("board")
    ResultReport.objects.create(pairing=first, side="white", result="1-0", at=LATER)
    readings = Pairing.objects.filter(pk__in=[first.pk, second.pk]).order_by("board")
    readings.update(second_result="1-0", second_at=LATER)
    record(world, round_, (1, 4, 1))
    assert list(readings.values_list("second_result", flat=True)) == ["", "1-0"]
    assert not ResultReport.objects.exists()
    adjust_points(
        second.white, game=second.game, ruling=1, half_points=-1, article="12.9.4", actor=world.ana, now=LATER
    )
    with refused(Conflict, "points_changed"):
        record(world, round_, (2, 2, 5))


@pytest.mark.parametrize("kind", ["round_robin", "teams"])
def test_where_opponents_are_fixed_only_the_colours_can_differ(world: World, kind: str) -> None:
    if kind == "teams":
        section = make_teams(world, 2, 2)
        round_ = publish(world, pair_teams(world, section)[0])
    else:
        section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras", published=1)
        round_ = section.rounds.get(number=1)
    (first, second), (third, fourth) = boards(round_)
    play(world, round_, lambda board: "1-0")
    record(world, round_, (1, second, first))
    assert played(round_)[0] == (1, second, first, "0-1")
    with refused(Conflict, "opponents_fixed"):
        record(world, round_, (1, third, first), (2, second, fourth))


@pytest.mark.long
def test_players_of_a_team_exchange_boards_within_their_match_only(world: World) -> None:
    section = leave_mode(world, make_teams(world, 4, 2, format="team_swiss", rounds_planned=3, options={"boards": 2}))
    round_ = publish(world, pair(world, section, 1))
    seated = boards(round_)
    (white, black), (black_2, white_2) = seated[:2]
    record(world, round_, (1, white_2, black), (2, black_2, white))
    assert boards(round_)[:2] == [(white_2, black), (black_2, white)]
    with refused(Conflict, "opponents_fixed"):
        record(world, round_, (1, white_2, seated[2][1]), (3, seated[2][0], black))


@pytest.mark.long
def test_a_restore_point_brings_the_pairing_back_with_its_results(world: World, round_: Round) -> None:
    play(world, round_)
    before = played(round_)
    pair(world, round_.section, 2)
    record(world, round_, (1, 4, 1))
    world.do(restore, point_id=round_.section.restore_points.first().pk)
    assert played(round_.section.rounds.get(number=1)) == before
