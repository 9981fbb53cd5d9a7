"""Two officers press the same button of a team event, a display or a ladder: first the race, then the lock."""

import threading
from collections.abc import Callable

import pytest
from django.db import IntegrityError

from tavleya.errors import Conflict
from tests.tournaments.conftest import NOW, World
from tests.tournaments.swiss import make_swiss
from tests.tournaments.team_events import make_teams, member, pair, team
from tests.tournaments.test_swiss_two_pair_at_once import without_lock
from tests.tournaments.test_two_at_once import together
from tournaments.models.match import Match
from tournaments.models.section import Section
from tournaments.models.team import LineUp, TeamMatch
from tournaments.services.rounds import publish_round
from tournaments.services.simul import seat_display
from tournaments.services.swiss import pair_next_round
from tournaments.services.team_rounds import pair_teams, set_line_up

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def world(transactional_db) -> World:
    return World()


def team_event(world: World) -> tuple[Section, Callable[[object], object]]:
    section = make_teams(world, 4, 2)
    return section, lambda actor: pair_teams(actor=actor, now=NOW, section_id=section.pk)


def display(world: World) -> tuple[Section, Callable[[object], object]]:
    section = world.section(format="simul")
    giver, *_ = world.enter(section, "Giver", "One", "Two")
    return section, lambda actor: seat_display(actor=actor, now=NOW, section_id=section.pk, giver_id=giver.pk)


def round_by_round(world: World, **fields: object) -> tuple[Section, Callable[[object], object]]:
    section = make_swiss(world, 6, **fields)
    return section, lambda actor: pair_next_round(
        actor=actor, now=NOW, section_id=section.pk, number=1, first_colour="white"
    )


def double_swiss(world: World) -> tuple[Section, Callable[[object], object]]:
    return round_by_round(world, edition="double-swiss-2026")


def keizer(world: World) -> tuple[Section, Callable[[object], object]]:
    return round_by_round(world, format="keizer")


SYSTEMS = [team_event, display, double_swiss, keizer]


@pytest.mark.long
@pytest.mark.parametrize("created", SYSTEMS)
def test_without_the_lock_both_would_pair(world, created, monkeypatch):
    """Only the unique numbers of the database stop the second, after all its work."""
    _section, press = created(world)
    without_lock(monkeypatch, threading.Barrier(2))
    outcomes = together(lambda: press(world.olga), lambda: press(world.chen))
    assert [type(outcome) for outcome in outcomes if isinstance(outcome, Exception)] == [IntegrityError]


@pytest.mark.long
@pytest.mark.parametrize("created", SYSTEMS)
def test_the_lock_leaves_one_pairing_and_refuses_the_other_request(world, created):
    section, press = created(world)
    outcomes = together(lambda: press(world.olga), lambda: press(world.chen))
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert isinstance(refused, Conflict) and refused.code in ("already_paired", "round_paired_already")
    numbers = list(section.rounds.values_list("number", flat=True))
    assert len(numbers) == len(set(numbers)) == (3 if created is team_event else 1)
    assert TeamMatch.objects.count() == (6 if created is team_event else 0)
    assert Match.objects.count() == (3 if created is double_swiss else 0)


def test_a_line_up_and_the_publication_at_once_leave_one_line_up_or_none(world):
    """The second request sees the change of the first: the boards are those of the line-up, or it is refused."""
    section = make_teams(world, 2, 3)
    (row,) = pair(world, section)
    match = row.team_matches.get()
    seats = [member(section, 1, 2), member(section, 1, 3)]
    outcomes = together(
        lambda: set_line_up(
            actor=world.ana, now=NOW, match_id=match.pk, team_id=team(section, 1).pk, seats=seats
        ),
        lambda: publish_round(actor=world.olga, now=NOW, round_id=row.pk),
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    taken = LineUp.objects.filter(match=match).exists()
    assert [outcome.code for outcome in refused if isinstance(outcome, Conflict)] == (
        [] if taken else ["round_status"]
    )
    assert len(refused) == (0 if taken else 1)
    seated = {key for outcome in match.boards.all() for key in (outcome.white_id, outcome.black_id)}
    assert (set(seats) <= seated) is taken and match.boards.count() == 2
