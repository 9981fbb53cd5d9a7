"""The actor of a service call: a plain value, never a request."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tavleya.sides import Side


class Role(StrEnum):
    """The role of a user in one event.

    PUBLIC is any visitor, logged in or not; OWNER exists only in an organisation.
    """

    OWNER = "owner"
    ORGANISER = "organiser"
    CHIEF_ARBITER = "chief_arbiter"
    ARBITER = "arbiter"
    HELPER = "helper"
    TREASURER = "treasurer"
    PLAYER = "player"
    PUBLIC = "public"


@dataclass(frozen=True, slots=True)
class Actor:
    """The user or program that acts.  `user_id` None and not `system`: an anonymous visitor.

    `scopes` and `event_id` limit an actor that came with an API token: only these actions, only this event.
    `player_id`: the caller came by the private link of this player, with or without an account.
    """

    user_id: int | None
    name: str
    system: bool = False
    scopes: frozenset[str] | None = None
    event_id: int | None = None
    player_id: int | None = None

    @property
    def key(self) -> str:
        """The stable key of the actor in records and logs."""
        if self.system:
            return f"system:{self.name}"
        return f"player:{self.player_id}" if self.player_id is not None else f"user:{self.user_id}"

    @classmethod
    def of_system(cls, name: str) -> Actor:
        """Create the actor of the service itself, for scheduled sweeps and the loader of the demo."""
        return cls(None, name, system=True)


ANONYMOUS = Actor(None, "")


@dataclass(frozen=True, slots=True)
class Standing:
    """The roles of an actor in one event or game, and the sides of the game that they play.

    `only`: the actions that the API token allows; None without a token.  `read_only`: nothing can be changed, whatever
    the roles allow, because another machine runs the event.
    """

    roles: frozenset[Role]
    sides: frozenset[Side] = frozenset()
    only: frozenset[str] | None = None
    read_only: bool = False


NOBODY = Standing(frozenset({Role.PUBLIC}))
EVERYTHING = Standing(frozenset(Role), frozenset(Side))
