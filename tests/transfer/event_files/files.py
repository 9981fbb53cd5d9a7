"""Files of events for the tests: written, opened, and signed again after something was changed in them."""

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

#: Fields of the manifest about its own creation, and fields of imported events only.
STRANGER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def event_file_bytes(event: Event, now: datetime | None = None) -> bytes:
    target = io.BytesIO()
    write_file(event, target, now or timezone.now())
    return target.getvalue()


def members(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def zipped(result: Mapping[str, bytes]) -> io.BytesIO:
    bytes_io = io.BytesIO()
    with zipfile.ZipFile(bytes_io, "w") as target:
        for name, content in result.items():
            target.writestr(name, content)
    bytes_io.seek(0)
    return bytes_io


def rows(data: bytes, table: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in members(data)[f"tables/{table}.ndjson"].decode().splitlines()]


def changed(data: bytes, table: str, change: Callable[[list[dict[str, Any]]], object]) -> dict[str, bytes]:
    """The members, with the rows of a table changed in place and nothing else."""
    common, remaining = members(data), rows(data, table)
    change(remaining)
    lines = [json.dumps(row, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for row in remaining]
    return {**common, f"tables/{table}.ndjson": "".join(f"{line}\n" for line in lines).encode()}


def signed(result: Mapping[str, bytes], **arguments: Any) -> io.BytesIO:
    """Return the members with a matching manifest signed by a stranger, like a forged file."""
    contents = {name: content for name, content in result.items() if name not in (MANIFEST, SIGNATURE)}
    manifest = {**json.loads(result[MANIFEST]), **arguments}
    for name, content in contents.items():
        of = manifest["members"].setdefault(name, {})
        of["sha256"] = hashlib.sha256(content).hexdigest()
        if "lines" in of:
            of["lines"] = content.count(b"\n")
    manifest["members"] = {name: of for name, of in manifest["members"].items() if name in contents}
    text = json.dumps(manifest).encode()
    signature = {"key": STRANGER.public_key().public_bytes_raw().hex(), "signature": STRANGER.sign(text).hex()}
    return zipped({**contents, MANIFEST: text, SIGNATURE: json.dumps(signature).encode()})
