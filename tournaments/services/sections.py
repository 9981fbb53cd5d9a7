from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q

from games.models.game import TrackingLevel
from tavleya.actors import Actor
from tavleya.clocks.controls import parse_control
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.formats.names import RESERVED_SECTIONS
from tavleya.law.regulations import overlay
from tavleya.law.terms import Regime
from tavleya.permissions import Action
from tavleya.ratings import TYPED, RatingMethod, TournamentRating, is_list
from tavleya.rules.registry import rules_for
from tavleya.tiebreaks.registry import tiebreaks as read_tiebreaks
from tavleya.tiebreaks.table import Scoring
from tournaments import adjusted, hooks
from tournaments.activity import happened
from tournaments.kinds import REGISTRATION_ADDED, REGISTRATION_WITHDRAWN, SECTION_CREATED
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.section import LaterRatings, Section, StandingsVersion, UnratedOpponents
from tournaments.services.events import check_slug, check_texts
from tournaments.services.matches import keep_system_terms
from tournaments.services.restrictions import mode_name
from tournaments.services.shared import check_fields, find, lock_event_for, lock_section_for, section_of
from tournaments.systems.registry import USUAL_EDITION, usual_tiebreaks


@transaction.atomic
def create_section(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    slug: str,
    names: Mapping[str, str],
    game: str,
    regime: str,
    format: str,  # noqa: A002 (the field's own word)
    rules: Mapping[str, object] | None = None,
    control: str = "",
    rounds_planned: int | None = None,
    scoring: Mapping[str, int] | None = None,
    tiebreaks: Sequence[str] | None = None,
    rating_kind: str = "standard",
    tracking: str = TrackingLevel.RESULT,
    broadcast_delay: int = 0,
    edition: str = USUAL_EDITION,
    accelerated: bool = False,
    first_board: int = 1,
    correction_rounds: int = 2,
    options: Mapping[str, object] | None = None,
    regulations: Mapping[str, object] | None = None,
    rating_method: str = RatingMethod.FIDE,
    national_list: str = "",
    rating_order: Sequence[str] = (),
    unrated: str = UnratedOpponents.LEFT_OUT,
    unrated_rating: int | None = None,
    later_ratings: str = LaterRatings.FIRST,
    rating_checks: bool = True,
) -> Section:
    """Create a section of an event.  Raises: BadInput for invalid settings; Conflict ("slug_taken").

    Without `tiebreaks` it has the usual ones of its system; `[]` means none.
    """
    event = lock_event_for(actor, Action.EDIT_SECTION, event_id)
    last = event.sections.aggregate(last=Max("position"))["last"]
    section = Section(
        event=event,
        slug=slug,
        names=dict(names),
        game=game,
        rules=dict(rules or {}),
        regime=regime,
        control=control,
        format=format,
        rounds_planned=rounds_planned,
        scoring=dict(scoring or {}),
        tiebreaks=list(tiebreaks) if tiebreaks is not None else usual_tiebreaks(format),
        rating_kind=rating_kind,
        tracking=tracking,
        broadcast_delay=broadcast_delay,
        edition=edition,
        accelerated=accelerated,
        first_board=first_board,
        correction_rounds=correction_rounds,
        options=dict(options or {}),
        regulations=dict(regulations or {}),
        rating_method=rating_method,
        national_list=national_list,
        rating_order=list(rating_order),
        unrated=unrated,
        unrated_rating=unrated_rating,
        later_ratings=later_ratings,
        rating_checks=rating_checks,
        position=0 if last is None else last + 1,
    )
    adjusted.check_offered(game)
    adjusted.check_day(check_section(section), adjusted.day_of(event, now))
    section.points.check_regular(section.games_of_a_match)
    section.save()
    keep_system_terms(section)
    # By its key, so that later code does not read a stale version from this object.
    StandingsVersion.objects.create(section_id=section.pk)
    after = {"slug": slug, "game": game, "regime": regime, "format": format}
    happened(SECTION_CREATED, section, actor=actor, now=now, after=after)
    return section


def check_section(section: Section) -> Regime:
    """Check a section by the rules of each of its parts; return its regime."""
    check_texts(section.names, "names")
    check_slug(section.slug, RESERVED_SECTIONS)
    rules_for(section.game, section.rules)
    regime = adjusted.check(section.regime, section.game)
    overlay(regime, section.regulations)
    if section.control:
        section.control = parse_control(section.control).text()
    Scoring.read(section.scoring)
    section.tiebreaks = [str(tiebreak.descriptor) for tiebreak in read_tiebreaks(section.tiebreaks)]
    check_fields(section)
    _check_ratings(section)
    section.options = section.system.checked_options(section.options)
    if section.system.needs_rounds and not section.rounds_planned:
        raise BadInput(say("no_rounds_planned"), field="rounds_planned")
    mode = section.mode if section.regulated else None
    if mode is not None and mode.correction_rounds and section.correction_rounds > mode.correction_rounds:
        raise BadInput(
            say("too_many_corrections", rounds=mode.correction_rounds, mode=mode_name(mode)), field="correction_rounds"
        )
    if section.accelerated and not section.system.has("accelerated"):
        raise BadInput(say("no_acceleration"), field="accelerated")
    if section.accelerated and not section.system.may_accelerate(section.options):
        raise BadInput(say("no_acceleration.game_points"), field="accelerated")
    if section.accelerated and section.points.win % 2:
        raise BadInput(say("odd_win"), field="accelerated")
    if Section.objects.filter(event=section.event_id, slug=section.slug).exclude(pk=section.pk).exists():
        raise Conflict(say("slug_taken.section", slug=section.slug))
    return regime


