"""The declaration that a section's table is final, its withdrawal, and play-offs for tied places."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tavleya.tiebreaks.standings import Standings
from tavleya.tiebreaks.team_breaks import block_of
from tournaments.activity import happened
from tournaments.kinds import PLAY_OFF_OPENED, TABLE_FINAL, TABLE_REOPENED
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.pairing import PlayOff
from tournaments.models.player import Registration
from tournaments.models.round import RoundKind, RoundStatus
from tournaments.models.section import RatingKind, Section
from tournaments.selectors.finality import digest_of, finality, open_boards
from tournaments.selectors.match_centre import bracket
from tournaments.selectors.simul import can_send
from tournaments.selectors.standings import StandingsRow, is_over, standings_of
from tournaments.services.knockout import refuse_unmet
from tournaments.services.matches import set_match_terms
from tournaments.services.rounds import refuse_undecided
from tournaments.services.sections import add_registration, create_section, note_numbers_given
from tournaments.services.shared import lock_section_for, lock_standings, or_refuse
from tournaments.systems.knockout import KNOCKOUT, ROUND_ROBIN

# A play-off for a tied place: a separate section whose result decides places of its parent section.


@transaction.atomic
def open_play_off(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    registration_ids: Sequence[int],
    names: Mapping[str, str],
    regime: str,
    control: str,
    games: int = 2,
    rating_kind: RatingKind | str = RatingKind.RAPID,
) -> Section:
    """Set up the play-off of players who are tied: two play a match, more a round robin; nothing is paired yet.

    They have equal points, are adjacent in the table and share no place with others.  A level match continues with
    further games by the same `control`.  Once the play-off is over, it decides their places in the table of the
    section after the present last round; a correction that breaks the tie ends that.

    Raises: BadInput ("not_tied_for_a_place", "cannot_qualify_from", and errors of the new section); Conflict
    ("play_off_early" while a board has no result; "play_off_is_on" for players of another unfinished play-off).
    """
    section = lock_section_for(actor, Action.EDIT_SECTION, section_id, with_event=True)
    if not can_send(section):
        raise BadInput(say("cannot_qualify_from"))
    lock_standings(section.pk)
    waiting = [board.where for board in open_boards(section)]
    if waiting:
        raise Conflict(say("play_off_early", boards=", ".join(waiting)), boards=waiting)
    rows = _tied(section, set(registration_ids))
    _refuse_another(section, [row.registration for row in rows])
    play_off = create_section(
        actor=actor,
        now=now,
        event_id=section.event_id,
        slug=_free_slug(section.event),
        names=names,
        game=section.game,
        rules=section.rules,
        regime=regime,
        control=control,
        format=KNOCKOUT.key if len(rows) == 2 else ROUND_ROBIN.key,
        scoring=section.scoring,
        tracking=section.tracking,
        broadcast_delay=section.broadcast_delay,
        rating_kind=rating_kind,
    )
    if play_off.system.by_stage or games > 1:
        set_match_terms(
            actor=actor, now=now, section_id=play_off.pk, games=games, tiebreak_games=1, tiebreak_control=control
        )
    for row in rows:
        add_registration(play_off, row.registration.player, now=now)
    note_numbers_given(play_off)
    last = section.rounds.filter(published_at__isnull=False).aggregate(last=Max("number"))["last"] or 0
    PlayOff.objects.create(section=section, by=play_off, after_round=last)
    after = {
        "play_off": play_off.slug,
        "after_round": last,
        "players": [row.registration.player.full_name for row in rows],
    }
    happened(PLAY_OFF_OPENED, section, actor=actor, now=now, after=after)
    return play_off


def _tied(section: Section, keys: set[int]) -> list[StandingsRow]:
    """Return the rows of these entries, in order.  Raises: BadInput ("not_tied_for_a_place")."""
    view = standings_of(section)
    block = or_refuse(
        block_of(Standings(tuple(row.row for row in view.rows), view.tiebreaks), keys),
        BadInput(say("not_tied_for_a_place"), field="registration"),
    )
    return [view.rows[index] for index in block]


def _refuse_another(section: Section, entries: Sequence[Registration]) -> None:
    players = [entry.player_id for entry in entries]
    others = PlayOff.objects.filter(section=section, by__registrations__player__in=players).distinct()
    if any(not is_over(play_off.by) for play_off in others.select_related("by__event")):
        raise Conflict(say("play_off_is_on"))


def _free_slug(event: Event) -> str:
    taken = set(event.sections.values_list("slug", flat=True))
    names = ["play-off", *(f"play-off-{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


@transaction.atomic
def finalise_table(*, actor: Actor, now: datetime, section_id: int, expected: str | None = None) -> Section:
    """Declare the table final.  It stays so while the table is the same: a later correction ends it by itself.

    `expected`: the digest of the table that the actor saw.
    Raises: BadInput ("no_table"); Conflict ("table_open", with `boards` that are adjourned, under appeal or without a
    result; "rounds_not_over", with `rounds`; "rounds_to_come", "not_all_met", "table_changed").
    """
    section = lock_section_for(actor, Action.CLOSE_ROUND, section_id)
    # No result may arrive between reading the table and declaring it final.
    lock_standings(section.pk)
    boards = open_boards(section)
    if boards:
        places = [board.where for board in boards]
        raise Conflict(say("table_open", boards=", ".join(places)), boards=places)
    _refuse_unfinished(section)
    view = standings_of(section)
    digest = digest_of(view)
    if expected is not None and expected != digest:
        raise Conflict(say("table_changed"))
    if finality(section, view).final:
        return section
    section.final_at, section.final_digest = now, digest
    section.save(update_fields=["final_at", "final_digest"])
    happened(TABLE_FINAL, section, actor=actor, now=now, after={"digest": digest})
    return section


@transaction.atomic
def reopen_table(*, actor: Actor, now: datetime, section_id: int, reason: str) -> Section:
    """Withdraw the finality of the table.  Raises: BadInput ("reason_missing"); Conflict ("table_not_final")."""
    section = lock_section_for(actor, Action.CLOSE_ROUND, section_id)
    if not reason.strip():
        raise BadInput(say("reason_missing"), field="reason")
    if section.final_at is None:
        raise Conflict(say("table_not_final"))
    section.final_at, section.final_digest = None, ""
    section.save(update_fields=["final_at", "final_digest"])
    happened(TABLE_REOPENED, section, actor=actor, now=now, after={"reason": reason.strip()})
    return section


def _refuse_unfinished(section: Section) -> None:
    rounds = list(section.rounds.order_by("number"))
    if not section.system.ranked or not rounds:
        raise BadInput(say("no_table"))
    unfinished = [round_ for round_ in rounds if round_.status != RoundStatus.CLOSED]
    if unfinished:
        numbers = [round_.number for round_ in unfinished if round_.number]
        raise Conflict(say("rounds_not_over", rounds=", ".join(map(str, numbers)) or "–"), rounds=numbers)
    refuse_unmet(section)
    if section.system.by_stage:
        _refuse_unfinished_knockout(section)
    played = sum(round_.kind == RoundKind.ROUND for round_ in rounds)
    planned = section.rounds_planned or 0
    if played and played < planned and not section.system.predetermined:
        raise Conflict(say("rounds_to_come", played=played, planned=planned))


def _refuse_unfinished_knockout(section: Section) -> None:
    """Check that the final is won: after a level match or before a later stage there is no first place."""
    so_far = bracket(section)
    refuse_undecided(so_far.undecided)
    if not so_far.stages or sum(not view.match.for_third for view in so_far.stages[-1]) != 1:
        raise BadInput(say("no_table"))
