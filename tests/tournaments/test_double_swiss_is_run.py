"""Double-Swiss (C.04.5) through the services: two games a pairing, the bye of 1½, by games or by matches."""

from itertools import pairwise

import pytest

from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput, Conflict
from tavleya.formats.trf import read
from tavleya.formats.trf.recorded import recorded_round
from tavleya.formats.trf.results import ResultMark
from tavleya.pairing.double_swiss import EDITION as DOUBLE_SWISS
from tavleya.pairing.state import DUTCH_2026
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.swiss import ask_bye, constrain, exchange, make_swiss, pair, play, publish
from tournaments.models.match import Match
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.draft_edits import restore_engine_pairing, swap_colours
from tournaments.services.results import enter_result
from tournaments.services.rollback.last_round import undo_last_round
from tournaments.services.rollback.restore_points import restore
from tournaments.services.section_settings import edit_section
from tournaments.services.swiss_state import load_state

pytestmark = pytest.mark.django_db


def make(world: World, players: int, **fields: object) -> Section:
    return make_swiss(world, players, **{"edition": DOUBLE_SWISS, **fields})


def matches(row) -> list[tuple[int, int]]:
    return list(row.matches.order_by("number").values_list("first__number", "second__number"))


def test_a_pairing_is_two_games_with_the_colours_turned(world):
    """Four players, round 1: the first meets the third, the second the fourth, colours alternating down the list."""
    section = make(world, 4)
    row = pair(world, section, 1)
    assert matches(row) == [(1, 3), (4, 2)]
    games = row.pairings.order_by("board").values_list("board", "white__number", "black__number")
    assert list(games) == [(1, 1, 3), (2, 3, 1), (3, 4, 2), (4, 2, 4)]
    assert (row.system, row.edition) == ("double_swiss", DOUBLE_SWISS)


def results(world: World, row, wanted: dict[tuple[int, int], str]) -> None:
    for pairing in row.pairings.filter(bye="").select_related("white", "black"):
        enter_result(
            actor=world.hal,
            now=LATER,
            pairing_id=pairing.pk,
            result=wanted[pairing.white.number, pairing.black.number],
        )


@pytest.mark.parametrize(
    ("score", "points"),
    [
        ("games", {1: "2", 2: "1", 3: "0", 4: "1", 5: "1½"}),
        ("match", {1: "1", 2: "½", 3: "0", 4: "½", 5: "1"}),
    ],
)
def test_games_or_matches_count_and_the_bye_is_one_and_a_half_games(world, score, points):
    """1 beats 3 twice, 2 and 4 win a game each, 5 has the bye: a win and a draw (1.4), or one match won."""
    section = make(world, 5, options={"match_score": score})
    row = publish(world, pair(world, section, 1))
    results(world, row, {(1, 3): "1-0", (3, 1): "0-1", (4, 2): "1-0", (2, 4): "1-0"})
    assert {item.registration.number: item.points for item in standings_of(section).rows} == points


def test_a_match_forfeited_in_one_game_counts_as_played_and_is_not_paired_again(world):
    section = make(world, 4, rounds_planned=3)
    row = publish(world, pair(world, section, 1))
    results(world, row, {(1, 3): "1-0", (3, 1): "+/-", (4, 2): "1-0", (2, 4): "1-0"})
    state = load_state(section, 2)
    past = {player.number: player.rounds[0] for player in state.players}
    assert (past[1].happened, past[1].points, past[1].opponent) == ("played", 2, 3)
    assert (past[3].points, past[3].side.value) == (2, "black")


def test_a_match_forfeited_as_a_whole_may_come_again(world):
    section = make(world, 4)
    row = publish(world, pair(world, section, 1))
    results(world, row, {(1, 3): "+/-", (3, 1): "-/+", (4, 2): "1-0", (2, 4): "1-0"})
    past = {player.number: player.rounds[0] for player in load_state(section, 2).players}
    assert (past[1].happened, past[1].points) == ("forfeit", 4)


def test_a_draft_is_changed_by_hand_match_by_match(world):
    section = make(world, 4)
    row = pair(world, section, 1)
    board = row.pairings.get(board=2)
    swap_colours(actor=world.olga, now=NOW, pairing_id=board.pk, version=0)
    assert matches(row)[0] == (3, 1)
    exchange(world, row, 1, 2)
    assert matches(row) == [(3, 2), (4, 1)]
    assert row.pairings.count() == 4 and Match.objects.filter(round=row).count() == 2
    restore_engine_pairing(actor=world.olga, now=NOW, round_id=row.pk, version=2)
    assert matches(row) == [(1, 3), (4, 2)]


def test_a_round_is_undone_and_comes_back_with_its_matches(world):
    section = make(world, 5)
    row = publish(world, pair(world, section, 1))
    play(world, row)
    fields = ("board", "white_id", "black_id", "bye", "leg")
    before = list(row.pairings.order_by("board").values_list(*fields))
    point = undo_last_round(
        actor=world.olga, now=LATER, section_id=section.pk, number=1, confirmed=True, reason="wrong list"
    )
    assert not section.rounds.exists() and not Match.objects.exists()
    restore(actor=world.olga, now=LATER, point_id=point.pk)
    rounds = section.rounds.get()
    assert list(rounds.pairings.order_by("board").values_list(*fields)) == before
    assert rounds.pairings.filter(bye="").exclude(result="").count() == 4
    assert matches(rounds) == [(1, 3), (4, 2)] and not rounds.pairings.filter(bye="", match=None).exists()


def test_a_second_request_to_pair_reports_that_the_round_is_paired(world):
    section = make(world, 6)
    pair(world, section, 1)
    with raises_code(Conflict, "round_paired_already"):
        pair(world, section, 1)
    assert Pairing.objects.count() == 6


def test_it_is_neither_accelerated_nor_turned_into_another_system_halfway(world):
    with raises_code(BadInput, "no_acceleration"):
        make(world, 4, accelerated=True)
    section = make(world, 4)
    pair(world, section, 1)
    with raises_code(Conflict, "already_paired"):
        edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"edition": DUTCH_2026})


def test_players_kept_apart_do_not_meet_and_those_who_must_do(world):
    section = make(world, 6)
    constrain(world, section, "apart", 1, 4)
    constrain(world, section, "together", 2, 3)
    met = {frozenset(pair_) for pair_ in matches(pair(world, section, 1))}
    assert frozenset((2, 3)) in met and frozenset((1, 4)) not in met


def test_boards_of_a_round_are_numbered_from_the_first_table(world):
    section = make(world, 5, first_board=11)
    row = pair(world, section, 1)
    numbers = list(row.pairings.order_by("board").values_list("board", flat=True))
    assert numbers == [11, 12, 13, 14, 15] and all(b - a == 1 for a, b in pairwise(numbers))


def test_byes_and_pairs_apart_are_reported_by_column(world):
    """A round of two games is two columns: a bye requested for round 2 is in column 3."""
    section = make(world, 5, rounds_planned=3)
    row = publish(world, pair(world, section, 1))
    results(world, row, {(1, 3): "1-0", (3, 1): "0-1", (4, 2): "1-0", (2, 4): "1-0"})
    ask_bye(world, section, 2, 2)
    reading = read(trf_file(section), persons=False)
    assert reading.tournament.byes == {(3, 2): ResultMark.HALF_BYE}
    assert 2 in recorded_round(reading.tournament, 2, games=2).state.absent
