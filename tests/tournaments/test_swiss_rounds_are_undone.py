"""Undo of the last round; restore points, their size and restoring from them; corrections of old rounds."""

import json

import pytest

from games.models.game import Game
from tavleya.errors import BadInput, Conflict
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import (
    ask_bye,
    boards,
    constrain,
    everything,
    exchange,
    leave_mode,
    make_swiss,
    pair,
    play,
    play_round,
    publish,
    registration,
)
from tournaments.models.activity import Log
from tournaments.models.section import Section
from tournaments.models.swiss import RatingCorrection, RestorePoint
from tournaments.selectors.standings import standings_of
from tournaments.selectors.swiss import next_round
from tournaments.services import restore_points
from tournaments.services.attendance import expel_player
from tournaments.services.bye_requests import cancel_bye
from tournaments.services.draft_edits import swap_colours
from tournaments.services.drawn_openings import verify_result
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.restrictions import fix_table, remove_pair_constraint
from tournaments.services.results import correct_for_rating, correct_result, enter_result
from tournaments.services.section_settings import edit_section

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def undo(world: World, section: Section, number: int, **more: object) -> RestorePoint:
    return undo_last_round(actor=world.olga, now=LATER, section_id=section.pk, number=number, **more)


def restore(world: World, point: RestorePoint):
    return restore_points.restore(actor=world.olga, now=LATER, point_id=point.pk)


