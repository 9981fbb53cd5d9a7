"""Joined persons and hidden persons are kept here while another machine runs the event."""

import io

import pytest

from people.models.person import PersonJoin
from people.services.persons.decisions import hide_person
from people.services.persons.matching import join_known
from tests.tournaments.persons import holder, plays
from tests.transfer.event_files.test_an_event_is_handed_off import elsewhere, handed_off
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.event import Event
from tournaments.models.person import Person
from tournaments.models.player import Player
from tournaments.services.players import edit_player
from transfer.services.eventfile.hand_off import check_in_event

pytestmark = pytest.mark.django_db
FIDE = 4_100_018


@pytest.fixture
def world(db: None) -> World:
    created = World(game="chess", regime="fide-2023")
    edit_player(actor=created.olga, now=NOW, player_id=alice(created).pk, changes={"fide_id": FIDE})
    return created


def alice(world: World) -> Player:
    return Player.objects.get(event=world.event, family_name="Alice")


def back(world: World, file: bytes, title: str = "WGM") -> None:
    """Check the event in after the hall has corrected a title, so that the player's row is recreated."""

    def correct(event: Event) -> None:
        player = event.players.get(family_name="Alice")
        edit_player(actor=SYSTEM, now=NOW, player_id=player.pk, changes={"title": title})

    value = elsewhere(file, correct)
    check_in_event(actor=world.olga, now=later(hours=4), event_id=world.event.pk, source=io.BytesIO(value))


def test_a_joined_player_stays_joined_when_the_event_returns(world: World) -> None:
    other = plays("other", "Alice", fide_id=FIDE)
    join_known(NOW)
    person = alice(world).person_id
    back(world, handed_off(world))
    player = alice(world)
    assert player.title == "WGM" and person is not None
    assert (player.person_id, player.on_person_page) == (person, True)
    other.refresh_from_db()
    assert other.person_id == person
    assert PersonJoin.objects.filter(player=player, ended_by=None).count() == 1


def test_a_player_who_hides_while_the_event_is_away_stays_hidden_when_it_returns(world: World) -> None:
    file, player = handed_off(world), alice(world)
    hide_person(actor=holder(player, "a"), now=later(hours=1), player_id=player.pk, hidden=True)
    back(world, file)
    plays("other", "Alice", fide_id=FIDE)
    join_known(later(hours=5))
    person = Person.objects.get()
    assert person.hidden_at is not None
    assert person.players.count() == 2 and not person.players.filter(on_person_page=True).exists()
