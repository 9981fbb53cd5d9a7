"""An empty service prints a code once; who types it is the administrator, and the page is gone."""

import io
import re
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import services
from accounts.models import SetupCode, User
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotPermitted
from tests.accounts.conftest import PASSWORD, signed_in
from tests.pages.html import page_of

GIVEN = {"name": "Ada Adler", "username": "ada", "email": "ada@example.org"}
FORM = {**GIVEN, "password1": PASSWORD, "password2": PASSWORD}


def printed() -> str:
    out = io.StringIO()
    call_command("setup_code", site="https://chess.example", stdout=out)
    return out.getvalue()


def code_in(text: str) -> str:
    match = re.search(r"^ {4}([A-Z0-9-]+)$", text, re.MULTILINE)
    assert match is not None
    return match[1]


def test_the_code_that_the_start_printed_makes_the_administrator_once(visitor: Client, db: None) -> None:
    text = printed()
    assert "https://chess.example/setup/" in text
    code = code_in(text).replace("-", "")
    assert len(code) == 24 and code not in SetupCode.objects.get().digest
    assert "/setup/" in page_of(visitor.get("/login/")).links
    assert page_of(visitor.get("/setup/")).problems == []
    answer = visitor.post("/setup/", {**FORM, "code": code_in(text).lower()})
    assert answer["Location"] == "/account/"
    ada = User.objects.get()
    assert (ada.username, ada.name, ada.is_superuser) == ("ada", "Ada Adler", True)
    assert "Signed in as Ada Adler" in page_of(visitor.get("/account/")).words
    assert visitor.get("/setup/").status_code == 404
    assert Client().post("/setup/", {**FORM, "code": code_in(text)}).status_code == 404
    assert printed() == ""
    assert "/setup/" not in page_of(Client().get("/login/")).links


def test_a_code_lasts_a_week_and_only_the_last_one_opens(db: None) -> None:
    now = timezone.now()
    first, second = services.new_setup_code(now=now), services.new_setup_code(now=now)
    assert first and second
    for code, at in ((first, now), (second, now + timedelta(days=8))):
        with pytest.raises(BadInput, match="wrong or has expired"):
            services.set_up(now=at, code=code, password=PASSWORD, **GIVEN)
    assert services.set_up(now=now, code=second, password=PASSWORD, **GIVEN).is_superuser


def test_a_wrong_code_creates_no_account_and_guessing_is_stopped(visitor: Client, db: None) -> None:
    printed()
    answers = [visitor.post("/setup/", {**FORM, "code": "AAAA-BBBB"}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [422] * 20 + [429]
    assert "The code is wrong or has expired" in page_of(answers[0]).words
    assert not User.objects.exists()


def test_the_setup_is_refused_if_there_is_an_administrator(ada: User) -> None:
    with pytest.raises(Conflict):
        services.set_up(now=timezone.now(), code="A", password=PASSWORD, **GIVEN)


def test_a_person_added_by_command_sets_the_password_by_a_link(visitor: Client, db: None) -> None:
    out = io.StringIO()
    call_command("add_person", "ada", name="Ada Adler", email="Ada@example.org", administrator=True, stdout=out)
    link = out.getvalue().split()[-1].removeprefix("http://localhost:8000")
    form = visitor.get(link, follow=True)
    visitor.post(form.redirect_chain[-1][0], {"password1": PASSWORD, "password2": PASSWORD})
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
