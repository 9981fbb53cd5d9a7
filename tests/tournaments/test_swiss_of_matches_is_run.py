"""A Swiss by the Dutch rules whose rounds are matches of two games: colours, byes, scores, pairings."""

import random

import pytest

from tavleya.errors import BadInput
from tests.tavleya.pairing.literal import Literal
from tests.tournaments.conftest import NOW, World, raises_code
from tests.tournaments.swiss import ask_bye, make_swiss, pair, play, play_round, publish
from tournaments.models.match import MatchTerms
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.matches import set_match_terms
from tournaments.services.section_settings import edit_section
from tournaments.services.swiss_state import load_state

pytestmark = pytest.mark.django_db
SCORES = ("games", "match")


def make(world: World, players: int, score: str = "games", **fields: object) -> Section:
    options = {"match_games": 2, "match_score": score}
    return make_swiss(world, players, **{"options": options, **fields})


def points(section: Section) -> dict[int, int]:
    return {row.registration.number: row.row.points for row in standings_of(section).rows}


def test_each_pairing_is_two_games_with_the_colours_turned(world):
    section = make(world, 4)
    row = pair(world, section, 1)
    games = row.pairings.order_by("board").values_list("board", "white__number", "black__number")
    assert list(games) == [(1, 1, 3), (2, 3, 1), (3, 4, 2), (4, 2, 4)]
    assert row.system == "dutch"


@pytest.mark.parametrize(("score", "bye"), [("games", 4), ("match", 2)])
def test_the_bye_is_worth_a_match_won(world, score, bye):
    section = make(world, 5, score)
    row = publish(world, pair(world, section, 1))
    play(world, row, lambda _: "1/2-1/2")
    assert points(section)[5] == bye
    assert points(section)[1] == bye // 2


@pytest.mark.long
@pytest.mark.parametrize("score", SCORES)
def test_rounds_are_paired_by_the_scores_that_the_standings_show(world, score):
    """In round 1 a player who wins a game and draws one has less than one who wins both, where games count."""
    section = make(world, 8, score)
    chance = random.Random(3)
    for number in (1, 2):
        play_round(world, section, number, lambda _: chance.choice(("1-0", "0-1", "1/2-1/2")))
    state = load_state(section, 3)
    assert {player.number: player.score_before(3) for player in state.players} == points(section)


@pytest.mark.long
@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("seed", range(2))
def test_rounds_are_those_of_the_dutch_rules_read_literally(world, score, seed):
    section = make(world, 7, score, rounds_planned=4)
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
    section = make(world, 5)
    ask_bye(world, section, 5, 1)
    play_round(world, section, 1)
    state = load_state(section, 2)
    past = {player.number: player.rounds[0] for player in state.players}
    assert past[5].points == 2 and state.win == 4


def test_the_terms_follow_the_options_until_the_section_is_paired(world):
    section = make(world, 4, "match")
    terms = MatchTerms.objects.get(section=section)
    assert (terms.games, terms.score) == (2, "match")
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"options": {"match_games": 1}})
    assert not MatchTerms.objects.filter(section=section).exists()
    with raises_code(BadInput, "bad_match_terms"):
        set_match_terms(actor=world.olga, now=NOW, section_id=section.pk)
