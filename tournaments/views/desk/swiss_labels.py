"""What organisers do to a Swiss, in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from common.messages import N_
from tournaments.models.swiss import PairConstraintKind

RULES: Mapping[str, str] = MappingProxyType(
    {PairConstraintKind.APART: N_("do not meet"), PairConstraintKind.TOGETHER: N_("must meet")}
)
CHANGES: Mapping[str, str] = MappingProxyType(
    {
        "colours": N_("colours swapped"),
        "exchange": N_("players exchanged"),
        "pair": N_("pair set by hand"),
        "table": N_("board moved"),
        "off": N_("player removed"),
        "in": N_("player added"),
        "engine": N_("engine's pairing restored"),
        "confirmed": N_("reviewed and confirmed"),
    }
)
_BEFORE: Mapping[str, str] = MappingProxyType(
    {
        "pairing": N_("Before round %(n)s was paired"),
        "manual": N_("Before a manual change in round %(n)s"),
        "undo": N_("Before round %(n)s was undone"),
        "bye": N_("Before a bye was added or removed"),
        "pair_rule": N_("Before a pairing restriction"),
        "attendance": N_("Before absences were recorded"),
        "late_entry": N_("Before a late entry"),
        "re_entry": N_("Before a player was reinstated"),
        "correction": N_("Before a result of round %(n)s was corrected"),
        "renumbered": N_("Before the players were renumbered"),
        "expulsion": N_("Before a player was expelled"),
        "restored": N_("Before the section was restored"),
    }
)


def point_name(before: str, number: int | None) -> str:
    """A restore point by what came after it."""
    return gettext(_BEFORE[before]) % {"n": number} if before in _BEFORE else before
