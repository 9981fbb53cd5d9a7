"""Writers of moves, with a key or without: at boards without other players, each until the move is saved."""

import json
import random
import threading
import time
from collections import deque
from http.client import HTTPException
from typing import Any

from benchmarks.chaos.client import Answer, Client, Site, read
from benchmarks.chaos.hall import EVENT
from benchmarks.chaos.ledger import Ledger

_PAUSE_SECONDS = 0.05
_BETWEEN_TRIES_SECONDS = 0.25
_WITH_A_KEY, _TWICE = 0.5, 0.1  # shares: of the moves, and of those with a key


class Writer(threading.Thread):
    """A thread that takes turns until it is told to stop."""

    def __init__(self, site: Site, number: int, seed: int, ledger: Ledger) -> None:
        super().__init__(name=f"writer-{number}", daemon=True)
        self.answered: list[Any] = []
        self.client, self.other = Client(site, number, self.answered), Client(site, number, self.answered)
        self.ledger, self.draw = ledger, random.Random(f"{seed} {number}")
        self.ends = threading.Event()
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.ends.is_set() and self.turn():
                self.ends.wait(_PAUSE_SECONDS)
        except BaseException as problem:  # noqa: BLE001 (told by who waits for it)
            self.failed = problem
        finally:
            self.client.close()
            self.other.close()

    def turn(self) -> bool:
        """Do one thing with retries; return False if there is nothing left to do."""
        raise NotImplementedError

    def wait(self) -> bool:
        """Wait before the next try; return False if the run has ended."""
        return not self.ends.wait(_BETWEEN_TRIES_SECONDS)


class Mover(Writer):
    def __init__(self, *value: Any, boards: list[dict[str, Any]], token: str) -> None:
        super().__init__(*value)
        self.boards = deque({**board, "moves": deque(board["moves"])} for board in boards)
        self.headers = {"Authorization": f"Bearer {token}"}

    def turn(self) -> bool:
        while self.boards and not self.boards[0]["moves"]:
            self.boards.popleft()
        if not self.boards:
            return False
        board = self.boards[0]
        self.boards.rotate(-1)
        move, seq = board["moves"].popleft(), board["seq"]
        headers = {}
        if self.draw.random() < _WITH_A_KEY:
            headers["Idempotency_Key"] = f"{board['id']}-{seq}"
        twice = bool(headers) and self.draw.random() < _TWICE
        entries = self._play(board["id"], seq, move, headers, twice=twice)
        if entries:
            board["seq"] = entries[-1]["seq"]
        elif board in self.boards:
            self.boards.remove(board)  # it stopped in doubt, or was refused
        return True

    def _play(self, game: int, seq: int, move: str, headers: dict[str, str], *, twice: bool) -> list[dict[str, Any]]:
        """Return the entries of the move once it is known to be saved; empty if that is unknown."""
        common: dict[str, Any] = {
            "game": game,
            "after": seq,
            "move": move,
            "key": headers.get("Idempotency_Key"),
        }
        body = json.dumps({"kind": "move", "move": move, "seq": seq}).encode()
        denials: list[bool] = []
        while True:
            denied = bool(denials) and all(denials)
            answer = self._post_twice(game, body, headers, common) if twice else self._post(game, body, headers)
            twice = False
            if answer.status == 201:
                replayed = "idempotency-replayed" in answer.headers
                return self._saved("ack", answer.json()["entries"], common, replayed=replayed, denied=denied)
            if answer.is_outage:
                self.ledger.write("doubt", "move", **common, status=answer.status, denies=answer.denies)
                denials.append(answer.denies)
            elif answer.status == 409 and b'"stale"' in answer.body:
                entries = self._entries(game, seq)
                if entries is not None:
                    return self._recognised(entries, common, denied=denied)
            elif answer.status != 429:
                self.ledger.write("odd", "move", **common, status=answer.status, text=answer.text[:400])
                return []
            if not self.wait():
                return []

    def _post(self, game: int, body: bytes, headers: dict[str, str]) -> Answer:
        kind = {"Content_Type": "application/json"}
        return self.client.ask("POST", _address(game), body, **self.headers, **headers, **kind)

    def _post_twice(self, game: int, body: bytes, headers: dict[str, str], common: dict[str, Any]) -> Answer:
        """Send two copies under one key at once; both must get the same response."""
        began, answers = time.monotonic(), []
        arguments = {**self.headers, **headers, "Content_Type": "application/json"}
        pair = (self.client, self.other)
        sent = []
        for client in pair:
            try:
                sent.append((client, client.send("POST", _address(game), body, **arguments)))
            except (OSError, HTTPException):
                client.close()
        for client, connection in sent:
            try:
                answers.append(read(connection))
            except (OSError, HTTPException):
                client.close()
                answers.append(Answer(0, {}, b""))
            client.note(began, "POST", answers[-1])
        good = [answer for answer in answers if answer.status == 201]
        if len({json.dumps(answer.json()["entries"], sort_keys=True) for answer in good}) > 1:
            self.ledger.write("odd", "move", **common, status=201, text="one key was answered in two ways")
        # If no response is good, prefer one that leaves it open.
        return good[0] if good else min(answers, key=lambda item: item.denies, default=Answer(0, {}, b""))

    def _entries(self, game: int, seq: int) -> list[dict[str, Any]] | None:
        """Return the entries after `seq`, or None if they cannot be read now."""
        answer = self.client.ask("GET", f"{_address(game)}?after={seq}", **self.headers)
        return answer.json()["results"] if answer.status == 200 else None

    def _recognised(
        self, entries: list[dict[str, Any]], common: dict[str, Any], *, denied: bool
    ) -> list[dict[str, Any]]:
        moves = [entry for entry in entries if entry["kind"] == "move"]
        if len(moves) == 1 and moves[0]["move"] == common["move"]:
            return self._saved("found", entries, common, denied=denied)
        self.ledger.write("odd", "move", **common, status=409, text=f"not its own: {entries}")
        return []

    def _saved(
        self, text: str, entries: list[dict[str, Any]], common: dict[str, Any], **more: Any
    ) -> list[dict[str, Any]]:
        short = [[entry["seq"], entry["kind"], entry["digest"], entry["move"]] for entry in entries]
        self.ledger.write(text, "move", **common, entries=short, **more)
        return entries


def _address(game: int) -> str:
    return f"/api/v1/events/{EVENT}/games/{game}/entries/"
