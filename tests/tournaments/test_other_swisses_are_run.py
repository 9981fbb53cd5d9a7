"""Dubov, Burstein, Lim and Double-Swiss, and a Dutch Swiss of matches, through the services."""

import random
from itertools import pairwise

import pytest

from reports.selectors.tournament_report import trf_file, trf_of
from tavleya.errors import BadInput, Conflict
from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import recorded_round
from tavleya.formats.trf.records import ResultMark
from tavleya.pairing import engines
from tavleya.pairing.micromatches import EDITION as DOUBLE_SWISS
from tavleya.pairing.state import DUTCH_2026, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing.literal import Literal
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.swiss import ask_bye, boards, constrain, exchange, make_swiss, pair, play, play_round, publish
from tournaments.models.pairing import Match, MatchTerms, Pairing
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.selectors.standings import standings_of
from tournaments.services.draft_edits import restore_engine_pairing, swap_colours
from tournaments.services.matches import set_match_terms
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.restore_points import restore
from tournaments.services.results import enter_result
from tournaments.services.section_settings import edit_section
from tournaments.services.swiss_state import load_state, state_of

pytestmark = pytest.mark.django_db


EDITIONS = [engines.DUBOV, engines.BURSTEIN, engines.LIM]


def swiss(world, engine):
    return make_swiss(world, 8, edition=engine.edition, rounds_planned=4)


def lower_number_wins(pairing) -> str:
    return "1-0" if pairing.white.number < pairing.black.number else "0-1"


@pytest.mark.long
@pytest.mark.parametrize("engine", EDITIONS, ids=lambda one: one.system)
def test_rounds_are_those_of_the_engine(world, engine):
    section = swiss(world, engine)
    for number in (1, 2, 3):
        row = play_round(world, section, number, lower_number_wins)
        source = Provenance.objects.get(round=row)
        state = state_of(source.state)
        created = engine.pair(state, {}, None)
        assert (row.system, source.edition) == (engine.system, engine.edition)
        assert created.edition == engine.edition
        assert source.boards == [list(pair) for pair in created.pairs]
        ratings = [2410 - 10 * player for player in range(1, 9)] if engine.by_rating else [0] * 8
        assert [player.rating for player in state.players] == ratings


def test_only_rules_that_use_ratings_receive_them(world):
    """A rating that changes would make every other draft stale."""
    assert [item.system for item in engines.BY_EDITION.values() if item.by_rating] == ["dubov"]


@pytest.mark.parametrize(("engine", "code"), [(engines.DUBOV, "FIDE_DUBOV"), (engines.BURSTEIN, "FIDE_BURSTEIN")])
def test_a_report_names_the_rules(world, engine, code):
    section = swiss(world, engine)
    pair(world, section, 1)
    assert trf_of(section).system == code


@pytest.mark.parametrize("engine", EDITIONS, ids=lambda one: one.system)
def test_two_who_must_meet_get_the_colours_of_the_rules(world, engine):
    section = swiss(world, engine)
    constrain(world, section, "together", 1, 2, reason="a clock for the deaf")
    assert (2, 1) in boards(pair(world, section, 1, first_colour="black"))


@pytest.mark.parametrize("engine", [engines.DUBOV, engines.BURSTEIN, engines.TEAM_SWISS])
def test_an_engine_that_explains_itself_says_why_and_why_not(engine):
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 8)), 9, Side.WHITE)
    pair = engine.pair(state, {}, None)
    first, second = pair.pairs[0]
    assert len(engine.why.pair(state, {}, first, second)) > 2
    assert engine.why.why_not(state, {}, first, second).key == "paired"
    assert engine.why.why_not(state, {}, 1, 2).key != "paired"
    assert engine.why.bye(state, {})[0].params["one"] == pair.bye == 7


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
        result = wanted[pairing.white.number, pairing.black.number]
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result)


@pytest.mark.parametrize(
    ("score", "points"),
    [("games", {1: "2", 2: "1", 3: "0", 4: "1", 5: "1½"}), ("match", {1: "1", 2: "½", 3: "0", 4: "½", 5: "1"})],
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
    point = world.do(undo_last_round, LATER, section_id=section.pk, number=1, confirmed=True, reason="list")
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


SCORES = ("games", "match")


def make_matches(world: World, players: int, score: str = "games", **fields: object) -> Section:
    options = {"match_games": 2, "match_score": score}
    return make_swiss(world, players, **{"options": options, **fields})


def points(section: Section) -> dict[int, int]:
    return {row.registration.number: row.row.points for row in standings_of(section).rows}


def test_each_match_of_a_swiss_is_two_games_with_the_colours_turned(world):
    section = make_matches(world, 4)
    row = pair(world, section, 1)
    games = row.pairings.order_by("board").values_list("board", "white__number", "black__number")
    assert list(games) == [(1, 1, 3), (2, 3, 1), (3, 4, 2), (4, 2, 4)]
    assert row.system == "dutch"


@pytest.mark.parametrize(("score", "bye"), [("games", 4), ("match", 2)])
def test_the_bye_is_worth_a_match_won(world, score, bye):
    section = make_matches(world, 5, score)
    row = publish(world, pair(world, section, 1))
    play(world, row, lambda _: "1/2-1/2")
    assert points(section)[5] == bye
    assert points(section)[1] == bye // 2


@pytest.mark.long
@pytest.mark.parametrize("score", SCORES)
def test_rounds_are_paired_by_the_scores_that_the_standings_show(world, score):
    """In round 1 a player who wins a game and draws one has less than one who wins both, where games count."""
    section = make_matches(world, 8, score)
    chance = random.Random(3)
    for number in (1, 2):
        play_round(world, section, number, lambda _: chance.choice(("1-0", "0-1", "1/2-1/2")))
    state = load_state(section, 3)
    assert {player.number: player.score_before(3) for player in state.players} == points(section)


@pytest.mark.long
@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("seed", range(2))
def test_rounds_are_those_of_the_dutch_rules_read_literally(world, score, seed):
    section = make_matches(world, 7, score, rounds_planned=4)
    chance = random.Random(seed)
    for number in (1, 2, 3):
        boards, bye = Literal(load_state(section, number)).pair()
        row = publish(world, pair(world, section, number))
        met = [(match.first.number, match.second.number) for match in row.matches.order_by("number")]
        assert sorted(map(sorted, met)) == sorted(map(sorted, boards))
        assert [match.white.number for match in row.pairings.exclude(bye="")] == [bye]
        play(world, row, lambda _: chance.choice(("1-0", "0-1", "1/2-1/2", "+/-")))


def test_a_half_point_bye_of_two_draws_does_not_bar_from_the_allocated_one(world):
    """C2 bars a player who scored a win's points without playing; two draws of a match are half of that."""
    section = make_matches(world, 5)
    ask_bye(world, section, 5, 1)
    play_round(world, section, 1)
    state = load_state(section, 2)
    past = {player.number: player.rounds[0] for player in state.players}
    assert past[5].points == 2 and state.win == 4


def test_the_terms_follow_the_options_until_the_section_is_paired(world):
    section = make_matches(world, 4, "match")
    terms = MatchTerms.objects.get(section=section)
    assert (terms.games, terms.score) == (2, "match")
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"options": {"match_games": 1}})
    assert not MatchTerms.objects.filter(section=section).exists()
    with raises_code(BadInput, "bad_match_terms"):
        set_match_terms(actor=world.olga, now=NOW, section_id=section.pk)
