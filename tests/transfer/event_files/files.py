"""Files of events for the tests: write them, open them, and sign them again after a change."""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.utils import timezone

from tournaments.models.event import Event
from transfer.services.eventfile.container import MANIFEST, SIGNATURE
from transfer.services.eventfile.writing import write_file

#: The signing key of an unknown installation.
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def event_file_bytes(event: Event, now: datetime | None = None) -> bytes:
    target = io.BytesIO()
    write_file(event, target, now or timezone.now())
    return target.getvalue()


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(contents: Mapping[str, bytes]) -> io.BytesIO:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    target.seek(0)
    return target


def rows(data: bytes, table: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in members(data)[f"tables/{table}.ndjson"].decode().splitlines()]


def changed(data: bytes, table: str, change: Callable[[list[dict[str, Any]]], object]) -> dict[str, bytes]:
    """Return the members, of which only the rows of one table are changed."""
    contents, table_rows = members(data), rows(data, table)
    change(table_rows)
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for row in table_rows]
    return {**contents, f"tables/{table}.ndjson": "".join(f"{line}\n" for line in lines).encode()}


def signed(contents: Mapping[str, bytes], **fields: Any) -> io.BytesIO:
    """Return the members with a matching manifest that a stranger signed, as a forger would."""
    signed_contents = {name: content for name, content in contents.items() if name not in (MANIFEST, SIGNATURE)}
    manifest = {**json.loads(contents[MANIFEST]), **fields}
    for name, content in signed_contents.items():
        member = manifest["members"].setdefault(name, {})
        member["sha256"] = hashlib.sha256(content).hexdigest()
        if "lines" in member:
            member["lines"] = content.count(b"\n")
    manifest["members"] = {name: member for name, member in manifest["members"].items() if name in signed_contents}
    text = json.dumps(manifest).encode()
    signature = {"key": STRANGER.public_key().public_bytes_raw().hex(), "signature": STRANGER.sign(text).hex()}
    return zipped({**signed_contents, MANIFEST: text, SIGNATURE: json.dumps(signature).encode()})
