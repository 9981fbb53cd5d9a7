"""Explanation of a value in sentences: its opponents, their amounts, and the reasons."""

from collections.abc import Callable

from tavleya.messages import Message
from tavleya.tiebreaks.base import Contribution, PointSource, Value
from tavleya.tiebreaks.messages import say

Name = Callable[[int], str]

_SENTENCES = {
    PointSource.GAME: "tiebreak_part_game",
    PointSource.FORFEIT: "tiebreak_part_forfeit",
    PointSource.DUMMY: "tiebreak_part_dummy",
    PointSource.BYE: "tiebreak_part_bye",
    PointSource.OWN: "tiebreak_part_own",
}


def explanation(value: Value, name: Name = str) -> tuple[Message, ...]:
    """Return a sentence for each part; `name` returns the opponent's name by id.  Empty for a value without parts."""
    return tuple(_sentence(value, part, name) for part in value.parts)


def _sentence(value: Value, part: Contribution, name: Name) -> Message:
    opponent = name(part.opponent) if part.opponent is not None else ""
    message = say(_SENTENCES[part.source], round=part.round, opponent=opponent, units=value.part_text(part))
    if not part.cut:
        return message
    if part.voluntary:
        return say("tiebreak_part_cut_unplayed", part=message)
    return say("tiebreak_part_cut", part=message)
