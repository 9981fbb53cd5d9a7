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


def key(row: Round, number: int) -> int:
    return registration(row.section, number).pk


def version(row: Round) -> int:
    return Provenance.objects.get(round=row).version


def remove(world, row: Round, number: int, **more: object) -> None:
    values = {"round_id": row.pk, "registration_id": key(row, number), "version": version(row), **more}
    remove_from_draft(actor=world.olga, now=LATER, **values)


def changed(row: Round) -> list[tuple[int, bool]]:
    source = Provenance.objects.get(round=row)
    return [(difference.pairing.board, difference.turned) for difference in differences(row, source)]


def test_colours_are_swapped_and_the_difference_is_shown(world):
    row = pair(world, make_swiss(world, 6), 1)
    first = row.pairings.get(board=1)
    swap_colours(actor=world.olga, now=LATER, pairing_id=first.pk, version=0)
    assert boards(row)[0] == (4, 1)
    assert changed(row) == [(1, True)]


def test_two_players_exchange_their_seats_until_the_engines_pairing_comes_back(world):
    row = pair(world, make_swiss(world, 8), 1)
    before = boards(row)
    assert before == [(1, 5), (6, 2), (3, 7), (8, 4)]
    exchange(world, row, 5, 7)
    assert boards(row) == [(1, 7), (6, 2), (3, 5), (8, 4)]
    assert changed(row) == [(1, False), (3, False)]
    (line,) = Log.objects.filter(action="round.changed_by_hand")
    assert line.after["by_hand"] == "exchange"
    assert [name.split(",")[0].split()[0] for name in line.after["pair"]] == ["P05", "P07"]
    with refused(Conflict, "draft_changed"):
        exchange(world, row, 5, 6, actor=world.chen, version=0)
    restore_engine_pairing(actor=world.olga, now=LATER, round_id=row.pk, version=version(row))
    assert boards(row) == before and changed(row) == []


def test_a_player_exchanges_with_the_player_who_has_the_bye(world):
    row = pair(world, make_swiss(world, 5), 1)  # 1-3, 4-2, bye 5
    exchange(world, row, 5, 3)
    assert boards(row) == [(1, 5), (4, 2)] and byes(row) == {3: "pairing_allocated"}


def test_a_pair_is_set_by_hand_and_those_left_over_meet(world):
    row = pair(world, make_swiss(world, 8), 1)  # 1-5, 6-2, 3-7, 8-4
    world.do(pair_by_hand_in_draft, LATER, round_id=row.pk, white_id=key(row, 2), black_id=key(row, 1), version=0)
    assert (2, 1) in boards(row)
    assert {frozenset(board) for board in boards(row)} == {
        frozenset(board) for board in ((1, 2), (5, 6), (3, 7), (4, 8))
    }


def test_a_rematch_is_refused_with_its_reason_and_may_be_forced(world):
    section = make_swiss(world, 6)
    first = play_round(world, section, 1)
    row = pair(world, section, 2)
    item, other = boards(first)[0]
    before = boards(row)
    values = {
        "actor": world.olga, "now": LATER, "round_id": row.pk, "white_id": key(row, other), "black_id": key(row, item),
    }  # fmt: skip
    with refused(Conflict, "illegal_pairing") as excinfo:
        pair_by_hand_in_draft(**values, version=0)
    assert "rematch" in excinfo.value.detail["problems"]
    assert boards(row) == before
    pair_by_hand_in_draft(**values, version=0, despite="agreed by both, nobody else is left")
    (waived,) = Provenance.objects.get(round=row).waived
    assert (waived["code"], waived["who"]) == ("rematch", f"user:{world.olga.user_id}")
    assert waived["reason"] == "agreed by both, nobody else is left"
    publish(world, row, "differs_from_rules")


