"""A player known in several scripts is named in the reader's script, also in pictures; namesakes are told apart."""

import re
from typing import Any

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
    for name, names in (("Alice", {"ru": "Алиса"}), ("Bob", {"ru": "Боб", "uk": "Боб"})):
        player = world.event.players.get(family_name=name)
        edit_player(actor=world.olga, now=NOW, player_id=player.pk, changes={"names": names})
    return world


def reader(language: str, name: str = "artur") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(get_user_model().objects.get(username=name))
    return client


def pages(world: World) -> dict[str, str]:
    args = [world.slug, world.board.pk]
    return {name: reverse(name, args=args) for name in ("game", "live-board", "board-card")}


@pytest.mark.parametrize("name", ["game", "live-board", "board-card"])
def test_a_page_of_a_game_has_the_names_of_its_language(world: World, name: str) -> None:
    address = pages(world)[name]
    for language, text, other in (("ru", RUSSIAN, LATIN), ("en", LATIN, RUSSIAN)):
        page = page_of(reader(language).get(address))
        assert text in page.title, page.title
        assert other not in page.text
        assert page.problems == []
    assert "Alice – Боб" in page_of(reader("uk").get(address)).title, "known in one script only"
    if name == "game":
        assert re.search(rf"<title[^>]*>{RUSSIAN}\. ", reader("ru").get(address).content.decode()), "the picture"


def test_names_are_asked_for_once_a_page(world: World, django_assert_num_queries) -> None:
    game = world.board
    with override("en"), django_assert_num_queries(1):
        for _ in range(5):
            assert players_of(game) == ("Alice", "Bob")


# Namesakes.


@pytest.fixture
def namesakes(world: World) -> World:
    """Alice and Bob have the same name now; 1520 and 1480 are their ratings."""
    world.event.players.update(family_name="Post", given_name="Noor", names={}, sort_key="post noor")
    for registration, rating in zip(world.section.registrations.order_by("number"), (1520, 1480), strict=True):
        type(registration).objects.filter(pk=registration.pk).update(rating=rating)
    return world


PUBLIC, DESK = "/events/spring-cup/open/", "/desk/spring-cup/open/"


@pytest.mark.parametrize("address", [
    f"{PUBLIC}rounds/1/", f"{PUBLIC}standings/", f"{PUBLIC}crosstable/", f"{PUBLIC}players/2/",
    f"{DESK}standings/", f"{DESK}rounds/1/", f"{DESK}rounds/1/print/", f"{DESK}rounds/1/results/",
    f"{DESK}rounds/1/boards/1/played/", "/hall/spring-cup/open/names/", "/hall/spring-cup/open/standings/",
])  # fmt: skip
def test_every_table_tells_namesakes_apart(namesakes: World, address: str) -> None:
    words = page_of(reader("en", "olga").get(address)).words
    assert "Post, Noor (1520)" in words
    assert "Post, Noor (1520) 1520" not in words or "/players/" in address, "the rating is shown once"


@pytest.mark.parametrize(("changes", "note"), [
    ({}, "Post, Noor (No. 1)"), ({"club": "Lions"}, "Post, Noor (No. 1)"),
    ({"birth_year": 2014}, "Post, Noor (*2014)"),
])  # fmt: skip
def test_namesakes_without_ratings_have_another_note(namesakes: World, changes: dict[str, Any], note: str) -> None:
    namesakes.section.registrations.update(rating=None)
    first, second = namesakes.event.players.order_by("pk")
    type(first).objects.filter(pk=first.pk).update(**changes)
    type(first).objects.filter(pk=second.pk).update(birth_year=2015)
    assert note in page_of(reader("en").get(f"{PUBLIC}standings/")).words


def test_a_saved_board_and_a_picture_to_share_tell_namesakes_apart(
    namesakes: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = reader("en", "olga")
    saved = client.post(
        f"{DESK}rounds/1/boards/1/result/", {"result": "1-0", "version": namesakes.pairing.version},
        headers={"x-requested-with": "fetch"},
    )  # fmt: skip
    assert "Post, Noor (1520)" in saved.content.decode()
    cards: list[Any] = []
    monkeypatch.setattr("portal.views.share_cards.share_card", lambda card, letters: cards.append(card) or b"png")
    assert client.get(f"{PUBLIC}card.png").status_code == 200
    assert cards[0].lines[0].name == "Post, Noor (1520)"
