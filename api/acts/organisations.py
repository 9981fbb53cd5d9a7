"""Acts on clubs and federations, and on which of them owns an event."""

from datetime import datetime
from typing import Any, ClassVar

from rest_framework import serializers

from api.acts.people import user_named, with_secret
from api.acts.record import EVENT, ORGANISATION, Act
from api.messages import say
from api.people import InvitationMadeSerializer
from api.shapes_desk import EventFieldsSerializer, Texts
from people.selectors.organisations import organisation_at
from people.services import organisations
from people.services.organisations import create_organisation, edit_organisation, invite_to_organisation
from people.services.series import cancel_move, move_event, release_event
from tavleya.actors import Actor, Role
from tavleya.errors import NotFound
from tavleya.permissions import Action
from tournaments.access import editable
from tournaments.models.event import Event, Organisation, OrganisationRole


class OrganisationSerializer(serializers.ModelSerializer[Organisation]):
    """A club or a federation; `country` is a federation code."""

    names = Texts(help_text="By language code.")
    about = Texts(required=False)
    languages = serializers.ListField(child=serializers.CharField(max_length=20), required=False)

    class Meta:
        model = Organisation
        fields: ClassVar = editable(Organisation)
        validators: ClassVar[list[Any]] = []
        extra_kwargs: ClassVar[dict[str, Any]] = {"slug": {"validators": []}}


class OrganisationRoleSerializer(serializers.ModelSerializer[OrganisationRole]):
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.shown_name")

    class Meta:
        model = OrganisationRole
        fields: ClassVar = ["username", "name", "role", "listed"]


def grant_organisation_role(
    *, actor: Actor, now: datetime, organisation_id: int, username: str, role: Role
) -> OrganisationRole:
    """Give somebody with an account a role in the organisation and all its events.  Granting twice changes nothing."""
    return organisations.grant_organisation_role(
        actor=actor, now=now, organisation_id=organisation_id, user_id=user_named(username), role=role
    )


def revoke_organisation_role(*, actor: Actor, now: datetime, organisation_id: int, username: str, role: Role) -> None:
    """Take a role from somebody.  An organisation keeps an owner: 409 `last_owner`."""
    organisations.revoke_organisation_role(
        actor=actor, now=now, organisation_id=organisation_id, user_id=user_named(username), role=role
    )


def offer_event(*, actor: Actor, now: datetime, event_id: int, organisation: str) -> Event:
    """Ask that an event belong to the organisation at this address, or agree to it from the side of the event."""
    to = organisation_at(organisation)
    return move_event(actor=actor, now=now, event_id=event_id, organisation_id=to.pk)


def accept_event(*, actor: Actor, now: datetime, organisation_id: int, event: str) -> Event:
    """Ask to have the event at this address, or agree to it from the side of the organisation."""
    events = Event.objects.filter(slug=event, deleted_at=None).first()
    if events is None:
        raise NotFound(say("no_such_event"))
    return move_event(actor=actor, now=now, event_id=events.pk, organisation_id=organisation_id)


_O, _G = Action.EDIT_ORGANISATION, Action.GRANT_ROLES
ACTS = (
    Act(
        path="organisations/", service=create_organisation, summary="Create a club or a federation",
        action=Action.CREATE_EVENT, answer=OrganisationSerializer, status=201,
    ),
    Act(
        path=ORGANISATION, service=edit_organisation, summary="Change what is said of an organisation",
        action=_O, method="patch", answer=OrganisationSerializer, changes=OrganisationSerializer,
    ),
    Act(
        path=ORGANISATION + "roles/", service=grant_organisation_role, summary="Give a role in an organisation",
        action=_O, answer=OrganisationRoleSerializer, status=201,
    ),
    Act(
        path=ORGANISATION + "roles/revoke/", service=revoke_organisation_role,
        summary="Revoke a role in an organisation", action=_O,
    ),
    Act(
        path=ORGANISATION + "invitations/", service=invite_to_organisation,
        summary="Invite a person to an organisation by a link", action=_O, answer=InvitationMadeSerializer,
        status=201, show=with_secret,
    ),
    Act(
        path=ORGANISATION + "events/", service=accept_event, summary="Let an organisation own an event",
        action=Action.OWN_EVENTS, answer=EventFieldsSerializer, does=("move_event",),
    ),
    Act(
        path=EVENT + "organisation/", service=offer_event, summary="Offer an event to an organisation", action=_G,
        answer=EventFieldsSerializer, does=("move_event",),
    ),
    Act(
        path=EVENT + "organisation/", service=cancel_move, summary="Cancel such an offer, or decline it",
        action=_G, method="delete",
    ),
    Act(
        path=EVENT + "organisation/release/", service=release_event,
        summary="Let an event belong to no organisation", action=_G, answer=EventFieldsSerializer,
    ),
)  # fmt: skip
