"""Services of rehearsals, archives, removal and hand-off, with the action that each requires."""

from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, Given, requiring
from tests.who_may import Row, Table
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.services.events import open_rehearsal
from tournaments.services.removal import (
    archive_event,
    archive_rehearsal,
    archive_section,
    delete_event,
    delete_section,
    unarchive_event,
    unarchive_section,
)
from transfer.services.eventfile.hand_off import check_out_event
from transfer.services.eventfile.jobs import request_event_file
from transfer.services.rehearsals import rehearse_event

GIVEN: Given = {
    Action.CREATE_EVENT: {open_rehearsal: lambda w: {"slug": "practice", "names": {"en": "Practice"}}},
    Action.REHEARSE: {rehearse_event: lambda w: {"event_id": w.event.pk}},
    Action.HAND_OFF: {
        check_out_event: lambda w: {"event_id": w.event.pk, "holder": "Laptop"},
        request_event_file: lambda w: {"event_id": w.event.pk},
    },
    Action.EDIT_EVENT: {
        delete_section: lambda w: {"section_id": w.empty.pk},
        archive_section: lambda w: {"section_id": w.main.pk},
        archive_event: lambda w: {"event_id": w.event.pk},
    },
}
CALLS: Table = {
    **requiring(GIVEN),
    "archive_rehearsal": (
        Action.REHEARSE,
        lambda w, a: (
            Event.objects.filter(pk=w.event.pk).update(rehearsal=True),
            archive_rehearsal(actor=a, now=NOW, event_id=w.event.pk),
        ),
    ),
    "unarchive_section": (
        Action.EDIT_EVENT,
        lambda w, a: (
            Section.objects.filter(pk=w.main.pk).update(archived_at=NOW),
            unarchive_section(actor=a, now=NOW, section_id=w.main.pk),
        ),
    ),
    "unarchive_event": (
        Action.EDIT_EVENT,
        lambda w, a: (
            Event.objects.filter(pk=w.event.pk).update(archived_at=NOW),
            unarchive_event(actor=a, now=NOW, event_id=w.event.pk),
        ),
    ),
    "delete_event": Row(
        Action.EDIT_EVENT, lambda w, a: delete_event(actor=a, now=NOW, event_id=w.bare.pk), event="bare"
    ),
}
