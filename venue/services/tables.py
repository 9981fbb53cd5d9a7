"""The tables of a section's electronic boards, kept for all rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.models.boards import ElectronicBoard
from tournaments.models.section import Section
from tournaments.registry import Kind
from tournaments.services.shared import check_fields, lock_section
from venue.kinds import BOARD_ASSIGNED, BOARD_FORGOTTEN
from venue.messages import say
from venue.services.reading import Report

_SEEN_EVERY = timedelta(seconds=20)
MOST_TABLES = 5000


def note_boards(section: Section, reports: Sequence[Report], *, now: datetime) -> Mapping[str, int | None]:
    """Store the electronic boards that report, and return the tables of their serial numbers.

    A row is written if its board is new, has changed, or was last seen some time ago.
    """
    data = {report.serial: report for report in reports if report.serial}
    if not data:
        return {}
    rows = {row.serial: row for row in ElectronicBoard.objects.filter(section=section, serial__in=data)}
    new = [
        ElectronicBoard(
            section=section, serial=report.serial, state=report.state, battery=report.battery, seen_at=now
        )
        for report in data.values()
        if report.serial not in rows
    ]
    if new:
        ElectronicBoard.objects.bulk_create(new, ignore_conflicts=True)
    changed = []
    for row in rows.values():
        report = data[row.serial]
        lines = (report.state or row.state, report.battery or row.battery)
        if lines != (row.state, row.battery) or row.seen_at is None or now - row.seen_at >= _SEEN_EVERY:
            (row.state, row.battery), row.seen_at = lines, now
            changed.append(row)
    if changed:
        ElectronicBoard.objects.bulk_update(changed, ["state", "battery", "seen_at"])
    return {serial: row.table for serial, row in rows.items()}


@transaction.atomic
def assign_board(
    *, actor: Actor, now: datetime, section_id: int, serial: str, table: int | None = None
) -> ElectronicBoard:
    """Assign the electronic board with this serial number to `table`, None for no table.

    Raises: BadInput ("bad_table_number"); Conflict ("table_has_board").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.REPORT_BOARDS)
    if table is not None and not 1 <= table <= MOST_TABLES:
        raise BadInput(say("bad_table_number", most=MOST_TABLES), field="table")
    electronic_board = (
        ElectronicBoard.objects.filter(section=section, table=table).exclude(serial=serial).first()
    )
    if table is not None and electronic_board is not None:
        raise Conflict(say("table_has_board", table=table, serial=electronic_board.serial), field="table")
    row = ElectronicBoard.objects.filter(section=section, serial=serial).first()
    row = row or ElectronicBoard(section=section, serial=serial.strip())
    before, row.table = row.table, table
    check_fields(row)
    row.save()
    if before != table:
        _log(section, BOARD_ASSIGNED, row, before, actor=actor, now=now)
    return row


@transaction.atomic
def forget_board(*, actor: Actor, now: datetime, section_id: int, serial: str) -> None:
    """Remove an electronic board from the section; if it reports again, it is listed again.

    Raises: NotFound ("no_such_electronic_board").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.REPORT_BOARDS)
    row = ElectronicBoard.objects.filter(section=section, serial=serial).first()
    if row is None:
        raise NotFound(say("no_such_electronic_board"))
    before, row.table = row.table, None
    _log(section, BOARD_FORGOTTEN, row, before, actor=actor, now=now)
    row.delete()


def _log(
    section: Section, kind: Kind, row: ElectronicBoard, before: int | None, *, actor: Actor, now: datetime
) -> None:
    happened(
        kind,
        section,
        actor=actor,
        now=now,
        before={"serial": row.serial, "table": before},
        after={"serial": row.serial, "table": row.table},
    )
