"""Data with a retention period are deleted when it ends, and not a day before."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from allauth.usersessions.models import UserSession
from django.conf import settings as django_settings
from pytest_django.fixtures import Settings

from entries.models import Fee
from entries.selectors.fees import account_of
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import submit_entry
from entries.services.fees import set_fee_terms
from entries.services.payments import set_fee, take_payment
from games.models.game import IdempotencyKey
from games.models.sheet import SheetPhoto
from notifications.models import Delivery
from tavleya.actors import ANONYMOUS
from tests.pages.html import page_of
from tests.privacy.conftest import AFTER, Hall
from tests.world import NOW, SYSTEM
from tournaments.models.access import Invitation
from tournaments.models.activity import Job, Log
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.swiss import PlayerLink
from tournaments.services.sections import create_section
from upkeep.privacy import erasure
from upkeep.privacy.erasure import forget_old
from upkeep.tasks import forget_personal_data

LAST = NOW.date()
COUNTS: dict[str, Callable[[], int]] = {
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


def count_rows() -> dict[str, int]:
    return {name: count() for name, count in COUNTS.items()}


@pytest.mark.long
@pytest.mark.parametrize("name", COUNTS)
def test_it_goes_when_its_days_are_over(full: Hall, settings: Settings, name: str) -> None:
    for setting in COUNTS:
        setattr(settings, setting, 0)
    before = count_rows()
    assert all(before.values())
    forget_old(NOW + timedelta(days=10_000))
    assert count_rows() == before, "0 keeps the data"
    setattr(settings, name, 10)
    forget_old(NOW + timedelta(days=10))
    assert count_rows() == before
    forget_old(NOW + timedelta(days=11, hours=1))
    assert count_rows() == {**before, name: 0}
    forget_old(NOW + timedelta(days=11, hours=1))


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
    monkeypatch.setattr("upkeep.tasks.timezone", SimpleNamespace(now=lambda: NOW + timedelta(days=1000)))
    forget_personal_data()
    assert not PlayerLink.objects.exists()
    (sweep,) = (row for row in django_settings.CELERY_BEAT_SCHEDULE.values() if "personal" in row["task"])
    assert sweep["schedule"] == 24 * 60 * 60


@pytest.mark.parametrize("code", ["en", "ru", "uk"])
def test_every_page_leads_to_one_that_says_the_days_of_the_settings(client, db, settings, code: str) -> None:
    settings.KEEP_PHOTOGRAPHS_DAYS, settings.ERASURE_HOLD_DAYS = 123, 45
    settings.PRIVACY_CONTACT = "privacy@example.org"
    headers = {"accept-language": code}
    assert 'href="/privacy/"' in client.get("/", headers=headers).content.decode()
    words = page_of(client.get("/privacy/", headers=headers)).words
    periods = ("123 days after the event", "over for 45 days") if code == "en" else ("123", "45")
    for expected in (*periods, "privacy@example.org"):
        assert expected in words


# Personal data only in an online entry are deleted after the event, and with an erased player.


def two_entries(hall: Hall) -> tuple[Entry, Entry]:
    """Return two entries: a playing one and a waiting one."""
    section = create_section(
        actor=SYSTEM, now=NOW, event_id=hall.player.event_id, slug="rapid", names={"en": "Rapid"},
        game="chess", regime="fide-2023", format="swiss", rounds_planned=5,
    )  # fmt: skip
    asked = dict.fromkeys(("email", "phone", "note"), "optional")
    terms = {"offered": True, "places": 1, "asked": asked}
    set_entry_terms(actor=SYSTEM, now=NOW, section_id=section.pk, changes=terms)
    first, second = (
        submit_entry(
            actor=ANONYMOUS, now=NOW, section_id=section.pk, key=uuid.uuid4(),
            given={"family_name": name, "email": "q@example.org", "phone": "+1", "note": "A ramp"},
        )
        for name in ("Quartz", "Quince")
    )  # fmt: skip
    return first, second


def test_how_players_are_reached_goes_days_after_the_event(hall: Hall, settings: Settings) -> None:
    confirmed, waiting = two_entries(hall)
    settings.KEEP_CONTACTS_DAYS = 10
    forget_old(NOW + timedelta(days=9))
    assert Entry.objects.filter(phone="+1").count() == 2
    forget_old(NOW + timedelta(days=400))
    confirmed.refresh_from_db()
    assert (confirmed.email, confirmed.phone, confirmed.note, confirmed.family_name) == ("", "", "", "Quartz")
    assert not Entry.objects.filter(pk=waiting.pk).exists()


def test_payments_keep_their_number_when_the_name_is_erased(hall: Hall) -> None:
    entry, _ = two_entries(hall)
    changes = {"charged": True, "currency": "EUR", "base": 3000}
    set_fee_terms(actor=SYSTEM, now=NOW, section_id=entry.section_id, changes=changes)
    fee = Fee.objects.get(entry=entry)
    common = {"actor": SYSTEM, "now": NOW, "fee_id": fee.pk}
    take_payment(**common, amount=2000, way="transfer", reference="From Quartz")
    set_fee(**common, amount=2000, reason="Illness")
    set_fee(**common, amount=2000, reason="Quartz asked")
    erasure.erase_players(actor=hall.ada, now=AFTER, player_ids=[entry.player_id])
    fee.refresh_from_db()
    assert (fee.number, fee.entry, fee.amount, fee.reason) == (1, None, 2000, "")
    assert "Illness" not in str(list(Log.objects.values_list("before", "after")))
    assert not Entry.objects.filter(pk=entry.pk).exists()
    assert list(fee.payments.values_list("receipt", "amount", "reference")) == [(1, 2000, "")]
    assert "Quartz" not in account_of(fee).name_in("en")


def test_a_player_leaves_what_the_captain_wrote_of_the_team(hall: Hall) -> None:
    section = create_section(
        actor=SYSTEM, now=NOW, event_id=hall.player.event_id, slug="league", names={"en": "League"},
        game="chess", regime="fide-2023", format="team_swiss", rounds_planned=3, options={"boards": 2},
    )  # fmt: skip
    set_entry_terms(actor=SYSTEM, now=NOW, section_id=section.pk, changes={"offered": True})
    rows = [{"name": "Quartz, Ann"}, {"name": "Quince, Bo"}]
    entry = submit_entry(
        actor=ANONYMOUS, now=NOW, section_id=section.pk, key=uuid.uuid4(),
        given={"team_name": "Minerals", "family_name": "Captain", "line_up": rows},
    )  # fmt: skip
    quartz = section.registrations.get(player__family_name="Quartz").player
    erasure.erase_players(actor=hall.ada, now=AFTER, player_ids=[quartz.pk])
    entry.refresh_from_db()
    assert [row["family_name"] for row in entry.line_up] == ["Quince"]
