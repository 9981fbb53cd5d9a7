"""The container: a zip of tables and photographs, a manifest of its members, and a signature of the manifest."""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from django.db import IntegrityError, transaction

from tavleya.errors import BadInput, ImportRefused, Problem
from tournaments.event_tables import PERSON, Meaning
from transfer.messages import say
from transfer.models import SigningKey
from transfer.services.eventfile.tables import tables

FORMAT = "tavleya-event"
VERSION = 1
SUFFIX = ".tavleya"
MANIFEST, SIGNATURE = "manifest.json", "signature.json"
#: Unpacked bytes of a file; no event is larger.
LARGEST = 4 * 1024**3
LONGEST_LINE = 16 * 1024**2
_DIGITS = 16  # hexadecimal, of the digest of a line
_FIXED_TIME = (1980, 1, 1, 0, 0, 0)  # the same event makes the same file


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a file. `signer` is the public key that signed it, in hexadecimal."""

    said: Mapping[str, Any]
    signer: str

    @property
    def hand_off(self) -> str:
        """The key of the file's hand-off; empty for a copy."""
        return str((self.said.get("hand_off") or {}).get("key", ""))

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.signer)


def fingerprint(public: str) -> str:
    """Return the fingerprint of a public key for comparison by people: SHA-256 in eight groups of four."""
    digest = hashlib.sha256(bytes.fromhex(public)).hexdigest()[:32].upper()
    return " ".join(digest[start : start + 4] for start in range(0, 32, 4))


class Writer:
    """Writes members one by one, then their signed manifest."""

    def __init__(self, target: IO[bytes]) -> None:
        self._zip = zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED)
        self.members: dict[str, dict[str, object]] = {}

    def lines(self, table: str, lines: Iterable[str]) -> int:
        """Write a table line by line, and the digests of its lines; return their number."""
        digests: list[str] = []
        whole = hashlib.sha256()
        with self._zip.open(_info(_table(table)), "w", force_zip64=True) as member:
            for line in lines:
                content = line.encode() + b"\n"
                whole.update(content)
                digests.append(_short(content))
                member.write(content)
        self.members[_table(table)] = {"sha256": whole.hexdigest(), "lines": len(digests)}
        self.whole(_digests(table), "".join(digests).encode())
        return len(digests)

    def whole(self, name: str, content: bytes, *, packed: bool = True) -> None:
        info = _info(name)
        info.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
        self._zip.writestr(info, content)
        self.members[name] = {"sha256": hashlib.sha256(content).hexdigest()}

    def close(self, common: Mapping[str, Any], key: Ed25519PrivateKey) -> None:
        manifest = json.dumps(
            {"format": FORMAT, "version": VERSION, **common, "members": self.members},
            ensure_ascii=False,
            sort_keys=True,
            indent=1,
        ).encode()
        self._zip.writestr(_info(MANIFEST), manifest)
        signed = {"key": key.public_key().public_bytes_raw().hex(), "signature": key.sign(manifest).hex()}
        self._zip.writestr(_info(SIGNATURE), json.dumps(signed))
        self._zip.close()


