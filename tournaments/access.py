"""Roles and visibility of users in an event, as input for the table of permissions."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any

from django import forms
from django.apps import apps
from django.db import connections, models, router
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext

from games import gate
from games.models.game import Game
from tavleya.actors import ANONYMOUS, EVERYTHING, NOBODY, Actor, Role, Standing
from tavleya.permissions import IN_TEMPLATE, Action, allowed
from tavleya.permissions import require as require_standing
from tavleya.sides import Side
from tavleya.use import PLAIN, Copy, Use
from tournaments.models.access import EventRole, Invitation
from tournaments.models.event import Event, Organisation, OrganisationRole
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.round import RoundStatus

#: The session key for the digest of an invitation, so that the secret is only in the address of its link.
HELD_INVITATION = "invitation"
#: Roles of organisations that have another name in their events.
IN_EVENTS = {Role.OWNER.value: Role.ORGANISER}


def standing_anywhere(actor: Actor) -> Standing:
    """Return the actor's roles outside of any event: signed in or not."""
    if actor.system:
        return EVERYTHING
    if actor.user_id is None:
        return NOBODY
    return Standing(frozenset({Role.PUBLIC, Role.PLAYER}), only=actor.scopes)


def standing_in(actor: Actor, event: Event) -> Standing:
    """Return the actor's roles in the event, limited by their token, and by the purpose of a template."""
    standing = _read_only(_standing(actor, event.pk), event.checked_out_at is not None)
    if not event.template:
        return standing
    only = IN_TEMPLATE if standing.only is None else IN_TEMPLATE & standing.only
    return replace(standing, only=frozenset(map(str, only)))


def _read_only(standing: Standing, checked_out: bool) -> Standing:
    return replace(standing, read_only=True) if checked_out else standing


def _standing(actor: Actor, event_id: int) -> Standing:
    if actor.system:
        return EVERYTHING
    if actor.event_id is not None and actor.event_id != event_id:
        return NOBODY
    if actor.player_id is not None:
        plays = Player.objects.filter(event=event_id, pk=actor.player_id).exists()
        return Standing(frozenset({Role.PLAYER, Role.PUBLIC}), only=actor.scopes) if plays else NOBODY
    if actor.user_id is None:
        return NOBODY
    roles = {IN_EVENTS.get(role) or Role(role) for role in _roles(actor.user_id, event_id)}
    return Standing(frozenset(roles | {Role.PUBLIC}), only=actor.scopes)


def standing_in_organisation(actor: Actor, organisation: Organisation) -> Standing:
    """Return the actor's roles in a club or federation; empty with a token for one event."""
    if actor.system:
        return EVERYTHING
    if actor.user_id is None or actor.event_id is not None or actor.player_id is not None:
        return NOBODY
    rows = OrganisationRole.objects.filter(organisation=organisation, user=actor.user_id)
    roles = {Role(role) for role in rows.values_list("role", flat=True)}
    return Standing(frozenset(roles | {Role.PUBLIC}), only=actor.scopes)


def require_in_organisation(actor: Actor, organisation: Organisation, action: Action) -> Standing:
    """Return the actor's roles.  Raises: NotPermitted ("not_permitted") if they do not allow `action` there."""
    standing = standing_in_organisation(actor, organisation)
    require_standing(standing, action)
    return standing


def official_in(actor: Actor, *roles: Role) -> Q:
    """Return a filter for events in which the actor has a role: directly, or by the organisation that owns the event.

    `roles`: only these, if any are given.
    """
    own = EventRole.objects.filter(event=OuterRef("pk"), user=actor.user_id)
    by_organisation = OrganisationRole.objects.filter(organisation=OuterRef("organisation"), user=actor.user_id)
    if roles:
        own = own.filter(role__in=roles)
        by_organisation = by_organisation.filter(
            role__in=[*roles, *(name for name, role in IN_EVENTS.items() if role in roles)]
        )
    return Q(Exists(own)) | Q(Exists(by_organisation))


# Raw SQL, because every request and service runs it, and Django takes longer to build it than PostgreSQL to run it.
_ROLES = """
SELECT role FROM tournaments_eventrole WHERE event_id = %s AND user_id = %s
UNION
SELECT granted.role FROM tournaments_organisationrole granted
JOIN tournaments_event event ON event.organisation_id = granted.organisation_id
WHERE event.id = %s AND granted.user_id = %s
UNION
SELECT 'player' FROM tournaments_player WHERE event_id = %s AND user_id = %s
"""


