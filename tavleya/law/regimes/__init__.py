"""Regimes: the law book of a game, and its numbers.

Penalties are not constants in code: penalty steps, prices of wrong claims and the permitted caller of a flag are fields
of a `Regime`, and an event with different rules overlays them (`tavleya.law.regulations`).  An article is a number in
the regime's book, so that regimes of a new edition are created from the old ones by `replace`.
"""

from tavleya.law.regimes import draughts, fide, tavreli

REGIMES = (*tavreli.REGIMES, *fide.REGIMES, *draughts.REGIMES)
