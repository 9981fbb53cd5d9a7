"""An organiser invites by letter or by link, once, for two weeks; the recipient creates an account and accepts.  The
names of officials are read when their actions are shown: permanent data contain none."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.models.record import RecordEntry
from people.services.organisations import accept_invitation
from tavleya.errors import NotPermitted
from tests.accounts.conftest import PASSWORD, link_in_mail
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.access import EventRole, Invitation
from tournaments.models.activity import Log
from tournaments.names import names_of
from tournaments.services.removal import archive_event
from tournaments.services.results import enter_result
from tournaments.services.tokens import digest_of

E = "/desk/spring-cup/officials/"
NEW = {"name": "Nina Nova", "username": "nina", "email": "nina@example.org"}


@pytest.fixture
def world(db: None) -> World:
    return World(tracking="result")


@pytest.fixture
def desk(world: World) -> Client:
    return signed_in("olga")


def link_on(page: str) -> str:
    match = re.search(r"http://testserver(/invitations/[\w-]+/)", page)
    assert match is not None
    return match[1]


def invited(desk: Client, *roles: str) -> str:
    return link_on(desk.post(E + "invite/", {"roles": roles or ["arbiter"]}).content.decode())


def make_account(client: Client, **arguments: str) -> Any:
    passwords = {"password1": PASSWORD, "password2": PASSWORD}
    return client.post("/account/new/?next=/invitation/", NEW | passwords | {"next": "/invitation/"} | arguments)


def test_a_stranger_makes_an_account_and_accepts(desk: Client, visitor: Client, world: World) -> None:
    link = invited(desk, "arbiter", "helper")
    page = page_of(visitor.get(link, follow=True))
    assert page.problems == []
    assert "Invitation to Spring Cup" in page.words
    assert "Arbiter, Helper" in page.words
    assert page_of(visitor.get("/account/new/?next=/invitation/")).problems == []
    assert make_account(visitor)["Location"] == "/invitation/"
    page = page_of(visitor.get("/invitation/"))
    assert "You are signed in as Nina Nova (nina)." in page.words
    assert not EventRole.objects.filter(user__username="nina").exists()
    assert visitor.post("/invitation/")["Location"] == "/desk/spring-cup/"
    nina = User.objects.get(username="nina")
    assert {row.role for row in EventRole.objects.filter(user=nina)} == {"arbiter", "helper"}
    assert visitor.get("/desk/spring-cup/").status_code == 200
    assert "Nina Nova" in page_of(desk.get(E)).words
    assert not EmailAddress.objects.get(email="nina@example.org").verified, "the link came from the organiser"
    assert Client().get(link).status_code == visitor.get("/invitation/").status_code == 404, "it works once"


def test_a_user_with_an_account_signs_in_and_accepts(desk: Client, visitor: Client, world: World) -> None:
    charlie = User.objects.get(username="charlie")
    charlie.set_password(PASSWORD)
    charlie.save()
    visitor.get(invited(desk))
    response = visitor.post("/login/", {"login": "charlie", "password": PASSWORD, "next": "/invitation/"})
    assert response["Location"] == "/invitation/"
    visitor.post("/invitation/")
    assert EventRole.objects.get(user=charlie).role == "arbiter"


def test_a_letter_brings_the_link_and_proves_the_address_which_the_log_does_not_keep(
    desk: Client, visitor: Client, world: World
) -> None:
    response = desk.post(E + "invite/", {"roles": ["helper"], "email": "nina@example.org"}, follow=True)
    assert "sent to nina@example.org" in page_of(response).words
    assert link_in_mail() not in response.content.decode(), "the organiser does not see the link"
    assert mail.outbox[0].to == ["nina@example.org"]
    assert "olga invites you to Spring Cup as: Helper." in str(mail.outbox[0].body)
    visitor.get(link_in_mail())
    make_account(visitor)
    assert EmailAddress.objects.get(email="nina@example.org").verified
    visitor.post("/invitation/")
    words = page_of(desk.get("/desk/spring-cup/log/")).words
    assert "Official invited" in words and "Invitation accepted" in words and "Helper" in words
    assert "nina@example.org" not in words + str(list(Log.objects.values_list("after", "before")))


def test_a_letter_that_cannot_be_sent_and_a_form_without_a_role_leave_nothing(desk: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "tests.accounts.conftest.BrokenMail"
    response = desk.post(E + "invite/", {"roles": ["helper"], "email": "nina@example.org"})
    assert response.status_code == 503
    assert "could not be sent" in page_of(response).words
    response = desk.post(E + "invite/", {})
    assert response.status_code == 422
    assert page_of(response).find(data_code="required")
    assert not Invitation.open_at(timezone.now()).exists()


def test_only_the_first_user_of_a_link_can_accept(desk: Client, world: World) -> None:
    digest = digest_of(invited(desk).split("/")[2])
    accept_invitation(actor=world.charlie, now=timezone.now(), digest=digest)
    with pytest.raises(NotPermitted):
        accept_invitation(actor=world.alice, now=timezone.now(), digest=digest)
    assert EventRole.objects.filter(role="arbiter").count() == 1


def test_an_old_invitation_opens_nothing(desk: Client, visitor: Client, world: World) -> None:
    link = invited(desk)
    visitor.get(link)
    now = timezone.now()
    Invitation.objects.update(made_at=now - timedelta(days=15), expires_at=now - timedelta(days=1))
    assert visitor.get("/invitation/").status_code == 404
    assert Client().get(link).status_code == 404
    assert "by invitation" in page_of(make_account(visitor)).words


def test_an_invitation_is_revoked_alone_or_with_its_event(desk: Client, visitor: Client, world: World) -> None:
    link, other = invited(desk), invited(desk)
    invitation = Invitation.objects.get(digest=digest_of(link.split("/")[2]))
    assert page_of(desk.get(E)).find(action=f"{E}invitations/{invitation.pk}/revoke/")
    desk.post(f"{E}invitations/{invitation.pk}/revoke/")
    assert (visitor.get(link).status_code, Client().get(other).status_code) == (404, 302)
    archive_event(actor=world.olga, now=timezone.now(), event_id=world.event.pk)
    assert Client().get(other).status_code == 404


def test_the_link_is_shown_once_and_the_secret_is_not_kept(desk: Client, world: World) -> None:
    secret = invited(desk).split("/")[2]
    assert secret not in desk.get(E).content.decode()
    invitation = Invitation.objects.get()
    assert invitation.digest == digest_of(secret)
    assert secret not in str(Log.objects.values_list("after", "before"))


def test_an_action_is_signed_with_the_name_of_today_which_is_kept_nowhere_for_ever(desk: Client, world: World) -> None:
    def log() -> str:
        return page_of(desk.get("/desk/spring-cup/log/")).words

    artur = User.objects.filter(username="artur")
    artur.update(name="Artur Arbenin")
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    assert "Artur Arbenin" in log() and " artur" not in log()
    assert "Artur Arbenin" in page_of(desk.get("/desk/spring-cup/open/rounds/1/boards/1/correction/")).words
    for rows in (Log.objects.values(), RecordEntry.objects.filter(user=world.artur.user_id).values()):
        stored = str(list(rows))
        assert f"user:{world.artur.user_id}" in stored and "rtur" not in stored
    artur.update(name="Artur Novak")
    assert "Artur Novak" in log() and "Arbenin" not in log()
    artur.update(deleted_at=NOW, name="", username="deleted-1")
    assert "Deleted account" in log() and "deleted-1" not in log()


def test_players_and_the_service_are_named_too(world: World) -> None:
    player = world.pairing.white.player
    User.objects.filter(username="olga").update(name="Olga Orlova")
    names = {f"player:{player.pk}": player.full_name, world.olga.key: "Olga Orlova"}
    names |= {"system:sweep": "sweep", "user:0": "user:0"}
    assert names_of([*names]) == names
