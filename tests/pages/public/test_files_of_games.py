"""Files and pictures of games: complete, the same when read again, and shown in the frames of other sites."""

import io
import re
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import chess.pgn
import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from games.services.moves import play_move
from games.services.results import import_moves
from games.states import state_of
from tavleya import languages
from tavleya.formats.players_csv import PlayerRow, read_players
from tavleya.rules import pdn, pgn
from tests.pages.desk.conftest import new_section
from tests.pages.html import page_of
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, Team, TeamMember
from tournaments.models.section import Section
from tournaments.services.results import set_forfeit

ALICE = {"title": "WGM", "fide_id": 4100018, "federation": "NED"}


@pytest.fixture
def cup(db: None) -> World:
    """Chess with clocks; Alice, who has White at board 1, is known in full, and plays for a team."""
    world = World(game="chess", regime="fide-2023", control="40/90+30:30+30", others=("dora", "emil"), tracking="live")
    Player.objects.filter(event=world.event, family_name="Alice").update(**ALICE)
    alice = Registration.objects.get(section=world.section, player__family_name="Alice")
    Registration.objects.filter(pk=alice.pk).update(rating=2412)
    team = Team.objects.create(section=world.section, number=1, name="Rooks")
    TeamMember.objects.create(team=team, registration=alice, place=1)
    world.event.place, world.event.federation, world.event.time_zone = "Lviv", "UKR", "Europe/Kyiv"
    world.event.save()
    return world


def read(visitor: Client, address: str = "/events/spring-cup/open/rounds/1.pgn") -> list[chess.pgn.Game]:
    answer: Any = visitor.get(address)
    assert answer.status_code == 200
    file = io.StringIO(b"".join(answer.streaming_content).decode())
    games = []
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors
        games.append(game)
    return games


HEAD = {
    "Event": "Spring Cup: Open", "Site": "Lviv, UKR", "Date": "2026.11.20", "Round": "1.1", "White": "Alice",
    "Black": "Emil", "Result": "*", "WhiteTitle": "WGM", "WhiteElo": "2412", "WhiteFideId": "4100018",
    "WhiteTeam": "Rooks", "WhiteFed": "NED", "Board": "1", "TimeControl": "40/5400+30:1800+30",
}  # fmt: skip


def test_the_head_of_a_game_has_all_known_data(cup: World, visitor: Client) -> None:
    new_section(cup, "blitz", rules={}, format="round_robin")  # and the name of the event is the same
    head = read(visitor)[0].headers
    assert {name: head[name] for name in HEAD} == HEAD
    assert not [name for name in head if name.startswith("Black") and name != "Black"]


def test_boards_come_in_order_with_clock_times_and_a_game_has_the_same_key_as_long_as_it_is_played(cup, visitor):
    before = read(visitor)
    assert [game.headers["Board"] for game in before] == ["1", "2"]
    assert not any(list(game.mainline_moves()) for game in before)
    cup.started()
    cup.play("e4", "e5", seconds=20)
    after = read(visitor)
    assert [round(node.clock() or 0) for node in after[0].mainline()] == [5440, 5440]
    for name in ("Event", "Site", "Round", "Board", "GameId", "White", "Black"):
        assert [game.headers[name] for game in before] == [game.headers[name] for game in after]
    assert len({game.headers["GameId"] for game in after}) == 2


def test_the_day_is_the_planned_one_until_the_hour_is_set_and_that_of_the_place(cup, visitor):
    cup.section.planned_starts = ["2026-11-25T09:00:00+00:00"]
    cup.section.save()
    assert read(visitor)[0].headers["Date"] == "2026.11.25"
    round_ = cup.rounds[0]
    round_.starts_at = datetime(2026, 11, 21, 22, 30, tzinfo=UTC)
    round_.save(update_fields=["starts_at"])
    assert read(visitor)[0].headers["Date"] == "2026.11.22"


def test_a_forfeit_has_a_result_and_no_moves(cup: World, visitor: Client) -> None:
    set_forfeit(actor=cup.artur, now=NOW, pairing_id=cup.pairing.pk, result="-/+", reason="absent")
    (game, _) = read(visitor)
    assert (game.headers["Result"], game.headers["Termination"]) == ("0-1", "unplayed")


def test_the_game_goes_on_as_a_chapter_after_an_irregular_move(cup: World, visitor: Client) -> None:
    cup.started()
    cup.play("e4", "e5")
    play_move(actor=SYSTEM, now=later(seconds=9), game_id=cup.board.pk, text="a1a5", irregular=True)
    play_move(actor=SYSTEM, now=later(seconds=12), game_id=cup.board.pk, text="Nf6")
    first, second, other = read(visitor)
    assert [move.uci() for move in first.mainline_moves()] == ["e2e4", "e7e5"]
    assert [move.uci() for move in second.mainline_moves()] == ["g8f6"]
    assert second.headers["GameId"] == f"{first.headers['GameId']}-2"
    assert other.headers["Board"] == "2"


def moves_of(pairing: Pairing) -> tuple[str, ...]:
    assert pairing.game is not None
    return tuple(ply.text for ply in state_of(pairing.game).line.plies)


