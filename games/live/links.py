"""The cookie of a browser that has opened a private link, as pages and streams read it."""

from django.core.signing import BadSignature, get_cookie_signer

#: The digest of the link, signed.  Not a session: its holder gets the same public pages from the proxy as a visitor
#: without one.
HELD = "player_link"


def held_digest(cookie: str) -> str | None:
    """Return the digest in a cookie of that name; None if its signature is invalid."""
    try:
        return str(get_cookie_signer(salt=HELD + HELD).unsign(cookie))
    except BadSignature:
        return None
