"""The client of the checkout, and a real server for it."""

import secrets
import sys

from django.utils import timezone

from tests.paths import ROOT
from tests.world import person

sys.path[:0] = [str(ROOT / "clients" / "python"), str(ROOT / "docs" / "examples")]

from tests.browser.conftest import Server, server  # noqa: E402
from tournaments.services.tokens import issue_account_token  # noqa: E402

__all__ = ["Server", "key", "server"]


def key(*scopes: str) -> str:
    _, secret = issue_account_token(actor=person("olga"), now=timezone.now(), name=secrets.token_hex(4), scopes=scopes)
    return secret