def test_a_published_round_without_results_is_undone_and_paired_the_same_again(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    round_ = publish(world, pair(world, section, 2))
    before = boards(round_)
    undo(world, section, 2)
    assert section.rounds.count() == 1
    assert set(Game.objects.filter(pairing=None).values_list("phase", flat=True)) == {"annulled"}
    assert boards(pair(world, section, 2)) == before


def test_a_round_with_results_is_undone_with_a_confirmation_and_a_reason(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    with refused(Conflict, "round_has_results") as excinfo:
        undo(world, section, 1)
    assert excinfo.value.detail["boards"] == [1, 2, 3]
    with refused(BadInput, "reason_missing"):
        undo(world, section, 1, confirmed=True)
    undo(world, section, 1, confirmed=True, reason="the list was wrong")
    assert section.rounds.count() == 0
    assert {row.points for row in standings_of(section).rows} == {"0"}


def test_an_undone_round_is_restored_with_its_results(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    play_round(world, section, 2)
    with refused(Conflict, "not_the_last_round"):
        undo(world, section, 1)
    before = everything(section)
    table = [(row.registration.pk, row.points) for row in standings_of(section).rows]
    point = undo(world, section, 2, confirmed=True, reason="by mistake")
    done = restore(world, point)
    assert everything(section) == before
    assert [(row.registration.pk, row.points) for row in standings_of(section).rows] == table
    assert (done.rounds, done.games_opened, done.results_kept) == ((2,), 3, ())
    assert boards(pair(world, section, 3))
    restore(world, section.restore_points.filter(before="pairing").earliest("pk"))
    assert everything(section) == []
    restore(world, section.restore_points.first())  # restoring can itself be taken back
    assert everything(section)[: len(before)] == before


def test_a_draft_changed_by_hand_goes_back_to_any_point(world):
    round_ = pair(world, make_swiss(world, 8), 1)
    section, before = round_.section, boards(round_)
    exchange(world, round_, 5, 7)
    restore(world, section.restore_points.first())
    assert boards(section.rounds.get()) == before
    publish(world, section.rounds.get())


def test_byes_rules_and_players_come_back_too(world):
    section = leave_mode(world, make_swiss(world, 6))
    first, second = registration(section, 1), registration(section, 2)
    values = {"actor": world.olga, "now": NOW}
    ask_bye(world, section, 1, 2)
    constrain(world, section, "apart", 1, 2)
    fix_table(**values, registration_id=second.pk, board=3)
    play_round(world, section, 1)
    point = section.restore_points.first()  # before round 1 was paired
    cancel_bye(**values, registration_id=first.pk, round_number=2)
    remove_pair_constraint(**values, rule_id=section.pair_rules.get().pk, confirmed=True)
    expel_player(**values, registration_id=second.pk, reason="a phone")
    restore(world, point)
    assert section.rounds.count() == 0
    assert next_round(section).byes[0].registration == first
    assert section.pair_rules.get().kind == "apart"
    second.refresh_from_db()
    assert (second.status, second.fixed_board) == ("active", 3)


def test_a_result_that_came_since_is_kept_and_named(world):
    """The record of a game is never undone: entered results stay entered."""
    section = make_swiss(world, 4)
    round_ = publish(world, pair(world, section, 1))
    ask_bye(world, section, 1, 2)
    point = section.restore_points.first()
    board = round_.pairings.get(board=1)
    enter_result(actor=world.hal, now=LATER, pairing_id=board.pk, result="1-0")
    done = restore(world, point)
    board.refresh_from_db()
    assert (done.results_kept, board.result) == ((board.pk,), "1-0")


def test_restore_points_are_made_before_whatever_touches_pairing(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    round_ = pair(world, section, 2)
    world.do(swap_colours, pairing_id=round_.pairings.get(board=1).pk, version=0, despite="agreed")
    undo(world, section, 2)
    points = section.restore_points.all()
    assert [point.before for point in points] == ["undo", "manual", "pairing", "pairing"]
    assert {point.actor for point in points} == {world.olga.key}


def correct(world: World, section: Section, number: int, result: str):
    board = section.rounds.get(number=number).pairings.order_by("board")[0]
    return correct_result(actor=world.ana, now=LATER, pairing_id=board.pk, result=result, reason="the slip")


def test_results_of_the_last_rounds_are_corrected_and_older_ones_are_not(world):
    section = make_swiss(world, 8)
    for number in (1, 2):
        play_round(world, section, number)
    following = publish(world, pair(world, section, 3))
    assert correct(world, section, 2, "0-0").result == "0-0"
    play(world, following)
    assert correct(world, section, 3, "0-0").result == "0-0"
    with refused(Conflict, "correction_too_late"):  # the next round has ended (C.04.2, 4.3)
        correct(world, section, 2, "1-0")
    with refused(Conflict, "correction_too_late"):
        correct(world, section, 1, "0-1")


def test_how_many_rounds_may_be_corrected_is_the_sections_rule(world):
    section = leave_mode(world, make_swiss(world, 8, correction_rounds=1))
    play_round(world, section, 1)
    play_round(world, section, 2)
    with pytest.raises(Conflict):
        correct(world, section, 1, "0-1")
    values = {"changes": {"correction_rounds": 3}, "confirmed": ["correction_rounds"]}
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, **values)
    correct(world, section, 1, "0-1")


def test_an_old_result_is_corrected_for_the_rating_report_alone(world):
    section = make_swiss(world, 8, correction_rounds=1)
    play_round(world, section, 1)
    board = section.rounds.get(number=1).pairings.order_by("board")[0]
    values = {"actor": world.ana, "now": LATER, "pairing_id": board.pk, "result": "0-1"}
    with refused(Conflict, "correction_not_late"):
        correct_for_rating(**values, reason="wrong")
    play_round(world, section, 2)
    table = [row.points for row in standings_of(section).rows]
    correct_for_rating(**values, reason="found in round 3")
    board.refresh_from_db()
    assert board.result == "1-0" and board.rating_correction.result == "0-1"
    assert [row.points for row in standings_of(section).rows] == table
    line = Log.objects.get(action="result.corrected_for_rating")
    assert (line.before, line.after) == ({"result": "1-0"}, {"result": "0-1", "reason": "found in round 3"})
    assert (line.actor, line.at) == (world.ana.key, LATER)
    with refused(Conflict, "same_result"):
        correct_for_rating(**values, reason="again")
    assert RatingCorrection.objects.count() == 1


def test_a_round_robin_is_corrected_in_any_round(world):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras", published=3)
    for round_ in section.rounds.all():
        for board in round_.pairings.all():
            enter_result(actor=world.hal, now=LATER, pairing_id=board.pk, result="1-0")
    assert correct(world, section, 1, "0-1").result == "0-1"


def current_snapshot(section: Section) -> object:
    return json.loads(json.dumps(restore_points.snapshot_of(Section.objects.get(pk=section.pk))))


def test_byes_do_not_push_out_the_points_before_pairings(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    for turn in range(restore_points.KEPT["bye"] + 5):
        ask_bye(world, section, 1, 2, ("half", "zero")[turn % 2])
    points = list(section.restore_points.values_list("before", flat=True))
    assert points.count("bye") <= restore_points.KEPT["bye"] + 1 and points.count("pairing") == 1


def test_a_section_comes_back_to_each_point_as_it_stood(world):
    section = make_swiss(world, 40)
    play_round(world, section, 1)
    snapshots = []
    for number in (1, 2, 3):
        snapshots.append(current_snapshot(section))
        ask_bye(world, section, number, 3)
    play_round(world, section, 2)
    for number in (4, 5):
        snapshots.append(current_snapshot(section))
        ask_bye(world, section, number, 3)
    points = list(section.restore_points.filter(before="bye").order_by("pk"))
    assert [restore_points.unpacked(point) for point in points] == snapshots
    assert [point.base_id is None for point in points] == [True, False, False, True, False]
    restore(world, points[2])
    assert sorted(section.registrations.exclude(requested_byes=None).values_list("number", flat=True)) == [1, 2]
    assert section.rounds.count() == 1


def test_a_point_that_others_differ_from_stays_with_them(world, monkeypatch):
    monkeypatch.setitem(restore_points.KEPT, "bye", 2)
    section = make_swiss(world, 40)
    play_round(world, section, 1)
    for number in range(1, 7):
        ask_bye(world, section, number, 2)
    points = list(section.restore_points.filter(before="bye").order_by("pk"))
    assert len(points) == 3 and points[0].base_id is None
    assert [len(restore_points.unpacked(point)["byes"]) for point in points] == [0, 4, 5]


def test_a_bye_takes_a_small_part_of_the_room_of_a_whole_point(world):
    section = make_swiss(world, 60)
    play_round(world, section, 1)
    for number in range(1, 21):
        ask_bye(world, section, number, 2)
    whole = len(json.dumps(restore_points.snapshot_of(section)))
    rest = [len(point.data) for point in RestorePoint.objects.filter(base__isnull=False)]
    assert len(rest) == 19 and sum(rest) < whole / 4


def test_a_second_reading_comes_back_with_the_round_it_was_made_in(world):
    section = make_swiss(world, 4)
    round_ = publish(world, pair(world, section, 1))
    for board, result in ((1, "1-0"), (2, "0-1")):
        pairing = round_.pairings.get(board=board)
        enter_result(actor=world.hal, now=NOW, pairing_id=pairing.pk, result=result)
        verify_result(actor=world.ana, now=LATER, pairing_id=pairing.pk, result="1-0")
    restore(world, undo(world, section, 1, confirmed=True, reason="list"))
    first, second = section.rounds.get().pairings.order_by("board")
    assert first.verified and second.disputed
    assert {(pairing.second_by_id, pairing.second_at) for pairing in (first, second)} == {(world.ana.user_id, LATER)}


def test_a_reading_made_since_a_point_stays_where_the_result_has_stayed(world):
    section = make_swiss(world, 4)
    round_ = publish(world, pair(world, section, 1))
    pairing = round_.pairings.get(board=1)
    enter_result(actor=world.hal, now=NOW, pairing_id=pairing.pk, result="1-0")
    verify_result(actor=world.ana, now=NOW, pairing_id=pairing.pk, result="0-1")
    ask_bye(world, section, 1, 2)
    verify_result(actor=world.ana, now=LATER, pairing_id=pairing.pk, result="1-0")
    restore(world, section.restore_points.get(before="bye"))
    assert section.rounds.get().pairings.get(board=1).verified
