"""Rulings that change an existing result, under the policy of `tournaments.services.corrections`."""

from datetime import datetime

from arbiter.messages import say
from games.models.game import Game
from tavleya.actors import Actor
from tavleya.errors import Conflict
from tavleya.law.remedies import Remedy, ReplayGame
from tournaments.models.pairing import Pairing
from tournaments.services.advancement import ReplannedMatch, lock_for_correction, plan_correction
from tournaments.services.corrections import changes_the_tournament, prepare_correction

__all__ = ["lock_section_of", "prepare_correction_of", "refuse_late_correction_of"]


def lock_section_of(game_id: int) -> None:
    """Lock the section of a knockout before the game; its next stage may rest on the result."""
    pairing = _pairing_of(game_id)
    if pairing is not None and pairing.result:
        lock_for_correction(pairing)


def prepare_correction_of(
    game: Game, remedy: Remedy, *, actor: Actor, now: datetime, undone: bool = False
) -> ReplannedMatch | None:
    """Check whether the remedy may be applied to a finished game; the caller then calls `after_correction`.

    `undone`: the remedy is a reversal and removes the result unless it sets another.
    Raises: Conflict ("ruling_too_late", "next_stage_begun").
    """
    pairing = _pairing_of(game.pk)
    result = _result_after(pairing, remedy, undone=undone)
    if pairing is None or result is None:
        return None
    _refuse(pairing)
    return prepare_correction(pairing, result, actor=actor, now=now)


def refuse_late_correction_of(game: Game, remedy: Remedy, *, undone: bool = False) -> None:
    """Check the same for a preview."""
    pairing = _pairing_of(game.pk)
    result = _result_after(pairing, remedy, undone=undone)
    if pairing is not None and result is not None:
        _refuse(pairing)
        plan_correction(pairing, result)


def _result_after(pairing: Pairing | None, remedy: Remedy, *, undone: bool) -> str | None:
    """Return the new result, empty for none; None if the result does not change."""
    if pairing is None or not pairing.result:
        return None
    if any(isinstance(effect, ReplayGame) for effect in remedy.effects):
        return ""
    if remedy.result is None:
        return "" if undone else None
    return None if remedy.result.value == pairing.result else remedy.result.value


def _refuse(pairing: Pairing) -> None:
    if changes_the_tournament(pairing):
        return
    raise Conflict(say("ruling_too_late"))


def _pairing_of(game_id: int) -> Pairing | None:
    return (
        Pairing.objects.select_related("round__section__event", "match__round__section")
        .filter(game=game_id)
        .first()
    )
