"""Warning levels of objections to boards that differ from the rules."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tavleya.messages import Message
from tavleya.warnings import Level, Warned
from tournaments.messages import say

#: By code; any other objection of the rules must be confirmed with a reason.
_LEVELS: Mapping[str, Level] = MappingProxyType({"against_colours": Level.NOTICE})


def level_of(problem: Message) -> Level:
    return _LEVELS.get(problem.code, Level.CONFIRMATION)


def warning_of_breaches(problems: Sequence[Message]) -> Warned:
    """Return the warning about boards that break or differ from the rules, which needs a reason."""
    reasons = " ".join(str(problem) for problem in problems)
    return Warned(
        Level.CONFIRMATION,
        say("illegal_pairing", reasons=reasons),
        needs_reason=True,
        detail={"problems": [problem.code for problem in problems]},
    )
