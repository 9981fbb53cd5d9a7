"""An organiser's work on a draft: every change is legal or accepted in writing; the rules are compared at the end."""

import pytest

from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput, Conflict
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import ask_bye, boards, byes, exchange, make_swiss, pair, play_round, publish, registration
from tournaments.models.activity import Log
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.selectors.swiss import differences
from tournaments.services.draft_edits import (
    add_to_draft,
    confirm_draft,
    exchange_players,
    move_table,
    pair_by_hand_in_draft,
    remove_from_draft,
    restore_engine_pairing,
    swap_colours,
)
from tournaments.services.rounds import schedule_publication
from tournaments.services.sections import withdraw_player
from tournaments.tasks import publish_due_rounds

pytestmark = pytest.mark.django_db


def key(round_: Round, number: int) -> int:
    return registration(round_.section, number).pk


def version(round_: Round) -> int:
    return Provenance.objects.get(round=round_).version


def remove(world, round_: Round, number: int, **more: object) -> None:
    values = {"round_id": round_.pk, "registration_id": key(round_, number), "version": version(round_), **more}
    remove_from_draft(actor=world.olga, now=LATER, **values)


def changed(round_: Round) -> list[tuple[int, bool]]:
    source = Provenance.objects.get(round=round_)
    return [(difference.pairing.board, difference.turned) for difference in differences(round_, source)]


def test_colours_are_swapped_and_the_difference_is_shown(world):
    round_ = pair(world, make_swiss(world, 6), 1)
    first = round_.pairings.get(board=1)
    swap_colours(actor=world.olga, now=LATER, pairing_id=first.pk, version=0)
    assert boards(round_)[0] == (4, 1)
    assert changed(round_) == [(1, True)]


def test_two_players_exchange_their_seats_until_the_engines_pairing_comes_back(world):
    round_ = pair(world, make_swiss(world, 8), 1)
    before = boards(round_)
    assert before == [(1, 5), (6, 2), (3, 7), (8, 4)]
    exchange(world, round_, 5, 7)
    assert boards(round_) == [(1, 7), (6, 2), (3, 5), (8, 4)]
    assert changed(round_) == [(1, False), (3, False)]
    (line,) = Log.objects.filter(action="round.changed_by_hand")
    assert line.after["by_hand"] == "exchange"
    assert [name.split(",")[0].split()[0] for name in line.after["pair"]] == ["P05", "P07"]
    with refused(Conflict, "draft_changed"):
        exchange(world, round_, 5, 6, actor=world.chen, version=0)
    restore_engine_pairing(actor=world.olga, now=LATER, round_id=round_.pk, version=version(round_))
    assert boards(round_) == before and changed(round_) == []


def test_a_player_exchanges_with_the_player_who_has_the_bye(world):
    round_ = pair(world, make_swiss(world, 5), 1)  # 1-3, 4-2, bye 5
    exchange(world, round_, 5, 3)
    assert boards(round_) == [(1, 5), (4, 2)] and byes(round_) == {3: "pairing_allocated"}


def test_a_pair_is_set_by_hand_and_those_left_over_meet(world):
    round_ = pair(world, make_swiss(world, 8), 1)  # 1-5, 6-2, 3-7, 8-4
    keys = {"white_id": key(round_, 2), "black_id": key(round_, 1)}
    world.do(pair_by_hand_in_draft, LATER, round_id=round_.pk, **keys, version=0)
    assert (2, 1) in boards(round_)
    assert {frozenset(board) for board in boards(round_)} == {
        frozenset(board) for board in ((1, 2), (5, 6), (3, 7), (4, 8))
    }


