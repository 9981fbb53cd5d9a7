"""Players of the rating list entered in a section, and the ratings of those entered taken from the list anew."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from common.actors import Actor
from common.errors import Conflict, NotFound
from common.permissions import Action
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Player, RatingList, Registration, Section
from tournaments.models.rated import FIDE
from tournaments.selectors.rated_entries import changes_from_list
from tournaments.services.attendance import enter_late
from tournaments.services.rating_list import add_rated_player
from tournaments.services.sections import enter_player
from tournaments.services.shared import lock_event, lock_section, standings_changed, write_log


@transaction.atomic
def enter_rated(*, actor: Actor, now: datetime, section_id: int, fide_id: int) -> Registration:
    """Enter somebody of the rating list in a section; who is in the event already is not added again.

    Where rounds are paired one by one and some are, he is paired from the next.  NotFound `not_in_rating_list`;
    Conflict `duplicate_player` for a namesake, `already_entered`, `already_paired`.
    """
    section = _locked(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    player = Player.objects.filter(event=section.event_id, fide_id=fide_id).first()
    if player is None:
        player = add_rated_player(actor=actor, now=now, event_id=section.event_id, fide_id=fide_id)
    last = section.rounds.aggregate(last=Max("number"))["last"]
    if last and section.system.by_round:
        return enter_late(
            actor=actor, now=now, section_id=section.pk, player_id=player.pk, from_round=last + 1
        )
    return enter_player(actor=actor, now=now, section_id=section.pk, player_id=player.pk)


def _locked(section_id: int) -> Section:
    """The section, its event locked before it."""
    event_id = Section.objects.filter(pk=section_id).values_list("event", flat=True).first()
    if event_id is None:
        raise NotFound(say("no_such_section"))
    lock_event(event_id)
    return lock_section(section_id)


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
    section = _locked(section_id)
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