def _roles(user_id: int, event_id: int) -> list[str]:
    """Return the roles of a user in an event: granted there, granted by its organisation, and player.  One query."""
    with connections[router.db_for_read(EventRole)].cursor() as cursor:
        cursor.execute(_ROLES, [event_id, user_id] * 3)
        return [role for (role,) in cursor.fetchall()]


def is_official(user_id: int) -> bool:
    """Return whether the user has a role in any event or organisation (registered with `accounts.hooks`)."""
    return EventRole.objects.filter(user=user_id).exists() or OrganisationRole.objects.filter(user=user_id).exists()


def is_invited(request: HttpRequest) -> bool:
    """Return whether the visitor has opened an invitation that is still valid (registered with `accounts.hooks`)."""
    digest = request.session.get(HELD_INVITATION)
    return bool(digest) and Invitation.open_at(timezone.now()).filter(digest=digest).exists()


def standing_of_game(actor: Actor, game: Game) -> Standing:
    """Return the actor's roles in the game's event, and the sides they play (registered with `games.hooks`)."""
    player_path = "player" if actor.player_id is not None else "player__user"
    white, black = f"white__{player_path}", f"black__{player_path}"
    checked_out = "round__section__event__checked_out_at"
    pairing = _seat(game, "round__section__event", checked_out, white, black)
    if pairing is None:
        return EVERYTHING if actor.system else NOBODY
    standing = _read_only(_standing(actor, pairing["round__section__event"]), pairing[checked_out] is not None)
    me = actor.player_id if actor.player_id is not None else actor.user_id
    if me is None or Role.PLAYER not in standing.roles:
        return standing
    sides = frozenset(side for side, key in ((Side.WHITE, pairing[white]), (Side.BLACK, pairing[black])) if key == me)
    return replace(standing, sides=sides)


def _seat(game: Game, *fields: str) -> dict[str, Any] | None:
    """Return fields of the board of a game; an annulled game has the board of its replacement."""
    row: dict[str, Any] | None = Pairing.objects.filter(game=game).values(*fields).first()
    while row is None:
        later = Game.objects.filter(replaces=game).first()
        if later is None:
            return None
        game = later
        row = Pairing.objects.filter(game=game).values(*fields).first()
    return row


def game_visible_to(actor: Actor, game: Game) -> bool:
    """Return whether the actor may see the game: public, or in a draft of theirs (registered with `games.hooks`)."""
    if actor.system:
        return True
    pairing = _seat(
        game,
        "round__section__event",
        "round__section__event__published",
        "round__section__event__archived_at",
        "round__section__archived_at",
        "round__status",
    )
    if pairing is None:
        return False
    if pairing["round__section__event__archived_at"] or pairing["round__section__archived_at"]:
        return False
    if pairing["round__section__event__published"] and pairing["round__status"] != RoundStatus.DRAFT:
        return True
    return allowed(_standing(actor, pairing["round__section__event"]), Action.SEE_DRAFTS)


def public_games(keys: Collection[int]) -> set[int]:
    """Return those of the games that are public (registered with `games.hooks`).

    One query, plus queries for annulled games, which are not linked to a board any more.
    """
    boards = (
        Pairing.objects.filter(game__in=keys)
        .order_by()
        .values_list(
            "game",
            "round__section__event__published",
            "round__section__event__archived_at",
            "round__section__archived_at",
            "round__status",
        )
    )
    public, seen = set(), set()
    for key, published, event_archived, section_archived, status in boards:
        seen.add(key)
        if published and not event_archived and not section_archived and status != RoundStatus.DRAFT:
            public.add(key)
    annulled = Game.objects.filter(pk__in=set(keys) - seen) if len(seen) < len(keys) else ()
    return public | {game.pk for game in annulled if game_visible_to(ANONYMOUS, game)}


def wall_of(keys: Collection[int]) -> dict[int, int]:
    """Return the rounds of games, by the keys of the games (registered with `games.hooks`)."""
    return dict(Pairing.objects.filter(game__in=keys).order_by().values_list("game", "round"))


def event_visible_to(actor: Actor, event: Event) -> bool:
    if event.archived_at is not None:
        return False
    return event.published or allowed(standing_in(actor, event), Action.SEE_DRAFTS)


def require(actor: Actor, event: Event, action: Action) -> Standing:
    """Return the actor's roles.  Raises: NotPermitted ("not_permitted") if they do not allow `action` in the event."""
    standing = standing_in(actor, event)
    require_standing(standing, action)
    return standing


