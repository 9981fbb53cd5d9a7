"""A team Swiss from its teams to its table: pairing, boards, colours, restore points, reports."""

import pytest

from reports.selectors.tournament_report import trf_of
from reports.services.importing import import_trf
from tavleya.errors import Conflict, DomainError
from tavleya.formats.trf import read, write
from tavleya.formats.trf.team_records import TeamByes
from tavleya.formats.trf.team_table import teams_paired_in
from tests.refusals import refused
from tests.tavleya.pairing.reference_rounds import files
from tests.tournaments.conftest import LATER, NOW
from tests.tournaments.team_events import line_up, make_teams, member, play, publish, team
from tournaments.models.player import TeamMatch
from tournaments.models.round import RoundStatus
from tournaments.models.swiss import Provenance, TeamBye, TeamRestriction
from tournaments.selectors.teams import team_standings
from tournaments.services.draft_edits import (
    add_to_draft,
    exchange_players,
    pair_by_hand_in_draft,
    remove_from_draft,
    restore_engine_pairing,
    swap_team_colours,
)
from tournaments.services.pairing_again import pair_again, undo_last_round
from tournaments.services.restore_points import restore
from tournaments.services.results import correct_result
from tournaments.services.rounds import publish_round
from tournaments.services.schedule import discard_drafts
from tournaments.services.section_settings import edit_section, leave_mode
from tournaments.services.swiss import pair_next_round
from tournaments.services.team_requests import (
    add_team,
    cancel_team_bye,
    keep_teams_apart,
    let_teams_meet,
    request_team_bye,
    withdraw_team,
)

pytestmark = pytest.mark.long


def swiss(world, teams: int = 5, players: int = 2, **fields):
    options = {"boards": players, **fields.pop("options", {})}
    return make_teams(world, teams, players, format="team_swiss", rounds_planned=4, options=options, **fields)


def pair(world, section, number: int, **common):
    return world.do(pair_next_round, section_id=section.pk, number=number, first_colour="white", **common)


def matches(round_) -> list[tuple[int, int | None]]:
    return list(round_.team_matches.order_by("number").values_list("first__number", "second__number"))


def better_number_wins(pairing) -> str:
    return "1-0" if pairing.white.membership.team.number < pairing.black.membership.team.number else "0-1"


def played(world, section, number: int):
    round_ = publish(world, pair(world, section, number))
    play(world, round_, better_number_wins)
    return round_


def test_rounds_are_paired_from_the_matches_before(world):
    section = swiss(world)
    round_ = pair(world, section, 1)
    assert matches(round_) == [(1, 3), (4, 2), (5, None)]
    assert round_.status == RoundStatus.DRAFT and round_.system == "team_swiss"
    publish(world, round_)
    match = round_.team_matches.get(number=2)
    first, second = match.boards.order_by("board")
    assert first.white.membership.team_id == second.black.membership.team_id == match.first_id
    with refused(Conflict, "results_missing") as excinfo:
        pair(world, section, 2)
    assert len(excinfo.value.detail["boards"]) == round_.pairings.count() == 4
    play(world, round_, better_number_wins)
    rows = {row.team.number: (row.match_points, row.game_points) for row in team_standings(section).rows}
    assert rows == {1: (4, 4), 2: (4, 4), 3: (0, 0), 4: (0, 0), 5: (2, 2)}, "a bye is a drawn match"
    second = pair(world, section, 2)
    assert sorted(matches(second)[-1:]) == [(4, None)], "3 and 4 lost; the larger number rests"
    assert {frozenset(match) for match in matches(second)[:-1]} == {frozenset({1, 2}), frozenset({3, 5})}


def test_a_team_that_withdrew_is_not_paired_and_gets_no_points(world):
    section = swiss(world)
    played(world, section, 1)
    withdraw_team(actor=world.olga, now=LATER, team_id=team(section, 5).pk)
    second = pair(world, section, 2)
    assert 5 not in {number for match in matches(second) for number in match}
    publish(world, second)
    play(world, second, better_number_wins)
    row = next(row for row in team_standings(section).rows if row.team.number == 5)
    assert (row.match_points, row.row.played) == (2, 0)


