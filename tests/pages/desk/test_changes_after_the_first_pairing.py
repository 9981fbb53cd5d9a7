"""Settings on which a paired section rests: the page that names each change, and what it does when it is confirmed."""

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.pages.html import page_of
from tests.world import World
from tournaments.models.section import Section

pytestmark = pytest.mark.django_db

EDIT = "/desk/spring-cup/open/edit/"


def typed(page: HttpResponse) -> dict[str, str]:
    form = page.context["form"]
    context = {name: form[name].value() for name in form.fields}
    return {
        **{name: str(value) for name, value in context.items() if value not in (None, False)},
        "shown": form.system.key,
    }


def test_each_change_is_named_and_nothing_is_saved_before_it_is_confirmed(olga: Client, world: World) -> None:
    values = {**typed(olga.get(EDIT)), "points_win": "3", "tiebreaks": "KS, WIN", "name_en": "Renamed"}
    answer = olga.post(EDIT, values)
    page = page_of(answer)
    assert answer.status_code == 409 and page.problems == []
    assert [item.name for item in answer.context["changes"]] == ["scoring", "tie-breaks"]
    assert "Win 1, Draw ½, Loss 0" in page.words and "Win 3, Draw ½, Loss 0" in page.words
    assert "KS, WIN" in page.words
    before = Section.objects.get(pk=world.section.pk)
    assert before.tiebreaks != ["KS", "WIN"] and before.names["en"] != "Renamed"
    second = {**dict(answer.context["typed"]), "confirmed": answer.context["fields"]}
    assert olga.post(EDIT, second).status_code == 302
    after = Section.objects.get(pk=world.section.pk)
    assert (after.tiebreaks, after.points.win, after.names["en"]) == (["KS", "WIN"], 6, "Renamed")
    assert "changed after round 1 was paired" in page_of(olga.get("/desk/spring-cup/log/")).words


def test_other_settings_are_saved_without_a_question(olga: Client, world: World) -> None:
    values = {**typed(olga.get(EDIT)), "name_en": "Renamed", "control": "60+10"}
    assert olga.post(EDIT, values).status_code == 302
    assert Section.objects.get(pk=world.section.pk).names["en"] == "Renamed"


def test_points_outside_the_regulations_are_reported_at_their_field(olga: Client, world: World) -> None:
    values = {**typed(olga.get(EDIT)), "points_pairing_bye": "2"}
    answer = olga.post(EDIT, values)
    assert answer.status_code == 422
    assert "A bye cannot be worth more than a win." in page_of(answer).words
