"""Clubs and federations, presets and templates by the API: one call for each action of the desk."""

import pytest
from django.test import Client

from people.views.desk_officials import FOR_ACCOUNTS, FOR_PROGRAMS
from tavleya.actors import Actor
from tests.tournaments.conftest import NOW
from tests.world import World, person
from tournaments.models.event import Event, Organisation, OrganisationRole
from tournaments.services.tokens import issue_account_token

pytestmark = pytest.mark.django_db
API = "/api/v1/"


class Program:
    """A client with an API key of an account."""

    def __init__(self, actor: Actor) -> None:
        _row, secret = issue_account_token(
            actor=actor, now=NOW, name="program", scopes=[str(action) for action in (*FOR_ACCOUNTS, *FOR_PROGRAMS)]
        )
        self.client, self.key = Client(), f"Bearer {secret}"

    def ask(self, method: str, path: str, body: object = None, status: int = 200, **headers: str):
        response = getattr(self.client, method)(
            API + path, body, content_type="application/json", HTTP_AUTHORIZATION=self.key, **headers
        )
        assert response.status_code == status, response.content
        return response

    def get(self, path: str, status: int = 200):
        return self.ask("get", path, status=status)


@pytest.fixture
def world(db: None) -> World:
    return World()


@pytest.fixture
def nina(db: None) -> Program:
    program = Program(person("nina"))
    program.ask("post", "organisations/", {"slug": "riga", "names": {"en": "Riga Club"}}, 201)
    return program


def test_an_organisation_is_created_changed_and_run(nina: Program) -> None:
    response = nina.get("organisations/riga/")
    assert response.json()["names"] == {"en": "Riga Club"}
    changed = nina.ask("patch", "organisations/riga/", {"contact": "club@example.org"}, HTTP_IF_MATCH=response["ETag"])
    assert changed.json()["contact"] == "club@example.org"
    person("tom")
    common = {"username": "tom", "role": "organiser"}
    assert nina.ask("post", "organisations/riga/roles/", common, 201).json()["role"] == "organiser"
    assert nina.ask("post", "organisations/riga/roles/", {**common, "username": "no"}, 404)
    assert nina.ask("post", "organisations/riga/invitations/", {"roles": ["owner"]}, 201).json()["secret"]
    nina.ask("post", "organisations/riga/roles/revoke/", common, 204)
    assert set(OrganisationRole.objects.values_list("user__username", "role")) == {("nina", "owner")}
    response = nina.ask("post", "organisations/riga/roles/revoke/", {"username": "nina", "role": "owner"}, 409)
    assert response.json()["code"] == "last_owner"


def test_others_change_nothing_of_it(nina: Program) -> None:
    tom = Program(person("tom"))
    tag = tom.get("organisations/riga/")["ETag"]
    tom.ask("patch", "organisations/riga/", {"contact": "me"}, 403, HTTP_IF_MATCH=tag)
    tom.ask("post", "organisations/riga/roles/", {"username": "tom", "role": "owner"}, 403)
    tom.ask("post", "organisations/riga/events/", {"event": "none"}, 403)
    tom.get("organisations/none/", 404)


def test_an_event_moves_when_both_sides_have_said_so(nina: Program, world: World) -> None:
    olga = Program(world.olga)
    olga.ask("post", "events/spring-cup/organisation/", {"organisation": "riga"})
    assert Event.objects.get(slug="spring-cup").organisation is None
    nina.ask("post", "organisations/riga/events/", {"event": "spring-cup"})
    assert Event.objects.get(slug="spring-cup").organisation == Organisation.objects.get()
    assert [item["slug"] for item in nina.get("organisations/").json()["results"]] == ["riga"]
    olga.ask("post", "events/spring-cup/organisation/release/", status=403)
    nina.ask("post", "events/spring-cup/organisation/release/")
    olga.ask("post", "events/spring-cup/organisation/", {"organisation": "riga"})
    olga.ask("delete", "events/spring-cup/organisation/", status=204)
    nina.ask("post", "organisations/riga/events/", {"event": "none"}, 404)


def test_presets_and_templates_make_events(nina: Program) -> None:
    keys = [item["key"] for item in nina.get("presets/").json()["results"]]
    assert {"rapid-open", "school-league", "knockout-day"} <= set(keys)
    common = {"name": "Blitz", "section_name": "Main", "language": "en", "organisation": "riga"}
    data = nina.ask("post", "presets/", {**common, "preset": "blitz-evening", "rounds": 9}, 201).json()
    assert (data["rounds_planned"], data["control"], data["rating_kind"]) == (9, "3+2", "blitz")
    two_games = {"name": "Two", "preset": "draughts-swiss", "options": {"match_games": 2}}
    nina.ask("post", "presets/", {**common, **two_games}, 201)
    assert Event.objects.get(slug="two").sections.get().points.pairing_bye == 8  # two games of two points
    assert nina.ask("post", "presets/", {**common, "preset": "none"}, 404).json()["code"] == "no_such_preset"
    assert nina.ask("post", "presets/", {**common, "game": "chess", "format": "x"}, 422)
    saved = nina.ask("post", "events/blitz/template/", {"names": {"en": "Friday"}}, 201).json()
    assert [item["slug"] for item in nina.get("templates/").json()["results"]] == [saved["slug"]]
    second = {"slug": "friday", "names": {"en": "Friday"}, "starts_on": "2026-12-04"}
    nina.ask("post", f"events/{saved['slug']}/repeat/", second, 201)
    assert Event.objects.get(slug="friday").organisation == Organisation.objects.get()
    assert Event.objects.get(slug="friday").sections.get().control == "3+2"


def test_a_series_is_created_filled_read_and_deleted(nina: Program, world: World) -> None:
    Event.objects.filter(pk=world.event.pk).update(organisation=Organisation.objects.get())
    path, common = "organisations/riga/series/", {"event": "spring-cup", "section": world.section.slug}
    values = {"slug": "year", "names": {"en": "The year"}, "rule": "place", "place_points": [5, 3]}
    assert nina.ask("post", path, values, 201).json()["tiebreaks"] == ["best", "firsts"]
    assert nina.ask("post", path, values, 409).json()["code"] == "slug_taken"
    tag = nina.get(path + "year/")["ETag"]
    assert nina.ask("patch", path + "year/", {"best": 2}, HTTP_IF_MATCH=tag).json()["best"] == 2
    assert nina.ask("post", path + "year/sections/", common, 201).json() == common
    nina.ask("post", path + "year/sections/", {**common, "event": "none"}, 404)
    assert nina.get(path + "year/table/").json() == {"events": [{**common, "over": False}], "rows": []}
    world.section.rounds.update(status="closed")
    rows = nina.get(path + "year/table/").json()["rows"]
    assert [(row["rank"], row["last_rank"], row["total"]) for row in rows] == [(1, 2, 4.0)] * 2
    assert rows[0]["cells"] == [{"points": 4.0, "counted": True}]
    olga = Program(world.olga)
    assert [row["slug"] for row in olga.get(path).json()["results"]] == ["year"]
    olga.ask("post", path + "year/sections/remove/", common, 403)
    olga.ask("delete", path + "year/", status=403)
    nina.ask("post", path + "year/sections/remove/", common, 204)
    nina.ask("delete", path + "year/", status=204)
    nina.get(path + "year/", 404)
