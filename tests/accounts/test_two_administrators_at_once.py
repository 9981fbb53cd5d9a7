"""Two administrators who lock each other's account at the same moment: one of them stays."""

import threading
from contextlib import suppress

import pytest
from django.db import connection

from accounts import administration
from accounts.models import User
from tavleya.actors import Actor
from tavleya.errors import Conflict

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def at_once(monkeypatch: pytest.MonkeyPatch, *deeds: tuple[User, User]) -> list[str]:
    """Let each user lock the other, with both checks before either write; return the outcomes."""
    outcomes, met, check = [], threading.Barrier(len(deeds)), administration._keep_an_administrator

    def checked(user: User) -> None:
        check(user)
        with suppress(threading.BrokenBarrierError):
            met.wait(0.5)

    def lock(by: User, user: User) -> None:
        try:
            administration.lock(actor=Actor(by.pk, by.username), user_id=user.pk)
            outcomes.append("locked")
        except Conflict as error:
            outcomes.append(error.code)
        finally:
            connection.close()

    monkeypatch.setattr(administration, "_keep_an_administrator", checked)
    threads = [threading.Thread(target=lock, args=deed) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return sorted(outcomes)


def test_the_last_administrator_stays(ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    bea = User.objects.create_superuser("bea", "bea@example.org", name="Bea Berg")
    assert at_once(monkeypatch, (ada, bea), (bea, ada)) == ["last_administrator", "locked"]
    assert User.objects.filter(is_superuser=True, is_active=True).count() == 1
