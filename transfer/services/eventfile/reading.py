"""Create rows from the lines of a file, in a new event or in the original one."""

import hashlib
import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import compress
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import models, router

from games.models.sheet import SheetPhoto
from games.services.sheets import LARGEST, Picture, examine
from tavleya.errors import BadInput, ImportRefused, Problem
from tournaments.models.activity import EventUpload, UploadKind
from tournaments.models.event import Event
from tournaments.models.swiss import PairConstraint, RestorePoint
from tournaments.services.restore_points import as_bytes
from tournaments.services.shared import check_fields
from tournaments.services.uploads import LARGEST_DOCUMENT, MOST, examined, remove_uploads
from transfer.messages import say
from transfer.services.eventfile.container import EventFile, turned, turned_actor, turned_subject
from transfer.services.eventfile.lines import keyed
from transfer.services.eventfile.tables import PERSON, Table
from transfer.services.eventfile.writing import photo_name, upload_name

_AT_ONCE = 500
Row = TypeVar("Row", bound=models.Model)
Said = dict[str, Any]


class Rows:
    """Creates the rows of one event. `numbers`: database numbers by table (or `person`) and key in the file.

    `stored` are the names of the stored photographs and uploads, so that a failed import can remove them.
    """

    def __init__(self, file: EventFile, event: Event, numbers: Mapping[str, Mapping[int, int]]) -> None:
        self.file, self.event = file, event
        self.numbers: dict[str, dict[int, int]] = {name: dict(rows) for name, rows in numbers.items()}
        self.numbers.setdefault("event", {1: event.pk})
        self.stored: list[str] = []
        self._later: list[tuple[Table, int, Said]] = []

    def add(self, table: Table, lines: Iterable[str]) -> int:
        """Create rows from the lines; a known key gets its former number."""
        count = 0
        for part in parts(lines):
            documents: list[Said] = [json.loads(line) for line in part]
            for ready in self._in_turn(table, documents):
                self._make(table, ready)
            count += len(documents)
        return count

    def _in_turn(self, table: Table, results: list[Said]) -> Iterator[list[Said]]:
        """Yield all rows at once; immutable rows after the rows of the same table that they refer to.

        The order of the file is kept if possible.
        """
        while results and table.kept and table.later:
            dict_keys = self.numbers.get(table.name, {}).keys()
            existing = [{log_data[name] for name in table.later.split()} - {None} <= dict_keys for log_data in results]
            first = existing.index(False) if False in existing else len(results)
            ready = results[:first] or list(compress(results, existing))
            if not ready:
                break  # they refer to missing rows, and are refused for it
            yield ready
            results = (
                results[first:]
                if first
                else [log_data for log_data, is_there in zip(results, existing, strict=True) if not is_there]
            )
        if results:
            yield results

    def _make(self, table: Table, results: list[Said]) -> None:
        with readable(table.name):
            rows = [self._row(table, log_data) for log_data in results]
        table.model._default_manager.bulk_create(rows)
        if table.keyed:
            numbers = self.numbers.setdefault(table.name, {})
            numbers |= {log_data["row"]: row.pk for log_data, row in zip(results, rows, strict=True)}
        self._many(table, results, rows)
        if table.later and not table.kept:
            self._later += [(table, row.pk, log_data) for log_data, row in zip(results, rows, strict=True)]

    def finish(self) -> None:
        """Set the references to rows that were created later. Raises: BadInput ("too_many_uploads")."""
        for table, number, log_data in self._later:
            with readable(table.name):
                values = {f"{name}_id": self._reference(table, name, log_data) for name in table.later.split()}
            if any(value is not None for value in values.values()):
                table.model._default_manager.filter(pk=number).update(**values)
        self._later = []
        if any(self.event.uploads.filter(kind=kind).count() > MOST for kind in UploadKind.values):
            raise BadInput(say("too_many_uploads", most=MOST))

    def values(self, table: Table, log_data: Said) -> dict[str, Any]:
        """Return the fields of a row by attribute, without later references."""
        meta = table.model._meta
        values: dict[str, Any] = {
            name: meta.get_field(name).to_python(log_data[name])  # type: ignore[union-attr]
            for name in table.values
        }
        references = [*table.references.split(), *(table.later.split() if table.kept else ())]
        values |= {f"{name}_id": self._reference(table, name, log_data) for name in references}
        for name in table.people.split():
            values[f"{name}_id"] = None if log_data[name] is None else self.numbers[PERSON][log_data[name]]
        values |= {name: turned_actor(log_data[name], self._find) for name in table.actors.split()}
        for name, meanings in table.numbers.items():
            if name == "subject":
                values[name] = turned_subject(log_data[name], self._find)
            else:
                value = turned(log_data[name], meanings, self._find)
                values[name] = as_bytes(value) if table.model is RestorePoint else value
        return values | dict(table.left)

    def _row(self, table: Table, log_data: Said) -> Any:
        row = table.model(**self.values(table, log_data))
        if table.keyed:
            row.pk = self.numbers.get(table.name, {}).get(log_data["row"])
        if isinstance(row, PairConstraint) and row.one_id > row.other_id:
            row.one_id, row.other_id = row.other_id, row.one_id
        if isinstance(row, SheetPhoto):
            self._keep_photo(row, log_data["row"])
        if isinstance(row, EventUpload):
            self._keep_upload(row, log_data["row"])
        if not table.series:
            check_fields(row, _unasked(row))
        return row

    def _keep_photo(self, row: SheetPhoto, key: int) -> None:
        """Store the photograph; its type comes from its bytes, not from the file's data."""
        name = photo_name(key)
        if not self.file.has(name):  # it was removed there; that there was one stays
            return
        content = self.file.whole(name, LARGEST)
        result = examine(Picture(content, row.name))
        _refuse_other(name, content, row.sha256)
        row.kind, row.width, row.height, row.size = result.kind, result.width, result.height, len(content)
        row.stored = self._stored("sheets", result.suffix, content)

    def _keep_upload(self, row: EventUpload, key: int) -> None:
        """Store an organiser's file; if the file has no content for it, create only the row."""
        self.event.uploads_version += 1
        row.stored = f"uploads/{uuid.uuid4().hex}"
        name = upload_name(key)
        if self.file.has(name):
            content = self.file.whole(name, LARGEST_DOCUMENT)
            result = examined(UploadKind(row.kind), Picture(content, row.title))
            _refuse_other(name, content, row.sha256)
            row.media_type, row.width, row.height = result.media_type, result.width, result.height
            row.size = len(content)
            row.stored = self._stored("uploads", result.suffix, content)

    def _stored(self, folder: str, suffix: str, content: bytes) -> str:
        stored = default_storage.save(f"{folder}/{uuid.uuid4().hex}.{suffix}", ContentFile(content))
        self.stored.append(stored)
        return stored

    def _many(self, table: Table, results: Sequence[Said], rows: Sequence[Any]) -> None:
        for name in table.many.split():
            model = table.model._meta.get_field(name).related_model
            for log_data, row in zip(results, rows, strict=True):
                with readable(table.name):
                    numbers = [self.numbers[str(model._meta.model_name)][key] for key in log_data[name]]  # type: ignore[union-attr]
                getattr(row, name).set(numbers)

    def _reference(self, table: Table, name: str, log_data: Said) -> int | None:
        key = log_data[name]
        if key is None:
            return None
        model = table.model._meta.get_field(name).related_model
        return self.numbers[str(model._meta.model_name)][key]  # type: ignore[union-attr]

    def _find(self, name: str, key: int) -> int | None:
        return self.numbers.get(name, {}).get(key)

    def take_out(self, table: Table, keys: Iterable[int]) -> None:
        """Delete rows that are gone, or that are created again with the same number in this transaction.

        Referring rows stay: the database checks references at the end.
        """
        number = self.numbers[table.name if table.keyed else "section"]
        numbers = [number[key] for key in keys]
        for name in table.many.split():
            through = getattr(table.model, name).through._default_manager
            _remove(through.filter(**{f"{table.name}__in": numbers}))
        if table.model is EventUpload:
            self.event.uploads_version += 1
            remove_uploads(EventUpload.objects.filter(pk__in=numbers))
        else:
            _remove(table.model._default_manager.filter(pk__in=numbers))


