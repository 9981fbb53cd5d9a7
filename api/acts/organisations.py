"""Acts on clubs and federations, on which of them owns an event, and on their series."""

from datetime import datetime
from typing import Any, ClassVar

from rest_framework import serializers

from api.acts.people import user_named, with_secret
from api.acts.record import EVENT, ORGANISATION, SERIES, Act
from api.messages import say
from api.people import InvitationMadeSerializer
from api.shapes_desk import EventFieldsSerializer, Texts
from people.models import Series, SeriesSection
from people.selectors.organisations import SeriesRow, SeriesView, Stage, organisation_at
from people.services import organisations
from people.services import series as services
from people.services.organisations import create_organisation, edit_organisation, invite_to_organisation
from people.services.series import cancel_move, move_event, release_event
from tavleya.actors import Actor, Role
from tavleya.errors import NotFound
from tavleya.permissions import Action
from tournaments.access import editable
from tournaments.models.event import Event, Organisation, OrganisationRole
from tournaments.models.section import Section


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
    event_row = Event.objects.filter(slug=event, deleted_at=None).first()
    if event_row is None:
        raise NotFound(say("no_such_event"))
    return move_event(actor=actor, now=now, event_id=event_row.pk, organisation_id=organisation_id)


_O, _G = Action.EDIT_ORGANISATION, Action.GRANT_ROLES
_ORGANISATIONS = (
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


class SeriesSerializer(serializers.ModelSerializer[Series]):
    """`rule`: `score` (points scored in the games) or `place` (by `place_points`, the first place first).

    `best`: so many results of each player count, all where it is null.  `tiebreaks`, in order: `best`, `firsts`,
    `events`.
    """

    names = Texts(help_text="By language code.")
    place_points = serializers.ListField(child=serializers.IntegerField(), max_length=200, required=False)
    tiebreaks = serializers.ListField(child=serializers.CharField(max_length=10), max_length=10, required=False)

    class Meta:
        model = Series
        fields: ClassVar = editable(Series)
        validators: ClassVar[list[Any]] = []
        extra_kwargs: ClassVar[dict[str, Any]] = {"slug": {"validators": []}}


class SeriesSectionSerializer(serializers.ModelSerializer[SeriesSection]):
    event = serializers.SlugField(source="section.event.slug")
    section = serializers.SlugField(source="section.slug")

    class Meta:
        model = SeriesSection
        fields: ClassVar = ["event", "section"]


class StageSerializer(serializers.Serializer[Stage]):
    """A section of the series; `over`: whether its results count by now."""

    event = serializers.SlugField(source="section.event.slug")
    section = serializers.SlugField(source="section.slug")
    over = serializers.BooleanField()


class SeriesCellSerializer(serializers.Serializer[Any]):
    points = serializers.FloatField()
    counted = serializers.BooleanField()


class SeriesRowSerializer(serializers.Serializer[SeriesRow]):
    """`cells` in the order of `events`, null where the player was not in it; `values` in that of the tie-breaks.

    `person`: whose public page leads to all their events, where there is one.
    """

    rank = serializers.IntegerField(source="row.rank")
    last_rank = serializers.IntegerField(source="row.last")
    name = serializers.CharField(source="player.full_name")
    title = serializers.CharField(source="player.title")
    federation = serializers.CharField(source="player.federation")
    person = serializers.SerializerMethodField()
    cells = serializers.ListField(child=SeriesCellSerializer(allow_null=True), source="row.cells")
    total = serializers.FloatField(source="row.total")
    values = serializers.ListField(child=serializers.FloatField(), source="row.values")

    def get_person(self, series_row: SeriesRow) -> int | None:
        return series_row.player.person_id if series_row.player.on_person_page else None


class SeriesTableSerializer(serializers.Serializer[SeriesView]):
    """The table as everybody may see it."""

    events = StageSerializer(many=True, source="stages")
    rows = SeriesRowSerializer(many=True)


def add_to_series(
    *, actor: Actor, now: datetime, organisation_id: int, series_id: int, event: str, section: str
) -> SeriesSection:
    """Let a section of an event of the organisation count, both by their addresses.  Adding twice changes nothing."""
    return services.add_to_series(
        actor=actor, now=now, series_id=series_id, section_id=_section(organisation_id, event, section)
    )


def remove_from_series(
    *, actor: Actor, now: datetime, organisation_id: int, series_id: int, event: str, section: str
) -> None:
    """Let a section no longer count."""
    services.remove_from_series(
        actor=actor, now=now, series_id=series_id, section_id=_section(organisation_id, event, section)
    )


def _section(organisation_id: int, event: str, section: str) -> int:
    """Return the key of a section of the organisation; other organisations' sections are not revealed."""
    rows = Section.objects.filter(event__organisation=organisation_id, event__slug=event, slug=section)
    match = rows.values_list("pk", flat=True).first()
    if match is None:
        raise NotFound(say("no_such_section"))
    return match


_EVENTS = Action.OWN_EVENTS
_SERIES = (
    Act(
        path=ORGANISATION + "series/", service=services.create_series,
        summary="Create a series: one table over several events", action=_EVENTS, answer=SeriesSerializer, status=201,
    ),
    Act(
        path=SERIES, service=services.edit_series, summary="Change a series", action=_EVENTS, method="patch",
        answer=SeriesSerializer, changes=SeriesSerializer,
    ),
    Act(path=SERIES, service=services.delete_series, summary="Delete a series", action=_EVENTS, method="delete"),
    Act(
        path=SERIES + "sections/", service=add_to_series, summary="Let a section count in a series", action=_EVENTS,
        answer=SeriesSectionSerializer, status=201,
    ),
    Act(
        path=SERIES + "sections/remove/", service=remove_from_series,
        summary="Let a section no longer count in a series", action=_EVENTS,
    ),
)  # fmt: skip

ACTS = (*_ORGANISATIONS, *_SERIES)
