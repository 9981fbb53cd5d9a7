"""Entering people in a section: as a new player, recognised in the event, or chosen from its list."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.formats.names import PersonName
from tavleya.permissions import Action
from tavleya.ratings import FROM_FILE
from tournaments.access import entered, require
from tournaments.activity import Fact, happened, happened_to_many
from tournaments.kinds import PLAYER_EDITED, REGISTRATION_ADDED
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.selectors.persons import ANOTHER, KnownPeople, Sameness
from tournaments.services.attendance import LateTerms, late_terms, settle_late_entries
from tournaments.services.players import new_player, save_player
from tournaments.services.rollback.restore_points import take_restore_point
from tournaments.services.sections import add_registration
from tournaments.services.shared import lock_section_with_event

#: Fields of a known player that a new entry may fill in.
_COMPLETED = {*entered(Player), "user_id"} - {"family_name", "given_name", "patronymic"}


@transaction.atomic
def enter_person(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    person: Mapping[str, Any],
    who: int | None = None,
    number: int | None = None,
    rating: int | None = None,
    from_round: int | None = None,
    half_points: Collection[int] = (),
) -> Registration:
    """Enter a person in a section; a player of the event is recognised and not added twice.

    `person`: fields as `add_player` takes them; without `rating` the one given there counts in the section.  If only
    the name matches a player of the event, `who` names that player or is `ANOTHER`.  In a section that is paired round
    by round and has begun, the entry is a late one, by default from the next round (`attendance.enter_late`).
    Raises: Conflict ("same_name").
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    existing = find_again(section.event, person, who)
    player = existing or new_player(section.event, person, another=who == ANOTHER, actor=actor, now=now)
    if existing is not None:
        complete_known(existing, person, actor=actor, now=now)
    terms = entry_terms(section, from_round, half_points)
    before_entries(section, terms, actor=actor, now=now)
    registration = add_registration(
        section, player, now=now, number=number, rating=rating, ratings=person.get("ratings")
    )
    after_entries(section, [registration], terms, actor=actor, now=now)
    return registration


@transaction.atomic
def enter_players(*, actor: Actor, now: datetime, section_id: int, player_ids: Sequence[int]) -> list[Registration]:
    """Enter players of the event in a section, in this order; late, where it has begun and is paired round by round.

    Raises: BadInput ("nobody_chosen"); NotFound ("no_such_player"); Conflict ("already_entered", "already_paired").
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    keys = list(dict.fromkeys(player_ids))
    if not keys:
        raise BadInput(say("nobody_chosen"))
    players = Player.objects.filter(event=section.event_id).in_bulk(keys)
    if len(players) < len(keys):
        raise NotFound(say("no_such_player.in_event"))
    terms = entry_terms(section)
    before_entries(section, terms, actor=actor, now=now)
    registrations = [add_registration(section, players[key], now=now) for key in keys]
    after_entries(section, registrations, terms, actor=actor, now=now)
    return registrations


# For the services that enter people by lists


def find_again(event: Event, person: Mapping[str, Any], user: int | None) -> Player | None:
    """Return the matching player of the event; None for a new person.  Raises: Conflict ("same_name")."""
    name = PersonName(person["family_name"], person.get("given_name", ""), person.get("patronymic", ""))
    sameness = KnownPeople(event).find(name, person.get("birth_year"), person.get("fide_id"))
    return chosen_of(sameness, user)


def chosen_of(sameness: Sameness, user: int | None) -> Player | None:
    """Return the matching player, by `who` if the match is uncertain; None for a new person.

    Raises: Conflict ("same_name").
    """
    if sameness.player is not None or not sameness.namesakes:
        return sameness.player
    chosen = next((namesake for namesake in sameness.namesakes if user is not None and namesake.pk == user), None)
    if chosen is None and user != ANOTHER:
        raise Conflict(
            say("same_name", player=sameness.namesakes[0].full_name),
            namesakes=[namesake.pk for namesake in sameness.namesakes if not namesake._state.adding],
        )
    return chosen


def complete_known(player: Player, person: Mapping[str, Any], *, actor: Actor, now: datetime) -> None:
    """Fill in data that the event lacks about a player; existing values are kept."""
    after = known_changes(player, person)
    if not after:
        return
    player.rating_sources = {**person.get("rating_sources", {}), **player.rating_sources}
    before = {name: getattr(player, name) for name in after}
    for name, value in after.items():
        setattr(player, name, value)
    _save_edited(player, before, after, actor=actor, now=now)


def known_changes(player: Player, person: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data about a player that the event lacks."""
    after = {
        name: value for name, value in person.items() if name in _COMPLETED and value and not getattr(player, name)
    }
    for name in ("ratings", "names", "national_ids"):
        more = {**person.get(name, {}), **getattr(player, name)}
        if more != getattr(player, name):
            after[name] = more
    return after


def _save_edited(
    player: Player, before: Mapping[str, Any], after: Mapping[str, Any], *, actor: Actor, now: datetime
) -> None:
    save_player(player)
    happened(PLAYER_EDITED, player, actor=actor, now=now, before=before, after=after)


def update_from_list(player: Player, changes: Mapping[str, Any], *, actor: Actor, now: datetime) -> Player:
    """Update a player from a list with the differing values (`ratings.selectors.player_lists.changes_of`)."""
    newly = {name for name, value in changes.get("ratings", {}).items() if player.ratings.get(name) != value}
    before = {name: getattr(player, name) for name in changes}
    for name, value in changes.items():
        setattr(player, name, value)
    player.rating_sources = {**player.rating_sources, **dict.fromkeys(newly, FROM_FILE)}
    _save_edited(player, before, dict(changes), actor=actor, now=now)
    return player


def entry_terms(section: Section, from_round: int | None = None, half_points: Collection[int] = ()) -> LateTerms | None:
    """Return the terms of entries made now: late ones if the section is paired round by round and has begun."""
    if not section.system.pairs_players:
        return None
    last = section.rounds.aggregate(last=Max("number"))["last"] or 0
    if not last and not half_points and (from_round or 1) == 1:
        return None
    return late_terms(section, from_round or last + 1, half_points)


def before_entries(section: Section, terms: LateTerms | None, *, actor: Actor, now: datetime) -> None:
    if terms is not None:
        take_restore_point(section, actor=actor, now=now, before="late_entry", round_number=terms.from_round)


def after_entries(
    section: Section,
    registrations: Sequence[Registration],
    terms: LateTerms | None,
    *,
    actor: Actor,
    now: datetime,
) -> None:
    if terms is not None:
        settle_late_entries(section, [(registration, terms) for registration in registrations], actor=actor, now=now)
        return
    facts = [
        Fact(
            registration,
            after={
                "player": registration.player.full_name,
                "number": registration.number,
                "section": section.slug,
            },
        )
        for registration in registrations
    ]
    happened_to_many(REGISTRATION_ADDED, facts, actor=actor, now=now)
