"""Rehearsals: practice events, copied or new, that only their officials see."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db import transaction

from games.models.game import Game
from games.services.bulk import record_results
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.formats.slugs import LONGEST
from tavleya.permissions import Action
from tavleya.use import Copy
from tournaments.access import require
from tournaments.activity import happened
from tournaments.declarations import settings_of
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section, StandingsVersion
from tournaments.services.boards import open_boards
from tournaments.services.events import create_event, free_slug
from tournaments.services.shared import as_organiser, lock_event
from transfer.kinds import EVENT_ARCHIVED, EVENT_REHEARSED
from transfer.messages import say
from transfer.services.copying import Copies, copy_givers, copy_rows
from transfer.services.eventfile.tables import tables

_ENDING = "-rehearsal"


@transaction.atomic
def open_rehearsal(*, actor: Actor, now: datetime, slug: str, names: Mapping[str, str]) -> Event:
    """Create an empty event to practise on. Raises: the errors of `create_event`."""
    event = create_event(actor=actor, now=now, slug=slug, names=names)
    event.rehearsal = True
    event.save(update_fields=["rehearsal"])
    return event


@transaction.atomic
def rehearse_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Copy an event to practise on: officials, players without their accounts, sections, rounds and pairings.

    A record is evidence of a game at a board, so none is copied: every board gets a new game. The result of a finished
    game is entered as reported; an unfinished game starts again.
    """
    original = lock_event(event_id)
    require(actor, original, Action.REHEARSE)
    event = Event.objects.create(
        slug=free_slug(original.slug[: LONGEST - len(_ENDING)].rstrip("-") + _ENDING),
        created_at=now,
        rehearsal=True,
        rehearsal_of=original,
        **settings_of(original, Copy.REHEARSAL),
    )
    copies: Copies = {Event: {original.pk: event}}
    for table in tables():
        if Copy.REHEARSAL in table.copied:
            rows = table.model._default_manager.filter(**{table.within: original}).order_by("pk")
            copies[table.model] = copy_rows(rows, copies, Copy.REHEARSAL)
    copy_givers(original, copies)
    StandingsVersion.objects.bulk_create(
        StandingsVersion(section_id=section.pk) for section in event.sections.all()
    )
    opened = _open_games(original, copies, actor=actor, now=now)
    happened(EVENT_REHEARSED, event, actor=actor, now=now, after={"of": original.slug, "games": opened})
    return event


@transaction.atomic
def archive_rehearsal(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """Archive a rehearsal: it is removed from all lists and its address.

    Its records are kept, because a record is never deleted.
    Raises: Conflict ("not_a_rehearsal").
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
    """Open a new game at every board that has one, with the result of finished games; return the number.

    Boards on the same terms are opened together, so that the number of queries does not depend on the boards.
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
    """Enter at each board the result of the original game."""
    results: dict[int, str] = {
        board.game_id: old.result for board, old in boards if board.game_id is not None and old and old.result
    }
    record_results(actor=as_organiser(actor), now=now, results=results, reason="rehearsal")
