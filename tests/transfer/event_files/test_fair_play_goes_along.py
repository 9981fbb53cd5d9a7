"""Checks and bags of an event that is handed off go with it and come back, and what was reversed there is so here."""

import pytest

from fairplay.models import CheckDraw, Complaint, Declaration, DeviceBag, DrawnPlayer, Inspection
from fairplay.services.checks import draw_checks, record_check, reverse_inspection
from fairplay.services.complaints import receive_complaint
from fairplay.services.declarations import record_declaration
from fairplay.services.devices import hand_back_bag, hand_in_devices
from tests.transfer.event_files.test_an_event_is_handed_off import come_back, elsewhere, handed_off
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.event import Event

pytestmark = pytest.mark.django_db


def keep_there(event: Event) -> None:
    """The check is reversed and made again, the bag fetched, another player complains and declares."""
    section = event.sections.get()
    registration, *_, last = section.registrations.order_by("number")
    check = Inspection.objects.get(section=section)
    drawn = check.drawn
    assert drawn is not None and drawn.draw.section_id == section.pk
    by = {"actor": SYSTEM, "now": later(hours=1)}
    reverse_inspection(**by, inspection_id=check.pk, note="Slip")
    record_check(**by, drawn_id=drawn.pk, outcome="refused")
    hand_back_bag(**by, event_id=event.pk, bag=7)
    of = {**by, "section_id": section.pk}
    hand_in_devices(**of, round_number=1, registration_id=last.pk, bag=7)
    receive_complaint(**of, complainant_id=last.pk, about_id=registration.pk, facts="Noise")
    record_declaration(**of, registration_id=last.pk, kind="other", text="A pump")


def test_checks_recorded_elsewhere_are_here_after_the_check_in() -> None:
    world = World(game="chess", regime="fide-2023", control="60", others=("dora", "egor"))
    of = {"actor": world.artur, "now": NOW, "section_id": world.section.pk}
    draw = draw_checks(**of, round_number=1, count=1)
    record_check(actor=world.artur, now=NOW, drawn_id=draw.drawn.get().pk, outcome="nothing")
    registration = world.section.registrations.get(number=1)
    hand_in_devices(**of, round_number=1, registration_id=registration.pk, bag=7)
    back = elsewhere(handed_off(world), keep_there)
    event = come_back(world, back)
    first, counter, second = Inspection.objects.order_by("at", "pk")
    assert counter.reverses == first and not first.stands
    assert second.stands and second.outcome == "refused" and second.drawn == DrawnPlayer.objects.get()
    assert CheckDraw.objects.get().seed == draw.seed
    fetched, device_bag = DeviceBag.objects.order_by("handed_in_at")
    assert (fetched.handed_back_at, device_bag.handed_back_at) == (later(hours=1), None)
    assert device_bag.event == event and device_bag.registration.section == world.section
    assert Complaint.objects.get().about == registration and Declaration.objects.get().text == "A pump"
