"""What arbiters keep for fair play: random checks, devices handed in, declarations, complaints, games to screen.

The event's log says that it was done and never of whom: officials read the log who do not see these.
"""

from arbiter.services.fair_play.checks import draw_checks, record_check, record_inspection, reverse_inspection
from arbiter.services.fair_play.complaints import handle_complaint, receive_complaint
from arbiter.services.fair_play.declarations import record_declaration, remove_declaration
from arbiter.services.fair_play.devices import hand_back_bag, hand_in_devices, undo_bag
from arbiter.services.fair_play.screening import log_screening

__all__ = [
    "draw_checks",
    "hand_back_bag",
    "hand_in_devices",
    "handle_complaint",
    "log_screening",
    "receive_complaint",
    "record_check",
    "record_declaration",
    "record_inspection",
    "remove_declaration",
    "reverse_inspection",
    "undo_bag",
]