def test_a_rematch_is_refused_with_its_reason_and_may_be_forced(world):
    section = make_swiss(world, 6)
    first = play_round(world, section, 1)
    round_ = pair(world, section, 2)
    white, black = boards(first)[0]
    before = boards(round_)
    keys = {"white_id": key(round_, black), "black_id": key(round_, white)}
    values = {"actor": world.olga, "now": LATER, "round_id": round_.pk, **keys}
    with refused(Conflict, "illegal_pairing") as excinfo:
        pair_by_hand_in_draft(**values, version=0)
    assert "rematch" in excinfo.value.detail["problems"]
    assert boards(round_) == before
    pair_by_hand_in_draft(**values, version=0, despite="agreed by both, nobody else is left")
    (waived,) = Provenance.objects.get(round=round_).waived
    assert (waived["code"], waived["who"]) == ("rematch", f"user:{world.olga.user_id}")
    assert waived["reason"] == "agreed by both, nobody else is left"
    publish(world, round_, "differs_from_rules")


def test_a_pairing_without_a_present_player_cannot_be_forced(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    round_ = pair(world, section, 2)
    withdraw_player(actor=world.olga, now=LATER, registration_id=key(round_, 1))
    with refused(Conflict, "illegal_pairing") as excinfo:
        exchange(world, round_, 2, 3, despite="never mind")
    assert "absent_paired" in excinfo.value.detail["problems"]


def test_a_withdrawn_player_is_removed_and_the_opponent_has_the_bye(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    round_ = pair(world, section, 2)
    removed = 1
    opponent = next(sum(board) - removed for board in boards(round_) if removed in board)
    withdraw_player(actor=world.olga, now=LATER, registration_id=key(round_, removed))
    remove(world, round_, removed, despite="first round")
    assert byes(round_) == {opponent: "pairing_allocated"}
    with pytest.raises(Conflict):  # withdrawn after the pairing: the rest must be looked through
        publish(world, round_)
    confirm_draft(actor=world.olga, now=LATER, round_id=round_.pk, version=version(round_))
    publish(world, round_, "differs_from_rules")


def test_a_player_taken_off_has_their_bye_and_a_second_fills_the_gap(world):
    round_ = pair(world, make_swiss(world, 6), 1)  # 1-4, 5-2, 3-6
    for number in (1, 3):
        remove(world, round_, number, bye="half")
    assert byes(round_) == {1: "half", 3: "half"}
    assert {frozenset(board) for board in boards(round_)} == {frozenset((4, 6)), frozenset((5, 2))}
    publish(world, round_, "differs_from_rules")


def test_an_added_player_meets_the_player_who_has_the_bye(world):
    section = make_swiss(world, 6)
    ask_bye(world, section, 2, 1)
    round_ = pair(world, section, 1)
    assert byes(round_) == {2: "half", 6: "pairing_allocated"}
    add_to_draft(actor=world.olga, now=LATER, round_id=round_.pk, registration_id=key(round_, 2), version=0)
    assert byes(round_) == {} and boards(round_)[-1] == (2, 6)
    publish(world, round_, "differs_from_rules")


def test_a_board_changes_places_with_the_table_it_goes_to(world):
    round_ = pair(world, make_swiss(world, 6), 1)
    first = round_.pairings.get(board=1)
    move_table(actor=world.olga, now=LATER, pairing_id=first.pk, board=3, version=0)
    assert boards(round_) == [(3, 6), (5, 2), (1, 4)]
    assert changed(round_) == []


def test_opponents_do_not_exchange_seats_and_a_public_round_is_not_changed_by_hand(world):
    round_ = pair(world, make_swiss(world, 4), 1)
    for other, code in ((3, "same_board"), (1, "pairing_with_oneself")):
        with refused(BadInput, code):
            exchange(world, round_, 1, other)
    publish(world, round_)
    with refused(Conflict, "round_status"):
        exchange(world, round_, 1, 4)


def draft(world: World, players: int = 8, **fields: object) -> tuple[Section, Round]:
    section = make_swiss(world, players, **fields)
    play_round(world, section, 1)
    return section, pair(world, section, 2)


def arguments_of(world: World, round_: Round) -> dict[str, object]:
    return {"actor": world.olga, "now": NOW, "round_id": round_.pk, "version": version(round_)}


def exchange_black(world: World, section: Section, round_: Round) -> tuple[list[str], list[str]]:
    """Exchange the Black players of the first two boards; return the boards by the rules and the current ones."""
    before = [f"{white}-{black}" for white, black in boards(round_)[:2]]
    first, second = (registration(section, black).pk for _, black in boards(round_)[:2])
    exchange_players(**arguments_of(world, round_), one_id=first, other_id=second, despite="agreed")
    return before, [f"{white}-{black}" for white, black in boards(round_)[:2]]


@pytest.mark.long
@pytest.mark.parametrize("put_back", [False, True])
def test_a_draft_as_the_engine_made_it_is_published_without_a_question(world: World, put_back: bool) -> None:
    section, round_ = draft(world)
    if put_back:
        exchange_black(world, section, round_)
        restore_engine_pairing(**arguments_of(world, round_))
    assert publish(world, round_).status == RoundStatus.PUBLISHED
    assert "### MPA" not in trf_file(section).decode()


@pytest.mark.long
def test_a_changed_draft_names_both_pairings_and_waits_to_be_confirmed(world: World) -> None:
    section, round_ = draft(world)
    ruled, drawn = exchange_black(world, section, round_)
    with pytest.raises(Conflict) as excinfo:
        publish(world, round_)
    assert (excinfo.value.code, excinfo.value.detail["level"]) == ("differs_from_rules", 3)
    assert (list(excinfo.value.detail["ruled"]), list(excinfo.value.detail["drawn"])) == (ruled, drawn)
    publish(world, round_, "differs_from_rules")
    text = f"### MPA @ Round 2: {' '.join(ruled)} => {' '.join(drawn)}\r\n"
    assert text in trf_file(section).decode()


@pytest.mark.long
def test_a_player_left_out_is_reported_with_the_bye(world: World) -> None:
    section, round_ = draft(world)
    white, black = boards(round_)[0]
    remove_from_draft(**arguments_of(world, round_), registration_id=key(round_, black), bye="full", despite="ill")
    assert byes(round_) == {white: "pairing_allocated", black: "full"}
    with pytest.raises(Conflict) as excinfo:
        publish(world, round_)
    assert f"{white}=PAB" in excinfo.value.detail["drawn"]
    publish(world, round_, "differs_from_rules")
    written = trf_file(section).decode()
    assert "### MPA @ Round 2: " in written and f"{white}=PAB" in written
    assert f"### Full-point bye @ Round 2: {black}\r\n" in written


@pytest.mark.long
def test_a_draft_that_publishes_itself_is_confirmed_when_its_time_is_set_and_after_each_change(world: World) -> None:
    section, round_ = draft(world)
    exchange_black(world, section, round_)
    common = {"actor": world.olga, "now": NOW, "round_id": round_.pk, "at": LATER}
    with refused(Conflict, "differs_from_rules"):
        schedule_publication(**common)
    schedule_publication(**common, confirmed=["differs_from_rules"])
    first, second = (registration(section, black).pk for _, black in boards(round_)[2:4])
    exchange_players(**arguments_of(world, round_), one_id=first, other_id=second, despite="agreed")
    with refused(Conflict, "differs_from_rules"):
        publish(world, round_)
    schedule_publication(**common, confirmed=["differs_from_rules"])
    assert publish_due_rounds() == 1


@pytest.mark.long
def test_a_bye_that_is_not_for_the_lowest_score_needs_a_reason(world: World) -> None:
    section, round_ = draft(world, 7)
    bye = next(number for number, kind in byes(round_).items() if kind == "pairing_allocated")
    top = boards(round_)[0][0]
    swap = {"one_id": registration(section, top).pk, "other_id": registration(section, bye).pk}
    with pytest.raises(Conflict) as excinfo:
        exchange_players(**arguments_of(world, round_), **swap)
    assert "bye_not_lowest" in excinfo.value.detail["problems"]
    exchange_players(**arguments_of(world, round_), **swap, despite="came late")
    assert byes(round_)[top] == "pairing_allocated"