def test_a_pairing_without_a_present_player_cannot_be_forced(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    row = pair(world, section, 2)
    withdraw_player(actor=world.olga, now=LATER, registration_id=key(row, 1))
    with refused(Conflict, "illegal_pairing") as excinfo:
        exchange(world, row, 2, 3, despite="never mind")
    assert "absent_paired" in excinfo.value.detail["problems"]


def test_a_withdrawn_player_is_removed_and_the_opponent_has_the_bye(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    row = pair(world, section, 2)
    removed = next(item for item in range(1, 7) if item != 6)
    mate = next(sum(board) - removed for board in boards(row) if removed in board)
    withdraw_player(actor=world.olga, now=LATER, registration_id=key(row, removed))
    remove(world, row, removed, despite="first round")
    assert byes(row) == {mate: "pairing_allocated"}
    with pytest.raises(Conflict):  # withdrawn after the pairing: the rest must be looked through
        publish(world, row)
    confirm_draft(actor=world.olga, now=LATER, round_id=row.pk, version=version(row))
    publish(world, row, "differs_from_rules")


def test_a_player_taken_off_has_their_bye_and_a_second_fills_the_gap(world):
    row = pair(world, make_swiss(world, 6), 1)  # 1-4, 5-2, 3-6
    for board in (1, 3):
        remove(world, row, board, bye="half")
    assert byes(row) == {1: "half", 3: "half"}
    assert {frozenset(board) for board in boards(row)} == {frozenset((4, 6)), frozenset((5, 2))}
    publish(world, row, "differs_from_rules")


def test_an_added_player_meets_the_player_who_has_the_bye(world):
    section = make_swiss(world, 6)
    ask_bye(world, section, 2, 1)
    row = pair(world, section, 1)
    assert byes(row) == {2: "half", 6: "pairing_allocated"}
    add_to_draft(actor=world.olga, now=LATER, round_id=row.pk, registration_id=key(row, 2), version=0)
    assert byes(row) == {} and boards(row)[-1] == (2, 6)
    publish(world, row, "differs_from_rules")


def test_a_board_changes_places_with_the_table_it_goes_to(world):
    row = pair(world, make_swiss(world, 6), 1)
    first = row.pairings.get(board=1)
    move_table(actor=world.olga, now=LATER, pairing_id=first.pk, board=3, version=0)
    assert boards(row) == [(3, 6), (5, 2), (1, 4)]
    assert changed(row) == []


def test_opponents_do_not_exchange_seats_and_a_public_round_is_not_changed_by_hand(world):
    row = pair(world, make_swiss(world, 4), 1)
    for other, code in ((3, "same_board"), (1, "pairing_with_oneself")):
        with refused(BadInput, code):
            exchange(world, row, 1, other)
    publish(world, row)
    with refused(Conflict, "round_status"):
        exchange(world, row, 1, 4)


def draft(world: World, players: int = 8, **fields: object) -> tuple[Section, Round]:
    section = make_swiss(world, players, **fields)
    play_round(world, section, 1)
    return section, pair(world, section, 2)


def hand(world: World, row: Round) -> dict[str, object]:
    version = Provenance.objects.get(round=row).version
    return {"actor": world.olga, "now": NOW, "round_id": row.pk, "version": version}


def exchanged(world: World, section: Section, row: Round) -> tuple[list[str], list[str]]:
    """The Black players of the first two boards change places; the boards of the rules, and those there are now."""
    before = [f"{white}-{black}" for white, black in boards(row)[:2]]
    first, second = (registration(section, black).pk for _, black in boards(row)[:2])
    exchange_players(**hand(world, row), one_id=first, other_id=second, despite="agreed")
    return before, [f"{white}-{black}" for white, black in boards(row)[:2]]


@pytest.mark.long
@pytest.mark.parametrize("put_back", [False, True])
def test_a_draft_as_the_engine_made_it_is_published_without_a_question(world: World, put_back: bool) -> None:
    section, row = draft(world)
    if put_back:
        exchanged(world, section, row)
        restore_engine_pairing(**hand(world, row))
    assert publish(world, row).status == RoundStatus.PUBLISHED
    assert "### MPA" not in trf_file(section).decode()


@pytest.mark.long
def test_a_changed_draft_names_both_pairings_and_waits_to_be_confirmed(world: World) -> None:
    section, row = draft(world)
    ruled, drawn = exchanged(world, section, row)
    with pytest.raises(Conflict) as excinfo:
        publish(world, row)
    assert (excinfo.value.code, excinfo.value.detail["level"]) == ("differs_from_rules", 3)
    assert (list(excinfo.value.detail["ruled"]), list(excinfo.value.detail["drawn"])) == (ruled, drawn)
    publish(world, row, "differs_from_rules")
    text = f"### MPA @ Round 2: {' '.join(ruled)} => {' '.join(drawn)}\r\n"
    assert text in trf_file(section).decode()


@pytest.mark.long
def test_a_player_left_out_is_reported_with_the_bye(world: World) -> None:
    section, row = draft(world)
    white, black = boards(row)[0]
    remove_from_draft(**hand(world, row), registration_id=registration(section, black).pk, bye="full", despite="ill")
    assert byes(row) == {white: "pairing_allocated", black: "full"}
    with pytest.raises(Conflict) as excinfo:
        publish(world, row)
    assert f"{white}=PAB" in excinfo.value.detail["drawn"]
    publish(world, row, "differs_from_rules")
    written = trf_file(section).decode()
    assert "### MPA @ Round 2: " in written and f"{white}=PAB" in written
    assert f"### Full-point bye @ Round 2: {black}\r\n" in written


@pytest.mark.long
def test_a_draft_that_publishes_itself_is_confirmed_when_its_time_is_set_and_after_each_change(world: World) -> None:
    section, row = draft(world)
    exchanged(world, section, row)
    common = {"actor": world.olga, "now": NOW, "round_id": row.pk, "at": LATER}
    with refused(Conflict, "differs_from_rules"):
        schedule_publication(**common)
    schedule_publication(**common, confirmed=["differs_from_rules"])
    first, second = (registration(section, black).pk for _, black in boards(row)[2:4])
    exchange_players(**hand(world, row), one_id=first, other_id=second, despite="agreed")
    with refused(Conflict, "differs_from_rules"):
        publish(world, row)
    schedule_publication(**common, confirmed=["differs_from_rules"])
    assert publish_due_rounds() == 1


@pytest.mark.long
def test_a_bye_that_is_not_for_the_lowest_score_needs_a_reason(world: World) -> None:
    section, row = draft(world, 7)
    bye = next(number for number, kind in byes(row).items() if kind == "pairing_allocated")
    top = boards(row)[0][0]
    swap = {"one_id": registration(section, top).pk, "other_id": registration(section, bye).pk}
    with pytest.raises(Conflict) as excinfo:
        exchange_players(**hand(world, row), **swap)
    assert "bye_not_lowest" in excinfo.value.detail["problems"]
    exchange_players(**hand(world, row), **swap, despite="came late")
    assert byes(row)[top] == "pairing_allocated"
