"""Starting numbers and ratings of a section."""

from collections.abc import Collection, Iterable, Mapping, Sequence
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
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.activity import happened
from tournaments.kinds import (
    DISPLAY_SEATED,
    REGISTRATION_EDITED,
    REGISTRATIONS_NUMBERED,
    REGISTRATIONS_RENUMBERED,
    TIES_DECIDED,
)
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import Bye, Round, RoundKind, RoundStatus
from tournaments.models.section import MOST_ROUNDS, EqualSeeds, Section
from tournaments.models.swiss import Provenance, RestorePoint
from tournaments.registry import Kind
from tournaments.services.players import HIGHEST_RATING
from tournaments.services.restore_points import take_restore_point
from tournaments.services.restrictions import last_round
from tournaments.services.sections import note_numbers_given
from tournaments.services.shared import change, check_fields, lock_section_for, require_unpaired, section_of
from tournaments.services.swiss_state import require_swiss

# Starting numbers by rating at the first pairing or after a late entry, if the rules allow it (C.04.2).

#: Once so many rounds are paired, starting numbers no longer change.
LAST_ROUND = 4


def may_renumber(section: Section) -> bool:
    """Return whether starting numbers may still change: round 4 is not paired, and no draft waits."""
    rounds = section.rounds.all()
    return (
        section.system.pairs_players
        and rounds.exists()
        and not rounds.filter(number__gte=LAST_ROUND).exists()
        and not rounds.filter(status=RoundStatus.DRAFT).exists()
    )


def require_renumberable(section: Section) -> None:
    """Check that starting numbers may still change.

    Raises: BadInput ("not_a_swiss"); Conflict ("numbers_stand", "earlier_round_is_draft").
    """
    require_swiss(section)
    if section.rounds.filter(number__gte=LAST_ROUND).exists():
        raise Conflict(say("numbers_stand"))
    if section.rounds.filter(status=RoundStatus.DRAFT).exists():
        raise Conflict(say("earlier_round_is_draft"))


def will_be_seeded(section: Section, registrations: Sequence[Registration]) -> bool:
    """Return whether the next pairing gives these entries, all of the section, other starting numbers.

    Only if an engine pairs by them (C.04.2 2.2): in a round robin they are drawn by lot.
    """
    by_number = sorted(registrations, key=lambda registration: registration.number)
    return (
        not section.numbers_given
        and section.system.pairs_players
        and not section.rounds.filter(status=RoundStatus.DRAFT).exists()
        and _in_place(section, by_number) != by_number
    )


def _in_place(section: Section, registrations: Sequence[Registration]) -> list[Registration]:
    """Return the entries in their new order: all as `ranked` before the first pairing.

    After it, unpaired entries are inserted among the others by rating and title (C.04.2 2.4); the others keep their
    order. That holds after round 4 too.
    """
    if not section.rounds.exists():
        return ranked(section, registrations)
    seated = {
        key
        for pair in Pairing.objects.filter(round__section=section, bye__in=("", Bye.PAIRING_ALLOCATED)).values_list(
            "white", "black"
        )
        for key in pair
    }
    order = sorted(
        (registration for registration in registrations if registration.pk in seated),
        key=lambda registration: registration.number,
    )
    for new in ranked(section, (registration for registration in registrations if registration.pk not in seated)):
        # behind all players who are ranked above: before the first who is not
        below = (place for place, registration in enumerate(order) if ranked(section, (registration, new))[0] is new)
        order.insert(next(below, len(order)), new)
    return order


def seed(section: Section, *, actor: Actor, now: datetime) -> None:
    """Assign starting numbers by rating unless an official set them: all before the first pairing, later only late
    entries.

    The caller has locked the section, and is about to pair it or has made a late entry.
    """
    if section.numbers_given:
        return
    registrations = list(section.registrations.select_related("player"))
    if will_be_seeded(section, registrations):
        order = _in_place(section, registrations)
        if section.rounds.exists():
            _renumber(section, order, actor=actor, now=now)
        else:
            give_numbers(section, order, actor=actor, now=now)


