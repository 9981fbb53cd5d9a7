"""Handling of roles, links and tokens of an account that is merged or deleted."""

from datetime import datetime

from tavleya.actors import Role
from tavleya.errors import Conflict
from tournaments.messages import say
from tournaments.models.access import ApiToken, EventRole, Invitation
from tournaments.models.event import Event
from tournaments.models.organisation import OrganisationRole
from tournaments.models.player import Player


def account_closed(user_id: int, into: int | None, now: datetime) -> None:
    """Move or remove the roles of an account (registered with `accounts.hooks`).

    API tokens are revoked in either case: the user must create new ones.
    Raises: Conflict ("sole_organiser", "sole_owner") if an event or organisation would lose its last one.
    """
    roles = EventRole.objects.filter(user=user_id)
    organisation_roles = OrganisationRole.objects.filter(user=user_id)
    if into is None:
        _keep_organisers(user_id)
        _keep_owners(user_id)
    else:
        for row in roles:
            EventRole.objects.get_or_create(event_id=row.event_id, user_id=into, role=row.role)
        for organisation_role in organisation_roles:
            OrganisationRole.objects.get_or_create(
                organisation_id=organisation_role.organisation_id,
                user_id=into,
                role=organisation_role.role,
                defaults={"listed": organisation_role.listed},
            )
    roles.delete()
    organisation_roles.delete()
    Player.objects.filter(user=user_id).update(user=into)
    ApiToken.objects.filter(user=user_id, revoked_at=None).update(revoked_at=now)
    Invitation.objects.filter(accepted_by=user_id).update(email="", accepted_by=into)


def _keep_owners(user_id: int) -> None:
    """Check that every organisation keeps an owner.  Raises: Conflict ("sole_owner")."""
    owners = OrganisationRole.objects.filter(role=Role.OWNER.value, organisation__merged_into=None)
    others = owners.exclude(user=user_id).values("organisation")
    left = owners.filter(user=user_id).exclude(organisation__in=others)
    if slugs := list(left.values_list("organisation__slug", flat=True)[:5]):
        raise Conflict(say("sole_owner", organisations=", ".join(slugs)))


def _keep_organisers(user_id: int) -> None:
    organised = Event.objects.filter(
        roles__user=user_id, roles__role=Role.ORGANISER.value, deleted_at__isnull=True,
        rehearsal=False, template=False,
    )  # fmt: skip
    others = EventRole.objects.filter(role=Role.ORGANISER.value).exclude(user=user_id)
    left = organised.exclude(pk__in=others.values("event"))
    if slugs := list(left.values_list("slug", flat=True)[:5]):
        raise Conflict(say("sole_organiser", events=", ".join(slugs)))
