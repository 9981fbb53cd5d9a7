"""Entry fees (pure): the amount due and its reasons, the state of a fee, and payment codes for banks."""
