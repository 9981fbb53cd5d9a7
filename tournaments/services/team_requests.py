"""Requests before a round of a team Swiss: byes that teams asked for, teams that are kept apart."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tournaments import hooks
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import BYE_CANCELLED, BYE_REQUESTED, TEAM_ADDED, TEAM_EDITED, TEAM_MEMBERS, TEAM_WITHDRAWN
from tournaments.messages import say
from tournaments.models.entry import Entry
from tournaments.models.player import Registration, Team, TeamMember, TeamStatus
from tournaments.models.round import REQUESTED, Bye, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import TeamBye, TeamRestriction
from tournaments.services.bye_requests import check_to_come
from tournaments.services.events import check_texts
from tournaments.services.restore_points import take_restore_point
from tournaments.services.restrictions import keep_rule, lift_rule, ordered_pair
from tournaments.services.shared import (
    change,
    check_fields,
    find,
    lock_event,
    lock_section,
    lock_section_for,
    require_unpaired,
)


@transaction.atomic
def request_team_bye(*, actor: Actor, now: datetime, team_id: int, round_number: int, kind: Bye | str) -> TeamBye:
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
    point = take_restore_point(section, actor=actor, now=now, before="bye", round_number=round_number)
    row, _ = TeamBye.objects.update_or_create(
        team=team, round_number=round_number, defaults={"kind": str(kind), "asked_at": now}
    )
    former = {"restore_point": point.pk, **({"bye": before.kind} if before else {})}
    after = {"team": team.name, "bye": str(kind), "in_round": round_number}
    happened(BYE_REQUESTED, section, actor=actor, now=now, before=former, after=after)
    return row


@transaction.atomic
def cancel_team_bye(*, actor: Actor, now: datetime, team_id: int, round_number: int) -> None:
    """Cancel a bye of a team.  Raises: Conflict ("round_paired_already"); NotFound ("no_such_bye")."""
    team, section = _locked_team(team_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    check_to_come(section, round_number)
    row = find(team.requested_byes.filter(round_number=round_number), NotFound(say("no_such_bye")))
    point = take_restore_point(section, actor=actor, now=now, before="bye", round_number=round_number)
    before = {"team": team.name, "bye": row.kind, "in_round": round_number, "restore_point": point.pk}
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
    """Keep two teams apart, in some rounds or all, from the next pairing on.

    Raises: BadInput ("no_such_team", "pairing_with_oneself", "bad_rounds"); Conflict ("pair_ruled_already";
    "restriction_after_pairing" until `confirmed` once the section is paired; "fixed_by_mode" if the regulations do not
    allow it), as for players.
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    _require_teams(section)
    first, second = ordered_pair(team_id, other_id)
    teams = section.teams.in_bulk([first, second])
    if len(teams) != 2:
        raise BadInput(say("no_such_team"), field="other")
    rounds = {"first_round": first_round, "last_round": last_round}
    rule = TeamRestriction(section=section, one=teams[first], other=teams[second], **rounds, reason=reason.strip())
    keep_rule(rule, _log_data(rule), actor=actor, now=now, confirmed=confirmed)
    return rule


@transaction.atomic
def let_teams_meet(*, actor: Actor, now: datetime, rule_id: int, confirmed: bool = False) -> None:
    """Remove a restriction of `keep_teams_apart`.  Raises: the errors of `lift_rule`."""
    rules = TeamRestriction.objects.select_related("one", "other")
    lift_rule(rules, rule_id, _log_data, actor=actor, now=now, confirmed=confirmed)


def _require_teams(section: Section) -> None:
    if not (section.system.teams and section.system.by_round):
        raise BadInput(say("not_of_teams"))


def _locked_team(team_id: int) -> tuple[Team, Section]:
    """Return the team with its section locked.  Raises: NotFound ("no_such_team"); BadInput ("not_of_teams")."""
    section_id = find(Team.objects.filter(pk=team_id).values_list("section", flat=True), NotFound(say("no_such_team")))
    section = lock_section(section_id)
    _require_teams(section)
    return section.teams.get(pk=team_id), section


def _log_data(rule: TeamRestriction) -> dict[str, object]:
    return {"rule": "apart", "pair": [rule.one.name, rule.other.name]}


# The teams of a section and the board order of their players.


@transaction.atomic
def add_team(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    name: str,
    number: int | None = None,
    names: Mapping[str, str] | None = None,
    captain: str = "",
    federation: str = "",
    members: Sequence[int] = (),
) -> Team:
    """Enter a team, its members (ids of entries) in board order; also late, if the section is paired round by round.

    A late team has no points of the rounds that it missed (C.04.2, 2.4).
    Raises: BadInput ("not_of_teams"); Conflict ("already_paired", "team_name_taken", "team_number_taken"); the errors
    of `set_members`.
    """
    # With the event, because entry fees are numbered in it.
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id, with_event=True)
    require_teams(section)
    if not section.system.by_round:
        require_unpaired(section)
    last = section.teams.aggregate(last=Max("number"))["last"] or 0
    team = Team(
        section=section,
        number=last + 1 if number is None else number,
        name=name.strip(),
        names=dict(names or {}),
        captain=captain.strip(),
        federation=federation,
    )
    _check(team)
    team.save()
    happened(TEAM_ADDED, team, actor=actor, now=now, after={"team": team.name, "number": team.number})
    if members:
        _seat_members(team, members)
    hooks.team_entered(section, team, now)
    return team


