"""Adjourned games that need an arbiter, with the next step of each and whether it is overdue."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef, Q

from arbiter.messages import say
from arbiter.models import Envelope
from arbiter.selectors.regimes import game_at
from games.models.game import Game
from games.models.record import moment
from games.texts import with_texts
from games.verification import entries_of
from tavleya.errors import NotFound
from tavleya.record.entries import Entry, EntryKind, GamePhase
from tavleya.rules.contract import Figure
from tavleya.rules.registry import rules_for
from tavleya.sides import Side
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus


class AwaitedStep(StrEnum):
    """The next step of an adjourned game, in the order of the procedure."""

    SEAL = "seal"  # asked to seal a move, and not sealed yet
    STOP = "stop"  # a move is sealed and the clocks run on: the arbiter stops them
    RESUMPTION = "resumption"  # adjourned until it is set up again
    OPENING = "opening"  # set up, its envelope closed
    RULING = "ruling"  # the envelope is open, and its move is impossible
    LOST = "lost"  # the envelope is lost


@dataclass(frozen=True, slots=True)
class AdjournmentDue:
    """One game that is adjourned or being adjourned.

    `side` sealed a move, or has been asked to. `due` and `place` of the resumption are None and empty until they are
    announced. `overdue`: the resumption is due and the game is not set up. `holder` has the envelope.
    """

    pairing: Pairing
    game: Game
    waits: AwaitedStep
    side: Side
    due: datetime | None
    place: str
    overdue: bool
    holder: str


def adjournments_due(event: Event, now: datetime) -> list[AdjournmentDue]:
    """Return the event's games that are being adjourned, are adjourned, or have a waiting envelope, the next due first.

    Games that need an act at the board now come first, games without an announced time last. Two queries.
    """
    pairings = (
        Pairing.objects.filter(round__section__event=event, round__section__archived_at__isnull=True, game__result="")
        .exclude(round__status=RoundStatus.DRAFT)
        .exclude(game__phase__in=(GamePhase.FINISHED, GamePhase.ANNULLED))
        .filter(_may_be_adjourned())
        .select_related("game", "round__section__event", "white__player", "black__player")
    )
    adjourned = [pairing for pairing in pairings if _is_adjourned(game_at(pairing).snapshot)]
    waiting = (Envelope.Status.CLOSED, Envelope.Status.LOST)
    rows = Envelope.objects.filter(game__pairing__in=adjourned, status__in=waiting).order_by("number")
    holders = {row.game_id: row.holder for row in rows}
    adjournments = [_due(pairing, holders.get(game_at(pairing).pk, ""), now) for pairing in adjourned]
    return sorted(adjournments, key=_urgency)


def _may_be_adjourned() -> Q:
    """Return the filter of games to check: in rounds being played also those that have not begun."""
    played = Q(game__phase__in=(GamePhase.PLAYING, GamePhase.PAUSED, GamePhase.ADJOURNED))
    open_rounds = Q(round__status__in=(RoundStatus.PUBLISHED, RoundStatus.PLAYING))
    return played | open_rounds | Q(Exists(Envelope.objects.filter(game=OuterRef("game"))))


def _is_adjourned(snapshot: dict[str, Any]) -> bool:
    return bool(snapshot.get("sealing") or snapshot.get("sealed") or snapshot.get("adjourned"))


def _due(pairing: Pairing, holder: str, now: datetime) -> AdjournmentDue:
    game = game_at(pairing)
    snapshot = game.snapshot
    adjourned = snapshot.get("adjourned") or {}
    sealed = next(iter(snapshot.get("sealed") or ()), None)
    waits = _next_step(game, sealed)
    due = moment(adjourned["due"]) if adjourned.get("due") is not None else None
    return AdjournmentDue(
        pairing=pairing,
        game=game,
        waits=waits,
        side=Side(sealed["side"] if sealed else snapshot.get("sealing") or adjourned["side"]),
        due=due,
        place=adjourned.get("place") or "",
        overdue=waits is AwaitedStep.RESUMPTION and due is not None and now >= due,
        holder=holder,
    )


def _next_step(game: Game, sealed: dict[str, Any] | None) -> AwaitedStep:
    if game.snapshot.get("sealing"):
        return AwaitedStep.STOP if sealed else AwaitedStep.SEAL
    if sealed and sealed["lost"]:
        return AwaitedStep.LOST
    if sealed and sealed["outcome"]:
        return AwaitedStep.RULING
    return AwaitedStep.RESUMPTION if game.phase == GamePhase.ADJOURNED else AwaitedStep.OPENING


def _urgency(adjournment: AdjournmentDue) -> tuple[bool, bool, float, int, int]:
    at_rest = adjournment.waits is AwaitedStep.RESUMPTION and not adjournment.overdue
    instant = adjournment.due.timestamp() if adjournment.due else 0.0
    return (
        at_rest,
        adjournment.due is None,
        instant,
        adjournment.pairing.round.section.position,
        adjournment.pairing.board,
    )


# Adjourned games for arbiters: the printed envelope, and the custody and due times of envelopes.


@dataclass(frozen=True, slots=True)
class Square:
    """An occupied square and its figures, from the top down, as in the notation of positions (G.7)."""

    name: str
    figures: tuple[Figure, ...]


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
    custody: tuple[dict[str, Any], ...]


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
    """Return the number of the entry after the closing of the envelope."""
    following = next(
        (entry for entry in _entries_of_kind(row.game, EntryKind.ADJOURNED) if entry.seq > row.sealing_seq), None
    )
    return following.seq + 1 if following and not row.second else row.sealing_seq


def _times(data: Mapping[str, int], ending: str) -> Mapping[Side, int] | None:
    times = {side: data[f"{side.value}{ending}"] for side in Side if f"{side.value}{ending}" in data}
    return times or None


def _chain(game: Game, row: Envelope) -> tuple[dict[str, Any], ...]:
    return tuple(
        {
            "at": moment(entry.at),
            "giver": entry.said("giver"),
            "holder": entry.said("holder"),
            "note": entry.said("note"),
        }
        for entry in with_texts(game, _entries_of_kind(game, EntryKind.CUSTODY))
        if entry.data.get("sealing") == row.sealing_seq
    )


def _entries_of_kind(game: Game, kind: EntryKind) -> list[Entry]:
    return [entry for entry in entries_of(game) if entry.kind is kind]
