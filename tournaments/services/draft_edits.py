"""A Swiss draft changed by hand: colours, opponents, tables, who plays and who does not.

Every change is held against C1-C3 by `core.pairing.legality`.  A breach is refused with its reason, unless
somebody takes it upon himself in writing (`despite`); then it stays with the round.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Max

from common.actors import Actor
from common.errors import BadInput, Conflict
from common.messages import Message
from common.permissions import Action
from core.pairing.state import Pair
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Pairing, Provenance, Registration, RequestedBye, Round, Section
from tournaments.models.pairing import Bye
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.models.swiss import REQUESTED
from tournaments.services.matches import Seats, seat, terms_of
from tournaments.services.rollback.restore_points import take_restore_point
from tournaments.services.shared import lock_round_with_section, write_log
from tournaments.services.swiss import byes_of, give_byes, prepare, refuse_illegal, seat_boards
from tournaments.services.swiss_state import digest_of, engine_of, load_state, require_swiss

#: Breaches that nobody can take upon himself: the round would not be one.
_NEVER = frozenset({"unknown_player", "absent_paired", "seated_twice", "not_seated", "needless_bye"})


@dataclass
class DraftSheet:
    """The draft in hand: tables by number, as (White, Black) of entries' keys, and who has the allocated bye."""

    row: Round
    section: Section
    registrations: dict[int, Registration]
    tables: dict[int, tuple[int, int]]
    bye: int | None
    said: dict[str, Any] = field(default_factory=dict)

    def table_of(self, registration_id: int) -> int | None:
        return next((number for number, pair in self.tables.items() if registration_id in pair), None)

    def mate(self, registration_id: int) -> int | None:
        """The opponent; None for whoever has the allocated bye.  BadInput `not_at_a_board` for the others."""
        if registration_id == self.bye:
            return None
        table = self.table_of(registration_id)
        if table is None:
            raise BadInput(say("not_at_a_board.requested_bye"), field="registration")
        white, black = self.tables[table]
        return black if white == registration_id else white

    def replace(self, one: int, other: int) -> None:
        """Each of two players gets the seat of the other."""
        self.mate(one), self.mate(other)
        seats = {one: other, other: one}
        self.tables = {
            number: (seats.get(white, white), seats.get(black, black))
            for number, (white, black) in self.tables.items()
        }
        self.bye = seats.get(self.bye, self.bye) if self.bye is not None else None

    def names(self, *keys: int) -> list[str]:
        return [self.registrations[key].player.full_name for key in keys]


def swap_colours(*, actor: Actor, now: datetime, pairing_id: int, version: int, despite: str = "") -> Round:
    """White and Black of one board change sides."""

    def change(sheet: DraftSheet) -> None:
        table = _table(pairing_id)
        white, black = sheet.tables[table]
        sheet.tables[table] = (black, white)
        sheet.said = {"board": table}

    row_id = _round_of(pairing_id)
    return _changed(actor, now, row_id, version, despite, "colours", change)


def exchange_players(
    *, actor: Actor, now: datetime, round_id: int, one_id: int, other_id: int, version: int, despite: str = ""
) -> Round:
    """Two players take each other's seats; one of them may have the allocated bye."""

    def change(sheet: DraftSheet) -> None:
        _two(sheet, one_id, other_id)
        if sheet.mate(one_id) == other_id:
            raise BadInput(say("same_board"))
        sheet.replace(one_id, other_id)
        sheet.said = {"pair": sheet.names(one_id, other_id)}

    return _changed(actor, now, round_id, version, despite, "exchange", change)


def pair_by_hand_in_draft(
    *,
    actor: Actor,
    now: datetime,
    round_id: int,
    white_id: int,
    black_id: int,
    version: int,
    despite: str = "",
) -> Round:
    """Have two players meet with these colours; those who were to meet them meet each other, or have the bye."""

    def change(sheet: DraftSheet) -> None:
        _two(sheet, white_id, black_id)
        if sheet.mate(white_id) != black_id:
            keeper, guest = (white_id, black_id) if white_id != sheet.bye else (black_id, white_id)
            mate = sheet.mate(keeper)
            assert mate is not None  # only one has the bye
            sheet.replace(guest, mate)
        table = sheet.table_of(white_id)
        assert table is not None
        sheet.tables[table] = (white_id, black_id)
        sheet.said = {"pair": sheet.names(white_id, black_id)}

    return _changed(actor, now, round_id, version, despite, "pair", change)


def move_table(*, actor: Actor, now: datetime, pairing_id: int, board: int, version: int) -> Round:
    """Play a board at another table; whoever sits there changes with it."""

    def change(sheet: DraftSheet) -> None:
        table = _table(pairing_id)
        if board < 1:
            raise BadInput(say("bad_table"), field="board")
        here, there = sheet.tables.pop(table), sheet.tables.pop(board, None)
        sheet.tables[board] = here
        if there is not None:
            sheet.tables[table] = there
        sheet.said = {"from": table, "to": board}

    return _changed(actor, now, _round_of(pairing_id), version, "", "table", change)


