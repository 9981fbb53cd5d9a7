"""What has happened, written down in the transaction of the act; who is told of it is found out afterwards."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from games.models.game import Game
from notifications.models.notifications import Notice, Subscription
from notifications.services import following
from notifications.services.kinds import CALL, RESUMPTION
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.services.queue import SPREAD_NOTICES, sweep_soon

#: So long before an adjourned game goes on its players are told.
RESUMED_SOON = timedelta(minutes=30)


def note(
    event: Event, kind: str, now: datetime, facts: Mapping[str, object], delay: timedelta = timedelta()
) -> None:
    """Note that something has happened of which somebody may want to be told, after `delay`.

    Nothing is told of an event that is not public, and nothing is kept where nobody listens.
    """
    if event.published and _heard(event):
        Notice.objects.create(event=event, kind=kind, facts=dict(facts), made_at=now, due_at=now + delay)
        sweep_soon(SPREAD_NOTICES)


def _heard(event: Event) -> bool:
    return Subscription.objects.filter(event=event, ended_at=None).exists() or following.heard(event)


def note_ahead(event: Event, kind: str, now: datetime, due: datetime, facts: Mapping[str, object]) -> None:
    """Have something told at a time to come, if it still holds then; who listens is asked at that time."""
    if due > now:
        Notice.objects.create(event=event, kind=kind, facts=dict(facts), made_at=now, due_at=due)


def note_resumption(game: Game, due: datetime, now: datetime) -> None:
    """Have the players of an adjourned game told before it goes on."""
    board = Pairing.objects.filter(game=game).select_related("round__section__event").first()
    if board is not None:
        facts = {"pairing": board.pk, "due": due.isoformat()}
        note_ahead(board.round.section.event, RESUMPTION, now, due - RESUMED_SOON, facts)


def note_call(game: Game, now: datetime, called: bool) -> None:
    """Have officials told that an arbiter is called to a board (registered with `games.hooks`)."""
    if called:
        board = Pairing.objects.filter(game=game).select_related("round__section__event").first()
        if board is not None:
            note(board.round.section.event, CALL, now, {"pairing": board.pk})
