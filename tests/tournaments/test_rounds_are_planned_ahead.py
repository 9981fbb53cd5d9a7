"""Planned start times of rounds that are not paired yet; a paired round begins as planned."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput, DomainError
from tavleya.formats.trf import read
from tests.tournaments.conftest import NOW, World
from tests.tournaments.swiss import make_swiss
from tournaments.models.activity import Log
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import MOST_ROUNDS, Section
from tournaments.selectors.events import planned_rounds
from tournaments.selectors.standings import standings_version
from tournaments.services.events import edit_event
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.rounds import pair_round_robin, publish_round
from tournaments.services.schedule import plan_rounds
from tournaments.services.swiss import pair_next_round

DAY = timedelta(days=1)
FIRST = NOW + DAY


@pytest.fixture
def swiss(world: World) -> Section:
    return make_swiss(world, 6, slug="swiss", rounds_planned=4)


def plan(world: World, section: Section, starts: dict[int, datetime | None]) -> Section:
    return plan_rounds(actor=world.olga, now=NOW, section_id=section.pk, starts=starts)


def coming(section: Section) -> dict[int, datetime]:
    section.refresh_from_db()
    return {
        planned_round.number: planned_round.starts_at for planned_round in planned_rounds(section, section.rounds.all())
    }


def plan_refusal(world: World, section: Section, starts: dict[int, datetime | None]) -> DomainError:
    with pytest.raises(DomainError) as error:
        plan(world, section, starts)
    return error.value


def test_unpaired_rounds_have_a_start_time(world: World, swiss: Section) -> None:
    before = standings_version(swiss).key
    for _ in range(2):
        plan(world, swiss, {1: FIRST, 2: FIRST + DAY, 3: None, 4: FIRST + 3 * DAY})
    assert Log.objects.filter(action="rounds.scheduled").count() == 1, "the second changes nothing"
    assert standings_version(Section.objects.get(pk=swiss.pk)).key != before, "pages learn of it"
    assert coming(swiss) == {1: FIRST, 2: FIRST + DAY, 4: FIRST + 3 * DAY}
    plan(world, swiss, {4: None})
    assert coming(swiss) == {1: FIRST, 2: FIRST + DAY}
    assert swiss.planned_starts == ["2026-11-21T12:00:00Z", "2026-11-22T12:00:00Z"]
    line = Log.objects.filter(action="rounds.scheduled").latest("pk")
    assert (line.before, line.after) == ({"starts": {"4": "2026-11-24T12:00:00Z"}}, {"starts": {"4": None}})


def test_a_round_begins_as_planned_unless_the_pairing_sets_another_time(world: World, swiss: Section) -> None:
    plan(world, swiss, {1: FIRST, 2: FIRST + DAY})
    common = {"actor": world.olga, "now": NOW, "section_id": swiss.pk}
    first = pair_next_round(**common, number=1, first_colour="white")
    assert isinstance(first, Round)
    assert first.starts_at == FIRST
    undo_last_round(**common, number=1)
    hour = timedelta(hours=1)
    first = pair_next_round(**common, number=1, first_colour="white", starts_at=FIRST + hour)
    assert isinstance(first, Round)
    assert first.starts_at == FIRST + hour
    # A draft is not public: until it is published the plan stands.
    assert coming(swiss) == {1: FIRST, 2: FIRST + DAY}
    publish_round(actor=world.olga, now=NOW, round_id=first.pk)
    assert coming(swiss) == {2: FIRST + DAY}


def test_the_plan_moves_rounds_that_are_there_until_they_are_closed(world: World, swiss: Section) -> None:
    draft = pair_next_round(actor=world.olga, now=NOW, section_id=swiss.pk, number=1, first_colour="white")
    assert isinstance(draft, Round)
    plan(world, swiss, {1: FIRST})
    draft.refresh_from_db()
    assert draft.starts_at == FIRST
    publish_round(actor=world.olga, now=NOW, round_id=draft.pk)
    plan(world, swiss, {1: FIRST + DAY})
    draft.refresh_from_db()
    assert draft.starts_at == FIRST + DAY
    Round.objects.filter(pk=draft.pk).update(status=RoundStatus.CLOSED)
    assert plan_refusal(world, swiss, {1: FIRST}).code == "round_closed"
    plan(world, swiss, {1: FIRST + DAY, 2: FIRST + 2 * DAY})
    assert coming(swiss) == {2: FIRST + 2 * DAY}


def test_rounds_paired_one_after_another_begin_one_after_another(world: World, swiss: Section) -> None:
    error = plan_refusal(world, swiss, {1: FIRST, 2: FIRST})
    assert isinstance(error, BadInput)
    assert (error.code, error.detail["field"]) == ("rounds_out_of_order", "start_2")
    plan(world, swiss, {2: FIRST})
    assert plan_refusal(world, swiss, {1: FIRST + DAY}).code == "rounds_out_of_order"
    # A round of a round robin may be brought forward.
    plan(world, world.section(), {2: FIRST + DAY, 3: FIRST})
    assert plan_refusal(world, swiss, {5: FIRST + DAY}).code == "no_such_round_planned"
    assert plan_refusal(world, swiss, {0: FIRST}).code == "no_such_round_planned"


def test_a_section_without_a_number_of_rounds_has_as_many_as_there_can_be(world: World) -> None:
    section = world.section()
    plan(world, section, {MOST_ROUNDS: FIRST})
    section.refresh_from_db()
    assert len(section.planned_starts) == MOST_ROUNDS
    assert plan_refusal(world, section, {MOST_ROUNDS + 1: FIRST}).code == "no_such_round_planned"


def test_all_rounds_paired_at_once_begin_as_planned(world: World) -> None:
    section = world.section()
    world.enter(section, "Keres", "Euwe", "Tal", "Petrosian")
    plan(world, section, {number: FIRST + number * DAY for number in range(1, 8)})
    rounds = pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk, starts=[FIRST])
    assert [row.starts_at for row in rounds] == [FIRST, FIRST + 2 * DAY, FIRST + 3 * DAY]
    # There are no others, whatever was planned.
    assert coming(section) == {1: FIRST, 2: FIRST + 2 * DAY, 3: FIRST + 3 * DAY}


def test_a_report_dates_rounds_by_the_clock_of_the_event(world: World, swiss: Section) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"time_zone": "Asia/Vladivostok"})
    late = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Vladivostok"))  # the day before by UTC
    plan(world, swiss, {1: late, 3: late + 2 * DAY})
    swiss = Section.objects.get(pk=swiss.pk)
    assert read(trf_file(swiss)).tournament.dates == ("26/11/21", "", "26/11/23")
