"""A late entrant may be new to the event, and gets half a point for each missed round that is ticked."""

from django.test import Client

from tests.pages.desk.test_swiss import S, make, pair, play, post
from tests.pages.html import page_of
from tests.world import World
from tournaments.models.player import Player


def test_a_new_player_enters_late_with_half_points(olga: Client, world: World) -> None:
    section = make(world, 4)
    play(world, pair(world, section, 1))
    act = {"act": "late", "name": "Larsen, Bent", "rating": 2395, "from_round": 2}
    refused = post(olga, S + "pairing/action/", **act, half_points=[2])
    assert refused.status_code == 422 and page_of(refused).problems == []
    post(olga, S + "pairing/action/", **act, half_points=[1])
    late = section.registrations.get(player__family_name="Larsen")
    assert (late.rating, late.from_round) == (2395, 2)
    assert section.rounds.get(number=1).pairings.filter(white=late, bye="half").exists()
    neither = post(olga, S + "pairing/action/", act="late", from_round=2)
    assert neither.status_code == 422 and page_of(neither).find(data_code="one_of_two")
    player = Player.objects.get(family_name="Alice")
    response = post(olga, S + "pairing/action/", **{**act, "name": "Alice"})
    assert response.status_code == 409 and page_of(response).find(name="who", value=str(player.pk))
    post(olga, S + "pairing/action/", **{**act, "name": "Alice"}, who=player.pk)
    assert section.registrations.filter(player=player, from_round=2).exists()


def test_the_forms_of_players_ask_for_the_rounds_missed_once_rounds_are_paired(
    olga: Client, world: World
) -> None:
    section = make(world, 4)
    assert not page_of(olga.get(S + "players/new/")).find(name="half_points")
    play(world, pair(world, section, 1))
    for address in (S + "players/new/", S + "players/list/"):
        page = page_of(olga.get(address))
        assert page.problems == [] and page.find(name="half_points", value="1")
    post(olga, S + "players/new/", family_name="Larsen", from_round=3, half_points=[1, 2])
    registration = section.registrations.get(player__family_name="Larsen")
    assert registration.from_round == 3 and registration.requested_byes.get().round_number == 2
    post(olga, S + "players/list/", text="Name\nNovice\n", half_points=[1])
    registration = section.registrations.get(player__family_name="Novice")
    assert registration.from_round == 2
    assert section.rounds.get(number=1).pairings.filter(white=registration, bye="half").exists()
