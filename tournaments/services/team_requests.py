"""Requests before a round of a team Swiss: byes that teams asked for, teams that are kept apart."""

from datetime import datetime

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import BYE_CANCELLED, BYE_REQUESTED
from tournaments.messages import say
from tournaments.models.byes import REQUESTED, Bye
from tournaments.models.section import Section
from tournaments.models.team import Team, TeamStatus
from tournaments.models.team_swiss import TeamBye, TeamRestriction
from tournaments.services.byes import check_to_come
from tournaments.services.restrictions import keep_rule, lift_rule, ordered_pair
from tournaments.services.rollback.restore_points import take_restore_point
from tournaments.services.shared import lock_section


@transaction.atomic
def request_team_bye(
    *, actor: Actor, now: datetime, team_id: int, round_number: int, kind: Bye | str
) -> TeamBye:
    """Note that a team has a half-point, zero-point or full-point bye in a round to come; again, to change the kind.

    In either scoring a half-point bye is a drawn match, a full-point bye a won match.
    Raises: BadInput ("unknown_bye", "no_such_round", "not_of_teams"); Conflict ("round_paired_already",
    "team_withdrew").
    """
    team, section = _locked_team(team_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    if kind not in REQUESTED:
        raise BadInput(say("unknown_bye", kind=kind), field="kind")
    check_to_come(section, round_number)
    if team.status != TeamStatus.ACTIVE:
        raise Conflict(say("team_withdrew"))
    before = team.requested_byes.filter(round_number=round_number).first()
    if before is not None and before.kind == kind:
        return before
    take_restore_point(section, actor=actor, now=now, before="bye", round_number=round_number)
    row, _ = TeamBye.objects.update_or_create(
        team=team, round_number=round_number, defaults={"kind": str(kind), "asked_at": now}
    )
    happened(
        BYE_REQUESTED,
        section,
        actor=actor,
        now=now,
        before={"bye": before.kind} if before else None,
        after={"team": team.name, "bye": str(kind), "in_round": round_number},
    )
    return row


@transaction.atomic
def cancel_team_bye(*, actor: Actor, now: datetime, team_id: int, round_number: int) -> None:
    """The team will play after all.  Conflict `round_paired_already`; NotFound `no_such_bye`."""
    team, section = _locked_team(team_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    check_to_come(section, round_number)
    row = team.requested_byes.filter(round_number=round_number).first()
    if row is None:
        raise NotFound(say("no_such_bye"))
    take_restore_point(section, actor=actor, now=now, before="bye", round_number=round_number)
    before = {"team": team.name, "bye": row.kind, "in_round": round_number}
    row.delete()
    happened(BYE_CANCELLED, section, actor=actor, now=now, before=before)


@transaction.atomic
def keep_teams_apart(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    team_id: int,
    other_id: int,
    first_round: int = 1,
    last_round: int | None = None,
    reason: str = "",
    confirmed: bool = False,
) -> TeamRestriction:
    """Two teams are not paired with each other, in some rounds or all.  It holds from the next pairing on.

    Raises: BadInput ("no_such_team", "pairing_with_oneself", "bad_rounds"); Conflict ("pair_ruled_already";
    "restriction_after_pairing" until `confirmed` once the section is paired; "fixed_by_mode" if the regulations do not
    allow it), as for players.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    _require_teams(section)
    first, second = ordered_pair(team_id, other_id)
    teams = section.teams.in_bulk([first, second])
    if len(teams) != 2:
        raise BadInput(say("no_such_team"), field="other")
    rule = TeamRestriction(
        section=section,
        one=teams[first],
        other=teams[second],
        first_round=first_round,
        last_round=last_round,
        reason=reason.strip(),
    )
    keep_rule(rule, _log_data(rule), actor=actor, now=now, confirmed=confirmed)
    return rule


@transaction.atomic
def let_teams_meet(*, actor: Actor, now: datetime, rule_id: int, confirmed: bool = False) -> None:
    """Take such a restriction back, as `keep_teams_apart` rules it.  NotFound `no_such_rule`."""
    lift_rule(
        TeamRestriction.objects.select_related("one", "other"),
        rule_id,
        _log_data,
        actor=actor,
        now=now,
        confirmed=confirmed,
    )


def _require_teams(section: Section) -> None:
    if not (section.system.teams and section.system.by_round):
        raise BadInput(say("not_of_teams"))


def _locked_team(team_id: int) -> tuple[Team, Section]:
    """Return the team with its section locked.  Raises: NotFound ("no_such_team"); BadInput ("not_of_teams")."""
    section_id = Team.objects.filter(pk=team_id).values_list("section", flat=True).first()
    if section_id is None:
        raise NotFound(say("no_such_team"))
    section = lock_section(section_id)
    _require_teams(section)
    return section.teams.get(pk=team_id), section


def _log_data(rule: TeamRestriction) -> dict[str, object]:
    return {"rule": "apart", "pair": [rule.one.name, rule.other.name]}
