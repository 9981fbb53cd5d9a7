"""A Keizer ladder, simultaneous displays, Scheveningen matches and rounds paired by hand, through the services."""

import random
from fractions import Fraction

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.pairing.engines import ladder as engine_ladder
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.swiss import ask_bye, boards, byes, constrain, make_swiss, pair, play, play_round, publish
from tests.tournaments.team_events import make_teams, member, team, wins_of
from tests.tournaments.team_events import pair as pair_of_teams
from tournaments.models.section import Section
from tournaments.selectors.rounds import round_view
from tournaments.selectors.simul import display
from tournaments.selectors.standings import standings_of
from tournaments.selectors.table import ladder
from tournaments.selectors.teams import team_standings
from tournaments.services.attendance import enter_late
from tournaments.services.pairing_again import undo_last_round, unpublish_round
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import pair_by_hand, record_bye
from tournaments.services.schedule import discard_drafts
from tournaments.services.seeding import seat_display
from tournaments.services.swiss_state import load_state
from tournaments.services.team_requests import add_team, set_members

pytestmark = pytest.mark.django_db


def make(world: World, players: int, **fields: object) -> Section:
    return make_swiss(world, players, **{"format": "keizer", "rounds_planned": None, **fields})


def white_wins(_: object) -> str:
    return "1-0"


def test_the_first_round_pairs_from_the_top_and_draws_no_colour(world):
    section = make(world, 5)
    row = pair(world, section, 1)
    assert {frozenset(board) for board in boards(row)} == {frozenset((1, 2)), frozenset((3, 4))}
    assert byes(row) == {5: "pairing_allocated"}
    section.refresh_from_db()
    assert section.first_colour == "" and (row.system, row.edition) == ("keizer", "keizer")


def test_a_round_reckoned_by_hand(world):
    """Values 100, 99, 98, 97.  1-2 is drawn and 4 beats 3.  Own values and what was won: 1 149½, 2 149, 3 98, 4 195.
    Then 4 1 2 3 with 100 99 98 97: 4 has 197, 1 has 99+49, 2 98+49½, 3 97; the order stands.
    """
    section = make(world, 4, options={"top": 100})
    row = publish(world, pair(world, section, 1))
    for pairing in row.pairings.select_related("white", "black"):
        drawn = {pairing.white.number, pairing.black.number} == {1, 2}
        result = "1/2-1/2" if drawn else "1-0" if pairing.white.number == 4 else "0-1"
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result)
    rows = ladder(section)
    scores = [(item.registration.number, item.value, item.score) for item in rows]
    assert scores == [(4, 100, 197), (1, 99, 148), (2, 98, Fraction(295, 2)), (3, 97, 97)]
    (part,) = rows[2].parts
    assert (part.value, part.share, part.amount) == (99, Fraction(1, 2), Fraction(99, 2))
    places = [(item.registration.number, item.place) for item in standings_of(section).rows]
    assert places == [(4, "1"), (1, "2"), (2, "3"), (3, "4")]


def test_absent_players_get_their_share_and_are_not_paired(world):
    section = make(world, 6, options={"top": 90, "step": 30, "excused": 1})
    for number, kind in ((1, "half"), (2, "full"), (3, "zero")):
        ask_bye(world, section, number, 1, kind)
    row = publish(world, pair(world, section, 1))
    assert {n for pair_ in boards(row) for n in pair_} | {6} == {4, 5, 6}
    assert byes(row) == {1: "half", 2: "full", 3: "zero", 6: "pairing_allocated"}
    play(world, row)
    shares = {item.registration.number: [part.share for part in item.parts] for item in ladder(section)}
    assert shares[1] == [Fraction(1, 3)] and shares[2] == [Fraction(2, 3)] and shares[3] == [0]
    assert shares[6] == [Fraction(2, 3)]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2))
