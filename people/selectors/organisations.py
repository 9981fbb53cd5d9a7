"""Clubs and federations: roles of a user, and public data."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import reduce
from operator import or_

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from people.messages import say
from people.models.person import PersonAct
from tavleya.actors import ANONYMOUS, Actor, Role
from tavleya.errors import NotFound
from tavleya.formats.names import search_words
from tournaments.models.event import ORGANISATION_ROLES, Event, Organisation, OrganisationRole
from tournaments.models.player import Player
from tournaments.models.round import Round, RoundStatus
from tournaments.selectors.events import event_list, open_sections, visible_events


@dataclass(frozen=True, slots=True)
class Events:
    """Public events of an organisation: being played, to come (the next first), over (the newest first)."""

    live: Sequence[Event]
    coming: Sequence[Event]
    past: Sequence[Event]


def organisations_of(actor: Actor, *roles: Role) -> QuerySet[Organisation]:
    """Return the organisations in which the actor has a role, one of `roles` if any are given."""
    organisation_roles = OrganisationRole.objects.filter(organisation=OuterRef("pk"), user=actor.user_id)
    if roles:
        organisation_roles = organisation_roles.filter(role__in=roles)
    return Organisation.objects.filter(Exists(organisation_roles), merged_into=None).order_by("slug")


def owners_of_events(actor: Actor) -> QuerySet[Organisation]:
    """Return the organisations for which the actor may create events."""
    return organisations_of(actor, Role.OWNER, Role.ORGANISER)


def organisation_at(slug: str) -> Organisation:
    """Return the organisation at an address; after a merger the one it is now part of.

    Raises: NotFound ("no_such_organisation").
    """
    row = Organisation.objects.select_related("merged_into").filter(slug=slug).first()
    if row is None:
        raise NotFound(say("no_such_organisation"))
    return row.merged_into or row


def public_organisations() -> QuerySet[Organisation]:
    """Return the organisations with a public event."""
    events = Event.objects.filter(organisation=OuterRef("pk"), published=True, archived_at=None)
    return Organisation.objects.filter(Exists(events), merged_into=None).order_by("slug")


def find_organisations(query: str) -> QuerySet[Organisation]:
    """Return public organisations whose names have a word that begins like each word of the query; none for an empty
    one.
    """
    words = search_words(query)
    rows = public_organisations()
    if not words:
        return rows.none()
    for forms in words:
        rows = rows.filter(reduce(or_, (Q(search_key__contains=f" {form}") for form in forms)))
    return rows


def events_of(organisation: Organisation, today: date, most_past: int) -> Events:
    """Return the organisation's public events. `most_past`: the limit of past ones."""
    rows = event_list(ANONYMOUS).filter(organisation=organisation, rehearsal=False)
    rows = rows.prefetch_related(open_sections())
    playing = Round.objects.filter(status=RoundStatus.PLAYING, section__event=OuterRef("pk"), section__archived_at=None)
    live = rows.filter(Exists(playing))
    others = rows.exclude(Exists(playing))
    over = Q(ends_on__lt=today) | Q(ends_on=None, starts_on__lt=today)
    coming = others.exclude(over & Q(starts_on__isnull=False)).order_by(F("starts_on").asc(nulls_last=True), "slug")
    return Events(list(live), list(coming), list(others.filter(over)[:most_past]))


def officials_listed(organisation: Organisation) -> list[tuple[Role, list[str]]]:
    """Return, by role, the names of officials who agreed to be named."""
    rows = OrganisationRole.objects.filter(organisation=organisation, listed=True, user__is_active=True)
    names: dict[str, list[str]] = {}
    for row in rows.select_related("user"):
        names.setdefault(row.role, []).append(row.user.shown_name)
    return [(role, sorted(names[role.value])) for role in ORGANISATION_ROLES if role.value in names]


# For officials and players: joined players, their acts, and possible matches.

MOST = 20


def others_of(player: Player) -> list[Player]:
    """Return the other players of the person, with their events, the newest first."""
    if player.person_id is None:
        return []
    rows = Player.objects.filter(person=player.person_id).exclude(pk=player.pk).select_related("event")
    return list(rows.order_by(F("event__starts_on").desc(nulls_last=True), "-pk"))


def acts_of(player: Player) -> list[PersonAct]:
    """Return the acts that joined or split the player, the newest first."""
    rows = PersonAct.objects.filter(Q(begun__player=player) | Q(ended__player=player))
    return list(rows.distinct().order_by("-pk"))


def act_of_own(player: Player) -> PersonAct | None:
    """Return the act by which the player claimed "this is me", while it is valid."""
    rows = PersonAct.objects.filter(kind=PersonAct.Kind.SELF, undone_at=None, begun__player=player)
    return rows.exclude(begun__person__user=None).order_by("-pk").first()


def perhaps_the_same(player: Player, actor: Actor, query: str) -> list[Player]:
    """Return visible players of other events whose names have words that begin like those of `query`."""
    words = search_words(query)
    if not words:
        return []
    rows = Player.objects.filter(event__in=visible_events(actor).filter(rehearsal=False), erased_at=None)
    rows = rows.exclude(event=player.event_id).select_related("event")
    if player.person_id is not None:
        rows = rows.exclude(person=player.person_id)
    for forms in words:
        rows = rows.filter(reduce(or_, (Q(search_key__contains=f" {form}") for form in forms)))
    return list(rows.order_by(F("event__starts_on").desc(nulls_last=True), "sort_key")[:MOST])