def remove_from_draft(
    *,
    actor: Actor,
    now: datetime,
    round_id: int,
    registration_id: int,
    version: int,
    bye: Bye | str = Bye.ZERO,
    despite: str = "",
) -> Round:
    """A player does not play after all; his opponent plays whoever has the allocated bye, or gets it himself."""

    def change(sheet: DraftSheet) -> None:
        if bye not in REQUESTED:
            raise BadInput(say("unknown_bye", kind=bye), field="bye")
        _known(sheet, registration_id)
        mate = sheet.mate(registration_id)
        if mate is None:
            sheet.bye = None
        elif sheet.bye is None:
            table = sheet.table_of(registration_id)
            assert table is not None
            del sheet.tables[table]
            sheet.bye = mate
        else:
            sheet.replace(registration_id, sheet.bye)
            sheet.bye = None
        if sheet.registrations[registration_id].status == RegistrationStatus.ACTIVE:
            RequestedBye.objects.update_or_create(
                registration_id=registration_id,
                round_number=sheet.row.number or 1,
                defaults={"kind": str(bye), "asked_at": now},
            )
        sheet.said = {"player": sheet.names(registration_id)[0], "bye": str(bye)}

    return _changed(actor, now, round_id, version, despite, "off", change)


def add_to_draft(
    *, actor: Actor, now: datetime, round_id: int, registration_id: int, version: int, despite: str = ""
) -> Round:
    """A player who was not to play does: against whoever has the allocated bye, or he has it himself."""

    def change(sheet: DraftSheet) -> None:
        registration = _known(sheet, registration_id)
        if registration_id == sheet.bye or sheet.table_of(registration_id) is not None:
            raise Conflict(say("seated_twice"))
        if registration.status != RegistrationStatus.ACTIVE:
            raise Conflict(say("not_playing"))
        number = sheet.row.number or 1
        RequestedBye.objects.filter(registration=registration, round_number=number).delete()
        if registration.from_round > number:
            registration.from_round = number
            registration.save(update_fields=["from_round"])
        if sheet.bye is None:
            sheet.bye = registration_id
        else:
            table = max(sheet.tables, default=sheet.section.first_board - 1) + 1
            sheet.tables[table] = (registration_id, sheet.bye)
            sheet.bye = None
        sheet.said = {"player": sheet.names(registration_id)[0]}

    return _changed(actor, now, round_id, version, despite, "in", change)


@transaction.atomic
def restore_engine_pairing(*, actor: Actor, now: datetime, round_id: int, version: int) -> Round:
    """Drop the changes by hand: the boards as the engine made them.  Conflict `illegal_pairing` if players changed."""
    row, source = _draft(actor, round_id, version)
    section = row.section
    state = load_state(section, row.number or 1)
    pairs = tuple(Pair(white, black) for white, black in source.boards)
    refuse_illegal(engine_of(section).check(state, pairs, source.bye))
    take_restore_point(section, actor=actor, now=now, before="manual", round_number=row.number)
    registrations = {registration.number: registration for registration in section.registrations.all()}
    clear_boards(row)
    seat_boards(
        row, section, registrations, pairs, byes_of(section, row.number or 1, registrations, source.bye)
    )
    Provenance.objects.filter(pk=source.pk).update(version=F("version") + 1, waived=[])
    _written(row, actor, now, {"by_hand": "engine", "round": row.number})
    return row


@transaction.atomic
def confirm_draft(*, actor: Actor, now: datetime, round_id: int, version: int) -> Round:
    """What a draft rests on has changed since; somebody has looked it through and lets it stand, if it is legal."""
    row, source = _draft(actor, round_id, version)
    sheet = _sheet(row)
    problems = _problems(sheet)
    refuse_illegal(tuple(one for one in problems if one.code in _NEVER or not source.waived))
    Provenance.objects.filter(pk=source.pk).update(
        digest=digest_of(prepare(row.section, row.number or 1).plain), version=F("version") + 1
    )
    _written(row, actor, now, {"by_hand": "confirmed", "round": row.number})
    return row


def _table(pairing_id: int) -> int:
    """The table of a board; of a game of a match, the number of the match."""
    found = Pairing.objects.select_related("match").get(pk=pairing_id)
    return found.match.number if found.match else found.board


def _round_of(pairing_id: int) -> int:
    found = Pairing.objects.filter(pk=pairing_id, bye="").values_list("round", flat=True).first()
    if found is None:
        raise BadInput(say("no_such_pairing"))
    return found


