"""Passwords, e-mail addresses and the letters about them."""

import io
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import allauth
import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from django.core import mail
from django.core.management import CommandError, call_command
from django.template.loader import get_template
from django.test import Client, RequestFactory
from django.utils import timezone
from django.utils.translation import override

from accounts import services
from accounts.models import SetupCode, User
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.languages import codes
from tests.accounts.conftest import PASSWORD, link_in_mail, signed_in
from tests.pages.html import page_of
from tests.setup.project_files import ROOT

NEW = "another pass phrase of tests"


def test_a_password_is_changed_with_the_old_one(olga: User) -> None:
    client = signed_in(olga)
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert page_of(client.post("/account/password/", {**form, "oldpassword": "wrong"})).find(class_="field-error")
    short = client.post("/account/password/", {**form, "password1": "short", "password2": "short"})
    assert "at least 12 characters" in page_of(short).words
    olga.refresh_from_db()
    assert olga.check_password(PASSWORD)
    assert client.post("/account/password/", form)["Location"] == "/account/"
    olga.refresh_from_db()
    assert olga.check_password(NEW)
    assert client.get("/account/").status_code == 200, "the user stays signed in"


def test_a_forgotten_password_is_reset_by_a_letter_once(visitor: Client, olga: User) -> None:
    response = visitor.post("/account/password/reset/", {"email": "olga@example.org"}, follow=True)
    assert "Link sent" in page_of(response).words
    assert mail.outbox[0].to == ["olga@example.org"]
    link = link_in_mail()
    form_page = visitor.get(link, follow=True)
    assert page_of(form_page).problems == []
    visitor.post(form_page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
    olga.refresh_from_db()
    assert olga.check_password(NEW)
    assert "not valid any more" in page_of(Client(headers={"accept-language": "en"}).get(link, follow=True)).words


def test_the_reset_does_not_reveal_whether_an_address_has_an_account(visitor: Client, olga: User) -> None:
    response = visitor.post("/account/password/reset/", {"email": "olga@example.org"}, follow=True)
    unknown = visitor.post("/account/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert page_of(response).words == page_of(unknown).words
    assert [letter.to for letter in mail.outbox] == [["olga@example.org"]]


def test_a_service_without_e_mail_says_whom_to_ask(visitor: Client, olga: User, settings: Any) -> None:
    settings.SENDS_EMAIL = False
    page = page_of(visitor.get("/account/password/reset/"))
    assert "Ask its administrator" in page.words
    assert not page.find(name="email")


def test_an_address_is_added_confirmed_and_made_the_main_one(olga: User) -> None:
    client = signed_in(olga)
    client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    link = link_in_mail()
    assert "new@example.org is an address of Olga Orlova" in page_of(client.get(link)).words
    client.post(link)
    assert EmailAddress.objects.get(email="new@example.org").verified
    client.post("/account/email/", {"email": "new@example.org", "action_primary": ""})
    olga.refresh_from_db()
    assert olga.email == "new@example.org"


def test_people_name_themselves(olga: User, ada: User) -> None:
    client = signed_in(olga)
    assert client.post("/account/", {"name": "  "}).status_code == 422
    client.post("/account/", {"name": " Olga Petrova "})
    assert "Signed in as Olga Petrova" in page_of(client.get("/")).words
    with pytest.raises(NotPermitted):
        services.rename(actor=Actor(olga.pk, "olga"), user_id=ada.pk, name="Nobody")


_LIBRARY = Path(allauth.__file__).parent
#: For sign-in methods that are disabled here, and about an unknown account (ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS).
NEVER_SENT = {"account/email/login_code", "account/email/password_reset_code", "account/email/unknown_account"}
SENT = {
    name
    for path in _LIBRARY.rglob("*.py")
    if "tests" not in path.parts
    for name in re.findall(r'"((?:account|mfa|socialaccount)/email/\w+)"', path.read_text(encoding="utf-8"))
} - NEVER_SENT


@pytest.mark.parametrize("letter", sorted({*SENT, "account/email/password_reset_key", "mfa/email/webauthn_added"}))
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
        "current_site": type("Site", (), {"domain": "chess.example", "name": "chess.example"}),
    }
    request = rf.get("/")
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


# An empty service prints a code once.  It makes its user the administrator, and the page disappears.


PERSON = {"name": "Ada Adler", "username": "ada", "email": "ada@example.org"}
FORM = {**PERSON, "password1": PASSWORD, "password2": PASSWORD}


def print_setup_code() -> str:
    out = io.StringIO()
    call_command("setup_code", site="https://chess.example", stdout=out)
    return out.getvalue()


def code_in(text: str) -> str:
    match = re.search(r"^ {4}([A-Z0-9-]+)$", text, re.MULTILINE)
    assert match is not None
    return match[1]


def test_the_code_that_the_start_printed_makes_the_administrator_once(visitor: Client, db: None) -> None:
    text = print_setup_code()
    assert "https://chess.example/setup/" in text
    code = code_in(text).replace("-", "")
    assert len(code) == 24 and code not in SetupCode.objects.get().digest
    assert "/setup/" in page_of(visitor.get("/login/")).links
    assert page_of(visitor.get("/setup/")).problems == []
    response = visitor.post("/setup/", {**FORM, "code": code_in(text).lower()})
    assert response["Location"] == "/account/"
    ada = User.objects.get()
    assert (ada.username, ada.name, ada.is_superuser) == ("ada", "Ada Adler", True)
    assert "Signed in as Ada Adler" in page_of(visitor.get("/account/")).words
    assert visitor.get("/setup/").status_code == 404
    assert Client().post("/setup/", {**FORM, "code": code_in(text)}).status_code == 404
    assert print_setup_code() == ""
    assert "/setup/" not in page_of(Client().get("/login/")).links


def test_a_code_lasts_a_week_and_only_the_last_one_opens(db: None) -> None:
    now = timezone.now()
    first, second = services.new_setup_code(now=now), services.new_setup_code(now=now)
    assert first and second
    for code, at in ((first, now), (second, now + timedelta(days=8))):
        with pytest.raises(BadInput, match="wrong or has expired"):
            services.set_up(now=at, code=code, password=PASSWORD, **PERSON)
    assert services.set_up(now=now, code=second, password=PASSWORD, **PERSON).is_superuser


def test_a_wrong_code_creates_no_account_and_guessing_is_stopped(visitor: Client, db: None) -> None:
    print_setup_code()
    responses = [visitor.post("/setup/", {**FORM, "code": "AAAA-BBBB"}) for _ in range(21)]
    assert [response.status_code for response in responses] == [422] * 20 + [429]
    assert "The code is wrong or has expired" in page_of(responses[0]).words
    assert not User.objects.exists()


def test_the_setup_is_refused_if_there_is_an_administrator(ada: User) -> None:
    with pytest.raises(Conflict):
        services.set_up(now=timezone.now(), code="A", password=PASSWORD, **PERSON)


def test_a_person_added_by_command_sets_the_password_by_a_link(visitor: Client, db: None) -> None:
    out = io.StringIO()
    call_command("add_person", "ada", name="Ada Adler", email="Ada@example.org", administrator=True, stdout=out)
    link = out.getvalue().split()[-1].removeprefix("http://localhost:8000")
    form_page = visitor.get(link, follow=True)
    visitor.post(form_page.redirect_chain[-1][0], {"password1": PASSWORD, "password2": PASSWORD})
    ada = User.objects.get()
    assert (ada.name, ada.email, ada.is_superuser) == ("Ada Adler", "ada@example.org", True)
    assert signed_in(ada).get("/account/").status_code == 200


@pytest.mark.parametrize(
    ("login", "email"), [("olga", ""), ("OLGA", ""), ("new", "OLGA@example.org"), ("a b", ""), ("new", "no")]
)
def test_two_people_are_never_one_account(olga: User, login: str, email: str) -> None:
    with pytest.raises(CommandError):
        call_command("add_person", login, name="Somebody", email=email)
    assert User.objects.count() == 1


def test_only_an_administrator_adds_people(olga: User, ada: User) -> None:
    common = {"username": "new", "name": "New"}
    with pytest.raises(NotPermitted):
        services.add_person(actor=Actor(olga.pk, ""), **common)
    with pytest.raises(NotPermitted):
        services.add_person(actor=Actor(ada.pk, "", scopes=frozenset({"play"})), **common)
    assert not services.add_person(actor=Actor(ada.pk, ""), **common).has_usable_password()
