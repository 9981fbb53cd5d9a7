"""Roles are granted by name and revoked; an API key is shown once."""

import re

import pytest
from django.test import Client

from tests.pages.html import page_of
from tests.world import World
from tournaments.models.access import ApiToken, EventRole

E = "/desk/spring-cup/"


def test_a_role_is_given_by_user_name_and_taken_back(olga: Client, world: World) -> None:
    answer = olga.post(E + "officials/", {"username": "charlie", "role": "arbiter"}, follow=True)
    assert "charlie: Arbiter." in page_of(answer).words
    role = EventRole.objects.get(user=world.charlie.user_id)
    olga.post(E + "officials/revoke/", {"user": role.user_id, "role": "arbiter"})
    assert not EventRole.objects.filter(user=world.charlie.user_id).exists()


def test_an_unknown_name_is_reported_and_stays_in_its_field(olga: Client) -> None:
    answer = olga.post(E + "officials/", {"username": "nobody-here", "role": "arbiter"})
    page = page_of(answer)
    assert answer.status_code == 422
    assert page.find(data_code="no_such_user")
    assert page.find(value="nobody-here")


def test_an_event_keeps_an_organiser(olga: Client, world: World) -> None:
    answer = olga.post(E + "officials/revoke/", {"user": world.olga.user_id, "role": "organiser"})
    assert answer.status_code == 409
    assert "An event must keep an organiser." in page_of(answer).words


def test_a_key_is_shown_once_and_opens_the_api_until_it_is_revoked(olga: Client, world: World) -> None:
    data = {"name": "relay", "scopes": ["play", "enter_result"], "expires_on": "2099-12-31"}
    answer = olga.post(E + "tokens/", data)
    secret = re.search(r"tvl_[\w-]+", answer.content.decode())
    assert secret is not None
    assert "no-store" in answer["Cache-Control"]
    assert secret[0] not in olga.get(E + "tokens/").content.decode()
    token = ApiToken.objects.get()
    assert token.scopes == ["enter_result", "play"]
    olga.post(f"{E}tokens/{token.pk}/revoke/")
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_a_key_of_another_event_is_not_revoked_from_here(olga: Client, world: World) -> None:
    olga.post(E + "tokens/", {"name": "relay", "scopes": ["play"]})
    olga.post("/desk/new-event/", {"name_en": "Other", "languages": ["en"]})
    token = ApiToken.objects.get()
    assert olga.post(f"/desk/other/tokens/{token.pk}/revoke/").status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"name": "x"}, "required"),
        ({"name": "x", "scopes": ["rule"]}, "invalid_choice"),
        ({"name": "x", "scopes": ["play"], "expires_on": "2020-01-01"}, "expires_too_early"),
    ],
)
def test_a_key_that_cannot_be_is_refused(olga: Client, data: dict[str, object], code: str) -> None:
    answer = olga.post(E + "tokens/", data)
    assert answer.status_code == 422
    assert page_of(answer).find(data_code=code)
    assert not ApiToken.objects.exists()
