"""Pairing a round of a Swiss: the input of the engine, the stored draft, the refusals."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.pairing import dutch
from tests.tournaments.conftest import LATER, raises_code
from tests.tournaments.swiss import (
    boards,
    byes,
    make_swiss,
    pair,
    play,
    play_round,
    publish,
    registration,
    stronger_wins,
)
from tournaments.models.pairing import Pairing
from tournaments.models.swiss import Provenance
from tournaments.selectors.swiss import next_round
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import close_round, start_round
from tournaments.services.schedule import discard_drafts
from tournaments.services.swiss_state import load_state, state_of

pytestmark = pytest.mark.django_db


def test_round_one_pairs_the_upper_half_with_the_lower_in_alternate_colours(world):
    section = make_swiss(world, 8)
    row = pair(world, section, 1)
    assert boards(row) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert (row.status, row.system, row.edition) == ("draft", "dutch", "dutch-2026")


BAKU = {"rounds_planned": 9, "accelerated": True}


@pytest.mark.parametrize(
    ("players", "fields", "colour", "first"),
    [(4, {}, "black", [(3, 1), (2, 4)]), (16, BAKU, "white", [(1, 5), (6, 2), (3, 7), (8, 4)])],
    ids=["black drawn for the first player", "the upper half meets among itself"],
)
def test_colour_and_acceleration_of_round_one(world, players, fields, colour, first):
    section = make_swiss(world, players, **fields)
    assert boards(pair(world, section, 1, first_colour=colour))[: len(first)] == first


def test_the_first_colour_is_drawn_once_and_kept(world):
    section = make_swiss(world, 4)
    pair(world, section, 1, first_colour="")
    section.refresh_from_db()
    assert section.first_colour in ("white", "black")


def test_a_draft_keeps_where_it_came_from(world):
    section = make_swiss(world, 7)
    play_round(world, section, 1)
    row = pair(world, section, 2)
    source = Provenance.objects.get(round=row)
    assert source.boards == [list(board) for board in boards(row)]
    assert source.engine == "tavleya-dutch 1"
    assert [tuple(board["residents"]) for board in source.trace] != []
    second = dutch.pair(state_of(source.state), source.edition)
    assert ([list(board) for board in second.pairs], second.bye) == (source.boards, source.bye)


def test_a_player_who_had_the_allocated_bye_does_not_get_it_again(world):
    section = make_swiss(world, 5, rounds_planned=5)
    rows = [play_round(world, section, number) for number in (1, 2, 3)]
    seen = [number for row in rows for number, kind in byes(row).items() if kind == "pairing_allocated"]
    assert len(seen) == len(set(seen)) == 3


def test_the_edition_of_2017_is_used_where_the_regulations_ask_for_it(world):
    section = make_swiss(world, 8, edition="dutch-2017")
    row = pair(world, section, 1)
    assert Provenance.objects.get(round=row).edition == row.edition == "dutch-2017"


def test_a_section_is_not_paired_while_a_board_is_open(world):
    section = make_swiss(world, 4)
    row = publish(world, pair(world, section, 1))
    first = row.pairings.order_by("board")[0]
    enter_result(actor=world.hal, now=LATER, pairing_id=first.pk, result="1-0")
    with raises_code(Conflict, "results_missing") as excinfo:
        pair(world, section, 2)
    assert excinfo.value.detail["boards"] == ["1.2"]


def test_an_adjourned_game_counts_as_a_draw_until_it_is_over(world):
    section = make_swiss(world, 4)
    row = publish(world, pair(world, section, 1))
    first, second = row.pairings.order_by("board")
    enter_result(actor=world.hal, now=LATER, pairing_id=first.pk, result="1-0")
    second.game.phase = "adjourned"
    second.game.save(update_fields=["phase"])
    state = load_state(section, 2)
    points = {player.number: player.score_before(2) for player in state.players}
    assert points == {1: 2, 3: 0, 2: 1, 4: 1}
    pair(world, section, 2)
    start_round(actor=world.olga, now=LATER, round_id=row.pk)
    with raises_code(Conflict, "results_missing"):
        close_round(actor=world.olga, now=LATER, round_id=row.pk)
    assert [first.pk for first in next_round(section).adjourned] == [second.pk]


def test_a_draft_before_must_be_published_first(world):
    section = make_swiss(world, 4)
    pair(world, section, 1)
    for number, code in ((1, "round_paired_already"), (2, "earlier_round_is_draft")):
        with raises_code(Conflict, code):
            pair(world, section, number)
    with raises_code(BadInput, "not_the_next_round"):
        pair(world, section, 3)


def test_after_the_last_round_there_is_no_other(world):
    section = make_swiss(world, 4, rounds_planned=1)
    play_round(world, section, 1)
    with raises_code(Conflict, "all_rounds_paired"):
        pair(world, section, 2)


def test_only_a_swiss_with_planned_rounds_is_paired_so(world):
    with raises_code(BadInput, "not_a_swiss"):
        pair(world, world.section(), 1)
    with raises_code(BadInput, "no_rounds_planned"):
        world.section(format="swiss")


def test_a_section_that_cannot_be_paired_says_what_would_free_it(world):
    """Four players after three rounds have all met."""
    section = make_swiss(world, 4, rounds_planned=4)
    for number in (1, 2, 3):
        play_round(world, section, number)
    with raises_code(Conflict, "cannot_pair") as excinfo:
        pair(world, section, 4)
    assert {item["rule"] for item in excinfo.value.detail["free"]} == {"C1"}
    assert "have met" in str(excinfo.value)
    assert not section.rounds.filter(number=4).exists()


def test_a_result_corrected_after_the_pairing_makes_the_draft_stale(world):
    section = make_swiss(world, 6)
    first = play_round(world, section, 1)
    row = pair(world, section, 2)
    board = first.pairings.order_by("board")[0]
    correct_result(actor=world.ana, now=LATER, pairing_id=board.pk, result="0-1", reason="entered the wrong way round")
    with raises_code(Conflict, "draft_stale"):
        publish(world, row)
    discard_drafts(actor=world.olga, now=LATER, section_id=section.pk)
    publish(world, pair(world, section, 2))


def test_boards_without_opponents_are_no_games(world):
    section = make_swiss(world, 5)
    row = publish(world, pair(world, section, 1))
    (bye,) = row.pairings.exclude(bye="")
    assert (bye.white.number, bye.bye, bye.game) == (5, "pairing_allocated", None)
    assert Pairing.objects.filter(round=row, game__isnull=False).count() == 2
    play(world, row, stronger_wins)
    assert registration(section, 5).number == 5
