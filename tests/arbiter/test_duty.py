"""Officials on duty, incidents in the hall at no single board, and the work record of arbiters."""

import csv
import io
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbiter.models import Duty, HallIncident
from arbiter.selectors.work_record import own_record, work_record
from arbiter.services.duty import go_off_duty, go_on_duty, log_incident
from arbiter.services.ruling import rule
from tavleya.actors import Role
from tavleya.errors import BadInput, Conflict, NotFound
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.refusals import refused
from tests.tavleya.documents.reading import sheets
from tests.tournaments.conftest import World as EventWorld
from tests.world import NOW, World, later
from tournaments.models.activity import Log
from tournaments.models.round import Round
from tournaments.services.events import edit_event, grant_role
from transfer.services.rehearsals import rehearse_event

pytestmark = pytest.mark.django_db


@pytest.mark.article("tavreli:13.1", "tavreli:13.2", "tavreli:13.3")
def test_an_arbiter_goes_on_duty_with_a_task_and_off_again_and_the_log_keeps_both() -> None:
    world = World()
    event = world.event.pk
    go_on_duty(actor=world.artur, now=later(), event_id=event, task="boards 1 to 20, time trouble")
    with refused(Conflict, "on_duty_already"):
        go_on_duty(actor=world.artur, now=later(minutes=1), event_id=event)
    go_off_duty(actor=world.artur, now=later(hours=4), event_id=event)
    duty = Duty.objects.get()
    assert (duty.task, duty.ended_at) == ("boards 1 to 20, time trouble", later(hours=4))
    assert {"duty.began", "duty.ended"} <= set(Log.objects.values_list("action", flat=True))
    with pytest.raises(Conflict):
        go_off_duty(actor=world.artur, now=later(hours=5), event_id=event)


@pytest.mark.article("tavreli:13.7", "tavreli:12.3")
def test_spectators_who_disturb_are_sent_out_and_that_is_written_down() -> None:
    world = World()
    caller = {"actor": world.artur, "event_id": world.event.pk}
    incident = {"code": "spectators", "article": "tavreli-1997:13.7", "text": "Two men analysed aloud; sent out."}
    log_incident(**caller, now=later(), **incident)
    row = HallIncident.objects.get()
    assert (row.code, row.article, row.arbiter_id) == ("spectators", "tavreli-1997:13.7", world.artur.user_id)
    for changes, error in (
        ({"code": "meteor"}, NotFound),
        ({"text": "  "}, BadInput),
        ({"article": "13.99"}, BadInput),
        ({"registration_id": 10**6}, NotFound),
    ):
        with pytest.raises(error):
            log_incident(**{**caller, "now": later(), "code": "spectators", "text": "x", **changes})
    assert HallIncident.objects.count() == 1


def test_an_article_is_refused_and_not_dropped_where_no_section_has_laws() -> None:
    world = EventWorld()
    with refused(BadInput, "no_such_article"):
        log_incident(
            actor=world.chen, now=later(), event_id=world.event.pk, code="spectators", text="x", article="13.7"
        )


@pytest.fixture
def world(db: None) -> World:
    """Artur is on duty from 10 to 12 UTC and again the next day for half an hour; round 1 begins at 10:30."""
    world = World(game="chess", regime="fide-2023", control="90+30", others=("dora", "egor"))
    Round.objects.filter(pk=world.rounds[0].pk).update(starts_at=later(minutes=30))
    for start, end in ((later(), later(hours=2)), (later(days=1), later(days=1, minutes=30))):
        go_on_duty(actor=world.artur, now=start, event_id=world.event.pk, task="Boards 1–10")
        go_off_duty(actor=world.artur, now=end, event_id=world.event.pk)
    return world


def test_days_hours_and_rounds_are_those_on_duty(world: World) -> None:
    chief, helper = work_record(world.event, later(days=2))
    assert (chief.name, chief.roles) == ("artur", (Role.CHIEF_ARBITER,))
    assert chief.time == timedelta(hours=2, minutes=30)
    assert [day.isoformat() for day in chief.days] == ["2026-11-20", "2026-11-21"]
    assert chief.rounds == [(world.rounds[0].section, 1)]
    assert chief.tasks == ["Boards 1–10"] and not chief.open
    assert (helper.name, helper.days, helper.rounds) == ("hana", [], [])


