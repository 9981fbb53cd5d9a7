"""Services that ask for more than one action, or for none of an event's: reports and the rating list."""

import io

import pytest

from ratings.services.rating_jobs import import_own_list
from ratings.services.rating_list import import_rating_list
from reports.services.importing import import_trf
from reports.services.jobs import choose_trf, confirm_trf, prepare_trf, request_trf, start_trf
from tavleya.errors import NotPermitted
from tests.paths import DATA
from tests.world import NOW, World
from tournaments.models.section import Section
from tournaments.services.jobs import run_job
from tournaments.services.sections import create_section

pytestmark = pytest.mark.django_db

REPORT = DATA / "swiss" / "rtg_051_n8_r6.trf"
SECTION = {"slug": "made", "names": {"en": "Made"}, "game": "chess", "regime": "fide-2023", "format": "free"}
OTHERS = ("hana", "alice", "charlie")


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def empty(world: World) -> Section:
    return create_section(actor=world.olga, now=NOW, event_id=world.event.pk, **SECTION)


@pytest.mark.parametrize("name", ["olga", "artur"])
def test_a_report_is_imported_by_who_may_enter_players_and_games(world, empty, name):
    import_trf(actor=world.people[name], now=NOW, section_id=empty.pk, data=REPORT.read_bytes())
    assert empty.registrations.count() == 8


@pytest.mark.parametrize("name", OTHERS)
def test_other_roles_cannot_import_a_report(world, empty, name):
    with pytest.raises(NotPermitted):
        import_trf(actor=world.people[name], now=NOW, section_id=empty.pk, data=REPORT.read_bytes())
    assert not empty.registrations.exists()


def test_the_rating_list_is_the_service_s_own(world):
    for name in ("olga", *OTHERS):
        with pytest.raises(NotPermitted):
            import_rating_list(actor=world.people[name], now=NOW, source=io.BytesIO(b""))
        with pytest.raises(NotPermitted):
            import_own_list(actor=world.people[name], now=NOW, source=io.BytesIO(b""), name="CLUB")


@pytest.mark.parametrize("name", ["olga", "artur"])
def test_a_section_is_made_of_a_report_by_who_may_add_one(world, name):
    actor = world.people[name]
    job = prepare_trf(actor=actor, now=NOW, event_id=world.event.pk, data=REPORT.read_bytes(), filename="r")
    job = start_trf(actor=actor, now=NOW, job_id=job.pk, section=SECTION)
    assert run_job(job_id=job.pk, now=NOW).state == "done"
    assert world.event.sections.get(slug="made").registrations.count() == 8


@pytest.mark.parametrize("name", OTHERS)
def test_other_roles_cannot_create_a_section_from_a_report(world, empty, name):
    actor, data = world.people[name], REPORT.read_bytes()
    job = prepare_trf(actor=world.olga, now=NOW, event_id=world.event.pk, data=data)
    for service, values in (
        (prepare_trf, {"event_id": world.event.pk, "data": data}),
        (choose_trf, {"job_id": job.pk, "accepted": []}),
        (confirm_trf, {"job_id": job.pk, "confirmed": []}),
        (start_trf, {"job_id": job.pk, "section": SECTION}),
        (request_trf, {"section_id": empty.pk, "data": data}),
    ):
        with pytest.raises(NotPermitted):
            service(actor=actor, now=NOW, **values)
