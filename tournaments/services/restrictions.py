"""The organiser's rulings about pairs and tables, and settings that the first pairing fixes."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.messages import Message, label
from tavleya.permissions import Action
from tavleya.rules.contract import RegulatedMode
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.activity import happened
from tournaments.kinds import PAIR_CONSTRAINT_ADDED, PAIR_CONSTRAINT_REMOVED, TABLE_FIXED
from tournaments.messages import say
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, PairConstraintKind, TeamRestriction
from tournaments.services.restore_points import take_restore_point
from tournaments.services.shared import check_fields, find, lock_section_for, section_of
from tournaments.services.swiss_state import require_swiss

_HIGHEST_TABLE = 9_999

Rule = PairConstraint | TeamRestriction
RuleRow = TypeVar("RuleRow", PairConstraint, TeamRestriction)


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
    """Keep two players apart, or make them meet, in some rounds or all, from the next pairing on.

    Once the section is paired, the report states the constraint.
    Raises: BadInput ("unknown_rule", "no_such_registration", "pairing_with_oneself", "bad_rounds"); Conflict
    ("pair_ruled_already"; "restriction_after_pairing" until `confirmed` once the section is paired; "fixed_by_mode" if
    the regulations do not allow it).
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    require_swiss(section)
    if kind not in PairConstraintKind.values:
        raise BadInput(say("unknown_rule"), field="kind")
    first, second = ordered_pair(registration_id, other_id)
    registrations = {
        registration.pk: registration
        for registration in section.registrations.filter(pk__in=(first, second)).select_related("player")
    }
    if len(registrations) != 2:
        raise BadInput(say("no_such_registration"), field="other")
    pair = {"one": registrations[first], "other": registrations[second], "kind": str(kind)}
    rounds = {"first_round": first_round, "last_round": last_round}
    rule = PairConstraint(section=section, **pair, **rounds, reason=reason.strip())
    keep_rule(rule, _log_data(rule), actor=actor, now=now, confirmed=confirmed)
    return rule


@transaction.atomic
def remove_pair_constraint(*, actor: Actor, now: datetime, rule_id: int, confirmed: bool = False) -> None:
    """Remove a rule about two players.  Raises: the errors of `lift_rule`."""
    rules = PairConstraint.objects.select_related("one__player", "other__player")
    lift_rule(rules, rule_id, _log_data, actor=actor, now=now, confirmed=confirmed)