@transaction.atomic
def renumber_by_rating(
    *, actor: Actor, now: datetime, section_id: int, confirmed: Collection[str] = ()
) -> list[Registration]:
    """Assign starting numbers from 1 again, in the order of `ranked_again`.

    Paired rounds stay unchanged; each remembers its starting numbers.  A restore point is taken first.
    Raises: Conflict ("earlier_round_is_draft"; "numbers_stand" once round 4 is paired; "numbers_move", level 3, with
    name, old and new number of each in `moves`, until `confirmed` if two or more players get another number).
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id)
    require_renumberable(section)
    order = ranked_again(section.registrations.select_related("player"))
    moves = [
        [registration.player.full_name, registration.number, number]
        for number, registration in enumerate(order, start=1)
        if registration.number != number
    ]
    if len(moves) > 1:
        message = say("numbers_move", count=len(moves))
        insist([Warned(Level.CONFIRMATION, message, detail={"moves": moves})], Consent(confirmed))
    note_numbers_given(section, given=False)
    return _renumber(section, order, actor=actor, now=now)


def _renumber(section: Section, order: list[Registration], *, actor: Actor, now: datetime) -> list[Registration]:
    point = take_restore_point(section, actor=actor, now=now, before="renumbered")
    remember_numbers(section, {str(registration.pk): registration.number for registration in order})
    return give_numbers(section, order, actor=actor, now=now, kind=REGISTRATIONS_RENUMBERED, point=point)


def remember_numbers(section: Section, numbers: dict[str, int]) -> None:
    """Store the starting numbers with paired rounds, whose explanations use them."""
    for source in Provenance.objects.filter(round__section=section):
        if "numbers" not in source.state:
            source.state = {**source.state, "numbers": numbers}
            source.save(update_fields=["state"])


def number_then(source: Provenance, registration: Registration) -> int:
    """Return the starting number of an entry when the round was paired."""
    numbers: dict[str, int] = source.state.get("numbers", {})
    return numbers.get(str(registration.pk), registration.number)


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
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_of(registration_id))
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
    """Assign starting numbers from 1 in the order of `ranked`; from now on they follow the ratings.

    Raises: Conflict ("already_paired") once the section has a round.
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id)
    require_unpaired(section, field="number")
    note_numbers_given(section, given=False)
    by_rating = ranked(section, section.registrations.select_related("player"))
    return give_numbers(section, by_rating, actor=actor, now=now)


@transaction.atomic
def number_by_hand(
    *, actor: Actor, now: datetime, section_id: int, registration_ids: Sequence[int]
) -> list[Registration]:
    """Assign starting numbers from 1 in the order of `registration_ids`; other entries follow in their old order.

    Raises: BadInput ("no_such_registration", "numbered_twice"); Conflict ("already_paired") once the section has a
    round.
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id)
    require_unpaired(section, field="number")
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
    point: RestorePoint | None = None,
) -> list[Registration]:
    """Carry out `number_in_order`, and log it as `kind`."""
    before = {str(registration.pk): registration.number for registration in registrations}
    number_in_order(section, registrations)
    happened(
        kind,
        section,
        actor=actor,
        now=now,
        before=before | ({"restore_point": point.pk} if point else {}),
        after={str(registration.pk): registration.number for registration in registrations},
    )
    return registrations


def number_in_order(section: Section, registrations: list[Registration]) -> None:
    """Give all entries of the section the numbers from 1, in this order.  For a caller that has locked the section."""
    highest = max((registration.number for registration in registrations), default=0)
    # Raise all numbers first: at every step only one entry may have a number.
    section.registrations.update(number=F("number") + highest + len(registrations))
    for number, registration in enumerate(registrations, start=1):
        registration.number = number
    Registration.objects.bulk_update(registrations, ["number"])


def _check_number(section: Section, registration: Registration) -> None:
    number: object = registration.number
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= _HIGHEST_NUMBER:
        raise BadInput(say("bad_number.starting_number"), field="number")
    require_unpaired(section, field="number")
    if section.registrations.filter(number=number).exclude(pk=registration.pk).exists():
        raise Conflict(say("number_taken", number=number), field="number")


def _check_later(later: object) -> None:
    """Check later ratings: (round, rating) from round 2 on, in order.  Raises: BadInput ("bad_later_ratings")."""
    pairs: list[Any] = later if isinstance(later, list) else [()]
    numbers = [pair[0] for pair in pairs if isinstance(pair, list | tuple) and len(pair) == 2]
    good = len(numbers) == len(pairs) and numbers == sorted(set(numbers))
    if not good or any(not 2 <= number <= MOST_ROUNDS for number in numbers):
        raise BadInput(say("bad_later_ratings"), field="later_ratings")
    for _, rating in pairs:
        _check_rating(rating)


def _check_rating(rating: object) -> None:
    if rating is None:
        return
    if isinstance(rating, bool) or not isinstance(rating, int) or not 0 < rating <= HIGHEST_RATING:
        raise BadInput(say("bad_rating", rating=rating), field="rating")


# Values that officials enter to break ties: tie-breaks calculated elsewhere, and a manual order.

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
    """Store hundredths of a tie-break calculated elsewhere, and places among tied players, by entry.

    None deletes a value.  An order decides only between players whom no tie-break of the section separates.  The report
    lists the changes.  Raises: BadInput ("bad_tie_value"); NotFound ("no_such_registration").
    """
    section = lock_section_for(actor, Action.CLOSE_ROUND, section_id)
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
    """Seat all players of the section against the giver of the display, in order of numbers, as a draft.

    They play the colours of the section's options.
    Raises: BadInput ("not_a_simul", "no_such_registration", "too_few_players"); Conflict ("already_paired").
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    if not section.system.display:
        raise BadInput(say("not_a_simul"))
    require_unpaired(section)
    keys = list(
        section.registrations.filter(status=RegistrationStatus.ACTIVE).order_by("number").values_list("pk", flat=True)
    )
    if giver_id not in keys:
        raise BadInput(say("no_such_registration"), field="giver")
    opponents = [key for key in keys if key != giver_id]
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
