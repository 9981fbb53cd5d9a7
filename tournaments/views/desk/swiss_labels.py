"""Labels of acts in a Swiss."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from tavleya.messages import N_
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
        "imported": N_("pairing imported from another engine"),
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
    """Return the label of a restore point by the act after it."""
    return gettext(_BEFORE[before]) % {"n": number} if before in _BEFORE else before


#: The quality criteria, in the order in which they are met, by the system of a round: C.04.3, C.04.4.1, C.04.4.2 and
#: C.04.6.
CRITERIA: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "dutch": {
            "C5": N_("the pairing-allocated bye goes to the lowest possible score"),
            "C6": N_("as few players as possible float down"),
            "C7": N_("players who float down have the lowest possible scores"),
            "C8": N_("the next bracket can be paired as well as possible"),
            "C9": N_("the bye goes to a player with as few unplayed rounds as possible"),
            "C10": N_("as few topscorers or their opponents as possible get a colour difference beyond two"),
            "C11": N_("as few topscorers or their opponents as possible get the same colour three times in a row"),
            "C12": N_("as few players as possible do not get the colour they prefer"),
            "C13": N_("as few players as possible do not get a colour they strongly prefer"),
            "C14": N_("as few players as possible float down for the second round running"),
            "C15": N_("as few players as possible float up for the second round running"),
            "C16": N_("as few players as possible float down as they did two rounds ago"),
            "C17": N_("as few players as possible float up as they did two rounds ago"),
            "C18": N_("players who floated down in the previous round meet scores near their own"),
            "C19": N_("players who floated up in the previous round meet scores near their own"),
            "C20": N_("players who floated down two rounds ago meet scores near their own"),
            "C21": N_("players who floated up two rounds ago meet scores near their own"),
        },
        "dubov": {
            "C5": N_("as few players as possible float up"),
            "C6": N_("players who float up have the highest possible scores"),
            "C7": N_("as few players as possible do not get the colour they prefer"),
            "C8": N_("as few players as possible float up who have done so as often as allowed"),
            "C9": N_("players who have floated up as often as allowed have done so as rarely as possible"),
            "C10": N_("as few players as possible float up for the second round running"),
        },
        "burstein": {
            "C5": N_("as few players as possible float down"),
            "C6": N_("players who float down have the lowest possible scores"),
            "C7": N_("the next bracket can be paired as well as possible"),
            "C8": N_("as few players as possible do not get the colour they prefer"),
        },
        "team_swiss": {
            "C4": N_("as few teams as possible float up"),
            "C5": N_("teams that float up have the highest possible scores"),
            "C6": N_("the rest of the next score group can be paired in its turn"),
            "C7": N_("as few teams as possible float up that floated in the previous round"),
            "C8": N_("as few teams as possible do not get the colour they prefer"),
            "C9": N_("as few teams as possible do not get a colour they strongly prefer"),
            "C10": N_("as few opponents as possible of teams that float up floated in the previous round"),
        },
    }
)


def criteria(system: str, codes: Iterable[str]) -> list[dict[str, str]]:
    """Return the criteria that were not fully met, each once: `C10` of the article, and its description."""
    words = CRITERIA.get(system, {})
    counts = dict.fromkeys(code.partition(".")[0] for code in codes)
    return [{"code": code, "words": gettext(words[code])} for code in counts if code in words]
