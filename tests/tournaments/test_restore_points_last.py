"""Restore points before pairings stay, however many byes are asked for, and byes take little room."""

import json

import pytest

from tests.tournaments.conftest import LATER, NOW
from tests.tournaments.swiss import ask_bye, make_swiss, pair, play_round, publish
from tournaments.models.section import Section
from tournaments.models.swiss import RestorePoint
from tournaments.services.drawn_openings import verify_result
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.restore_points import KEPT, restore, snapshot_of, unpacked
from tournaments.services.results import enter_result

pytestmark = pytest.mark.django_db


def as_it_stands(section: Section) -> object:
    return json.loads(json.dumps(snapshot_of(Section.objects.get(pk=section.pk))))


@pytest.mark.long
def test_byes_do_not_push_out_the_points_before_pairings(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    for turn in range(KEPT["bye"] + 5):
        ask_bye(world, section, 1, 2, ("half", "zero")[turn % 2])
    restore_points = list(section.restore_points.values_list("before", flat=True))
    assert restore_points.count("bye") <= KEPT["bye"] + 1 and restore_points.count("pairing") == 1


@pytest.mark.long
def test_a_section_comes_back_to_each_point_as_it_stood(world):
    section = make_swiss(world, 40)
    play_round(world, section, 1)
    stood = []
    for number in (1, 2, 3):
        stood.append(as_it_stands(section))
        ask_bye(world, section, number, 3)
    play_round(world, section, 2)
    for number in (4, 5):
        stood.append(as_it_stands(section))
        ask_bye(world, section, number, 3)
    points = list(section.restore_points.filter(before="bye").order_by("pk"))
    assert [unpacked(point) for point in points] == stood
    assert [point.base_id is None for point in points] == [True, False, False, True, False]
    restore(actor=world.olga, now=LATER, point_id=points[2].pk)
    assert sorted(section.registrations.exclude(requested_byes=None).values_list("number", flat=True)) == [1, 2]
    assert section.rounds.count() == 1


@pytest.mark.long
def test_a_point_that_others_differ_from_stays_with_them(world, monkeypatch):
    monkeypatch.setitem(KEPT, "bye", 2)
    section = make_swiss(world, 40)
    play_round(world, section, 1)
    for number in range(1, 7):
        ask_bye(world, section, number, 2)
    rows = list(section.restore_points.filter(before="bye").order_by("pk"))
    assert len(rows) == 3 and rows[0].base_id is None
    assert [len(unpacked(row)["byes"]) for row in rows] == [0, 4, 5]


@pytest.mark.long
def test_a_bye_takes_a_small_part_of_the_room_of_a_whole_point(world):
    section = make_swiss(world, 60)
    play_round(world, section, 1)
    for number in range(1, 21):
        ask_bye(world, section, number, 2)
    whole = len(json.dumps(snapshot_of(section)))
    rest = [len(restore_point.data) for restore_point in RestorePoint.objects.filter(base__isnull=False)]
    assert len(rest) == 19 and sum(rest) < whole / 4


def test_a_second_reading_comes_back_with_the_round_it_was_made_in(world):
    section = make_swiss(world, 4)
    row = publish(world, pair(world, section, 1))
    for board, result in ((1, "1-0"), (2, "0-1")):
        pairing = row.pairings.get(board=board)
        enter_result(actor=world.hal, now=NOW, pairing_id=pairing.pk, result=result)
        verify_result(actor=world.ana, now=LATER, pairing_id=pairing.pk, result="1-0")
    point = world.do(undo_last_round, LATER, section_id=section.pk, number=1, confirmed=True, reason="list")
    restore(actor=world.olga, now=LATER, point_id=point.pk)
    first, second = section.rounds.get().pairings.order_by("board")
    assert first.verified and second.disputed
    assert {(each.second_by_id, each.second_at) for each in (first, second)} == {(world.ana.user_id, LATER)}


def test_a_reading_made_since_a_point_stays_where_the_result_has_stayed(world):
    section = make_swiss(world, 4)
    row = publish(world, pair(world, section, 1))
    pairing = row.pairings.get(board=1)
    enter_result(actor=world.hal, now=NOW, pairing_id=pairing.pk, result="1-0")
    verify_result(actor=world.ana, now=NOW, pairing_id=pairing.pk, result="0-1")
    ask_bye(world, section, 1, 2)
    verify_result(actor=world.ana, now=LATER, pairing_id=pairing.pk, result="1-0")
    point = section.restore_points.get(before="bye")
    restore(actor=world.olga, now=LATER, point_id=point.pk)
    assert section.rounds.get().pairings.get(board=1).verified
