"""Create rows from the lines of a file, and records of games from their recomputed chains."""

import hashlib
import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import compress, groupby
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import models, router

from games.models.game import Game
from games.models.record import RecordEntry
from games.models.sheet import SheetPhoto
from games.services.record import FOLLOWING, bring_up
from games.services.sheets import LARGEST, Picture, examine
from tavleya.errors import BadInput, DomainError, ImportRefused, Problem
from tavleya.record.entries import Entry, first_break
from tavleya.record.fold import BrokenRecord, fold
from tavleya.record.ruling_lines import fits
from tournaments.event_tables import PERSON, Table
from tournaments.models.activity import EventUpload, UploadKind
from tournaments.models.event import Event
from tournaments.models.swiss import PairConstraint, RestorePoint
from tournaments.services.restore_points import as_bytes
from tournaments.services.shared import check_fields
from tournaments.services.uploads import LARGEST_DOCUMENT, MOST, examined, remove_uploads
from transfer.messages import say
from transfer.services.eventfile.container import EventFile, turned, turned_actor, turned_subject
from transfer.services.eventfile.tables import table_named
from transfer.services.eventfile.writing import keyed, photo_name, upload_name

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

    def _in_turn(self, table: Table, documents: list[Said]) -> Iterator[list[Said]]:
        """Yield all rows at once; immutable rows after the rows of the same table that they refer to.

        The order of the file is kept if possible.
        """
        while documents and table.kept and table.later:
            known_keys = self.numbers.get(table.name, {}).keys()
            is_complete = [
                {document[name] for name in table.later.split()} - {None} <= known_keys for document in documents
            ]
            first = is_complete.index(False) if False in is_complete else len(documents)
            ready = documents[:first] or list(compress(documents, is_complete))
            if not ready:
                break  # they refer to missing rows, and are refused for it
            yield ready
            documents = (
                documents[first:]
                if first
                else [document for document, complete in zip(documents, is_complete, strict=True) if not complete]
            )
        if documents:
            yield documents

    def _make(self, table: Table, documents: list[Said]) -> None:
        with readable(table.name):
            rows = [self._row(table, document) for document in documents]
        table.model._default_manager.bulk_create(rows)
        if table.keyed:
            numbers = self.numbers.setdefault(table.name, {})
            numbers |= {document["row"]: row.pk for document, row in zip(documents, rows, strict=True)}
        self._many(table, documents, rows)
        if table.later and not table.kept:
            self._later += [(table, row.pk, document) for document, row in zip(documents, rows, strict=True)]

    def finish(self) -> None:
        """Set the references to rows that were created later. Raises: BadInput ("too_many_uploads")."""
        for table, number, document in self._later:
            with readable(table.name):
                values = {f"{name}_id": self._reference(table, name, document) for name in table.later.split()}
            if any(value is not None for value in values.values()):
                table.model._default_manager.filter(pk=number).update(**values)
        self._later = []
        if any(self.event.uploads.filter(kind=kind).count() > MOST for kind in UploadKind.values):
            raise BadInput(say("too_many_uploads", most=MOST))

    def values(self, table: Table, document: Said) -> dict[str, Any]:
        """Return the fields of a row by attribute, without later references."""
        meta = table.model._meta
        values: dict[str, Any] = {
            name: meta.get_field(name).to_python(document[name])  # type: ignore[union-attr]
            for name in table.values
        }
        references = [*table.references.split(), *(table.later.split() if table.kept else ())]
        values |= {f"{name}_id": self._reference(table, name, document) for name in references}
        for name in table.people.split():
            values[f"{name}_id"] = None if document[name] is None else self.numbers[PERSON][document[name]]
        values |= {name: turned_actor(document[name], self._find) for name in table.actors.split()}
        for name, meanings in table.numbers.items():
            if name == "subject":
                values[name] = turned_subject(document[name], self._find)
            else:
                value = turned(document[name], meanings, self._find)
                values[name] = as_bytes(value) if table.model is RestorePoint else value
        return values | dict(table.left)

    def _row(self, table: Table, document: Said) -> Any:
        row = table.model(**self.values(table, document))
        if table.keyed:
            row.pk = self.numbers.get(table.name, {}).get(document["row"])
        if isinstance(row, PairConstraint) and row.one_id > row.other_id:
            row.one_id, row.other_id = row.other_id, row.one_id
        if isinstance(row, SheetPhoto):
            self._keep_photo(row, document["row"])
        if isinstance(row, EventUpload):
            self._keep_upload(row, document["row"])
        if not table.series:
            check_fields(row, _unasked(row))
        return row

    def _keep_photo(self, row: SheetPhoto, key: int) -> None:
        """Store the photograph; its type comes from its bytes, not from the file's data."""
        name = photo_name(key)
        if not self.file.has(name):  # it was removed there; that there was one stays
            return
        content = self.file.whole(name, LARGEST)
        image = examine(Picture(content, row.name))
        _refuse_other(name, content, row.sha256)
        row.kind, row.width, row.height, row.size = image.kind, image.width, image.height, len(content)
        row.stored = self._stored("sheets", image.suffix, content)

    def _keep_upload(self, row: EventUpload, key: int) -> None:
        """Store an organiser's file; if the file has no content for it, create only the row."""
        self.event.uploads_version += 1
        row.stored = f"uploads/{uuid.uuid4().hex}"
        name = upload_name(key)
        if self.file.has(name):
            content = self.file.whole(name, LARGEST_DOCUMENT)
            upload = examined(UploadKind(row.kind), Picture(content, row.title))
            _refuse_other(name, content, row.sha256)
            row.media_type, row.width, row.height = upload.media_type, upload.width, upload.height
            row.size = len(content)
            row.stored = self._stored("uploads", upload.suffix, content)

    def _stored(self, folder: str, suffix: str, content: bytes) -> str:
        stored = default_storage.save(f"{folder}/{uuid.uuid4().hex}.{suffix}", ContentFile(content))
        self.stored.append(stored)
        return stored

    def _many(self, table: Table, documents: Sequence[Said], rows: Sequence[Any]) -> None:
        for name in table.many.split():
            model = table.model._meta.get_field(name).related_model
            for document, row in zip(documents, rows, strict=True):
                with readable(table.name):
                    numbers = [self.numbers[str(model._meta.model_name)][key] for key in document[name]]  # type: ignore[union-attr]
                getattr(row, name).set(numbers)

    def _reference(self, table: Table, name: str, document: Said) -> int | None:
        key = document[name]
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
        numbers_by_key = self.numbers[table.name if table.keyed else "section"]
        numbers = [numbers_by_key[key] for key in keys]
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
    except (KeyError, TypeError, ValueError, AttributeError, ValidationError) as error:
        problem = Problem(say("event_file_contents.member", member=member, problem=str(error)[:200]))
        raise ImportRefused(say("event_file_contents"), (problem,)) from error


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


