from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q

from clocks.controls import parse_control
from common.actors import Actor
from common.errors import BadInput, Conflict, NotFound
from common.permissions import Action
from core.formats.slugs import RESERVED_SECTIONS
from core.law.regulations import overlay
from core.law.terms import Regime
from core.rules.registry import rules_for
from core.tiebreaks.registry import tiebreaks as read_tiebreaks
from core.tiebreaks.table import Scoring
from games.models import TrackingLevel
from tournaments import regimes
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Pairing, Player, Registration, Section, StandingsVersion
from tournaments.models.player import RegistrationStatus
from tournaments.services.events import check_slug, check_texts
from tournaments.services.settled import check_settled
from tournaments.services.shared import (
    change,
    check_fields,
    lock_event,
    lock_section,
    standings_changed,
    write_log,
)
from tournaments.systems.registry import USUAL_EDITION, usual_tiebreaks

# What games that are on the boards already rest upon.
_FIXED_BY_GAMES = frozenset({"game", "rules", "regime", "format", "options"})
_EDITABLE = _FIXED_BY_GAMES | {
    "slug", "names", "control", "rounds_planned", "scoring", "tiebreaks", "rating_kind", "tracking", "position",
    "edition", "accelerated", "first_board", "correction_rounds", "options", "equal_seeds", "regulations",
}  # fmt: skip


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
    edition: str = USUAL_EDITION,
    accelerated: bool = False,
    first_board: int = 1,
    correction_rounds: int = 2,
    options: Mapping[str, object] | None = None,
    regulations: Mapping[str, object] | None = None,
) -> Section:
    """Set up one tournament of an event.  Raises BadInput for anything that its parts do not know.

    Without `tiebreaks` it has those that are usual in its system; `[]` means none.
    """
    event = lock_event(event_id)
    require(actor, event, Action.EDIT_SECTION)
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
        edition=edition,
        accelerated=accelerated,
        first_board=first_board,
        correction_rounds=correction_rounds,
        options=dict(options or {}),
        regulations=dict(regulations or {}),
        position=0 if last is None else last + 1,
    )
    regimes.check_day(_check(section), regimes.day_of(event, now))
    section.points.check_regular(_games_of_a_round(section))
    section.save()
    # By its key, so that nobody reads the version of today from this object later.
    StandingsVersion.objects.create(section_id=section.pk)
    after = {"slug": slug, "game": game, "regime": regime, "format": format}
    write_log(event=event, actor=actor, now=now, action="section.created", subject=section, after=after)
    return section


