"""A stand-in for lichess, made from the description of its broadcast API: it speaks HTTP and reads PGN as it would.

It keeps the games of each round by `GameId`, as lichess does: what a push leaves out stays.
"""

from __future__ import annotations

import http.client
import io
import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import chess.pgn

from venue.services.lichess_transport import Internet

TOKEN = "lip_of_the_tests"


@dataclass
class Lichess:
    """`rounds`: what each round shows, moves by the key of the game.  `full`: every request is answered with 429."""

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
    file, found = io.StringIO(body), []
    while (game := chess.pgn.read_game(file)) is not None:
        found.append(game)
    return found


class Server:
    """The stand-in behind a port of this machine; `here` is the way to it."""

    def __init__(self, lichess: Lichess) -> None:
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                lichess.at_once += 1
                lichess.most_at_once = max(lichess.most_at_once, lichess.at_once)
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                assert self.headers["Content-Type"].startswith("text/plain")
                status, said = lichess.answer(self.path, self.headers["Authorization"], body)
                answer = json.dumps(said).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)
                lichess.at_once -= 1

            def log_message(self, *args: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        port = self._server.server_port

        class Here(Internet):
            def _connection(self) -> http.client.HTTPConnection:
                return http.client.HTTPConnection("127.0.0.1", port, timeout=5)

        self.here = Here()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
