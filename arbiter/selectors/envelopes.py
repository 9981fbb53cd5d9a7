"""Adjourned games for arbiters: the printed envelope, and the custody and due times of envelopes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arbiter.messages import say
from arbiter.models.envelope import Envelope
from games.models.game import Game
from games.models.record import moment
from games.records import entries_of
from games.texts import with_texts
from tavleya.errors import NotFound
from tavleya.record.entries import Entry, EntryKind
from tavleya.rules.contract import Figure
from tavleya.rules.registry import rules_for
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class Square:
    """An occupied square and its figures, from the top down, as in the notation of positions (G.7)."""

    name: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Custody:
    """One change of hands."""

    at: datetime
    giver: str
    holder: str
    note: str


@dataclass(frozen=True, slots=True)
class EnvelopeSheet:
    """The content of an envelope sheet (A.2), with the commitment and the custody for the paper copy.

    Times are in milliseconds by side, None on a board without a clock. `move_number` is that of the sealed move, `side`
    its author. `offered_by`: the side of an open draw offer.
    """

    game: Game
    number: int
    white: str
    black: str
    side: Side
    move_number: int
    position: str
    squares: tuple[Square, ...]
    left_ms: Mapping[Side, int] | None
    used_ms: Mapping[Side, int] | None
    offered_by: Side | None
    due: datetime | None
    place: str
    commitment: str
    status: str
    second: bool
    custody: tuple[Custody, ...]


def envelope_sheet(game: Game) -> EnvelopeSheet:
    """Return the sheet of the game's newest envelope. Raises: NotFound ("no_envelope")."""
    row = Envelope.objects.filter(game=game).order_by("-number").first()
    if row is None:
        raise NotFound(say("no_envelope"))
    # A reply in a second envelope has no separate adjournment: times and position are those of the first one.
    until = _after(row)
    data: Mapping[str, Any] = [
        entry.data for entry in _entries_of_kind(game, EntryKind.ADJOURNED) if entry.seq < until
    ][-1]
    offer = game.snapshot.get("offer")
    figures = rules_for(game.game, game.rules).position(data["position"]).figures()
    return EnvelopeSheet(
        game=game,
        number=row.number,
        white=game.white_name,
        black=game.black_name,
        side=Side(row.side),
        move_number=(row.ply + 1) // 2,
        position=data["position"],
        squares=tuple(Square(name, pieces) for name, pieces in sorted(figures.items())),
        left_ms=_times(data, "_ms"),
        used_ms=_times(data, "_used_ms"),
        offered_by=Side(offer["side"]) if offer else None,
        due=row.due_at,
        place=row.place,
        commitment=row.commitment,
        status=row.status,
        second=row.second,
        custody=_chain(game, row),
    )


def _after(row: Envelope) -> int:
    """Return the first entry after the closing of the envelope."""
    following = next(
        (entry for entry in _entries_of_kind(row.game, EntryKind.ADJOURNED) if entry.seq > row.sealing_seq),
        None,
    )
    return following.seq + 1 if following and not row.second else row.sealing_seq


def _times(log_data: Mapping[str, int], ending: str) -> Mapping[Side, int] | None:
    times = {side: log_data[f"{side.value}{ending}"] for side in Side if f"{side.value}{ending}" in log_data}
    return times or None


def _chain(game: Game, row: Envelope) -> tuple[Custody, ...]:
    return tuple(
        Custody(
            moment(entry.at),
            entry.said("giver"),
            entry.said("holder"),
            entry.said("note"),
        )
        for entry in with_texts(game, _entries_of_kind(game, EntryKind.CUSTODY))
        if entry.data.get("sealing") == row.sealing_seq
    )


def _entries_of_kind(game: Game, kind: EntryKind) -> list[Entry]:
    return [entry for entry in entries_of(game) if entry.kind is kind]
