"""A stand-in for lichess, made from the description of its broadcast API: it speaks HTTPS and reads PGN like lichess.

It keeps the games of each round by `GameId`, as lichess does: what a push leaves out stays.
"""

import io
import json
from dataclasses import dataclass, field
from typing import Any

import chess.pgn

from accounts.http_client import HttpClient
from tests.tournaments.receivers import Handler, Receiver, trusting

TOKEN = "lip_of_the_tests"


@dataclass
class Lichess:
    """`rounds`: the moves shown in each round, by `GameId`.  `full`: every request is answered with 429."""

    rounds: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    tags: dict[str, dict[str, str]] = field(default_factory=dict)
    pushes: list[tuple[str, str]] = field(default_factory=list)
    full: bool = False
    at_once: int = 0
    most_at_once: int = 0

    def answer(self, path: str, token: str, body: str) -> tuple[int, dict[str, Any]]:
        key = path.removeprefix("/api/broadcast/round/").removesuffix("/push")
        self.pushes.append((key, body))
        if self.full:
            return 429, {"error": "Too many requests. Try again later."}
        if token != f"Bearer {TOKEN}":
            return 401, {"error": "No such token"}
        if key not in self.rounds:
            return 404, {"error": "Not found"}
        return 200, {"games": [self._take(key, game) for game in _read(body)]}

    def _take(self, key: str, game: chess.pgn.Game) -> dict[str, Any]:
        tags = {name: value for name, value in game.headers.items() if value not in ("", "?")}
        if game.errors:
            return {"tags": tags, "error": str(game.errors[0])}
        moves = [move.uci() for move in game.mainline_moves()]
        self.rounds[key][tags["GameId"]] = moves
        self.tags[tags["GameId"]] = tags
        return {"tags": tags, "moves": len(moves)}


def _read(body: str) -> list[chess.pgn.Game]:
    file, games = io.StringIO(body), []
    while (game := chess.pgn.read_game(file)) is not None:
        games.append(game)
    return games


@dataclass(frozen=True)
class _Route(HttpClient):
    """Connects to a port of this machine for lichess.org, and to nothing else."""

    port: int = 0

    def address_of(self, url: str) -> tuple[str, int]:
        assert url.startswith("https://lichess.org/")
        return "127.0.0.1", self.port


class Server(Receiver):
    """The stand-in behind a port of this machine; `here` is the way to it."""

    def __init__(self, lichess: Lichess) -> None:
        self.lichess = lichess
        super().__init__(_Handler)
        self.here = _Route(tls=trusting, port=self.server_port)


class _Handler(Handler):
    server: Server

    def do_POST(self) -> None:
        lichess = self.server.lichess
        lichess.at_once += 1
        lichess.most_at_once = max(lichess.most_at_once, lichess.at_once)
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        assert self.headers["Content-Type"].startswith("text/plain")
        status, data = lichess.answer(self.path, self.headers["Authorization"], body)
        content = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
        lichess.at_once -= 1
