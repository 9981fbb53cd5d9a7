"""Paths whose next part is a secret: the URL grants access.

Logs mask them (`config.logs`), the access log of nginx leaves them out (`$loggable` in deploy/nginx.conf), and
`tests/setup/test_secret_paths.py` compares both with the routes.
"""

from collections.abc import Mapping
from types import MappingProxyType

_LINK = r"[A-Za-z0-9_-]+"
_KEY = r"[^/\s?]*[-:][^/\s?]*"  # of a letter; pages of the account itself have neither sign

#: The pattern of the secret by the path before it.
SECRET_PATHS: Mapping[str, str] = MappingProxyType(
    {
        "account/email/confirm": _KEY,
        "account/password/reset": _KEY,
        "entry": _LINK,
        "invitations": _LINK,
        "my": _LINK,
        "notifications": _LINK,
    }
)
