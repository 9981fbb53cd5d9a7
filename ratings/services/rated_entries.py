"""Enter players of the rating list in a section, and update ratings of entries from the list."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction

from ratings.kinds import RATINGS_RENEWED
from ratings.messages import say
from ratings.models.rated import FIDE, RatingList
from ratings.selectors.former_ratings import list_day
from ratings.selectors.rated_elsewhere import rated_elsewhere
from ratings.selectors.rated_entries import changes_from_list
from ratings.services.rating_list import listed_person
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tavleya.ratings.tournament import FROM_LIST
from tournaments.access import require
from tournaments.activity import happened, tables_changed
from tournaments.kinds import REGISTRATION_EDITED
from tournaments.models.event import Event
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.services.entries import enter_person
from tournaments.services.shared import lock_section_with_event


@transaction.atomic
def enter_rated(
    *, actor: Actor, now: datetime, section_id: int, fide_id: int, who: int | None = None
) -> Registration:
    """Enter a player of the rating list in a section, as `enter_person` does.

    Raises: NotFound ("not_in_rating_list"); Conflict ("same_name" without `who`, "already_entered", "already_paired").
    """
    event_id = Section.objects.filter(pk=section_id).values_list("event", flat=True).first() or 0
    player = Player.objects.filter(event=event_id, fide_id=fide_id).first()
    # A player of the event with this number is found even if the list no longer has the number.
    person: dict[str, Any]
    if player is None:
        event = Event.objects.filter(pk=event_id).first()
        person = listed_person(fide_id, list_day(event, now.date()) if event is not None else None)
    else:
        person = {"family_name": player.family_name, "fide_id": fide_id}
    return enter_person(actor=actor, now=now, section_id=section_id, person=person, who=who)


@transaction.atomic
def renew_ratings(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    registration_ids: Collection[int],
    list_of: datetime | None = None,
) -> list[Registration]:
    """Update ratings, title and federation of these entries from the list; entries without changes stay.

    Starting numbers stay. `list_of`: the import time of the list that the actor saw.
    Raises: Conflict ("list_changed" if there is a newer one).
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    imported = RatingList.objects.filter(name=FIDE).values_list("imported_at", flat=True).first()
    if list_of is not None and imported != list_of:
        raise Conflict(say("list_changed"))
    list_changes = changes_from_list(section, now.date())
    changes = [change for change in list_changes if change.registration.pk in set(registration_ids)]
    for change in changes:
        player = change.registration.player
        player.title, player.federation = change.after.title, change.after.federation
        taken = {
            name for name, value in change.after.ratings.items() if change.before.ratings.get(name) != value
        }
        player.ratings = dict(change.after.ratings)
        player.rating_sources = {**player.rating_sources, **dict.fromkeys(taken, FROM_LIST)}
        change.registration.rating, change.registration.rating_source = (
            change.rating_after,
            change.source_after,
        )
    registrations = [change.registration for change in changes]
    Player.objects.bulk_update(
        [registration.player for registration in registrations],
        ["title", "federation", "ratings", "rating_sources"],
    )
    Registration.objects.bulk_update(registrations, ["rating", "rating_source"])
    if changes:
        tables_changed(_sections_of(registrations))  # they show titles
        happened(
            RATINGS_RENEWED,
            section,
            actor=actor,
            now=now,
            before={str(change.registration.number): change.rating_before for change in changes},
            after={str(change.registration.number): change.rating_after for change in changes},
        )
    return registrations


@transaction.atomic
def use_listed_rating(
    *, actor: Actor, now: datetime, section_id: int, registration_id: int, source: str
) -> Registration:
    """Rank a player without a rating in the section's main list by another list.

    Raises: NotFound ("no_such_registration"); BadInput ("bad_rating_list" if that list does not rate the player).
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    rated_elsewheres = {item.registration.pk: item for item in rated_elsewhere(section, now.date())}
    if registration_id not in rated_elsewheres:
        raise NotFound(say("no_such_registration"))
    registration, rating = (
        rated_elsewheres[registration_id].registration,
        rated_elsewheres[registration_id].ratings.get(source),
    )
    if rating is None:
        raise BadInput(say("bad_rating_list", name=source))
    before = {"rating": registration.rating, "list": registration.rating_source}
    player = registration.player
    player.ratings = {**player.ratings, source: rating}
    player.rating_sources = {**player.rating_sources, source: FROM_LIST}
    player.save(update_fields=["ratings", "rating_sources"])
    registration.rating, registration.rating_source = rating, source
    registration.save(update_fields=["rating", "rating_source"])
    happened(
        REGISTRATION_EDITED,
        registration,
        actor=actor,
        now=now,
        before=before,
        after={"rating": rating, "list": source},
    )
    return registration


def _sections_of(registrations: Collection[Registration]) -> set[int]:
    players = [registration.player_id for registration in registrations]
    return set(Registration.objects.filter(player__in=players).values_list("section", flat=True))
