"""Fair play in exports and erasure: complaints stay confidential, and health data are deleted first."""

import json
from datetime import timedelta
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from fairplay.models import Complaint, Declaration, Inspection
from fairplay.services import receive_complaint, record_declaration, record_inspection
from tests.privacy.conftest import AFTER, NAME, Hall
from tests.privacy.test_personal_data_export import exported_data
from tests.world import NOW
from tournaments.models.event import Event
from tournaments.models.player import Player, Registration
from upkeep.privacy import erasure
from upkeep.privacy.erasure import forget_old
from upkeep.privacy.people import Person
from upkeep.privacy.views import export_person


@pytest.fixture
def fair_play_hall(hall: Hall) -> Hall:
    """Bob complains of her; she was checked, and declared a hearing aid; a note on Bob's check names her."""
    world = hall.world
    her = Registration.objects.get(player=hall.player)
    bob = Registration.objects.exclude(pk=her.pk).get(section=world.section)
    of: dict[str, Any] = {"actor": world.artur, "now": NOW, "section_id": world.section.pk}
    check = {"round_number": 1, "kind": "entrance", "outcome": "nothing"}
    record_inspection(**of, **check, registration_id=her.pk, note="Two keys")
    record_inspection(**of, **check, registration_id=bob.pk, note=f"With {NAME}")
    receive_complaint(**of, complainant_id=bob.pk, about_id=her.pk, facts=f"{NAME} left the hall")
    record_declaration(**of, registration_id=her.pk, kind="hearing_aid", text="Left ear")
    return hall


def exported(player: Player) -> dict[str, Any]:
    return exported_data(export_person(Person(None, (player,)), now=AFTER))


def test_the_complainant_exports_a_complaint_and_the_accused_does_not(fair_play_hall: Hall) -> None:
    hers = exported(fair_play_hall.player)
    assert "left the hall" not in json.dumps(hers) and "fairplay.Complaint" not in hers["rows"]
    assert [row["note"] for row in hers["rows"]["fairplay.Inspection"]] == ["Two keys"]
    assert hers["rows"]["fairplay.Declaration"][0]["text"] == "Left ear"
    bobs = exported(Player.objects.get(event=fair_play_hall.world.event, family_name="Bob"))
    assert bobs["rows"]["fairplay.Complaint"][0]["facts"] == f"{NAME} left the hall"


def test_an_erased_person_is_not_named_in_fair_play_records(fair_play_hall: Hall) -> None:
    erasure.erase_players(actor=fair_play_hall.ada, now=AFTER, player_ids=[fair_play_hall.player.pk])
    assert set(Inspection.objects.values_list("note", flat=True)) == {""}
    assert Inspection.objects.count() == 2 and not Declaration.objects.exists()
    assert "Zymenko" not in Complaint.objects.get().facts and "left the hall" in Complaint.objects.get().facts


def test_a_declaration_goes_a_week_after_the_event(fair_play_hall: Hall, settings: Settings) -> None:
    assert settings.KEEP_DECLARATIONS_DAYS == 7
    Event.objects.filter(pk=fair_play_hall.world.event.pk).update(starts_on=NOW.date(), ends_on=NOW.date())
    forget_old(NOW + timedelta(days=7))
    assert Declaration.objects.exists()
    forget_old(NOW + timedelta(days=8, hours=1))
    assert not Declaration.objects.exists() and Inspection.objects.count() == 2