def test_every_draughts_game_reads_back(visitor: Client, championship: Section) -> None:
    for pairing in Pairing.objects.select_related("game"):
        reading = pdn.read_pdn(visitor.get(f"/events/ussr/games/{pairing.game_id}.pdn").content.decode())
        assert reading.clean
        assert [game.moves for game in reading.games] == [moves_of(pairing)]


def test_a_game_of_tavreli_reads_back_with_its_clock_times(visitor: Client, world: World) -> None:
    world.started()
    world.play("e2-e4", "e7-e5", seconds=15)
    response = visitor.get(f"/events/spring-cup/games/{world.board.pk}.pgn")
    assert response["Content-Type"] == "application/vnd.chess-pgn; charset=utf-8"
    assert "attachment" in response["Content-Disposition"]
    text = response.content.decode()
    (game,) = pgn.read_pgn(text).games
    assert game.moves == ("e2-e4", "e7-e5")
    assert game.tags["Variant"] == "Tavreli"
    # 60 min with a delay of 10 s: a Fischer reader must not take it for an increment.
    assert game.tags["TimeControl"] == "3600"
    assert "[%clk" in text


def test_a_game_has_the_file_form_of_its_kind_only_with_its_draw_offers(visitor, world):
    assert visitor.get(f"/events/spring-cup/games/{world.board.pk}.pdn").status_code == 404
    assert visitor.get(f"/events/spring-cup/games/{world.board.pk}.exe").status_code == 404
    world.started()
    play_move(actor=SYSTEM, now=later(seconds=1), game_id=world.board.pk, text="e2-e4", offer=True)
    assert "(=)" in visitor.get(f"/events/spring-cup/games/{world.board.pk}.pgn").content.decode()


def facts(row: PlayerRow) -> tuple[object, ...]:
    return row.number, row.name.full, row.federation, row.fide_id, row.ratings.get("standard")


@pytest.mark.parametrize("language", languages.codes())
def test_a_list_of_players_reads_back_in_every_language(client, masters, language):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    address = "/events/tata-steel-2022/masters"
    expected = [
        (entry.number, entry.player.name.full, entry.player.federation, entry.player.fide_id, entry.rating)
        for entry in masters.registrations.select_related("player").order_by("number")
    ]
    for name in (f"{address}/players.csv", f"{address}.xlsx", f"{address}.trf"):
        reading = read_players(client.get(name).content)
        assert not reading.problems and [facts(row) for row in reading.rows] == expected, name


MOVES = ["e2-e4", "e7-e5", "g1-f3"]


@pytest.fixture
def played(db: None) -> World:
    world = World(others=("dora", "emil"))
    world.started()
    import_moves(actor=SYSTEM, now=NOW, game_id=world.board.pk, moves=MOVES, result="1/2-1/2")
    return world


def address(world: World, rest: str) -> str:
    return f"/events/spring-cup/games/{world.board.pk}{rest}"


def test_a_position_is_given_as_svg_and_png_and_a_finished_game_alone_as_a_gif(played, visitor):
    svg = visitor.get(address(played, "/position.svg?ply=1"))
    assert svg["Content-Type"] == "image/svg+xml"
    body = svg.content.decode()
    assert "<style>" in body and "1. e2-e4" in body and 'class="sq light last" data-square="e4"' in body
    png = visitor.get(address(played, "/position.png?ply=1&bottom=black"))
    assert png["Content-Type"] == "image/png"
    assert Image.open(BytesIO(png.content)).size[0] > 500
    assert Image.open(BytesIO(visitor.get(address(played, ".gif")).content)).n_frames == len(MOVES) + 1
    assert ".gif" in visitor.get(address(played, "/")).content.decode()
    other = World(slug="autumn-cup")
    other.started()
    unfinished = f"/events/autumn-cup/games/{other.board.pk}"
    assert visitor.get(f"{unfinished}.gif").status_code == 404
    assert ".gif" not in visitor.get(f"{unfinished}/").content.decode()


def test_only_the_page_for_frames_may_be_framed(played: World, visitor: Client) -> None:
    framed = visitor.get(address(played, "/embed/?ply=2"))
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    assert "default-src 'self'" in framed["Content-Security-Policy"]
    body = framed.content.decode()
    assert "<form" not in body and "csrf" not in body
    assert "1… e7-e5" in page_of(framed).words
    for path in ("/", "/board/", "/position.svg"):
        answer = visitor.get(address(played, path))
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], path
        assert answer["X-Frame-Options"] == "DENY", path


def test_a_wall_shows_every_board_or_one_of_them_alone(played, visitor, django_assert_max_num_queries):
    wall = "/events/spring-cup/open/rounds/1/boards/"
    body = visitor.get(wall).content.decode()
    assert len(re.findall('class="wall-tile', body)) == 2
    assert f'data-stream="/live/walls/{played.rounds[0].pk}"' in body
    alone = visitor.get(wall, {"game": played.board.pk}).content.decode()
    assert alone.count('class="wall-tile') == 1
    assert "½" in alone and 'class="mini-last"' in alone
    assert visitor.get(wall, {"game": "99999999"}).status_code == 404
    assert wall in page_of(visitor.get("/events/spring-cup/open/rounds/1/")).links
    with django_assert_max_num_queries(12):
        visitor.get("/events/spring-cup/open/rounds/1/boards/")
