"""Start positions of a Chess960 section: fixed for all games, drawn for each round, or drawn for each board."""

import pytest
from django.core.management import call_command

from games.services.moves import play_move, start_game
from games.states import state_of
from games.views.requests import game_text
from tavleya.errors import BadInput, Conflict
from tavleya.pairing.knockout import DrawRecord, draw, verify
from tavleya.rules.chess960 import STARTS
from tavleya.rules.registry import rules_for
from tests.tournaments.conftest import LATER, NOW, raises_code
from tournaments.models.pairing import Pairing
from tournaments.models.swiss import RestorePoint
from tournaments.selectors.standings import draw_record
from tournaments.services.drawn_openings import commit_draw, reveal_seed
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.restore_points import restore
from tournaments.services.rounds import pair_round_robin, publish_round
from tournaments.services.swiss import pair_next_round

SEED = "sixteen letters or more"


@pytest.fixture
def section(world):
    return create_section(world)


def create_section(world, **fields):
    section = world.section(game="chess960", slug=fields.pop("slug", "chess960"), tracking="live", **fields)
    world.enter(section, "Leko", "Svidler", "Aronian", "Nakamura")
    return section


def bind(world, section, scope="round", table="chess960"):
    return commit_draw(actor=world.olga, now=NOW, section_id=section.pk, table=table, scope=scope, seed=SEED)


def published(world, section, rounds=1):
    rows = pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)
    for row in rows[:rounds]:
        publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    return rows


def starts(section, number):
    boards = section.rounds.get(number=number).pairings.select_related("game").order_by("board")
    return [(board.opening, board.game.start_position) for board in boards]


def test_nothing_is_published_before_it_is_settled_where_the_games_begin(world, section):
    with raises_code(Conflict, "start_not_settled"):
        published(world, section)
    assert not Pairing.objects.exclude(game=None).exists()


@pytest.mark.parametrize("value", ["77", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"])
def test_a_given_position_is_that_of_every_game(world, value):
    section = create_section(world, rules={"start_position": value})
    published(world, section)
    due = rules_for("chess960").position(value).text()
    assert starts(section, 1) == [("", due), ("", due)]


def test_an_invalid_start_position_is_refused(world):
    with raises_code(BadInput, "no_start_position"):
        create_section(world, rules={"start_position": "960"})


def test_one_draw_holds_for_a_round(world, section):
    bind(world, section)
    published(world, section, rounds=3)
    rounds = [starts(section, number) for number in (1, 2, 3)]
    for number, boards in enumerate(rounds, start=1):
        code = draw(SEED, "", STARTS.codes, number)
        assert boards == [(code, STARTS.opening(code).position.text())] * 2
    assert len({boards[0] for boards in rounds}) == 3


def test_every_board_has_a_separate_draw_and_the_public_can_check_them(world, section, capsys):
    bind(world, section, scope="board")
    rows = published(world, section, rounds=3)
    drawn = list(Pairing.objects.filter(round__in=rows).order_by("drawn").values_list("drawn", "opening"))
    assert drawn == [(number, draw(SEED, "", STARTS.codes, number)) for number in range(1, 7)]
    reveal_seed(actor=world.olga, now=LATER, section_id=section.pk)
    record = draw_record(section)
    draws = [(item.round, item.board, item.match) for item in record.draws[:3]]
    assert draws == [(1, 1, None), (1, 2, None), (2, 1, None)]
    assert verify(DrawRecord.read(record.plain()), STARTS.codes) == ()
    call_command("verify_draw", section=f"{world.event.slug}/chess960")
    assert capsys.readouterr().out.startswith("6 draws")


def test_a_draw_for_matches_needs_matches_and_a_table_of_the_game(world, section):
    with raises_code(Conflict, "no_match_terms"):
        bind(world, section, scope="match")
    with raises_code(BadInput, "table_of_other_game"):
        bind(world, section, table="idf")


def test_draughts_are_not_drawn_for_single_boards(world):
    draughts = world.section(game="draughts", regime="draughts64")
    with raises_code(BadInput, "bad_scope"):
        bind(world, draughts, scope="board", table="idf")


def test_a_restored_round_has_its_positions_again(world):
    section = create_section(world, format="swiss", rounds_planned=3)
    bind(world, section)
    row = pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    before = starts(section, 1)
    undo_last_round(actor=world.olga, now=LATER, section_id=section.pk, number=1)
    point = RestorePoint.objects.filter(section=section, before="undo").get()
    restore(actor=world.olga, now=LATER, point_id=point.pk)
    assert starts(section, 1) == before and before[0][0]


def test_laws_of_chess_are_in_force(world, section):
    assert section.regime == "fide-2023"
    with raises_code(BadInput, "regime_of_other_game"):
        world.section(game="chess960", regime="draughts64")


def test_a_game_is_played_from_its_position_and_given_out_as_pgn(world):
    value = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"
    section = create_section(world, rules={"start_position": value})
    published(world, section)
    board = section.rounds.get(number=1).pairings.select_related("game").first()
    start_game(actor=world.chen, now=NOW, game_id=board.game_id)
    for text in ("O-O", "f8g8"):
        side = state_of(type(board.game).objects.get(pk=board.game_id)).turn
        game = play_move(actor=world.chen, now=LATER, game_id=board.game_id, side=side, text=text)
    assert [ply.text for ply in state_of(game).plies] == ["f1g1", "f8g8"]
    text = game_text(game, {})
    assert '[Variant "Chess960"]' in text and '[FEN "nrbbqkrn/' in text and "1. O-O O-O *" in text
