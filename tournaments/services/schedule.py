"""The starts of rounds, before and after they are paired; and discarded drafts."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tournaments.activity import happened, tables_changed
from tournaments.kinds import DRAFTS_DISCARDED, ROUND_RESCHEDULED, ROUNDS_SCHEDULED
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import MOST_ROUNDS, Section
from tournaments.services.shared import lock_round_for, lock_section_for

Starts = Mapping[int, datetime | None]


@transaction.atomic
def plan_rounds(*, actor: Actor, now: datetime, section_id: int, starts: Starts) -> Section:
    """Set when rounds of a section begin, by their numbers, whether they are paired or not; None: not known.

    The plan is public at once; existing rounds, drafts too, are rescheduled.
    Raises: BadInput ("no_such_round_planned" for a number that the section does not have; "rounds_out_of_order" if
    rounds are paired one after another and one would not begin later than the one before it); Conflict
    ("round_closed").
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    rows = {round_.number or 0: round_ for round_ in section.rounds.select_for_update().filter(kind=RoundKind.ROUND)}
    _check_numbers(section, rows, starts)
    before = _starts_before(section, rows)
    changed = {number: at for number, at in starts.items() if before.get(number) != at}
    moved = [rows[number] for number, at in starts.items() if number in rows and rows[number].starts_at != at]
    for row in moved:
        if row.status == RoundStatus.CLOSED:
            raise Conflict(say("round_closed"), field=f"start_{row.number}")
        row.starts_at = starts[row.number or 0]
    if not section.system.scheduled:
        _check_order({**before, **starts})
    Round.objects.bulk_update(moved, ["starts_at"])
    note_planned(section, changed)
    if changed or moved:
        happened(
            ROUNDS_SCHEDULED,
            section,
            actor=actor,
            now=now,
            before={"starts": {number: _utc_text(before.get(number)) for number in sorted(changed)}},
            after={"starts": {number: _utc_text(changed[number]) for number in sorted(changed)}},
        )
    return section


def _check_numbers(section: Section, rows: Mapping[int, Round], starts: Starts) -> None:
    """Check that the section has these rounds.  Raises: BadInput ("no_such_round_planned")."""
    last = section.rounds_planned or MOST_ROUNDS
    for number in starts:
        if number not in rows and not 1 <= number <= last:
            raise BadInput(say("no_such_round_planned", number=number), field=f"start_{number}")


def _starts_before(section: Section, rows: Mapping[int, Round]) -> dict[int, datetime | None]:
    """Return the starts as the public sees them: actual starts of published rounds, else planned starts."""
    planned = {number: section.planned_start(number) for number in range(1, len(section.planned_starts) + 1)}
    public = {number: row.starts_at for number, row in rows.items() if row.status != RoundStatus.DRAFT}
    return {**planned, **public}


def _check_order(starts: Starts) -> None:
    """Check that every round begins after the one before it.  Raises: BadInput ("rounds_out_of_order")."""
    pairs = sorted((number, at) for number, at in starts.items() if at is not None)
    for (earlier, earlier_at), (number, at) in pairwise(pairs):
        if at <= earlier_at:
            raise BadInput(say("rounds_out_of_order", number=number, earlier=earlier), field=f"start_{number}")


def note_planned(section: Section, starts: Starts) -> bool:
    """Store the planned starts; return whether they have changed.  The caller has locked the section."""
    planned_starts: list[str | None] = list(section.planned_starts)
    for number, at in starts.items():
        planned_starts += [None] * (number - len(planned_starts))
        planned_starts[number - 1] = _utc_text(at)
    while planned_starts and planned_starts[-1] is None:
        planned_starts.pop()
    if planned_starts == section.planned_starts:
        return False
    section.planned_starts = planned_starts
    section.save(update_fields=["planned_starts"])
    return True


def starts_of(section: Section, rounds: int, instants: Sequence[datetime]) -> list[datetime | None]:
    """Return the starts of rounds that are paired all at once.

    The first ones are `instants` and stored in the plan; the others are as planned.  The caller has locked the section.
    """
    beyond = range(rounds + 1, len(section.planned_starts) + 1)
    if note_planned(section, {**dict(enumerate(instants[:rounds], start=1)), **dict.fromkeys(beyond)}):
        tables_changed([section.pk])
    return [section.planned_start(number) for number in range(1, rounds + 1)]


def _utc_text(at: datetime | None) -> str | None:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}" if at is not None else None


@transaction.atomic
def reschedule_round(*, actor: Actor, now: datetime, round_id: int, starts_at: datetime | None) -> Round:
    """Set when a round begins; None: not known.  Raises: Conflict ("round_closed")."""
    row = lock_round_for(actor, Action.PAIR_ROUND, round_id)
    if row.status == RoundStatus.CLOSED:
        raise Conflict(say("round_closed"))
    if row.starts_at == starts_at:
        return row
    before = {"starts_at": row.starts_at.isoformat() if row.starts_at else None}
    after = {"round": row.number, "starts_at": starts_at.isoformat() if starts_at else None}
    row.starts_at = starts_at
    row.save(update_fields=["starts_at"])
    if row.status != RoundStatus.DRAFT:
        tables_changed([row.section_id])  # pages of the section and of its players show when it begins
    happened(ROUND_RESCHEDULED, row, actor=actor, now=now, before=before, after=after)
    return row


@transaction.atomic
def discard_drafts(*, actor: Actor, now: datetime, section_id: int) -> int:
    """Delete the drafts of a section, so that it can be paired again; return their number.

    A round robin is paired as a whole and discarded as a whole.
    Raises: Conflict ("no_drafts"; "schedule_begun" once a round of a round robin is public).
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    drafts = section.rounds.filter(status=RoundStatus.DRAFT)
    numbers = list(drafts.order_by("number").values_list("number", flat=True))
    if not numbers:
        raise Conflict(say("no_drafts"))
    if section.system.scheduled and section.rounds.exclude(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("schedule_begun"))
    boards = Pairing.objects.filter(round__in=drafts)
    before = {"rounds": numbers, "boards": boards.count()}
    boards.delete()
    drafts.delete()
    happened(DRAFTS_DISCARDED, section, actor=actor, now=now, before=before)
    return len(numbers)