def test_a_team_that_comes_late_is_paired_without_points(world):
    section = swiss(world, teams=4)
    played(world, section, 1)
    registrations = world.enter(section, "Late one", "Late other")
    keys = [registration.pk for registration in registrations]
    add_team(actor=world.olga, now=LATER, section_id=section.pk, name="Late", members=keys)
    second = pair(world, section, 2)
    assert matches(second)[-1] == (4, None), "of the teams without points it played more matches than 5"
    assert 5 in {number for match in matches(second) for number in match}
    row = next(row for row in team_standings(section).rows if row.team.number == 5)
    assert (row.match_points, row.game_points) == (0, 0)


def test_a_draft_that_rests_on_other_results_is_not_published(world):
    section = swiss(world)
    first = played(world, section, 1)
    second = pair(world, section, 2)
    board = first.pairings.order_by("board").first()
    correct_result(actor=world.olga, now=LATER, pairing_id=board.pk, result="1/2-1/2", reason="read again")
    with refused(Conflict, "draft_stale"):
        publish(world, second)
    repeated = pair_again(actor=world.olga, now=LATER, round_id=second.pk)
    assert publish(world, repeated).status == RoundStatus.PUBLISHED


def test_an_undone_round_comes_back_with_its_matches_and_boards(world):
    section = swiss(world)
    round_ = publish(world, pair(world, section, 1))
    before = matches(round_)
    point = undo_last_round(actor=world.olga, now=LATER, section_id=section.pk, number=1)
    assert not section.rounds.exists() and not TeamMatch.objects.filter(round__section=section).exists()
    restore(actor=world.olga, now=LATER, point_id=point.pk)
    back = section.rounds.get(number=1)
    assert matches(back) == before
    assert [pairing.team_match.number for pairing in back.pairings.order_by("board")] == [1, 1, 2, 2]


def team_keys(round_) -> dict[int, int]:
    """Return the keys of the teams, by number."""
    return {team.number: team.pk for team in round_.section.teams.all()}


def test_a_draft_of_teams_is_changed_by_hand_and_comes_back(world):
    section = swiss(world)
    round_ = pair(world, section, 1)
    assert matches(round_) == [(1, 3), (4, 2), (5, None)]
    keys = team_keys(round_)
    values = {"actor": world.olga, "now": NOW}
    swap_team_colours(**values, match_id=round_.team_matches.get(number=1).pk, version=0)
    assert matches(round_)[0] == (3, 1)
    exchange_players(**values, round_id=round_.pk, one_id=keys[1], other_id=keys[5], version=1, despite="agreed")
    assert matches(round_) == [(3, 5), (4, 2), (1, None)]
    pair_by_hand_in_draft(**values, round_id=round_.pk, white_id=keys[2], black_id=keys[1], version=2, despite="x")
    assert matches(round_) == [(3, 5), (2, 1), (4, None)]
    remove_from_draft(**values, round_id=round_.pk, registration_id=keys[3], version=3, bye="half", despite="ill")
    assert sorted(matches(round_)[-1:]) == [(3, None)] and TeamBye.objects.get().team_id == keys[3]
    assert {frozenset(match) for match in matches(round_)[:2]} == {frozenset((4, 5)), frozenset((2, 1))}
    add_to_draft(**values, round_id=round_.pk, registration_id=keys[3], version=4)
    assert not TeamBye.objects.exists()
    restore_engine_pairing(**values, round_id=round_.pk, version=5)
    assert matches(round_) == [(1, 3), (4, 2), (5, None)]


def test_a_change_that_breaks_a_rule_needs_a_reason_and_is_reported_on_publication(world):
    section = swiss(world, 6)
    played(world, section, 1)
    round_ = pair(world, section, 2)
    keys = team_keys(round_)
    change = {"actor": world.olga, "now": NOW, "round_id": round_.pk, "version": 0}
    first = section.rounds.get(number=1).team_matches.get(number=1)
    rematch = {"white_id": first.first_id, "black_id": first.second_id}
    with pytest.raises(DomainError) as excinfo:
        pair_by_hand_in_draft(**change, **rematch)
    assert "C1" in str(excinfo.value.message) and len(keys) == 6
    pair_by_hand_in_draft(**change, **rematch, despite="the hall wants it")
    source = Provenance.objects.get(round=round_)
    assert [waiver["code"] for waiver in source.waived] == ["rematch"] and source.version == 1
    with refused(Conflict, "differs_from_rules"):
        publish(world, round_)


