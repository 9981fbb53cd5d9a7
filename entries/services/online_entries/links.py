"""Private links to entries. The secret is a keyed digest of the entry's key, so that emails can be rendered again."""

import base64
import hashlib
import hmac
from uuid import UUID

from django.conf import settings

from entries.messages import say
from tavleya.errors import NotPermitted
from tournaments.models.entry import Entry
from tournaments.services.tokens import digest_of

_BYTES = 18  # 144 bits: 24 letters in the address


def secret_of_key(key: UUID) -> str:
    """Return the secret in the URL of the entry that has this key."""
    own = hashlib.sha256(f"entry-link:{settings.SECRET_KEY}".encode()).digest()
    digest = hmac.new(own, key.bytes, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:_BYTES]).decode()


def secret_of_entry(entry: Entry) -> str | None:
    """Return the secret of the entry's link; None if the service's key has changed since."""
    secret = secret_of_key(entry.key)
    return secret if hmac.compare_digest(digest_of(secret), entry.digest) else None


def entry_of_link(*, secret: str) -> Entry:
    """Return the entry of a private link. Raises: NotPermitted ("bad_link"), also if the event is archived."""
    rows = Entry.objects.filter(digest=digest_of(secret), section__event__archived_at=None)
    entry = rows.select_related("section__event", "section__entry_terms").first()
    if entry is None:
        raise NotPermitted(say("bad_link"))
    return entry
