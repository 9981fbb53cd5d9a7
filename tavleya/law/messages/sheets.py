"""User-facing messages about score sheets, by key."""

from tavleya.messages import N_

SENTENCES = {
    "claim_not_shown": N_("Ruling %(number)s upheld the claim; the score sheet does not support it: %(why)s"),
    "claim_shown": N_("Ruling %(number)s rejected the claim; the score sheet supports it: %(why)s"),
    "could_never_mate": N_(
        "Ruling %(number)s gives the win to a player who, by the score sheet, could never have mated."
    ),
    "ends_there": N_("By the rules the game ends with %(move)s, %(how)s."),
    "illegal_is_legal": N_("Ruling %(number)s calls %(move)s illegal; by the score sheet it was a legal move."),
    "moves_after_ruling": N_("Ruling %(number)s ended the game; the score sheet has half-moves after it: %(more)s."),
    "past_end": N_(
        "By the rules the game ended with %(move)s, %(how)s; half-moves after it on the score sheet: %(more)s."
    ),
    "ruled_result_differs": N_("Ruling %(number)s gave the result %(ruled)s; the game has %(stands)s."),
    "sheet_result_differs": N_("A score sheet has the result %(written)s; the game has %(stands)s."),
    "touch_not_kept": N_("By ruling %(number)s the piece touched had to be played; the score sheet has %(move)s."),
}
