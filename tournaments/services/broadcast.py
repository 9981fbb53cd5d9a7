"""The broadcast delay of live boards: the public sees moves after it (`games.gate`)."""

from datetime import timedelta

from django.db.models import F

from games.models.game import Game, TrackingLevel
from tavleya.record.phase import GamePhase
from tavleya.warnings import Level, Warned
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

NAME = "broadcast_delay"
_IN_PLAY = (GamePhase.PLAYING.value, GamePhase.PAUSED.value)


def in_play(section: Section) -> bool:
    """Return whether a live game is in progress: a new delay then reveals or hides moves at once."""
    games = Game.objects.filter(pairing__round__section=section, tracking=TrackingLevel.LIVE)
    return games.filter(phase__in=_IN_PLAY).exists()


def warning_in_play(before: int, after: int) -> Warned:
    """Return the warning about the effect of the change on games in progress."""
    key = "broadcast_delay_in_play" if after > before else "broadcast_delay_in_play.shorter"
    return Warned(
        Level.CONFIRMATION,
        say(key),
        names=(NAME,),
        detail={"fields": [NAME], "otherwise": [], "in_play": True},
    )


def delay_games(section: Section, before: int) -> None:
    """Apply the section's new delay to its live boards; `before` is the old delay in minutes.  Two statements."""
    delay = section.broadcast_delay
    games = Game.objects.filter(pairing__round__section=section, tracking=TrackingLevel.LIVE)
    games.update(broadcast_delay=delay)
    pairings = Pairing.objects.filter(round__section=section, public_from__isnull=False)
    pairings.update(public_from=F("public_from") + timedelta(minutes=delay - before))
