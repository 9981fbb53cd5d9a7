"""A Swiss round by round: drafts and refusals; byes, late entries, withdrawals, absences; pairs and tables ruled on."""

import pytest

from reports.selectors.remarks import remarks
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.pairing import dutch
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
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
from tournaments.models.swiss import Provenance
from tournaments.selectors.events import event_list
from tournaments.selectors.standings import standings_of
from tournaments.selectors.swiss import next_round
from tournaments.services.attendance import enter_late, expel_player, record_absences, record_no_shows, reenter_player
from tournaments.services.bye_requests import cancel_bye, request_bye, request_byes, submit_bye_request
from tournaments.services.pairing_again import pair_again
from tournaments.services.players import add_player
from tournaments.services.restrictions import add_pair_constraint, fix_table, remove_pair_constraint
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.sections import withdraw_player
from tournaments.services.seeding import edit_registration
from tournaments.services.swiss import table_numbers
from tournaments.services.swiss_state import load_state, state_of

pytestmark = pytest.mark.django_db


BAKU = {"rounds_planned": 9, "accelerated": True}


@pytest.mark.parametrize(
    ("players", "fields", "colour", "first"),
    [
        (8, {}, "white", [(1, 5), (6, 2), (3, 7), (8, 4)]),
        (4, {}, "black", [(3, 1), (2, 4)]),
        (16, BAKU, "white", [(1, 5), (6, 2), (3, 7), (8, 4)]),
    ],
    ids=["white drawn", "black drawn", "the upper half meets among itself"],
)
def test_colour_and_acceleration_of_round_one(world, players, fields, colour, first):
    section = make_swiss(world, players, **fields)
    assert boards(pair(world, section, 1, first_colour=colour))[: len(first)] == first


def test_a_draft_keeps_where_it_came_from(world):
    section = make_swiss(world, 7)
    first = pair(world, section, 1, first_colour="")
    section.refresh_from_db()
    assert section.first_colour in ("white", "black")
    assert (first.status, first.system, first.edition) == ("draft", "dutch", "dutch-2026")
    play(world, publish(world, first))
    assert list(first.pairings.exclude(bye="").values_list("white__number", "bye", "game")) == [
        (7, "pairing_allocated", None)
    ]
    round_ = pair(world, section, 2)
    source = Provenance.objects.get(round=round_)
    assert source.boards == [list(board) for board in boards(round_)]
    assert source.engine == "tavleya-dutch 1"
    assert [tuple(board["residents"]) for board in source.trace] != []
    second = dutch.pair(state_of(source.state), source.edition)
    assert ([list(board) for board in second.pairs], second.bye) == (source.boards, source.bye)


def test_a_section_is_not_paired_while_a_board_is_open(world):
    section = make_swiss(world, 4)
    round_ = publish(world, pair(world, section, 1))
    first = round_.pairings.order_by("board")[0]
    enter_result(actor=world.hal, now=LATER, pairing_id=first.pk, result="1-0")
    with refused(Conflict, "results_missing") as excinfo:
        pair(world, section, 2)
    assert excinfo.value.detail["boards"] == ["1.2"]


def test_an_adjourned_game_counts_as_a_draw_until_it_is_over(world):
    section = make_swiss(world, 4)
    round_ = publish(world, pair(world, section, 1))
    first, second = round_.pairings.order_by("board")
    enter_result(actor=world.hal, now=LATER, pairing_id=first.pk, result="1-0")
    second.game.phase = "adjourned"
    second.game.save(update_fields=["phase"])
    state = load_state(section, 2)
    points = {player.number: player.score_before(2) for player in state.players}
    assert points == {1: 2, 3: 0, 2: 1, 4: 1}
    pair(world, section, 2)
    start_round(actor=world.olga, now=LATER, round_id=round_.pk)
    with refused(Conflict, "results_missing"):
        close_round(actor=world.olga, now=LATER, round_id=round_.pk)
    assert [pairing.pk for pairing in next_round(section).adjourned] == [second.pk]


def test_a_draft_before_must_be_published_first(world):
    section = make_swiss(world, 4)
    pair(world, section, 1)
    for number, code in ((1, "round_paired_already"), (2, "earlier_round_is_draft")):
        with refused(Conflict, code):
            pair(world, section, number)
    with refused(BadInput, "not_the_next_round"):
        pair(world, section, 3)


