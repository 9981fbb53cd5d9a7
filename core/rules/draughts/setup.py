"""Faults of the board and of the men on it, found before or during play (violations.1–3)."""

from __future__ import annotations

from collections.abc import Mapping

from core.rules.contract import Figure
from core.rules.draughts.board import BIT
from core.rules.draughts.messages import say
from core.rules.draughts.position import DraughtsPosition
from core.rules.draughts.violations import Finding


def check_setup(expected: DraughtsPosition, found: Mapping[str, Figure]) -> tuple[Finding, ...]:
    """What is wrong with the men `found` on the 64 squares where `expected` should stand.

    Every man on a light square means that the board lies the wrong way round: the game is annulled and played again
    (1).  A single man there is out of play (3).  Any other difference is a wrong set-up (2); 2 and 3 are for the
    opponent to have put right, as under article 4.
    """
    light = sorted(square for square in found if square not in BIT)
    if light and len(light) == len(found):
        return (Finding("draughts:violations.1", say("board_turned"), tuple(light)),)
    should = {square: figures[0] for square, figures in expected.figures().items()}
    dark = {square: figure for square, figure in found.items() if square in BIT}
    wrong = sorted(s for s in should.keys() | dark.keys() if should.get(s) != dark.get(s))
    findings = []
    if wrong:
        message = say("wrong_setup", squares=", ".join(wrong))
        findings.append(Finding("draughts:violations.2", message, tuple(wrong)))
    if light:
        message = say("man_on_light_square", squares=", ".join(light))
        findings.append(Finding("draughts:violations.3", message, tuple(light)))
    return tuple(findings)
