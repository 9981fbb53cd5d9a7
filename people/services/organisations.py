"""Clubs and federations: their data and roles.

Locks are taken in the order organisation → event → section …
"""

import hashlib
import secrets
import uuid
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from games.services.sheets import Picture
from people.kinds import (
    INVITATION_ACCEPTED,
    INVITATION_MADE,
    INVITATION_REVOKED,
    ORGANISATION_CREATED,
    ORGANISATION_EDITED,
    ORGANISATION_LOGO_REMOVED,
    ORGANISATION_LOGO_SET,
    ORGANISATION_MERGED,
    ROLE_LISTED,
    ROLE_UNLISTED,
)
from people.messages import say
from people.models import Series
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.formats.names import search_key
from tavleya.languages import codes
from tavleya.permissions import Action, refuse_read_only
from tavleya.permissions import require as require_standing
from tournaments.access import require, require_in_organisation, standing_anywhere, standing_in
from tournaments.activity import happened
from tournaments.kinds import ROLE_GRANTED, ROLE_REVOKED
from tournaments.models.access import GRANTED, EventRole, Invitation
from tournaments.models.activity import UploadKind
from tournaments.models.event import (
    ORGANISATION_ROLES,
    Event,
    EventMove,
    Organisation,
    OrganisationKind,
    OrganisationRole,
)
from tournaments.services.events import check_languages, check_texts
from tournaments.services.shared import change, check_fields, find, lock_event
from tournaments.services.tokens import digest_of
from tournaments.services.uploads import examined


def lock_organisation(organisation_id: int) -> Organisation:
    """Lock an organisation. Raises: NotFound ("no_such_organisation"), also for a merged one."""
    rows = Organisation.objects.select_for_update(no_key=True).filter(merged_into=None)
    organisation = rows.filter(pk=organisation_id).first()
    if organisation is None:
        raise NotFound(say("no_such_organisation"))
    return organisation


def _lock_edited(actor: Actor, organisation_id: int) -> Organisation:
    """Lock an organisation that the actor may edit."""
    organisation = lock_organisation(organisation_id)
    require_in_organisation(actor, organisation, Action.EDIT_ORGANISATION)
    return organisation


@transaction.atomic
def create_organisation(
    *,
    actor: Actor,
    now: datetime,
    slug: str,
    names: Mapping[str, str],
    short_name: str = "",
    kind: OrganisationKind = OrganisationKind.CLUB,
    country: str = "",
    languages: Sequence[str] = (),
    about: Mapping[str, str] | None = None,
    website: str = "",
    contact: str = "",
) -> Organisation:
    """Create a club or a federation; its creator is its owner. Raises: Conflict ("slug_taken")."""
    require_standing(standing_anywhere(actor), Action.CREATE_EVENT)
    organisation = Organisation(
        slug=slug,
        names=dict(names),
        short_name=short_name,
        kind=OrganisationKind(kind).value,
        country=country,
        languages=list(languages) or [*names, *(code for code in codes() if code not in names)],
        about=dict(about or {}),
        website=website,
        contact=contact,
        created_at=now,
    )
    _check(organisation)
    organisation.save()
    if actor.user_id is not None:
        OrganisationRole.objects.create(organisation=organisation, user_id=actor.user_id, role=Role.OWNER.value)
    happened(ORGANISATION_CREATED, organisation, actor=actor, now=now, after={"slug": slug})
    return organisation


@transaction.atomic
def edit_organisation(
    *, actor: Actor, now: datetime, organisation_id: int, changes: Mapping[str, object]
) -> Organisation:
    """Change the data of an organisation. Raises: BadInput ("unknown_field"); Conflict ("slug_taken")."""
    organisation = _lock_edited(actor, organisation_id)
    before, after = change(organisation, changes)
    if after:
        _check(organisation)
        organisation.save(update_fields=[*after, "search_key"])
        happened(ORGANISATION_EDITED, organisation, actor=actor, now=now, before=before, after=after)
    return organisation


def set_logo(*, actor: Actor, now: datetime, organisation_id: int, file: Picture | None) -> Organisation:
    """Replace the logo, None to remove it. Raises: the BadInput errors of `add_upload` for images."""
    unlocked = Organisation.objects.filter(pk=organisation_id).first()
    if unlocked is None:
        raise NotFound(say("no_such_organisation"))
    require_in_organisation(actor, unlocked, Action.EDIT_ORGANISATION)  # checked before the file is decoded
    stored = kind = digest = ""
    if file is not None:
        image = examined(UploadKind.IMAGE, file)
        kind, digest = image.media_type, hashlib.sha256(file.content).hexdigest()
        stored = default_storage.save(f"logos/{uuid.uuid4().hex}.{image.suffix}", ContentFile(file.content))
    try:
        return _save_logo(actor, now, organisation_id, {"logo": stored, "logo_type": kind, "logo_digest": digest})
    except BaseException:
        if stored:
            default_storage.delete(stored)  # a rejected file is not in the database
        raise