def _refuse_other(name: str, content: bytes, sha256: str) -> None:
    """Check the digest of a stored file. Raises: ImportRefused ("event_file_altered")."""
    if hashlib.sha256(content).hexdigest() != sha256:
        fault = Problem(say("event_file_altered.member", member=name))
        raise ImportRefused(say("event_file_altered"), (fault,))


def _remove(rows: models.QuerySet[Any]) -> None:
    rows._raw_delete(router.db_for_write(rows.model))


def _unasked(row: models.Model) -> set[str]:
    """Return the fields excluded from validation: references and empty fields."""
    return {
        field.name
        for field in row._meta.concrete_fields
        if field.remote_field is not None or getattr(row, field.attname) in field.empty_values
    }


@contextmanager
def readable(member: str) -> Iterator[None]:
    """Convert errors of invalid rows. Raises: ImportRefused ("event_file_contents")."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, ValidationError) as problem:
        result = Problem(say("event_file_contents.member", member=member, problem=str(problem)[:200]))
        raise ImportRefused(say("event_file_contents"), (result,)) from problem


def changes(old: Mapping[int, str], new: Iterable[str]) -> tuple[list[str], set[int], set[int]]:
    """Return new and changed lines, the keys of changed ones, and those of deleted ones."""
    lines = keyed(new)
    changed = {key for key, line in old.items() if key in lines and lines[key] != line}
    written = [line for key, line in lines.items() if key not in old or key in changed]
    return written, changed, old.keys() - lines.keys()


def parts(lines: Iterable[Row] | Iterable[Any], size: int = _AT_ONCE) -> Iterator[list[Any]]:
    part: list[Any] = []
    for line in lines:
        part.append(line)
        if len(part) == size:
            yield part
            part = []
    if part:
        yield part


Progress = Callable[[int, int], None]
