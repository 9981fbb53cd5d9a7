"""Keys of an account: for all events of their owner, made and revoked by a person alone."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tavleya.actors import Actor
from tavleya.errors import Conflict, NotFound, NotPermitted
from tests.refusals import refused
from tests.world import NOW, World, person
from tournaments.models.access import ApiToken
from tournaments.models.event import Event
from tournaments.services.events import create_event
from tournaments.services.tokens import issue_account_token, issue_token, revoke_account_token, revoke_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return World(published=False)


def key_of(actor: Actor, *scopes: str, name: str = "program") -> dict[str, str]:
    _, secret = issue_account_token(actor=actor, now=NOW, name=name, scopes=scopes)
    return {"Authorization": f"Bearer {secret}"}


def post(path: str, body: dict[str, Any], key: dict[str, str]) -> Any:
    return Client().post(path, json.dumps(body), content_type="application/json", headers=key)


def test_a_key_of_an_account_creates_an_event_and_works_in_it(world: World) -> None:
    key = key_of(world.olga, "create_event", "see_drafts", "edit_section")
    response = post("/api/v1/events/", {"slug": "summer", "names": {"en": "Summer"}}, key)
    assert (response.status_code, response.json()["slug"]) == (201, "summer")
    section = {
        "slug": "open", "names": {"en": "Open"}, "game": "chess", "regime": "fide-2023", "format": "swiss",
        "rounds_planned": 5,
    }  # fmt: skip
    assert post("/api/v1/events/summer/sections/", section, key).status_code == 201
    assert post("/api/v1/events/summer/players/", {"family_name": "Tal"}, key).status_code == 403
    assert Event.objects.get(slug="summer").sections.get().slug == "open"


def test_a_key_of_one_event_opens_nothing_of_another_one(world: World) -> None:
    create_event(actor=world.olga, now=NOW, slug="other", names={"en": "Other"})
    _, secret = issue_token(actor=world.olga, now=NOW, event_id=world.event.pk, name="x", scopes=["enter_players"])
    key = {"Authorization": f"Bearer {secret}"}
    assert post("/api/v1/events/other/players/", {"family_name": "Tal"}, key).status_code == 404
    both = key_of(world.olga, "enter_players")
    # The event is not published, and this key lacks the scope to see drafts.
    assert post("/api/v1/events/other/players/", {"family_name": "Tal"}, both).status_code == 404
    seeing = key_of(world.olga, "enter_players", "see_drafts", name="seeing")
    assert post("/api/v1/events/other/players/", {"family_name": "Tal"}, seeing).status_code == 201


def test_a_program_makes_no_key_of_an_account_and_none_wider_than_its_own(world: World) -> None:
    program = Actor(world.olga.user_id, "olga", scopes=frozenset({"issue_tokens", "play"}))
    with pytest.raises(NotPermitted):
        issue_account_token(actor=program, now=NOW, name="more", scopes=["play"])
    with pytest.raises(NotPermitted):
        issue_token(actor=program, now=NOW, event_id=world.event.pk, name="more", scopes=["play", "pair_round"])
    token, _ = issue_token(actor=program, now=NOW, event_id=world.event.pk, name="same", scopes=["play"])
    assert token.scopes == ["play"]


def test_a_key_is_revoked_by_its_owner_alone(world: World) -> None:
    key = key_of(world.olga, "create_event")
    token = ApiToken.objects.get(event=None)
    with refused(Conflict, "token_name_taken"):
        key_of(world.olga, "play")
    for stranger in (world.artur, person("sam")):
        with pytest.raises(NotFound):
            revoke_account_token(actor=stranger, now=NOW, token_id=token.pk)
    with pytest.raises(NotFound):  # nor as a key of some event
        revoke_token(actor=world.olga, now=NOW, token_id=token.pk)
    revoke_account_token(actor=world.olga, now=NOW, token_id=token.pk)
    assert post("/api/v1/events/", {"slug": "late", "names": {"en": "Late"}}, key).status_code == 401


def test_the_page_of_keys_makes_one_shows_it_once_and_revokes_it(world: World) -> None:
    olga = Client(headers={"accept-language": "en"})
    olga.force_login(world.event.roles.get(role="organiser").user)
    page = reverse("desk_keys")
    response = olga.post(page, {"name": "Club's program", "scopes": ["create_event", "pair_round"]})
    token = ApiToken.objects.get(event=None)
    assert token.scopes == ["create_event", "pair_round"]
    assert "tvl_" in response.content.decode()
    content = olga.get(page).content.decode()
    assert "Club&#x27;s program" in content and "tvl_" not in content
    olga.post(reverse("desk_key_revoke", args=[token.pk]))
    token.refresh_from_db()
    assert token.revoked_at is not None