def test_a_random_season_seats_each_player_once_and_the_ladder_adds_up(world, seed):
    """Every score is the player's own value and its parts; the page and the engine use the same ladder."""
    chance = random.Random(seed)
    players = chance.choice((7, 8, 9))
    section = make(world, players, options={"gap": 3})
    lately: list[set[frozenset[int]]] = []
    for number in range(1, 8):
        away = chance.sample(range(1, players + 1), chance.choice((0, 1, 2)))
        for item in away:
            ask_bye(world, section, item, number, chance.choice(("half", "zero", "full")))
        row = play_round(world, section, number, lambda _: chance.choice(("1-0", "0-1", "1/2-1/2", "+/-")))
        seated = [n for pair_ in boards(row) for n in pair_] + list(byes(row))
        assert sorted(seated) == list(range(1, players + 1)) and set(away) <= set(byes(row))
        met = {frozenset(pair_) for pair_ in boards(row)}
        assert not lately or not (met & lately[-1])  # seven or more can always avoid the last opponent here
        lately.append(met)
        for line in ladder(section):
            assert line.score == line.own + sum(part.amount for part in line.parts)
        page = [(item.registration.number, item.value, item.score) for item in ladder(section)]
        state = load_state(section, number + 1)
        engine = [(item.player, item.value, item.score) for item in engine_ladder(state, section.options)]
        assert page == engine


def test_a_round_is_undone_and_a_second_press_refused(world):
    section = make(world, 6)
    play_round(world, section, 1, white_wins)
    pair(world, section, 2)
    with raises_code(Conflict, "round_paired_already"):
        pair(world, section, 2)
    undo_last_round(actor=world.olga, now=LATER, section_id=section.pk, number=2)
    world.do(undo_last_round, LATER, section_id=section.pk, number=1, confirmed=True, reason="wrong list")
    assert not section.rounds.exists()


def test_a_round_is_refused_if_the_rules_keep_all_players_apart(world):
    section = make(world, 2)
    constrain(world, section, "apart", 1, 2)
    with raises_code(Conflict, "cannot_pair"):
        pair(world, section, 1)
    assert not section.rounds.exists()


def test_a_late_entrant_is_on_the_ladder_with_nothing_for_earlier_rounds(world):
    section = make(world, 4)
    play_round(world, section, 1, white_wins)
    late = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Late")
    enter_late(actor=world.olga, now=NOW, section_id=section.pk, player_id=late.pk, from_round=2)
    line = next(item for item in ladder(section) if item.registration.player_id == late.pk)
    assert line.score == line.own and [part.share for part in line.parts] == [0]
    assert 5 in {n for pair_ in boards(pair(world, section, 2)) for n in pair_} | set(
        byes(section.rounds.get(number=2))
    )


def seat(world: World, section: Section, giver: int):
    return world.do(seat_display, section_id=section.pk, giver_id=section.registrations.get(number=giver).pk)


@pytest.mark.parametrize("tracking", ["result", "sheets", "live"])
def test_the_score_of_a_display_at_each_depth(world, tracking):
    section = world.section(format="simul", tracking=tracking, control="60", options={"colours": "alternate"})
    world.enter(section, "Giver", "A", "B", "C", "D")
    row = publish(world, seat(world, section, 1))
    for pairing, result in zip(row.pairings.order_by("board"), ("1-0", "1/2-1/2", "0-1"), strict=False):
        enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=result)
    section.refresh_from_db()
    visible = display(section)
    assert visible.giver is not None and visible.giver.number == 1
    assert visible.score == ("1½", "1½")
    assert (visible.won, visible.drawn, visible.lost, visible.open) == (1, 1, 1, 1)
    last = row.pairings.get(board=4)
    assert last.game is not None and last.game.tracking == tracking
    enter_result(actor=world.hal, now=LATER, pairing_id=last.pk, result="0-1")  # the giver has Black
    assert display(section).score == ("2½", "1½")


