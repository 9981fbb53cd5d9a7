"""Entries of an imported event name the accounts of another machine; an archive keeps which they are here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.models.archive import ArchivedRecord
from games.records import rows_of
from tests.games.small_partitions import small_partitions
from tests.tournaments.test_records_of_finished_events_are_archived import LONG_AFTER, finished, gone

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture(autouse=True)
def one_each(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the date to 40 days after the games and give each game a separate partition."""
    settings.ARCHIVE_ROOT = tmp_path / "archive"
    monkeypatch.setattr(timezone, "now", lambda: LONG_AFTER)
    with small_partitions(settings, size=1, left=0):
        yield


def test_an_archive_keeps_which_accounts_its_entries_are_of() -> None:
    world = finished()
    before = [(row.actor, row.user_id) for row in rows_of(world.board)]
    game = gone(world)
    assert [(row.actor, row.user_id) for row in rows_of(game)] == before
    other, name = get_user_model().objects.create_user("another"), f"user:{world.alice.user_id}"
    kept = ArchivedRecord.objects.get(game=game)
    kept.authors[name] = other.pk
    kept.save()
    assert {row.user for row in rows_of(game) if row.actor == name} == {other}
