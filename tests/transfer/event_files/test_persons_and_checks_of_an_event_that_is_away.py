"""While another machine runs an event, joined and hidden persons are kept here; checks and bags go along."""

import io

import pytest

from fairplay.models import CheckDraw, Complaint, Declaration, DeviceBag, DrawnPlayer, Inspection
from fairplay.services import (
    draw_checks,
    hand_back_bag,
    hand_in_devices,
    receive_complaint,
    record_check,
    record_declaration,
    reverse_inspection,
)
from people.models import PersonJoin
from people.services.persons import hide_person, join_known
from tests.tournaments.persons import holder, plays
from tests.transfer.event_files.test_an_event_is_handed_off import come_back, elsewhere, handed_off
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.event import Event
from tournaments.models.player import Person, Player
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


def bring_back(world: World, file: bytes, title: str = "WGM") -> None:
    """Check the event in after the hall has corrected a title, so that the player's row is recreated."""

    def correct(event: Event) -> None:
        player = event.players.get(family_name="Alice")
        edit_player(actor=SYSTEM, now=NOW, player_id=player.pk, changes={"title": title})

    back = elsewhere(file, correct)
    check_in_event(actor=world.olga, now=later(hours=4), event_id=world.event.pk, source=io.BytesIO(back))


def test_a_joined_player_stays_joined_when_the_event_returns(world: World) -> None:
    other = plays("other", "Alice", fide_id=FIDE)
    join_known(NOW)
    person = alice(world).person_id
    bring_back(world, handed_off(world))
    player = alice(world)
    assert player.title == "WGM" and person is not None
    assert (player.person_id, player.on_person_page) == (person, True)
    other.refresh_from_db()
    assert other.person_id == person
    assert PersonJoin.objects.filter(player=player, ended_by=None).count() == 1


def test_a_player_who_hides_while_the_event_is_away_stays_hidden_when_it_returns(world: World) -> None:
    file, player = handed_off(world), alice(world)
    hide_person(actor=holder(player, "a"), now=later(hours=1), player_id=player.pk, hidden=True)
    bring_back(world, file)
    plays("other", "Alice", fide_id=FIDE)
    join_known(later(hours=5))
    person = Person.objects.get()
    assert person.hidden_at is not None
    assert person.players.count() == 2 and not person.players.filter(on_person_page=True).exists()


def keep_there(event: Event) -> None:
    """Reverse and repeat the check, hand back the bag, and record a complaint and a declaration of another player."""
    section = event.sections.get()
    registration, *_, last = section.registrations.order_by("number")
    check = Inspection.objects.get(section=section)
    drawn = check.drawn
    assert drawn is not None and drawn.draw.section_id == section.pk
    common = {"actor": SYSTEM, "now": later(hours=1)}
    reverse_inspection(**common, inspection_id=check.pk, note="Slip")
    record_check(**common, drawn_id=drawn.pk, outcome="refused")
    hand_back_bag(**common, event_id=event.pk, bag=7)
    in_section = {**common, "section_id": section.pk}
    hand_in_devices(**in_section, round_number=1, registration_id=last.pk, bag=7)
    receive_complaint(**in_section, complainant_id=last.pk, about_id=registration.pk, facts="Noise")
    record_declaration(**in_section, registration_id=last.pk, kind="other", text="A pump")


def test_checks_recorded_elsewhere_are_here_after_the_check_in() -> None:
    world = World(game="chess", regime="fide-2023", control="60", others=("dora", "egor"))
    common = {"actor": world.artur, "now": NOW, "section_id": world.section.pk}
    draw = draw_checks(**common, round_number=1, count=1)
    record_check(actor=world.artur, now=NOW, drawn_id=draw.drawn.get().pk, outcome="nothing")
    registration = world.section.registrations.get(number=1)
    hand_in_devices(**common, round_number=1, registration_id=registration.pk, bag=7)
    back = elsewhere(handed_off(world), keep_there)
    event = come_back(world, back)
    first, counter, second = Inspection.objects.order_by("at", "pk")
    assert counter.reverses == first and not first.stands
    assert second.stands and second.outcome == "refused" and second.drawn == DrawnPlayer.objects.get()
    assert CheckDraw.objects.get().seed == draw.seed
    first_bag, second_bag = DeviceBag.objects.order_by("handed_in_at")
    assert (first_bag.handed_back_at, second_bag.handed_back_at) == (later(hours=1), None)
    assert second_bag.event == event and second_bag.registration.section == world.section
    assert Complaint.objects.get().about == registration and Declaration.objects.get().text == "A pump"
