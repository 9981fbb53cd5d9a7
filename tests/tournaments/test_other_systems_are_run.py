"""Dubov, Burstein, Lim, Double-Swiss, a Swiss of matches, Keizer, displays and Scheveningen, through the services."""

import random
from fractions import Fraction

import pytest

from reports.selectors.tournament_report import trf_file, trf_of
from tavleya.errors import BadInput, Conflict
from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import recorded_round
from tavleya.formats.trf.records import ResultMark
from tavleya.pairing import engines
from tavleya.pairing.engines import ladder as engine_ladder
from tavleya.pairing.micromatches import EDITION as DOUBLE_SWISS
from tavleya.pairing.state import DUTCH_2026
from tests.refusals import refused
from tests.tavleya.pairing.literal import Literal
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import (
    ask_bye,
    boards,
    byes,
    constrain,
    exchange,
    make_swiss,
    pair,
    play,
    play_round,
    publish,
)
from tests.tournaments.team_events import make_teams, member, team, wins_of
from tests.tournaments.team_events import pair as pair_of_teams
from tournaments.models.pairing import Match, MatchTerms
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.selectors.simul import display
from tournaments.selectors.standings import standings_of
from tournaments.selectors.table import ladder
from tournaments.selectors.teams import team_standings
from tournaments.services.attendance import enter_late
from tournaments.services.draft_edits import restore_engine_pairing, swap_colours
from tournaments.services.matches import set_match_terms
from tournaments.services.pairing_again import undo_last_round, unpublish_round
from tournaments.services.players import add_player
from tournaments.services.restore_points import restore
from tournaments.services.results import enter_result
from tournaments.services.schedule import discard_drafts
from tournaments.services.section_settings import edit_section
from tournaments.services.seeding import seat_display
from tournaments.services.swiss_state import load_state, state_of
from tournaments.services.team_requests import add_team, set_members

pytestmark = pytest.mark.django_db


EDITIONS = [engines.DUBOV, engines.BURSTEIN, engines.LIM]


def swiss(world, engine):
    return make_swiss(world, 8, edition=engine.edition, rounds_planned=4)


def lower_number_wins(pairing) -> str:
    return "1-0" if pairing.white.number < pairing.black.number else "0-1"


@pytest.mark.long
@pytest.mark.parametrize("engine", EDITIONS, ids=lambda engine: engine.system)
def test_rounds_are_those_of_the_engine(world, engine):
    section = swiss(world, engine)
    for number in (1, 2, 3):
        round_ = play_round(world, section, number, lower_number_wins)
        source = Provenance.objects.get(round=round_)
        state = state_of(source.state)
        pairing = engine.pair(state, {}, None)
        assert (round_.system, source.edition) == (engine.system, engine.edition)
        assert pairing.edition == engine.edition
        assert source.boards == [list(pair) for pair in pairing.pairs]
        ratings = [2410 - 10 * player for player in range(1, 9)] if engine.by_rating else [0] * 8
        assert [player.rating for player in state.players] == ratings


@pytest.mark.parametrize(("engine", "code"), [(engines.DUBOV, "FIDE_DUBOV"), (engines.BURSTEIN, "FIDE_BURSTEIN")])
def test_a_report_names_the_rules(world, engine, code):
    section = swiss(world, engine)
    pair(world, section, 1)
    assert trf_of(section).system == code


@pytest.mark.parametrize("engine", EDITIONS, ids=lambda engine: engine.system)
def test_two_who_must_meet_get_the_colours_of_the_rules(world, engine):
    section = swiss(world, engine)
    constrain(world, section, "together", 1, 2, reason="a clock for the deaf")
    assert (2, 1) in boards(pair(world, section, 1, first_colour="black"))


def make_double_swiss(world: World, players: int, **fields: object) -> Section:
    return make_swiss(world, players, **{"edition": DOUBLE_SWISS, **fields})


def matches(round_) -> list[tuple[int, int]]:
    return list(round_.matches.order_by("number").values_list("first__number", "second__number"))


