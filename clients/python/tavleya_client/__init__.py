"""A client of the Tavleya API: one method a call, retried so that it is done once."""

from __future__ import annotations

from tavleya_client import shapes
from tavleya_client.arbiters import Arbiters
from tavleya_client.core import UNSET, Problem
from tavleya_client.events import Events
from tavleya_client.players import Players
from tavleya_client.rounds import Rounds
from tavleya_client.sections import Sections
from tavleya_client.teams import Teams

__all__ = ["UNSET", "Client", "Problem", "shapes"]


class Client(Events, Sections, Players, Rounds, Teams, Arbiters):
    """All calls of one server; see `Core` for the connection's parameters."""
