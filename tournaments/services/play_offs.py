"""A play-off for a tied place: a separate section whose result decides places of its parent section."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tavleya.tiebreaks.standings import Standings
from tavleya.tiebreaks.team_breaks import block_of
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import PLAY_OFF_OPENED
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.match import PlayOff
from tournaments.models.player import Registration
from tournaments.models.section import RatingKind, Section
from tournaments.selectors.finality import open_boards
from tournaments.selectors.simul import can_send
from tournaments.selectors.standings import StandingsRow, is_over, standings_of
from tournaments.services.matches import set_match_terms
from tournaments.services.sections import add_registration, create_section, note_numbers_given
from tournaments.services.shared import lock_section_with_event, lock_standings
from tournaments.systems.knockout import KNOCKOUT, ROUND_ROBIN


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
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    if not can_send(section):
        raise BadInput(say("cannot_qualify_from"))
    lock_standings(section.pk)
    waiting = [row.where for row in open_boards(section)]
    if waiting:
        raise Conflict(say("play_off_early", boards=", ".join(waiting)), boards=waiting)
    rows = _tied(section, set(registration_ids))
    _refuse_another(section, [row.registration for row in rows])
    created = create_section(
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
    if created.system.by_stage or games > 1:
        set_match_terms(
            actor=actor,
            now=now,
            section_id=created.pk,
            games=games,
            tiebreak_games=1,
            tiebreak_control=control,
        )
    for row in rows:
        add_registration(created, row.registration.player, now=now)
    note_numbers_given(created)
    last = section.rounds.filter(published_at__isnull=False).aggregate(last=Max("number"))["last"] or 0
    PlayOff.objects.create(section=section, by=created, after_round=last)
    after = {
        "play_off": created.slug,
        "after_round": last,
        "players": [row.registration.player.full_name for row in rows],
    }
    happened(PLAY_OFF_OPENED, section, actor=actor, now=now, after=after)
    return created


def _tied(section: Section, keys: set[int]) -> list[StandingsRow]:
    """Return the rows of these entries, in order.  Raises: BadInput ("not_tied_for_a_place")."""
    view = standings_of(section)
    block = block_of(Standings(tuple(row.row for row in view.rows), view.tiebreaks), keys)
    if block is None:
        raise BadInput(say("not_tied_for_a_place"), field="registration")
    return [view.rows[at] for at in block]


def _refuse_another(section: Section, entries: Sequence[Registration]) -> None:
    players = [entry.player_id for entry in entries]
    others = PlayOff.objects.filter(section=section, by__registrations__player__in=players).distinct()
    if any(not is_over(entry.by) for entry in others.select_related("by__event")):
        raise Conflict(say("play_off_is_on"))


def _free_slug(event: Event) -> str:
    taken = set(event.sections.values_list("slug", flat=True))
    names = ["play-off", *(f"play-off-{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)
