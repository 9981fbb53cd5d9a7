"""A player known in several scripts is named in the reader's script on every page of the game, also in pictures."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.views.ledger import players_of
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.services.players import edit_player

LATIN, RUSSIAN = "Alice – Bob", "Алиса – Боб"


@pytest.fixture
def world(db: None) -> World:
    world = World()
    for name, known_values in (("Alice", {"ru": "Алиса"}), ("Bob", {"ru": "Боб", "uk": "Боб"})):
        player = world.event.players.get(family_name=name)
        edit_player(actor=world.olga, now=NOW, player_id=player.pk, changes={"names": known_values})
    return world


def reader(language: str, name: str = "artur") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(get_user_model().objects.get(username=name))
    return client


def pages(world: World) -> dict[str, str]:
    at = [world.slug, world.board.pk]
    return {name: reverse(name, args=at) for name in ("game", "live-board", "board-card")}


@pytest.mark.parametrize("name", ["game", "live-board", "board-card"])
def test_a_page_of_a_game_has_the_names_of_its_language(world: World, name: str) -> None:
    address = pages(world)[name]
    for language, text, other in (("ru", RUSSIAN, LATIN), ("en", LATIN, RUSSIAN)):
        page = page_of(reader(language).get(address))
        assert text in page.title, page.title
        assert other not in page.text
        assert page.problems == []


def test_a_player_known_in_one_script_only_keeps_their_name(world: World) -> None:
    page = page_of(reader("uk").get(pages(world)["game"]))
    assert "Alice – Боб" in page.title


def test_the_picture_of_the_board_is_called_so_too(world: World) -> None:
    text = reader("ru").get(pages(world)["game"]).content.decode()
    assert re.search(rf"<title[^>]*>{RUSSIAN}\. ", text)


def test_names_are_asked_for_once_a_page(world: World, django_assert_num_queries) -> None:
    game = world.board
    with override("en"), django_assert_num_queries(1):
        for _ in range(5):
            assert players_of(game) == ("Alice", "Bob")
