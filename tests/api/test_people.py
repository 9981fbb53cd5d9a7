"""A person over all events, and two persons against each other, as programs read them."""

from datetime import date

import pytest
from django.test import Client

from people.services.persons.decisions import hide_person, join_known
from tavleya.actors import Actor
from tests.databases import remembered
from tests.pages.public.test_people import cup, person_of, player_of
from tests.world import NOW, World


@pytest.fixture
def two(db: None) -> tuple[World, World]:
    return two_cups()


@remembered
def two_cups() -> tuple[World, World]:
    worlds = (cup("spring-cup"), cup("autumn-cup", "1/2-1/2", day=date(2026, 9, 1), game="draughts", rating=2050))
    join_known(NOW)
    return worlds


def test_a_person_is_read_with_history(two: tuple[World, World]) -> None:
    key, other = (person_of(two[0], name) for name in ("alice", "bob"))
    data = Client().get(f"/api/v1/people/{key}/").json()
    assert (data["id"], data["fide_id"], data["name"]) == (key, 4_100_018, "Alice")
    assert {game["event"]: (game["points"], game["place"]) for game in data["sections"]} == {
        "spring-cup": ("1", "1"),
        "autumn-cup": ("½", "1–2"),
    }
    assert {(game["list"], game["rating"]) for game in data["ratings"]} == {("standard", 2000), ("standard", 2050)}
    games = {game["event"]: game["games"] for game in data["sections"]}
    assert [(game["mark"], game["opponent_person"]) for game in games["spring-cup"]] == [("1", other)]
    assert [game["change"] for game in data["sections"]] == [None, 1000]
    both = [game for game in data["scores"] if game["side"] is None]
    assert {(game["game"], game["won"], game["drawn"]) for game in both} == {("chess", 1, 0), ("draughts", 0, 1)}


def test_two_persons_are_read_against_each_other(two: tuple[World, World]) -> None:
    key, other = (person_of(two[0], name) for name in ("alice", "bob"))
    data = Client().get(f"/api/v1/people/{other}/against/{key}/").json()
    assert {(item["event"], item["mark"]) for item in data["games"]} == {("spring-cup", "0"), ("autumn-cup", "½")}
    assert Client().get(f"/api/v1/people/{key}/against/{key}/").status_code == 404


def test_a_hidden_person_is_not_found(two: tuple[World, World]) -> None:
    key = person_of(two[0])
    player = player_of(two[0], "alice")
    link = Actor(None, "", player_id=player.pk)
    hide_person(actor=link, now=NOW, player_id=player.pk, hidden=True)
    assert Client().get(f"/api/v1/people/{key}/").status_code == 404
