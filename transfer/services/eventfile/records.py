"""The records of the games in a file: their chains recomputed, their games brought up to them."""

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
from tavleya.record.ruling_lines import fits
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
    for line, log_data in texts.get(chain.row, ()):
        at = log_data["seq"] - 1
        data = chain.entries[at].data if 0 <= at < len(chain.entries) else {}
        if log_data["text"] and not fits(data.get(log_data["name"]), log_data["salt"], log_data["text"]):
            member = f"tables/{TEXTS}.ndjson"
            yield Problem(say("event_file_altered.line", member=member, line=line), line=line)


def refuse_broken(file: EventFile, heads: Heads) -> None:
    """Recompute every chain.

    Raises: ImportRefused ("event_file_altered" with the line and the entry where one breaks or differs from its game;
    "event_file_other" if one does not contain its entry in `heads`).
    """
    games = {text["row"]: text for text in map(json.loads, file.lines("game"))}
    texts: dict[int, list[tuple[int, Said]]] = {}
    for line, text in enumerate(map(json.loads, file.lines(TEXTS)), start=1):
        texts.setdefault(text["game"], []).append((line, text))
    problems: list[Problem] = []
    strangers: list[Problem] = []
    seen = set()
    for chain in chains(file):
        seen.add(chain.row)
        existing = games.get(chain.row)
        fault = _fault_of(chain, existing)
        problems += _strange_texts(chain, texts)
        if fault is not None:
            problems.append(fault)
        elif existing is not None and not _passes(chain, heads.get(existing["key"])):
            strangers.append(_at(chain.line, existing, heads[existing["key"]][0], "event_file_other.entry"))
    problems += [_at(None, text, 1) for row, text in games.items() if row not in seen]
    keys = {text["key"] for text in games.values()}
    strangers += [Problem(say("event_file_other.game", game=key)) for key in sorted(heads.keys() - keys)]
    if problems:
        raise ImportRefused(say("event_file_altered"), tuple(problems))
    if strangers:
        raise ImportRefused(say("event_file_other"), tuple(strangers))


def _fault_of(chain: Chain, log_data: Mapping[str, Any] | None) -> Problem | None:
    if log_data is None:
        return Problem(say("event_file_altered.line", member=_MEMBER, line=chain.line), line=chain.line)
    broken = first_break(log_data["key"], chain.entries)
    if broken is not None:
        index = next((index for index, entry in enumerate(chain.entries) if entry.seq >= broken.seq), 0)
        return _at(chain.line + index, log_data, broken.seq)
    last = chain.entries[-1]
    if (last.seq, last.digest) != (log_data["seq"], log_data["digest"]):
        return _at(chain.line + len(chain.entries) - 1, log_data, last.seq)
    return None


def _passes(chain: Chain, head: Sequence[Any] | None) -> bool:
    if head is None:
        return True
    seq, digest = head
    return len(chain.entries) >= seq and bool(chain.entries[seq - 1].digest == digest)


def _at(line: int | None, log_data: Mapping[str, Any], entry: int, key: str = "event_file_altered.entry") -> Problem:
    names = f"{log_data.get('white_name', '')} – {log_data.get('black_name', '')}"
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