def test_line_ups_go_with_their_teams_when_a_draft_is_changed(world):
    section = swiss(world, 4, 3, options={"boards": 2})
    round_ = pair(world, section, 1)
    match = round_.team_matches.get(number=1)
    line_up(world, section, match, 1, (1, 3))
    common = {"actor": world.olga, "now": NOW, "round_id": round_.pk}
    other = round_.team_matches.get(number=2).first_id
    exchange_players(**common, one_id=match.first_id, other_id=other, version=0)
    publish_round(**common, confirmed=["differs_from_rules"])
    pairings = round_.pairings.filter(team_match__in=round_.team_matches.filter(number=2))
    assert member(section, 1, 3) in {key for pairing in pairings for key in (pairing.white_id, pairing.black_id)}


def test_accelerated_teams_are_paired_with_virtual_match_points(world):
    section = swiss(world, teams=8, accelerated=True)
    round_ = pair(world, section, 1)
    halves = [{first, second} for first, second in matches(round_)]
    assert all(max(half) <= 4 or min(half) > 4 for half in halves)
    source = Provenance.objects.get(round=round_)
    assert source.state["players"][0][1] == [4, 2]
    with refused(DomainError, "no_acceleration"):
        world.section(format="team_swiss", rounds_planned=5, accelerated=True, options={"rank_by": "GP"}, slug="gp")


def test_a_report_names_the_system_and_has_its_matches(world):
    section = swiss(world, options={"preferences": "B", "secondary": False})
    round_ = played(world, section, 1)
    report = trf_of(section)
    assert report.system == "FIDE_TEAM_TYPEB_MP"
    pairs, bye = teams_paired_in(report, 1)
    assert sorted(map(tuple, pairs)) == sorted(match for match in matches(round_) if match[1] is not None)
    assert bye == 5
    assert [match.teams for match in report.of(TeamByes)] == [(5,)]
    assert b"192 FIDE_TEAM_TYPEB_MP" in write(report)


@pytest.mark.parametrize("name", ["team-5012", "team-5033"])
def test_a_report_of_another_program_comes_in_and_its_rounds_agree(world, name):
    data = next(path for path in files("team-swiss") if path.stem == name).read_bytes()
    section = world.section(format="team_swiss", rounds_planned=9)
    done = world.do(import_trf, section_id=section.pk, data=data, confirmed=["trf_rounds_differ"])
    section.refresh_from_db()
    primary = "GP" if "GP_MP" in read(data).tournament.system else "MP"
    assert (section.options["rank_by"], section.options["preferences"]) == (primary, "A")
    assert done.rounds == read(data).tournament.rounds_recorded
    legal = [adjustment for adjustment in done.adjustments if adjustment.message.code == "trf_round_illegal"]
    assert legal == []
    for number in range(1, done.rounds + 1):
        pairs, bye = teams_paired_in(read(data).tournament, number)
        second, bye_again = teams_paired_in(trf_of(section), number)
        assert (second, bye_again) == (pairs, bye)


def test_a_team_swiss_is_run_in_fide_mode_and_checked_again_outside_it(world):
    section = swiss(world, teams=6)
    played(world, section, 1)
    values = {"actor": world.olga, "now": LATER, "section_id": section.pk}
    with refused(Conflict, "fixed_by_mode"):
        edit_section(**values, changes={"accelerated": True}, confirmed=["accelerated"])
    leave_mode(**values, confirmed=["leaving_mode"], typed=section.slug)
    otherwise = {}
    for name, value in (("accelerated", True), ("tiebreaks", ["MPvGP"]), ("rounds_planned", 5)):
        with pytest.raises(Conflict) as exc_info:
            edit_section(**values, changes={name: value})
        otherwise[name] = exc_info.value.detail["otherwise"]
    assert otherwise == {"accelerated": [1], "tiebreaks": [], "rounds_planned": []}