# Readers of the declarations at the fields of models (`tavleya.use`).

TEXTS = (
    models.CharField,
    models.TextField,
    models.JSONField,
    models.BinaryField,
    models.FileField,
    models.GenericIPAddressField,
)


@cache
def uses(model: type[models.Model]) -> Mapping[str, Use]:
    """Return the uses of every field of a model, by name and in the model's order.

    A reference is not wrapped, because it would lose its type; the model declares it in `relations`.
    """
    relations: Mapping[str, Use] = getattr(model, "relations", {})
    fields = (*model._meta.concrete_fields, *model._meta.many_to_many)
    return MappingProxyType({field.name: relations.get(field.name) or getattr(field, "use", PLAIN) for field in fields})


def undeclared(model: type[models.Model]) -> list[str]:
    """Return the texts, JSON, bytes and files of a model without a declaration of the personal data they hold.

    Fields with choices are left out: a choice from a list does not identify a person.
    """
    return [
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, TEXTS) and not field.choices and uses(model)[field.name].person is None
    ]


def editable(model: type[models.Model]) -> list[str]:
    """Return the attributes of a model that officials change."""
    return [model._meta.get_field(name).attname for name in _with(model, "editable")]  # type: ignore[union-attr]


def reset(model: type[models.Model], copy: Copy) -> dict[str, object]:
    """Return the attributes of a model that a copy of an event resets, with their defaults."""
    names = (name for name, use in uses(model).items() if use.local or copy in use.reset)
    fields = map(model._meta.get_field, names)
    return {field.attname: field.get_default() for field in fields}  # type: ignore[union-attr]


def settings_of(row: models.Model, copy: Copy) -> dict[str, Any]:
    """Return the values of a row that officials set and a copy of its event takes over."""
    without = reset(type(row), copy)
    return {name: getattr(row, name) for name in editable(type(row)) if name not in without}


def entered(model: type[models.Model]) -> list[str]:
    """Return the fields of a person in forms and lists of players."""
    return _with(model, "entered")


def exported(model: type[models.Model]) -> list[str]:
    """Return the columns of a model in files."""
    return _with(model, "export")


def in_api(model: type[models.Model]) -> list[str]:
    """Return the fields of a model in the API."""
    return _with(model, "api")


@cache
def labels() -> Mapping[str, str]:
    """Return the untranslated labels of the fields of all models, by name."""
    return {name: use.label for model in apps.get_models() for name, use in uses(model).items() if use.label}


def label_of(model: type[models.Model], name: str) -> str:
    """Return the label of a field in the reader's language, with a capital."""
    return capfirst(gettext(uses(model)[name].label))


def form_field(model: type[models.Model], name: str, **more: Any) -> forms.Field:
    """Return the plain form field of a model's field; `more`: further arguments, such as another `label`."""
    field = model._meta.get_field(name).formfield(**{"label": label_of(model, name), **more})  # type: ignore[union-attr]
    assert isinstance(field, forms.Field)
    return field


def _with(model: type[models.Model], flag: str) -> list[str]:
    return [name for name, use in uses(model).items() if getattr(use, flag)]


# Viewers of boards that are broadcast with a delay: officials and the two players see them at once.


class EventViewer:
    """A viewer of pages of the event with `slug`, or of no event; permissions are loaded once, if data are delayed.

    `actor` is called only then, so that pages without a delay need no user.
    """

    def __init__(self, actor: Callable[[], Actor], slug: str = "") -> None:
        self.slug = slug
        self._actor = actor
        self._all: bool | None = None
        self._games: dict[int, bool] = {}

    def sees_all(self) -> bool:
        if self._all is None:
            with gate.bypass_gate():
                self._all = self._is_official()
        return self._all

    def sees(self, game_id: int | None) -> bool:
        if self.sees_all():
            return True
        if game_id is None or self._actor() == ANONYMOUS:
            return False
        if game_id not in self._games:
            with gate.bypass_gate():
                game = Game.objects.filter(pk=game_id).first()
                self._games[game_id] = game is not None and bool(standing_of_game(self._actor(), game).sides)
        return self._games[game_id]

    def _is_official(self) -> bool:
        actor = self._actor()
        if actor == ANONYMOUS or not self.slug:
            return False
        event = Event.objects.filter(slug=self.slug).first()
        return event is not None and allowed(standing_in(actor, event), Action.SEE_DESK)
