"""Starting numbers and ratings of a section."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.pairing import options
from tavleya.pairing.options import SimulOptions, read
from tavleya.permissions import Action
from tavleya.ratings import TYPED
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import DISPLAY_SEATED, REGISTRATION_EDITED, REGISTRATIONS_NUMBERED, TIES_DECIDED
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import Round, RoundKind
from tournaments.models.section import EqualSeeds, Section
from tournaments.registry import Kind
from tournaments.services.players import HIGHEST_RATING
from tournaments.services.restrictions import last_round
from tournaments.services.sections import note_numbers_given
from tournaments.services.shared import change, check_fields, lock_section

_MOST_ROUNDS = 400
_HIGHEST_NUMBER = 99_999
#: From the highest down (C.04.2, 2.2); any other title counts as none.
_TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")


def ranked(section: Section, registrations: Iterable[Registration]) -> list[Registration]:
    """Return entries by rating, title and name, or order of entry if the section says so (C.04.2, 2.2).

    Entries without a rating come last.
    """
    by_name = section.equal_seeds == EqualSeeds.NAME
    return sorted(registrations, key=lambda registration: _rank(registration, by_name))


def ranked_again(registrations: Iterable[Registration]) -> list[Registration]:
    """Return the entries by current rating and title; equals keep the order of their numbers."""
    return sorted(registrations, key=lambda registration: (_rank(registration, by_name=False)[:2], registration.number))


def _rank(registration: Registration, by_name: bool) -> tuple[int, int, str, int]:
    player = registration.player
    title = player.title.upper()
    place = _TITLES.index(title) if title in _TITLES else len(_TITLES)
    return -(registration.rating or 0), place, player.sort_key if by_name else "", registration.pk


def contradict_ratings(registrations: Iterable[Registration]) -> bool:
    """Return whether a player has a better starting number than another with a higher rating."""
    ratings = [
        registration.rating or 0 for registration in sorted(registrations, key=lambda registration: registration.number)
    ]
    return ratings != sorted(ratings, reverse=True)


@transaction.atomic
def edit_registration(
    *, actor: Actor, now: datetime, registration_id: int, changes: Mapping[str, object]
) -> Registration:
    """Change an entry's starting number (until the section is paired), its rating there, ratings of later rounds, or
    whether the player may have half-point byes.

    Raises: BadInput ("bad_number", "bad_rating", "bad_later_ratings"); Conflict ("number_taken", "already_paired").
    """
    section_id = Registration.objects.filter(pk=registration_id).values_list("section", flat=True).first()
    if section_id is None:
        raise NotFound(say("no_such_registration"))
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    registration = section.registrations.select_related("player").get(pk=registration_id)
    before, after = change(registration, changes)
    if "number" in after:
        _check_number(section, registration)
        note_numbers_given(section)
    if "rating" in after:
        _check_rating(registration.rating)
        registration.rating_source = TYPED if registration.rating is not None else ""
    if "later_ratings" in after:
        _check_later(registration.later_ratings)
    if after:
        check_fields(registration)
        registration.save(update_fields=[*after, "rating_source"])
        happened(REGISTRATION_EDITED, registration, actor=actor, now=now, before=before, after=after)
    return registration


@transaction.atomic
def number_by_rating(*, actor: Actor, now: datetime, section_id: int) -> list[Registration]:
    """Give starting numbers from 1 as `ranked` has them, and let them follow the ratings from now on.

    Raises: Conflict ("already_paired") once the section has a round.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    _check_unpaired(section)
    note_numbers_given(section, given=False)
    by_rating = ranked(section, section.registrations.select_related("player"))
    return give_numbers(section, by_rating, actor=actor, now=now)


