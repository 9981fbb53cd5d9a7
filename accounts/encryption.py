"""Encryption of stored secrets that must be readable, with keys of the settings; signatures of messages to programs."""

import base64
import hmac
import re
import secrets
from collections.abc import Mapping
from datetime import datetime
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
    """Decrypt a text of `encrypt_secret` with any of the keys.  Raises: ImproperlyConfigured if no key fits."""
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
def _fernet(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(_key(secret)) for secret in keys])


def _key(secret: str) -> bytes:
    derived = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(secret.encode())
    return base64.urlsafe_b64encode(derived)


# Signatures of messages between programs by Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA-256,
# version `v1`.

#: Accepted difference between the timestamp of a message and the clock, in seconds.
TOLERANCE = 300
_PREFIX = "whsec_"
_KEY_BYTES = 32  # the specification allows 24 to 64


def new_secret() -> str:
    return _PREFIX + base64.b64encode(secrets.token_bytes(_KEY_BYTES)).decode()


def sign(secret: str, message_id: str, timestamp: str, body: bytes) -> str:
    """Return the signature that the header `webhook-signature` contains."""
    key = base64.b64decode(secret.removeprefix(_PREFIX))
    digest = hmac.digest(key, f"{message_id}.{timestamp}.".encode() + body, "sha256")
    return f"v1,{base64.b64encode(digest).decode()}"


def signed_headers(secret: str, message_id: str, now: datetime, body: bytes) -> dict[str, str]:
    """Return the headers of one attempt: a retry has the same id and a new timestamp."""
    timestamp = str(int(now.timestamp()))
    return {
        "webhook-id": message_id,
        "webhook-timestamp": timestamp,
        "webhook-signature": sign(secret, message_id, timestamp, body),
    }


def verify(secret: str, headers: Mapping[str, str], body: bytes, now: datetime) -> bool:
    """Return whether a recent message was signed with `secret`; one of several signatures is enough."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not secret or not message_id or not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs(now.timestamp() - int(timestamp)) > TOLERANCE:
        return False
    expected = sign(secret, message_id, timestamp, body).encode()
    signatures = headers.get("webhook-signature", "").split()
    return any(hmac.compare_digest(expected, signature.encode()) for signature in signatures)
