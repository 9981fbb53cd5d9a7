"""Permissions to import files of events."""

import io
from typing import ClassVar

import pytest

from tavleya.errors import NotFound
from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, World
from tests.transfer.event_files.files import event_file_bytes
from tests.who_may import PEOPLE, EveryRole, Row, Table, made_for_module
from tournaments.models.activity import JobState
from transfer.services.eventfile.importing import import_event
from transfer.services.eventfile.jobs import prepare_event_file, start_event_file

pytestmark = pytest.mark.django_db


class FileWorld(World):
    def __init__(self) -> None:
        super().__init__()
        self._file = event_file_bytes(self.event, NOW)

    @property
    def file(self) -> io.BytesIO:
        return io.BytesIO(self._file)


CALLS: Table = {
    "import_event": (Action.CREATE_EVENT, lambda w, a: import_event(actor=a, now=NOW, source=w.file, slug="copy")),
    "prepare_event_file": (
        Action.HAND_OFF,
        lambda w, a: prepare_event_file(actor=a, now=NOW, source=w.file, event_id=w.event.pk),
    ),
}
prepared = made_for_module(FileWorld)


class TestTransfer(EveryRole):
    calls: ClassVar[Table] = {
        **CALLS,
        "prepare_event_file as another event": Row(
            Action.CREATE_EVENT, lambda w, a: prepare_event_file(actor=a, now=NOW, source=w.file)
        ),
    }


def test_a_file_is_brought_in_by_who_sent_it(prepared: FileWorld) -> None:
    job = prepare_event_file(actor=prepared.sam, now=NOW, source=prepared.file)
    for name in PEOPLE.values():
        with pytest.raises(NotFound):
            start_event_file(actor=getattr(prepared, name), now=NOW, job_id=job.pk, slug="copy")
    assert start_event_file(actor=prepared.sam, now=NOW, job_id=job.pk, slug="copy").state == JobState.WAITING