@transaction.atomic
def _save_logo(actor: Actor, now: datetime, organisation_id: int, values: Mapping[str, str]) -> Organisation:
    organisation = _lock_edited(actor, organisation_id)
    if old := organisation.logo:
        transaction.on_commit(lambda: default_storage.delete(old))
    for name, value in values.items():
        setattr(organisation, name, value)
    organisation.save(update_fields=list(values))
    kind = ORGANISATION_LOGO_SET if values["logo"] else ORGANISATION_LOGO_REMOVED
    happened(kind, organisation, actor=actor, now=now)
    return organisation


@transaction.atomic
def grant_organisation_role(
    *, actor: Actor, now: datetime, organisation_id: int, user_id: int, role: Role
) -> OrganisationRole:
    """Grant a role in the organisation, and with it in each of its events. Repeatable."""
    organisation = _lock_edited(actor, organisation_id)
    if role not in ORGANISATION_ROLES:
        raise BadInput(say("role_not_granted"), field="role")
    if not get_user_model().objects.filter(pk=user_id).exists():
        raise NotFound(say("no_such_user"))
    grant, new = OrganisationRole.objects.get_or_create(organisation=organisation, user_id=user_id, role=role.value)
    if new:
        happened(ROLE_GRANTED, organisation, actor=actor, now=now, after={"user": user_id, "role": role.value})
    return grant


@transaction.atomic
def revoke_organisation_role(*, actor: Actor, now: datetime, organisation_id: int, user_id: int, role: Role) -> None:
    """Revoke a role; any user may give up their own. Raises: NotFound ("no_such_role"); Conflict ("last_owner")."""
    organisation = lock_organisation(organisation_id)
    if user_id != actor.user_id or actor.scopes is not None:
        require_in_organisation(actor, organisation, Action.EDIT_ORGANISATION)
    rows = OrganisationRole.objects.filter(organisation=organisation, role=role.value)
    if not rows.filter(user=user_id).exists():
        raise NotFound(say("no_such_role"))
    if role is Role.OWNER and rows.count() == 1:
        raise Conflict(say("last_owner"))
    rows.filter(user=user_id).delete()
    happened(ROLE_REVOKED, organisation, actor=actor, now=now, before={"user": user_id, "role": role.value})


@transaction.atomic
def list_myself(*, actor: Actor, now: datetime, organisation_id: int, listed: bool) -> None:
    """Set whether the actor agrees to be named on the public page. Raises: NotFound ("no_such_role")."""
    organisation = lock_organisation(organisation_id)
    if not OrganisationRole.objects.filter(organisation=organisation, user=actor.user_id).update(listed=listed):
        raise NotFound(say("no_such_role"))
    happened(ROLE_LISTED if listed else ROLE_UNLISTED, organisation, actor=actor, now=now)


@transaction.atomic
def merge_organisations(*, actor: Actor, now: datetime, organisation_id: int, into_id: int) -> Organisation:
    """Merge an organisation into another, which gets its events, series, people and open invitations.

    Its address redirects there.

    For administrators of the service.
    Raises: Conflict ("merged_into_itself").
    """
    if not actor.system and not _administers(actor):
        raise NotPermitted(say("only_administrators"))
    if organisation_id == into_id:
        raise Conflict(say("merged_into_itself"))
    organisations = {key: lock_organisation(key) for key in sorted((organisation_id, into_id))}
    old, into = organisations[organisation_id], organisations[into_id]
    for role in old.roles.all():
        organisation_role, new = OrganisationRole.objects.get_or_create(
            organisation=into, user_id=role.user_id, role=role.role, defaults={"listed": role.listed}
        )
        if not new and role.listed and not organisation_role.listed:
            OrganisationRole.objects.filter(pk=organisation_role.pk).update(listed=True)
    old.roles.all().delete()
    moved = Event.objects.filter(organisation=old).update(organisation=into)
    EventMove.objects.filter(to=old, event__organisation=into).delete()
    EventMove.objects.filter(to=into, event__organisation=into).delete()
    EventMove.objects.filter(to=old).update(to=into)
    Invitation.objects.filter(organisation=old).update(organisation=into)
    Series.objects.filter(organisation=old).update(organisation=into)
    Organisation.objects.filter(merged_into=old).update(merged_into=into)
    old.merged_into = into
    old.save(update_fields=["merged_into"])
    happened(ORGANISATION_MERGED, old, actor=actor, now=now, after={"into": into.slug})
    happened(ORGANISATION_MERGED, into, actor=actor, now=now, after={"of": old.slug, "events": moved})
    return into


