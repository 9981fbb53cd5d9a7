"""A tournament report at the desk: uploaded, looked at, made a section of, or brought into an empty one."""

from functools import partial

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from tests.pages.desk.conftest import new_section, signed_in
from tests.pages.html import page_of
from tests.tavleya.formats.samples import cut, file, player, swiss
from tests.world import World
from tournaments.models.activity import Job, Log
from tournaments.models.section import Section

pytestmark = pytest.mark.django_db

E = "/desk/spring-cup/"
NEW = E + "new-section/report/"
FAULTY = file(player(1, "   2 w x", rating="4001"), player(2, "   1 b y"), player(3))
#: 1–3 and 4–2 are by the rules.
BROKEN = file(
    "192 FIDE_DUTCH_2026", "142 3", "152 W", player(1, "   2 w 1"), player(2, "   1 b 0"),
    player(3, "   4 w 1"), player(4, "   3 b 0"),
)  # fmt: skip


@pytest.fixture
def on_commit(django_capture_on_commit_callbacks):
    return partial(django_capture_on_commit_callbacks, execute=True)


def upload(address: str, data: bytes) -> HttpResponse:
    return signed_in("olga").post(address, {"report": SimpleUploadedFile("open.trf", data)})


def filled(answer: HttpResponse) -> dict[str, str]:
    form = answer.context["form"]
    return {name: str(form[name].value() or "") for name in form.fields}


def test_the_file_proposes_the_section_and_it_is_made(world, on_commit, olga) -> None:
    answer = upload(NEW, cut(swiss("rtg_057"), 3, "222 5400+30"))
    assert answer.status_code == 302
    address = answer["Location"]
    page = olga.get(address)
    assert page_of(olga.get(NEW)).title == "Tournament report · Spring Cup · Desk · Tavleya"
    values = filled(page)
    assert values["name_en"] == "AutoTest Tournament 100057"
    assert values["slug"] == "autotest-tournament-100057"
    names = ("game", "format", "rounds_planned", "control")
    assert [values[name] for name in names] == ["chess", "swiss", "7", "90+30"]
    with on_commit():
        answer = olga.post(address, values)
    assert answer.status_code == 302 and "/jobs/" in answer["Location"]
    content = olga.get(answer["Location"]).content.decode()
    assert "The whole file has been imported" in content and ">10<" in content
    section = Section.objects.get(slug="autotest-tournament-100057")
    assert section.rounds.count() == 3 and section.tiebreaks
    assert olga.get(address)["Location"] == answer["Location"]


def test_a_bad_file_is_reported_by_line_and_not_stored(world: World, olga: Client) -> None:
    answer = upload(NEW, file(player(1), player(1)))
    assert answer.status_code == 422 and 'data-code="trf_player_twice"' in answer.content.decode()
    assert not Job.objects.exists()
    assert olga.post(NEW, {}).status_code == 422


def test_wrong_values_stay_as_they_were_typed(world: World, olga: Client) -> None:
    address = upload(NEW, cut(swiss("rtg_057"), 1))["Location"]
    values = filled(olga.get(address))
    answer = olga.post(address, {**values, "slug": "open", "control": "many"})
    assert answer.status_code == 422 and 'value="many"' in answer.content.decode()
    taken = olga.post(address, {**values, "slug": "open"})
    assert taken.status_code == 409 and Job.objects.get().state == "prepared"


def test_an_empty_section_takes_a_report_and_a_full_one_does_not(world, on_commit, olga) -> None:
    new_section(world, "empty", format="swiss", rounds_planned=7)
    assert "file/report/" in olga.get(E + "empty/file/").content.decode()
    assert "file/report/" not in olga.get(E + "open/file/").content.decode()
    data = cut(swiss("rtg_057"), 2)
    with on_commit():
        answer = upload(E + "empty/file/report/", data)
    assert answer.status_code == 302 and Section.objects.get(slug="empty").rounds.count() == 2
    assert upload(E + "open/file/report/", data).status_code == 409


@pytest.mark.parametrize("kind", ["faults", "rules"])
def test_faults_and_broken_rules_of_a_report_for_an_empty_section_are_confirmed_too(world, on_commit, olga, kind):
    data, message, chosen, players = {
        "faults": (FAULTY, "has faults", {"all": "1"}, 3),
        "rules": (BROKEN, "to be confirmed", {"confirmed": "trf_rounds_differ"}, 4),
    }[kind]
    section = new_section(world, "empty", format="swiss", rounds_planned=3)
    with on_commit():
        job = upload(E + "empty/file/report/", data)["Location"]
    address = olga.get(job)["Location"]
    assert message in olga.get(E + "empty/file/").content.decode()
    if kind == "faults":  # accepting one fault brings the next to light
        olga.post(address + "faults/", chosen)
    assert not section.registrations.exists()
    with on_commit():
        olga.post(address + "faults/", chosen)
    assert section.registrations.count() == players and Job.objects.get().state == "done"


def marks_on(answer: HttpResponse) -> list[str]:
    return [fault.mark for fault in answer.context["faults"]]


def test_a_file_with_faults_is_imported_only_when_each_was_chosen(world, on_commit, olga) -> None:
    address = upload(NEW, FAULTY)["Location"]
    page = olga.get(address)
    content = page.content.decode()
    assert content.count('data-code="trf_round_cell"') == 2
    assert "the result is unknown until it is entered" in content
    first, second = marks_on(page)
    assert olga.post(address + "faults/", {"accepted": [first, "nonsense"]})["Location"] == address
    page = olga.get(address)
    assert marks_on(page) == [second] and Job.objects.get().report == {"accepted": [first]}
    olga.post(address + "faults/", {"anew": "1"})
    assert marks_on(olga.get(address)) == [first, second]
    olga.post(address + "faults/", {"all": "1"})
    [rating] = marks_on(olga.get(address))
    olga.post(address + "faults/", {"accepted": [rating]})
    values = {**filled(olga.get(address)), "slug": "mended", "name_en": "Mended", "rounds_planned": "3"}
    with on_commit():
        job = olga.post(address, values)["Location"]
    content = olga.get(job).content.decode()
    assert "with the selected adjustments" in content
    assert content.count("the result is unknown until it is entered") == 2
    assert Section.objects.get(slug="mended").registrations.get(number=1).rating is None
    assert len(Log.objects.get(action="trf.imported").after["adjusted"]) == 3
    assert olga.get(E + "log/").status_code == 200
    before = Job.objects.get().report
    olga.post(address + "faults/", {"anew": "1"})
    assert Job.objects.get().report == before


def test_rounds_that_break_the_rules_are_confirmed_before_anything_is_imported(world, on_commit, olga) -> None:
    address = upload(NEW, BROKEN)["Location"]
    values = {**filled(olga.get(address)), "slug": "broken", "name_en": "Broken", "rounds_planned": "3"}
    with on_commit():
        job = olga.post(address, values)["Location"]
    assert olga.get(job)["Location"] == address
    assert olga.get(job + "?part=1").headers["HX-Redirect"] == address
    assert not Section.objects.filter(slug="broken").exists()
    page = page_of(olga.get(address))
    assert page.problems == [] and page.find(data_level="3", data_code="trf_rounds_differ")
    assert "Round 1 is not as the rules pair it" in page.words
    with on_commit():
        olga.post(address + "faults/", {"confirmed": "something_else"})
    assert not Section.objects.filter(slug="broken").exists()
    with on_commit():
        olga.post(address + "faults/", {"confirmed": "trf_rounds_differ"})
    assert Section.objects.get(slug="broken").rounds.count() == 1
    assert "is not as the rules of the section pair it" in olga.get(job).content.decode()