@pytest.mark.parametrize("system", ["double_swiss", "dutch"])
def test_a_pairing_is_two_games_with_the_colours_turned(world, system):
    """Round 1: the first meets the third, the second the fourth, colours alternating down the list."""
    section = (make_double_swiss if system == "double_swiss" else make_matches)(world, 5, first_board=11)
    round_ = pair(world, section, 1)
    assert matches(round_) == [(1, 3), (4, 2)]
    games = round_.pairings.order_by("board").values_list("board", "white__number", "black__number")
    assert list(games) == [(11, 1, 3), (12, 3, 1), (13, 4, 2), (14, 2, 4), (15, 5, None)]
    assert round_.system == system


def results(world: World, round_, wanted: dict[tuple[int, int], str]) -> None:
    for pairing in round_.pairings.filter(bye="").select_related("white", "black"):
        result = wanted[pairing.white.number, pairing.black.number]
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result)


@pytest.mark.parametrize(
    ("score", "points"),
    [("games", {1: "2", 2: "1", 3: "0", 4: "1", 5: "1½"}), ("match", {1: "1", 2: "½", 3: "0", 4: "½", 5: "1"})],
)
def test_games_or_matches_count_and_the_bye_is_one_and_a_half_games(world, score, points):
    """1 beats 3 twice, 2 and 4 win a game each, 5 has the bye: a win and a draw (1.4), or one match won."""
    section = make_double_swiss(world, 5, options={"match_score": score})
    round_ = publish(world, pair(world, section, 1))
    results(world, round_, {(1, 3): "1-0", (3, 1): "0-1", (4, 2): "1-0", (2, 4): "1-0"})
    assert {row.registration.number: row.points for row in standings_of(section).rows} == points


@pytest.mark.parametrize(
    ("games", "happened", "points"), [(("1-0", "+/-"), "played", (2, 2)), (("+/-", "-/+"), "forfeit", (4, 0))]
)
def test_a_match_forfeited_in_one_game_counts_as_played_and_one_forfeited_whole_may_come_again(
    world, games, happened, points
):
    section = make_double_swiss(world, 4, rounds_planned=3)
    round_ = publish(world, pair(world, section, 1))
    results(world, round_, {(1, 3): games[0], (3, 1): games[1], (4, 2): "1-0", (2, 4): "1-0"})
    past = {player.number: player.rounds[0] for player in load_state(section, 2).players}
    assert (past[1].happened, past[1].opponent, past[3].side.value) == (happened, 3, "black")
    assert (past[1].points, past[3].points) == points


def test_a_draft_is_changed_by_hand_match_by_match(world):
    section = make_double_swiss(world, 4)
    round_ = pair(world, section, 1)
    board = round_.pairings.get(board=2)
    swap_colours(actor=world.olga, now=NOW, pairing_id=board.pk, version=0)
    assert matches(round_)[0] == (3, 1)
    exchange(world, round_, 1, 2)
    assert matches(round_) == [(3, 2), (4, 1)]
    assert round_.pairings.count() == 4 and Match.objects.filter(round=round_).count() == 2
    restore_engine_pairing(actor=world.olga, now=NOW, round_id=round_.pk, version=2)
    assert matches(round_) == [(1, 3), (4, 2)]


def test_a_round_is_undone_and_comes_back_with_its_matches(world):
    section = make_double_swiss(world, 5)
    round_ = publish(world, pair(world, section, 1))
    play(world, round_)
    fields = ("board", "white_id", "black_id", "bye", "leg")
    before = list(round_.pairings.order_by("board").values_list(*fields))
    point = world.do(undo_last_round, LATER, section_id=section.pk, number=1, confirmed=True, reason="list")
    assert not section.rounds.exists() and not Match.objects.exists()
    restore(actor=world.olga, now=LATER, point_id=point.pk)
    restored = section.rounds.get()
    assert list(restored.pairings.order_by("board").values_list(*fields)) == before
    assert restored.pairings.filter(bye="").exclude(result="").count() == 4
    assert matches(restored) == [(1, 3), (4, 2)] and not restored.pairings.filter(bye="", match=None).exists()


def test_it_is_neither_accelerated_nor_turned_into_another_system_halfway(world):
    with refused(BadInput, "no_acceleration"):
        make_double_swiss(world, 4, accelerated=True)
    section = make_double_swiss(world, 4)
    pair(world, section, 1)
    with refused(Conflict, "already_paired"):
        edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"edition": DUTCH_2026})


