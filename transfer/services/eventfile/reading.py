"""Create rows from the lines of a file, in a new event or in the original one."""

from __future__ import annotations

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

from games.models.photo import SheetPhoto
from games.services.photos import LARGEST, Picture, examine
from tavleya.errors import BadInput, ImportRefused, Problem
from tournaments.models.event import Event
from tournaments.models.swiss import PairConstraint, RestorePoint
from tournaments.models.upload import EventUpload, UploadKind
from tournaments.services.rollback.snapshots import as_bytes
from tournaments.services.shared import check_fields
from tournaments.services.uploads import LARGEST_DOCUMENT, MOST, examined, remove_uploads
from transfer.messages import say
from transfer.services.eventfile.container import EventFile
from transfer.services.eventfile.keys import turned, turned_actor, turned_subject
from transfer.services.eventfile.lines import keyed
from transfer.services.eventfile.table import PERSON, Table
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
        made = 0
        for part in parts(lines):
            found: list[Said] = [json.loads(line) for line in part]
            for ready in self._in_turn(table, found):
                self._make(table, ready)
            made += len(found)
        return made

    def _in_turn(self, table: Table, found: list[Said]) -> Iterator[list[Said]]:
        """Yield all rows at once; immutable rows after the rows of the same table that they refer to.

        The order of the file is kept if possible.
        """
        while found and table.kept and table.later:
            known = self.numbers.get(table.name, {}).keys()
            there = [{said[name] for name in table.later.split()} - {None} <= known for said in found]
            first = there.index(False) if False in there else len(found)
            ready = found[:first] or list(compress(found, there))
            if not ready:
                break  # they refer to missing rows, and are refused for it
            yield ready
            found = (
                found[first:]
                if first
                else [said for said, is_there in zip(found, there, strict=True) if not is_there]
            )
        if found:
            yield found

    def _make(self, table: Table, found: list[Said]) -> None:
        with readable(table.name):
            rows = [self._row(table, said) for said in found]
        table.model._default_manager.bulk_create(rows)
        if table.keyed:
            known = self.numbers.setdefault(table.name, {})
            known |= {said["row"]: row.pk for said, row in zip(found, rows, strict=True)}
        self._many(table, found, rows)
        if table.later and not table.kept:
            self._later += [(table, row.pk, said) for said, row in zip(found, rows, strict=True)]

    def finish(self) -> None:
        """Set the references to rows that were created later. Raises: BadInput ("too_many_uploads")."""
        for table, number, said in self._later:
            with readable(table.name):
                values = {f"{name}_id": self._reference(table, name, said) for name in table.later.split()}
            if any(value is not None for value in values.values()):
                table.model._default_manager.filter(pk=number).update(**values)
        self._later = []
        if any(self.event.uploads.filter(kind=kind).count() > MOST for kind in UploadKind.values):
            raise BadInput(say("too_many_uploads", most=MOST))

    def values(self, table: Table, said: Said) -> dict[str, Any]:
        """Return the fields of a row by attribute, without later references."""
        meta = table.model._meta
        values: dict[str, Any] = {
            name: meta.get_field(name).to_python(said[name])  # type: ignore[union-attr]
            for name in table.values
        }
        references = [*table.references.split(), *(table.later.split() if table.kept else ())]
        values |= {f"{name}_id": self._reference(table, name, said) for name in references}
        for name in table.people.split():
            values[f"{name}_id"] = None if said[name] is None else self.numbers[PERSON][said[name]]
        values |= {name: turned_actor(said[name], self._find) for name in table.actors.split()}
        for name, meanings in table.numbers.items():
            if name == "subject":
                values[name] = turned_subject(said[name], self._find)
            else:
                value = turned(said[name], meanings, self._find)
                values[name] = as_bytes(value) if table.model is RestorePoint else value
        return values | dict(table.left)

    def _row(self, table: Table, said: Said) -> Any:
        row = table.model(**self.values(table, said))
        if table.keyed:
            row.pk = self.numbers.get(table.name, {}).get(said["row"])
        if isinstance(row, PairConstraint) and row.one_id > row.other_id:
            row.one_id, row.other_id = row.other_id, row.one_id
        if isinstance(row, SheetPhoto):
            self._keep_photo(row, said["row"])
        if isinstance(row, EventUpload):
            self._keep_upload(row, said["row"])
        if not table.series:
            check_fields(row, _unasked(row))
        return row

    def _keep_photo(self, row: SheetPhoto, key: int) -> None:
        """Store the photograph; its type comes from its bytes, not from the file's data."""
        name = photo_name(key)
        if not self.file.has(name):  # it was removed there; that there was one stays
            return
        content = self.file.whole(name, LARGEST)
        found = examine(Picture(content, row.name))
        _refuse_other(name, content, row.sha256)
        row.kind, row.width, row.height, row.size = found.kind, found.width, found.height, len(content)
        row.stored = self._stored("sheets", found.suffix, content)

    def _keep_upload(self, row: EventUpload, key: int) -> None:
        """Store an organiser's file; if the file has no content for it, create only the row."""
        self.event.uploads_version += 1
        row.stored = f"uploads/{uuid.uuid4().hex}"
        name = upload_name(key)
        if self.file.has(name):
            content = self.file.whole(name, LARGEST_DOCUMENT)
            found = examined(UploadKind(row.kind), Picture(content, row.title))
            _refuse_other(name, content, row.sha256)
            row.media_type, row.width, row.height = found.media_type, found.width, found.height
            row.size = len(content)
            row.stored = self._stored("uploads", found.suffix, content)

    def _stored(self, folder: str, suffix: str, content: bytes) -> str:
        stored = default_storage.save(f"{folder}/{uuid.uuid4().hex}.{suffix}", ContentFile(content))
        self.stored.append(stored)
        return stored

    def _many(self, table: Table, found: Sequence[Said], rows: Sequence[Any]) -> None:
        for name in table.many.split():
            model = table.model._meta.get_field(name).related_model
            for said, row in zip(found, rows, strict=True):
                with readable(table.name):
                    numbers = [self.numbers[str(model._meta.model_name)][key] for key in said[name]]  # type: ignore[union-attr]
                getattr(row, name).set(numbers)

    def _reference(self, table: Table, name: str, said: Said) -> int | None:
        key = said[name]
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
        known = self.numbers[table.name if table.keyed else "section"]
        numbers = [known[key] for key in keys]
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
        found = Problem(say("event_file_contents.member", member=member, problem=str(problem)[:200]))
        raise ImportRefused(say("event_file_contents"), (found,)) from problem


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
