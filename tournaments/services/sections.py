from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max, Q

from clocks.controls import parse as parse_control
from common.actors import Actor
from common.errors import BadInput, Conflict, NotFound
from common.permissions import Action
from core.formats.slugs import RESERVED_SECTIONS
from core.pairing.options import checked as checked_options
from core.rules.registry import rules_for
from core.tiebreaks.registry import tiebreaks as read_tiebreaks
from core.tiebreaks.table import Scoring
from games.models import Depth
from tournaments.access import require
from tournaments.messages import say
from tournaments.models import Entry, Pairing, Player, Section, StandingsVersion
from tournaments.models.player import EntryStatus
from tournaments.models.section import Edition, Format
from tournaments.regimes import regimes
from tournaments.services.events import check_slug, check_texts
from tournaments.services.shared import (
    change,
    check_fields,
    lock_event,
    lock_section,
    standings_changed,
    write_log,
)

# What games that are on the boards already rest upon.
_FIXED_BY_GAMES = frozenset({"game", "rules", "regime", "format", "options"})
_EDITABLE = _FIXED_BY_GAMES | {
    "slug", "names", "control", "rounds_planned", "scoring", "tiebreaks", "rating_kind", "depth", "position",
    "edition", "accelerated", "first_board", "correction_rounds", "options",
}  # fmt: skip
_DEFAULT_TIEBREAKS = {
    "round_robin": ["DE", "SB", "KS", "WIN"],
    "double_round_robin": ["DE", "SB", "KS", "WIN"],
    "swiss": ["BH/C1", "BH", "SB", "DE"],
    "scheveningen": ["DE", "WIN"],
    "teams": ["MPvGP", "DE", "EMGSB"],
}


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
    depth: str = Depth.RESULT,
    edition: str = Edition.DUTCH_2026,
    accelerated: bool = False,
    first_board: int = 1,
    correction_rounds: int = 2,
    options: Mapping[str, object] | None = None,
) -> Section:
    """Set up one tournament of an event.  Raises BadInput for anything that its parts do not know.

    Without `tiebreaks` a round robin has direct encounter, Sonneborn-Berger, Koya and wins, a Swiss Buchholz without
    the lowest, Buchholz, Sonneborn-Berger and direct encounter; `[]` means none.
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
        tiebreaks=list(tiebreaks) if tiebreaks is not None else _DEFAULT_TIEBREAKS.get(format, []),
        rating_kind=rating_kind,
        depth=depth,
        edition=edition,
        accelerated=accelerated,
        first_board=first_board,
        correction_rounds=correction_rounds,
        options=dict(options or {}),
        position=0 if last is None else last + 1,
    )
    _check(section)
    section.save()
    # By its key, so that nobody reads the version of today from this object later.
    StandingsVersion.objects.create(section_id=section.pk)
    after = {"slug": slug, "game": game, "regime": regime, "format": format}
    write_log(event=event, actor=actor, now=now, action="section.created", subject=section, after=after)
    return section


@transaction.atomic
def edit_section(*, actor: Actor, now: datetime, section_id: int, changes: Mapping[str, object]) -> Section:
    """Change a section.  Game, rules, regime and format stand once boards are set: Conflict `section_has_games`.

    Conflict `fewer_rounds_than_paired`.
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    before, after = change(section, dict(changes), _EDITABLE)
    if set(after) & _FIXED_BY_GAMES and Pairing.objects.filter(round__section=section).exists():
        raise Conflict(say("section_has_games"))
    if Edition.DOUBLE_SWISS in (before.get("edition"), after.get("edition")) and section.rounds.exists():
        raise Conflict(say("already_paired"), field="edition")
    if "rounds_planned" in after:
        _check_rounds(section)
    if after:
        _check(section)
        section.save(update_fields=list(after))
        if "accelerated" in after:
            # Points that were laid down player by player are over: the Baku method gives its own, or nothing does.
            section.entries.exclude(virtual_points=[]).update(virtual_points=[])
        standings_changed(section.pk)
        event = section.event
        write_log(
            event=event,
            actor=actor,
            now=now,
            action="section.edited",
            subject=section,
            before=before,
            after=after,
        )
    return section


