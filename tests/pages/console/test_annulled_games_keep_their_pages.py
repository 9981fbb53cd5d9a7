"""Pages of an annulled game that is replayed: the page continues with the new game, and the old record is readable."""

import pytest
from django.urls import reverse

from games.models.game import Game
from tests.pages.console.test_rulings_at_a_board import clock, rule

__all__ = ["clock"]


@pytest.fixture
def table(table_of, clock):
    return clock(table_of())


@pytest.fixture
def annulled(table):
    """The number of the game that the ruling was made in, and the answer to it."""
    old = table.game.pk
    return old, rule(table, "beginning", what="pieces")


def test_the_ruling_leads_to_the_new_game(table, annulled):
    old, answer = annulled
    games = Game.objects.get(replaces=old)
    assert answer.url == reverse("board-card", args=[table.world.slug, games.pk])
    assert table.client("artur").get(answer.url).status_code == 200


@pytest.mark.parametrize("page", ["board-card", "live-board", "game"])
def test_an_official_who_reads_the_annulled_game_sees_that_it_is_annulled(table, read, annulled, page):
    answer = table.client("artur").get(reverse(page, args=[table.world.slug, annulled[0]]))
    assert answer.status_code == 200
    assert "annulled" in read(answer).lower()


def test_the_page_to_undo_the_ruling_opens(table, annulled):
    address = reverse("board-ruling-undo", args=[table.world.slug, annulled[0], 1])
    assert table.client("artur").get(address).status_code == 200


def test_a_game_of_another_event_has_no_page_here(table, annulled):
    assert (
        table.client("artur").get(reverse("board-card", args=["elsewhere", annulled[0]])).status_code == 404
    )