def test_players_kept_apart_do_not_meet_and_those_who_must_do(world):
    section = make_double_swiss(world, 6)
    constrain(world, section, "apart", 1, 4)
    constrain(world, section, "together", 2, 3)
    met = {frozenset(pair_) for pair_ in matches(pair(world, section, 1))}
    assert frozenset((2, 3)) in met and frozenset((1, 4)) not in met


def test_byes_and_pairs_apart_are_reported_by_column(world):
    """A round of two games is two columns: a bye requested for round 2 is in column 3."""
    section = make_double_swiss(world, 5, rounds_planned=3)
    round_ = publish(world, pair(world, section, 1))
    results(world, round_, {(1, 3): "1-0", (3, 1): "0-1", (4, 2): "1-0", (2, 4): "1-0"})
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


@pytest.mark.parametrize(("score", "bye"), [("games", 4), ("match", 2)])
def test_the_bye_is_worth_a_match_won(world, score, bye):
    section = make_matches(world, 5, score)
    round_ = publish(world, pair(world, section, 1))
    play(world, round_, lambda _: "1/2-1/2")
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
        round_ = publish(world, pair(world, section, number))
        met = [(match.first.number, match.second.number) for match in round_.matches.order_by("number")]
        assert sorted(map(sorted, met)) == sorted(map(sorted, boards))
        assert [board.white.number for board in round_.pairings.exclude(bye="")] == [bye]
        play(world, round_, lambda _: chance.choice(("1-0", "0-1", "1/2-1/2", "+/-")))


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
    with refused(BadInput, "bad_match_terms"):
        set_match_terms(actor=world.olga, now=NOW, section_id=section.pk)


def keizer(world: World, players: int, **fields: object) -> Section:
    return make_swiss(world, players, **{"format": "keizer", "rounds_planned": None, **fields})


def test_the_first_round_pairs_from_the_top_and_draws_no_colour(world):
    section = keizer(world, 5)
    round_ = pair(world, section, 1)
    assert {frozenset(board) for board in boards(round_)} == {frozenset((1, 2)), frozenset((3, 4))}
    assert byes(round_) == {5: "pairing_allocated"}
    section.refresh_from_db()
    assert section.first_colour == "" and (round_.system, round_.edition) == ("keizer", "keizer")


def test_absent_players_get_their_share_and_are_not_paired(world):
    section = keizer(world, 6, options={"top": 90, "step": 30, "excused": 1})
    for number, kind in ((1, "half"), (2, "full"), (3, "zero")):
        ask_bye(world, section, number, 1, kind)
    round_ = publish(world, pair(world, section, 1))
    assert {number for pair_ in boards(round_) for number in pair_} | {6} == {4, 5, 6}
    assert byes(round_) == {1: "half", 2: "full", 3: "zero", 6: "pairing_allocated"}
    play(world, round_)
    shares = {line.registration.number: [part.share for part in line.parts] for line in ladder(section)}
    assert shares[1] == [Fraction(1, 3)] and shares[2] == [Fraction(2, 3)] and shares[3] == [0]
    assert shares[6] == [Fraction(2, 3)]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_a_random_season_seats_each_player_once_and_the_ladder_adds_up(world, seed):
    """Every score is the player's own value and its parts; the page and the engine use the same ladder."""
    chance = random.Random(seed)
    players = chance.choice((7, 8, 9))
    section = keizer(world, players, options={"gap": 3})
    met_by_round: list[set[frozenset[int]]] = []
    for number in range(1, 8):
        away = chance.sample(range(1, players + 1), chance.choice((0, 1, 2)))
        for player in away:
            ask_bye(world, section, player, number, chance.choice(("half", "zero", "full")))
        round_ = play_round(world, section, number, lambda _: chance.choice(("1-0", "0-1", "1/2-1/2", "+/-")))
        seated = [number for pair_ in boards(round_) for number in pair_] + list(byes(round_))
        assert sorted(seated) == list(range(1, players + 1)) and set(away) <= set(byes(round_))
        met = {frozenset(pair_) for pair_ in boards(round_)}
        assert not met_by_round or not (met & met_by_round[-1])  # seven or more can always avoid the last opponent here
        met_by_round.append(met)
        for line in ladder(section):
            assert line.score == line.own + sum(part.amount for part in line.parts)
        page = [(line.registration.number, line.value, line.score) for line in ladder(section)]
        state = load_state(section, number + 1)
        engine = [(line.player, line.value, line.score) for line in engine_ladder(state, section.options)]
        assert page == engine
        assert [row.registration.number for row in standings_of(section).rows] == [number for number, *_ in page]


