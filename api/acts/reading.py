"""Read access for officials: one record each, as a list by pages or as one object with its `ETag`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.acts.events import terms_of
from api.acts.fees import (
    FeeTermsSerializer,
    PaymentReportSerializer,
    PaymentTermsSerializer,
    fee_terms_of,
    payment_terms_for,
)
from api.acts.organisations import OrganisationSerializer, SeriesSerializer, SeriesTableSerializer
from api.acts.places import ActTarget, find
from api.acts.record import EVENT, ORGANISATION, REGISTRATION, ROUND, SECTION, SERIES, Shape
from api.openapi import REFUSED, list_responses
from api.people import InvitationSerializer, RoleSerializer, TokenSerializer
from api.requests import tag_of
from api.shapes import PlayerSerializer, RegistrationSerializer
from api.shapes_desk import (
    ByeRequestSerializer,
    ByeSerializer,
    CheckInSerializer,
    DraftSerializer,
    EventFieldsSerializer,
    MatchSerializer,
    PlayerLinkSerializer,
    PresetSerializer,
    RestorePointSerializer,
    RestrictionSerializer,
    SectionDetailSerializer,
    TeamRestrictionSerializer,
    TeamSerializer,
    TermsSerializer,
)
from api.tournaments import Listing
from entries.models import PaymentReport
from games.views.requests import require_found
from people.selectors.organisations import public_organisations, series_view
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.models.access import ApiToken, Invitation
from tournaments.models.swiss import ByeRequest, PlayerLink, RequestedBye
from tournaments.presets import PRESETS
from tournaments.selectors.events import templates_of


def _same(thing: Any) -> Any:
    return thing


@dataclass(frozen=True, kw_only=True)
class Read:
    """A readable list or object.

    `rows` of a list, by pages if they are in the database; without it the innermost object of the address, which
    `show` converts for the shape.

    `action`: the required permission, unless all readers of the event may read it. `states`: the values of the query
    parameter `state`, by which the rows can be filtered.
    """

    path: str
    name: str
    summary: str
    shape: Shape
    action: Action | None = None
    rows: Callable[[ActTarget], QuerySet[Any] | Sequence[Any]] | None = None
    show: Callable[[Any], Any] = field(default=_same)
    states: Mapping[str, Q] = field(default_factory=dict)


def view_of(read: Read) -> type[APIView]:
    """Return the view that answers GET at its address."""
    return type("Reading", (Listing,), {"get": _handler(read)})


def _handler(read: Read) -> Callable[..., Response]:
    responses: dict[Any, Any] = {200: read.shape} if read.rows is None else list_responses(read.shape)

    def get(self: Listing, request: Request, **parts: Any) -> Response:
        place = find(request, parts)
        if read.action is not None:
            require(place.actor, place.event, read.action)
        if read.rows is not None:
            rows = read.rows(place)
            state = request.query_params.get("state", "") if read.states else ""
            if isinstance(rows, QuerySet) and state:
                require_found(state in read.states)
                rows = rows.filter(read.states[state])
            if not isinstance(rows, QuerySet):
                data = read.shape(rows, many=True).data
                return Response({"next": None, "previous": None, "results": data})
            return self.paged(rows, read.shape)
        body = read.shape(read.show(place.thing)).data
        return Response(body, headers={"ETag": tag_of(body), "Cache-Control": "no-cache"})

    decorate = extend_schema(
        parameters=[OpenApiParameter("state", str, enum=list(read.states))] if read.states else [],
        responses=responses | REFUSED,
        operation_id=read.name,
        summary=read.summary,
        description=f"Scope: `{read.action}`." if read.action else "",
    )
    handler: Callable[..., Response] = decorate(get)
    return handler


def _series(place: ActTarget) -> QuerySet[Any]:
    assert place.organisation is not None
    return place.organisation.series.all()


def _matches(place: ActTarget) -> QuerySet[Any]:
    assert place.round is not None
    return place.round.team_matches.select_related("first", "second")


_E, _P, _S, _G = Action.ENTER_PLAYERS, Action.PAIR_ROUND, Action.EDIT_SECTION, Action.GRANT_ROLES
READS: tuple[Read, ...] = (
    Read(
        path="presets/", name="presets_list", summary="What people run: settings to create an event with",
        shape=PresetSerializer, rows=lambda _place: list(PRESETS.values()),
    ),
    Read(
        path="organisations/", name="organisations_list", summary="Clubs and federations with a public event",
        shape=OrganisationSerializer, rows=lambda _place: public_organisations(),
    ),
    Read(path=ORGANISATION, name="organisation", summary="One organisation", shape=OrganisationSerializer),
    Read(
        path=ORGANISATION + "series/", name="series_list", summary="Series of an organisation",
        shape=SeriesSerializer, rows=_series,
    ),
    Read(path=SERIES, name="series", summary="One series", shape=SeriesSerializer),
    Read(
        path=SERIES + "table/", name="series_table", summary="The table of a series", shape=SeriesTableSerializer,
        show=series_view,
    ),
    Read(
        path="templates/", name="templates_list", summary="Your templates, for repeat_event",
        shape=EventFieldsSerializer, rows=lambda place: templates_of(place.actor),
    ),
    Read(path=EVENT, name="event", summary="One event", shape=EventFieldsSerializer),
    Read(path=SECTION, name="section", summary="One section", shape=SectionDetailSerializer),
    Read(
        path=SECTION + "entry-terms/", name="entry_terms", summary="On which terms people enter a section online",
        shape=TermsSerializer, action=_S, show=terms_of,
    ),
    Read(
        path=SECTION + "fee-terms/", name="fee_terms", summary="What entering a section costs",
        shape=FeeTermsSerializer, action=_S, show=fee_terms_of,
    ),
    Read(
        path=EVENT + "payment-terms/", name="payment_terms", summary="How fees are paid", shape=PaymentTermsSerializer,
        action=Action.EDIT_EVENT, show=payment_terms_for,
    ),
    Read(
        path=EVENT + "payment-reports/", name="payment_reports_list",
        summary="Payments that a provider reported and that fit no fee", shape=PaymentReportSerializer,
        action=Action.HANDLE_FEES,
        rows=lambda place: PaymentReport.objects.filter(event=place.event).select_related("payment"),
    ),
    Read(
        path=EVENT + "players/<int:player_id>/", name="player", summary="One player", shape=PlayerSerializer,
    ),
    Read(path=REGISTRATION, name="entrant", summary="One player of a section", shape=RegistrationSerializer),
    Read(path=ROUND, name="round", summary="One round", shape=DraftSerializer),
    Read(
        path=SECTION + "byes/", name="byes_list", summary="Byes noted for rounds to come", shape=ByeSerializer,
        action=_E, rows=lambda place: RequestedBye.objects.filter(registration__section=place.section),
    ),
    Read(
        path=SECTION + "bye-requests/", name="bye_requests_list", summary="Byes that players ask for",
        shape=ByeRequestSerializer, action=_E,
        rows=lambda place: ByeRequest.objects.filter(registration__section=place.section),
        states={"undecided": Q(granted=None), "granted": Q(granted=True), "refused": Q(granted=False)},
    ),
    Read(
        path=SECTION + "restrictions/", name="restrictions_list", summary="Who may not, or must, meet",
        shape=RestrictionSerializer, action=_P, rows=lambda place: place.section.pair_rules.all(),
    ),
    Read(
        path=SECTION + "team-restrictions/", name="team_restrictions_list", summary="Teams that are kept apart",
        shape=TeamRestrictionSerializer, action=_P, rows=lambda place: place.section.team_rules.all(),
    ),
    Read(
        path=SECTION + "check-ins/", name="check_ins_list", summary="Check-ins of a section", shape=CheckInSerializer,
        action=_E, rows=lambda place: place.section.check_ins.all(),
    ),
    Read(
        path=SECTION + "restore-points/", name="restore_points_list", summary="Points that a section can go back to",
        shape=RestorePointSerializer, action=_P,
        rows=lambda place: place.section.restore_points.defer("data"),
    ),
    Read(
        path=SECTION + "teams/", name="teams_list", summary="Teams of a section", shape=TeamSerializer,
        rows=lambda place: place.section.teams.all(),
    ),
    Read(path=SECTION + "teams/<int:team>/", name="team", summary="One team", shape=TeamSerializer),
    Read(
        path=ROUND + "matches/", name="matches_list", summary="Matches of teams of a round", shape=MatchSerializer,
        rows=_matches,
    ),
    Read(
        path=EVENT + "player-links/", name="player_links_list", summary="Valid private links of players",
        shape=PlayerLinkSerializer, action=Action.ISSUE_PLAYER_LINKS,
        rows=lambda place: PlayerLink.objects.filter(player__event=place.event, revoked_at=None)
        .select_related("player"),
    ),
    Read(
        path=EVENT + "roles/", name="roles_list", summary="Officials of an event", shape=RoleSerializer,
        action=Action.SEE_DESK, rows=lambda place: place.event.roles.select_related("user"),
    ),
    Read(
        path=EVENT + "invitations/", name="invitations_list", summary="Invitations that can still be accepted",
        shape=InvitationSerializer, action=_G,
        rows=lambda place: Invitation.open_at(timezone.now()).filter(event=place.event),
    ),
    Read(
        path=EVENT + "tokens/", name="tokens_list", summary="Valid keys for programs", shape=TokenSerializer,
        action=Action.ISSUE_TOKENS,
        rows=lambda place: ApiToken.objects.filter(event=place.event, revoked_at=None),
    ),
)  # fmt: skip
