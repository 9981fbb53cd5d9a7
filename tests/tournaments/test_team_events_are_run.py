"""Team events, Schiller and Molter tables: line-ups, boards, match points, forfeits, withdrawals, undo, reports."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput, Conflict
from tests.pages.html import page_of
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW
from tests.tournaments.team_events import line_up, make_teams, member, pair, play, publish, team, wins_of
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import TeamMatch
from tournaments.models.section import Section
from tournaments.selectors.teams import board_list, match_cards, team_standings
from tournaments.services.pairing_again import unpublish_round
from tournaments.services.results import enter_result
from tournaments.services.sections import withdraw_player
from tournaments.services.team_requests import set_members, withdraw_team
from tournaments.services.team_rounds import forfeit_match, set_line_up

pytestmark = pytest.mark.django_db


def lower_team_wins(pairing: Pairing) -> str:
    """The team of the lower number wins every board."""
    white, black = pairing.white.membership.team.number, pairing.black.membership.team.number
    return "1-0" if white < black else "0-1"


def match_of(round_, first: int, second: int):
    return round_.team_matches.get(first__number__in=(first, second), second__number__in=(first, second))


def seats(section: Section, match) -> list[tuple[str, str]]:
    pairings = match.boards.order_by("board").select_related("white__player", "black__player")
    players = [(pairing.white, pairing.black) for pairing in pairings]
    return [(white.player.full_name[-4:], black.player.full_name[-4:] if black else "") for white, black in players]


def test_four_teams_meet_by_the_berger_table_with_colours_alternating(world):
    """C.05 Annex 1 for four: 1-4 2-3, 4-3 1-2, 2-4 3-1; the first-named has White on board 1, 3 …"""
    section = make_teams(world, 4, 3)
    rounds = pair(world, section)
    assert [
        [(match.first.number, match.second.number) for match in round_.team_matches.order_by("number")]
        for round_ in rounds
    ] == [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    publish(world, rounds[0])
    assert seats(section, match_of(rounds[0], 1, 4)) == [("T1P1", "T4P1"), ("T4P2", "T1P2")]
    assert list(rounds[0].pairings.order_by("board").values_list("board", flat=True)) == [1, 2, 3, 4]


def test_match_points_and_game_points_of_a_whole_event(world):
    """Team 1 beats all others 2-0, team 2 the next two, team 3 team 4: 6, 4, 2, 0 match points and game points."""
    section = make_teams(world, 4, 2)
    for round_ in pair(world, section):
        play(world, publish(world, round_), lower_team_wins)
    rows = team_standings(section).rows
    table = [(row.team.number, row.place, row.match_text, row.game_text) for row in rows]
    assert table == [(1, "1", "6", "6"), (2, "2", "4", "4"), (3, "3", "2", "2"), (4, "4", "0", "0")]
    assert [row.team.number for row in team_standings(section, after_round=1).rows][:2] == [1, 2]
    best = [(line.registration.player.full_name[-4:], line.text, line.games) for line in board_list(section)]
    assert best[:2] == [("T1P1", "3", 3), ("T2P1", "2", 3)]


@pytest.mark.parametrize(
    ("options", "places", "seated"),
    [
        ({}, (2, 4), [("T1P2", "T2P1"), ("T2P2", "T1P4")]),
        ({"keep_order": False}, (3, 1), [("T1P3", "T2P1"), ("T2P2", "T1P1")]),
    ],
    ids=["the reserve in the order of the list", "anywhere where no order is fixed"],
)
def test_a_line_up_seats_who_it_names_until_the_round_is_public(world, options, places, seated):
    section = make_teams(world, 2, 4, options=options)
    (round_,) = pair(world, section)
    match = round_.team_matches.get()
    line_up(world, section, match, 1, places)
    publish(world, round_)
    assert seats(section, match) == seated
    with refused(Conflict, "round_status"):
        line_up(world, section, match, 1, (1,))


@pytest.mark.parametrize(
    ("places", "code"),
    [([2, 1], "board_order"), ([1, 1], "seated_twice"), ([None, 1], "board_left_out"), ([1, 2, 3], "too_many_boards")],
)
def test_line_ups_against_the_rules_are_refused(world, places, code):
    section = make_teams(world, 2, 4)
    (round_,) = pair(world, section)
    with refused(BadInput, code):
        line_up(world, section, round_.team_matches.get(), 1, places)
    values = {"match_id": round_.team_matches.get().pk, "team_id": team(section, 1).pk}
    with refused(BadInput, "not_of_the_team"):
        set_line_up(actor=world.ana, now=NOW, **values, seats=[member(section, 2, 1)])
    assert not round_.team_matches.get().line_ups.exists()


def test_an_empty_seat_is_a_point_for_the_team_opposite(world):
    section = make_teams(world, 2, 2)
    (round_,) = pair(world, section)
    withdraw_player(actor=world.olga, now=NOW, registration_id=member(section, 2, 1))
    publish(world, round_)  # T2P2 moves up to board 1, where team 1 has White; board 2 stays empty
    match = round_.team_matches.get()
    assert seats(section, match) == [("T1P1", "T2P2"), ("T1P2", "")]
    board = match.boards.get(bye="")
    enter_result(actor=world.hal, now=LATER, pairing_id=board.pk, result="0-1")
    (card,) = match_cards(section)
    assert card.score.game_points == (2, 2) and card.score.match_points == (2, 2) and card.finished


def test_a_match_forfeited_in_the_draft_has_no_boards_and_full_points(world):
    section = make_teams(world, 4, 2)
    round_, *_ = pair(world, section)
    match = match_of(round_, 1, 4)
    forfeit_match(actor=world.ana, now=NOW, match_id=match.pk, lost_by="first", reason="a late bus")
    publish(world, round_)
    assert match.boards.count() == 0
    rows = {row.team.number: (row.match_text, row.game_text) for row in team_standings(section).rows}
    assert rows[4] == ("2", "2") and rows[1] == ("0", "0")


def test_a_match_forfeited_at_the_boards_forfeits_each_of_them(world):
    section = make_teams(world, 2, 3, options={"boards": 3})
    (round_,) = pair(world, section)
    publish(world, round_)
    match = round_.team_matches.get()
    forfeit_match(actor=world.hal, now=LATER, match_id=match.pk, lost_by="second", reason="no-show")
    assert list(match.boards.order_by("board").values_list("result", flat=True)) == ["+/-", "-/+", "+/-"]
    assert match_cards(section)[0].score.match_points == (4, 0)


def test_a_team_that_withdraws_forfeits_what_is_still_to_come(world):
    section = make_teams(world, 4, 2)
    first, second, third = pair(world, section)
    for round_ in (first, second):
        play(world, publish(world, round_), lower_team_wins)
    withdraw_team(actor=world.olga, now=LATER, team_id=team(section, 2).pk, reason="illness")
    publish(world, third)
    assert match_of(third, 2, 4).forfeited == "first"
    rows = {row.team.number: (row.match_text, row.game_text) for row in team_standings(section).rows}
    assert rows[2] == ("2", "2")  # beat team 3, lost to team 1, forfeited to team 4
    assert rows[4] == ("2", "2")


def test_results_of_a_team_that_leaves_before_half_of_its_matches_do_not_count(world):
    section = make_teams(world, 4, 2)
    rounds = pair(world, section)
    play(world, publish(world, rounds[0]), lower_team_wins)  # 1 beats 4, 2 beats 3
    withdraw_team(actor=world.olga, now=LATER, team_id=team(section, 4).pk)
    rows = {row.team.number: row.match_text for row in team_standings(section).rows}
    assert rows == {1: "0", 2: "2", 3: "0", 4: "0"}


def test_a_player_is_of_one_team_and_the_order_stands_once_a_round_is_public_but_reserves_may_join(world):
    section = make_teams(world, 2, 2, options={"cycles": 2})
    with refused(Conflict, "in_another_team"):
        keys = [member(section, 1, 1), member(section, 2, 1)]
        set_members(actor=world.olga, now=NOW, team_id=team(section, 1).pk, registration_ids=keys)
    first, _second = pair(world, section)
    publish(world, first)
    members = [member(section, 1, place) for place in (1, 2)]
    with refused(Conflict, "board_order_stands"):
        set_members(actor=world.olga, now=NOW, team_id=team(section, 1).pk, registration_ids=members[::-1])
    (late,) = world.enter(section, "Late")
    set_members(actor=world.olga, now=NOW, team_id=team(section, 1).pk, registration_ids=[*members, late.pk])
    assert member(section, 1, 3) == late.pk


def test_a_round_taken_back_is_a_draft_and_takes_another_line_up(world):
    section = make_teams(world, 2, 3)
    (round_,) = pair(world, section)
    publish(world, round_)
    match = round_.team_matches.get()
    enter_result(actor=world.hal, now=LATER, pairing_id=match.boards.first().pk, result="1-0")
    common = {"actor": world.olga, "now": LATER, "round_id": round_.pk}
    with refused(Conflict, "round_has_results"):
        unpublish_round(**common)
    unpublish_round(**common, confirmed=True, reason="wrong line-up")
    line_up(world, section, match, 2, (2, 3))
    publish(world, round_)
    assert seats(section, match) == [("T1P1", "T2P2"), ("T2P3", "T1P2")]
    assert not match.boards.exclude(result="").exists()


def first_team_wins(pairing: Pairing) -> str:
    """The first team wins with White, and all other games are drawn."""
    return "1-0" if pairing.white.membership.team.number == 1 else "1/2-1/2"


@pytest.mark.long
def test_a_molter_seats_all_in_every_round_ranks_by_all_games_and_is_shown_so(world, client: Client):
    section = make_teams(world, 3, 4, slug="tables", format="molter", options={"rounds": 2})
    rounds = pair(world, section)
    for round_ in rounds:
        seats = [key for pairing in round_.pairings.all() for key in (pairing.white_id, pairing.black_id)]
        assert len(seats) == len(set(seats)) == 12
        assert round_.team_matches.filter(partial=True).count() == round_.team_matches.count() == 3
        play(world, publish(world, round_), wins_of(member(section, 2, 1)))
    assert [row.game_text for row in team_standings(section).rows] == ["5", "3½", "3½"]
    Event.objects.update(published=True)
    base = f"/events/{world.event.slug}/tables/"
    table = page_of(client.get(f"{base}standings/"))
    assert table.problems == [] and "Game points rank the teams" in table.words and "MP" not in table.words
    page = page_of(client.get(f"{base}rounds/1/"))
    assert page.problems == [] and "Team 1" in page.words
    boards = sorted(board.number for card in match_cards(section, 1) for board in card.boards)
    assert boards == [1, 1, 2, 3, 3, 4], "three teams: one board between 1 and 2, one between 3 and 4"
    assert b"192 CUSTOM_MOLTER" in trf_file(section)


@pytest.mark.long
def test_a_schiller_is_played_from_the_table_to_the_standings(world):
    section = make_teams(world, 3, 2, format="schiller")
    rounds = pair(world, section)
    assert len(rounds) == 6 and Pairing.objects.filter(round__section=section).count() == 12
    assert not TeamMatch.objects.filter(partial=True).exists()
    for round_ in rounds:
        play(world, publish(world, round_), first_team_wins)
    table = [(row.team.number, row.game_text, row.place) for row in team_standings(section).rows]
    assert table[0] == (1, "6", "1") and [points for _, points, _ in table] == ["6", "3", "3"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("fields", "table"),
    [
        ({"format": "molter", "options": {"rounds": 2}}, "Molter table"),
        ({"format": "schiller"}, "Schiller table"),
        ({"format": "scheveningen"}, "Scheveningen table"),
    ],
)
def test_a_checker_finds_the_report_of_a_table_in_order(world, tmp_path, fields, table):
    section = make_teams(world, 2 if fields["format"] == "scheveningen" else 3, 4, **fields)
    for round_ in pair(world, section):
        play(world, publish(world, round_), first_team_wins)
    path = tmp_path / "section.trf"
    path.write_bytes(trf_file(section))
    out = StringIO()
    call_command("checkpairings", str(path), stdout=out, stderr=StringIO())
    assert out.getvalue().startswith(f"{table}\nround 1: ok\nround 2: ok\n")
    assert out.getvalue().count(", 0 differ") == 2
