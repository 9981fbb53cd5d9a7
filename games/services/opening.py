from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from types import MappingProxyType

from django.db import transaction

from clocks.controls import Carry
from clocks.controls import parse as parse_control
from common.actors import Actor
from games.models import Depth, Game
from games.record.entries import Draft, Kind
from games.rules.contract import Game as GameName
from games.rules.registry import rules_for
from games.services.record import begin


@transaction.atomic
def open_game(
    *,
    actor: Actor,
    now: datetime,
    game: str,
    regime: str,
    white_name: str,
    black_name: str,
    rules: Mapping[str, object] | None = None,
    control: str = "",
    depth: str = Depth.RESULT,
    start_position: str = "start",
) -> Game:
    """Open the record of a new game.  The caller has checked that the actor may.

    Raises BadInput for an unknown game, option, position or time control.
    """
    position = rules_for(game, rules).position(start_position)
    spelled = _control_of(game, control)
    row = Game(
        game=game,
        rules=dict(rules or {}),
        regime=regime,
        control=spelled,
        depth=depth,
        start_position=position.text(),
        white_name=white_name,
        black_name=black_name,
        opened_at=now,
        changed_at=now,
    )
    data = {
        "game": game,
        "rules": row.rules,
        "regime": regime,
        "control": spelled,
        "start": row.start_position,
        "white": white_name,
        "black": black_name,
        "depth": str(depth),
    }
    row.save()
    begin(row, Draft(Kind.OPENED, data=MappingProxyType(data)), actor=actor, now=now)
    return row


def _control_of(game: str, spelling: str) -> str:
    """The canonical control.  In tavreli unused time passes to the next period only without a bonus (6.2), unless the
    spelling says otherwise."""
    if not spelling:
        return ""
    control = parse_control(spelling)
    if game == GameName.TAVRELI and "carry=" not in spelling:
        control = replace(control, carry=Carry.UNLESS_BONUS)
    return control.text()