def test_only_a_swiss_with_planned_rounds_is_paired_so(world):
    with refused(BadInput, "not_a_swiss"):
        pair(world, world.section(), 1)
    with refused(BadInput, "no_rounds_planned"):
        world.section(format="swiss")


def test_a_section_that_cannot_be_paired_says_what_would_free_it(world):
    """Four players after three rounds have all met."""
    section = make_swiss(world, 4, rounds_planned=4)
    for number in (1, 2, 3):
        play_round(world, section, number)
    with refused(Conflict, "cannot_pair") as excinfo:
        pair(world, section, 4)
    assert {item["rule"] for item in excinfo.value.detail["free"]} == {"C1"}
    assert "have met" in str(excinfo.value)
    assert not section.rounds.filter(number=4).exists()
    Section.objects.filter(pk=section.pk).update(rounds_planned=3)
    with refused(Conflict, "all_rounds_paired"):
        pair(world, section, 4)


def points(section: Section) -> dict[int, str]:
    return {row.registration.number: row.points for row in standings_of(section).rows}


def test_byes_of_every_kind_asked_ahead_are_given_and_scored(world):
    section = make_swiss(world, 9)
    for number, kind in ((2, "half"), (4, "zero"), (6, "full")):
        ask_bye(world, section, number, 1, kind)
    round_ = publish(world, pair(world, section, 1))
    assert byes(round_) == {2: "half", 4: "zero", 6: "full"}
    assert {seat for board in boards(round_) for seat in board} == {1, 3, 5, 7, 8, 9}
    assert {number: points(section)[number] for number in (2, 4, 6)} == {2: "½", 4: "0", 6: "1"}


def test_a_bye_that_can_be_is_changed_and_taken_back_until_the_round_is_paired(world):
    section = make_swiss(world, 4)
    for round_number, kind, code in (
        (9, "half", "no_such_round"),
        (0, "half", "no_such_round"),
        (1, "pairing_allocated", "unknown_bye"),
    ):
        with refused(BadInput, code):
            ask_bye(world, section, 1, round_number, kind)
    ask_bye(world, section, 1, 1, "half")
    ask_bye(world, section, 1, 1, "zero")
    cancel_bye(actor=world.olga, now=NOW, registration_id=registration(section, 1).pk, round_number=1)
    assert byes(pair(world, section, 1)) == {}
    with refused(Conflict, "round_paired_already"):
        ask_bye(world, section, 1, 1, "half")


def late(world: World, section: Section, from_round: int, name: str = "Late", **more: object):
    player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name=name)
    return world.do(enter_late, section_id=section.pk, player_id=player.pk, from_round=from_round, **more)


def test_late_entrants_are_paired_from_their_round_on_and_rounds_missed_may_be_worth_half_a_point(world):
    section = make_swiss(world, 5)
    latecomer = late(world, section, 2)
    assert latecomer.number == 6
    assert 6 not in {seat for board in boards(play_round(world, section, 1)) for seat in board}
    late(world, section, 2, "Later", half_points=[1])
    round_ = pair(world, section, 2)
    assert 6 in {seat for board in boards(round_) for seat in board} and byes(round_) == {4: "pairing_allocated"}
    assert (points(section)[6], points(section)[7]) == ("0", "½")
    with refused(Conflict, "round_paired_already"):
        late(world, section, 2, "Latest")


