"""Two arbiters at the table of devices at the same time: a bag goes to one player, and the other arbiter gets a
conflict."""

import pytest
from django.db import IntegrityError, transaction

from fairplay.models import DeviceBag, Inspection
from fairplay.services.checks import draw_checks, record_check
from fairplay.services.devices import hand_in_devices
from tavleya.errors import Conflict
from tests.arbiter.test_two_arbiters_at_one_board import at_once
from tests.world import World, later
from tournaments.models.player import Registration

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.mark.postgres
def test_one_bag_cannot_be_given_to_two_players_at_once() -> None:
    world = World(game="chess", regime="fide-2023", control="90+30")
    outcome, other = Registration.objects.filter(section=world.section)

    def give(registration: Registration):
        return lambda: hand_in_devices(
            actor=world.artur,
            now=later(),
            section_id=world.section.pk,
            round_number=1,
            registration_id=registration.pk,
            bag=7,
        )

    outcomes = at_once(give(outcome), give(other))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "DeviceBag"]
    refused = next(outcome for outcome in outcomes if isinstance(outcome, Conflict))
    assert refused.code == "bag_in_use" and DeviceBag.objects.count() == 1


@pytest.mark.postgres
def test_only_one_of_two_outcomes_of_a_check_is_recorded() -> None:
    world = World(game="chess", regime="fide-2023", control="90+30")
    draw = draw_checks(actor=world.artur, now=later(), section_id=world.section.pk, round_number=1, count=1)
    drawn = draw.drawn.get().pk

    def record(outcome: str):
        return lambda: record_check(actor=world.artur, now=later(), drawn_id=drawn, outcome=outcome)

    outcomes = at_once(record("nothing"), record("refused"))
    assert sorted(type(item).__name__ for item in outcomes) == ["Conflict", "Inspection"]
    assert Inspection.objects.count() == 1


def test_the_database_itself_keeps_a_bag_in_use_to_one_player() -> None:
    world = World(game="chess", regime="fide-2023", control="90+30")
    first, second = Registration.objects.filter(section=world.section)
    common = {"event": world.event, "round_number": 1, "bag": 7, "handed_in_at": later()}
    DeviceBag.objects.create(**common, registration=first)
    with pytest.raises(IntegrityError), transaction.atomic():
        DeviceBag.objects.create(**common, registration=second)
    DeviceBag.objects.update(handed_back_at=later(hours=1))
    DeviceBag.objects.create(**common, registration=second)
