"""Pairing a round of a Swiss: the input of the engine, the stored draft, the refusals."""

import random
from collections import Counter

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.pairing import dutch, legality
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.swiss import (
    boards,
    byes,
    chance,
    make_swiss,
    pair,
    play,
    play_round,
    publish,
    registration,
    stronger_wins,
)
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.selectors.standings import standings_of
from tournaments.selectors.swiss import next_round
from tournaments.services.attendance import enter_late, reenter_player
from tournaments.services.byes import request_bye
from tournaments.services.players import add_player
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import close_round, start_round
from tournaments.services.schedule import discard_drafts
from tournaments.services.sections import withdraw_player
from tournaments.services.swiss_state import load_state, state_of

pytestmark = pytest.mark.django_db


def test_round_one_pairs_the_upper_half_with_the_lower_in_alternate_colours(world):
    section = make_swiss(world, 8)
    row = pair(world, section, 1)
    assert boards(row) == [(1, 5), (6, 2), (3, 7), (8, 4)]
    assert (row.status, row.system, row.edition) == ("draft", "dutch", "dutch-2026")


def test_black_drawn_for_the_first_player_turns_all_colours(world):
    section = make_swiss(world, 4)
    assert boards(pair(world, section, 1, first_colour="black")) == [(3, 1), (2, 4)]


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


def test_baku_meets_the_upper_half_among_itself(world):
    section = make_swiss(world, 16, rounds_planned=9, accelerated=True)
    assert boards(pair(world, section, 1))[:4] == [(1, 5), (6, 2), (3, 7), (8, 4)]


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


def test_a_swiss_needs_to_know_its_rounds(world):
    with raises_code(BadInput, "no_rounds_planned"):
        world.section(format="swiss")


def test_a_round_robin_is_not_paired_so(world):
    section = world.section()
    world.enter(section, "Alekhine", "Botvinnik")
    with raises_code(BadInput, "not_a_swiss"):
        pair(world, section, 1)


def test_a_result_corrected_after_the_pairing_makes_the_draft_stale(world):
    section = make_swiss(world, 6)
    first = play_round(world, section, 1)
    row = pair(world, section, 2)
    board = first.pairings.order_by("board")[0]
    correct_result(
        actor=world.ana, now=LATER, pairing_id=board.pk, result="0-1", reason="entered the wrong way round"
    )
    with raises_code(Conflict, "draft_stale"):
        publish(world, row)
    discard_drafts(actor=world.olga, now=LATER, section_id=section.pk)
    publish(world, pair(world, section, 2))


@pytest.mark.long
def test_thirty_players_play_nine_rounds_and_every_round_is_legal(world):
    """Late entries, byes, withdrawals, forfeits: whatever happens, the check that shares no code finds no fault."""
    section = make_swiss(world, 30, rounds_planned=9)
    source, result = random.Random(7), chance(11)
    met: Counter[frozenset[int]] = Counter()
    for number in range(1, 10):
        _happenings(world, section, number, source)
        row = pair(world, section, number)
        state = load_state(section, number)
        allocated = [pairing for pairing, kind in byes(row).items() if kind == "pairing_allocated"]
        assert len(allocated) <= 1
        assert legality.check(state, boards(row), allocated[0] if allocated else None) == ()
        publish(world, row)
        play(world, row, result)
        met.update(
            frozenset((pairing.white_id, pairing.black_id))
            for pairing in row.pairings.filter(bye="")
            if pairing.result not in ("+/-", "-/+", "-/-")
        )
    assert set(met.values()) == {1}
    assert section.rounds.filter(status="closed").count() == 9
    table = standings_of(section)
    assert len(table.rows) == section.registrations.count() > 30
    points = [row.row.points for row in table.rows]
    assert points == sorted(points, reverse=True)


def _happenings(world: World, section: Section, number: int, source: random.Random) -> None:
    active = list(section.registrations.filter(status="active"))
    if number in (3, 5):
        withdraw_player(actor=world.olga, now=NOW, registration_id=source.choice(active).pk)
    if number == 7:
        registration = section.registrations.filter(status="withdrawn").first()
        reenter_player(actor=world.olga, now=NOW, registration_id=registration.pk)
    if number in (2, 3):
        player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name=f"Late {number}")
        enter_late(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk, from_round=number)
    for kind in ("half", "zero"):
        choice = source.choice(list(section.registrations.filter(status="active")))
        request_bye(actor=world.olga, now=NOW, registration_id=choice.pk, round_number=number, kind=kind)


def test_boards_without_opponents_are_no_games(world):
    section = make_swiss(world, 5)
    row = publish(world, pair(world, section, 1))
    (bye,) = row.pairings.exclude(bye="")
    assert (bye.white.number, bye.bye, bye.game) == (5, "pairing_allocated", None)
    assert Pairing.objects.filter(round=row, game__isnull=False).count() == 2
    play(world, row, stronger_wins)
    assert registration(section, 5).number == 5
