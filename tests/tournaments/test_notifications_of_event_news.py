"""Notifications on check-in and entries, in each language and on each channel."""
# ruff: noqa: F811  # fixtures are requested by name

import uuid
from datetime import timedelta

import pytest
from django.core import mail

from entries.services.check_in import CLOSES_SOON, check_player_in, set_check_in
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import submit_entry
from notifications.models import Channel
from notifications.services.due_lines import spread_due
from notifications.services.sending import send_due
from notifications.services.subscriptions import Choice, Subject, subscribe
from tavleya.actors import ANONYMOUS
from tests.notifications.test_people_are_notified import _push, own, player, section, world  # noqa: F401
from tests.tournaments.conftest import NOW
from tests.tournaments.push_service import follow
from tests.tournaments.receivers import HERE
from tests.tournaments.test_players_speak_for_themselves import holder

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def received_titles(subject, actor, service, kind, language, now, act):
    """Run `act` and return the titles that the device and the mailbox of the subject received by `now`."""
    phone = service.browser()
    follow(subject, phone, NOW, kind, actor=actor, language=language)
    subscribe(
        actor=actor, now=NOW, subject=subject, channel="email", address="a@example.org", confirmed=True,
        choice=Choice([kind], language),
    )  # fmt: skip
    act()
    spread_due(now)
    send_due(Channel.PUSH, now, HERE)
    send_due(Channel.EMAIL, now)
    messages, letters = service.to(phone), [letter for letter in mail.outbox if letter.to == ["a@example.org"]]
    assert [message["title"] for message in messages] == [letter.subject for letter in letters]
    assert all(message["lang"] == language for message in messages)
    assert all(message["url"] in letter.body for message, letter in zip(messages, letters, strict=True))
    return [message["title"] for message in messages]


@pytest.fixture
def swiss(world, section):
    section_ = world.section(format="swiss", rounds_planned=3, slug="swiss")
    world.enter(section_, "Geller", "Smyslov")
    return section_


@pytest.fixture
def schedule(world, swiss):
    """Return a function that sets check-in for round 1 from one to three hours after NOW."""

    def set_times() -> None:
        times = {"opens_at": NOW + timedelta(hours=1), "closes_at": NOW + timedelta(hours=3)}
        world.do(set_check_in, section_id=swiss.pk, round_number=1, **times)

    return set_times


@pytest.mark.parametrize(
    ("language", "opened", "closing"),
    [
        ("en", "Check-in for round 1 is open until 15:00", "Check-in for round 1 closes at 15:00"),
        ("ru", "Регистрация", "Регистрация"),
        ("uk", "Реєстрацію на тур 1 відкрито", "Реєстрац"),
    ],
)
def test_check_in_is_notified_when_it_opens_and_before_it_closes(
    world, swiss, service, schedule, language, opened, closing
):
    subject = own(swiss, "Geller")
    actor = holder(world, subject.player)
    (first,) = received_titles(subject, actor, service, "check_in", language, NOW + timedelta(hours=1), schedule)
    assert opened in first and "15:00" in first
    mail.outbox.clear()
    service.got.clear()
    closes = NOW + timedelta(hours=3) - CLOSES_SOON
    (second,) = received_titles(subject, actor, service, "check_in", language, closes, lambda: None)
    assert closing in second and "15:00" in second


def test_a_player_who_has_checked_in_gets_no_notice_that_check_in_closes(world, swiss, service, schedule):
    subject = own(swiss, "Geller")
    actor = holder(world, subject.player)
    phone = service.browser()
    follow(subject, phone, NOW, "check_in", actor=actor)
    schedule()
    at = NOW + timedelta(hours=1)
    spread_due(at)
    assert send_due(Channel.PUSH, at, HERE) == 1
    registration = swiss.registrations.get(player=subject.player)
    check_player_in(actor=actor, now=at, registration_id=registration.pk, round_number=1, present=True)
    spread_due(NOW + timedelta(hours=3))
    assert send_due(Channel.PUSH, NOW + timedelta(hours=3), HERE) == 0


@pytest.mark.parametrize(
    ("language", "message"), [("en", "An entry is waiting for a decision: "), ("ru", "Заявка"), ("uk", "Заявк")]
)
def test_a_pending_entry_is_notified_to_officials(world, section, service, language, message):
    swiss_section = world.section(format="swiss", rounds_planned=5, slug="entries")
    changes = {"offered": True, "asked": {"email": "optional"}, "approval": True}
    world.do(set_entry_terms, section_id=swiss_section.pk, changes=changes)
    entry = {"section_id": swiss_section.pk, "key": uuid.uuid4(), "given": {"family_name": "Petrosian"}}
    subject = Subject(section.event, user_id=world.chen.user_id)
    (title,) = received_titles(
        subject, world.chen, service, "new_entry", language, NOW,
        lambda: submit_entry(actor=ANONYMOUS, now=NOW, language="en", **entry),
    )  # fmt: skip
    assert message in title and title.endswith("Petrosian")