@transaction.atomic
def _changed(
    actor: Actor,
    now: datetime,
    round_id: int,
    version: int,
    despite: str,
    name: str,
    change: Callable[[DraftSheet], None],
) -> Round:
    row, source = _draft(actor, round_id, version)
    section, number = row.section, row.number or 1
    fresh = source.digest == digest_of(prepare(section, number).plain)
    take_restore_point(section, actor=actor, now=now, before="manual", round_number=number)
    sheet = _sheet(row)
    change(sheet)
    problems = _problems(sheet)
    refuse_illegal(tuple(one for one in problems if one.code in _NEVER or not despite.strip()))
    _write(sheet)
    source.version += 1
    if fresh:
        source.digest = digest_of(prepare(section, number).plain)
    source.waived = _waived(source, problems, despite.strip(), actor)
    source.save(update_fields=["version", "digest", "waived"])
    said = {"by_hand": name, "round": number, **sheet.said}
    if despite.strip() and problems:
        said["reason"] = despite.strip()
    _written(row, actor, now, said)
    return row


def _draft(actor: Actor, round_id: int, version: int) -> tuple[Round, Provenance]:
    """The locked draft.  Conflict `round_status`, `changed_meanwhile`."""
    row = lock_round_with_section(round_id)
    require(actor, row.section.event, Action.PAIR_ROUND)
    require_swiss(row.section)
    source = Provenance.objects.filter(round=row).first()
    if row.status != RoundStatus.DRAFT or source is None:
        raise Conflict(say("round_status", status=row.status))
    if source.version != version:
        raise Conflict(
            say("draft_changed"),
            version=source.version,
        )
    return row, source


def _sheet(row: Round) -> DraftSheet:
    boards = list(row.pairings.select_related("match").order_by("board"))
    return DraftSheet(
        row,
        row.section,
        {
            registration.pk: registration
            for registration in row.section.registrations.select_related("player")
        },
        {
            (one.match.number if one.match else one.board): (one.white_id, one.black_id)
            for one in boards
            if one.black_id is not None and one.leg == 1
        },
        next((one.white_id for one in boards if one.bye == Bye.PAIRING_ALLOCATED), None),
    )


def _problems(sheet: DraftSheet) -> tuple[Message, ...]:
    number = {key: registration.number for key, registration in sheet.registrations.items()}
    state = load_state(sheet.section, sheet.row.number or 1)
    pairs = [(number[white], number[black]) for white, black in sheet.tables.values()]
    check = engine_of(sheet.section).check
    return check(state, pairs, number[sheet.bye] if sheet.bye is not None else None)


def _write(sheet: DraftSheet) -> None:
    """The boards anew, byes after the last table."""
    by_number = {registration.number: registration for registration in sheet.registrations.values()}
    allocated = sheet.registrations[sheet.bye].number if sheet.bye is not None else None
    byes = byes_of(sheet.section, sheet.row.number or 1, by_number, allocated)
    clear_boards(sheet.row)
    if terms_of(sheet.section) is not None:
        seats = [Seats(sheet.row, number, *pair) for number, pair in sorted(sheet.tables.items())]
        seat(sheet.section, seats)
        last = sheet.row.pairings.aggregate(last=Max("board"))["last"] or sheet.section.first_board - 1
        give_byes(sheet.row, byes, after=last)
        return
    last = max(sheet.tables, default=sheet.section.first_board - 1)
    boards = [
        Pairing(round=sheet.row, board=number, white_id=white, black_id=black)
        for number, (white, black) in sorted(sheet.tables.items())
    ]
    Pairing.objects.bulk_create(boards)
    give_byes(sheet.row, byes, after=last)


def clear_boards(row: Round) -> None:
    row.pairings.all().delete()
    row.matches.all().delete()


def _waived(
    source: Provenance, problems: tuple[Message, ...], despite: str, actor: Actor
) -> list[dict[str, Any]]:
    """The breaches that stand now, with the reasons given for them, old or new."""
    known = {str(one["problem"]): one for one in source.waived}
    return [
        known.get(str(one)) or {"code": one.code, "problem": str(one), "reason": despite, "who": actor.key}
        for one in problems
    ]


def _written(row: Round, actor: Actor, now: datetime, after: dict[str, Any]) -> None:
    event = row.section.event
    write_log(event=event, actor=actor, now=now, action="round.changed_by_hand", subject=row, after=after)


def _known(sheet: DraftSheet, registration_id: int) -> Registration:
    if registration_id not in sheet.registrations:
        raise BadInput(say("no_such_registration"), field="registration")
    return sheet.registrations[registration_id]


def _two(sheet: DraftSheet, one: int, other: int) -> None:
    _known(sheet, one), _known(sheet, other)
    if one == other:
        raise BadInput(say("pairing_with_oneself"), field="other")