def test_a_display_is_seated_once_and_can_be_discarded(world):
    section = world.section(format="simul")
    world.enter(section, "Giver", "A", "B")
    seat(world, section, 1)
    with raises_code(Conflict, "already_paired"):
        seat(world, section, 2)
    section.refresh_from_db()
    assert display(section).boards == ()  # a draft is not visible
    discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
    assert boards(seat(world, section, 2)) == [(2, 1), (2, 3)]


def test_a_published_display_is_taken_back(world):
    section = world.section(format="simul")
    world.enter(section, "Giver", "A", "B")
    row = publish(world, seat(world, section, 1))
    unpublish_round(actor=world.olga, now=NOW, round_id=row.pk)
    row.refresh_from_db()
    assert row.status == "draft" and row.pairings.filter(game__isnull=True).count() == 2
    assert publish(world, row).pairings.filter(game__isnull=True).count() == 0


@pytest.mark.parametrize("options", [{"colours": "green"}, {"table": 3}])
def test_options_that_make_no_sense_are_refused(world, options):
    with raises_code(BadInput, "bad_option"):
        world.section(format="simul", options=options)


def scheveningen(world: World, players: int, **options: object) -> Section:
    return make_teams(world, 2, players, format="scheveningen", options=options)


def test_each_cycle_has_a_round_for_each_player(world):
    assert len(pair_of_teams(world, scheveningen(world, 3, cycles=2))) == 6


def test_the_score_of_the_teams(world):
    """Two by two: team 1's first wins both their games, all other games are drawn: 1½ for each round, 3 to 1."""
    section = scheveningen(world, 2, rank_by="GP")
    star = member(section, 1, 1)
    for row in pair_of_teams(world, section):
        play(world, publish(world, row), wins_of(star))
    rows = team_standings(section).rows
    scores = [(row.team.number, row.game_text, row.match_text) for row in rows]
    assert scores == [(1, "3", "4"), (2, "1", "0")]
    assert next(item for item in standings_of(section).rows if item.registration.pk == star).points == "2"


def test_a_round_taken_back_keeps_its_boards(world):
    section = scheveningen(world, 2)
    row, _ = pair_of_teams(world, section)
    before = boards(row)
    publish(world, row)
    unpublish_round(actor=world.olga, now=NOW, round_id=row.pk)
    assert boards(row) == before
    publish(world, row)
    assert row.pairings.filter(game__isnull=False).count() == 2


def test_uneven_teams_and_a_third_team_are_refused(world):
    section = scheveningen(world, 2)
    (extra,) = world.enter(section, "Extra")
    item = team(section, 1)
    members = [member.registration_id for member in item.members.order_by("place")]
    set_members(actor=world.olga, now=NOW, team_id=item.pk, registration_ids=[*members, extra.pk])
    with raises_code(BadInput, "teams_uneven"):
        pair_of_teams(world, section)
    add_team(actor=world.olga, now=NOW, section_id=section.pk, name="Third")
    with raises_code(BadInput, "not_two_teams"):
        pair_of_teams(world, section)


def test_a_section_paired_by_hand_goes_from_registrations_to_standings(world):
    section = world.section(format="free", tiebreaks=[])
    item, two, three = world.enter(section, "One", "Two", "Three")
    for number, (white, black, away) in enumerate(((item, two, three), (three, item, two)), start=1):
        row = pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=[(white.pk, black.pk)])
        assert (row.number, [free.pk for free in round_view(section, number).free]) == (number, [away.pk])
        record_bye(actor=world.olga, now=NOW, round_id=row.pk, registration_id=away.pk, kind="half")
        publish(world, row)
        play(world, row, lambda _: "1-0")
    points = [(row.registration.pk, row.points) for row in standings_of(section).rows]
    assert points == [(three.pk, "1½"), (item.pk, "1"), (two.pk, "½")]
    last = section.rounds.get(number=2)
    unpublish_round(actor=world.olga, now=LATER, round_id=last.pk, confirmed=True, reason="a mistake")
    assert discard_drafts(actor=world.olga, now=LATER, section_id=section.pk) == 1
    assert section.rounds.count() == 1
