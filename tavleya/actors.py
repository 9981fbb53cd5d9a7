"""Who does something: a value that services take, never a request."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tavleya.sides import Side


class Role(StrEnum):
    """What a person is in one event.  PUBLIC is everybody, logged in or not; OWNER is only in an organisation."""

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
    """`user_id` None and not `system`: an anonymous visitor.

    `scopes` and `event_id` narrow an actor that came with an API token: only these actions, only this event.
    `player_id`: they came by the private link of this player, with or without an account of their own.
    """

    user_id: int | None
    name: str
    system: bool = False
    scopes: frozenset[str] | None = None
    event_id: int | None = None
    player_id: int | None = None

    @property
    def key(self) -> str:
        """The stable key by which records and logs know who acted."""
        if self.system:
            return f"system:{self.name}"
        return f"player:{self.player_id}" if self.player_id is not None else f"user:{self.user_id}"

    @classmethod
    def of_system(cls, name: str) -> Actor:
        """The service itself: scheduled sweeps, the demo's loader."""
        return cls(None, name, system=True)


ANONYMOUS = Actor(None, "")


@dataclass(frozen=True, slots=True)
class Standing:
    """What an actor is towards one event or one game: roles, and the sides of the game that they play.

    `only`: the names of the actions that their API token allows; None without a token.
    `read_only`: whatever the roles allow, nothing can be changed, for another machine runs the event.
    """

    roles: frozenset[Role]
    sides: frozenset[Side] = frozenset()
    only: frozenset[str] | None = None
    read_only: bool = False


NOBODY = Standing(frozenset({Role.PUBLIC}))
EVERYTHING = Standing(frozenset(Role), frozenset(Side))
