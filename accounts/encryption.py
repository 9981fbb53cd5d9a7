"""Encryption of stored secrets that must be readable: with keys of the settings, not of the database."""

import base64
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

_PURPOSE = b"tavleya second factors 1"


def encrypt_secret(text: str) -> str:
    """Encrypt a text with the first key."""
    return _fernet(_secrets()).encrypt(text.encode()).decode()


def decrypt_secret(text: str) -> str:
    """Decrypt a text of `sealed` with any of the keys.  Raises: ImproperlyConfigured if no key fits."""
    try:
        return _fernet(_secrets()).decrypt(text.encode()).decode()
    except InvalidToken:
        raise ImproperlyConfigured(
            "A secret was encrypted with a key that is in none of TAVLEYA_MFA_KEY, SECRET_KEY and "
            "SECRET_KEY_FALLBACKS: add the former one to SECRET_KEY_FALLBACKS."
        ) from None


def _secrets() -> tuple[str, ...]:
    """Return the secrets: the first encrypts; the others are former ones."""
    own = [settings.MFA_KEY] if settings.MFA_KEY else []
    return (*own, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(maxsize=4)
def _fernet(secrets: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(_key(secret)) for secret in secrets])


def _key(secret: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret.encode())
    return base64.urlsafe_b64encode(derived)
