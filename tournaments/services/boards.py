"""Boards get their games: records opened for pairings that are public."""

from collections.abc import Sequence
from datetime import datetime

from games.services.opening import NewBoard, open_games
from tavleya.actors import Actor
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section


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
    opened = open_games(
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
    for pairing, game in zip(boards, opened, strict=True):
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
