"""Acts on roles, invitations and keys for programs; and on teams."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth import get_user_model
from rest_framework import serializers

from api.acts.record import EVENT, ROUND, SECTION, Act
from api.messages import say
from api.people import InvitationMadeSerializer, RoleSerializer, TokenMadeSerializer
from api.shapes_desk import MatchSerializer, TeamRestrictionSerializer, TeamSerializer
from people.services.organisations import invite, revoke_invitation
from tavleya.actors import Actor, Role
from tavleya.errors import NotFound
from tavleya.permissions import Action
from tournaments.models.access import EventRole
from tournaments.models.player import Team
from tournaments.models.swiss import TeamBye
from tournaments.services import events, team_rounds
from tournaments.services.team_requests import (
    add_team,
    cancel_team_bye,
    edit_team,
    keep_teams_apart,
    let_teams_meet,
    request_team_bye,
    set_members,
    withdraw_team,
)
from tournaments.services.tokens import issue_token, revoke_token


class TeamByeSerializer(serializers.ModelSerializer[TeamBye]):
    team = serializers.IntegerField(source="team.number")

    class Meta:
        model = TeamBye
        fields: ClassVar = ["team", "round_number", "kind", "asked_at"]


def grant_role(*, actor: Actor, now: datetime, event_id: int, username: str, role: Role) -> EventRole:
    """Make somebody with an account an official of the event.  Granting twice changes nothing."""
    return events.grant_role(actor=actor, now=now, event_id=event_id, user_id=user_named(username), role=role)


def revoke_role(*, actor: Actor, now: datetime, event_id: int, username: str, role: Role) -> None:
    """Take a role from somebody.  An event keeps an organiser: 409 `last_organiser`."""
    events.revoke_role(actor=actor, now=now, event_id=event_id, user_id=user_named(username), role=role)


def user_named(username: str) -> int:
    """Return the key of an account.  Raises: NotFound ("no_such_user")."""
    match = get_user_model().objects.filter(username=username).values_list("pk", flat=True).first()
    if match is None:
        raise NotFound(say("no_such_user"))
    return int(match)


def with_secret(created: tuple[Any, str]) -> Any:
    """Return the created row with its secret, which is shown only once."""
    row = created[0]
    row.secret = created[1]
    return row


def set_line_up(*, actor: Actor, now: datetime, match_id: int, team: int, seats: Sequence[int | None]) -> Any:
    """Say who plays for a team of a match, by starting numbers in board order; null leaves a board empty."""
    return team_rounds.set_line_up(actor=actor, now=now, match_id=match_id, team_id=_team(match_id, team), seats=seats)


def clear_line_up(*, actor: Actor, now: datetime, match_id: int, team: int) -> Any:
    """Go back to the players of the team in their order."""
    return team_rounds.clear_line_up(actor=actor, now=now, match_id=match_id, team_id=_team(match_id, team))


def _team(match_id: int, number: int) -> int:
    team = Team.objects.filter(section__rounds__team_matches=match_id, number=number).first()
    if team is None:
        raise NotFound(say("no_such_registration"))
    return team.pk


_G = Action.GRANT_ROLES
_PEOPLE = (
    Act(
        path=EVENT + "roles/", service=grant_role, summary="Give a role to somebody with an account", action=_G,
        answer=RoleSerializer, status=201,
    ),
    Act(path=EVENT + "roles/revoke/", service=revoke_role, summary="Revoke a role", action=_G),
    Act(
        path=EVENT + "invitations/", service=invite, summary="Invite an official by a link", action=_G,
        answer=InvitationMadeSerializer, status=201, show=with_secret,
    ),
    Act(
        path=EVENT + "invitations/<int:invitation_id>/", service=revoke_invitation,
        summary="Revoke an invitation", action=_G, method="delete",
    ),
    Act(
        path=EVENT + "tokens/", service=issue_token, summary="Create a key for programs",
        action=Action.ISSUE_TOKENS, answer=TokenMadeSerializer, status=201, show=with_secret,
    ),
    Act(
        path=EVENT + "tokens/<int:token_id>/", service=revoke_token, summary="Revoke a key",
        action=Action.ISSUE_TOKENS, method="delete",
    ),
)  # fmt: skip

_TEAM = SECTION + "teams/<int:team>/"
_MATCH = ROUND + "matches/<int:match>/"
_E = Action.ENTER_PLAYERS
_TEAMS = (
    Act(
        path=SECTION + "teams/", service=add_team, summary="Add a team", action=_E, answer=TeamSerializer,
        status=201,
    ),
    Act(
        path=_TEAM, service=edit_team, summary="Change a team", action=_E, method="patch",
        answer=TeamSerializer, changes=TeamSerializer,
    ),
    Act(
        path=_TEAM + "members/", service=set_members, summary="Say who plays for a team", action=_E,
        method="put", answer=TeamSerializer,
    ),
    Act(
        path=_TEAM + "withdraw/", service=withdraw_team, summary="Withdraw a team", action=_E,
        answer=TeamSerializer,
    ),
    Act(
        path=_TEAM + "byes/<int:round_number>/", service=request_team_bye, summary="Note the bye of a team",
        action=_E, method="put", answer=TeamByeSerializer,
    ),
    Act(
        path=_TEAM + "byes/<int:round_number>/", service=cancel_team_bye, summary="Cancel the bye of a team",
        action=_E, method="delete",
    ),
    Act(
        path=_TEAM + "keep-apart/", service=keep_teams_apart, summary="Keep two teams apart",
        action=Action.PAIR_ROUND, answer=TeamRestrictionSerializer, status=201, entrants=True,
    ),
    Act(
        path=SECTION + "team-restrictions/<int:rule_id>/lift/", service=let_teams_meet,
        summary="Let two teams meet again", action=Action.PAIR_ROUND,
    ),
    Act(
        path=_MATCH + "line-up/", service=set_line_up, summary="Say who plays a match", action=Action.SET_LINE_UP,
        method="put", answer=MatchSerializer,
    ),
    Act(
        path=_MATCH + "line-up/clear/", service=clear_line_up, summary="Go back to the usual line-up",
        action=Action.SET_LINE_UP, answer=MatchSerializer,
    ),
)  # fmt: skip

ACTS = (*_PEOPLE, *_TEAMS)
