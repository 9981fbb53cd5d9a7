"""Contracts of the system records."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.pairing.micromatches import EDITION as DOUBLE_SWISS
from tavleya.pairing.state import DUTCH_2026
from tests.refusals import refused
from tests.tournaments.conftest import NOW
from tournaments.models.player import Team, TeamMatch
from tournaments.services.final_table import finalise_table
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, publish_round, start_round
from tournaments.services.section_settings import edit_section
from tournaments.services.seeding import seat_display
from tournaments.services.team_requests import add_team
from tournaments.services.team_rounds import pair_teams
from tournaments.systems.registry import SYSTEMS, all_variants, method_of, system_of, told_by

RECORDS = list(all_variants())


@pytest.mark.parametrize("system", RECORDS, ids=lambda system: system.label)
def test_a_record_has_what_its_way_of_pairing_needs(system):
    assert system.by_round is bool(system.engines)
    assert system.scheduled is ((system.team_schedule if system.teams else system.schedule) is not None)
    if system.option_group is not None:
        names = {field.name for field in system.option_group.fields}
        assert names == set(system.checked_options({})), "the form asks for the stored options and nothing else"


def test_the_method_of_every_system_that_pairs_is_documented():
    codes = {engine.system for record in RECORDS for engine in record.engines.values()}
    codes |= {plan.system for record in RECORDS for plan in (record.schedule, record.team_schedule) if plan}
    assert {code for code in codes if method_of(code) is None} == set()


def test_an_edition_can_make_another_system_of_a_section():
    assert system_of("swiss", DOUBLE_SWISS).plays_matches and not system_of("swiss", DUTCH_2026).plays_matches
    assert system_of("round_robin", DOUBLE_SWISS) is SYSTEMS["round_robin"]


def test_reports_name_systems_by_their_own_words():
    assert told_by("INDIVIDUAL:KEIZER", False) == "keizer"
    assert told_by("TEAM:SCHEVENINGEN", True) == "scheveningen"
    assert told_by("TEAM:KEIZER", True) == "" == told_by("INDIVIDUAL:SWISSSYSTEM", False)


@pytest.mark.parametrize(
    ("system", "options", "code"),
    [
        ("double_round_robin", {}, "FIDE_DOUBLEROUNDROBIN"),
        ("double_round_robin", {"exchange_last": False}, "BERGER_DOUBLEROUNDROBIN"),
        ("teams", {}, "FIDE_TEAM_ROUNDROBIN"),
        ("teams", {"cycles": 2}, "CUSTOM_TEAM_ROUNDROBIN"),
        ("teams", {"cycles": 2, "exchange_last": False}, "FIDE_TEAM_DOUBLEROUNDROBIN"),
    ],
)
def test_the_type_in_a_report_says_in_which_order_the_tables_were_played(system, options, code):
    """FIDE's types for record 192: of players with the last two rounds exchanged, of teams without."""
    assert SYSTEMS[system].report_code("", options) == code


def test_acceleration_is_refused_where_the_system_has_none(world):
    for system in ("round_robin", "keizer", "knockout"):
        with refused(BadInput, "no_acceleration"):
            world.section(format=system, accelerated=True)


def test_another_system_is_refused_once_rounds_of_teams_are_drafts(world):
    section = world.section(format="teams", options={"boards": 1})
    registrations = world.enter(section, "Alekhine", "Botvinnik")
    for number, registration in enumerate(registrations, start=1):
        world.do(add_team, section_id=section.pk, name=f"T{number}", members=[registration.pk])
    pair_teams(actor=world.olga, now=NOW, section_id=section.pk)
    assert TeamMatch.objects.filter(round__section=section).count() == 1 and Team.objects.count() == 2
    with refused(Conflict, "already_paired"):
        world.do(edit_section, section_id=section.pk, changes={"format": "free", "options": {}})


def test_a_display_has_no_table_to_declare_final(world):
    section = world.section(format="simul")
    giver, *_ = world.enter(section, "Alekhine", "Botvinnik")
    round_ = seat_display(actor=world.olga, now=NOW, section_id=section.pk, giver_id=giver.pk)
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    enter_result(actor=world.olga, now=NOW, pairing_id=round_.pairings.get().pk, result="1-0")
    start_round(actor=world.olga, now=NOW, round_id=round_.pk)
    close_round(actor=world.olga, now=NOW, round_id=round_.pk)
    with refused(BadInput, "no_table"):
        finalise_table(actor=world.olga, now=NOW, section_id=section.pk)
