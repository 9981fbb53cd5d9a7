"""Applying a remedy: its entries, and the ruling that says what they are, in the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from arbiter.law.remedies import Remedy
from arbiter.models import Ruling
from common.actors import Actor
from common.sides import Side
from games.models import Game
from games.record.state import State
from games.services.record import append


def apply_remedy(
    game: Game,
    state: State,
    remedy: Remedy,
    *,
    outcome: Ruling.Outcome,
    actor: Actor,
    now: datetime,
    note: str = "",
    request: str = "",
) -> Ruling:
    """Append the remedy's entries to the locked game and write the ruling."""
    after = append(game, state, remedy.drafts, actor=actor, now=now, request=request)
    return Ruling.objects.create(
        game=game,
        number=game.rulings.count() + 1,  # the game's row is locked, so nobody else counts now
        kind=remedy.kind,
        outcome=outcome,
        regime=game.regime,
        article=remedy.article,
        penalty_article=remedy.penalty_article,
        offender=remedy.offender.value if remedy.offender else "",
        facts=dict(remedy.facts),
        grounds=[message.to_json() for message in remedy.grounds],
        clock_before=_readings(remedy.clock.before) if remedy.clock else None,
        clock_after=_readings(remedy.clock.after) if remedy.clock else None,
        result=remedy.result.value if remedy.result else "",
        note=note,
        first_seq=state.seq + 1,
        last_seq=after.seq,
        arbiter_id=actor.user_id,
        at=now,
    )


def _readings(readings: Mapping[Side, int]) -> dict[str, int]:
    return {side.value: ms for side, ms in readings.items()}