class EventFile:
    """A file whose members match its signed manifest; the content of its rows is not checked."""

    def __init__(self, source: IO[bytes]) -> None:
        """Open and check a file.

        Raises: BadInput ("not_an_event_file", "event_file_version"); ImportRefused ("event_file_altered") with the
        member and the line of each fault.
        """
        try:
            self._zip = zipfile.ZipFile(source)
            members = self._zip.infolist()
            if sum(member.file_size for member in members) > LARGEST:
                raise ValueError("too large")
            self.manifest = self._verified_manifest()
        except (zipfile.BadZipFile, zlib.error, KeyError, ValueError, TypeError, AttributeError, OSError):
            raise BadInput(say("not_an_event_file")) from None
        if self.manifest.said.get("format") != FORMAT:
            raise BadInput(say("not_an_event_file"))
        if self.manifest.said.get("version") != VERSION:
            raise BadInput(say("event_file_version", version=str(self.manifest.said.get("version"))[:20]))
        self._refuse_altered([member.filename for member in members])

    def lines(self, table: str) -> Iterator[str]:
        """Yield the lines of a table, none if the file has no such table."""
        if _table(table) in self.manifest.said["members"]:
            with self._zip.open(_table(table)) as member:
                for line in member:
                    yield line.decode().rstrip("\n")

    def whole(self, name: str, most: int) -> bytes:
        """Return a member, at most `most` + 1 bytes; the extra byte shows that it is too large."""
        with self._zip.open(name) as member:
            return member.read(most + 1)

    def has(self, name: str) -> bool:
        return name in self.manifest.said["members"]

    def count(self, table: str) -> int:
        return int(self.manifest.said["members"].get(_table(table), {}).get("lines", 0))

    def _verified_manifest(self) -> Manifest:
        manifest = self._zip.read(MANIFEST)
        signature = json.loads(self._zip.read(SIGNATURE))
        contents = json.loads(manifest)
        signer = str(signature["key"])
        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(signer))
            key.verify(bytes.fromhex(str(signature["signature"])), manifest)
        except InvalidSignature:
            _refuse([Problem(say("event_file_altered.member", member=MANIFEST))])
        if not isinstance(contents["members"], dict):
            raise TypeError("no manifest")
        return Manifest(contents, signer)

    def _refuse_altered(self, names: list[str]) -> None:
        expected: Mapping[str, Mapping[str, Any]] = self.manifest.said["members"]
        wrong = [name for name in names if name not in expected and name not in (MANIFEST, SIGNATURE)]
        wrong += [name for name in expected if names.count(name) != 1]
        problems = [Problem(say("event_file_altered.member", member=name)) for name in sorted(set(wrong))]
        for name, entry in expected.items():
            if name not in wrong:
                problems += self._problems(name, entry)
        if problems:
            _refuse(problems)

    def _problems(self, name: str, entry: Mapping[str, Any]) -> Iterator[Problem]:
        """Yield differences between a member and the manifest; for a table its first differing line."""
        whole = hashlib.sha256()
        digests: list[str] = []
        try:
            with self._zip.open(name) as member:
                while part := member.readline(LONGEST_LINE):
                    whole.update(part)
                    if "lines" in entry:
                        digests.append(_short(part))
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError):
            digests.append("")
        if whole.hexdigest() == entry.get("sha256"):
            return
        line = self._first_other(name, digests) if "lines" in entry else None
        key = "event_file_altered.line" if line else "event_file_altered.member"
        yield Problem(say(key, member=name, line=line), line=line)

    def _first_other(self, name: str, digests: list[str]) -> int | None:
        """Return the number of the first changed line, from 1."""
        digests_name = _digests(name.removeprefix("tables/").removesuffix(".ndjson"))
        try:
            content = self._zip.read(digests_name)
        except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, OSError):
            return None
        if hashlib.sha256(content).hexdigest() != self.manifest.said["members"].get(digests_name, {}).get("sha256"):
            return None
        text = content.decode()
        expected = [text[index : index + _DIGITS] for index in range(0, len(text), _DIGITS)]
        pairs = zip(expected, digests, strict=False)
        difference = next((index for index, (first, second) in enumerate(pairs) if first != second), None)
        return (min(len(expected), len(digests)) if difference is None else difference) + 1


def _refuse(problems: list[Problem]) -> None:
    raise ImportRefused(say("event_file_altered"), tuple(problems))


def _table(name: str) -> str:
    return f"tables/{name}.ndjson"


def _digests(name: str) -> str:
    return f"lines/{name}.sha256"


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _FIXED_TIME)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _short(line: bytes) -> str:
    return hashlib.sha256(line).hexdigest()[:_DIGITS]


# The file's own numbers for rows and people: no number of a database leaves it.

#: The number in JSON of a deleted row.
GONE = 0


