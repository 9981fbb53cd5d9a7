"""Signatures of webhooks by Standard Webhooks (https://www.standardwebhooks.com): HMAC-SHA-256, version `v1`."""

import base64
import hmac
import re
import secrets
from collections.abc import Mapping
from datetime import datetime

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
