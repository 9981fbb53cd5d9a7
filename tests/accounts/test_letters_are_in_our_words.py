"""Every letter that this service can send is in our words, in every language, and signed with its name."""

import re
from datetime import UTC, datetime
from pathlib import Path

import allauth
import pytest
from allauth.account.adapter import get_adapter
from allauth.core import context
from django.template.loader import get_template
from django.test import RequestFactory
from django.utils.translation import override

from accounts.models import User
from tavleya.languages import codes
from tests.setup.project_files import ROOT

_LIBRARY = Path(allauth.__file__).parent
#: For sign-in methods that are disabled here, and about an unknown account (ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS).
NEVER_SENT = {
    "account/email/login_code",
    "account/email/password_reset_code",
    "account/email/unknown_account",
}
SENT = {
    found
    for path in _LIBRARY.rglob("*.py")
    if "tests" not in path.parts
    for found in re.findall(r'"((?:account|mfa|socialaccount)/email/\w+)"', path.read_text(encoding="utf-8"))
} - NEVER_SENT


def test_the_library_sends_letters_that_we_know() -> None:
    assert {
        "account/email/password_reset_key",
        "account/email/email_changed",
        "mfa/email/webauthn_added",
    } <= SENT
    assert "account/email/email_confirmation_signup" in SENT


@pytest.mark.parametrize("letter", sorted(SENT))
def test_a_letter_is_ours_and_whole_in_every_language(letter: str, olga: User, rf: RequestFactory) -> None:
    for part in ("subject", "message"):
        assert ROOT in Path(get_template(f"{letter}_{part}.txt").origin.name).parents
    values = {
        "user": olga,
        "ip": "192.0.2.7",
        "user_agent": "Browser & Co <1>",
        "timestamp": datetime(2026, 11, 22, 10, 30, tzinfo=UTC),
        "email": "o&o@example.org",
        "from_email": "old@example.org",
        "to_email": "new@example.org",
        "deleted_email": "old@example.org",
        "provider": "Club & Co",
        "activate_url": "https://chess.example/account/email/confirm/k/",
        "password_reset_url": "https://chess.example/account/password/reset/k/",
        "username": "olga",
    }
    request = rf.get("/")
    values |= {"current_site": type("Site", (), {"domain": "chess.example", "name": "chess.example"})}
    subjects, bodies = set(), set()
    for code in codes():
        with override(code), context.request_context(request):
            sent = get_adapter().render_mail(letter, olga.email, dict(values))
        assert sent.subject.startswith("Tavleya: ") and len(sent.subject) > len("Tavleya: ") + 5
        assert str(sent.body).rstrip().endswith("Tavleya, chess.example")
        assert "&amp;" not in sent.body and "&lt;" not in sent.body
        subjects.add(sent.subject)
        bodies.add(sent.body)
    assert len(subjects) == len(bodies) == len(codes())
