"""A reader of the database, or of a backup, gets no second factors."""

import json

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.exceptions import ImproperlyConfigured
from pytest_django.fixtures import Settings

from accounts.encryption import decrypt_secret, encrypt_secret
from accounts.models import User

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def test_the_row_holds_no_readable_secret(olga: User) -> None:
    TOTP.activate(olga, SECRET)
    codes = RecoveryCodes.activate(olga)
    payload = json.dumps(list(Authenticator.objects.values_list("data", flat=True)))
    assert SECRET not in payload
    assert len(Authenticator.objects.get(type="recovery_codes").data["seed"]) > 100
    assert not [code for code in codes.generate_codes() if code in payload]


def test_codes_are_accepted_as_before(olga: User) -> None:
    RecoveryCodes.activate(olga)
    wrap = Authenticator.objects.get(user=olga).wrap()
    code = wrap.generate_codes()[0]
    assert wrap.validate_code(code)
    assert not wrap.validate_code(code), "each counts once"


@pytest.mark.parametrize("first", ["", "the key of second factors"])
def test_a_former_key_still_reads(settings: Settings, first: str) -> None:
    settings.MFA_KEY, settings.SECRET_KEY = first, "the former key " * 5
    stored = encrypt_secret(SECRET)
    assert decrypt_secret(stored) == SECRET
    settings.SECRET_KEY_FALLBACKS = [first or settings.SECRET_KEY]
    settings.MFA_KEY, settings.SECRET_KEY = "", "the new key " * 5
    assert decrypt_secret(stored) == SECRET
    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY_FALLBACKS"):
        decrypt_secret(stored)


def test_a_separate_key_can_be_introduced_and_changed_alone(settings: Settings) -> None:
    stored = encrypt_secret(SECRET)
    settings.MFA_KEY = "a key of its own"
    assert decrypt_secret(stored) == SECRET, "what was encrypted before it came"
    assert encrypt_secret(SECRET) != stored
