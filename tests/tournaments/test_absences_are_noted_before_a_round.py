"""Absent players are recorded together before a round is paired: absent in it, or withdrawn."""

import pytest

from tavleya.errors import BadInput, Conflict
from tests.tournaments.conftest import NOW, raises_code
from tests.tournaments.swiss import boards, byes, make_swiss, pair, play_round, registration
from tournaments.models.player import Registration
from tournaments.services.attendance import record_absences
from tournaments.services.byes import cancel_bye, request_byes
from tournaments.services.pairing_again import pair_again
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


def note(world, section, absent=(), withdrawn=()):
    keys = [[registration(section, number).pk for number in numbers] for numbers in (absent, withdrawn)]
    values = {"section_id": section.pk, "absent_ids": keys[0], "withdrawn_ids": keys[1]}
    record_absences(actor=world.olga, now=NOW, **values)


def test_before_round_one_some_stay_away_and_some_leave_the_list(world):
    section = make_swiss(world, 8)
    note(world, section, absent=[2, 5], withdrawn=[7, 8])
    assert section.registrations.count() == 6
    row = pair(world, section, 1)
    assert byes(row) == {2: "zero", 5: "zero"}
    assert {number for board in boards(row) for number in board} == {1, 3, 4, 6}


def test_between_rounds_who_withdraws_keeps_the_results(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    note(world, section, absent=[1], withdrawn=[6])
    assert registration(section, 6).status == "withdrawn"
    assert byes(pair(world, section, 2)) == {1: "zero"}
    assert section.restore_points.filter(before="attendance").count() == 1


def test_an_absent_player_who_requested_half_a_point_gets_none(world):
    section = make_swiss(world, 4)
    values = {"actor": world.olga, "now": NOW, "registration_id": registration(section, 1).pk}
    request_byes(**values, round_numbers=[1, 2], kind="half", confirmed=["second_half_bye"])
    note(world, section, absent=[1])
    assert list(registration(section, 1).requested_byes.values_list("kind", flat=True)) == ["zero", "half"]


def test_a_round_robin_loses_them_before_it_is_paired(world):
    section = world.section()
    world.enter(section, "A", "B", "C")
    with pytest.raises(BadInput):
        note(world, section, absent=[1])
    note(world, section, withdrawn=[1, 2])
    assert section.registrations.get().player.family_name == "C"


def test_invalid_absences_are_refused_completely(world):
    section = make_swiss(world, 4)
    Registration.objects.filter(pk=registration(section, 4).pk).update(status="excluded")
    for absent, withdrawn, kind in (((), (), BadInput), ((1, 4), (), Conflict), ((1,), (4,), Conflict)):
        with pytest.raises(kind):
            note(world, section, absent, withdrawn)
    assert not registration(section, 1).requested_byes.exists()
    with pytest.raises(BadInput):
        record_absences(actor=world.olga, now=NOW, section_id=section.pk, absent_ids=[10**9])


def test_a_player_who_is_absent_while_the_round_is_a_draft_is_removed_from_it(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    row = pair(world, section, 2)
    note(world, section, absent=[3, 4])
    with raises_code(Conflict, "draft_stale"):
        publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    row = pair_again(actor=world.olga, now=NOW, round_id=row.pk)
    assert row.number == 2 and byes(row) == {3: "zero", 4: "zero"}
    values = {"actor": world.olga, "now": NOW, "round_number": 2}
    cancel_bye(**values, registration_id=registration(section, 3).pk)
    row = pair_again(actor=world.olga, now=NOW, round_id=row.pk)
    assert byes(row)[4] == "zero" and 3 in {number for board in boards(row) for number in board} | {
        item for item, kind in byes(row).items() if kind == "pairing_allocated"
    }
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    with pytest.raises(Conflict):
        cancel_bye(**values, registration_id=registration(section, 4).pk)
    note(world, section, absent=[5])
    assert registration(section, 5).requested_byes.get().round_number == 3