class Keys:
    """The numbers of rows and accounts in the file, by table name (or `person`) and database number.

    A number is never reused, even after its row is deleted.
    """

    def __init__(self, keys: Mapping[str, Mapping[int, int]] | None = None) -> None:
        self._keys: dict[str, dict[int, int]] = {name: dict(rows) for name, rows in (keys or {}).items()}
        self._last = {name: max(rows.values(), default=0) for name, rows in self._keys.items()}

    def give(self, name: str, number: int) -> int:
        """Return the key of a row, a new one if it has no key."""
        rows = self._keys.setdefault(name, {})
        if number not in rows:
            self._last[name] = rows[number] = self._last.get(name, 0) + 1
        return rows[number]

    def find(self, name: str, number: int | None) -> int | None:
        """Return the key of a row, None if it has no key."""
        return None if number is None else self._keys.get(name, {}).get(number)

    def of(self, name: str) -> Mapping[int, int]:
        return self._keys.get(name, {})

    def rows(self) -> dict[str, dict[int, int]]:
        """Return the inverse: the database number by table name and key in the file."""
        return {name: {key: number for number, key in rows.items()} for name, rows in self._keys.items()}

    def packed(self) -> bytes:
        return zlib.compress(json.dumps(self._keys).encode())

    @classmethod
    def unpacked(cls, data: bytes) -> Keys:
        stored: dict[str, dict[str, int]] = json.loads(zlib.decompress(data))
        return cls({name: {int(number): key for number, key in rows.items()} for name, rows in stored.items()})


#: Maps a table name (or `person`) and a number to the other number, or None.
Other = Callable[[str, int], int | None]


def turned(value: Any, meanings: Mapping[str, Meaning], other: Other) -> Any:
    """Replace the row numbers in JSON, found by their field names (`Table.numbers`)."""
    if isinstance(value, list):
        return [turned(item, meanings, other) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: _turned_value(item, meanings[name], meanings, other)
        if name in meanings
        else turned(item, meanings, other)
        for name, item in value.items()
    }


def _turned_value(value: Any, meaning: Meaning, inside: Mapping[str, Meaning], other: Other) -> Any:
    if meaning is None:
        return turned_actor(value, other) if isinstance(value, str) else value
    name = PERSON if isinstance(meaning, str) else str(meaning._meta.model_name)
    if isinstance(value, dict):  # by the number of the row
        rows = {str(other(name, int(key)) or GONE): turned(item, inside, other) for key, item in value.items()}
        return dict(sorted(rows.items()))
    if isinstance(value, list):
        return [_turned_value(item, meaning, inside, other) for item in value]
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    return other(name, value) or GONE


def turned_actor(key: str, other: Other) -> str:
    """Replace the number of an account or a player in an actor's key (`Actor.key`)."""
    kind, _, number = key.partition(":")
    if kind not in ("user", "player") or not number.isdecimal():
        return key
    return f"{kind}:{other(PERSON if kind == 'user' else 'player', int(number)) or GONE}"


def turned_subject(subject: str, other: Other) -> str:
    """Replace the row number in the subject of a log line, a model and a number."""
    name, _, number = subject.partition(":")
    if not number.isdecimal():
        return subject
    names = {table.name for table in tables() if table.keyed}
    return f"{name}:{(other(name, int(number)) if name in names else None) or GONE}"


# The key that this installation signs files of events with, and the keys of others that it trusts.


def own_key(now: datetime) -> Ed25519PrivateKey:
    """Return this installation's key, created on first use."""
    row = SigningKey.objects.exclude(private="").first()
    if row is None:
        key = Ed25519PrivateKey.generate()
        try:
            with transaction.atomic():
                row = SigningKey.objects.create(
                    public=key.public_key().public_bytes_raw().hex(), private=key.private_bytes_raw().hex(), made_at=now
                )
        except IntegrityError:  # another process was quicker
            row = SigningKey.objects.exclude(private="").get()
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(row.private))


def known(public: str) -> bool:
    """Return whether the signer is this installation, or another one trusted here."""
    return SigningKey.objects.filter(public=public).exists()


def trust(public: str, name: str, now: datetime) -> None:
    SigningKey.objects.get_or_create(public=public, defaults={"name": name[:200], "made_at": now})


def own_public() -> str:
    """Return the public half of this installation's key, in hexadecimal; empty before its first signature."""
    return SigningKey.objects.exclude(private="").values_list("public", flat=True).first() or ""
