"""Opponents who meet for a match of several games: seating, standings by games or by match, public pages."""

import pytest
from django.test import Client

from tavleya.errors import BadInput, Conflict
from tests.tournaments.conftest import LATER, NOW, raises_code
from tournaments.models.pairing import Match, MatchTerms, Pairing
from tournaments.selectors.standings import standings_of
from tournaments.services.events import edit_event
from tournaments.services.knockout import pair_knockout_stage
from tournaments.services.matches import set_match_terms
from tournaments.services.results import correct_result, enter_result, set_forfeit
from tournaments.services.rounds import pair_by_hand, pair_round_robin, publish_round
from tournaments.services.schedule import discard_drafts

DRAUGHTS = {"game": "draughts", "regime": "draughts64"}


def match_round_robin(world, *names: str, games: int = 2, score: str = "games", **fields: object):
    section = world.section(**fields)
    world.enter(section, *names)
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=games, score=score)
    for row in pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk):
        publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    return section


def enter(world, pairing: Pairing, result: str) -> None:
    enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=result)


def table(section) -> list[tuple[str, str]]:
    return [(row.registration.player.family_name, row.points) for row in standings_of(section).rows]


def test_two_games_with_colours_changed_stand_at_boards_beside_each_other(world):
    section = match_round_robin(world, "Alekhine", "Botvinnik", "Capablanca", "Duras", **DRAUGHTS)
    assert section.rounds.count() == 3
    for match in Match.objects.filter(round__section=section):
        item, two = match.games.order_by("leg")
        assert (item.white_id, item.black_id) == (match.first_id, match.second_id)
        assert (two.white_id, two.black_id) == (match.second_id, match.first_id)
        assert two.board == item.board + 1 == 2 * match.number
        assert item.game_id and two.game_id and item.game_id != two.game_id
    met = {frozenset((match.first_id, match.second_id)) for match in Match.objects.all()}
    assert len(met) == Match.objects.count() == 6


def test_three_games_are_seated_too(world):
    section = match_round_robin(world, "Alekhine", "Botvinnik", games=3)
    whites = Pairing.objects.order_by("leg").values_list("white__number", flat=True)
    assert list(whites) == [1, 2, 1]
    assert section.rounds.count() == 1


def test_the_sum_of_games_counts_every_game(world):
    section = match_round_robin(world, "Alekhine", "Botvinnik", "Capablanca")
    for pairing in Pairing.objects.select_related("white", "black"):
        # The player with the lower number wins with White and draws with Black.
        enter(world, pairing, "1-0" if pairing.white.number < pairing.black.number else "1/2-1/2")
    assert table(section) == [("Alekhine", "3"), ("Botvinnik", "2"), ("Capablanca", "1")]
    assert standings_of(section).rows[0].row.values[3].units == 2  # WIN: two games won


def test_as_one_result_a_match_is_won_drawn_or_lost_when_its_last_game_is_over(world):
    section = match_round_robin(world, "Alekhine", "Botvinnik", "Capablanca", score="match")
    first = Match.objects.get(round__number=1)
    item, two = first.games.order_by("leg")
    enter(world, item, "1/2-1/2")
    assert {points for _, points in table(section)} == {"0"}
    enter(world, two, "1-0")
    winner = two.white.player.family_name
    assert dict(table(section))[winner] == "1"
    drawn = Match.objects.get(round__number=2)
    for game in drawn.games.all():
        enter(world, game, "1-0")  # each wins with White
    points = dict(table(section))
    assert points[drawn.first.player.family_name] in ("½", "1½")
    assert sum({"0": 0, "½": 1, "1": 2, "1½": 3}[value] for value in points.values()) == 4


def test_a_match_forfeited_whole_is_a_forfeit_one_game_of_it_is_not(world):
    # In a round robin forfeits are games for C.07 (15.2); this section is not one.
    section = world.section(format="free", tiebreaks=["WIN", "WON"])
    a, b = world.enter(section, "Alekhine", "Botvinnik")
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, score="match")
    row = pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=[(a.pk, b.pk)])
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    item, two = Pairing.objects.order_by("leg")
    for pairing, result in ((item, "+/-"), (two, "-/+")):
        set_forfeit(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=result, reason="not here")
    top = standings_of(section).rows[0]
    assert (top.points, [value.units for value in top.row.values]) == ("1", [1, 0])
    correct_result(actor=world.chen, now=LATER, pairing_id=two.pk, result="0-1", reason="it was played")
    top = standings_of(section).rows[0]
    assert (top.points, [value.units for value in top.row.values]) == ("1", [1, 1])


def test_pairing_by_hand_makes_matches_too(world):
    section = world.section(format="free")
    a, b = world.enter(section, "Alekhine", "Botvinnik")
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk)
    row = pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=[(b.pk, a.pk)])
    assert list(row.pairings.order_by("leg").values_list("white", "black")) == [(b.pk, a.pk), (a.pk, b.pk)]


def test_discarding_the_drafts_takes_the_matches_away(world):
    section = world.section()
    world.enter(section, "Alekhine", "Botvinnik", "Capablanca")
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk)
    pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)
    discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
    assert not Match.objects.exists() and not Pairing.objects.exists()
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=4)
    assert MatchTerms.objects.get().games == 4


@pytest.mark.parametrize(("games", "score"), [(0, "games"), (13, "games"), (True, "games"), (2, "sum")])
def test_terms_that_make_no_sense_are_refused(world, games, score):
    section = world.section()
    with raises_code(BadInput, "bad_match_terms"):
        set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=games, score=score)


def test_terms_stand_once_the_section_is_paired(world):
    section = match_round_robin(world, "Alekhine", "Botvinnik")
    with raises_code(Conflict, "already_paired"):
        set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=4)


@pytest.mark.parametrize("kind", ["knockout", "round_robin"])
def test_rounds_standings_and_crosstable_show_every_game(world, kind):
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    section = world.section(format=kind, slug="matches")
    world.enter(section, "Alekhine", "Botvinnik", "Capablanca")
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk)
    if kind == "knockout":
        row = pair_knockout_stage(actor=world.olga, now=NOW, section_id=section.pk)
    else:
        row = pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)[0]
    publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    for pairing in row.pairings.all():
        enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result="1-0")
    address = f"/events/{world.event.slug}/matches/"
    client = Client()
    for page in ("rounds/1/", "standings/", "crosstable/"):
        answer = client.get(address + page)
        assert answer.status_code == 200, page
        assert "Botvinnik" in answer.content.decode()