def _check_rounds(section: Section) -> None:
    """No fewer rounds than there are already."""
    last = section.rounds.aggregate(last=Max("number"))["last"] or 0
    if section.rounds_planned and section.rounds_planned < last:
        raise Conflict(
            say("fewer_rounds_than_paired", number=last),
            field="rounds_planned",
        )


def _check(section: Section) -> None:
    check_texts(section.names, "names")
    check_slug(section.slug, RESERVED_SECTIONS)
    rules_for(section.game, section.rules)
    regimes.check(section.regime, section.game)
    if section.control:
        section.control = parse_control(section.control).text()
    Scoring.read(section.scoring)
    section.tiebreaks = [str(one.descriptor) for one in read_tiebreaks(section.tiebreaks)]
    section.options = checked_options(section.format, section.options)
    check_fields(section)
    if section.format == Format.SWISS and not section.rounds_planned:
        raise BadInput(say("no_rounds_planned"), field="rounds_planned")
    if section.accelerated and section.edition == Edition.DOUBLE_SWISS:
        raise BadInput(say("no_acceleration"), field="accelerated")
    if section.accelerated and section.points.win % 2:
        raise BadInput(say("odd_win"), field="accelerated")
    if Section.objects.filter(event=section.event_id, slug=section.slug).exclude(pk=section.pk).exists():
        raise Conflict(say("slug_taken.section", slug=section.slug))


@transaction.atomic
def enter_player(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    player_id: int,
    number: int | None = None,
    rating: int | None = None,
) -> Entry:
    """Enter a player of the event in a section, with a starting number (the next one) and the rating used there.

    Conflict `already_entered`, `number_taken`, `already_paired` (a round robin is complete once it is paired).
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    player = Player.objects.filter(pk=player_id, event=section.event_id).first()
    if player is None:
        raise NotFound(say("no_such_player.in_event"))
    entry = add_entry(section, player, number=number, rating=rating)
    standings_changed(section.pk)
    after = {"player": player.full_name, "number": entry.number, "section": section.slug}
    write_log(event=section.event, actor=actor, now=now, action="entry.added", subject=entry, after=after)
    return entry


def add_entry(
    section: Section, player: Player, *, number: int | None = None, rating: int | None = None
) -> Entry:
    """The entry alone, for a caller that has locked the section and checked the actor."""
    if section.kind.predetermined and section.rounds.exists():
        raise Conflict(say("already_paired.entries_closed"))
    if section.entries.filter(player=player).exists():
        raise Conflict(
            say("already_entered", player=player.full_name),
            player=player.pk,
        )
    if number is None:
        number = (section.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    elif section.entries.filter(number=number).exists():
        raise Conflict(
            say("number_taken", number=number),
            number=number,
        )
    if rating is None:
        rating = player.ratings.get(section.rating_kind)
    entry = Entry(section=section, player=player, number=number, rating=rating)
    check_fields(entry)
    if number < 1:
        raise BadInput(say("bad_number.starting_number"), field="number")
    entry.save()
    return entry


@transaction.atomic
def withdraw_player(*, actor: Actor, now: datetime, entry_id: int, reason: str = "") -> Entry:
    """Take a player out of what is still to be paired; his games and results stay.

    Before the first pairing he leaves the list altogether, and nothing of his entry remains but the log.
    """
    section_id = Entry.objects.filter(pk=entry_id).values_list("section", flat=True).first()
    if section_id is None:
        raise NotFound(say("no_such_entry"))
    section = lock_section(section_id)
    require(actor, section.event, Action.ENTER_PLAYERS)
    entry = Entry.objects.select_related("player").get(pk=entry_id)
    if entry.status == EntryStatus.WITHDRAWN:
        raise Conflict(say("already_withdrawn"))
    seated = Pairing.objects.filter(Q(white=entry) | Q(black=entry)).exists()
    after = {"player": entry.player.full_name, "reason": reason, "removed": not seated}
    write_log(event=section.event, actor=actor, now=now, action="entry.withdrawn", subject=entry, after=after)
    entry.status = EntryStatus.WITHDRAWN
    if seated:
        entry.save(update_fields=["status"])
    else:
        entry.delete()
    standings_changed(section.pk)
    return entry
