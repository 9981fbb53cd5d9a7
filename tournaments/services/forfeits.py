"""Boards at which an excluded player would have to sit."""

from collections.abc import Collection
from datetime import datetime

from games.services.results import record_result
from tavleya.actors import Actor
from tavleya.record.results import Result
from tournaments.models.pairing import Pairing
from tournaments.models.player import RegistrationStatus


def forfeit_of(pairing: Pairing, barred: Collection[int]) -> Result | None:
    """Return the forfeit result of a board with an excluded player, or one of the `barred`; None if both may play.

    `barred`: entries that are excluded from this round alone (`tournaments.adjusted.barred_from`).
    """
    white, black = (
        registration is not None
        and (registration.status == RegistrationStatus.EXCLUDED or registration.pk in barred)
        for registration in (pairing.white, pairing.black)
    )
    if white and black:
        return Result.BOTH_FORFEIT
    if white:
        return Result.BLACK_FORFEIT_WIN
    return Result.WHITE_FORFEIT_WIN if black else None


def forfeit_excluded(pairing: Pairing, barred: Collection[int], *, actor: Actor, now: datetime) -> None:
    """Forfeit a board of a round that is being published, if an excluded player sits at it."""
    result = forfeit_of(pairing, barred)
    if result is not None and pairing.game_id is not None:
        record_result(actor=actor, now=now, game_id=pairing.game_id, result=result, reason="excluded")
