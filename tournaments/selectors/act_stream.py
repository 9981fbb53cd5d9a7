"""The acts of an event in the order of its log, for programs that follow it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.registry import KINDS
from tournaments.selectors.events import acts_of

#: Concurrent acts may be committed in another order than their numbers, so this span is read again.
OVERLAP = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class Happening:
    """One act: `number` is its number in the log. Section, round and board are addresses, if it has them."""

    number: int
    at: datetime
    kind: str
    section: str | None
    round: int | None
    board: int | None
    registration: int | None
    what: Mapping[str, Any]
    public: bool

    def told(self) -> dict[str, Any]:
        """Return the act for JSON, without empty fields."""
        places = {"section": self.section, "round": self.round, "board": self.board, "registration": self.registration}
        result = {"id": self.number, "at": self.at.isoformat(), "kind": self.kind}
        return result | {name: value for name, value in places.items() if value is not None} | dict(self.what)


def last_number(event: Event) -> int:
    """Return the number of the newest act, 0 if there is none."""
    return acts_of(event).order_by("-pk").values_list("pk", flat=True).first() or 0


def happened(event: Event, after: int, *, now: datetime, most: int, again: bool = False) -> list[Happening]:
    """Return at most `most` acts after a number; with `again` also those of the `OVERLAP` before it.

    The reader drops known numbers. Results held back by a broadcast delay at `now` are not public, and are not sent
    later. At most seven queries for any number.
    """
    rows = acts_of(event).order_by("pk")
    start = after
    if again and (line := rows.filter(pk=after).first()) is not None:
        first = rows.filter(pk__lte=after, at__gte=line.at - OVERLAP).values_list("pk", flat=True).first()
        start = min(after, (first or after) - 1)
    keys: dict[str, set[int]] = {}
    lines = list(rows.filter(pk__gt=start)[:most])
    for row in lines:
        kind, _, key = row.subject.partition(":")
        if key.isdecimal():
            keys.setdefault(kind, set()).add(int(key))
    places = _places(keys, now)
    return [_happening(row, places.get(row.subject, _Place())) for row in lines]


@dataclass(frozen=True, slots=True)
class _Place:
    section: Section | None = None
    round: Round | None = None
    board: int | None = None
    registration: int | None = None
    delayed: bool = False

    @property
    def public(self) -> bool:
        """Whether the act is public now."""
        archived = self.section is None or self.section.archived_at is not None
        return not archived and not self.delayed and (self.round is None or self.round.status != RoundStatus.DRAFT)


def _places(keys: Mapping[str, Collection[int]], now: datetime) -> dict[str, _Place]:
    places: dict[str, _Place] = {}
    for section in Section.objects.filter(pk__in=keys.get("section", ())):
        places[f"section:{section.pk}"] = _Place(section)
    for round_ in Round.objects.filter(pk__in=keys.get("round", ())).select_related("section"):
        places[f"round:{round_.pk}"] = _Place(round_.section, round_)
    boards = Pairing.objects.filter(pk__in=keys.get("pairing", ())).select_related("round__section")
    for board in boards:
        is_delayed = board.public_from is not None and board.public_from > now
        places[f"pairing:{board.pk}"] = _Place(board.round.section, board.round, board.board, delayed=is_delayed)
    registrations = Registration.objects.filter(pk__in=keys.get("registration", ())).select_related("section")
    for registration in registrations:
        places[f"registration:{registration.pk}"] = _Place(registration.section, registration=registration.number)
    return places


def _happening(row: Log, place: _Place) -> Happening:
    after = row.after if isinstance(row.after, Mapping) else {}
    kind = KINDS.get(row.action)
    public = kind.public if kind else None
    return Happening(
        number=row.pk,
        at=row.at,
        kind=row.action,
        section=place.section.slug if place.section else None,
        round=place.round.number if place.round else None,
        board=place.board,
        registration=place.registration,
        what={name: after[name] for name in public or () if name in after},
        public=public is not None and place.public,
    )