def _administers(actor: Actor) -> bool:
    return (
        actor.user_id is not None
        and actor.scopes is None
        and get_user_model().objects.filter(pk=actor.user_id, is_active=True, is_superuser=True).exists()
    )


def _check(organisation: Organisation) -> None:
    check_texts(organisation.names, "names")
    check_texts(organisation.about, "about", optional=True)
    check_languages(organisation.languages)
    check_fields(organisation)
    if Organisation.objects.filter(slug=organisation.slug).exclude(pk=organisation.pk).exists():
        raise Conflict(say("slug_taken.organisation", slug=organisation.slug))
    texts = [*map(str, organisation.names.values()), organisation.short_name, organisation.slug.replace("-", " ")]
    organisation.search_key = search_key(texts)


# Invitations of officials: create, revoke, accept.

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
    organisation = _lock_edited(actor, organisation_id)
    return _invitation(actor, now, roles, ORGANISATION_ROLES, email, organisation=organisation)


def _invitation(
    actor: Actor,
    now: datetime,
    roles: Sequence[Role],
    grantable: Sequence[Role],
    email: str,
    event: Event | None = None,
    organisation: Organisation | None = None,
) -> tuple[Invitation, str]:
    if not roles:
        raise BadInput(say("no_roles"), field="roles")
    if set(roles) - set(grantable):
        raise BadInput(say("role_not_granted"), field="roles")
    secret = secrets.token_urlsafe(24)
    invitation = Invitation(
        event=event,
        organisation=organisation,
        roles=[role.value for role in grantable if role in roles],
        email=email.strip().lower(),
        digest=digest_of(secret),
        invited_by_id=actor.user_id,
        made_at=now,
        expires_at=now + LASTS,
    )
    check_fields(invitation)
    invitation.save()
    after = {"roles": invitation.roles}  # no address: a log is kept for ever
    happened(INVITATION_MADE, organisation or invitation, actor=actor, now=now, after=after)
    return invitation, secret


@transaction.atomic
def revoke_invitation(*, actor: Actor, now: datetime, invitation_id: int) -> None:
    """Revoke an invitation; its link stops working. Repeatable. Raises: NotFound ("no_such_invitation")."""
    invitation = find(Invitation.objects.filter(pk=invitation_id), NotFound(say("no_such_invitation")))
    if invitation.organisation_id is not None:
        invitation.organisation = _lock_edited(actor, invitation.organisation_id)
    else:
        invitation.event = _event_of(invitation)
        require(actor, invitation.event, Action.GRANT_ROLES)
    if Invitation.objects.filter(pk=invitation.pk, revoked_at=None, accepted_at=None).update(revoked_at=now):
        happened(
            INVITATION_REVOKED,
            invitation.organisation or invitation,
            actor=actor,
            now=now,
            before={"roles": invitation.roles},
        )


def _event_of(invitation: Invitation) -> Event:
    assert invitation.event_id is not None  # a constraint: an invitation is to an event or to an organisation
    return lock_event(invitation.event_id)


def invitation_of(*, digest: str, now: datetime) -> Invitation:
    """Return the open invitation with this digest.

    Raises: NotPermitted ("bad_invitation") if it does not exist, is used, expired or revoked.
    """
    invitations = Invitation.open_at(now).select_related("event", "organisation", "invited_by")
    return find(invitations.filter(digest=digest), NotPermitted(say("bad_invitation")))


@transaction.atomic
def accept_invitation(*, actor: Actor, now: datetime, digest: str) -> Invitation:
    """Give the actor the roles of the invitation, and use it up. Raises: NotPermitted ("bad_invitation")."""
    invitation = invitation_of(digest=digest, now=now)
    event = None if invitation.organisation_id is not None else _event_of(invitation)
    organisation = None if invitation.organisation_id is None else lock_organisation(invitation.organisation_id)
    invitation = invitation_of(digest=digest, now=now)  # read again under the lock: only one of two users can accept it
    if actor.user_id is None or actor.scopes is not None:
        raise NotPermitted(say("bad_invitation"))
    invitation.accepted_at, invitation.accepted_by_id = now, actor.user_id
    after = {"user": actor.user_id, "roles": invitation.roles}
    if organisation is not None:
        for role in invitation.roles:
            OrganisationRole.objects.get_or_create(organisation=organisation, user_id=actor.user_id, role=role)
    if event is not None:
        refuse_read_only(standing_in(actor, event))
        for role in invitation.roles:
            EventRole.objects.get_or_create(event=event, user_id=actor.user_id, role=role)
    happened(INVITATION_ACCEPTED, organisation or invitation, actor=actor, now=now, after=after)
    invitation.save(update_fields=["accepted_at", "accepted_by"])
    return invitation
