"""Notices, written in the transaction of the act; their audience is determined afterwards."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from games.models.game import Game
from notifications.models.notifications import Notice, Subscription
from notifications.services import following
from notifications.services.kinds import CALL, RESUMPTION
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.services.queue import SPREAD_NOTICES, sweep_soon

#: Players are notified this long before an adjourned game is resumed.
RESUMED_SOON = timedelta(minutes=30)


def note(
    event: Event, kind: str, now: datetime, facts: Mapping[str, object], delay: timedelta = timedelta()
) -> None:
    """Write a notice that is due after `delay`, if the event is public and has subscribers."""
    if event.published and _heard(event):
        Notice.objects.create(event=event, kind=kind, facts=dict(facts), made_at=now, due_at=now + delay)
        sweep_soon(SPREAD_NOTICES)


def _heard(event: Event) -> bool:
    return Subscription.objects.filter(event=event, ended_at=None).exists() or following.heard(event)


def note_ahead(event: Event, kind: str, now: datetime, due: datetime, facts: Mapping[str, object]) -> None:
    """Schedule a notice for a future time, if it is then still valid; its audience is determined at that time."""
    if due > now:
        Notice.objects.create(event=event, kind=kind, facts=dict(facts), made_at=now, due_at=due)


def note_resumption(game: Game, due: datetime, now: datetime) -> None:
    """Schedule the notification of the players before an adjourned game is resumed."""
    board = Pairing.objects.filter(game=game).select_related("round__section__event").first()
    if board is not None:
        facts = {"pairing": board.pk, "due": due.isoformat()}
        note_ahead(board.round.section.event, RESUMPTION, now, due - RESUMED_SOON, facts)


def note_call(game: Game, now: datetime, called: bool) -> None:
    """Notify officials that an arbiter is called to a board (registered with `games.hooks`)."""
    if called:
        board = Pairing.objects.filter(game=game).select_related("round__section__event").first()
        if board is not None:
            note(board.round.section.event, CALL, now, {"pairing": board.pk})
