"""OpenID Connect: the redirect to the provider, the requests to it, and the account of the user who returns."""

from __future__ import annotations

import importlib
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from accounts.adapters import ProviderAdapter
from accounts.models import User
from tests.accounts.conftest import PASSWORD, signed_in
from tests.accounts.test_pages_are_well_made import is_well_made
from tests.pages.html import page_of

ISSUER = "https://id.example"
METADATA = {
    "issuer": ISSUER,
    "authorization_endpoint": ISSUER + "/authorize",
    "token_endpoint": ISSUER + "/token",
    "userinfo_endpoint": ISSUER + "/userinfo",
    "token_endpoint_auth_methods_supported": ["client_secret_post"],
}
NINA = {"sub": "42", "name": "Nina Nova", "preferred_username": "nina", "email": "nina@example.org"}


class Provider:
    """Answers as the provider would, and records the requests."""

    def __init__(self) -> None:
        self.person: dict[str, object] = {**NINA, "email_verified": True}
        self.requests: list[tuple[str, dict[str, Any]]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def get(self, url: str, **arguments: Any) -> Response:
        self.requests.append((url, arguments))
        return Response(METADATA if url.endswith("/.well-known/openid-configuration") else self.person)

    def request(self, method: str, url: str, **arguments: Any) -> Response:
        self.requests.append((url, arguments))
        return Response({"access_token": "opens", "token_type": "Bearer"})


class Response:
    status_code = 200
    headers = {"content-type": "application/json"}  # noqa: RUF012

    def __init__(self, content: object) -> None:
        self.content = content

    def json(self) -> object:
        return self.content

    def raise_for_status(self) -> None:
        pass


@pytest.fixture
def provider(settings: Any, monkeypatch: pytest.MonkeyPatch, db: None) -> Provider:
    settings.OIDC_URL, settings.OIDC_NAME = ISSUER, "Example ID"
    app = {"provider_id": "sso", "name": "Example ID", "client_id": "tavleya", "secret": "hush"}
    app["settings"] = {"server_url": ISSUER}  # type: ignore[assignment]
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": [app]}}
    result = Provider()
    monkeypatch.setattr(ProviderAdapter, "get_requests_session", lambda _self: result)
    return result


def start_sign_in(client: Client, next_page: str = "") -> dict[str, list[str]]:
    """Return the query that the sign-in button sends to the provider."""
    response = client.post("/account/oidc/sso/login/", {"next": next_page})
    assert response.status_code == 302
    assert response["Location"].startswith(METADATA["authorization_endpoint"] + "?")
    return parse_qs(urlsplit(response["Location"]).query)


def call_back(client: Client, **arguments: str) -> Any:
    return client.get("/account/oidc/sso/login/callback/", arguments)


def test_a_visitor_is_sent_to_the_provider_and_back_here(visitor: Client, provider: Provider) -> None:
    page = page_of(visitor.get("/login/"))
    is_well_made(page)
    assert "Sign in with Example ID" in page.words
    query = start_sign_in(visitor)
    expected = {"client_id": ["tavleya"], "response_type": ["code"], "code_challenge_method": ["S256"]}
    expected["redirect_uri"] = ["http://testserver/account/oidc/sso/login/callback/"]
    assert expected.items() <= query.items()
    assert {"openid", "profile", "email"} <= set(query["scope"][0].split())


def test_a_user_known_to_the_provider_gets_an_account(visitor: Client, provider: Provider) -> None:
    state = start_sign_in(visitor, "/desk/")["state"][0]
    response = call_back(visitor, state=state, code="once")
    assert response["Location"] == "/desk/"
    nina = User.objects.get()
    assert (nina.username, nina.name, nina.email) == ("nina", "Nina Nova", "nina@example.org")
    assert not nina.has_usable_password()
    (_, values), *_ = [request for request in provider.requests if request[0] == METADATA["token_endpoint"]]
    assert values["data"]["code_verifier"]
    assert "Signed in as Nina Nova" in page_of(visitor.get("/")).words
    second = Client()
    call_back(second, state=start_sign_in(second)["state"][0], code="twice")
    assert User.objects.count() == 1


def test_the_state_of_another_browser_and_the_address_of_another_site_are_refused(visitor, provider) -> None:
    state = start_sign_in(Client())["state"][0]
    assert "did not work" in page_of(call_back(visitor, state=state, code="once")).words
    assert not User.objects.exists()
    state = start_sign_in(visitor, "https://evil.example/")["state"][0]
    assert call_back(visitor, state=state, code="once")["Location"] == "/"


def test_an_address_opens_no_account_that_is_here(visitor: Client, provider: Provider, olga: User) -> None:
    provider.person |= {"email": "olga@example.org"}
    assert call_back(visitor, state=start_sign_in(visitor)["state"][0], code="once").status_code == 302
    assert visitor.get("/account/").status_code == 302, "no user is signed in"
    assert not SocialAccount.objects.filter(user=olga).exists()


def test_the_owner_connects_the_two(provider: Provider, olga: User) -> None:
    client = signed_in(olga)
    is_well_made(page_of(client.get("/account/connections/")))
    response = client.post("/account/oidc/sso/login/?process=connect")
    state = parse_qs(urlsplit(response["Location"]).query)["state"][0]
    call_back(client, state=state, code="once")
    assert SocialAccount.objects.get().user == olga
    assert olga.check_password(PASSWORD)


def test_without_a_provider_there_is_no_way_in_by_one(visitor: Client, db: None) -> None:
    assert "Sign in with" not in page_of(visitor.get("/login/")).words.replace("Sign in with a passkey", "")
    assert visitor.post("/account/oidc/sso/login/").status_code == 404


def test_the_forms_of_this_site_may_lead_to_the_provider_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from config import app_settings

    assert app_settings.origin_of("https://id.example/realms/chess") == ["https://id.example"]
    assert app_settings.origin_of("") == []
    monkeypatch.setenv("TAVLEYA_OIDC_URL", ISSUER)
    with pytest.raises(ImproperlyConfigured, match="TAVLEYA_OIDC_SECRET"):
        importlib.reload(app_settings)
    monkeypatch.undo()
    importlib.reload(app_settings)
