"""Declaring a section's table final, and taking that back."""

from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import TABLE_FINAL, TABLE_REOPENED
from tournaments.messages import say
from tournaments.models.round import RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.finality import digest_of, finality, open_boards
from tournaments.selectors.match_centre import bracket
from tournaments.selectors.standings import standings_of
from tournaments.services.knockout import refuse_unmet
from tournaments.services.rounds import refuse_undecided
from tournaments.services.shared import lock_section, lock_standings


@transaction.atomic
def finalise_table(*, actor: Actor, now: datetime, section_id: int, expected: str | None = None) -> Section:
    """Declare the table final.  It stays so while the table is the same: a later correction ends it by itself.

    `expected`: the digest of the table that the actor saw.
    Raises: BadInput ("no_table"); Conflict ("table_open", with `boards` that are adjourned, under appeal or without a
    result; "rounds_not_over", with `rounds`; "rounds_to_come", "not_all_met", "table_changed").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.CLOSE_ROUND)
    # No result may arrive between reading the table and declaring it final.
    lock_standings(section.pk)
    boards = open_boards(section)
    if boards:
        wheres = [board.where for board in boards]
        raise Conflict(say("table_open", boards=", ".join(wheres)), boards=wheres)
    _refuse_unfinished(section)
    view = standings_of(section)
    digest = digest_of(view)
    if expected is not None and expected != digest:
        raise Conflict(say("table_changed"))
    if finality(section, view).final:
        return section
    section.final_at, section.final_digest = now, digest
    section.save(update_fields=["final_at", "final_digest"])
    happened(TABLE_FINAL, section, actor=actor, now=now, after={"digest": digest})
    return section


@transaction.atomic
def reopen_table(*, actor: Actor, now: datetime, section_id: int, reason: str) -> Section:
    """The table is not final after all.  BadInput `reason_missing`; Conflict `table_not_final`."""
    section = lock_section(section_id)
    require(actor, section.event, Action.CLOSE_ROUND)
    if not reason.strip():
        raise BadInput(say("reason_missing"), field="reason")
    if section.final_at is None:
        raise Conflict(say("table_not_final"))
    section.final_at, section.final_digest = None, ""
    section.save(update_fields=["final_at", "final_digest"])
    happened(TABLE_REOPENED, section, actor=actor, now=now, after={"reason": reason.strip()})
    return section


def _refuse_unfinished(section: Section) -> None:
    rounds = list(section.rounds.order_by("number"))
    if not section.system.ranked or not rounds:
        raise BadInput(say("no_table"))
    unfinished = [round_ for round_ in rounds if round_.status != RoundStatus.CLOSED]
    if unfinished:
        numbers = [round_.number for round_ in unfinished if round_.number]
        raise Conflict(say("rounds_not_over", rounds=", ".join(map(str, numbers)) or "–"), rounds=numbers)
    refuse_unmet(section)
    if section.system.by_stage:
        _refuse_unfinished_knockout(section)
    played = sum(round_.kind == RoundKind.ROUND for round_ in rounds)
    planned = section.rounds_planned or 0
    if played and played < planned and not section.system.predetermined:
        raise Conflict(say("rounds_to_come", played=played, planned=planned))


def _refuse_unfinished_knockout(section: Section) -> None:
    """Check that the final is won: after a level match or before a later stage there is no first place."""
    so_far = bracket(section)
    refuse_undecided(so_far.undecided)
    if not so_far.stages or sum(not view.match.for_third for view in so_far.stages[-1]) != 1:
        raise BadInput(say("no_table"))
