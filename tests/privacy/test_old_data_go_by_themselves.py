"""Data with a retention period are deleted when it ends, and not a day before."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings as django_settings
from django.utils.translation import override
from pytest_django.fixtures import Settings

from games.models.game import IdempotencyKey
from games.models.sheet import SheetPhoto
from notifications.models import Delivery
from tests.pages.html import page_of
from tests.privacy.conftest import Hall
from tests.world import NOW
from tournaments.models.access import Invitation
from tournaments.models.activity import Job
from tournaments.models.event import Event
from tournaments.models.swiss import PlayerLink
from upkeep.privacy.erasure import forget_old
from upkeep.tasks import forget_personal_data

LAST = NOW.date()
WHOLE: dict[str, Callable[[], int]] = {
    "KEEP_LINKS_DAYS": PlayerLink.objects.count,
    "KEEP_CONTACTS_DAYS": Invitation.objects.exclude(email="").count,
    "KEEP_PHOTOGRAPHS_DAYS": SheetPhoto.objects.exclude(stored=None).count,
    "KEEP_SIGN_INS_DAYS": UserSession.objects.count,
    "KEEP_MESSAGES_DAYS": lambda: (
        IdempotencyKey.objects.count() + Delivery.objects.count() + Job.objects.exclude(payload=b"").count()
    ),
}


@pytest.fixture
def full(hall: Hall) -> Hall:
    Event.objects.filter(pk=hall.world.event.pk).update(starts_on=LAST, ends_on=LAST)
    Invitation.objects.create(
        event=hall.world.event, roles=["helper"], email="nina@example.org", digest="d", made_at=NOW,
        expires_at=NOW + timedelta(days=7),
    )  # fmt: skip
    UserSession.objects.create(user=hall.account, ip="192.0.2.7", session_key="k", user_agent="x", last_seen_at=NOW)
    return hall


@pytest.mark.long
@pytest.mark.parametrize("name", WHOLE)
def test_it_goes_when_its_days_are_over(full: Hall, settings: Settings, name: str) -> None:
    for other in WHOLE:
        setattr(settings, other, 0)
    setattr(settings, name, 10)
    before = {text: count() for text, count in WHOLE.items()}
    assert all(before.values())
    forget_old(NOW + timedelta(days=10))
    assert {text: count() for text, count in WHOLE.items()} == before
    forget_old(NOW + timedelta(days=11, hours=1))
    after = {text: count() for text, count in WHOLE.items()}
    assert after == {**before, name: 0}
    forget_old(NOW + timedelta(days=11, hours=1))


def test_nought_keeps_it(full: Hall, settings: Settings) -> None:
    for name in WHOLE:
        setattr(settings, name, 0)
    before = {name: count() for name, count in WHOLE.items()}
    forget_old(NOW + timedelta(days=10_000))
    assert {name: count() for name, count in WHOLE.items()} == before


def test_files_go_with_their_rows_and_only_once_that_is_certain(
    full: Hall, django_capture_on_commit_callbacks: Callable[..., list[object]]
) -> None:
    folder = Path(django_settings.MEDIA_ROOT)
    with django_capture_on_commit_callbacks() as callbacks:  # type: ignore[attr-defined]
        forget_old(NOW + timedelta(days=1000))
    assert len(list(folder.rglob("*.png"))) == 2
    for callback in callbacks:
        callback()
    assert list(folder.rglob("*.png")) == []


def test_the_daily_task_does_it_by_the_clock(full: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    moved: datetime = NOW + timedelta(days=1000)
    monkeypatch.setattr("upkeep.tasks.timezone", SimpleNamespace(now=lambda: moved))
    forget_personal_data()
    assert not PlayerLink.objects.exists()
    (sweep,) = (row for row in django_settings.CELERY_BEAT_SCHEDULE.values() if "personal" in row["task"])
    assert sweep["schedule"] == 24 * 60 * 60


def test_the_page_says_the_days_of_the_settings(client: object, db: None, settings: Settings) -> None:
    settings.KEEP_PHOTOGRAPHS_DAYS, settings.ERASURE_HOLD_DAYS = 123, 45
    settings.PRIVACY_CONTACT = "privacy@example.org"
    answer = client.get("/privacy/", headers={"accept-language": "en"})  # type: ignore[attr-defined]
    words = page_of(answer).words
    assert "123 days after the event" in words and "over for 45 days" in words
    assert "privacy@example.org" in words


@pytest.mark.parametrize("code", ["en", "ru", "uk"])
def test_every_page_leads_there(client: object, db: None, code: str) -> None:
    with override(code):
        home = client.get("/", headers={"accept-language": code})  # type: ignore[attr-defined]
    assert 'href="/privacy/"' in home.content.decode()
    assert client.get("/privacy/", headers={"accept-language": code}).status_code == 200  # type: ignore[attr-defined]