def request_bye(world, section, number: int, kind: str, round_number: int = 1):
    return world.do(request_team_bye, team_id=team(section, number).pk, round_number=round_number, kind=kind)


@pytest.mark.parametrize(
    ("kind", "match_points", "game_points"), [("half", "1", "1"), ("zero", "0", "0"), ("full", "2", "2")]
)
def test_a_team_with_a_bye_that_it_asked_for_is_not_paired_and_has_its_points(world, kind, match_points, game_points):
    """With two boards, a drawn match is one match point and one game point."""
    section = swiss(world, 6)
    request_bye(world, section, 2, kind)
    round_ = pair(world, section, 1)
    assert matches(round_)[-2:] == [(6, None), (2, None)]
    assert [match.bye for match in round_.team_matches.order_by("number")][-2:] == ["pairing_allocated", kind]
    publish(world, round_)
    play(world, round_, better_number_wins)
    own = next(row for row in team_standings(section).rows if row.team.number == 2)
    assert (own.match_text, own.game_text) == (match_points, game_points)


def test_requests_stand_until_the_round_is_paired_and_can_be_taken_back(world):
    section = swiss(world)
    request_bye(world, section, 1, "half", 2)
    assert TeamBye.objects.get().kind == "half"
    request_bye(world, section, 1, "zero", 2)
    assert TeamBye.objects.get().kind == "zero"
    values = {"actor": world.olga, "now": NOW, "team_id": team(section, 1).pk, "round_number": 2}
    cancel_team_bye(**values)
    assert not TeamBye.objects.exists()
    with refused(DomainError, "no_such_bye"):
        cancel_team_bye(**values)
    pair(world, section, 1)
    with refused(Conflict, "round_paired_already"):
        request_bye(world, section, 1, "half")


def keep_apart(world, section, number: int, other: int, **more: object) -> TeamRestriction:
    keys = {"team_id": team(section, number).pk, "other_id": team(section, other).pk, "reason": "one club"}
    return keep_teams_apart(actor=world.olga, now=NOW, section_id=section.pk, **keys, **more)


def test_teams_that_are_kept_apart_do_not_meet(world):
    section = swiss(world, 6)
    assert (1, 4) in matches(pair(world, section, 1))
    discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
    rule = keep_apart(world, section, 4, 1)
    assert not {(1, 4), (4, 1)} & set(matches(pair(world, section, 1)))
    discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
    let_teams_meet(actor=world.olga, now=NOW, rule_id=rule.pk)
    assert (1, 4) in matches(pair(world, section, 1))


def test_byes_and_restrictions_of_teams_come_back_with_a_restore_point_and_with_the_report(world):
    section = swiss(world, 6)
    keep_apart(world, section, 1, 2)
    request_bye(world, section, 2, "half")
    pair(world, section, 1)
    TeamRestriction.objects.all().delete()
    TeamBye.objects.all().delete()
    restore(actor=world.olga, now=LATER, point_id=section.restore_points.get(before="pairing").pk)
    played(world, section, 1)
    request_bye(world, section, 6, "zero", 2)
    written = write(trf_of(section))
    for line in ("240 H   1    2", "240 Z   2    6", "260   1   4    1    2"):
        assert line.encode() in written, written.decode()
    second = world.section(format="team_swiss", rounds_planned=4, options={"boards": 2}, slug="again")
    import_trf(actor=world.olga, now=NOW, section_id=second.pk, data=written)
    rule, bye = second.team_rules.get(), TeamBye.objects.get(team__section=second)
    assert (rule.one.number, rule.other.number) == (1, 2)
    assert (bye.team.number, bye.kind, bye.round_number) == (6, "zero", 2)
    free_matches = TeamMatch.objects.filter(round__section=second, second=None).order_by("number")
    assert [(match.first.number, match.bye) for match in free_matches] == [(6, "pairing_allocated"), (2, "half")]
    points = [[(row.team.number, row.match_text) for row in team_standings(each).rows] for each in (section, second)]
    assert points[0] == points[1]
