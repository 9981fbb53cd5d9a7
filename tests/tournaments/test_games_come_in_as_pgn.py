"""A program at the venue sends a round as PGN: matched to boards without a guess, taken as far as the games go."""

import pytest

from documents.selectors.game_files import tags_of_board
from games.files import game_text
from games.models.game import Game
from games.states import state_of
from tavleya.errors import BadInput
from tests.world import World, later
from tournaments.models.boards import BoardQuestion, Feed, GameSource
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from venue.services.pgn import GameAnswer, report_pgn

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60+30", others=("dora", "emil"), tracking="live")


def send(world: World, *games: str, seconds: float = 0) -> list[GameAnswer]:
    return report_pgn(
        actor=world.hana, now=later(seconds=seconds), round_id=world.rounds[0].pk, pgn="\n\n".join(games)
    )


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
    assert game is not None
    return [ply.text for ply in state_of(game).line.plies]


def test_games_are_matched_by_table_key_ids_and_names(world: World) -> None:
    for number, player in enumerate(Player.objects.order_by("family_name"), 1):
        player.fide_id = 990000 + number
        player.save()
    second = board(world, 2)
    ids = {"WhiteFideId": str(second.white.player.fide_id), "BlackFideId": str(second.black.player.fide_id)}  # type: ignore[union-attr]
    names = {"White": second.white.player.full_name, "Black": second.black.player.full_name}  # type: ignore[union-attr]
    for second_tags in ({"Board": "2"}, {"Round": "1.2"}, {"GameId": str(second.game.key)}, ids, names):  # type: ignore[union-attr]
        for moves in ("1. e4 *", "1. e4 e5 *"):
            first, other = send(world, game("1. d4 *", Board="1"), game(moves, **second_tags))
            assert (first.told.board, other.told.board) == (1, 2)
    assert moves_at(world, 2) == ["e2e4", "e7e5"] and moves_at(world, 1) == ["d2d4"]
    assert GameSource.objects.get(game=second.game).feed == Feed.PGN


def test_a_game_that_matches_no_board_or_two_boards_is_reported_without_a_guess(world: World) -> None:
    second = board(world, 2)
    answers = send(
        world,
        game("1. e4 *", White="Somebody", Black="Else"),
        game("1. e4 *", Board="1", GameId=str(second.game.key)),  # type: ignore[union-attr]
        game("1. e4 *", Board="2", Round="3.2"),
        game("1. e4 *", Board="1"),
        game("1. d4 *", Round="1.1"),
    )
    codes_of = [answer.told.code for answer in answers]
    assert codes_of == ["no_board", "two_boards", "other_round", "two_games", "two_games"]
    assert moves_at(world, 1) == moves_at(world, 2) == []


def test_the_same_text_may_come_again_and_an_older_one_changes_nothing(world: World) -> None:
    long = game("1. e4 {[%clk 0:59:30]} e5 {[%clk 0:59:10]} 2. Nf3 {[%clk 0:59:00]} *", Board="1")
    assert codes(send(world, long)) == [("taken", 1)]
    entries = Game.objects.get(pk=world.board.pk).seq
    assert codes(send(world, long, seconds=1)) == [("same", 1)]
    assert codes(send(world, game("1. e4 *", Board="1"), seconds=2)) == [("older", 1)]
    assert Game.objects.get(pk=world.board.pk).seq == entries
    assert "2. Nf3 {[%clk 0:59:00]" in game_text(world.board, {})


def test_one_bad_game_is_reported_with_its_ply_and_the_others_are_taken(world: World) -> None:
    answers = send(world, game("1. e4 e5 2. Ke3 Nc6 *", Board="1"), game("1. d4 d5 1/2-1/2", Board="2"))
    assert codes(answers) == [("not_legal", 1), ("taken", 2)]
    assert (answers[0].told.ply, answers[0].told.taken) == (3, 2) and answers[0].told.reason
    assert {(row.code, row.ply, row.mark) for row in BoardQuestion.objects.all()} == {
        ("illegal_move", 3, ""), ("result", 0, "1/2-1/2"),
    }  # fmt: skip
    differs = send(world, game("1. d4 *", Board="1"), seconds=1)
    assert codes(differs) == [("differs", 1)]


def test_a_file_that_is_still_being_written_raises_no_question(world: World) -> None:
    cut = game("1. d4 *", Board="2") + "\n\n" + game("1. e4 e5 2. Nf", Board="1", Result="*")
    assert codes(send(world, cut)) == [("taken", 2), ("taken", 1)]
    assert not BoardQuestion.objects.exists()


def test_our_own_file_of_a_round_comes_back_as_it_was(world: World) -> None:
    send(world, game("1. e4 e5 *", Board="1"))
    pairing = board(world, 1)
    text = game_text(world.board, tags_of_board(pairing, "Spring Cup"))
    assert codes(send(world, text, seconds=1)) == [("same", 1)]


def test_a_game_from_another_position_is_asked_about(world: World) -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
    (answer,) = send(world, game("1. d4 *", Board="1", SetUp="1", FEN=start))
    assert answer.told.question is not None and answer.told.question.code == "start_position"
    assert moves_at(world, 1) == []


def test_a_file_that_is_not_a_pgn_of_the_round_is_refused(world: World) -> None:
    with pytest.raises(BadInput, match="no games"):
        send(world, "")
    draughts = World(slug="draughts", game="draughts", regime="draughts64", control="60")
    with pytest.raises(BadInput, match="not written as PGN"):
        send(draughts, "1. e4 *")
