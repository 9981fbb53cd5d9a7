"""What each criterion says against a candidate, in a sentence (C.04.3, art. 2)."""

from __future__ import annotations

from common.messages import N_, Message

AGAINST = {
    "C4": N_("C4: the players not yet paired could then not all be paired, with the bye where C5 wants it."),
    "C5": N_("C5: the pairing-allocated bye would go to a higher score."),
    "C6": N_("C6: more players would have to float down from this bracket."),
    "C7": N_("C7: players with higher scores would have to float down."),
    "C8": N_("C8: the next bracket would pair fewer of its players, or leave over higher scores."),
    "C9": N_("C9: the bye would go to somebody with more unplayed rounds."),
    "C10": N_("C10: more players would get a colour difference beyond two."),
    "C11": N_("C11: more players would get the same colour three times in a row."),
    "C12": N_("C12: more players would not get the colour they prefer."),
    "C13": N_("C13: more players would not get a colour they strongly prefer."),
    "C14": N_("C14: more players who floated down in the previous round would float down again."),
    "C15": N_("C15: more opponents of moved-down players would float up for the second round running."),
    "C16": N_("C16: more players who floated down two rounds ago would float down."),
    "C17": N_("C17: more opponents of moved-down players would float up as two rounds ago."),
    "C18": N_("C18: moved-down players who floated in the previous round would meet lower scores."),
    "C19": N_("C19: players who floated up in the previous round would meet higher scores."),
    "C20": N_("C20: moved-down players who floated two rounds ago would meet lower scores."),
    "C21": N_("C21: players who floated up two rounds ago would meet higher scores."),
    "order": N_("Every criterion is met as well, but that candidate comes later in the order of article 4."),
}


def against(criterion: str | None) -> Message:
    """Why a candidate lost: by this criterion, or by coming later."""
    key = criterion or "order"
    return Message(key, AGAINST[key])
