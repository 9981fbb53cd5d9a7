"""The schedule at the desk: all rounds in one act, or round by round."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.services.schedule import reschedule_round
from tournaments.services.sections import create_section

pytestmark = pytest.mark.django_db
E = "/desk/spring-cup/"
FILL = {"do": "fill", "first_at": "2026-12-01T10:00", "gap": "90", "unit": "minutes"}


def section(world: World, form: str, **fields: object) -> Section:
    return create_section(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        slug="other",
        names={"en": "Other"},
        game="chess",
        regime="fide-2023",
        format=form,
        **fields,
    )


def starts(section: Section) -> list[datetime | None]:
    section.refresh_from_db()
    return [section.planned_start(number) for number in range(1, len(section.planned_starts) + 1)]


def test_all_rounds_are_filled_in_one_act(world: World, olga: Client) -> None:
    swiss = section(world, "swiss", rounds_planned=3)
    address = E + "other/rounds/schedule/"
    page = page_of(olga.get(address))
    assert page.problems == []
    assert "Start of round 1" in page.words
    assert "Number of rounds" not in page.words
    assert olga.post(address, FILL).status_code == 302
    assert starts(swiss) == [
        datetime(2026, 12, 1, 10, 0, tzinfo=UTC),
        datetime(2026, 12, 1, 11, 30, tzinfo=UTC),
        datetime(2026, 12, 1, 13, 0, tzinfo=UTC),
    ]
    assert "Round 3not paired1 December 2026, 13:00" in page_of(olga.get(E + "other/")).words


def test_a_round_is_moved_by_itself_and_what_is_not_known_stays_empty(world: World, olga: Client) -> None:
    swiss = section(world, "swiss", rounds_planned=3)
    address = E + "other/rounds/schedule/"
    olga.post(address, FILL)
    common = {"do": "save", "start_1": "2026-12-01T10:00", "start_2": "2026-12-01T16:00", "start_3": ""}
    assert olga.post(address, common).status_code == 302
    assert starts(swiss) == [
        datetime(2026, 12, 1, 10, 0, tzinfo=UTC),
        datetime(2026, 12, 1, 16, 0, tzinfo=UTC),
    ]
    answer = olga.post(address, {**common, "start_2": "2026-12-01T09:00"})
    assert answer.status_code == 422
    page = page_of(answer)
    assert page.problems == []
    assert "Round 2 must begin after round 1." in page.words
    assert len(starts(swiss)) == 2


def test_where_no_number_of_rounds_is_planned_it_is_asked_for(world: World, olga: Client) -> None:
    cup = section(world, "knockout")
    address = E + "other/rounds/schedule/"
    assert "Number of rounds" in page_of(olga.get(address)).words
    assert olga.post(address, FILL).status_code == 422
    assert olga.post(address, {**FILL, "rounds": "4"}).status_code == 302
    assert len(starts(cup)) == 4
    assert "Round 4" in page_of(olga.get(address)).words


def test_published_rounds_are_not_filled_and_finished_rounds_are_only_shown(
    world: World, olga: Client
) -> None:
    address = E + "open/rounds/schedule/"
    first = world.rounds[0]
    reschedule_round(actor=world.olga, now=NOW, round_id=first.pk, starts_at=NOW)
    assert "Start of round 2" in page_of(olga.get(address)).words
    olga.post(address, FILL)
    first.refresh_from_db()
    assert first.starts_at == NOW
    assert starts(world.section)[:2] == [None, datetime(2026, 12, 1, 10, 0, tzinfo=UTC)]
    assert world.section.rounds.get(number=2).starts_at == datetime(2026, 12, 1, 10, 0, tzinfo=UTC)
    assert 'name="start_1"' in olga.get(address).content.decode()
    first.status = RoundStatus.CLOSED
    first.save()
    page = olga.get(address)
    assert 'name="start_1"' not in page.content.decode()
    assert "Round 1: 20 November, 10:00" in page_of(page).words


def test_a_display_has_no_rounds_to_plan(world: World, olga: Client) -> None:
    section(world, "simul")
    assert olga.get(E + "other/rounds/schedule/").status_code == 404
    assert "Schedule" not in page_of(olga.get(E + "other/")).words
