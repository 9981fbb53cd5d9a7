"""A position as a picture, a game as a GIF, a page for another page's frame, and a wall of all boards."""

import re
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from games.services.results import import_moves
from tests.pages.html import page_of
from tests.world import NOW, SYSTEM, World

MOVES = ["e2-e4", "e7-e5", "g1-f3"]


@pytest.fixture
def played(db: None) -> World:
    world = World(others=("dora", "emil"))
    world.started()
    import_moves(actor=SYSTEM, now=NOW, game_id=world.board.pk, moves=MOVES, result="1/2-1/2")
    return world


def address(world: World, rest: str) -> str:
    return f"/events/spring-cup/games/{world.board.pk}{rest}"


def test_a_position_is_given_as_svg_and_png(played: World, visitor: Client) -> None:
    svg = visitor.get(address(played, "/position.svg?ply=1"))
    assert svg["Content-Type"] == "image/svg+xml"
    body = svg.content.decode()
    assert "<style>" in body and "1. e2-e4" in body and 'class="sq light last" data-square="e4"' in body
    png = visitor.get(address(played, "/position.png?ply=1&bottom=black"))
    assert png["Content-Type"] == "image/png"
    assert Image.open(BytesIO(png.content)).size[0] > 500


def test_a_finished_game_is_given_as_a_gif_and_one_that_goes_on_is_not(
    played: World, visitor: Client
) -> None:
    moving = visitor.get(address(played, ".gif"))
    assert Image.open(BytesIO(moving.content)).n_frames == len(MOVES) + 1
    assert ".gif" in visitor.get(address(played, "/")).content.decode()
    other = World(slug="autumn-cup")
    other.started()
    going_on = f"/events/autumn-cup/games/{other.board.pk}"
    assert visitor.get(f"{going_on}.gif").status_code == 404
    assert ".gif" not in visitor.get(f"{going_on}/").content.decode()


def test_only_the_page_for_frames_may_be_framed(played: World, visitor: Client) -> None:
    framed = visitor.get(address(played, "/embed/?ply=2"))
    assert "frame-ancestors *" in framed["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed
    assert "default-src 'self'" in framed["Content-Security-Policy"]
    body = framed.content.decode()
    assert "<form" not in body and "csrf" not in body
    assert "1… e7-e5" in page_of(framed).words
    for other in ("/", "/board/", "/position.svg"):
        answer = visitor.get(address(played, other))
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], other
        assert answer["X-Frame-Options"] == "DENY", other


def test_a_game_that_may_not_be_seen_is_not_shared(played: World, visitor: Client) -> None:
    played.event.published = False
    played.event.save()
    for rest in ("/position.svg", "/position.png", ".gif", "/embed/"):
        assert visitor.get(address(played, rest)).status_code == 404


def test_a_wall_shows_every_board_of_the_round_and_one_of_them_alone(played: World, visitor: Client) -> None:
    wall = "/events/spring-cup/open/rounds/1/boards/"
    body = visitor.get(wall).content.decode()
    assert len(re.findall('class="wall-tile', body)) == 2
    assert f'data-stream="/live/walls/{played.rounds[0].pk}"' in body
    alone = visitor.get(wall, {"game": played.board.pk}).content.decode()
    assert alone.count('class="wall-tile') == 1
    assert "½" in alone and 'class="mini-last"' in alone
    assert visitor.get(wall, {"game": "99999999"}).status_code == 404
    assert wall in page_of(visitor.get("/events/spring-cup/open/rounds/1/")).links


def test_a_wall_asks_no_more_of_the_database_for_more_boards(
    played: World, visitor: Client, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(12):
        visitor.get("/events/spring-cup/open/rounds/1/boards/")
