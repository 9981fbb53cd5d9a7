"""Standings that were computed are kept; never are they shown for others than those they were computed for."""

import pytest
from django.db import transaction

from tests.tournaments.conftest import LATER, World
from tournaments import activity
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section, StandingsVersion
from tournaments.selectors.standings import standings_of, standings_version
from tournaments.services.results import enter_result

pytestmark = pytest.mark.django_db


class RolledBack(Exception):
    pass


@pytest.fixture
def section(world: World) -> Section:
    return world.round_robin("Alekhine", "Botvinnik", published=1)


@transaction.atomic
def entered_and_taken_back(world: World, section: Section, board: Pairing) -> None:
    enter_result(actor=world.olga, now=LATER, pairing_id=board.pk, result="1-0")
    standings_of(section)
    raise RolledBack


def leader_after_a_result_taken_back_and_its_opposite(world: World, section: Section) -> str:
    board = Pairing.objects.get()
    with pytest.raises(RolledBack):
        entered_and_taken_back(world, section, board)
    enter_result(actor=world.olga, now=LATER, pairing_id=board.pk, result="0-1")
    first = standings_of(section).rows[0]
    assert first.registration in (board.white, board.black)
    return "white" if first.registration == board.white else "black"


def test_by_the_number_alone_a_result_that_was_rolled_back_would_be_shown(world, section, monkeypatch):
    """The number is the same again: that is the danger, which the stamp ends."""
    monkeypatch.setattr(activity, "new_stamp", lambda: "same")
    assert leader_after_a_result_taken_back_and_its_opposite(world, section) == "white"


def test_a_result_that_was_rolled_back_is_never_shown(world, section):
    assert leader_after_a_result_taken_back_and_its_opposite(world, section) == "black"


def test_a_section_that_has_no_version_yet_shares_none(section):
    StandingsVersion.objects.all().delete()
    sections = Section.objects.get()
    assert standings_version(sections).number == standings_version(sections).number == 0
    assert standings_version(sections).key != standings_version(sections).key


def test_every_change_gives_a_different_key(section):
    seen = {standings_version(section).key}
    for _ in range(3):
        activity.tables_changed([section.pk])
        seen.add(standings_version(section).key)
    assert len(seen) == 4
