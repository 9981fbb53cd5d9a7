"""Writer of the file of an event."""

import hashlib
import json
from datetime import UTC, datetime
from typing import IO, Any

from django.core.files.storage import default_storage

from games.models.sheet import SheetPhoto
from tavleya.version import VERSION
from tournaments.models.event import Event
from tournaments.services.uploads import Progress
from transfer.models import HandOff
from transfer.services.eventfile.container import Keys, Writer, own_key
from transfer.services.eventfile.lines import (
    PEOPLE,
    give_keys,
    heads_of,
    line_of,
    lines_of,
    people_lines,
    written_tables,
)
from transfer.services.eventfile.tables import Scope, game_parts


def open_hand_off(event: Event) -> HandOff | None:
    """Return the current hand-off, in either direction."""
    return HandOff.objects.filter(event=event, ended_at=None).first()


def keys_of(scope: Scope, hand_off: HandOff | None) -> Keys:
    """Return the keys of all rows: those of the hand-off, if any, and new ones for new rows."""
    keys = Keys.unpacked(bytes(hand_off.rows)) if hand_off is not None and hand_off.rows else Keys()
    give_keys(scope, keys, links=hand_off is not None)
    return keys


def write_file(event: Event, target: IO[bytes], now: datetime, progress: Progress | None = None) -> dict[str, object]:
    """Write the event into `target`; return the manifest.

    For a handed-off event the file carries the hand-off: `import_event` takes it as the holder, `check_in_event` takes
    it back. Any other file is a copy, without the private links of players.
    """
    hand_off = open_hand_off(event)
    scope = Scope(event)
    keys = keys_of(scope, hand_off)
    file = Writer(target)
    counts = {PEOPLE: file.lines(PEOPLE, people_lines(keys))}
    listed = written_tables(links=hand_off is not None)
    for done, table in enumerate(listed):
        if progress is not None:
            progress(done, len(listed))
        counts[table.name] = file.lines(table.name, lines_of(scope, table, keys))
    counts["photographs"] = write_photos(scope, keys, file)
    write_uploads(event, keys, file)
    log_data: dict[str, Any] = {
        "program": VERSION,
        "written_at": now.astimezone(UTC).isoformat(),
        "slug": event.slug,
        "names": event.names,
        "counts": counts,
        "heads": heads_of(scope),
        "hand_off": {"key": str(hand_off.key), "holder": hand_off.holder} if hand_off is not None else None,
    }
    file.close(log_data, own_key(now))
    return log_data


def write_photos(scope: Scope, keys: Keys, file: Writer) -> int:
    """Write the existing photographs; a removed one is skipped, even if another has the same bytes."""
    written = 0
    for part in game_parts(scope.games):
        for row in SheetPhoto.objects.filter(game__in=part).exclude(stored=None).order_by("pk"):
            if row.stored:
                written += _put(file, photo_name(keys.give("sheetphoto", row.pk)), row.stored)
    return written


def photo_name(row: int) -> str:
    return f"photographs/{row}"


def write_uploads(event: Event, keys: Keys, file: Writer) -> None:
    """Write the regulations and images of the event."""
    for row in event.uploads.order_by("pk"):
        _put(file, upload_name(keys.give("eventupload", row.pk)), row.stored)


def upload_name(row: int) -> str:
    return f"uploads/{row}"


def _put(file: Writer, name: str, stored: str) -> bool:
    """Write a stored file unchanged; return whether it exists."""
    if not default_storage.exists(stored):
        return False
    with default_storage.open(stored) as opened:
        file.whole(name, opened.read(), packed=False)
    return True


def stands(scope: Scope, keys: Keys) -> dict[str, object]:
    """Return the state of an event: the last entries of its records, and the number and digest of its log lines."""
    log = next(table for table in written_tables(links=True) if table.name == "log")
    lines = [line_of(log, row, keys) for row in scope.rows(log)]
    return {"games": heads_of(scope), "log": [len(lines), digest_of_lines(lines)]}


def digest_of_lines(lines: list[str]) -> str:
    return hashlib.sha256(json.dumps(lines, ensure_ascii=False).encode()).hexdigest()
