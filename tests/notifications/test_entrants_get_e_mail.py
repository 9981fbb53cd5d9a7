"""Letters to entrants: sent by the worker, tried again, given up."""

from datetime import timedelta
from smtplib import SMTPException

import pytest
from django.core import mail
from django.test import override_settings

from entries.services.online_entries.submission import withdraw_entry
from notifications.models.notifications import Channel, Delivery
from notifications.services.outbox import failed_letters
from notifications.services.sending import PAUSES, send_due
from tavleya.actors import ANONYMOUS
from tests.entries.test_players_enter_online import enter, open_entries, secret
from tests.tournaments.conftest import LATER, NOW

pytestmark = pytest.mark.django_db


def send_due_letters(now):
    return send_due(Channel.EMAIL, now)


def test_an_entrant_gets_an_e_mail_for_each_state_of_the_entry(world):
    section = open_entries(world, places=1, asked={"email": "optional"})
    first = enter(section, "Tal", email="tal@example.org")
    second = enter(section, "Stein", email="stein@example.org")
    assert send_due_letters(LATER) == 2 and send_due_letters(LATER) == 0
    assert "confirmed" in mail.outbox[0].body and f"/entry/{secret(first)}/" in mail.outbox[0].body
    assert "number 1 on the waiting list" in mail.outbox[1].body
    withdraw_entry(actor=ANONYMOUS, now=LATER, secret=secret(first))
    assert send_due_letters(LATER) == 2
    bodies = {item.to[0]: item.body for item in mail.outbox[2:]}
    assert "withdrawn" in bodies["tal@example.org"] and "confirmed" in bodies["stein@example.org"]
    assert f"/entry/{secret(second)}/" in bodies["stein@example.org"]


def test_a_letter_that_does_not_go_out_is_tried_again_and_given_up(world, monkeypatch):
    section = open_entries(world, asked={"email": "optional"})
    entry = enter(section, "Tal", email="tal@example.org")

    def broken(*_: object, **__: object) -> None:
        raise SMTPException("away")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", broken)
    now = NOW
    for pause in (*PAUSES, timedelta()):
        assert send_due_letters(now) == 0
        assert not failed_letters([entry.pk]) or pause == timedelta()
        now += pause
    assert failed_letters([entry.pk]) == {entry.pk}
    assert not Delivery.objects.filter(due_at__isnull=False).exists()


@override_settings(SENDS_EMAIL=False)
def test_without_a_mail_server_no_letter_waits(world):
    section = open_entries(world, asked={"email": "optional"})
    enter(section, "Tal", email="tal@example.org")
    assert not Delivery.objects.exists()
