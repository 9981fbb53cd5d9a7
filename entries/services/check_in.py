"""Check-in before a round: its times, the present players, and the exclusion of absent ones."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext

from entries.kinds import CHECK_IN_OPENED, CHECK_IN_REMOVED, PRESENCE_CANCELLED, PRESENCE_NOTED
from entries.messages import say
from entries.models import CheckIn, Presence
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.hooks import note_ahead
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.section import Section
from tournaments.notices import Listener, Occasion, Story, Text, is_public, place_of, time_of
from tournaments.services.bye_requests import check_to_come, lock_section_of
from tournaments.services.shared import check_fields, lock_section
from tournaments.services.swiss_state import require_swiss

#: Missing players are notified this long before check-in closes.
CLOSES_SOON = timedelta(minutes=15)


@transaction.atomic
def set_check_in(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    round_number: int,
    opens_at: datetime | None = None,
    closes_at: datetime | None = None,
) -> CheckIn:
    """Set a check-in for a future round of a section that is paired round by round; repeat to change its times.

    Raises: BadInput ("not_a_swiss", "no_such_round", "check_in_closes_too_early"); Conflict ("round_paired_already").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    require_swiss(section)
    check_to_come(section, round_number, in_draft=True)
    if opens_at and closes_at and opens_at >= closes_at:
        raise BadInput(say("check_in_closes_too_early"), field="closes_at")
    check_in = CheckIn.objects.filter(section=section, round_number=round_number).first()
    check_in = check_in or CheckIn(section=section, round_number=round_number)
    check_in.opens_at, check_in.closes_at = opens_at, closes_at
    check_fields(check_in, exclude=["section"])
    check_in.save()
    times = {"opens_at": opens_at, "closes_at": closes_at}
    after = {"in_round": round_number, **{name: at.isoformat() for name, at in times.items() if at}}
    happened(CHECK_IN_OPENED, section, actor=actor, now=now, after=after)
    _schedule_notifications(check_in, section, now)
    return check_in


def _schedule_notifications(check_in: CheckIn, section: Section, now: datetime) -> None:
    """Schedule notifications of players for the opening, and before the closing, if the times are then unchanged."""
    for name, at in (("opens_at", check_in.opens_at), ("closes_at", check_in.closes_at)):
        if at is not None:
            due = at if name == "opens_at" else at - CLOSES_SOON
            facts = {"check_in": check_in.pk, "time": name, "at": at.isoformat()}
            note_ahead(section.event, "check_in", now, due, facts)


@transaction.atomic
def remove_check_in(*, actor: Actor, now: datetime, section_id: int, round_number: int) -> None:
    """Remove the check-in of a round with its check-ins. Raises: NotFound ("no_such_check_in")."""
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    check_in = _check_in(section, round_number)
    before = {"in_round": round_number, "players": check_in.present.count()}
    check_in.delete()
    happened(CHECK_IN_REMOVED, section, actor=actor, now=now, before=before)


@transaction.atomic
def check_player_in(
    *, actor: Actor, now: datetime, registration_id: int, round_number: int, present: bool = True
) -> bool:
    """Mark a player as present or (`present` False) absent; return whether this changed anything.

    A player may do it for themselves while check-in is open, staff for all players until the round is published.
    Raises: NotPermitted ("not_your_registration"); NotFound ("no_such_check_in"); Conflict ("check_in_closed",
    "not_playing", "round_paired_already").
    """
    section = lock_section_of(registration_id)
    standing = require(actor, section.event, Action.CHECK_IN)
    registration = section.registrations.select_related("player").get(pk=registration_id)
    own = not actor.system and not standing.roles & STAFF
    check_in = _check_in(section, round_number)
    if own:
        _require_own(actor, registration)
        if not is_open(check_in, now):
            raise Conflict(say("check_in_closed"))
    check_to_come(section, round_number, in_draft=True)
    if registration.status != RegistrationStatus.ACTIVE:
        raise Conflict(say("not_playing"))
    if not _set_presence(check_in, registration, present=present, own=own, now=now):
        return False
    happened(
        PRESENCE_NOTED if present else PRESENCE_CANCELLED,
        registration,
        actor=actor,
        now=now,
        after={"in_round": round_number},
    )
    return True


def _set_presence(check_in: CheckIn, registration: Registration, *, present: bool, own: bool, now: datetime) -> bool:
    if not present:
        return bool(Presence.objects.filter(check_in=check_in, registration=registration).delete()[0])
    _, created = Presence.objects.get_or_create(
        check_in=check_in, registration=registration, defaults={"at": now, "own": own}
    )
    return created


def is_open(row: CheckIn, now: datetime) -> bool:
    """Return whether players may check themselves in."""
    return (row.opens_at is None or row.opens_at <= now) and (row.closes_at is None or now < row.closes_at)


#: Roles that may mark other players as present.
STAFF = frozenset({Role.ORGANISER, Role.CHIEF_ARBITER, Role.ARBITER, Role.HELPER})


def _check_in(section: Section, round_number: int) -> CheckIn:
    check_in = CheckIn.objects.filter(section=section, round_number=round_number).first()
    if check_in is None:
        raise NotFound(say("no_such_check_in"))
    return check_in


def _require_own(actor: Actor, registration: Registration) -> None:
    player = registration.player
    own = (
        player.pk == actor.player_id
        if actor.player_id is not None
        else actor.user_id is not None and player.user_id == actor.user_id
    )
    if not own:
        raise NotPermitted(say("not_your_registration"))


# Notifications of players that check-in opens or is about to close.


def check_in_story(occasion: Occasion) -> Story | None:
    """Return the notification. `facts`: the check-in, and its `time` (`opens_at` or `closes_at`) as it was then."""
    check_in = CheckIn.objects.filter(pk=occasion.facts["check_in"]).select_related("section__event").first()
    time = str(occasion.facts["time"])
    at = getattr(check_in, time, None)
    if check_in is None or at is None or at.isoformat() != occasion.facts["at"] or not is_public(check_in.section):
        return None
    missing = check_in.section.registrations.filter(status=RegistrationStatus.ACTIVE)
    missing = missing.exclude(pk__in=check_in.present.values("registration"))
    players = set(missing.values_list("player", flat=True))
    end = check_in.closes_at

    def story(to: Listener) -> Iterator[Text]:
        if to.player_id not in players:
            return
        number = {"number": check_in.round_number}
        if time == "closes_at":
            text = gettext("Check-in for round %(number)s closes at %(time)s")
            title = text % (number | {"time": time_of(at, occasion.due_at)})
        elif end is not None:
            text = gettext("Check-in for round %(number)s is open until %(time)s")
            title = text % (number | {"time": time_of(end, occasion.due_at)})
        else:
            title = gettext("Check-in for round %(number)s is open") % number
        yield Text(title, place_of(check_in.section), "", f"check-in {check_in.pk}", end or at + timedelta(minutes=30))

    return story
