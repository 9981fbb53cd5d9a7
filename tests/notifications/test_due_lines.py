"""Lines of the log are the outbox: told once, whatever fails, and changed in nothing else."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from notifications.models.webhooks import WebhookDelivery
from notifications.services import due_lines
from notifications.services.due_lines import spread_lines
from notifications.services.webhooks import subscriptions
from tavleya.actors import Actor
from tests.tournaments.receivers import listen
from tests.world import NOW, World
from tournaments.activity import happened
from tournaments.kinds import SECTION_EDITED, TABLE_FINAL
from tournaments.models.log import Log

pytestmark = pytest.mark.django_db
ACTOR = Actor.of_system("test")


@pytest.fixture
def world(db: None) -> World:
    return World(game="chess", regime="fide-2023", control="60", tracking="live")


@pytest.fixture
def line(world: World) -> Log:
    listen(world, "https://example.org/")
    return happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW, after={"digest": "a"})


def test_a_line_is_announced_once_and_no_longer_due(line):
    assert line.due_at == NOW
    spread_lines(NOW)
    spread_lines(NOW)
    line.refresh_from_db()
    assert line.due_at is None
    assert WebhookDelivery.objects.get().kind == "standings.final"


def test_the_database_allows_only_clearing_the_due_time_of_a_line(line):
    for changes in ({"due_at": NOW + timedelta(days=1)}, {"action": "x.y"}, {"due_at": None, "actor": "x"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Log.objects.filter(pk=line.pk).update(**changes)
    Log.objects.filter(pk=line.pk).update(due_at=None)
    with pytest.raises(IntegrityError), transaction.atomic():
        Log.objects.filter(pk=line.pk).update(due_at=NOW)


def test_a_failing_line_does_not_block_others_and_is_given_up_after_hours(world, line, monkeypatch):
    other = happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW, after={"digest": "b"})
    queue_messages = subscriptions.queue_messages

    def fail(lines):
        if line.pk in {item.pk for item in lines}:
            raise ValueError("cannot be told")
        return queue_messages(lines)

    monkeypatch.setattr(due_lines, "queue_messages", fail)
    spread_lines(NOW)
    assert WebhookDelivery.objects.get().body.endswith('"digest": "b"}')
    due = Log.objects.filter(due_at__isnull=False)
    assert list(due.all()) == [line] and other.due_at
    spread_lines(NOW + timedelta(hours=5))
    assert list(due.all()) == [line]
    spread_lines(NOW + timedelta(hours=7))
    assert not due.all().exists() and WebhookDelivery.objects.count() == 1


def test_lines_without_notifications_or_for_private_events_are_not_due(world):
    edited = happened(SECTION_EDITED, world.section, actor=ACTOR, now=NOW)
    silent = happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW, tell=False)
    world.event.published = False
    world.section.event = world.event
    rehearsed = happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW)
    assert [edited.due_at, silent.due_at, rehearsed.due_at] == [None] * 3


def test_a_sweep_is_asked_for_once_a_second(monkeypatch):
    calls = []
    monkeypatch.setattr(due_lines, "enqueue", lambda task, countdown: calls.append((task, countdown)))
    due_lines.cache.delete(due_lines._ASKED)
    for _ in range(3):
        due_lines._ask()
    assert calls == [("notifications.tasks.spread_notices", 1)]


@pytest.mark.django_db(transaction=True)
def test_nothing_happens_outside_a_transaction():
    world = World(game="chess", regime="fide-2023", control="60", tracking="live")
    with pytest.raises(RuntimeError):
        happened(TABLE_FINAL, world.section, actor=ACTOR, now=NOW)
