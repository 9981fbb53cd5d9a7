"""Invitations of officials: create, revoke, accept."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from people.kinds import INVITATION_ACCEPTED, INVITATION_MADE, INVITATION_REVOKED
from people.messages import say
from people.services.organisations import lock_organisation
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, NotFound, NotPermitted
from tavleya.permissions import Action, refuse_read_only
from tournaments.access import require, require_in_organisation, standing_in
from tournaments.activity import happened
from tournaments.models.access import GRANTED, EventRole, Invitation
from tournaments.models.event import Event
from tournaments.models.organisation import ORGANISATION_ROLES, Organisation, OrganisationRole
from tournaments.services.shared import check_fields, lock_event
from tournaments.services.tokens import digest_of

LASTS = timedelta(days=14)


@transaction.atomic
def invite(
    *, actor: Actor, now: datetime, event_id: int, roles: Sequence[Role], email: str = ""
) -> tuple[Invitation, str]:
    """Create an invitation to these roles; return it with the secret of its link, which is not stored.

    With `email` the link is only for an email to that address.
    Raises: BadInput ("no_roles", "role_not_granted").
    """
    event = lock_event(event_id)
    require(actor, event, Action.GRANT_ROLES)
    return _invitation(actor, now, roles, GRANTED, email, event=event)


@transaction.atomic
def invite_to_organisation(
    *, actor: Actor, now: datetime, organisation_id: int, roles: Sequence[Role], email: str = ""
) -> tuple[Invitation, str]:
    """Create an invitation to roles in an organisation."""
    organisation = lock_organisation(organisation_id)
    require_in_organisation(actor, organisation, Action.EDIT_ORGANISATION)
    return _invitation(actor, now, roles, ORGANISATION_ROLES, email, organisation=organisation)


def _invitation(
    actor: Actor,
    now: datetime,
    roles: Sequence[Role],
    granted: Sequence[Role],
    email: str,
    event: Event | None = None,
    organisation: Organisation | None = None,
) -> tuple[Invitation, str]:
    if not roles:
        raise BadInput(say("no_roles"), field="roles")
    if set(roles) - set(granted):
        raise BadInput(say("role_not_granted"), field="roles")
    secret = secrets.token_urlsafe(24)
    row = Invitation(
        event=event,
        organisation=organisation,
        roles=[role.value for role in granted if role in roles],
        email=email.strip().lower(),
        digest=digest_of(secret),
        invited_by_id=actor.user_id,
        made_at=now,
        expires_at=now + LASTS,
    )
    check_fields(row)
    row.save()
    after = {"roles": row.roles}  # no address: a log is kept for ever
    happened(INVITATION_MADE, organisation or row, actor=actor, now=now, after=after)
    return row, secret


@transaction.atomic
def revoke_invitation(*, actor: Actor, now: datetime, invitation_id: int) -> None:
    """Revoke an invitation; its link stops working. Repeatable. Raises: NotFound ("no_such_invitation")."""
    row = Invitation.objects.filter(pk=invitation_id).first()
    if row is None:
        raise NotFound(say("no_such_invitation"))
    if row.organisation_id is not None:
        row.organisation = lock_organisation(row.organisation_id)
        require_in_organisation(actor, row.organisation, Action.EDIT_ORGANISATION)
    else:
        row.event = _event_of(row)
        require(actor, row.event, Action.GRANT_ROLES)
    if Invitation.objects.filter(pk=row.pk, revoked_at=None, accepted_at=None).update(revoked_at=now):
        happened(
            INVITATION_REVOKED, row.organisation or row, actor=actor, now=now, before={"roles": row.roles}
        )


def _event_of(row: Invitation) -> Event:
    assert row.event_id is not None  # the database holds that it is to one place
    return lock_event(row.event_id)


def invitation_of(*, digest: str, now: datetime) -> Invitation:
    """Return the open invitation with this digest.

    Raises: NotPermitted ("bad_invitation") if it does not exist, is used, expired or revoked.
    """
    row = (
        Invitation.open_at(now)
        .select_related("event", "organisation", "invited_by")
        .filter(digest=digest)
        .first()
    )
    if row is None:
        raise NotPermitted(say("bad_invitation"))
    return row


@transaction.atomic
def accept_invitation(*, actor: Actor, now: datetime, digest: str) -> Invitation:
    """Give the actor the roles of the invitation, and use it up. Raises: NotPermitted ("bad_invitation")."""
    invitation = invitation_of(digest=digest, now=now)
    event = None if invitation.organisation_id is not None else _event_of(invitation)
    organisation = (
        None if invitation.organisation_id is None else lock_organisation(invitation.organisation_id)
    )
    row = invitation_of(
        digest=digest, now=now
    )  # read again under the lock: only one of two concurrent users can accept it
    if actor.user_id is None or actor.scopes is not None:
        raise NotPermitted(say("bad_invitation"))
    row.accepted_at, row.accepted_by_id = now, actor.user_id
    after = {"user": actor.user_id, "roles": row.roles}
    if organisation is not None:
        for role in row.roles:
            OrganisationRole.objects.get_or_create(
                organisation=organisation, user_id=actor.user_id, role=role
            )
    if event is not None:
        refuse_read_only(standing_in(actor, event))
        for role in row.roles:
            EventRole.objects.get_or_create(event=event, user_id=actor.user_id, role=role)
    happened(INVITATION_ACCEPTED, organisation or row, actor=actor, now=now, after=after)
    row.save(update_fields=["accepted_at", "accepted_by"])
    return row
