"""Second factors: an app with recovery codes, passkeys; users who must have one are redirected to it first."""

import importlib
import json
import re
import time
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, hotp_value
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from accounts.encryption import decrypt_secret, encrypt_secret
from accounts.models import User
from config import app_settings
from tests.accounts.conftest import PASSWORD, is_in, signed_in
from tests.accounts.test_pages_are_well_made import is_well_made
from tests.pages.html import page_of
from tests.world import World

SECRET = "JBSWY3DPEHPK3PXP"
S = "/account/security/"


def code_of(secret: str) -> str:
    return f"{hotp_value(secret, int(time.time()) // 30):06d}"


def confirmed(client: Client) -> Client:
    """Enter the password again, as sensitive pages require; return the client."""
    client.post("/account/confirm/", {"password": PASSWORD})
    return client


def set_up(client: Client) -> list[str]:
    """Set up an app on the pages; return the recovery codes."""
    confirmed(client)
    form = client.get(S + "totp/activate/")
    assert form.context["totp_svg"].startswith('<svg xmlns="http://www.w3.org/2000/svg"'), "drawn by us"
    assert "%40example.org" in form.context["totp_url"] and "issuer=Tavleya" in form.context["totp_url"]
    page = page_of(form)
    is_well_made(page)
    match = re.search(r"into the app: (\w+)", page.words)
    assert match is not None
    response = client.post(S + "totp/activate/", {"code": code_of(match[1])}, follow=True)
    return re.findall(r"\b\d{8}\b", page_of(response).words)


@pytest.mark.parametrize("address", ["", "totp/activate/", "webauthn/", "webauthn/add/", "recovery-codes/generate/"])
def test_a_page_of_second_factors_is_well_made(olga: User, address: str) -> None:
    TOTP.activate(olga, SECRET)
    client = confirmed(signed_in_with(olga, code_of(SECRET)))
    response = client.get(S + address, follow=True)
    assert response.request["PATH_INFO"].startswith(S)
    is_well_made(page_of(response))


def signed_in_with(user: User, code: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    response = client.post("/login/", {"login": user.username, "password": PASSWORD})
    assert response["Location"] == S + "authenticate/"
    is_well_made(page_of(client.get(S + "authenticate/")))
    client.post(S + "authenticate/", {"code": code})
    return client


def test_an_app_is_set_up_and_asked_for(olga: User) -> None:
    codes = set_up(signed_in(olga))
    assert len(codes) == 10
    client = Client()
    client.post("/login/", {"login": "olga", "password": PASSWORD})
    assert not is_in(client), "the password alone opens nothing"
    client.post(S + "authenticate/", {"code": "000000"})
    assert not is_in(client)
    client.post(S + "authenticate/", {"code": codes[0]})
    assert is_in(client)
    assert not is_in(signed_in_with(olga, codes[0])), "each code works once"


def test_a_code_of_the_app_lets_in_once(olga: User) -> None:
    TOTP.activate(olga, SECRET)
    code = code_of(SECRET)
    assert is_in(signed_in_with(olga, code))
    assert not is_in(signed_in_with(olga, code))


def test_guessing_codes_is_stopped_for_the_account(olga: User, settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": "3/h/key"}
    TOTP.activate(olga, SECRET)
    for number in range(3):
        client = Client(REMOTE_ADDR=f"10.0.0.{number}")
        client.post("/login/", {"login": "olga", "password": PASSWORD})
        client.post(S + "authenticate/", {"code": "000000"})
    assert not is_in(signed_in_with(olga, code_of(SECRET)))


@pytest.mark.long
@pytest.mark.parametrize(
    ("required", "expected"),
    [
        ("none", ""),
        ("administrators", "ada"),
        ("officials", "ada olga artur hana"),
        ("all", "ada olga artur hana alice charlie"),
    ],
)
def test_a_user_who_must_have_a_second_factor_is_redirected_to_it_first(ada, settings, required, expected) -> None:
    World()
    settings.MFA_REQUIRED = required
    redirected = []
    for name in ("ada", "olga", "artur", "hana", "alice", "charlie"):
        client = Client(headers={"accept-language": "en"})
        client.force_login(User.objects.get(username=name))
        response = client.get("/desk/")
        if response.status_code == 302:
            assert response["Location"] == S
            assert "requires two-factor authentication" in page_of(client.get(S)).words
            assert client.get("/api/v1/events/").json()["code"] == "second_factor_missing"
            redirected.append(name)
        client.post("/logout/")
        assert client.get("/").status_code == 200
    assert redirected == expected.split()


def test_a_user_with_a_second_factor_works_as_before(olga: User, settings: Any) -> None:
    settings.MFA_REQUIRED = "all"
    client = signed_in(olga)
    assert client.get("/desk/").status_code == 302
    set_up(client)
    assert client.get("/desk/").status_code == 200
    client.post(S + "totp/deactivate/")
    assert not Authenticator.objects.filter(user=olga, type="totp").exists()
    assert client.get("/desk/")["Location"] == S


def test_a_second_factor_is_not_changed_without_the_password(olga: User) -> None:
    client = Client()
    client.force_login(olga)
    assert client.get(S + "totp/activate/")["Location"].startswith("/account/confirm/")
    assert client.post(S + "webauthn/add/", {"credential": "{}"})["Location"].startswith("/account/confirm/")


def test_a_word_that_means_nothing_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLEYA_MFA_REQUIRED", "everyone")
    with pytest.raises(ImproperlyConfigured, match="TAVLEYA_MFA_REQUIRED"):
        importlib.reload(app_settings)
    monkeypatch.undo()
    importlib.reload(app_settings)


# A reader of the database, or of a backup, gets no second factors.


def test_the_row_holds_no_readable_secret(olga: User) -> None:
    TOTP.activate(olga, SECRET)
    codes = RecoveryCodes.activate(olga)
    payload = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert SECRET not in payload
    assert len(Authenticator.objects.get(type="recovery_codes").data["seed"]) > 100
    assert not [code for code in codes.generate_codes() if code in payload]


@pytest.mark.parametrize("mfa_key", ["", "the key of second factors"])
def test_a_former_key_still_reads_and_a_separate_one_can_be_introduced(settings: Any, mfa_key: str) -> None:
    settings.MFA_KEY, settings.SECRET_KEY = mfa_key, "the former key " * 5
    stored = encrypt_secret(SECRET)
    assert decrypt_secret(stored) == SECRET
    if not mfa_key:
        settings.MFA_KEY = "a key of its own"
        assert decrypt_secret(stored) == SECRET != encrypt_secret(SECRET) != stored
    settings.SECRET_KEY_FALLBACKS = [mfa_key or settings.SECRET_KEY]
    settings.MFA_KEY, settings.SECRET_KEY = "", "the new key " * 5
    assert decrypt_secret(stored) == SECRET
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY_FALLBACKS"):
        decrypt_secret(stored)
