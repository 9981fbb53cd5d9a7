"""The event's log as its readers see it."""

from django.db.models import QuerySet

from tavleya.actors import Standing
from tavleya.permissions import Action, allowed
from tournaments.models.event import Event
from tournaments.models.log import Log
from tournaments.registry import hidden_names

#: The prefix of acts that only officials of fair play may see.
FAIR_PLAY = "fair_play."


def acts_of(event: Event) -> QuerySet[Log]:
    """Return the acts of the log, without lines for notifications only."""
    return Log.objects.filter(event=event).exclude(action__in=hidden_names())


def log_of(event: Event, standing: Standing) -> QuerySet[Log]:
    """Return the log, newest first; acts of fair play only for officials who keep it."""
    rows = acts_of(event)
    return rows if allowed(standing, Action.KEEP_FAIR_PLAY) else rows.exclude(action__startswith=FAIR_PLAY)