@transaction.atomic
def number_by_hand(
    *, actor: Actor, now: datetime, section_id: int, registration_ids: Sequence[int]
) -> list[Registration]:
    """Give starting numbers from 1 in the order of `registration_ids`; who is not named follows in the order they had.

    Raises: BadInput ("no_such_registration", "numbered_twice"); Conflict ("already_paired") once the section has a
    round.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    _check_unpaired(section)
    registrations = {
        registration.pk: registration
        for registration in section.registrations.select_related("player").order_by("number")
    }
    if any(key not in registrations for key in registration_ids):
        raise BadInput(say("no_such_registration"))
    if len(set(registration_ids)) < len(registration_ids):
        raise BadInput(say("numbered_twice"))
    note_numbers_given(section)
    named = [registrations.pop(key) for key in registration_ids]
    return give_numbers(section, [*named, *registrations.values()], actor=actor, now=now)


def give_numbers(
    section: Section,
    registrations: list[Registration],
    *,
    actor: Actor,
    now: datetime,
    kind: Kind = REGISTRATIONS_NUMBERED,
) -> list[Registration]:
    """Carry out `number_in_order`, and log it as `action`."""
    before = {str(registration.pk): registration.number for registration in registrations}
    number_in_order(section, registrations)
    happened(
        kind,
        section,
        actor=actor,
        now=now,
        before=before,
        after={str(registration.pk): registration.number for registration in registrations},
    )
    return registrations


def number_in_order(section: Section, registrations: list[Registration]) -> None:
    """Give all entries of the section the numbers from 1, in this order.  For a caller that has locked the section."""
    highest = max((registration.number for registration in registrations), default=0)
    # Out of the way first: a number may be held by one entry only, at every step.
    section.registrations.update(number=F("number") + highest + len(registrations))
    for number, registration in enumerate(registrations, start=1):
        registration.number = number
    Registration.objects.bulk_update(registrations, ["number"])


def _check_number(section: Section, registration: Registration) -> None:
    number: object = registration.number
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= _HIGHEST_NUMBER:
        raise BadInput(say("bad_number.starting_number"), field="number")
    _check_unpaired(section)
    if section.registrations.filter(number=number).exclude(pk=registration.pk).exists():
        raise Conflict(say("number_taken", number=number), field="number")


def _check_unpaired(section: Section) -> None:
    if section.rounds.exists():
        raise Conflict(say("already_paired"), field="number")


def _check_later(later: object) -> None:
    """Check later ratings: (round, rating) from round 2 on, in order.  Raises: BadInput ("bad_later_ratings")."""
    rows: list[Any] = later if isinstance(later, list) else [()]
    numbers = [row[0] for row in rows if isinstance(row, list | tuple) and len(row) == 2]
    good = len(numbers) == len(rows) and numbers == sorted(set(numbers))
    if not good or any(not 2 <= number <= _MOST_ROUNDS for number in numbers):
        raise BadInput(say("bad_later_ratings"), field="later_ratings")
    for _, rating in rows:
        _check_rating(rating)


def _check_rating(rating: object) -> None:
    if rating is None:
        return
    if isinstance(rating, bool) or not isinstance(rating, int) or not 0 < rating <= HIGHEST_RATING:
        raise BadInput(say("bad_rating", rating=rating), field="rating")


# Values that officials enter to break ties: tie-breaks worked out elsewhere, and a manual order.

MOST_VALUE = 10_000_000
MOST_PLACES = 9_999


@transaction.atomic
def enter_tie_values(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    external: Mapping[int, int | None] | None = None,
    order: Mapping[int, int | None] | None = None,
) -> Section:
    """Keep hundredths of the tie-break that is worked out elsewhere, and places among the tied, by entry.

    None deletes a value.  An order decides only between players whom no tie-break of the section parts.  The report
    lists the changes.  Raises: BadInput ("bad_tie_value"); NotFound ("no_such_registration").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.CLOSE_ROUND)
    changed = {"external_value": dict(external or {}), "hand_order": dict(order or {})}
    _check(changed["external_value"], -MOST_VALUE, MOST_VALUE)
    _check(changed["hand_order"], 1, MOST_PLACES)
    keys = {key for values in changed.values() for key in values}
    entries = section.registrations.in_bulk(keys)
    if len(entries) < len(keys):
        raise NotFound(say("no_such_registration"))
    before: dict[str, dict[str, int | None]] = {}
    after: dict[str, dict[str, int | None]] = {}
    for name, values in changed.items():
        for key, value in values.items():
            entry = entries[key]
            if getattr(entry, name) != value:
                before.setdefault(name, {})[str(entry.number)] = getattr(entry, name)
                after.setdefault(name, {})[str(entry.number)] = value
                setattr(entry, name, value)
    if after:
        Registration.objects.bulk_update(entries.values(), list(changed))
        happened(
            TIES_DECIDED,
            section,
            actor=actor,
            now=now,
            before=before,
            after={**after, "after_round": last_round(section)},
        )
    return section


def _check(values: Mapping[int, int | None], least: int, most: int) -> None:
    if any(value is not None and not least <= value <= most for value in values.values()):
        raise BadInput(say("bad_tie_value"))


# A simultaneous display: one player against all the others of a section, at boards side by side.


@transaction.atomic
def seat_display(
    *, actor: Actor, now: datetime, section_id: int, giver_id: int, starts_at: datetime | None = None
) -> Round:
    """Seat everybody of the section against the one who gives the display, in order of numbers, as a draft.

    They play the colours of the section's options.
    Raises: BadInput ("not_a_simul", "no_such_registration", "too_few_players"); Conflict ("already_paired").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    if not section.system.display:
        raise BadInput(say("not_a_simul"))
    if section.rounds.exists():
        raise Conflict(say("already_paired"))
    registrations = list(
        section.registrations.filter(status=RegistrationStatus.ACTIVE).order_by("number").values_list("pk", flat=True)
    )
    if giver_id not in registrations:
        raise BadInput(say("no_such_registration"), field="giver")
    opponents = [registration for registration in registrations if registration != giver_id]
    if not opponents:
        raise BadInput(say("too_few_players.simul"), field="giver")
    section.giver_id = giver_id
    section.save(update_fields=["giver"])
    row = Round.objects.create(section=section, kind=RoundKind.SCHEDULE, starts_at=starts_at, system=options.SYSTEM)
    seats = options.seats(opponents, options.Colours(read(SimulOptions, section.options).colours))
    Pairing.objects.bulk_create(
        Pairing(
            round=row,
            board=section.first_board + seat.board - 1,
            white_id=seat.white or giver_id,
            black_id=giver_id if seat.white else seat.opponent,
            in_schedule=True,
        )
        for seat in seats
    )
    happened(DISPLAY_SEATED, row, actor=actor, now=now, after={"giver": giver_id, "boards": len(seats)})
    return row
