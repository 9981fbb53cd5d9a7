"""Invitations of officials: create, revoke, accept."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from people.messages import say
from people.services.organisations import lock_organisation, log_organisation
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, NotFound, NotPermitted
from tavleya.permissions import Action, refuse_read_only
from tournaments.access import require, require_in_organisation, standing_in
from tournaments.models.access import GRANTED, EventRole, Invitation
from tournaments.models.event import Event
from tournaments.models.organisation import ORGANISATION_ROLES, Organisation, OrganisationRole
from tournaments.services.shared import check_fields, lock_event, write_log
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
    row, secret = _invitation(actor, now, roles, GRANTED, email, event=event)
    after = {"roles": row.roles}  # no address: a log is kept for ever
    write_log(event=event, actor=actor, now=now, action="invitation.made", subject=row, after=after)
    return row, secret


@transaction.atomic
def invite_to_organisation(
    *, actor: Actor, now: datetime, organisation_id: int, roles: Sequence[Role], email: str = ""
) -> tuple[Invitation, str]:
    """Create an invitation to roles in an organisation."""
    organisation = lock_organisation(organisation_id)
    require_in_organisation(actor, organisation, Action.EDIT_ORGANISATION)
    row, secret = _invitation(actor, now, roles, ORGANISATION_ROLES, email, organisation=organisation)
    log_organisation(organisation, actor, now, "invitation.made", after={"roles": row.roles})
    return row, secret


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
    return row, secret


@transaction.atomic
def revoke_invitation(*, actor: Actor, now: datetime, invitation_id: int) -> None:
    """Revoke an invitation; its link stops working. Repeatable. Raises: NotFound ("no_such_invitation")."""
    row = Invitation.objects.filter(pk=invitation_id).first()
    if row is None:
        raise NotFound(say("no_such_invitation"))
    open_one, before = (
        Invitation.objects.filter(pk=row.pk, revoked_at=None, accepted_at=None),
        {"roles": row.roles},
    )
    if row.organisation_id is not None:
        organisation = lock_organisation(row.organisation_id)
        require_in_organisation(actor, organisation, Action.EDIT_ORGANISATION)
        if open_one.update(revoked_at=now):
            log_organisation(organisation, actor, now, "invitation.revoked", before=before)
        return
    event = _event_of(row)
    require(actor, event, Action.GRANT_ROLES)
    if open_one.update(revoked_at=now):
        write_log(event=event, actor=actor, now=now, action="invitation.revoked", subject=row, before=before)


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
    found = invitation_of(digest=digest, now=now)
    event = None if found.organisation_id is not None else _event_of(found)
    organisation = None if found.organisation_id is None else lock_organisation(found.organisation_id)
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
        log_organisation(organisation, actor, now, "invitation.accepted", after=after)
    if event is not None:
        refuse_read_only(standing_in(actor, event))
        for role in row.roles:
            EventRole.objects.get_or_create(event=event, user_id=actor.user_id, role=role)
        write_log(event=event, actor=actor, now=now, action="invitation.accepted", subject=row, after=after)
    row.save(update_fields=["accepted_at", "accepted_by"])
    return row