def test_a_round_is_refused_if_the_rules_keep_all_players_apart(world):
    section = keizer(world, 2)
    constrain(world, section, "apart", 1, 2)
    with refused(Conflict, "cannot_pair"):
        pair(world, section, 1)
    assert not section.rounds.exists()


def test_a_late_entrant_is_on_the_ladder_with_nothing_for_earlier_rounds(world):
    section = keizer(world, 4)
    play_round(world, section, 1)
    late = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Late")
    enter_late(actor=world.olga, now=NOW, section_id=section.pk, player_id=late.pk, from_round=2)
    line = next(line for line in ladder(section) if line.registration.player_id == late.pk)
    assert line.score == line.own and [part.share for part in line.parts] == [0]
    assert 5 in {number for pair_ in boards(pair(world, section, 2)) for number in pair_} | set(
        byes(section.rounds.get(number=2))
    )


def seat(world: World, section: Section, giver: int):
    return world.do(seat_display, section_id=section.pk, giver_id=section.registrations.get(number=giver).pk)


@pytest.mark.parametrize("tracking", ["result", "sheets", "live"])
def test_the_score_of_a_display_at_each_depth(world, tracking):
    section = world.section(format="simul", tracking=tracking, control="60", options={"colours": "alternate"})
    world.enter(section, "Giver", "A", "B", "C", "D")
    round_ = publish(world, seat(world, section, 1))
    for pairing, result in zip(round_.pairings.order_by("board"), ("1-0", "1/2-1/2", "0-1"), strict=False):
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result)
    section.refresh_from_db()
    view = display(section)
    assert view.giver is not None and view.giver.number == 1
    assert view.score == ("1½", "1½")
    assert (view.won, view.drawn, view.lost, view.open) == (1, 1, 1, 1)
    last = round_.pairings.get(board=4)
    assert last.game is not None and last.game.tracking == tracking
    enter_result(actor=world.hal, now=LATER, pairing_id=last.pk, result="0-1")  # the giver has Black
    assert display(section).score == ("2½", "1½")


def test_a_display_is_seated_once_and_can_be_discarded(world):
    section = world.section(format="simul")
    world.enter(section, "Giver", "A", "B")
    seat(world, section, 1)
    with refused(Conflict, "already_paired"):
        seat(world, section, 2)
    section.refresh_from_db()
    assert display(section).boards == ()  # a draft is not visible
    discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
    assert boards(seat(world, section, 2)) == [(2, 1), (2, 3)]


def scheveningen(world: World, players: int, **options: object) -> Section:
    return make_teams(world, 2, players, format="scheveningen", options=options)


def test_the_score_of_the_teams(world):
    """Two by two: team 1's first wins both their games, all other games are drawn: 1½ for each round, 3 to 1."""
    section = scheveningen(world, 2, rank_by="GP")
    star = member(section, 1, 1)
    for round_ in pair_of_teams(world, section):
        play(world, publish(world, round_), wins_of(star))
    rows = team_standings(section).rows
    scores = [(row.team.number, row.game_text, row.match_text) for row in rows]
    assert scores == [(1, "3", "4"), (2, "1", "0")]
    assert next(row for row in standings_of(section).rows if row.registration.pk == star).points == "2"


def test_a_round_taken_back_keeps_its_boards(world):
    section = scheveningen(world, 2)
    round_, _ = pair_of_teams(world, section)
    before = boards(round_)
    publish(world, round_)
    unpublish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    assert boards(round_) == before
    publish(world, round_)
    assert round_.pairings.filter(game__isnull=False).count() == 2


def test_uneven_teams_and_a_third_team_are_refused(world):
    section = scheveningen(world, 2)
    (extra,) = world.enter(section, "Extra")
    first = team(section, 1)
    members = [member.registration_id for member in first.members.order_by("place")]
    set_members(actor=world.olga, now=NOW, team_id=first.pk, registration_ids=[*members, extra.pk])
    with refused(BadInput, "teams_uneven"):
        pair_of_teams(world, section)
    add_team(actor=world.olga, now=NOW, section_id=section.pk, name="Third")
    with refused(BadInput, "not_two_teams"):
        pair_of_teams(world, section)
