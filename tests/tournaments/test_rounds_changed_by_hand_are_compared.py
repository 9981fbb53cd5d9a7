"""A draft changed by hand is compared with the pairing by the rules before it is published."""

import pytest

from reports.selectors.tournament_report import trf_file
from tavleya.errors import Conflict
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.swiss import boards, byes, make_swiss, pair, play, play_round, registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.services.draft_edits import exchange_players, remove_from_draft, restore_engine_pairing, swap_colours
from tournaments.services.draft_sheet import notices_of
from tournaments.services.rounds import publish_round, schedule_publication
from tournaments.tasks import publish_due_rounds

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def draft(world: World, players: int = 8, **fields: object) -> tuple[Section, Round]:
    section = make_swiss(world, players, **fields)
    play_round(world, section, 1)
    return section, pair(world, section, 2)


def hand(world: World, row: Round) -> dict[str, object]:
    version = Provenance.objects.get(round=row).version
    return {"actor": world.olga, "now": NOW, "round_id": row.pk, "version": version}


def publish(world: World, row: Round, *confirmed: str) -> Round:
    return publish_round(actor=world.olga, now=LATER, round_id=row.pk, confirmed=confirmed)


def exchanged(world: World, section: Section, row: Round) -> tuple[list[str], list[str]]:
    """The Black players of the first two boards change places; the boards of the rules, and those there are now."""
    before = [f"{white}-{black}" for white, black in boards(row)[:2]]
    first, second = (registration(section, black).pk for _, black in boards(row)[:2])
    exchange_players(**hand(world, row), one_id=first, other_id=second, despite="agreed")
    return before, [f"{white}-{black}" for white, black in boards(row)[:2]]


def test_a_draft_as_the_engine_made_it_is_published_without_a_question(world: World) -> None:
    section, row = draft(world)
    assert publish(world, row).status == RoundStatus.PUBLISHED
    assert "### MPA" not in trf_file(section).decode()


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


def test_boards_that_are_put_back_leave_no_remark(world: World) -> None:
    section, row = draft(world)
    exchanged(world, section, row)
    restore_engine_pairing(**hand(world, row))
    publish(world, row)
    assert "### MPA" not in trf_file(section).decode()


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


def test_a_draft_that_publishes_itself_is_confirmed_when_its_time_is_set(world: World) -> None:
    section, row = draft(world)
    exchanged(world, section, row)
    common = {"actor": world.olga, "now": NOW, "round_id": row.pk, "at": LATER}
    with raises_code(Conflict, "differs_from_rules"):
        schedule_publication(**common)
    schedule_publication(**common, confirmed=["differs_from_rules"])
    assert publish_due_rounds() == 1


def test_a_further_change_needs_a_new_confirmation(world: World) -> None:
    section, row = draft(world)
    exchanged(world, section, row)
    world.do(schedule_publication, round_id=row.pk, at=LATER, confirmed=["differs_from_rules"])
    first, second = (registration(section, black).pk for _, black in boards(row)[2:4])
    exchange_players(**hand(world, row), one_id=first, other_id=second, despite="agreed")
    with raises_code(Conflict, "differs_from_rules"):
        publish(world, row)


def test_a_third_equal_colour_needs_a_reason_before_the_last_round(world: World) -> None:
    section, row = draft(world, rounds_planned=9)
    swap_colours(actor=world.olga, now=NOW, pairing_id=row.pairings.get(board=1).pk, version=0)
    white = boards(row)[0][0]  # who now has White for the second time
    publish(world, row, "differs_from_rules")
    play(world, row)
    third = pair(world, section, 3)
    board = third.pairings.get(black__number=white)
    swap = {"actor": world.olga, "now": NOW, "pairing_id": board.pk, "version": 0}
    with pytest.raises(Conflict) as excinfo:
        swap_colours(**swap)
    assert "third_colour" in excinfo.value.detail["problems"]
    swap_colours(**swap, despite="the only chair that fits")
    assert white in {number for number, _ in boards(third)}


def test_two_players_against_their_colours_are_reported_while_it_applies(world: World) -> None:
    _, row = draft(world)
    source = Provenance.objects.get(round=row)
    assert notices_of(row, source) == ()
    for version, codes in ((0, ["against_colours"]), (1, [])):
        swap_colours(actor=world.olga, now=NOW, pairing_id=row.pairings.get(board=1).pk, version=version)
        source.refresh_from_db()
        assert [notice.code for notice in notices_of(row, source)] == codes


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
