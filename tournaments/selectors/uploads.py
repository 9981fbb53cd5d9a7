"""Files that an organiser has put up."""

from tournaments.models.event import Event
from tournaments.models.upload import EventUpload, UploadKind


def uploads_of(event: Event, kind: UploadKind) -> list[EventUpload]:
    """Return the uploads of this kind, as they were added.  One query; none for an event that never had a file."""
    return list(event.uploads.filter(kind=kind)) if event.uploads_version else []
