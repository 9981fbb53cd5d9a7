"""Players of the rating list entered in a section, and the ratings of those entered taken from the list anew."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from common.actors import Actor
from common.errors import Conflict
from common.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Player, RatingList, Registration, Section
from tournaments.models.rated import FIDE
from tournaments.selectors.rated_entries import changes_from_list
from tournaments.services.entries import enter_person, lock_section_with_event
from tournaments.services.rating_list import listed_person
from tournaments.services.shared import standings_changed, write_log


@transaction.atomic
def enter_rated(
    *, actor: Actor, now: datetime, section_id: int, fide_id: int, who: int | None = None
) -> Registration:
    """Enter somebody of the rating list in a section, as `enter_person` does.

    NotFound `not_in_rating_list`; Conflict `same_name` without `who`, `already_entered`, `already_paired`.
    """
    event_id = Section.objects.filter(pk=section_id).values_list("event", flat=True).first()
    known = Player.objects.filter(event=event_id, fide_id=fide_id).first()
    # Who is in the event under the number is found again, though the list may not have the number any more.
    person = (
        listed_person(fide_id) if known is None else {"family_name": known.family_name, "fide_id": fide_id}
    )
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
    """Take ratings, title and federation of these entries from the list; who has nothing new there stays as he is.

    Starting numbers stay.  `list_of`: when the list was imported that the actor looked at; Conflict `list_changed` if
    there is a newer one.
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    imported = RatingList.objects.filter(name=FIDE).values_list("imported_at", flat=True).first()
    if list_of is not None and imported != list_of:
        raise Conflict(say("list_changed"))
    changes = [one for one in changes_from_list(section) if one.registration.pk in set(registration_ids)]
    for one in changes:
        player = one.registration.player
        player.title, player.federation = one.after.title, one.after.federation
        player.ratings = dict(one.after.ratings)
        one.registration.rating = one.rating_after
    registrations = [one.registration for one in changes]
    Player.objects.bulk_update(
        [registration.player for registration in registrations], ["title", "federation", "ratings"]
    )
    Registration.objects.bulk_update(registrations, ["rating"])
    if changes:
        for key in sorted(_sections_of(registrations)):
            standings_changed(key)  # they show titles
        write_log(
            event=section.event,
            actor=actor,
            now=now,
            action="ratings.renewed",
            subject=section,
            before={str(one.registration.number): one.rating_before for one in changes},
            after={str(one.registration.number): one.rating_after for one in changes},
        )
    return registrations


def _sections_of(registrations: Collection[Registration]) -> set[int]:
    players = [registration.player_id for registration in registrations]
    return set(Registration.objects.filter(player__in=players).values_list("section", flat=True))
