"""Rows made of the lines of a file, in an event that is new or in the one that they came from."""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import models, router

from common.errors import ImportRefused, Problem
from games.models import Game, SheetPhoto
from games.partitions import reserve
from games.services.photos import Picture, examine
from tournaments.messages import say
from tournaments.models import Event, PairConstraint, RestorePoint
from tournaments.services.eventfile.container import EventFile
from tournaments.services.eventfile.keys import turned, turned_actor, turned_subject
from tournaments.services.eventfile.lines import keyed
from tournaments.services.eventfile.tables import PERSON, Table
from tournaments.services.eventfile.writing import photo_name
from tournaments.services.rollback.snapshots import as_bytes
from tournaments.services.shared import check_fields

_AT_ONCE = 500
Row = TypeVar("Row", bound=models.Model)
Said = dict[str, Any]


class Rows:
    """Makes the rows of one event.  `numbers`: by table (or `person`) from the key in the file to the number here.

    `stored` are the names of the photographs that were kept, for whoever has to remove them where all is undone.
    """

    def __init__(self, file: EventFile, event: Event, numbers: Mapping[str, Mapping[int, int]]) -> None:
        self.file, self.event = file, event
        self.numbers: dict[str, dict[int, int]] = {name: dict(rows) for name, rows in numbers.items()}
        self.numbers.setdefault("event", {1: event.pk})
        self.stored: list[str] = []
        self._later: list[tuple[Table, int, Said]] = []

    def add(self, table: Table, lines: Iterable[str]) -> int:
        """New rows of the lines; those whose key is known get their number again."""
        made = 0
        for part in parts(lines):
            found = [json.loads(line) for line in part]
            with readable(table.name):
                rows = [self._row(table, said) for said in found]
            if table.model is Game:
                for row, number in zip(rows, reserve(len(rows)), strict=False):
                    row.pk = row.pk or number
            table.model._default_manager.bulk_create(rows)
            made += len(rows)
            if table.keyed:
                known = self.numbers.setdefault(table.name, {})
                known |= {said["row"]: row.pk for said, row in zip(found, rows, strict=True)}
            self._many(table, found, rows)
            if table.later:
                self._later += [(table, row.pk, said) for said, row in zip(found, rows, strict=True)]
        return made

    def finish(self) -> None:
        """The references to rows that were not there yet."""
        for table, number, said in self._later:
            with readable(table.name):
                values = {f"{name}_id": self._reference(table, name, said) for name in table.later.split()}
            if any(value is not None for value in values.values()):
                table.model._default_manager.filter(pk=number).update(**values)
        self._later = []

    def values(self, table: Table, said: Said) -> dict[str, Any]:
        """The fields of a row, by their attributes; without those that come later."""
        meta = table.model._meta
        values: dict[str, Any] = {
            name: meta.get_field(name).to_python(said[name])  # type: ignore[union-attr]
            for name in table.values.split()
        }
        values |= {f"{name}_id": self._reference(table, name, said) for name in table.references.split()}
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
        if not table.series:
            check_fields(row, _unasked(row))
        return row

    def _keep_photo(self, row: SheetPhoto, key: int) -> None:
        """The photograph itself, whose kind is what its bytes are and not what the file says."""
        name = photo_name(key)
        if not self.file.has(name):  # it was removed there; that there was one stays
            return
        content = self.file.whole(name)
        found = examine(Picture(content, row.name))
        if hashlib.sha256(content).hexdigest() != row.sha256:
            fault = Problem(say("event_file_altered.member", member=name))
            raise ImportRefused(say("event_file_altered"), (fault,))
        row.kind, row.width, row.height, row.size = found.kind, found.width, found.height, len(content)
        row.stored = default_storage.save(f"sheets/{uuid.uuid4().hex}.{found.suffix}", ContentFile(content))
        self.stored.append(row.stored)

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
        """Rows that are gone, or that are made anew with the same number before the transaction ends.

        They are removed as they are, without what hangs on them: the database looks at references at the end.
        """
        known = self.numbers[table.name if table.keyed else "section"]
        numbers = [known[key] for key in keys]
        for name in table.many.split():
            through = getattr(table.model, name).through._default_manager
            _remove(through.filter(**{f"{table.name}__in": numbers}))
        _remove(table.model._default_manager.filter(pk__in=numbers))


def _remove(rows: models.QuerySet[Any]) -> None:
    rows._raw_delete(router.db_for_write(rows.model))


def _unasked(row: models.Model) -> set[str]:
    """Fields that are not checked by themselves: references, and what is empty."""
    return {
        field.name
        for field in row._meta.concrete_fields
        if field.remote_field is not None or getattr(row, field.attname) in field.empty_values
    }


@contextmanager
def readable(member: str) -> Iterator[None]:
    """Raises ImportRefused `event_file_contents` for rows that are not what their table has."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, ValidationError) as problem:
        found = Problem(say("event_file_contents.member", member=member, problem=str(problem)[:200]))
        raise ImportRefused(say("event_file_contents"), (found,)) from problem


def changes(old: Mapping[int, str], new: Iterable[str]) -> tuple[list[str], set[int], set[int]]:
    """The lines that are new or changed; the keys of those that changed, and of those that are gone."""
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
