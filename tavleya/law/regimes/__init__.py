"""Regimes: which law book a game is played under, and its numbers.

Nothing about a penalty is a constant in code: a step of a penalty, a price of a wrong claim, who may call a flag are
fields of a `Regime`, and an event that rules otherwise overlays them (`tavleya.law.regulations`).  An article is a
number in the regime's own book, so that the regimes of a new edition are those of the old one, `replace`d where they
differ.
"""

from __future__ import annotations

from tavleya.law.regimes import draughts, fide, tavreli

REGIMES = (*tavreli.REGIMES, *fide.REGIMES, *draughts.REGIMES)
