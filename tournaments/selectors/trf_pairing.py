"""What a TRF says of pairing besides its results: byes, accelerated points, pairs apart, and who laid hands on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.db.models import Q

from core.formats.trf.columns import write_points
from core.formats.trf.records import Kept, TrfRecord
from core.formats.trf.results import ResultMark
from core.formats.trf.swiss_records import AccelerationRecord, ByesRecord, ForbiddenRecord
from core.pairing import baku
from core.pairing.state import SwissPlayer, SwissState
from tournaments.models import Log, PairConstraint, Registration, RequestedBye, Section
from tournaments.models.pairing import Bye
from tournaments.models.player import RegistrationStatus
from tournaments.models.swiss import PairConstraintKind
from tournaments.systems.board import Board

_MARKS = {Bye.HALF: ResultMark.HALF_BYE, Bye.FULL: ResultMark.FULL_BYE, Bye.ZERO: ResultMark.ZERO_BYE}


def pairing_records(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board]
) -> list[TrfRecord]:
    """Lines 240, 250, 260 and comments; only of sections that are paired round by round."""
    if not section.system.by_round:
        return []
    return [
        *_byes(section, registrations, boards),
        *_acceleration(section, registrations, boards),
        *_forbidden_pairs(section),
        *integrity_comments(section),
    ]


# Byes


def _byes(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board]
) -> Iterator[ByesRecord]:
    numbers = {registration.pk: registration.number for registration in registrations}
    played = max((board.round for board in boards), default=0)
    found = {
        (board.round, numbers[board.white]): _MARKS[Bye(board.bye)]
        for board in boards
        if board.black is None and Bye(board.bye) in _MARKS
    }
    last = section.rounds_planned or played + 1
    for registration in registrations:
        gone = registration.status != RegistrationStatus.ACTIVE
        until = last if gone else min(registration.from_round - 1, last)
        found |= {(at, registration.number): ResultMark.ZERO_BYE for at in range(played + 1, until + 1)}
    asked = RequestedBye.objects.filter(
        registration__section=section, registration__status=RegistrationStatus.ACTIVE, round_number__gt=played
    )
    for number, at, kind in asked.values_list("registration__number", "round_number", "kind"):
        found.setdefault((at, number), _MARKS[Bye(kind)])
    ordered = sorted((at, str(mark), number) for (at, number), mark in found.items())
    for (at, kind), same in groupby(ordered, key=lambda one: one[:2]):
        yield ByesRecord(kind=kind, round=at, ids=tuple(number for *_, number in same))


# Acceleration


def _acceleration(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board]
) -> Iterator[AccelerationRecord]:
    """A line for each run of starting ranks with the same points in a round."""
    points: Mapping[int, Sequence[int]] = {
        registration.number: registration.virtual_points
        for registration in registrations
        if registration.virtual_points
    }
    if not points and section.accelerated and section.system.has("accelerated"):
        points = _baku(section, registrations, boards)
    numbers = [registration.number for registration in registrations]
    for at in range(1, max(map(len, points.values()), default=0) + 1):
        worth = [(points.get(number, ())[at - 1 : at] or (0,))[0] for number in numbers]
        for value, run in groupby(zip(worth, numbers, strict=True), key=lambda one: one[0]):
            ids = [number for _, number in run]
            if value:
                yield AccelerationRecord(
                    game_points=value, first_round=at, last_round=at, first_id=ids[0], last_id=ids[-1]
                )


def _baku(
    section: Section, registrations: Sequence[Registration], boards: Sequence[Board]
) -> Mapping[int, Sequence[int]]:
    numbers = {registration.pk: registration.number for registration in registrations}
    entrants = {
        numbers[key]
        for board in boards
        if board.round == 1 and board.bye in ("", Bye.PAIRING_ALLOCATED)
        for key in (board.white, board.black)
        if key is not None
    }
    if not any(board.round == 1 for board in boards):
        asked = RequestedBye.objects.filter(registration__section=section, round_number=1)
        away = set(asked.values_list("registration", flat=True))
        entrants = {
            one.number
            for one in registrations
            if one.status == RegistrationStatus.ACTIVE and one.from_round <= 1 and one.pk not in away
        }
    rounds = section.rounds_planned or 1
    players = tuple(SwissPlayer(one.number) for one in registrations)
    made = baku.accelerated(SwissState(players, rounds, win=section.points.win), entrants)
    return {player.number: player.virtual for player in made.players if player.virtual}


# Pairs


def _forbidden_pairs(section: Section) -> Iterator[ForbiddenRecord]:
    rules = PairConstraint.objects.filter(section=section, kind=PairConstraintKind.APART)
    for first, last, one, other in rules.values_list(
        "first_round", "last_round", "one__number", "other__number"
    ):
        ends = last or section.rounds_planned
        yield ForbiddenRecord(first_round=first, last_round=ends, ids=tuple(sorted((one, other))))


# What touched the pairing besides the engine


def integrity_comments(section: Section) -> list[Kept]:
    """Every act that took the pairing out of the engine's hands, as comments, the oldest first.

    They say what was done and when; who did it and why is in the log of the event, which is not public.
    """
    rounds = [f"round:{key}" for key in section.rounds.values_list("pk", flat=True)]
    rows = Log.objects.filter(event=section.event_id).filter(
        Q(subject=f"section:{section.pk}") | Q(subject__in=rounds)
    )
    told = ((row, _told(row)) for row in rows.order_by("pk"))
    lines = [Kept(text=f"### {row.at:%Y-%m-%d %H:%M} UTC  {words}") for row, words in told if words]
    forced = PairConstraint.objects.filter(section=section, kind=PairConstraintKind.TOGETHER)
    for first, last, one, other in forced.values_list(
        "first_round", "last_round", "one__number", "other__number"
    ):
        span = f"rounds {first} to {last}" if last else f"every round from {first}"
        lines.append(Kept(text=f"### Forced pair in {span}: {min(one, other)} and {max(one, other)}"))
    kept = section.restore_points.count()
    if kept and lines:
        lines.append(Kept(text=f"### {kept} restore points of this section are kept"))
    return lines


def _told(row: Log) -> str:
    before = row.before if isinstance(row.before, dict) else {}
    after = row.after if isinstance(row.after, dict) else {}
    number = after.get("round") or before.get("round")
    match row.action:
        case "round.changed_by_hand":
            return f"PIBE: round {number} changed by hand ({after.get('by_hand')}){_where(after)}"
        case "round.paired_by_hand":
            return f"PIBE: round {number} paired by hand"
        case "round.undone":
            return f"PIBE: round {number} undone, {after.get('games_annulled', 0)} games annulled"
        case "round.unpublished":
            return f"PIBE: round {number} taken back"
        case "section.restored":
            return "PIBE: the section was set back to a restore point"
        case "section.edited":
            return _edited(before, after)
        case "pair.constraint_added" | "pair.constraint_removed":
            return _restricted(before, after)
        case "trf.imported":
            return _brought_in(after)
    return ""


_NAMES = {
    "rounds_planned": "rounds",
    "tiebreaks": "tie-breaks",
    "edition": "rules of pairing",
    "accelerated": "Baku acceleration",
    "correction_rounds": "rounds open to correction",
    "rating_kind": "rating",
}


def _edited(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """What was changed of a section after it had been paired; the number of rounds whenever it was."""
    settled = after.get("after_pairing")
    fields = [str(one) for one in settled] if isinstance(settled, list) else []
    if not fields and "rounds_planned" in after:
        fields = ["rounds_planned"]
    told = [
        f"{_NAMES.get(name, name)} changed from {_value(before.get(name))} to {_value(after.get(name))}"
        for name in fields
    ]
    return f"PIBE: {'; '.join(told)}" if told else ""


def _restricted(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """A pair that was kept apart or had to meet, or no more, after the section had been paired."""
    if "after_round" not in after:
        return ""
    rule = before or after
    names = rule.get("pair")
    pair = " and ".join(map(str, names)) if isinstance(names, list) else ""
    what = "forbidden" if rule.get("rule") == PairConstraintKind.APART else "forced"
    ends = " no more" if before else ""
    return f"PIBE: pairing of {pair} {what}{ends} after round {after['after_round']}"


def _value(value: object) -> str:
    """Of a setting: points in half-points as a report has them."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return ",".join(map(str, value)) or "none"
    if isinstance(value, dict):
        worths = ((name, one) for name, one in value.items() if isinstance(one, int))
        return " ".join(f"{name}={write_points(one)}" for name, one in worths) or "the usual"
    return str(value)


def _brought_in(after: Mapping[str, object]) -> str:
    said = f"Brought in from a report with {after.get('rounds', 0)} rounds"
    adjusted, differ = after.get("adjusted"), after.get("differ")
    if isinstance(adjusted, list) and adjusted:
        said += f"; {len(adjusted)} faults of the report adjusted"
    if isinstance(differ, list) and differ:
        said += f"; not as the rules pair them: rounds {', '.join(map(str, differ))}"
    return said


def _where(after: Mapping[str, object]) -> str:
    """Which board or tables, or the players that were moved."""
    pair = after.get("pair")
    if isinstance(pair, list):
        return ": " + " and ".join(map(str, pair))
    if "board" in after:
        return f": board {after['board']}"
    if "from" in after:
        return f": board {after['from']} to {after.get('to')}"
    return f": {after['player']}" if "player" in after else ""
