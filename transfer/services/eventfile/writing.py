"""Writer of the file of an event: its rows as lines of JSON, photographs and uploads."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import IO, Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.core.files.storage import default_storage

from games.models.game import Game
from games.models.sheet import SheetPhoto
from tavleya.version import VERSION
from tournaments.event_tables import PERSON, Table
from tournaments.models.event import Event
from tournaments.models.swiss import RestorePoint
from tournaments.services.restore_points import unpacked
from tournaments.services.uploads import Progress
from transfer.models import HandOff
from transfer.services.eventfile.container import Keys, Other, Writer, own_key, turned, turned_actor, turned_subject
from transfer.services.eventfile.tables import Scope, game_parts, tables

# The rows of an event as lines of JSON: the same event gives the same lines, on every database.

PEOPLE = "people"


def written_tables(*, links: bool) -> list[Table]:
    """Return the tables of the file; private links of players only in a hand-off."""
    return [table for table in tables() if links or not table.links]


def give_keys(scope: Scope, keys: Keys, *, links: bool) -> None:
    """Give a key to every row and every account of the event, before the first line is written."""
    for table in written_tables(links=links):
        if table.keyed:
            for number in scope.numbers(table):
                keys.give(table.name, number)
        elif not table.series:  # identified by the number of its section
            for row in scope.rows(table):
                assert keys.find("section", row.pk) is not None
        for number in sorted(_people_of(scope, table)):
            keys.give(PERSON, number)


def _people_of(scope: Scope, table: Table) -> set[int]:
    people, actors = table.people.split(), table.actors.split()
    numbers: set[int] = set()

    def note(name: str, number: int) -> int:
        if name == PERSON:
            numbers.add(number)
        return number

    if not people and not actors and not table.numbers:
        return numbers
    for row in scope.rows(table):
        numbers |= {number for name in people if (number := getattr(row, f"{name}_id")) is not None}
        for name in actors:
            turned_actor(getattr(row, name), note)
        for name in table.numbers:
            _turned(table, row, name, note)
    return numbers


def people_lines(keys: Keys) -> Iterator[str]:
    """Yield the people named in the event: name and handle, without login or contact data."""
    users = get_user_model().objects.in_bulk(list(keys.of(PERSON)))
    for number, key in sorted(keys.of(PERSON).items(), key=lambda item: item[1]):
        user = users.get(number)
        is_gone = user is None or user.deleted_at is not None
        handle = "" if is_gone or user is None else user.username.partition("@")[0]
        yield dump({"row": key, "handle": handle, "name": "" if is_gone or user is None else user.name})


def lines_of(scope: Scope, table: Table, keys: Keys) -> Iterator[str]:
    return (line_of(table, row, keys) for row in scope.rows(table))


def line_of(table: Table, row: Any, keys: Keys) -> str:
    """Return the line of a row, with the keys of its references."""
    document: dict[str, Any] = {} if table.series else {"row": keys.find(*_own(table, row))}
    document |= {name: _plain(getattr(row, name)) for name in table.values}
    for name in (*table.references.split(), *table.later.split()):
        model = table.model._meta.get_field(name).related_model
        document[name] = keys.find(str(model._meta.model_name), getattr(row, f"{name}_id"))  # type: ignore[union-attr]
    for name in table.people.split():
        document[name] = keys.find(PERSON, getattr(row, f"{name}_id"))
    for name in table.actors.split():
        document[name] = turned_actor(getattr(row, name), keys.find)
    for name in table.many.split():
        model = table.model._meta.get_field(name).related_model
        numbers = getattr(row, name).values_list("pk", flat=True)
        document[name] = sorted(keys.find(str(model._meta.model_name), number) or 0 for number in numbers)  # type: ignore[union-attr]
    document |= {name: _turned(table, row, name, keys.find) for name in table.numbers}
    return dump(document)


def _own(table: Table, row: Any) -> tuple[str, int]:
    return (table.name if table.keyed else "section", row.pk)


def _turned(table: Table, row: Any, name: str, other: Other) -> Any:
    if name == "subject":
        return turned_subject(row.subject, other)
    value = unpacked(row) if isinstance(row, RestorePoint) else getattr(row, name)
    return turned(value, table.numbers[name], other)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def dump(content: Mapping[str, Any]) -> str:
    return json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def heads_of(scope: Scope) -> dict[str, Sequence[object]]:
    """Return the number and digest of each game's last entry, by the game's key."""
    games = Game.objects.filter(pk__in=scope.games).order_by("pk")
    return {str(key): [seq, digest] for key, seq, digest in games.values_list("key", "seq", "digest")}


def keyed(lines: Iterable[str]) -> dict[int, str]:
    return {json.loads(line)["row"]: line for line in lines}


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
    all_tables = written_tables(links=hand_off is not None)
    for done, table in enumerate(all_tables):
        if progress is not None:
            progress(done, len(all_tables))
        counts[table.name] = file.lines(table.name, lines_of(scope, table, keys))
    counts["photographs"] = write_photos(scope, keys, file)
    write_uploads(event, keys, file)
    manifest: dict[str, Any] = {
        "program": VERSION,
        "written_at": now.astimezone(UTC).isoformat(),
        "slug": event.slug,
        "names": event.names,
        "counts": counts,
        "heads": heads_of(scope),
        "hand_off": {"key": str(hand_off.key), "holder": hand_off.holder} if hand_off is not None else None,
    }
    file.close(manifest, own_key(now))
    return manifest


def write_photos(scope: Scope, keys: Keys, file: Writer) -> int:
    """Write the existing photographs; return how many. A removed one is skipped, even if another has the same bytes."""
    count = 0
    for part in game_parts(scope.games):
        for photo in SheetPhoto.objects.filter(game__in=part).exclude(stored=None).order_by("pk"):
            if photo.stored:
                count += _copy_file(file, photo_name(keys.give("sheetphoto", photo.pk)), photo.stored)
    return count


def photo_name(row: int) -> str:
    return f"photographs/{row}"


def write_uploads(event: Event, keys: Keys, file: Writer) -> None:
    """Write the regulations and images of the event."""
    for upload in event.uploads.order_by("pk"):
        _copy_file(file, upload_name(keys.give("eventupload", upload.pk)), upload.stored)


def upload_name(row: int) -> str:
    return f"uploads/{row}"


def _copy_file(file: Writer, name: str, stored: str) -> bool:
    """Write a stored file unchanged; return whether it exists."""
    if not default_storage.exists(stored):
        return False
    with default_storage.open(stored) as source:
        file.whole(name, source.read(), packed=False)
    return True


def stands(scope: Scope, keys: Keys) -> dict[str, object]:
    """Return the state of an event: the last entries of its records, and the number and digest of its log lines."""
    log = next(table for table in written_tables(links=True) if table.name == "log")
    lines = [line_of(log, row, keys) for row in scope.rows(log)]
    return {"games": heads_of(scope), "log": [len(lines), digest_of_lines(lines)]}


def digest_of_lines(lines: list[str]) -> str:
    return hashlib.sha256(json.dumps(lines, ensure_ascii=False).encode()).hexdigest()