# The records of the games in a file: their chains recomputed, their games brought up to them.

ENTRIES, TEXTS = "recordentry", "recordtext"
_MEMBER = f"tables/{ENTRIES}.ndjson"
#: Fields needed to read an entry without a database.
_BARE = (*("seq", "kind", "at", "actor", "side", "ply", "move", "white_ms", "black_ms"), *("data", "request", "digest"))
#: By the key of a game, the number and the digest of an entry of its record.
Heads = Mapping[str, Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Chain:
    """The record of one game in a file: `row` is the game's in the file, `line` that of its first entry, from 1."""

    row: int
    line: int
    lines: tuple[str, ...]
    entries: tuple[Entry, ...]


def chains(file: EventFile) -> Iterator[Chain]:
    """Yield the records of the file, game by game. Raises: ImportRefused for an unreadable entry."""
    numbered = enumerate(file.lines(ENTRIES), start=1)
    for row, group in groupby(numbered, key=lambda pair: _game_of(pair[1])):
        results = list(group)
        with readable(ENTRIES):
            entries = tuple(_entry(line) for _, line in results)
        yield Chain(row, results[0][0], tuple(line for _, line in results), entries)


def _game_of(line: str) -> int:
    with readable(ENTRIES):
        return int(json.loads(line)["game"])


def _entry(line: str) -> Entry:
    data = json.loads(line)
    meta = RecordEntry._meta
    values = {name: meta.get_field(name).to_python(data[name]) for name in _BARE}  # type: ignore[union-attr]
    return RecordEntry(**values).entry()


def _strange_texts(chain: Chain, texts: Mapping[int, list[tuple[int, Said]]]) -> Iterator[Problem]:
    """Yield texts that do not match the digests of their entries; cleared texts are ignored."""
    for line, text in texts.get(chain.row, ()):
        index = text["seq"] - 1
        data = chain.entries[index].data if 0 <= index < len(chain.entries) else {}
        if text["text"] and not fits(data.get(text["name"]), text["salt"], text["text"]):
            member = f"tables/{TEXTS}.ndjson"
            yield Problem(say("event_file_altered.line", member=member, line=line), line=line)


def refuse_broken(file: EventFile, heads: Heads) -> None:
    """Recompute every chain.

    Raises: ImportRefused ("event_file_altered" with the line and the entry where one breaks or differs from its game;
    "event_file_other" if one does not contain its entry in `heads`).
    """
    games = {game["row"]: game for game in map(json.loads, file.lines("game"))}
    texts: dict[int, list[tuple[int, Said]]] = {}
    for line, text in enumerate(map(json.loads, file.lines(TEXTS)), start=1):
        texts.setdefault(text["game"], []).append((line, text))
    problems: list[Problem] = []
    others: list[Problem] = []
    seen = set()
    for chain in chains(file):
        seen.add(chain.row)
        game = games.get(chain.row)
        fault = _fault_of(chain, game)
        problems += _strange_texts(chain, texts)
        if fault is not None:
            problems.append(fault)
        elif game is not None and not _passes(chain, heads.get(game["key"])):
            others.append(_at(chain.line, game, heads[game["key"]][0], "event_file_other.entry"))
    problems += [_at(None, game, 1) for row, game in games.items() if row not in seen]
    keys = {game["key"] for game in games.values()}
    others += [Problem(say("event_file_other.game", game=key)) for key in sorted(heads.keys() - keys)]
    if problems:
        raise ImportRefused(say("event_file_altered"), tuple(problems))
    if others:
        raise ImportRefused(say("event_file_other"), tuple(others))


def _fault_of(chain: Chain, game: Mapping[str, Any] | None) -> Problem | None:
    if game is None:
        return Problem(say("event_file_altered.line", member=_MEMBER, line=chain.line), line=chain.line)
    broken = first_break(game["key"], chain.entries)
    if broken is not None:
        index = next((index for index, entry in enumerate(chain.entries) if entry.seq >= broken.seq), 0)
        return _at(chain.line + index, game, broken.seq)
    last = chain.entries[-1]
    if (last.seq, last.digest) != (game["seq"], game["digest"]):
        return _at(chain.line + len(chain.entries) - 1, game, last.seq)
    return None


def _passes(chain: Chain, head: Sequence[Any] | None) -> bool:
    if head is None:
        return True
    seq, digest = head
    return len(chain.entries) >= seq and bool(chain.entries[seq - 1].digest == digest)


def _at(line: int | None, game: Mapping[str, Any], entry: int, key: str = "event_file_altered.entry") -> Problem:
    names = f"{game.get('white_name', '')} – {game.get('black_name', '')}"
    return Problem(say(key, member=_MEMBER, game=names, entry=entry), line=line)


def add_records(file: EventFile, rows: Rows, heads: Heads) -> int:
    """Append the new entries and update the games to their records; return the number of entries.

    The row of a game is computed from its record, whatever the file says.
    """
    table = table_named(ENTRIES)
    assert table is not None
    added = 0
    for part in parts(chains(file), 100):
        games = Game.objects.in_bulk([rows.numbers["game"][item.row] for item in part])
        lines: list[str] = []
        for chain in part:
            game = games[rows.numbers["game"][chain.row]]
            previous = int(heads.get(str(game.key), (0,))[0])
            lines += chain.lines[previous:]
            _bring_up(game, chain)
        Game.objects.bulk_update(games.values(), FOLLOWING)
        added += rows.add(table, lines)
    return added


def new_texts(file: EventFile, heads: Heads) -> Iterator[str]:
    """Yield the lines of texts of new entries; texts of known entries may have been cleared here."""
    keys = {data["row"]: data["key"] for data in map(json.loads, file.lines("game"))}
    for line in file.lines(TEXTS):
        data = json.loads(line)
        if data["seq"] > heads.get(keys.get(data["game"], ""), (0,))[0]:
            yield line


def _bring_up(game: Game, chain: Chain) -> None:
    try:
        state = fold(chain.entries)
    except (BrokenRecord, DomainError, KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        fault = say("event_file_contents.member", member=_MEMBER, problem=str(error)[:200])
        raise ImportRefused(say("event_file_contents"), (Problem(fault, line=chain.line),)) from error
    bring_up(game, state, game.changed_at)
