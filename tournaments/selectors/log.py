"""The event's log as its readers see it."""

from __future__ import annotations

from django.db.models import QuerySet

from tavleya.actors import Standing
from tavleya.permissions import Action, allowed
from tournaments.models.event import Event
from tournaments.models.log import Log
from tournaments.registry import hidden_names

#: How the acts begin that only those see who keep fair play.
FAIR_PLAY = "fair_play."


def acts_of(event: Event) -> QuerySet[Log]:
    """The acts of the log, without lines that are written for notifications only."""
    return Log.objects.filter(event=event).exclude(action__in=hidden_names())


def log_of(event: Event, standing: Standing) -> QuerySet[Log]:
    """The newest first; what was done for fair play only for those who keep it."""
    rows = acts_of(event)
    return rows if allowed(standing, Action.KEEP_FAIR_PLAY) else rows.exclude(action__startswith=FAIR_PLAY)
