"""Texts of records that name people: stored outside of the entries, added for display, and erasable."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from games.models.game import Game
from games.models.record import RecordEntry, RecordText
from tavleya.frozen import replace
from tavleya.record.entries import Entry, EntryKind, PersonalText
from tavleya.record.ruling_lines import PERSONAL

#: The players' names are also in the game's row, which is used to show a record.
_KINDS = frozenset(PERSONAL) - {EntryKind.OPENED}


def keep(written: Iterable[tuple[Game, Sequence[Entry]]]) -> None:
    """Save the texts of new entries; no query if there are none."""
    rows = [
        RecordText.of(game, entry.seq, text) for game, entries in written for entry in entries for text in entry.texts
    ]
    if rows:
        RecordText.objects.bulk_create(rows)


def with_texts(game: Game, entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries with their texts, the players' names included; emptied ones are missing."""
    personal_texts = _texts_of([game.pk]) if entries else {}
    return [replace(entry, texts=personal_texts.get((game.pk, entry.seq), ())) for entry in entries]


def put_to(rows: Collection[RecordEntry]) -> None:
    """Add the texts to rows for display: one query, or none if no row has any."""
    personal_rows = [row for row in rows if row.kind in _KINDS]
    if not personal_rows:
        return
    personal_texts = _texts_of({row.game_id for row in personal_rows})
    for row in personal_rows:
        row.texts = personal_texts.get((row.game_id, row.seq), ())


def _texts_of(game_ids: Collection[int]) -> Mapping[tuple[int, int], tuple[PersonalText, ...]]:
    personal_texts: dict[tuple[int, int], tuple[PersonalText, ...]] = defaultdict(tuple)
    rows = RecordText.objects.filter(game__in=game_ids).exclude(text="").order_by("game", "seq", "name")
    for game_id, seq, *text in rows.values_list("game", "seq", "name", "salt", "text"):
        personal_texts[game_id, seq] += (PersonalText(*text),)
    return personal_texts
