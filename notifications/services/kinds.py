"""The table of message kinds: name, possible readers, and time until a message expires."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from types import MappingProxyType

from tavleya.messages import N_
from tavleya.permissions import Action
from tournaments.notices import LetterKind


class Reader(Enum):
    """A class of readers.

    The holder of a private page, a follower of a player or section, an official of the event, or a follower of a person
    in all events.
    """

    PLAYER = "player"
    FOLLOWER = "follower"
    OFFICIAL = "official"
    PERSON = "person"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of message. `chosen`: readers that have it by default. `of_use`: an unsent message is dropped after this
    time.

    `urgent`: devices show it at once. `needs`: the action that an official needs to receive it.
    """

    code: str
    name: str
    readers: frozenset[Reader]
    chosen: frozenset[Reader]
    of_use: timedelta
    urgent: bool = False
    needs: Action | None = None


_OWN, _FOLLOWER, _OFFICIAL, _PERSON = (frozenset({reader}) for reader in Reader)
_FOLLOWERS = _FOLLOWER | _PERSON

CALL = "call"
CONFIRM = "confirm"  # a letter that asks whether an address is its owner's
ENTERED = "entered"

_LIST = (
    Kind(ENTERED, N_("Player entered in an event"), _PERSON, _PERSON, timedelta(days=1)),
    Kind("pairings", N_("Pairings published"), _OWN | _FOLLOWERS, _OWN | _FOLLOWERS, timedelta(hours=12)),
    Kind("result", N_("Result entered or corrected"), _OWN | _FOLLOWERS, _FOLLOWERS, timedelta(hours=12)),
    Kind(
        "disputed",
        N_("The two players reported different results"),
        _OWN | _OFFICIAL,
        _OWN | _OFFICIAL,
        timedelta(hours=3),
        urgent=True,
        needs=Action.ENTER_RESULT,
    ),
    Kind(
        CALL,
        N_("Arbiter called to a board"),
        _OFFICIAL,
        frozenset(),
        timedelta(minutes=30),
        urgent=True,
        needs=Action.RULE,
    ),
    Kind(
        "appeal",
        N_("Appeal filed"),
        _OFFICIAL,
        _OFFICIAL,
        timedelta(hours=12),
        urgent=True,
        needs=Action.HANDLE_APPEALS,
    ),
    Kind("ruling", N_("Arbiter’s ruling at the board"), _OWN, _OWN, timedelta(hours=12), urgent=True),
    Kind("resumption", N_("Adjourned game about to be resumed"), _OWN, _OWN, timedelta(hours=1), urgent=True),
    Kind("check_in", N_("Check-in opens, or is about to close"), _OWN, _OWN, timedelta(minutes=30), urgent=True),
    Kind("standings", N_("Standings final"), _OWN | _FOLLOWERS, _OWN | _FOLLOWERS, timedelta(days=1)),
    Kind("announcement", N_("Announcement of the organiser"), _OWN | _FOLLOWER, _OWN, timedelta(hours=6)),
    Kind(
        "new_entry",
        N_("Entry waiting for a decision"),
        _OFFICIAL,
        _OFFICIAL,
        timedelta(days=1),
        needs=Action.ENTER_PLAYERS,
    ),
)
#: The kinds by code, in the order in which a page offers them.
KINDS: Mapping[str, Kind] = MappingProxyType({kind.code: kind for kind in _LIST})
#: Names in the desk's counts for emails that are not chosen.
LETTERS: Mapping[str, str] = MappingProxyType(
    {
        LetterKind.ENTRY: N_("Letter about an entry"),
        LetterKind.MOVED_UP: N_("Letter about moving up from the waiting list"),
        LetterKind.RECEIPT: N_("Letter about a payment"),
        CONFIRM: N_("Request to confirm an address"),
    }
)


def reader_of(person_id: int | None, user_id: int | None, *, own: bool) -> Reader:
    if person_id is not None:
        return Reader.PERSON
    if own:
        return Reader.PLAYER
    return Reader.OFFICIAL if user_id is not None else Reader.FOLLOWER


def kinds_for(reader: Reader) -> tuple[Kind, ...]:
    return tuple(kind for kind in _LIST if reader in kind.readers)


def chosen_for(reader: Reader) -> list[str]:
    """Return the default kinds."""
    return [kind.code for kind in _LIST if reader in kind.chosen]
