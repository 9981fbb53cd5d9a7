"""Requested byes, late entries, withdrawals and returns, no-shows, absences, expulsion; pairs and tables ruled on."""

import pytest

from reports.selectors.remarks import remarks
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.swiss import (
    ask_bye,
    boards,
    byes,
    constrain,
    leave_mode,
    make_swiss,
    pair,
    play,
    play_round,
    publish,
    registration,
)
from tournaments.models.activity import Log
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.selectors.events import event_list
from tournaments.selectors.standings import standings_of
from tournaments.services.attendance import enter_late, expel_player, record_absences, record_no_shows, reenter_player
from tournaments.services.bye_requests import cancel_bye, request_bye, request_byes, submit_bye_request
from tournaments.services.pairing_again import pair_again
from tournaments.services.players import add_player
from tournaments.services.restrictions import add_pair_constraint, fix_table, remove_pair_constraint
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.sections import withdraw_player
from tournaments.services.seeding import edit_registration
from tournaments.services.swiss import table_numbers

pytestmark = pytest.mark.django_db


def points(section: Section) -> dict[int, str]:
    return {row.registration.number: row.points for row in standings_of(section).rows}


def test_byes_of_every_kind_asked_ahead_are_given_and_scored(world):
    section = make_swiss(world, 9)
    for number, kind in ((2, "half"), (4, "zero"), (6, "full")):
        ask_bye(world, section, number, 1, kind)
    row = publish(world, pair(world, section, 1))
    assert byes(row) == {2: "half", 4: "zero", 6: "full"}
    assert {item for board in boards(row) for item in board} == {1, 3, 5, 7, 8, 9}
    assert {number: points(section)[number] for number in (2, 4, 6)} == {2: "½", 4: "0", 6: "1"}


def test_an_event_counts_the_players_who_have_not_withdrawn(world):
    section = make_swiss(world, 6)
    withdraw_player(actor=world.olga, now=NOW, registration_id=registration(section, 6).pk)
    publish(world, pair(world, section, 1))
    withdraw_player(actor=world.olga, now=NOW, registration_id=registration(section, 1).pk)
    assert event_list(world.olga).get().player_count == 4


def test_an_odd_number_after_requested_byes_gives_an_allocated_bye(world):
    section = make_swiss(world, 6)
    ask_bye(world, section, 1, 1, "half")
    assert byes(pair(world, section, 1)) == {1: "half", 6: "pairing_allocated"}


def test_a_full_point_bye_bars_from_the_allocated_one(world):
    """C2: a point without playing is had once."""
    section = make_swiss(world, 5)
    ask_bye(world, section, 5, 1, "full")
    play_round(world, section, 1)
    assert 5 not in byes(pair(world, section, 2))


def test_a_bye_can_be_changed_and_taken_back_until_the_round_is_paired(world):
    section = make_swiss(world, 4)
    ask_bye(world, section, 1, 1, "half")
    ask_bye(world, section, 1, 1, "zero")
    cancel_bye(actor=world.olga, now=NOW, registration_id=registration(section, 1).pk, round_number=1)
    assert byes(pair(world, section, 1)) == {}
    with raises_code(Conflict, "round_paired_already"):
        ask_bye(world, section, 1, 1, "half")


@pytest.mark.parametrize(
    ("round_number", "kind", "code"),
    [(9, "half", "no_such_round"), (0, "half", "no_such_round"), (1, "pairing_allocated", "unknown_bye")],
)
def test_byes_that_cannot_be_are_refused(world, round_number, kind, code):
    section = make_swiss(world, 4)
    with raises_code(BadInput, code):
        ask_bye(world, section, 1, round_number, kind)


def late(world: World, section: Section, from_round: int, **more: object):
    player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Late")
    return world.do(enter_late, section_id=section.pk, player_id=player.pk, from_round=from_round, **more)


def test_a_late_registration_is_paired_from_their_round_on(world):
    section = make_swiss(world, 5)
    item = late(world, section, 2)
    assert item.number == 6
    assert 6 not in {seat for board in boards(play_round(world, section, 1)) for seat in board}
    row = pair(world, section, 2)
    assert 6 in {seat for board in boards(row) for seat in board} and byes(row) == {}
    assert points(section)[6] == "0"


def test_rounds_missed_may_be_worth_half_a_point(world):
    section = make_swiss(world, 4)
    play_round(world, section, 1)
    late(world, section, 2, half_points=[1])
    assert points(section)[5] == "½"


def test_a_late_entry_for_a_paired_round_is_refused(world):
    section = make_swiss(world, 4)
    pair(world, section, 1)
    with raises_code(Conflict, "round_paired_already"):
        late(world, section, 1)


