"""Clubs and federations, presets and templates by the API: what the desk does, one call each."""

from __future__ import annotations

import pytest
from django.test import Client

from people.views.desk.account_keys import FOR_ACCOUNTS, FOR_PROGRAMS
from tavleya.actors import Actor
from tests.tournaments.conftest import NOW
from tests.world import World, person
from tournaments.models.event import Event
from tournaments.models.organisation import Organisation, OrganisationRole
from tournaments.services.tokens import issue_account_token

pytestmark = pytest.mark.django_db
API = "/api/v1/"


class Program:
    """A client with an API key of an account."""

    def __init__(self, actor: Actor) -> None:
        _row, secret = issue_account_token(
            actor=actor, now=NOW, name="program", scopes=[str(one) for one in (*FOR_ACCOUNTS, *FOR_PROGRAMS)]
        )
        self.client, self.key = Client(), f"Bearer {secret}"

    def ask(self, method: str, path: str, body: object = None, status: int = 200, **headers: str):
        answer = getattr(self.client, method)(
            API + path, body, content_type="application/json", HTTP_AUTHORIZATION=self.key, **headers
        )
        assert answer.status_code == status, answer.content
        return answer

    def get(self, path: str, status: int = 200):
        answer = self.client.get(API + path, HTTP_AUTHORIZATION=self.key)
        assert answer.status_code == status, answer.content
        return answer


@pytest.fixture
def world(db: None) -> World:
    return World()


@pytest.fixture
def nina(db: None) -> Program:
    program = Program(person("nina"))
    program.ask("post", "organisations/", {"slug": "riga", "names": {"en": "Riga Club"}}, 201)
    return program


def test_an_organisation_is_created_changed_and_run(nina: Program) -> None:
    found = nina.get("organisations/riga/")
    assert found.json()["names"] == {"en": "Riga Club"}
    changed = nina.ask(
        "patch", "organisations/riga/", {"contact": "club@example.org"}, HTTP_IF_MATCH=found["ETag"]
    )
    assert changed.json()["contact"] == "club@example.org"
    person("tom")
    given = {"username": "tom", "role": "organiser"}
    assert nina.ask("post", "organisations/riga/roles/", given, 201).json()["role"] == "organiser"
    assert nina.ask("post", "organisations/riga/roles/", {**given, "username": "no"}, 404)
    assert nina.ask("post", "organisations/riga/invitations/", {"roles": ["owner"]}, 201).json()["secret"]
    nina.ask("post", "organisations/riga/roles/revoke/", given, 204)
    assert set(OrganisationRole.objects.values_list("user__username", "role")) == {("nina", "owner")}
    refused = nina.ask("post", "organisations/riga/roles/revoke/", {"username": "nina", "role": "owner"}, 409)
    assert refused.json()["code"] == "last_owner"


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
    assert [one["slug"] for one in nina.get("organisations/").json()["results"]] == ["riga"]
    olga.ask("post", "events/spring-cup/organisation/release/", status=403)
    nina.ask("post", "events/spring-cup/organisation/release/")
    olga.ask("post", "events/spring-cup/organisation/", {"organisation": "riga"})
    olga.ask("delete", "events/spring-cup/organisation/", status=204)
    nina.ask("post", "organisations/riga/events/", {"event": "none"}, 404)


def test_presets_and_templates_make_events(nina: Program) -> None:
    keys = [one["key"] for one in nina.get("presets/").json()["results"]]
    assert {"rapid-open", "school-league", "knockout-day"} <= set(keys)
    given = {"name": "Blitz", "section_name": "Main", "language": "en", "organisation": "riga"}
    made = nina.ask("post", "presets/", {**given, "preset": "blitz-evening", "rounds": 9}, 201).json()
    assert (made["rounds_planned"], made["control"], made["rating_kind"]) == (9, "3+2", "blitz")
    assert nina.ask("post", "presets/", {**given, "preset": "none"}, 404).json()["code"] == "no_such_preset"
    assert nina.ask("post", "presets/", {**given, "game": "chess", "format": "x"}, 422)
    saved = nina.ask("post", "events/blitz/template/", {"names": {"en": "Friday"}}, 201).json()
    assert [one["slug"] for one in nina.get("templates/").json()["results"]] == [saved["slug"]]
    again = {"slug": "friday", "names": {"en": "Friday"}, "starts_on": "2026-12-04"}
    nina.ask("post", f"events/{saved['slug']}/repeat/", again, 201)
    assert Event.objects.get(slug="friday").organisation == Organisation.objects.get()
    assert Event.objects.get(slug="friday").sections.get().control == "3+2"


def test_a_series_is_created_filled_read_and_deleted(nina: Program, world: World) -> None:
    Event.objects.filter(pk=world.event.pk).update(organisation=Organisation.objects.get())
    here, said = "organisations/riga/series/", {"event": "spring-cup", "section": world.section.slug}
    given = {"slug": "year", "names": {"en": "The year"}, "rule": "place", "place_points": [5, 3]}
    assert nina.ask("post", here, given, 201).json()["tiebreaks"] == ["best", "firsts"]
    assert nina.ask("post", here, given, 409).json()["code"] == "slug_taken"
    tag = nina.get(here + "year/")["ETag"]
    changed = nina.ask("patch", here + "year/", {"best": 2}, HTTP_IF_MATCH=tag)
    assert changed.json()["best"] == 2
    assert nina.ask("post", here + "year/sections/", said, 201).json() == said
    nina.ask("post", here + "year/sections/", {**said, "event": "none"}, 404)
    table = nina.get(here + "year/table/").json()
    assert table == {"events": [{**said, "over": False}], "rows": []}
    world.section.rounds.update(status="closed")
    rows = nina.get(here + "year/table/").json()["rows"]
    assert [(one["rank"], one["last_rank"], one["total"]) for one in rows] == [(1, 2, 4.0)] * 2
    assert rows[0]["cells"] == [{"points": 4.0, "counted": True}]
    olga = Program(world.olga)
    assert [one["slug"] for one in olga.get(here).json()["results"]] == ["year"]
    olga.ask("post", here + "year/sections/remove/", said, 403)
    olga.ask("delete", here + "year/", status=403)
    nina.ask("post", here + "year/sections/remove/", said, 204)
    nina.ask("delete", here + "year/", status=204)
    nina.get(here + "year/", 404)