@transaction.atomic
def fix_table(*, actor: Actor, now: datetime, registration_id: int, board: int | None) -> Registration:
    """Fix the table of a player (None: any table) from the next pairing on.

    Raises: BadInput ("bad_table"); Conflict ("table_taken").
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_of(registration_id))
    return seat_at(section, section.registrations.get(pk=registration_id), board, actor=actor, now=now)


def seat_at(
    section: Section, registration: Registration, board: int | None, *, actor: Actor, now: datetime
) -> Registration:
    """Carry out `fix_table` for a caller that has locked the section and checked the actor."""
    require_swiss(section)
    if board is not None and not 1 <= board <= _HIGHEST_TABLE:
        raise BadInput(say("bad_table"), field="board")
    if board is not None and section.registrations.filter(fixed_board=board).exclude(pk=registration.pk).exists():
        raise Conflict(say("table_taken", board=board), field="board")
    before, registration.fixed_board = {"table": registration.fixed_board}, board
    registration.save(update_fields=["fixed_board"])
    happened(TABLE_FIXED, registration, actor=actor, now=now, before=before, after={"table": board})
    return registration


def _log_data(rule: PairConstraint) -> dict[str, object]:
    return {"rule": str(rule.kind), "pair": [rule.one.player.full_name, rule.other.player.full_name]}


# Common to players and teams


def ordered_pair(one_id: int, other_id: int) -> list[int]:
    """Return the two keys, the smaller first.  Raises: BadInput ("pairing_with_oneself")."""
    if one_id == other_id:
        raise BadInput(say("pairing_with_oneself"), field="other")
    return sorted((one_id, other_id))


def keep_rule(rule: Rule, common: Mapping[str, object], *, actor: Actor, now: datetime, confirmed: bool) -> None:
    """Store a ruling about two entrants.  The caller has locked the section.  `common`: log data.

    Raises: BadInput ("bad_rounds"); Conflict ("pair_ruled_already"); the errors of `after_pairing`.
    """
    section = rule.section
    if rule.first_round < 1 or (rule.last_round is not None and rule.last_round < rule.first_round):
        raise BadInput(say("bad_rounds"), field="last_round")
    if type(rule)._default_manager.filter(section=section, one_id=rule.one_id, other_id=rule.other_id).exists():
        raise Conflict(say("pair_ruled_already"))
    late = after_pairing(section, confirmed=confirmed)
    check_fields(rule)
    point = take_restore_point(section, actor=actor, now=now, before="pair_rule")
    rule.save()
    after = {**common, "reason": rule.reason, **late}
    happened(PAIR_CONSTRAINT_ADDED, section, actor=actor, now=now, before={"restore_point": point.pk}, after=after)


def lift_rule(
    rows: QuerySet[RuleRow],
    rule_id: int,
    data: Callable[[RuleRow], dict[str, object]],
    *,
    actor: Actor,
    now: datetime,
    confirmed: bool,
) -> None:
    """Delete a ruling about two entrants.  Raises: NotFound ("no_such_rule"); Conflict as in `after_pairing`."""
    section_id = find(rows.filter(pk=rule_id).values_list("section", flat=True), NotFound(say("no_such_rule")))
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    rule = find(rows.filter(pk=rule_id), NotFound(say("no_such_rule")))
    late = after_pairing(section, confirmed=confirmed)
    point = take_restore_point(section, actor=actor, now=now, before="pair_rule")
    before = {**data(rule), "restore_point": point.pk}
    rule.delete()
    happened(PAIR_CONSTRAINT_REMOVED, section, actor=actor, now=now, before=before, after=late)


def after_pairing(section: Section, *, confirmed: bool) -> dict[str, object]:
    """Return log data: the round after which the ruling was made; empty before the first pairing."""
    last = last_round(section)
    if not last:
        return {}
    refuse_fixed(section, ["restrictions"])
    warning = Warned(
        Level.CONFIRMATION, say("restriction_after_pairing"), ("confirmed",), detail={"field": "confirmed"}
    )
    insist([warning], Consent(["confirmed"] if confirmed else []))
    return {"after_pairing": True, "after_round": last}


# Settings of a section that the first pairing settles, and those that the regulations of its game fix for
# good.

#: Columns of a section that its pairings and its table depend on.
SETTLED = frozenset(
    {
        "scoring",
        "tiebreaks",
        "edition",
        "accelerated",
        "rounds_planned",
        "correction_rounds",
        "rating_kind",
        "rating_method",
        "rating_order",
        "national_list",
        "unrated",
        "unrated_rating",
        "later_ratings",
    }
)


def settled_of(section: Section, changed: Iterable[str]) -> list[str]:
    """Return the changed columns that the first pairing had settled, in order; empty before it.

    Raises: Conflict ("fixed_by_mode"), with `fields`, for settings that the section's regulations fix.
    """
    fields = sorted(SETTLED.intersection(changed))
    if not fields or not section.rounds.exists():
        return []
    refuse_fixed(section, fields)
    return fields


def fixed_settings(section: Section) -> frozenset[str]:
    """Return the settings that the section's mode fixes; empty before the first pairing."""
    if section.mode is None or not section.regulated or not section.rounds.exists():
        return frozenset()
    return section.mode.fixed


def refuse_fixed(section: Section, names: Iterable[str]) -> None:
    """Refuse changes of fixed settings.  Raises: Conflict ("fixed_by_mode")."""
    fixed = sorted(fixed_settings(section).intersection(names))
    if fixed and section.mode is not None:
        raise Conflict(say("fixed_by_mode", mode=mode_name(section.mode)), fields=fixed, field=fixed[0])


def warning_of_change(fields: list[str], otherwise: tuple[int, ...]) -> Warned:
    """Return the warning about settled settings; `otherwise`: paired rounds that they would pair differently."""
    rounds = ", ".join(map(str, otherwise))
    key = "settled_by_pairing.rounds" if otherwise else "settled_by_pairing"
    return Warned(
        Level.CONFIRMATION,
        say(key, rounds=rounds),
        names=tuple(fields),
        detail={"fields": fields, "otherwise": list(otherwise)},
    )


def mode_name(mode: RegulatedMode) -> Message:
    return label("mode", mode.name)


def last_round(section: Section) -> int:
    """Return the number of the last round that is paired; 0 before the first."""
    return section.rounds.order_by("-number").values_list("number", flat=True).first() or 0
