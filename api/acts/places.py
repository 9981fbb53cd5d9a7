"""The place of an act: the objects in the address, limited to the event and to the caller's access."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.http import Http404
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from api.acts.record import PARTS, REFERENCES, Act, takes_more
from api.messages import say
from api.requests import actor_of
from arbiter.models import Ruling
from entries.models import Fee, Payment, PaymentReport
from games.models.game import Game
from games.views.requests import require_found
from tavleya.actors import Actor
from tavleya.errors import BadInput
from tavleya.permissions import Action, allowed
from tavleya.permissions import require as require_standing
from tournaments.access import (
    event_visible_to,
    game_visible_to,
    require,
    require_in_organisation,
    standing_anywhere,
    standing_in,
)
from tournaments.models.access import ApiToken, Invitation
from tournaments.models.activity import EventUpload
from tournaments.models.boards import BoardQuestion
from tournaments.models.entry import Entry
from tournaments.models.event import Event, Organisation
from tournaments.models.pairing import Match, Pairing
from tournaments.models.player import Player, Team, TeamMatch
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import ByeRequest, PairConstraint, RestorePoint, TeamRestriction
from tournaments.selectors.events import sections_shown


@dataclass
class ActTarget:
    """The objects in an address: `thing` is the innermost, `keys` the arguments for services."""

    actor: Actor
    within: Event | None = None
    organisation: Organisation | None = None
    in_section: Section | None = None
    round: Round | None = None
    thing: Model | None = None
    keys: dict[str, int] = field(default_factory=dict)

    @property
    def event(self) -> Event:
        assert self.within is not None  # only addresses of all events and of organisations lack one
        return self.within

    @property
    def section(self) -> Section:
        assert self.in_section is not None  # read only at addresses of sections
        return self.in_section

    def require(self, action: Action) -> None:
        """Check the caller's permission in the event or organisation; without either, anywhere.

        Raises: NotPermitted ("not_permitted").
        """
        if self.organisation is not None:
            require_in_organisation(self.actor, self.organisation, action)
        elif self.within is None:
            require_standing(standing_anywhere(self.actor), action)
        else:
            require(self.actor, self.within, action)

    @property
    def sees_drafts(self) -> bool:
        return allowed(standing_in(self.actor, self.event), Action.SEE_DRAFTS)


def find(request: Request, parts: Mapping[str, Any], *, archived: bool = False) -> ActTarget:
    """Return the place in the address.  Raises: Http404 if an object is missing or hidden from the caller.

    `archived`: include archived objects, for their officials.
    """
    actor = actor_of(request)
    if "organisation" in parts:
        organisation = get_object_or_404(Organisation, slug=parts["organisation"], merged_into=None)
        place = ActTarget(
            actor, organisation=organisation, thing=organisation, keys={"organisation_id": organisation.pk}
        )
        if "series" in parts:
            place.thing = get_object_or_404(organisation.series.select_related("organisation"), slug=parts["series"])
            place.keys["series_id"] = place.thing.pk
        return place
    if "slug" not in parts:
        return ActTarget(actor)
    event = get_object_or_404(Event, slug=parts["slug"], deleted_at=None)
    official = allowed(standing_in(actor, event), Action.SEE_DRAFTS)
    if not (archived and official) and not event_visible_to(actor, event):
        raise Http404
    place = ActTarget(actor, event, thing=event, keys={"event_id": event.pk})
    for part, value in parts.items():
        if part in _FINDERS:
            place.thing = _FINDERS[part](place, value, archived and official)
            place.keys[PARTS[part]] = place.thing.pk
        elif part != "slug":
            place.keys[part] = value
    return place


def _get_row(rows: QuerySet[Any], **arguments: Any) -> Any:
    return get_object_or_404(rows, **arguments)


def _section(place: ActTarget, value: str, archived: bool) -> Model:
    rows = place.event.sections.all() if archived else sections_shown(place.event)
    place.in_section = _get_row(rows, slug=value)
    place.section.event = place.event
    return place.section


def _round(place: ActTarget, value: int, archived: bool) -> Model:
    common = {"number": value} if value else {"kind": RoundKind.SCHEDULE}
    round_ = _get_row(Round.objects.filter(section=place.section), **common)
    round_.section = place.section
    if round_.status == RoundStatus.DRAFT and not place.sees_drafts:
        raise Http404
    place.round = round_
    return round_  # type: ignore[no-any-return]


def _board(place: ActTarget, value: int, archived: bool) -> Model:
    boards = Pairing.objects.select_related("white__player", "black__player")
    return _get_row(boards.filter(round=place.round), board=value)  # type: ignore[no-any-return]


def _match(place: ActTarget, value: int, archived: bool) -> Model:
    teams = place.section.system.teams
    rows: QuerySet[Any] = TeamMatch.objects.all() if teams else Match.objects.all()
    return _get_row(rows.filter(round=place.round), number=value)  # type: ignore[no-any-return]


def _rule(place: ActTarget, value: int, archived: bool) -> Model:
    teams = place.section.system.teams
    rows: QuerySet[Any] = TeamRestriction.objects.all() if teams else PairConstraint.objects.all()
    return _get_row(rows.filter(section=place.section), pk=value)  # type: ignore[no-any-return]


def _game(place: ActTarget, value: int, archived: bool) -> Model:
    # An annulled game no longer has a board.
    in_event = Q(pairing__round__section__event=place.event) | Q(
        replaced_by__pairing__round__section__event=place.event
    )
    game = _get_row(Game.objects.filter(in_event), pk=value)
    require_found(game_visible_to(place.actor, game))
    return game  # type: ignore[no-any-return]


def _event_lookup(model: type[Model], way: str = "event", key: str = "pk") -> Callable[[ActTarget, Any, bool], Model]:
    return lambda place, value, _archived: _get_row(model._default_manager.filter(**{way: place.event}), **{key: value})


def _section_lookup(model: type[Model], key: str) -> Callable[[ActTarget, Any, bool], Model]:
    return lambda place, value, _archived: _get_row(
        model._default_manager.filter(section=place.section), **{key: value}
    )


def _registration(place: ActTarget, value: int, archived: bool) -> Model:
    return _get_row(place.section.registrations.select_related("player"), number=value)  # type: ignore[no-any-return]


def _bye_request(place: ActTarget, value: int, archived: bool) -> Model:
    return _get_row(ByeRequest.objects.filter(registration__section=place.section), pk=value)  # type: ignore[no-any-return]


_FINDERS: Mapping[str, Callable[[ActTarget, Any, bool], Model]] = {
    "section": _section,
    "number": _round,
    "board": _board,
    "registration": _registration,
    "player_id": _event_lookup(Player),
    "game_id": _game,
    "entry_id": _section_lookup(Entry, "pk"),
    "request_id": _bye_request,
    "team": _section_lookup(Team, "number"),
    "match": _match,
    "rule_id": _rule,
    "point_id": _section_lookup(RestorePoint, "pk"),
    "category": lambda place, value, _archived: _get_row(place.section.categories.all(), slug=value),
    "invitation_id": _event_lookup(Invitation),
    "token_id": _event_lookup(ApiToken),
    "webhook_id": lambda place, value, _archived: _get_row(place.event.webhooks.all(), pk=value),
    "ruling_id": _event_lookup(Ruling, "game__pairing__round__section__event"),
    "board_question_id": _event_lookup(BoardQuestion, "game__pairing__round__section__event"),
    "upload_id": _event_lookup(EventUpload),
    "fee": _event_lookup(Fee, key="number"),
    "receipt": _event_lookup(Payment, key="receipt"),
    "report_id": _event_lookup(PaymentReport),
}


def given_to(act: Act, place: ActTarget, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of the act's service: from the address, the act, and the body, with numbers as keys."""
    result = {name: place.keys[name] for name in act.in_address} | dict(act.fixed)
    for name, argument in act.asked.items():
        if argument.said not in body:
            continue
        value = body[argument.said]
        result[name] = _keys_of(act, place, name, value) if name in REFERENCES else value
    if takes_more(act.service):
        result |= {name: value for name, value in body.items() if name not in act.asked}
    return result


def _keys_of(act: Act, place: ActTarget, name: str, value: Any) -> Any:
    """Return numbers of players or teams of the section as keys of rows.  Raises: BadInput ("no_such_registration")."""
    teams = place.section.system.teams and act.entrants
    rows = place.section.teams.all() if teams else place.section.registrations.all()
    keys: dict[int, int] = dict(rows.values_list("number", "pk"))

    def key_of(number: int | None) -> int | None:
        if number is not None and number not in keys:
            raise BadInput(say("no_such_registration"), field=REFERENCES[name], number=number)
        return None if number is None else keys[number]

    if isinstance(value, Mapping):
        return {key_of(number): item for number, item in value.items()}
    return [key_of(item) for item in value] if isinstance(value, list) else key_of(value)
