"""The records of the games in a file: their chains recomputed, their games brought up to them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from games.models.game import Game
from games.models.record import RecordEntry
from games.services.record import FOLLOWING, bring_up
from tavleya.errors import DomainError, ImportRefused, Problem
from tavleya.record.entries import Entry, first_break
from tavleya.record.fold import BrokenRecord, fold
from tavleya.record.texts import fits
from transfer.messages import say
from transfer.services.eventfile.container import EventFile
from transfer.services.eventfile.reading import Rows, Said, parts, readable
from transfer.services.eventfile.tables import table_named

ENTRIES, TEXTS = "recordentry", "recordtext"
_MEMBER = f"tables/{ENTRIES}.ndjson"
#: Fields needed to read an entry without a database.
_BARE = (
    *("seq", "kind", "at", "actor", "side", "ply", "move", "white_ms", "black_ms"),
    *("data", "request", "digest"),
)
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
    for row, group in groupby(numbered, key=lambda one: _game_of(one[1])):
        found = list(group)
        with readable(ENTRIES):
            entries = tuple(_entry(line) for _, line in found)
        yield Chain(row, found[0][0], tuple(line for _, line in found), entries)


def _game_of(line: str) -> int:
    with readable(ENTRIES):
        return int(json.loads(line)["game"])


def _entry(line: str) -> Entry:
    said = json.loads(line)
    meta = RecordEntry._meta
    values = {name: meta.get_field(name).to_python(said[name]) for name in _BARE}  # type: ignore[union-attr]
    return RecordEntry(**values).entry()


def _strange_texts(chain: Chain, texts: Mapping[int, list[tuple[int, Said]]]) -> Iterator[Problem]:
    """Yield texts that do not match the digests of their entries; cleared texts are ignored."""
    for line, said in texts.get(chain.row, ()):
        at = said["seq"] - 1
        data = chain.entries[at].data if 0 <= at < len(chain.entries) else {}
        if said["text"] and not fits(data.get(said["name"]), said["salt"], said["text"]):
            member = f"tables/{TEXTS}.ndjson"
            yield Problem(say("event_file_altered.line", member=member, line=line), line=line)


def refuse_broken(file: EventFile, heads: Heads) -> None:
    """Recompute every chain.

    Raises: ImportRefused ("event_file_altered" with the line and the entry where one breaks or differs from its game;
    "event_file_other" if one does not contain its entry in `heads`).
    """
    games = {said["row"]: said for said in map(json.loads, file.lines("game"))}
    texts: dict[int, list[tuple[int, Said]]] = {}
    for line, said in enumerate(map(json.loads, file.lines(TEXTS)), start=1):
        texts.setdefault(said["game"], []).append((line, said))
    problems: list[Problem] = []
    strangers: list[Problem] = []
    seen = set()
    for chain in chains(file):
        seen.add(chain.row)
        known = games.get(chain.row)
        fault = _fault_of(chain, known)
        problems += _strange_texts(chain, texts)
        if fault is not None:
            problems.append(fault)
        elif known is not None and not _passes(chain, heads.get(known["key"])):
            strangers.append(_at(chain.line, known, heads[known["key"]][0], "event_file_other.entry"))
    problems += [_at(None, said, 1) for row, said in games.items() if row not in seen]
    there = {said["key"] for said in games.values()}
    strangers += [Problem(say("event_file_other.game", game=key)) for key in sorted(heads.keys() - there)]
    if problems:
        raise ImportRefused(say("event_file_altered"), tuple(problems))
    if strangers:
        raise ImportRefused(say("event_file_other"), tuple(strangers))


def _fault_of(chain: Chain, said: Mapping[str, Any] | None) -> Problem | None:
    if said is None:
        return Problem(say("event_file_altered.line", member=_MEMBER, line=chain.line), line=chain.line)
    broken = first_break(said["key"], chain.entries)
    if broken is not None:
        at = next((at for at, one in enumerate(chain.entries) if one.seq >= broken.seq), 0)
        return _at(chain.line + at, said, broken.seq)
    last = chain.entries[-1]
    if (last.seq, last.digest) != (said["seq"], said["digest"]):
        return _at(chain.line + len(chain.entries) - 1, said, last.seq)
    return None


def _passes(chain: Chain, head: Sequence[Any] | None) -> bool:
    if head is None:
        return True
    seq, digest = head
    return len(chain.entries) >= seq and bool(chain.entries[seq - 1].digest == digest)


def _at(
    line: int | None, said: Mapping[str, Any], entry: int, key: str = "event_file_altered.entry"
) -> Problem:
    names = f"{said.get('white_name', '')} – {said.get('black_name', '')}"
    return Problem(say(key, member=_MEMBER, game=names, entry=entry), line=line)


def add_records(file: EventFile, rows: Rows, heads: Heads) -> int:
    """Append the new entries and update the games to their records; return the number of entries.

    The row of a game is computed from its record, whatever the file says.
    """
    table = table_named(ENTRIES)
    assert table is not None
    added = 0
    for found in parts(chains(file), 100):
        games = Game.objects.in_bulk([rows.numbers["game"][one.row] for one in found])
        lines: list[str] = []
        for chain in found:
            game = games[rows.numbers["game"][chain.row]]
            known = int(heads.get(str(game.key), (0,))[0])
            lines += chain.lines[known:]
            _bring_up(game, chain)
        Game.objects.bulk_update(games.values(), FOLLOWING)
        added += rows.add(table, lines)
    return added


def new_texts(file: EventFile, heads: Heads) -> Iterator[str]:
    """Yield the lines of texts of new entries; texts of known entries may have been cleared here."""
    keys = {said["row"]: said["key"] for said in map(json.loads, file.lines("game"))}
    for line in file.lines(TEXTS):
        said = json.loads(line)
        if said["seq"] > heads.get(keys.get(said["game"], ""), (0,))[0]:
            yield line


def _bring_up(game: Game, chain: Chain) -> None:
    try:
        state = fold(chain.entries)
    except (
        BrokenRecord,
        DomainError,
        KeyError,
        TypeError,
        ValueError,
        AttributeError,
        IndexError,
    ) as problem:
        fault = say("event_file_contents.member", member=_MEMBER, problem=str(problem)[:200])
        raise ImportRefused(say("event_file_contents"), (Problem(fault, line=chain.line),)) from problem
    bring_up(game, state, game.changed_at)
