"""How a round is sent to lichess: by TLS to its own address only, and nothing is followed."""

from __future__ import annotations

import http.client
import json
import ssl
from dataclasses import dataclass, field
from typing import Any, Protocol

from tavleya.version import VERSION

HOST = "lichess.org"
PATIENCE_SECONDS = 20
#: Bytes of an answer: a hundred games with their tags are a tenth of that.
LONGEST_ANSWER = 1024**2


@dataclass(frozen=True, slots=True)
class Answer:
    """`status` None: nobody answered, and `problem` says why.  `games`: what it says of each, in their order."""

    status: int | None
    games: tuple[dict[str, Any], ...] = field(default=())
    problem: str = ""


class Lichess(Protocol):
    """Where rounds are sent: lichess, or in tests a stand-in made from its documentation."""

    def push(self, key: str, token: str, pgn: str) -> Answer:
        """Send games to the round `key`.  Never raises for what the other side does."""
        ...


@dataclass(frozen=True, slots=True)
class Internet:
    """By HTTPS to lichess.org."""

    host: str = HOST

    def push(self, key: str, token: str, pgn: str) -> Answer:
        connection = self._connection()
        headers = {
            "Authorization": f"Bearer {token}",
            "Content-Type": "text/plain; charset=utf-8",
            "User-Agent": f"Tavleya/{VERSION}",
        }
        try:
            connection.request("POST", f"/api/broadcast/round/{key}/push", pgn.encode(), headers)
            response = connection.getresponse()
            return read_answer(response.status, response.read(LONGEST_ANSWER))
        except (OSError, ValueError, http.client.HTTPException) as problem:
            return Answer(None, (), str(problem)[:200] or type(problem).__name__)
        finally:
            connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(self.host, timeout=PATIENCE_SECONDS, context=context)


INTERNET = Internet()


def read_answer(status: int, body: bytes) -> Answer:
    """What lichess says; anything in its place (a proxy's page) is a problem with the status."""
    try:
        said = json.loads(body)
    except ValueError:
        said = {}
    said = said if isinstance(said, dict) else {}
    games = tuple(one for one in said.get("games") or () if isinstance(one, dict))
    problem = str(said.get("error") or "")[:200]
    return Answer(status, games, problem if status != 200 or not games else "")