@pytest.mark.parametrize(
    ("changes", "counted"),
    [({"starts_at": later(hours=-1)}, False), ({"starts_at": None, "played_on": later(days=1).date()}, True)],
    ids=["begun before", "without a time: by its day"],
)
def test_a_round_is_counted_by_when_it_began(world: World, changes: dict[str, object], counted: bool) -> None:
    Round.objects.filter(pk=world.rounds[0].pk).update(**changes)
    assert work_record(world.event, NOW)[0].rounds == [(world.rounds[0].section, 1)] * counted


def with_charlie(world: World) -> World:
    """Charlie as a second arbiter."""
    grant_role(actor=world.olga, now=NOW, event_id=world.event.pk, user_id=world.charlie.user_id, role=Role.ARBITER)
    return world


def test_duty_over_midnight_is_two_days_by_the_clock_of_the_event(world: World) -> None:
    """From 21:30 to 22:30 UTC is past midnight in Kyiv, and one day in London."""
    with_charlie(world)
    go_on_duty(actor=world.charlie, now=later(days=3, hours=11, minutes=30), event_id=world.event.pk)
    go_off_duty(actor=world.charlie, now=later(days=3, hours=12, minutes=30), event_id=world.event.pk)
    for zone, days in (("Europe/Kyiv", 2), ("Europe/London", 1)):
        edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"time_zone": zone})
        world.event.refresh_from_db()
        assert len(work_record(world.event, later(days=4))[1].days) == days


def test_an_official_still_on_duty_is_counted_up_to_now(world: World) -> None:
    with_charlie(world)
    go_on_duty(actor=world.charlie, now=later(days=3), event_id=world.event.pk)
    other = work_record(world.event, later(days=3, hours=1))[1]
    assert other.open and other.time == timedelta(hours=1)


def test_rulings_are_counted_by_who_made_them(world: World) -> None:
    world.started()
    facts = {"offender": "white", "measure": "warning", "article": "fide-2023:11.5"}
    rule(actor=world.artur, now=later(seconds=5), game_id=world.board.pk, kind="penalty", facts=facts)
    assert [work_line.rulings for work_line in work_record(world.event, NOW)] == [1, 0]


def test_the_console_shows_the_record_and_gives_it_as_files(world: World) -> None:
    client = signed_in("artur")
    page = page_of(client.get("/desk/spring-cup/rulings/work-record/"))
    assert "artur" in page.words and "2:30" in page.words and page.problems == []
    text = client.get("/desk/spring-cup/rulings/work-record.csv").content.decode("utf-8-sig")
    (row, _) = csv.DictReader(io.StringIO(text))
    assert (row["name"], row["role"]) == ("artur", "Chief arbiter")
    assert (row["days_on_duty"], row["rounds"]) == ("2", "1")
    workbook = sheets(client.get("/desk/spring-cup/rulings/work-record.xlsx").content)
    assert workbook["Work record"][1][4] == "artur"
    assert client.get("/desk/spring-cup/rulings/work-record.pdf").status_code == 404


def test_one_more_on_duty_takes_no_more_queries(world: World) -> None:
    client = signed_in("artur")

    def count_queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/desk/spring-cup/rulings/work-record/").status_code == 200
        return len(queries)

    count_queries()
    alone = count_queries()
    grant_role(actor=world.olga, now=NOW, event_id=world.event.pk, user_id=world.hana.user_id, role=Role.ARBITER)
    go_on_duty(actor=world.hana, now=later(), event_id=world.event.pk)
    assert count_queries() == alone


def test_an_arbiters_own_record_covers_every_event_and_no_other_person(world: World) -> None:
    other = World(game="chess", regime="fide-2023", control="90+30", slug="autumn-cup", published=False)
    rehearse_event(actor=world.olga, now=NOW, event_id=world.event.pk)
    records = own_record(world.artur.user_id, later(days=2))
    assert {(event.slug, work_line.name) for event, work_line in records} == {
        (other.event.slug, "artur"),
        (world.event.slug, "artur"),
    }
    own = "/desk/spring-cup/rulings/work-record"
    text = signed_in("artur").get(f"{own}.csv?mine=1").content.decode("utf-8-sig")
    assert [row["name"] for row in csv.DictReader(io.StringIO(text))] == ["artur", "artur"]
    assert "My record in all events" in page_of(signed_in("hana").get(f"{own}/?mine=1")).words
