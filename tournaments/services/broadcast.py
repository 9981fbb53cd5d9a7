"""The broadcast delay of live boards: the public sees moves after it (`games.gate`)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db.models import F

from games.models.game import Game, TrackingLevel
from games.services.record import NewBoard, open_games
from tavleya.actors import Actor
from tavleya.record.entries import GamePhase
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
        Level.CONFIRMATION, say(key), names=(NAME,), detail={"fields": [NAME], "otherwise": [], "in_play": True}
    )


def delay_games(section: Section, before: int) -> None:
    """Apply the section's new delay to its live boards; `before` is the old delay in minutes.  Two statements."""
    delay = section.broadcast_delay
    games = Game.objects.filter(pairing__round__section=section, tracking=TrackingLevel.LIVE)
    games.update(broadcast_delay=delay)
    pairings = Pairing.objects.filter(round__section=section, public_from__isnull=False)
    pairings.update(public_from=F("public_from") + timedelta(minutes=delay - before))


# The records of games, opened for the boards of public rounds.


def open_boards(
    boards: Sequence[Pairing],
    section: Section,
    *,
    actor: Actor,
    now: datetime,
    start_position: str = "",
    control: str | None = None,
) -> None:
    """Open the records of the boards' games and link them to the boards, by three queries, however many there are.

    They begin at `start_position`, else at each board's own (as for a drawn opening), else at the usual position;
    `control` replaces the section's.
    """
    games = open_games(
        actor=actor,
        now=now,
        game=section.game,
        rules=section.rules,
        regime=section.regime,
        control=section.control if control is None else control,
        tracking=section.tracking,
        broadcast_delay=section.broadcast_delay,
        boards=[_new_board(pairing, start_position) for pairing in boards],
    )
    for pairing, game in zip(boards, games, strict=True):
        pairing.game = game
    Pairing.objects.bulk_update(boards, ["game"])


def open_board(
    pairing: Pairing,
    section: Section,
    *,
    actor: Actor,
    now: datetime,
    start_position: str = "",
    control: str | None = None,
) -> None:
    """Open the record of one board's game, as `open_boards` does."""
    open_boards([pairing], section, actor=actor, now=now, start_position=start_position, control=control)


def _new_board(pairing: Pairing, start_position: str) -> NewBoard:
    if pairing.black is None:
        raise ValueError("a bye has no game")
    return NewBoard(
        pairing.white.player.full_name,
        pairing.black.player.full_name,
        start_position or pairing.start_position or "start",
    )
