"""The cookie of a browser that has opened a private link, as pages and streams read it."""

from __future__ import annotations

from django.core.signing import BadSignature, get_cookie_signer

#: The digest of the link, signed.  Not a session: the pages for everybody are the same for it as for a visitor without
#: one, and come from the proxy.
HELD = "player_link"


def held_digest(cookie: str) -> str | None:
    """What a cookie of that name says, if we have signed it."""
    try:
        return str(get_cookie_signer(salt=HELD + HELD).unsign(cookie))
    except BadSignature:
        return None
