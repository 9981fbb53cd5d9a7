"""Steps that several regimes share."""

from tavleya.law.terms import MINUTE, IllegalMoveStep, Measure, PenaltyStep

TWO_MINUTES = IllegalMoveStep(2 * MINUTE)
ONE_MINUTE = IllegalMoveStep(MINUTE)
LOSS = IllegalMoveStep(loses=True)

#: The default sequence of penalties for breaches of good conduct.
STEPS = (
    PenaltyStep(Measure.WARNING),
    PenaltyStep(Measure.OPPONENT_TIME, 2 * MINUTE),
    PenaltyStep(Measure.TIME_OFF, 2 * MINUTE),
    PenaltyStep(Measure.LOSS),
)
