"""What arbiters decide: each ruling is worked out, shown, and applied in one transaction."""

from arbiter.selectors.regimes import regime_of, regime_of_section, regulations_of
from arbiter.services.board_questions import answer_board_question, set_game_source
from arbiter.services.calls import answer_call
from arbiter.services.checklists import tick, untick
from arbiter.services.claims import claim_draw, claim_flag
from arbiter.services.clock_readings import read_clocks
from arbiter.services.duty import go_off_duty, go_on_duty, log_incident
from arbiter.services.fines import note_payment
from arbiter.services.illegal_moves import dismiss_call, preview_illegal_move, rule_illegal_move
from arbiter.services.regimes import set_regulations
from arbiter.services.reversal import preview_reversal, preview_superseding, reverse, supersede
from arbiter.services.ruling import Preview, preview, rule
from arbiter.services.sheet_findings import let_stand
from arbiter.services.time import adjust_time

__all__ = [
    "Preview",
    "adjust_time",
    "answer_board_question",
    "answer_call",
    "claim_draw",
    "claim_flag",
    "dismiss_call",
    "go_off_duty",
    "go_on_duty",
    "let_stand",
    "log_incident",
    "note_payment",
    "preview",
    "preview_illegal_move",
    "preview_reversal",
    "preview_superseding",
    "read_clocks",
    "regime_of",
    "regime_of_section",
    "regulations_of",
    "reverse",
    "rule",
    "rule_illegal_move",
    "set_game_source",
    "set_regulations",
    "supersede",
    "tick",
    "untick",
]
