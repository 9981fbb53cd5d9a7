"""Public files of an organiser: regulations for the event's page, images for the displays."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.core.files.base import ContentFile, File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import F

from games.services.photos import Picture, examine
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import EVENT_UPLOAD_ADDED, EVENT_UPLOAD_REMOVED
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.upload import EventUpload, UploadKind
from tournaments.services.shared import lock_event

MOST = 12  # of one kind in an event
LARGEST_DOCUMENT = 4 * 1024 * 1024  # bytes; the proxy takes no more than 5 MB at an ordinary address
LARGEST_IMAGE = 2 * 1024 * 1024  # bytes
MOST_PIXELS = 8_000_000  # of an image: twice what the widest display has
_LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class FileInfo:
    """The type of a file by its bytes, independent of its name."""

    media_type: str
    suffix: str
    width: int | None = None
    height: int | None = None


def add_upload(
    *, actor: Actor, now: datetime, event_id: int, kind: UploadKind, file: Picture, title: str = ""
) -> EventUpload:
    """Add a file; without a `title` it has the name of the file.

    Raises: BadInput ("upload_too_large", "not_a_pdf", "not_a_photo", "photo_too_large"); Conflict ("same_upload",
    "too_many_uploads").
    """
    unlocked = Event.objects.filter(pk=event_id).first()
    if unlocked is None:
        raise NotFound(say("no_such_event"))
    require(actor, unlocked, Action.EDIT_EVENT)  # who may not has nothing decoded
    result = examined(kind, file)
    stored = default_storage.save(f"uploads/{uuid.uuid4().hex}.{result.suffix}", ContentFile(file.content))
    try:
        return _save_upload(actor, now, event_id, EventUpload(
            kind=kind.value,
            title=(title.strip() or file.name.rpartition(".")[0] or file.name or kind.value)[:_LONGEST_TITLE],
            stored=stored,
            media_type=result.media_type,
            size=len(file.content),
            width=result.width,
            height=result.height,
            sha256=hashlib.sha256(file.content).hexdigest(),
            added_at=now,
        ))  # fmt: skip
    except BaseException:
        default_storage.delete(stored)  # what was refused is not in the database
        raise


@transaction.atomic
def _save_upload(actor: Actor, now: datetime, event_id: int, row: EventUpload) -> EventUpload:
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    of_kind = event.uploads.filter(kind=row.kind)
    if of_kind.filter(sha256=row.sha256).exists():
        raise Conflict(say("same_upload"))
    if of_kind.count() >= MOST:
        raise Conflict(say("too_many_uploads", most=MOST))
    row.event = event
    row.save()
    _changed(event)
    happened(EVENT_UPLOAD_ADDED, event, actor=actor, now=now, after={"kind": row.kind, "title": row.title})
    return row


@transaction.atomic
def remove_upload(*, actor: Actor, now: datetime, event_id: int, upload_id: int) -> None:
    """Take a file down.  NotFound `no_such_upload`."""
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_EVENT)
    row = event.uploads.filter(pk=upload_id).first()
    if row is None:
        raise NotFound(say("no_such_upload"))
    before = {"kind": row.kind, "title": row.title}
    remove_uploads([row])
    _changed(event)
    happened(EVENT_UPLOAD_REMOVED, event, actor=actor, now=now, before=before)


def remove_all_uploads(event: Event) -> None:
    """Remove the uploads of an event that is deleted, in the transaction of the caller."""
    remove_uploads(event.uploads.all())


def upload_for(*, event: Event, upload_id: int) -> tuple[EventUpload, File[bytes]]:
    """Return a file with its bytes; the caller has checked access to `event`.  Raises: NotFound ("no_such_upload")."""
    row = event.uploads.filter(pk=upload_id).first()
    if row is None or not default_storage.exists(row.stored):
        raise NotFound(say("no_such_upload"))
    return row, default_storage.open(row.stored)


def remove_uploads(rows: Iterable[EventUpload]) -> None:
    """Delete the rows in the current transaction, and the files after its commit because it may be rolled back."""
    stored = [row.stored for row in rows]
    EventUpload.objects.filter(stored__in=stored).delete()

    def remove() -> None:
        for name in stored:
            default_storage.delete(name)

    transaction.on_commit(remove)


def _changed(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(uploads_version=F("uploads_version") + 1)


def examined(kind: UploadKind, file: Picture) -> FileInfo:
    """Return the type of a file.  Raises: BadInput as in `add_upload`."""
    return _EXAMINE[kind](file)


def _document(file: Picture) -> FileInfo:
    _within(file, LARGEST_DOCUMENT)
    if not file.content.startswith(b"%PDF-"):
        raise BadInput(say("not_a_pdf", name=file.name[:80]), field="file")
    return FileInfo("application/pdf", "pdf")


def _image(file: Picture) -> FileInfo:
    _within(file, LARGEST_IMAGE)
    result = examine(file)
    if result.width * result.height > MOST_PIXELS:
        raise BadInput(say("upload_too_large.pixels", name=file.name[:80]), field="file")
    return FileInfo(result.kind, result.suffix, result.width, result.height)


def _within(file: Picture, most: int) -> None:
    if len(file.content) > most:
        raise BadInput(say("upload_too_large", name=file.name[:80], most=most // 1024**2), field="file")


_EXAMINE: Mapping[UploadKind, Callable[[Picture], FileInfo]] = MappingProxyType(
    {UploadKind.REGULATIONS: _document, UploadKind.IMAGE: _image}
)