def test_a_withdrawn_player_is_not_paired_and_may_return(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    withdrawn = registration(section, 3)
    withdraw_player(actor=world.olga, now=NOW, registration_id=withdrawn.pk)
    assert event_list(world.olga).get().player_count == 5
    second = play_round(world, section, 2)
    assert 3 not in {seat for board in boards(second) for seat in board} | set(byes(second))
    reenter_player(actor=world.olga, now=NOW, registration_id=withdrawn.pk)
    third = pair(world, section, 3)
    assert 3 in {seat for board in boards(third) for seat in board}
    with refused(Conflict, "not_withdrawn"):
        reenter_player(actor=world.olga, now=NOW, registration_id=withdrawn.pk)


def test_no_shows_lose_by_forfeit_and_two_at_one_board_both(world):
    section = make_swiss(world, 8)
    round_ = publish(world, pair(world, section, 1))  # 1-5, 6-2, 3-7, 8-4
    last = round_.pairings.get(board=4)
    enter_result(actor=world.hal, now=LATER, pairing_id=last.pk, result="1-0")
    keys = [registration(section, number).pk for number in (5, 8)]
    with pytest.raises(Conflict):
        record_no_shows(actor=world.hal, now=LATER, round_id=round_.pk, registration_ids=keys)
    absent = [registration(section, number).pk for number in (5, 6, 3, 7)]
    record_no_shows(actor=world.hal, now=LATER, round_id=round_.pk, registration_ids=absent)
    assert [pairing.result for pairing in round_.pairings.order_by("board")] == ["+/-", "-/+", "-/-", "1-0"]


def test_the_expelled_lose_the_board_they_sit_at_and_are_not_paired_again(world):
    section = make_swiss(world, 6)
    round_ = publish(world, pair(world, section, 1))
    with refused(BadInput, "reason_missing"):
        expel_player(actor=world.olga, now=LATER, registration_id=registration(section, 1).pk, reason=" ")
    world.do(expel_player, LATER, registration_id=registration(section, 1).pk, reason="struck an arbiter")
    assert round_.pairings.get(board=1).result == "-/+"
    play(world, round_)
    second = pair(world, section, 2)
    assert 1 not in {seat for board in boards(second) for seat in board} | set(byes(second))


def test_a_forbidden_pair_is_not_made(world):
    section = make_swiss(world, 8)
    constrain(world, section, "apart", 5, 1, reason="one family")
    constrain(world, section, "apart", 3, 7, first_round=2)
    assert remarks(section, {}, []) == []
    round_ = pair(world, section, 1)
    assert all({1, 5} != set(board) for board in boards(round_)) and (3, 7) in boards(round_)


def test_a_required_pair_is_made_and_the_others_are_paired_by_the_rules(world):
    section = make_swiss(world, 8)
    constrain(world, section, "together", 1, 8)
    other = constrain(world, section, "together", 1, 3)
    with refused(Conflict, "two_required_opponents"):
        pair(world, section, 1)
    remove_pair_constraint(actor=world.olga, now=NOW, rule_id=other.pk)
    round_ = pair(world, section, 1)
    assert {1, 8} in [set(board) for board in boards(round_)]
    assert {seat for board in boards(round_) for seat in board} == set(range(1, 9))


def test_a_required_pair_that_has_met_is_refused_with_its_reason(world):
    section = leave_mode(world, make_swiss(world, 4))
    play_round(world, section, 1)  # 1-3, 4-2
    constrain(world, section, "together", 1, 3)
    with refused(Conflict, "illegal_pairing") as excinfo:
        pair(world, section, 2)
    assert "have met before, in round 1" in str(excinfo.value)
    assert not section.rounds.filter(number=2).exists()


def test_a_pair_is_ruled_on_once_until_the_rule_is_taken_back(world):
    section = make_swiss(world, 4)
    first = constrain(world, section, "apart", 1, 2)
    with refused(Conflict, "pair_ruled_already"):
        constrain(world, section, "together", 2, 1)
    remove_pair_constraint(actor=world.olga, now=NOW, rule_id=first.pk)
    constrain(world, section, "together", 2, 1)
    assert Log.objects.filter(action__in=["pair.constraint_added", "pair.constraint_removed"]).count() == 3


def test_a_player_with_a_fixed_table_sits_there_in_every_round(world):
    section = make_swiss(world, 8)
    fix_table(actor=world.olga, now=NOW, registration_id=registration(section, 8).pk, board=2)
    for number in (1, 2):
        round_ = play_round(world, section, number)
        assert 8 in boards(round_)[1]
        assert list(round_.pairings.order_by("board").values_list("board", flat=True)) == [1, 2, 3, 4]
    with refused(Conflict, "table_taken"):
        fix_table(actor=world.olga, now=NOW, registration_id=registration(section, 7).pk, board=2)


@pytest.mark.parametrize(
    ("fixed", "first", "numbers"),
    [
        ([(None, None)] * 3, 101, [101, 102, 103]),
        ([(None, None), (None, 1), (None, None)], 1, [2, 1, 3]),
        ([(9, None), (None, None)], 1, [9, 1]),
        ([(3, 2), (None, None), (None, None)], 1, [2, 1, 3]),
    ],
)
def test_tables_fill_around_those_that_are_kept(fixed, first, numbers):
    assert table_numbers(fixed, first) == numbers


def test_a_restriction_after_the_first_pairing_is_confirmed_and_reported(world):
    section = leave_mode(world, make_swiss(world, 6))
    play_round(world, section, 1)
    values = {"actor": world.olga, "now": NOW, "section_id": section.pk, "kind": "apart"}
    players = {"registration_id": registration(section, 1).pk, "other_id": registration(section, 2).pk}
    with refused(Conflict, "restriction_after_pairing"):
        add_pair_constraint(**values, **players)
    assert not section.pair_rules.exists()
    rule = add_pair_constraint(**values, **players, confirmed=True)
    removal = {"actor": world.olga, "now": NOW, "rule_id": rule.pk}
    with pytest.raises(Conflict):
        remove_pair_constraint(**removal)
    remove_pair_constraint(**removal, confirmed=True)
    texts = [remark.text.partition(" (")[0] for remark in remarks(section, {}, []) if "pairing of" in remark.text]
    assert texts == [
        "### Configuration @ Round 1: pairing of P01, section-1 and P02, section-1 forbidden",
        "### Configuration @ Round 1: pairing of P01, section-1 and P02, section-1 forbidden no more",
    ]


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
    values = {"actor": world.olga, "now": NOW, "registration_id": registration(section, 2).pk}
    edit_registration(**values, changes={"half_byes": False})
    for service in (request_bye, submit_bye_request):
        with refused(Conflict, "no_half_byes"):
            service(**{**values, "actor": Actor.of_system("tests")}, round_number=1, kind="half")
    request_bye(**values, round_number=1, kind="zero")
    edit_registration(**values, changes={"half_byes": True})
    request_bye(**values, round_number=1, kind="half")
    assert byes(pair(world, section, 1))[2] == "half"


def note(world, section, absent=(), withdrawn=()):
    keys = [[registration(section, number).pk for number in numbers] for numbers in (absent, withdrawn)]
    values = {"section_id": section.pk, "absent_ids": keys[0], "withdrawn_ids": keys[1]}
    record_absences(actor=world.olga, now=NOW, **values)


def test_some_stay_away_and_some_leave_the_list_or_after_round_one_keep_their_results(world):
    section = make_swiss(world, 9)
    note(world, section, absent=[2, 5], withdrawn=[8, 9])
    assert section.registrations.count() == 7
    round_ = play_round(world, section, 1)
    assert byes(round_) == {2: "zero", 5: "zero", 7: "pairing_allocated"}
    assert {number for board in boards(round_) for number in board} == {1, 3, 4, 6}
    note(world, section, absent=[1], withdrawn=[6])
    assert registration(section, 6).status == "withdrawn"
    assert byes(pair(world, section, 2))[1] == "zero"
    assert section.restore_points.filter(before="attendance").count() == 2


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
    for absent, withdrawn, error in (((), (), BadInput), ((1, 4), (), Conflict), ((1,), (4,), Conflict)):
        with pytest.raises(error):
            note(world, section, absent, withdrawn)
    assert not registration(section, 1).requested_byes.exists()
    with pytest.raises(BadInput):
        record_absences(actor=world.olga, now=NOW, section_id=section.pk, absent_ids=[10**9])


def test_a_player_who_is_absent_while_the_round_is_a_draft_is_removed_from_it(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    round_ = pair(world, section, 2)
    note(world, section, absent=[3, 4])
    with refused(Conflict, "draft_stale"):
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    round_ = pair_again(actor=world.olga, now=NOW, round_id=round_.pk)
    assert round_.number == 2 and byes(round_) == {3: "zero", 4: "zero"}
    values = {"actor": world.olga, "now": NOW, "round_number": 2}
    cancel_bye(**values, registration_id=registration(section, 3).pk)
    round_ = pair_again(actor=world.olga, now=NOW, round_id=round_.pk)
    assert byes(round_)[4] == "zero" and 3 in {number for board in boards(round_) for number in board} | {
        seat for seat, kind in byes(round_).items() if kind == "pairing_allocated"
    }
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    with pytest.raises(Conflict):
        cancel_bye(**values, registration_id=registration(section, 4).pk)
    note(world, section, absent=[5])
    assert registration(section, 5).requested_byes.get().round_number == 3
