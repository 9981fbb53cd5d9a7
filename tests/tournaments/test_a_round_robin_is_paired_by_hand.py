"""Rounds of a round robin that the organiser pairs: every pair of players must meet once or twice."""

import pytest

from reports.selectors.tournament_report import trf_of
from tavleya.errors import BadInput, Conflict
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import play, publish
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.final_table import finalise_table
from tournaments.services.rounds import pair_by_hand, pair_round_robin
from tournaments.services.section_settings import edit_section

pytestmark = pytest.mark.django_db


def four(world: World, meetings: int, rounds: int | None = None) -> Section:
    section = world.section(format="free", options={"meetings": meetings}, rounds_planned=rounds)
    world.enter(section, "Alekhine", "Botvinnik", "Capablanca", "Duras")
    return section


def by_hand(world: World, section: Section, *boards: tuple[int, int]) -> Round:
    keys = dict(section.registrations.values_list("number", "pk"))
    pairs = [(keys[white], keys[black]) for white, black in boards]
    return pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=pairs)


def publish_refusal(world: World, row: Round, *confirmed: str) -> str:
    with pytest.raises(Conflict) as excinfo:
        publish(world, row, *confirmed)
    return excinfo.value.code


def test_two_players_who_have_met_are_not_paired_again(world: World) -> None:
    section = four(world, 1)
    publish(world, by_hand(world, section, (1, 2), (3, 4)))
    assert publish_refusal(world, by_hand(world, section, (2, 1), (4, 3))) == "meetings_broken"


def test_a_double_round_robin_gives_no_player_a_colour_three_times_running(world: World) -> None:
    section = four(world, 2)
    publish(world, by_hand(world, section, (1, 2), (3, 4)))
    publish(world, by_hand(world, section, (1, 3), (4, 2)))
    assert publish_refusal(world, by_hand(world, section, (1, 4), (2, 3))) == "meetings_broken"


def test_too_few_rounds_for_all_to_meet_are_confirmed(world: World) -> None:
    section = four(world, 1, rounds=3)
    publish(world, by_hand(world, section, (1, 2), (3, 4)))
    row = by_hand(world, section, (1, 3))
    assert publish_refusal(world, row) == "cannot_meet_all"
    publish(world, row, "cannot_meet_all")


def test_the_standings_are_final_when_all_have_met(world: World) -> None:
    section = four(world, 1, rounds=3)
    common = {"actor": world.olga, "now": LATER, "section_id": section.pk}
    play(world, publish(world, by_hand(world, section, (1, 2), (3, 4))))
    play(world, publish(world, by_hand(world, section, (3, 1), (2, 4))))
    play(world, publish(world, by_hand(world, section, (1, 4)), "cannot_meet_all"))
    with pytest.raises(Conflict) as excinfo:
        finalise_table(**common)
    assert (excinfo.value.code, excinfo.value.detail["pairs"]) == ("not_all_met", ["2–3"])
    edit_section(**common, changes={"rounds_planned": 4}, confirmed=["rounds_planned"])
    play(world, publish(world, by_hand(world, section, (2, 3))))
    assert finalise_table(**common).final_at == LATER


def test_its_table_and_report_are_those_of_a_round_robin(world: World) -> None:
    section = four(world, 2)
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"tiebreaks": ["KS"]})
    play(world, publish(world, by_hand(world, section, (1, 2), (3, 4))))
    section.refresh_from_db()
    assert standings_of(section).tiebreaks == ("KS",), "Koya is of round robins"
    assert trf_of(section).system == "FIDE_DOUBLEROUNDROBIN"


def test_otherwise_the_organiser_pairs_as_they_like(world: World) -> None:
    section = four(world, 0)
    for _ in range(2):
        publish(world, by_hand(world, section, (1, 2), (3, 4)))
    with pytest.raises(BadInput):
        world.section(format="free", options={"meetings": 3})


def test_the_exchange_of_the_last_two_rounds_of_the_first_cycle_is_a_choice(world: World) -> None:
    result = {}
    for exchange in (True, False):
        section = world.section(format="double_round_robin", options={"exchange_last": exchange})
        world.enter(section, *(f"P{number} {exchange}" for number in range(4)))
        pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)
        result[exchange] = [
            {
                (pairing.white.number, pairing.black.number)
                for pairing in row.pairings.select_related("white", "black")
            }
            for row in section.rounds.order_by("number")
        ]
    assert result[True][1:3] == result[False][2:0:-1]
    assert result[True][3:] == result[False][3:]