def _check_ratings(section: Section) -> None:
    """Check the rating lists.  Raises: BadInput ("bad_rating_list", "no_national_list", "no_unrated_rating")."""
    for name in (*section.rating_order, *([section.national_list] if section.national_list else ())):
        if not (isinstance(name, str) and is_list(name)):
            raise BadInput(say("bad_rating_list", name=name), field="national_list")
    if section.rating_method not in (RatingMethod.FIDE, RatingMethod.OTHER) and not section.national_list:
        raise BadInput(say("no_national_list"), field="national_list")
    if section.unrated == UnratedOpponents.AS_RATED and section.unrated_rating is None:
        raise BadInput(say("no_unrated_rating"), field="unrated_rating")


@transaction.atomic
def enter_player(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    player_id: int,
    number: int | None = None,
    rating: int | None = None,
) -> Registration:
    """Enter a player of the event in a section, with a starting number (the next one) and the rating used there.

    Raises: Conflict ("already_entered", "number_taken"; "already_paired", because a paired round robin or knockout is
    complete).
    """
    # With the event, because entry fees are numbered in it.
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id, with_event=True)
    player = find(Player.objects.filter(pk=player_id, event=section.event_id), NotFound(say("no_such_player.in_event")))
    registration = add_registration(section, player, now=now, number=number, rating=rating)
    after = {"player": player.full_name, "number": registration.number, "section": section.slug}
    happened(REGISTRATION_ADDED, registration, actor=actor, now=now, after=after)
    return registration


def add_registration(
    section: Section,
    player: Player,
    *,
    now: datetime,
    number: int | None = None,
    rating: int | None = None,
    ratings: Mapping[str, int] | None = None,
) -> Registration:
    """Create the entry and its fee.  The caller has locked event and section and checked the actor.

    `rating`: a typed rating; otherwise the section's method uses `ratings` and the data of the player.
    """
    if section.system.closes_entries and section.rounds.exists():
        raise Conflict(say("already_paired.registrations_closed"))
    if section.registrations.filter(player=player).exists():
        raise Conflict(say("already_entered", player=player.full_name), player=player.pk)
    has_number = number is not None
    if number is None:
        number = (section.registrations.aggregate(last=Max("number"))["last"] or 0) + 1
    elif section.registrations.filter(number=number).exists():
        raise Conflict(say("number_taken", number=number), number=number)
    registration = new_registration(section, player, number, rating=rating, ratings=ratings)
    registration.save()
    if has_number:
        note_numbers_given(section)
    hooks.players_entered(section, [player], now)
    return registration


def new_registration(
    section: Section,
    player: Player,
    number: int,
    *,
    rating: int | None = None,
    ratings: Mapping[str, int] | None = None,
) -> Registration:
    """Return a checked, unsaved entry; arguments as for `add_registration`.  Raises: BadInput."""
    registration = Registration(section=section, player=player, number=number)
    give_rating(section, registration, {**player.ratings, **(ratings or {})}, typed=rating)
    check_fields(registration, exclude=["section", "player"])
    if number < 1:
        raise BadInput(say("bad_number.starting_number"), field="number")
    return registration


def give_rating(
    section: Section, registration: Registration, ratings: Mapping[str, int], *, typed: int | None = None
) -> None:
    """Set the rating of an entry by the section's method, with its source list; `typed` has priority."""
    chosen = TournamentRating(typed, TYPED) if typed is not None else section.rating_of(ratings)
    registration.rating = chosen.rating if chosen is not None else None
    registration.rating_source = chosen.source if chosen is not None else ""


def note_numbers_given(section: Section, *, given: bool = True) -> None:
    """Store whether an official set the starting numbers, or they follow the ratings."""
    if section.numbers_given is not given:
        section.numbers_given = given
        section.save(update_fields=["numbers_given"])


@transaction.atomic
def withdraw_player(*, actor: Actor, now: datetime, registration_id: int, reason: str = "") -> Registration:
    """Withdraw a player from all rounds still to be paired; their games and results stay.

    The entry of a player without any board is deleted; only the log keeps it.
    """
    # With the event, because a player who moves up into the place is entered in it.
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_of(registration_id), with_event=True)
    registration = section.registrations.select_related("player").get(pk=registration_id)
    if registration.status == RegistrationStatus.WITHDRAWN:
        raise Conflict(say("already_withdrawn"))
    seated = Pairing.objects.filter(Q(white=registration) | Q(black=registration)).exists()
    after = {"player": registration.player.full_name, "reason": reason, "removed": not seated}
    arguments = {name: getattr(registration, name) for name in ("section_id", "player_id", "number", "rating")}
    before = {"undo": {} if seated else arguments}
    happened(REGISTRATION_WITHDRAWN, registration, actor=actor, now=now, before=before, after=after)
    registration.status = RegistrationStatus.WITHDRAWN
    if seated:
        registration.save(update_fields=["status"])
    else:
        registration.delete()
    hooks.player_withdrawn(section, registration.player, now)
    return registration
