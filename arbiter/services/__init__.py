"""What arbiters decide: each ruling is worked out, shown, and applied in one transaction."""

from arbiter.services.claims import claim_draw, claim_flag
from arbiter.services.illegal_moves import dismiss_call, preview_illegal_move, rule_illegal_move
from arbiter.services.time import adjust_time

__all__ = [
    "adjust_time",
    "claim_draw",
    "claim_flag",
    "dismiss_call",
    "preview_illegal_move",
    "rule_illegal_move",
]
