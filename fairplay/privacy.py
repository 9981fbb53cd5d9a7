"""Personal data of fair play: what erasure and retention delete."""

from collections.abc import Collection

from fairplay.models import Declaration, Inspection
from tournaments.models.player import Player


def forget_player(player: Player) -> None:
    """Delete the declarations of a player and empty the notes of the checks."""
    Inspection.objects.filter(registration__player=player).exclude(note="").update(note="")
    Declaration.objects.filter(registration__player=player).delete()


def forget_declarations(events: Collection[int]) -> int:
    """Delete the declarations of events, by key; return their number."""
    return Declaration.objects.filter(registration__section__event__in=events).delete()[0]
