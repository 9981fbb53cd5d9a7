"""Password and e-mail addresses of an account: changed by the user; a forgotten password is reset by a letter."""

from typing import Any

from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, link_in_mail, signed_in
from tests.pages.html import page_of

NEW = "another pass phrase of tests"


def test_a_password_is_changed_with_the_old_one(olga: User) -> None:
    client = signed_in(olga)
    common = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert page_of(client.post("/account/password/", common)).find(class_="field-error")
    olga.refresh_from_db()
    assert olga.check_password(PASSWORD)
    assert client.post("/account/password/", {**common, "oldpassword": PASSWORD})["Location"] == "/account/"
    olga.refresh_from_db()
    assert olga.check_password(NEW)
    assert client.get("/account/").status_code == 200, "who changed it stays signed in"


def test_a_short_password_is_refused(olga: User) -> None:
    client = signed_in(olga)
    answer = client.post("/account/password/", {"oldpassword": PASSWORD, "password1": "short", "password2": "short"})
    assert "at least 12 characters" in page_of(answer).words
    olga.refresh_from_db()
    assert olga.check_password(PASSWORD)


def test_a_forgotten_password_is_reset_by_a_letter_once(visitor: Client, olga: User) -> None:
    answer = visitor.post("/account/password/reset/", {"email": "olga@example.org"}, follow=True)
    assert "Link sent" in page_of(answer).words
    assert mail.outbox[0].to == ["olga@example.org"]
    link = link_in_mail()
    form = visitor.get(link, follow=True)
    assert page_of(form).problems == []
    visitor.post(form.redirect_chain[-1][0], {"password1": NEW, "password2": NEW})
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


def test_people_name_themselves(olga: User) -> None:
    client = signed_in(olga)
    assert client.post("/account/", {"name": "  "}).status_code == 422
    client.post("/account/", {"name": "Olga Petrova"})
    assert "Signed in as Olga Petrova" in page_of(client.get("/")).words
