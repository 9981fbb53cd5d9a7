"""The game viewer: any ply has an address; every step is a link; htmx gets the changing part alone."""

import re
from itertools import pairwise

import pytest
from django.test import Client

from games.services.moves import resign
from games.services.results import import_moves
from tavleya.sides import Side
from tests.pages.html import Page, page_of
from tests.world import NOW, SYSTEM, World
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

pytestmark = pytest.mark.long


@pytest.fixture
def address(masters: Section) -> str:
    """Carlsen's game of round 1, 42 plies."""
    pairings = Pairing.objects.filter(round__section=masters, round__number=1)
    pairing = pairings.get(black__player__family_name="Carlsen")
    return f"/events/tata-steel-2022/games/{pairing.game_id}/"


def look(client: Client, address: str, **query: str) -> Page:
    page = page_of(client.get(address, query))
    assert page.problems == []
    return page


def board(client: Client, address: str, **query: str) -> str:
    html = client.get(address, query).content.decode()
    match = re.search(r'<div class="board-frame".*?</svg>', html, re.DOTALL)
    assert match is not None
    return match[0]


def step(page: Page, name: str) -> str:
    links = page.find(data_step=name)
    return links[0]["href"] if links else ""


def test_a_finished_game_opens_at_its_last_move_and_can_be_turned(visitor: Client, address: str) -> None:
    page = look(visitor, address)
    assert "21… Rc7" in page.words
    assert step(page, "next") == ""
    assert step(page, "previous") == "?ply=41"
    page = look(visitor, address, ply="10")
    turned = look(visitor, address + step(page, "flip"))
    squares = [tag["data-square"] for tag in page.find() if "data-square" in tag]
    squares_turned = [tag["data-square"] for tag in turned.find() if "data-square" in tag]
    assert squares_turned == squares[::-1]
    assert "5… Nbd7" in turned.words
    assert step(turned, "next") == "?ply=11&bottom=black"


@pytest.mark.long
def test_stepping_forward_from_the_start_shows_every_position_once(visitor: Client, address: str) -> None:
    boards, query = [], "?ply=0"
    while query:
        page = page_of(visitor.get(address + query))
        boards.append(board(visitor, address + query))
        query = step(page, "next")
    assert len(boards) == 43
    assert all(before != after for before, after in pairwise(boards))


def test_the_first_position_can_be_heard_and_a_senseless_ply_shows_the_end(visitor, address):
    page = look(visitor, address, ply="0")
    assert "Starting position" in page.words
    assert step(page, "previous") == ""
    assert step(page, "first") == ""
    assert "Position in words" in page.words and "White to move." in page.words
    assert len(page.find(id="said", aria_live="polite")) == 1
    for ply in ("-1", "x", "500", "99999999999999999999", "4²"):
        assert "21… Rc7" in look(visitor, address, ply=ply).words, ply


def test_moves_are_written_in_the_readers_letters_or_in_figurines(visitor: Client, address: str) -> None:
    for language, move in (("ru", "21… Лc7"), ("uk", "21… Тc7")):
        assert move in look(Client(headers={"accept-language": language}), address).words
    assert "21… ♖c7" in look(visitor, address, notation="figurines").words
    assert "21… Rc7" in look(visitor, address, notation="no-such").words


def test_htmx_gets_the_changing_part_alone_and_the_whole_page_on_going_back(visitor, address):
    part = visitor.get(address, {"ply": "3"}, headers={"hx-request": "true"}).content.decode()
    assert "<html" not in part and 'id="game"' in part
    headers = {"hx-request": "true", "hx-history-restore-request": "true"}
    assert "<html" in visitor.get(address, {"ply": "3"}, headers=headers).content.decode()


def test_the_result_stands_under_the_moves_with_its_reason(visitor: Client, world: World) -> None:
    world.started()
    resign(actor=SYSTEM, now=NOW, game_id=world.board.pk, side=Side.WHITE)
    assert "0 – 1 by resignation" in look(visitor, f"/events/spring-cup/games/{world.board.pk}/").words


def test_towers_are_listed_and_enlarged(visitor: Client, db: None) -> None:
    world = World()
    world.started()
    import_moves(actor=SYSTEM, now=NOW, game_id=world.board.pk, moves=["h1-h2", "e7-e5"])
    page = look(visitor, f"/events/spring-cup/games/{world.board.pk}/")
    assert len(page.find(data_tower="h2")) == 1
    assert "h2 2" in page.words


def test_a_running_clock_is_shown_and_one_that_was_never_started_is_not(visitor: Client, world: World) -> None:
    world.started()
    world.play("e2-e4")
    page = look(visitor, f"/events/spring-cup/games/{world.board.pk}/")
    assert len(page.find(data_clock="white")) == 1 and "1:00:00" in page.words
    paper = World(tracking="sheets", slug="paper-cup")
    import_moves(actor=SYSTEM, now=NOW, game_id=paper.board.pk, moves=["e2-e4", "e7-e5"], result="1/2-1/2")
    game = f"/events/paper-cup/games/{paper.board.pk}"
    page = look(visitor, f"{game}/")
    assert page.find(data_clock="white") == [] and "1:00:00" not in page.words
    assert "%clk" not in visitor.get(f"{game}.pgn").content.decode()
    bare = World(tracking="result", slug="bare-cup")
    words = look(visitor, f"/events/bare-cup/games/{bare.board.pk}/").words
    assert "The moves of this game were not recorded." in words


def test_a_board_in_play_leads_to_where_it_is_live(visitor: Client, world: World) -> None:
    live = f"/events/spring-cup/games/{world.board.pk}/board/"
    assert live not in page_of(visitor.get("/events/spring-cup/open/rounds/1/")).links
    world.started()
    assert live in page_of(visitor.get("/events/spring-cup/open/rounds/1/")).links
    assert live in look(visitor, f"/events/spring-cup/games/{world.board.pk}/").links
