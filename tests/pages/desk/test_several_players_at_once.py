"""Players of the event, qualifiers and absentees: chosen on one page, by one submit."""

from django.test import Client

from tests.pages.desk.conftest import new_section
from tests.pages.desk.test_swiss import S, make, pair, play, post, registration
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.player import Player
from tournaments.models.section import Section
from tournaments.services.bye_requests import request_bye


def cup(world: World) -> Section:
    return new_section(world, "cup", format="knockout")


C = "/desk/spring-cup/cup/"


def names(section: Section) -> list[str]:
    return list(section.registrations.order_by("number").values_list("player__family_name", flat=True))


def test_players_of_the_event_are_ticked_and_entered_together(world: World, olga: Client) -> None:
    section = cup(world)
    assert C + "players/event/" in page_of(olga.get(C + "players/")).links
    page = page_of(olga.get(C + "players/event/"))
    assert page.problems == [] and "Alice" in page.words and "Open" in page.words
    response = olga.post(C + "players/event/", {})
    assert response.status_code == 422 and page_of(response).find(data_code="nobody_chosen")
    keys = [Player.objects.get(family_name=name).pk for name in ("Alice", "Dora")]
    assert olga.post(C + "players/event/", {"player": keys})["Location"] == C + "players/"
    assert names(section) == ["Alice", "Dora"]
    page = page_of(olga.get(C + "players/event/"))
    assert not page.find(name="player", value=str(keys[0])) and page.find(name="player")
    assert olga.post(C + "players/event/", {"player": keys}).status_code == 409


def test_a_begun_swiss_takes_them_late_and_only_a_swiss_notes_absences(world: World, olga: Client) -> None:
    section = make(world, 4)
    play(world, pair(world, section, 1))
    assert "play from round 2" in page_of(olga.get(S + "players/event/")).words
    olga.post(S + "players/event/", {"player": [Player.objects.get(family_name="Alice").pk]})
    assert section.registrations.get(player__family_name="Alice").from_round == 2
    address = "/desk/spring-cup/open/players/absences/"
    assert olga.get(address).status_code == 404
    assert address not in page_of(olga.get("/desk/spring-cup/open/players/")).links


def test_the_first_of_another_section_qualify(world: World, olga: Client) -> None:
    source, section = make(world, 6), cup(world)
    play(world, pair(world, source, 1))
    assert C + "players/qualify/" in page_of(olga.get(C + "players/")).links
    page = page_of(olga.get(C + "players/qualify/", {"source": "swiss", "n": 2}))
    assert page.problems == [] and "after Round 1: they have not been declared final" in page.words
    (key,) = (row["value"] for row in page.find(name="standings"))
    ticked = [row["value"] for row in page.find(name="registration", checked="")]
    assert len(ticked) == 2 and len(page.find(name="registration")) == 6
    data = {"source": "swiss", "n": 2, "standings": key, "registration": ticked}
    assert olga.post(C + "players/qualify/", {**data, "standings": "old"}).status_code == 409
    assert olga.post(C + "players/qualify/", data)["Location"] == C + "players/"
    players = section.registrations.order_by("number").values_list("player", flat=True)
    assert list(players) == [source.registrations.get(pk=key).player_id for key in ticked]
    page = page_of(olga.get(C + "players/qualify/", {"source": "swiss", "n": 2}))
    assert "already in this section" in page.words and len(page.find(name="registration", disabled="")) == 2


def test_a_tie_at_the_cut_is_shown_before_players_are_entered(world: World, olga: Client) -> None:
    make(world, 6)
    cup(world)
    page = page_of(olga.get(C + "players/qualify/", {"source": "swiss", "n": 2}))
    assert "No round of Open Swiss has been published" in page.words
    assert "Tie at the cut" in page.words


def test_the_first_of_several_groups_qualify_and_the_first_stage_is_shown_before(world, olga):
    make(world, 4, slug="one")
    make(world, 4, slug="two", first=11)
    section = cup(world)
    page = page_of(olga.get(C + "players/qualify/", {"source": ["one", "two"]}))
    assert page.problems == []
    assert "A1" in page.words and "First stage, if these players qualify" in page.words
    data = {
        "source": [row["value"] for row in page.find(name="source", type="hidden")],
        "standings": [row["value"] for row in page.find(name="standings")],
        "registration": [row["value"] for row in page.find(name="registration", checked="")],
        "n": 2,
    }
    assert [len(values) for values in data.values() if isinstance(values, list)] == [2, 2, 4]
    uneven = olga.post(C + "players/qualify/", {**data, "registration": data["registration"][:3]})
    assert uneven.status_code == 422 and names(section) == []
    assert olga.post(C + "players/qualify/", data)["Location"] == C + "players/"
    assert section.registrations.count() == 4


def test_absences_of_a_hall_are_noted_by_one_submit(world: World, olga: Client) -> None:
    section = make(world, 6)
    address = S + "players/absences/"
    for start in ("players/", "pairing/"):
        assert address in page_of(olga.get(S + start)).links
    item, two, three = (registration(section, number) for number in (1, 2, 3))
    request_bye(actor=world.olga, now=NOW, registration_id=three.pk, round_number=1, kind="half")
    page = page_of(olga.get(address))
    assert page.problems == [] and "half-point bye" in page.words
    assert "withdrawn players are removed from the list" in page.words
    assert olga.post(address, {f"state_{item.pk}": ""}).status_code == 422
    done = post(olga, address, **{f"state_{item.pk}": "absent", f"state_{two.pk}": "withdrawn"})
    assert done["Location"] == S + "pairing/"
    words = page_of(olga.get(S + "pairing/")).words
    assert "3 players to be paired" in words and "zero-point bye" in words
    assert not section.registrations.filter(pk=two.pk).exists()


def test_the_order_of_equal_players_is_chosen_on_their_page(world: World, olga: Client) -> None:
    section = make(world, 3)
    assert "alphabetically" in page_of(olga.get(S + "players/")).words
    olga.post(S + "players/numbers/", {"equal_seeds": "entry"})
    section.refresh_from_db()
    assert section.equal_seeds == "entry"
    assert page_of(olga.get(S + "players/")).find(value="entry", selected="")
    assert olga.post(S + "players/numbers/", {"equal_seeds": "birth"}).status_code == 422
