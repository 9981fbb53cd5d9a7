"""Rehearsals: events to practise on, copied from another or set up for it, that nobody but their officers ever sees."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import models, transaction

from games.models.game import Game
from games.services.bulk import record_results
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.formats.slugs import LONGEST
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.happenings import happened
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.match import Match, MatchTerms
from tournaments.models.pairing import Pairing
from tournaments.models.play_off import PlayOff
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section, StandingsVersion
from tournaments.models.swiss import PairConstraint, RequestedBye
from tournaments.models.team import LineUp, Team, TeamMatch, TeamMember
from tournaments.models.team_swiss import TeamBye, TeamRestriction
from tournaments.services.boards import open_boards
from tournaments.services.events import create_event, free_slug
from tournaments.services.shared import as_organiser, lock_event
from transfer.kinds import EVENT_ARCHIVED, EVENT_REHEARSED
from transfer.messages import say
from transfer.services.copying import Copies, copy_givers, copy_rows

# In the order in which they can be made: each rests on those before it only.
_COPIED: tuple[tuple[type[models.Model], str], ...] = (
    (EventRole, "event"),
    (Player, "event"),
    (Section, "event"),
    (PlayOff, "section__event"),
    (Registration, "section__event"),
    (Team, "section__event"),
    (TeamMember, "team__section__event"),
    (MatchTerms, "section__event"),
    (TeamBye, "team__section__event"),
    (TeamRestriction, "section__event"),
    (PairConstraint, "section__event"),
    (RequestedBye, "registration__section__event"),
    (Round, "section__event"),
    (Match, "round__section__event"),
    (TeamMatch, "round__section__event"),
    (LineUp, "match__round__section__event"),
    (Pairing, "round__section__event"),
)
# What is of the event itself and not of its copy: accounts of players, games, times at which something happens.
_LEFT_OUT: Mapping[type[models.Model], Mapping[str, object]] = {
    Player: {"user_id": None, "person_id": None, "on_person_page": False},
    Section: {"giver_id": None, "final_at": None, "final_digest": ""},
    Round: {"publish_at": None},
    Pairing: {"game_id": None, "result": "", "version": 0},
}
_ENDING = "-rehearsal"


@transaction.atomic
def open_rehearsal(*, actor: Actor, now: datetime, slug: str, names: Mapping[str, str]) -> Event:
    """Set up an empty event to practise on.  Raises what `create_event` raises."""
    event = create_event(actor=actor, now=now, slug=slug, names=names)
    event.rehearsal = True
    event.save(update_fields=["rehearsal"])
    return event


@transaction.atomic
def rehearse_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Copy an event to practise on: officers, players without their accounts, sections, rounds and pairings.

    A record is evidence of what happened at a board, so none is copied: every board has a game of its own, opened
    afresh.  One that was over has its result, entered as reported; one that was being played begins anew.
    """
    original = lock_event(event_id)
    require(actor, original, Action.REHEARSE)
    event = Event.objects.create(
        slug=free_slug(original.slug[: LONGEST - len(_ENDING)].rstrip("-") + _ENDING),
        names=original.names,
        place=original.place,
        federation=original.federation,
        starts_on=original.starts_on,
        ends_on=original.ends_on,
        description=original.description,
        languages=original.languages,
        licence=original.licence,
        created_at=now,
        rehearsal=True,
        rehearsal_of=original,
    )
    copies: Copies = {Event: {original.pk: event}}
    for model, path in _COPIED:
        rows = model._default_manager.filter(**{path: original}).order_by("pk")
        copies[model] = copy_rows(rows, copies, _LEFT_OUT.get(model, {}))
    copy_givers(original, copies)
    StandingsVersion.objects.bulk_create(StandingsVersion(section_id=one.pk) for one in event.sections.all())
    opened = _open_games(original, copies, actor=actor, now=now)
    happened(EVENT_REHEARSED, event, actor=actor, now=now, after={"of": original.slug, "games": opened})
    return event


@transaction.atomic
def archive_rehearsal(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Put a rehearsal away: it is in no list and at no address any more.

    Its records stay where they are, for nothing of a record is ever deleted.  Conflict `not_a_rehearsal`.
    """
    event = lock_event(event_id)
    require(actor, event, Action.REHEARSE)
    if not event.rehearsal:
        raise Conflict(say("not_a_rehearsal"))
    if event.archived_at is None:
        event.archived_at = now
        event.save(update_fields=["archived_at"])
        happened(EVENT_ARCHIVED, event, actor=actor, now=now)
    return event


def _open_games(original: Event, copies: Copies, *, actor: Actor, now: datetime) -> int:
    """A fresh game at every board that has one, with its result where it is over.  Returns how many.

    Boards on the same terms are opened together, so that the queries do not grow with the boards.
    """
    played = list(
        Pairing.objects.filter(round__section__event=original, game__isnull=False)
        .select_related("game", "round")
        .order_by("pk")
    )
    fresh = Pairing.objects.select_related("white__player", "black__player").in_bulk(
        [copies[Pairing][old.pk].pk for old in played]
    )
    alike: dict[tuple[int, str, str], list[Pairing]] = {}
    for old in played:
        assert old.game is not None
        terms = old.round.section_id, old.game.start_position, old.game.control
        alike.setdefault(terms, []).append(fresh[copies[Pairing][old.pk].pk])
    for (section_id, start_position, control), boards in alike.items():
        section = copies[Section][section_id]
        assert isinstance(section, Section)
        open_boards(boards, section, actor=actor, now=now, start_position=start_position, control=control)
    _enter_results(((fresh[copies[Pairing][old.pk].pk], old.game) for old in played), actor=actor, now=now)
    return len(played)


def _enter_results(boards: Iterable[tuple[Pairing, Game | None]], *, actor: Actor, now: datetime) -> None:
    """At each board the result of the game that it is a copy of."""
    results: dict[int, str] = {
        board.game_id: old.result for board, old in boards if board.game_id is not None and old and old.result
    }
    record_results(actor=as_organiser(actor), now=now, results=results, reason="rehearsal")