@transaction.atomic
def edit_team(*, actor: Actor, now: datetime, team_id: int, changes: Mapping[str, object]) -> Team:
    """Change the names or the captain of a team, or before the first pairing its number."""
    team = lock_team(team_id)
    section = team.section
    require(actor, section.event, Action.ENTER_PLAYERS)
    before, after = change(team, changes)
    if "number" in after:
        require_unpaired(section)
    if after:
        _check(team)
        team.save(update_fields=list(after))
        happened(TEAM_EDITED, team, actor=actor, now=now, before=before, after=after)
    return team


@transaction.atomic
def set_members(*, actor: Actor, now: datetime, team_id: int, registration_ids: Sequence[int]) -> Team:
    """Set the players of a team: boards 1, 2 … in this order, and then its reserves.

    Once a round is public the order is fixed, and players can only be added at its end.
    Raises: BadInput ("no_such_registration", "member_twice"); Conflict ("in_another_team"; "board_order_stands" for a
    changed order; "already_paired" in a Scheveningen, whose rounds name every player).
    """
    team = lock_team(team_id)
    section = team.section
    require(actor, section.event, Action.ENTER_PLAYERS)
    if section.system.predetermined:
        require_unpaired(section)
    before = list(team.members.order_by("place").values_list("registration", flat=True))
    public = section.rounds.exclude(status=RoundStatus.DRAFT).exists()
    if public and list(registration_ids[: len(before)]) != before:
        raise Conflict(say("board_order_stands"))
    team.members.all().delete()
    _seat_members(team, registration_ids)
    # Line-ups handed in for rounds to come may name players who have left the team.
    team.line_ups.filter(match__round__status=RoundStatus.DRAFT).delete()
    happened(
        TEAM_MEMBERS, team, actor=actor, now=now, before={"members": before}, after={"members": list(registration_ids)}
    )
    return team


def add_members(section: Section, name: str, registration_ids: Sequence[int], *, actor: Actor, now: datetime) -> Team:
    """Add players to the team with this name after its members, or create the team.

    Raises the errors of `add_team` and `set_members`.
    """
    team = section.teams.filter(name=name).first()
    common: dict[str, Any] = {"actor": actor, "now": now}
    if team is None:
        return add_team(**common, section_id=section.pk, name=name, members=registration_ids)
    before = list(team.members.order_by("place").values_list("registration", flat=True))
    return set_members(**common, team_id=team.pk, registration_ids=[*before, *registration_ids])


def _seat_members(team: Team, registration_ids: Sequence[int]) -> None:
    registrations = set(team.section.registrations.values_list("pk", flat=True))
    for registration_id in registration_ids:
        if registration_id not in registrations:
            raise BadInput(say("no_such_registration"), field="members")
    if len(set(registration_ids)) < len(registration_ids):
        raise BadInput(say("member_twice"), field="members")
    member = (
        TeamMember.objects.filter(registration__in=registration_ids)
        .select_related("registration__player", "team")
        .first()
    )
    if member is not None:
        raise Conflict(
            say("in_another_team.named", player=member.registration.player.full_name, team=member.team.name),
            field="members",
        )
    TeamMember.objects.bulk_create(
        TeamMember(team=team, registration_id=registration_id, place=place)
        for place, registration_id in enumerate(registration_ids, start=1)
    )


@transaction.atomic
def withdraw_team(*, actor: Actor, now: datetime, team_id: int, reason: str = "") -> Team:
    """Withdraw a team.  Before the pairing it leaves the list; afterwards its matches to come are forfeited.

    Raises: Conflict ("already_withdrawn").
    """
    event_id = Team.objects.filter(pk=team_id).values_list("section__event", flat=True).first()
    if event_id is not None:
        lock_event(event_id)  # a team that moves up into the place is entered in it
    team = lock_team(team_id)
    section = team.section
    require(actor, section.event, Action.ENTER_PLAYERS)
    if team.status == TeamStatus.WITHDRAWN:
        raise Conflict(say("already_withdrawn.team"))
    entries = list(Entry.objects.filter(team=team))
    paired = section.rounds.exists()
    after = {"team": team.name, "reason": reason, "removed": not paired}
    happened(TEAM_WITHDRAWN, team, actor=actor, now=now, after=after)
    team.status = TeamStatus.WITHDRAWN
    if paired:
        team.save(update_fields=["status"])
    else:
        team.delete()
    hooks.team_withdrawn(section, entries, now)
    return team


def require_teams(section: Section) -> None:
    if not section.system.teams:
        raise BadInput(say("not_of_teams"))


def lock_team(team_id: int) -> Team:
    """Return the locked team, after locking its section.  Raises: NotFound ("no_such_team")."""
    section_id = find(Team.objects.filter(pk=team_id).values_list("section", flat=True), NotFound(say("no_such_team")))
    lock_section(section_id)
    return Team.objects.select_related("section__event").get(pk=team_id)


def members_of(team: Team) -> list[Registration]:
    """Return the members in board order, including former ones."""
    rows = team.members.select_related("registration__player").order_by("place")
    return [row.registration for row in rows]


def _check(team: Team) -> None:
    check_fields(team)
    check_texts(team.names, "names", optional=True)
    others = Team.objects.filter(section=team.section_id).exclude(pk=team.pk)
    if others.filter(name=team.name).exists():
        raise Conflict(say("team_name_taken", name=team.name), field="name")
    if team.number < 1:
        raise BadInput(say("bad_number.starting_number"), field="number")
    if others.filter(number=team.number).exists():
        raise Conflict(say("team_number_taken", number=team.number), field="number")
