"""The standings say whose points a penalty changed, by which article, and no more once the ruling is undone."""

import re

import pytest
from django.test import Client

from arbiter.services.reversal import reverse
from arbiter.services.ruling import rule
from tests.world import World, later
from tournaments.services.results import enter_result

pytestmark = pytest.mark.django_db


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


@pytest.mark.article("chess:12.9.5")
def test_the_standings_explain_points_that_a_penalty_took() -> None:
    world = World(game="chess", regime="fide-2023", control="60")
    enter_result(actor=world.artur, now=later(seconds=2), pairing_id=world.pairing.pk, result="1/2-1/2")
    address = "/events/spring-cup/open/standings/"
    assert "Points changed by penalties" not in words(Client().get(address).content.decode())
    ruling = rule(
        actor=world.artur,
        now=later(seconds=5),
        game_id=world.board.pk,
        kind="penalty",
        facts={"offender": "white", "measure": "points_off", "half_points": "1"},
    )
    text = words(Client().get(address).content.decode())
    assert "Points changed by penalties" in text
    assert "Alice : −½ for the game of round 1, board 1." in text.replace("Round 1", "round 1")
    assert "FIDE Laws 12.9.5" in text
    reverse(actor=world.artur, now=later(seconds=9), ruling_id=ruling.pk, note="appeal upheld")
    assert "Points changed by penalties" not in words(Client().get(address).content.decode())
