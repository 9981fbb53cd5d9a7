"""Administrators see people, events, jobs and storage; only they lock, merge and delete accounts."""

import threading
from contextlib import suppress
from functools import partial

import pytest
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import administration
from accounts.models import User
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, NotPermitted
from tests.accounts.test_pages_are_well_made import is_well_made
from tests.concurrency import together
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.access import ApiToken, EventRole
from tournaments.models.activity import Job, JobState
from tournaments.models.player import Player
from tournaments.services.events import create_event, grant_role
from tournaments.services.jobs import request_import
from tournaments.services.tokens import issue_token

A = "/administration/"
PAGES = [A, A + "?q=art", A + "people/new/", A + "events/", A + "jobs/", A + "ratings/", A + "storage/", A + "privacy/"]


@pytest.fixture
def world(ada: User) -> World:
    world = World()
    User.objects.filter(username="artur").update(name="Artur Arbenin", email="artur@example.org")
    return world


@pytest.fixture
def desk(world: World) -> Client:
    return signed_in("ada")


def user(name: str) -> User:
    return User.objects.get(username=name)


def act(desk: Client, name: str, deed: str, **arguments: str) -> str:
    response = desk.post(f"{A}people/{user(name).pk}/act/", {"do": deed, **arguments}, follow=True)
    return page_of(response).words


@pytest.mark.long
def test_pages_are_well_made_and_known_to_administrators_alone(desk: Client, world: World) -> None:
    olga, visitor = signed_in("olga"), Client()
    for address in [*PAGES, f"{A}people/{user('artur').pk}/"]:
        response = desk.get(address)
        assert response.status_code == 200
        is_well_made(page_of(response))
        assert olga.get(address).status_code == 404
        assert visitor.get(address)["Location"].startswith("/login/")
    assert A in page_of(desk.get("/")).links
    assert A not in page_of(olga.get("/")).links
    export = {"do": "export", "player": world.pairing.white.player_id}
    for address, form in ((f"people/{user('artur').pk}/", {"do": "lock"}), ("privacy/", export)):
        assert olga.post(f"{A}{address}act/", form).status_code == 404
        assert visitor.post(f"{A}{address}act/", form)["Location"].startswith("/login/")


@pytest.mark.long
def test_people_are_found_by_name_log_in_and_address(desk: Client, world: World) -> None:
    for query in ("arbenin", "ARTUR", "artur@ex"):
        words = page_of(desk.get(A, {"q": query})).words
        assert "Artur Arbenin" in words and "charlie" not in words
    assert "No one matches" in page_of(desk.get(A, {"q": "zzz"})).words


@pytest.mark.long
@pytest.mark.parametrize("address", [A, A + "events/", A + "jobs/"])
def test_more_to_show_asks_the_database_no_more_often(desk: Client, world: World, address: str) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as context:
            desk.get(address)
        return len(context)

    request_import(actor=world.olga, now=NOW, section_id=world.section.pk, data=b"nonsense")
    desk.get(address)
    before = queries()
    for number in range(3):
        User.objects.create_user(f"more-{number}")
        create_event(actor=world.olga, now=NOW, slug=f"more-{number}", names={"en": "More"})
        request_import(actor=world.olga, now=NOW, section_id=world.section.pk, data=b"nonsense")
    assert queries() == before


def test_a_locked_account_is_out_at_once(desk: Client, world: World) -> None:
    artur = signed_in("artur")
    assert artur.get("/desk/").status_code == 200
    assert "has been locked" in act(desk, "artur", "lock")
    assert artur.get("/desk/").status_code == 302
    assert "has been unlocked" in act(desk, "artur", "unlock")
    assert signed_in("artur").get("/desk/").status_code == 200


def test_an_account_is_made_its_link_shown_once_and_its_lost_phone_forgotten(desk: Client, world: World) -> None:
    values = {"name": "Nina Nova", "username": "nina", "email": "nina@example.org"}
    assert "/account/password/reset/" in desk.post(A + "people/new/", values).content.decode()
    assert (user("nina").name, user("nina").is_superuser) == ("Nina Nova", False)
    assert desk.post(A + "people/new/", values).status_code == 422
    assert "/account/password/reset/" in act(desk, "nina", "link")
    assert "/account/password/reset/" not in desk.get(f"{A}people/{user('nina').pk}/").content.decode()
    Authenticator.objects.create(user=user("nina"), type="totp", data={"secret": "x"})
    act(desk, "nina", "factors")
    assert not Authenticator.objects.exists()


