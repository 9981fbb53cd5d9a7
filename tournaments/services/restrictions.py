"""What the organiser rules about pairs and tables: who must not meet, who must, who keeps his table."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.errors import BadInput, Conflict, NotFound
from common.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import PairConstraint, Registration, Section
from tournaments.models.swiss import PairConstraintKind
from tournaments.services.byes import lock_section_of
from tournaments.services.rollback.restore_points import take_restore_point
from tournaments.services.shared import check_fields, lock_section, write_log
from tournaments.services.swiss_state import require_swiss

_HIGHEST_TABLE = 9_999


@transaction.atomic
def add_pair_constraint(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    kind: PairConstraintKind | str,
    registration_id: int,
    other_id: int,
    first_round: int = 1,
    last_round: int | None = None,
    reason: str = "",
    confirmed: bool = False,
) -> PairConstraint:
    """Keep two players apart, or have them meet, in some rounds or all.  It holds from the next pairing on.

    Once the section is paired it has to be `confirmed` (Conflict `restriction_after_pairing`), and the report says so.
    BadInput `unknown_rule`, `no_such_registration`, `pairing_with_oneself`, `bad_rounds`; Conflict
    `pair_ruled_already`.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    require_swiss(section)
    if kind not in PairConstraintKind.values:
        raise BadInput(say("unknown_rule"), field="kind")
    if registration_id == other_id:
        raise BadInput(say("pairing_with_oneself"), field="other")
    one, other = sorted((registration_id, other_id))
    found = {
        registration.pk: registration
        for registration in section.registrations.filter(pk__in=(one, other)).select_related("player")
    }
    if len(found) != 2:
        raise BadInput(say("no_such_registration"), field="other")
    if first_round < 1 or (last_round is not None and last_round < first_round):
        raise BadInput(say("bad_rounds"), field="last_round")
    if section.pair_rules.filter(one=one, other=other).exists():
        raise Conflict(say("pair_ruled_already"))
    late = _after_pairing(section, confirmed=confirmed)
    rule = PairConstraint(
        section=section,
        kind=str(kind),
        one=found[one],
        other=found[other],
        first_round=first_round,
        last_round=last_round,
        reason=reason.strip(),
    )
    check_fields(rule)
    take_restore_point(section, actor=actor, now=now, before="pair_rule")
    rule.save()
    after = {"rule": str(kind), "pair": _names(rule), "reason": rule.reason, **late}
    write_log(
        event=section.event,
        actor=actor,
        now=now,
        action="pair.constraint_added",
        subject=section,
        after=after,
    )
    return rule


@transaction.atomic
def remove_pair_constraint(*, actor: Actor, now: datetime, rule_id: int, confirmed: bool = False) -> None:
    """Take such a rule back.  NotFound `no_such_rule`; Conflict `restriction_after_pairing` unless `confirmed`."""
    section_id = PairConstraint.objects.filter(pk=rule_id).values_list("section", flat=True).first()
    if section_id is None:
        raise NotFound(say("no_such_rule"))
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    rule = PairConstraint.objects.select_related("one__player", "other__player").filter(pk=rule_id).first()
    if rule is None:
        raise NotFound(say("no_such_rule"))
    late = _after_pairing(section, confirmed=confirmed)
    take_restore_point(section, actor=actor, now=now, before="pair_rule")
    before = {"rule": rule.kind, "pair": _names(rule)}
    rule.delete()
    write_log(
        event=section.event,
        actor=actor,
        now=now,
        action="pair.constraint_removed",
        subject=section,
        before=before,
        after=late,
    )


@transaction.atomic
def fix_table(*, actor: Actor, now: datetime, registration_id: int, board: int | None) -> Registration:
    """Have a player always sit at one table (None: at any); it holds from the next pairing on.

    BadInput `bad_table`; Conflict `table_taken`.
    """
    section = lock_section_of(registration_id)
    require(actor, section.event, Action.PAIR_ROUND)
    require_swiss(section)
    registration = section.registrations.get(pk=registration_id)
    if board is not None and not 1 <= board <= _HIGHEST_TABLE:
        raise BadInput(say("bad_table"), field="board")
    if (
        board is not None
        and section.registrations.filter(fixed_board=board).exclude(pk=registration_id).exists()
    ):
        raise Conflict(
            say("table_taken", board=board),
            field="board",
        )
    before, registration.fixed_board = {"table": registration.fixed_board}, board
    registration.save(update_fields=["fixed_board"])
    write_log(
        event=section.event,
        actor=actor,
        now=now,
        action="table.fixed",
        subject=registration,
        before=before,
        after={"table": board},
    )
    return registration


def _after_pairing(section: Section, *, confirmed: bool) -> dict[str, object]:
    """For the log: after which round it is ruled; nothing before the first pairing."""
    last = section.rounds.order_by("-number").values_list("number", flat=True).first()
    if last is None:
        return {}
    if not confirmed:
        raise Conflict(say("restriction_after_pairing"), field="confirmed")
    return {"after_pairing": True, "after_round": last}


def _names(rule: PairConstraint) -> list[str]:
    return [rule.one.player.full_name, rule.other.player.full_name]
