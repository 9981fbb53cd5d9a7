"""Corrections before a round is public: starting numbers, ratings, times and the pairing."""

from datetime import timedelta

import pytest

from tavleya.errors import BadInput, Conflict
from tests.tournaments.conftest import raises_code
from tests.world import NOW, World
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.schedule import discard_drafts, reschedule_round
from tournaments.services.seeding import edit_registration, number_by_rating

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return World(others=("dora", "egor"), published=False)


def registration(world: World, number: int):
    return world.section.registrations.get(number=number)


def edit(world: World, choice: int, /, **changes: object):
    return edit_registration(actor=world.olga, now=NOW, registration_id=registration(world, choice).pk, changes=changes)


def test_numbers_follow_ratings_and_names_where_there_are_none(world: World) -> None:
    discard_drafts(actor=world.olga, now=NOW, section_id=world.section.pk)
    edit(world, 4, rating=2100)
    edit(world, 3, rating=2200)
    registrations = number_by_rating(actor=world.olga, now=NOW, section_id=world.section.pk)
    assert [item.player.family_name for item in registrations] == ["Dora", "Egor", "Alice", "Bob"]
    rows = world.section.registrations.select_related("player").order_by("player__sort_key")
    assert [registration.number for registration in rows] == [3, 4, 1, 2]


@pytest.mark.parametrize(
    ("changes", "error", "code"),
    [
        ({"number": 2}, Conflict, "number_taken"),
        ({"number": 0}, BadInput, "bad_number"),
        ({"rating": 9000}, BadInput, "bad_rating"),
        ({"status": "withdrawn"}, BadInput, "unknown_field"),
    ],
)
def test_an_registration_cannot_become_what_none_can_be(world: World, changes, error, code) -> None:
    discard_drafts(actor=world.olga, now=NOW, section_id=world.section.pk)
    before = Log.objects.count()
    with raises_code(error, code):
        edit(world, 1, **changes)
    assert (registration(world, 1).rating, Log.objects.count()) == (None, before)


def test_numbers_stand_once_the_section_is_paired_and_ratings_may_still_change(world: World) -> None:
    with raises_code(Conflict, "already_paired"):
        edit(world, 1, number=9)
    with pytest.raises(Conflict):
        number_by_rating(actor=world.olga, now=NOW, section_id=world.section.pk)
    assert edit(world, 1, rating=1999).rating == 1999


def test_discarded_drafts_leave_no_board_and_one_line_in_the_log(world: World) -> None:
    discarded = discard_drafts(actor=world.olga, now=NOW, section_id=world.section.pk)
    assert discarded == 3
    assert not Pairing.objects.exists()
    line = Log.objects.get(action="drafts.discarded")
    assert line.before == {"rounds": [1, 2, 3], "boards": 6}
    with raises_code(Conflict, "no_drafts"):
        discard_drafts(actor=world.olga, now=NOW, section_id=world.section.pk)


def test_a_round_begins_at_another_time_until_it_is_closed(world: World) -> None:
    row = world.rounds[0]
    at = NOW + timedelta(days=1)
    changed = reschedule_round(actor=world.olga, now=NOW, round_id=row.pk, starts_at=at)
    assert changed.starts_at == at
    reschedule_round(actor=world.olga, now=NOW, round_id=row.pk, starts_at=at)
    assert Log.objects.filter(action="round.rescheduled").count() == 1
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    start_round(actor=world.olga, now=NOW, round_id=row.pk)
    for pairing in row.pairings.all():
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1-0")
    close_round(actor=world.olga, now=NOW, round_id=row.pk)
    with raises_code(Conflict, "round_closed"):
        reschedule_round(actor=world.olga, now=NOW, round_id=row.pk, starts_at=None)