def test_two_accounts_of_a_person_become_one_and_the_keys_of_the_other_open_nothing(desk: Client, world: World) -> None:
    Player.objects.filter(family_name="Bob").update(user=user("artur"))
    grant_role(actor=world.olga, now=NOW, event_id=world.event.pk, user_id=user("artur").pk, role=Role.ORGANISER)
    issue_token(actor=world.artur, now=NOW, event_id=world.event.pk, name="x", scopes=["play"])
    assert "There is no such account." in act(desk, "artur", "merge", into="nobody")
    assert "merged into that of" in act(desk, "artur", "merge", into="Charlie")
    artur, charlie = user("artur"), user("charlie")
    assert {row.role for row in EventRole.objects.filter(user=charlie)} == {Role.CHIEF_ARBITER, Role.ORGANISER}
    assert not EventRole.objects.filter(user=artur).exists()
    assert ApiToken.objects.get().revoked_at is not None
    assert Player.objects.get(family_name="Bob").user == charlie
    assert (artur.merged_into, artur.is_active, artur.email) == (charlie, False, "")
    assert artur.shown_name == charlie.shown_name
    with pytest.raises(Conflict):
        administration.unlock(actor=Actor(user("ada").pk, ""), user_id=artur.pk)


def test_a_deleted_account_leaves_no_personal_data_and_an_event_keeps_its_organiser(desk: Client, world: World) -> None:
    user_id = user("olga").pk
    assert "Tick the box" in act(desk, "olga", "delete")
    assert "Appoint another organiser first: spring-cup." in act(desk, "olga", "delete", sure="1")
    assert user("olga").is_active
    grant_role(actor=world.olga, now=NOW, event_id=world.event.pk, user_id=user("charlie").pk, role=Role.ORGANISER)
    act(desk, "olga", "delete", sure="1")
    deleted = User.objects.get(pk=user_id)
    assert (deleted.username, deleted.name, deleted.email) == (f"deleted-{user_id}", "", "")
    assert not deleted.is_active and not deleted.has_usable_password()
    assert not EventRole.objects.filter(user=deleted).exists()
    assert desk.get(f"{A}people/{user_id}/").status_code == 404


def test_administrators_make_each_other_and_one_is_left(desk: Client, ada: User, world: World) -> None:
    act(desk, "artur", "promote")
    assert user("artur").is_superuser
    me, artur = Actor(ada.pk, ""), Actor(user("artur").pk, "")
    with pytest.raises(Conflict):
        administration.lock(actor=me, user_id=ada.pk)
    administration.set_administrator(actor=artur, user_id=ada.pk, administrator=False)
    with pytest.raises(NotPermitted):
        administration.lock(actor=me, user_id=user("charlie").pk)
    with pytest.raises(Conflict):
        administration.lock(actor=Actor.of_system("tests"), user_id=user("artur").pk)
    with pytest.raises(BadInput):
        administration.merge(actor=artur, now=NOW, user_id=ada.pk, into_id=ada.pk)


def test_other_users_cannot_administrate(world: World) -> None:
    values = {"actor": world.olga, "user_id": user("charlie").pk}
    for service, arguments in (
        (administration.lock, {}), (administration.unlock, {}), (administration.remove_second_factors, {}),
        (administration.set_administrator, {"administrator": True}), (administration.delete, {"now": NOW}),
        (administration.merge, {"now": NOW, "into_id": world.olga.user_id}),
    ):  # fmt: skip
        with pytest.raises(NotPermitted):
            service(**values, **arguments)


def test_events_jobs_and_storage_are_counted(desk: Client, world: World) -> None:
    job = request_import(actor=world.olga, now=NOW, section_id=world.section.pk, data=b"nonsense", filename="games.pgn")
    Job.objects.filter(pk=job.pk).update(state=JobState.FAILED, finished_at=NOW)
    assert "spring-cup" in page_of(desk.get(A + "events/")).words
    words = page_of(desk.get(A + "jobs/")).words
    assert "games.pgn" in words and "failed" in words
    assert page_of(desk.post(A + "jobs/", follow=True)).words.count("Asked for again:") == 1
    assert "Photographs of score sheets0 (" in page_of(desk.get(A + "storage/")).words


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_the_last_administrator_stays(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each locks the other, with both checks before either write."""
    bea = User.objects.create_superuser("bea", "bea@example.org", name="Bea Berg")
    barrier, check = threading.Barrier(2), administration._keep_an_administrator

    def checked(user: User) -> None:
        check(user)
        with suppress(threading.BrokenBarrierError):
            barrier.wait(0.5)

    def lock(by: User, user: User) -> partial[None]:
        return partial(administration.lock, actor=Actor(by.pk, by.username), user_id=user.pk)

    monkeypatch.setattr(administration, "_keep_an_administrator", checked)
    (problem,) = (outcome for outcome in together(lock(ada, bea), lock(bea, ada)) if isinstance(outcome, Exception))
    assert isinstance(problem, Conflict) and problem.code == "last_administrator"
    assert User.objects.filter(is_superuser=True, is_active=True).count() == 1