def test_a_withdrawn_player_is_not_paired_and_may_return(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    item = registration(section, 3)
    withdraw_player(actor=world.olga, now=NOW, registration_id=item.pk)
    second = play_round(world, section, 2)
    assert 3 not in {seat for board in boards(second) for seat in board} | set(byes(second))
    reenter_player(actor=world.olga, now=NOW, registration_id=item.pk)
    third = pair(world, section, 3)
    assert 3 in {seat for board in boards(third) for seat in board}
    with raises_code(Conflict, "not_withdrawn"):
        reenter_player(actor=world.olga, now=NOW, registration_id=item.pk)


def test_a_withdrawal_after_the_pairing_keeps_the_draft_from_being_published(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    row = pair(world, section, 2)
    withdraw_player(actor=world.olga, now=NOW, registration_id=registration(section, 2).pk)
    with raises_code(Conflict, "draft_stale"):
        publish(world, row)


def test_no_shows_lose_by_forfeit_and_two_at_one_board_both(world):
    section = make_swiss(world, 8)
    row = publish(world, pair(world, section, 1))  # 1-5, 6-2, 3-7, 8-4
    absent = [registration(section, number).pk for number in (5, 6, 3, 7)]
    record_no_shows(actor=world.hal, now=LATER, round_id=row.pk, registration_ids=absent)
    assert [pairing.result for pairing in row.pairings.order_by("board")] == ["+/-", "-/+", "-/-", ""]


def test_no_shows_are_all_recorded_or_none(world):
    section = make_swiss(world, 4)
    row = publish(world, pair(world, section, 1))
    first = row.pairings.order_by("board")[0]
    enter_result(actor=world.hal, now=LATER, pairing_id=first.pk, result="1-0")
    keys = [registration(section, number).pk for number in (4, 1)]
    with pytest.raises(Conflict):
        record_no_shows(actor=world.hal, now=LATER, round_id=row.pk, registration_ids=keys)
    assert [pairing.result for pairing in row.pairings.order_by("board")] == ["1-0", ""]


def test_a_player_who_forfeited_may_meet_the_same_opponent_later(world):
    """A forfeited game does not count as played (C.04.1): the two have not met."""
    section = make_swiss(world, 2, rounds_planned=2)
    row = publish(world, pair(world, section, 1))
    record_no_shows(actor=world.hal, now=LATER, round_id=row.pk, registration_ids=[registration(section, 2).pk])
    play(world, row)
    assert sorted(boards(pair(world, section, 2))[0]) == [1, 2]


def test_the_expelled_lose_the_board_they_sit_at_and_are_not_paired_again(world):
    section = make_swiss(world, 6)
    row = publish(world, pair(world, section, 1))
    with raises_code(BadInput, "reason_missing"):
        expel_player(actor=world.olga, now=LATER, registration_id=registration(section, 1).pk, reason=" ")
    world.do(expel_player, LATER, registration_id=registration(section, 1).pk, reason="struck an arbiter")
    assert row.pairings.get(board=1).result == "-/+"
    play(world, row)
    second = pair(world, section, 2)
    assert 1 not in {seat for board in boards(second) for seat in board} | set(byes(second))


def test_a_forbidden_pair_is_not_made(world):
    section = make_swiss(world, 8)
    constrain(world, section, "apart", 5, 1, reason="one family")
    row = pair(world, section, 1)
    assert all({1, 5} != set(board) for board in boards(row))


def test_a_rule_may_hold_for_some_rounds_only(world):
    section = make_swiss(world, 8)
    constrain(world, section, "apart", 1, 5, first_round=2)
    assert boards(pair(world, section, 1))[0] == (1, 5)


def test_a_required_pair_is_made_and_the_others_are_paired_by_the_rules(world):
    section = make_swiss(world, 8)
    constrain(world, section, "together", 1, 8)
    row = pair(world, section, 1)
    assert {1, 8} in [set(board) for board in boards(row)]
    assert {item for board in boards(row) for item in board} == set(range(1, 9))


def test_a_required_pair_that_has_met_is_refused_with_its_reason(world):
    section = leave_mode(world, make_swiss(world, 4))
    play_round(world, section, 1)  # 1-3, 4-2
    constrain(world, section, "together", 1, 3)
    with raises_code(Conflict, "illegal_pairing") as excinfo:
        pair(world, section, 2)
    assert "have met before, in round 1" in str(excinfo.value)
    assert not section.rounds.filter(number=2).exists()


def test_two_opponents_cannot_be_required_at_once(world):
    section = make_swiss(world, 6)
    constrain(world, section, "together", 1, 2)
    constrain(world, section, "together", 1, 3)
    with raises_code(Conflict, "two_required_opponents"):
        pair(world, section, 1)


def test_a_pair_is_ruled_on_once_until_the_rule_is_taken_back(world):
    section = make_swiss(world, 4)
    first = constrain(world, section, "apart", 1, 2)
    with raises_code(Conflict, "pair_ruled_already"):
        constrain(world, section, "together", 2, 1)
    remove_pair_constraint(actor=world.olga, now=NOW, rule_id=first.pk)
    constrain(world, section, "together", 2, 1)
    assert Log.objects.filter(action__in=["pair.constraint_added", "pair.constraint_removed"]).count() == 3


def test_a_player_with_a_fixed_table_sits_there_in_every_round(world):
    section = make_swiss(world, 8)
    fix_table(actor=world.olga, now=NOW, registration_id=registration(section, 8).pk, board=2)
    for number in (1, 2):
        row = play_round(world, section, number)
        assert 8 in boards(row)[1]
        assert list(row.pairings.order_by("board").values_list("board", flat=True)) == [1, 2, 3, 4]
    with raises_code(Conflict, "table_taken"):
        fix_table(actor=world.olga, now=NOW, registration_id=registration(section, 7).pk, board=2)


def test_tables_of_a_section_may_begin_with_another_number(world):
    section = make_swiss(world, 5, first_board=101)
    row = pair(world, section, 1)
    assert list(row.pairings.order_by("board").values_list("board", flat=True)) == [101, 102, 103]


@pytest.mark.parametrize(
    ("fixed", "numbers"),
    [
        ([(None, None)] * 3, [1, 2, 3]),
        ([(None, None), (None, 1), (None, None)], [2, 1, 3]),
        ([(9, None), (None, None)], [9, 1]),
        ([(3, 2), (None, None), (None, None)], [2, 1, 3]),
    ],
)
def test_tables_fill_around_those_that_are_kept(fixed, numbers):
    assert table_numbers(fixed, 1) == numbers


def test_a_restriction_after_the_first_pairing_is_confirmed_and_reported(world):
    section = leave_mode(world, make_swiss(world, 6))
    play_round(world, section, 1)
    values = {"actor": world.olga, "now": NOW, "section_id": section.pk, "kind": "apart"}
    pair_of = {"registration_id": registration(section, 1).pk, "other_id": registration(section, 2).pk}
    with raises_code(Conflict, "restriction_after_pairing"):
        add_pair_constraint(**values, **pair_of)
    assert not section.pair_rules.exists()
    rule = add_pair_constraint(**values, **pair_of, confirmed=True)
    removed = {"actor": world.olga, "now": NOW, "rule_id": rule.pk}
    with pytest.raises(Conflict):
        remove_pair_constraint(**removed)
    remove_pair_constraint(**removed, confirmed=True)
    partitions = [one.text.partition(" (")[0] for one in remarks(section, {}, []) if "pairing of" in one.text]
    assert partitions == [
        "### Configuration @ Round 1: pairing of P01, section-1 and P02, section-1 forbidden",
        "### Configuration @ Round 1: pairing of P01, section-1 and P02, section-1 forbidden no more",
    ]


def test_a_restriction_before_the_first_pairing_is_no_remark(world):
    section = make_swiss(world, 4)
    constrain(world, section, "apart", 1, 2)
    assert remarks(section, {}, []) == []


def test_a_second_half_point_bye_is_confirmed(world):
    section = make_swiss(world, 6)
    values = {"actor": world.olga, "now": NOW, "registration_id": registration(section, 2).pk}
    request_bye(**values, round_number=1, kind="half")
    play_round(world, section, 1)
    request_bye(**values, round_number=2, kind="zero")
    for numbers in ([3], [3, 4]):
        with pytest.raises(Conflict) as excinfo:
            request_byes(**values, round_numbers=numbers, kind="half")
        assert (excinfo.value.code, excinfo.value.detail["level"]) == ("second_half_bye", 3)
    request_bye(**values, round_number=3, kind="half", confirmed=["second_half_bye"])
    assert byes(pair(world, section, 2))[2] == "zero"


def test_a_player_without_the_right_to_half_point_byes_gets_none(world):
    section = make_swiss(world, 6)
    item = registration(section, 2)
    values = {"actor": world.olga, "now": NOW, "registration_id": item.pk}
    edit_registration(**values, changes={"half_byes": False})
    for ask_for in (request_bye, submit_bye_request):
        with raises_code(Conflict, "no_half_byes"):
            ask_for(**{**values, "actor": Actor.of_system("tests")}, round_number=1, kind="half")
    request_bye(**values, round_number=1, kind="zero")
    edit_registration(**values, changes={"half_byes": True})
    request_bye(**values, round_number=1, kind="half")
    assert byes(pair(world, section, 1))[2] == "half"


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