@transaction.atomic
def edit_section(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    changes: Mapping[str, object],
    confirmed: Collection[str] = (),
) -> Section:
    """Change a section.  Game, rules, regime and format stand once boards are set: Conflict `section_has_games`.

    Conflict `fewer_rounds_than_paired`; `already_paired` for rules of pairing that make another system of it.  What
    the first pairing settled is changed only if it is among the `confirmed`: Conflict `settled_by_pairing` with the
    names in `fields`.  Such a change is told in the tournament report.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    system = section.system
    before, after = change(section, dict(changes), _EDITABLE)
    if set(after) & _FIXED_BY_GAMES and Pairing.objects.filter(round__section=section).exists():
        raise Conflict(say("section_has_games"))
    if "rounds_planned" in after:
        _check_rounds(section)
    if after:
        found = _check(section)
        if "scoring" in after:
            section.points.check_regular(_games_of_a_round(section))
        if "regime" in after:
            regimes.check_day(found, regimes.day_of(section.event, now))
        if section.system is not system and section.rounds.exists():
            raise Conflict(say("already_paired"), field="edition")
        settled = check_settled(section, after, confirmed)
        section.save(update_fields=list(after))
        if "accelerated" in after:
            # Points that were laid down player by player are over: the Baku method gives its own, or nothing does.
            section.registrations.exclude(virtual_points=[]).update(virtual_points=[])
        standings_changed(section.pk)
        event = section.event
        write_log(
            event=event,
            actor=actor,
            now=now,
            action="section.edited",
            subject=section,
            before=before,
            after={**after, "after_pairing": settled} if settled else after,
        )
    return section


def _games_of_a_round(section: Section) -> int:
    """How many games opponents play in a round by the system itself."""
    return max((one.games for one in section.system.engines.values()), default=1)


def _check_rounds(section: Section) -> None:
    """No fewer rounds than there are already."""
    last = section.rounds.aggregate(last=Max("number"))["last"] or 0
    if section.rounds_planned and section.rounds_planned < last:
        raise Conflict(
            say("fewer_rounds_than_paired", number=last),
            field="rounds_planned",
        )


def _check(section: Section) -> Regime:
    """What each of its parts says of itself; returns the regime that it names."""
    check_texts(section.names, "names")
    check_slug(section.slug, RESERVED_SECTIONS)
    rules_for(section.game, section.rules)
    regime = regimes.check(section.regime, section.game)
    overlay(regime, section.regulations)
    if section.control:
        section.control = parse_control(section.control).text()
    Scoring.read(section.scoring)
    section.tiebreaks = [str(one.descriptor) for one in read_tiebreaks(section.tiebreaks)]
    check_fields(section)
    section.options = section.system.checked_options(section.options)
    if section.system.needs_rounds and not section.rounds_planned:
        raise BadInput(say("no_rounds_planned"), field="rounds_planned")
    if section.accelerated and not section.system.has("accelerated"):
        raise BadInput(say("no_acceleration"), field="accelerated")
    if section.accelerated and section.points.win % 2:
        raise BadInput(say("odd_win"), field="accelerated")
    if Section.objects.filter(event=section.event_id, slug=section.slug).exclude(pk=section.pk).exists():
        raise Conflict(say("slug_taken.section", slug=section.slug))
    return regime


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

    Conflict `already_entered`, `number_taken`, `already_paired` (a round robin or a knockout is complete once it is
    paired).
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    player = Player.objects.filter(pk=player_id, event=section.event_id).first()
    if player is None:
        raise NotFound(say("no_such_player.in_event"))
    registration = add_registration(section, player, number=number, rating=rating)
    standings_changed(section.pk)
    after = {"player": player.full_name, "number": registration.number, "section": section.slug}
    write_log(
        event=section.event,
        actor=actor,
        now=now,
        action="registration.added",
        subject=registration,
        after=after,
    )
    return registration


def add_registration(
    section: Section, player: Player, *, number: int | None = None, rating: int | None = None
) -> Registration:
    """The entry alone, for a caller that has locked the section and checked the actor."""
    if section.system.closes_entries and section.rounds.exists():
        raise Conflict(say("already_paired.registrations_closed"))
    if section.registrations.filter(player=player).exists():
        raise Conflict(
            say("already_entered", player=player.full_name),
            player=player.pk,
        )
    given = number is not None
    if number is None:
        number = (section.registrations.aggregate(last=Max("number"))["last"] or 0) + 1
    elif section.registrations.filter(number=number).exists():
        raise Conflict(
            say("number_taken", number=number),
            number=number,
        )
    if rating is None:
        rating = player.ratings.get(section.rating_kind)
    registration = Registration(section=section, player=player, number=number, rating=rating)
    check_fields(registration)
    if number < 1:
        raise BadInput(say("bad_number.starting_number"), field="number")
    registration.save()
    if given:
        note_numbers_given(section)
    return registration


def note_numbers_given(section: Section, *, given: bool = True) -> None:
    """Remember whether starting numbers were given by somebody, or follow the ratings."""
    if section.numbers_given is not given:
        section.numbers_given = given
        section.save(update_fields=["numbers_given"])


@transaction.atomic
def withdraw_player(*, actor: Actor, now: datetime, registration_id: int, reason: str = "") -> Registration:
    """Take a player out of what is still to be paired; his games and results stay.

    Before the first pairing he leaves the list altogether, and nothing of his entry remains but the log.
    """
    section_id = Registration.objects.filter(pk=registration_id).values_list("section", flat=True).first()
    if section_id is None:
        raise NotFound(say("no_such_registration"))
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    registration = Registration.objects.select_related("player").get(pk=registration_id)
    if registration.status == RegistrationStatus.WITHDRAWN:
        raise Conflict(say("already_withdrawn"))
    seated = Pairing.objects.filter(Q(white=registration) | Q(black=registration)).exists()
    after = {"player": registration.player.full_name, "reason": reason, "removed": not seated}
    write_log(
        event=section.event,
        actor=actor,
        now=now,
        action="registration.withdrawn",
        subject=registration,
        after=after,
    )
    registration.status = RegistrationStatus.WITHDRAWN
    if seated:
        registration.save(update_fields=["status"])
    else:
        registration.delete()
    standings_changed(section.pk)
    return registration
