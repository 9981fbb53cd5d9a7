"""Writers, each until all is saved: moves at boards without other players, results, byes and files by forms."""

import json
import random
import re
import threading
import time
from collections import deque
from http.client import HTTPException
from typing import Any

from benchmarks.chaos.client import TOKEN, Answer, Client, Site, read
from benchmarks.chaos.hall import EVENT, IMPORTED, PLAYERS, RESULTS, ROUNDS
from benchmarks.chaos.ledger import Ledger
from deploy.cluster.processes import ROOT

FOLLOWED_SECONDS = 120.0  # an import, until it is over
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
        except BaseException as problem:  # noqa: BLE001 (raised by the campaign)
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
    def __init__(self, *args: Any, boards: list[dict[str, Any]], token: str) -> None:
        super().__init__(*args)
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
        common: dict[str, Any] = {"game": game, "after": seq, "move": move, "key": headers.get("Idempotency_Key")}
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


_SECTION = f"/desk/{EVENT}/{RESULTS}/"
_RESULTS = ("1-0", "0-1", "1/2-1/2")
_KINDS = ("half", "zero")
_BOUNDARY = "between-the-parts-of-the-form"
_PROGRESS = re.compile(r"(\d+) of (\d+) games are in")


class SignedIn(Writer):
    """A user with an account, who signs in before the first form and again if the session is unknown."""

    def __init__(self, *args: Any, user: str, password: str) -> None:
        super().__init__(*args)
        self._form, self.session = {"login": user, "password": password}, ""

    def sign_in(self) -> bool:
        """Return whether there is a session now."""
        while not self.session:
            answer = self.client.form("/login/", self._form)
            if match := re.search(r"sessionid=(\w+)", answer.headers.get("set-cookie", "")):
                self.session = match[1]
            elif not answer.is_outage and answer.status != 429:
                raise RuntimeError(f"the log-in was answered {answer.status}: {answer.text[:300]}")
            elif not self.wait():
                return False
        return True

    def to_log_in(self, answer: Answer) -> bool:
        """Return whether the session is unknown, so that a new one is needed."""
        if answer.status in (302, 303) and "/login/" in answer.headers.get("location", ""):
            self.session = ""
        return not self.session


class DeskWriter(SignedIn):
    """Enters results, and replaces existing ones."""

    def __init__(self, *args: Any, token: str, **account: str) -> None:
        super().__init__(*args, **account)
        self._token = {"Authorization": f"Bearer {token}"}
        self._stands: dict[int, tuple[str, int]] = {}

    def turn(self) -> bool:
        if not self.sign_in():
            return False
        board = self.draw.randint(1, PLAYERS // 2)
        before = self._board(board)
        if before is None:
            return True
        had, version = before
        if board in self._stands and self._stands[board] != before:
            self.ledger.write("odd", "result", board=board, text=f"{self._stands[board]} became {before}")
        wanted = self.draw.choice([result for result in _RESULTS if result != had])
        self._enter(board, had, version, wanted)
        return True

    def _enter(self, board: int, had: str, version: int, wanted: str) -> None:
        common = {"board": board, "result": wanted, "after": version}
        fields = {"result": wanted, "version": str(version)} | ({"replace": "1"} if had else {})
        denials: list[bool] = []
        while True:
            answer = self.client.form(f"{_SECTION}rounds/1/boards/{board}/result/", fields, self.session)
            if answer.status in (302, 303) and not self.to_log_in(answer):
                # A result sent twice is accepted twice and stored once; the board shows which.
                return self._settled("ack", board, wanted, common)
            if answer.is_outage:
                self.ledger.write("doubt", "result", **common, status=answer.status, denies=answer.denies)
                denials.append(answer.denies)
                current = self._board(board)
                if current is not None and current != (had, version):
                    return self._settled("found", board, wanted, common, denied=bool(denials) and all(denials))
            elif self.session and answer.status != 429:
                current = self._board(board)
                if current is not None and current[0] == wanted:
                    return self._settled("found", board, wanted, common, denied=bool(denials) and all(denials))
                if current is not None:
                    self.ledger.write("odd", "result", **common, status=answer.status, text=str(current))
                    return None
            if not self.wait() or not self.sign_in():
                return None

    def _settled(self, text: str, board: int, wanted: str, common: dict[str, Any], **more: Any) -> None:
        self.ledger.write(text, "result", **common, **more)
        current = self._board(board)
        if current is None:
            self._stands.pop(board, None)  # the next turn reads it
            return
        if current[0] != wanted:
            self.ledger.write("odd", "result", **common, text=f"acknowledged, and stands as {current}")
        self._stands[board] = current

    def _board(self, board: int) -> tuple[str, int] | None:
        """Return result and version of a board, or None if they cannot be read now."""
        path = f"/api/v1/events/{EVENT}/sections/{RESULTS}/rounds/1/pairings/{board}/"
        answer = self.client.ask("GET", path, **self._token)
        if answer.status != 200:
            return None
        row = answer.json()
        return str(row["result"]), int(row["version"])


class Players(Writer):
    """Players who request byes by their private links, and withdraw the requests."""

    def __init__(self, *args: Any, players: list[dict[str, Any]]) -> None:
        super().__init__(*args)
        self._players = players
        self._asked: dict[tuple[int, int], str] = {}

    def turn(self) -> bool:
        player = self.draw.choice(self._players)
        number = self.draw.randint(2, ROUNDS)
        place = (player["registration"], number)
        kind = "" if place in self._asked else self.draw.choice(_KINDS)
        common = {"registration": place[0], "round": number, "kind": kind}
        fields = {"do": "bye" if kind else "no-bye", "registration": str(place[0]), "round": str(number)}
        denials: list[bool] = []
        while True:
            answer = self.client.form(f"/my/{player['link']}/", fields | {"kind": kind})
            if answer.status in (302, 303):
                self.ledger.write("ack", "bye", **common)
                break
            if answer.is_outage:
                self.ledger.write("doubt", "bye", **common, status=answer.status, denies=answer.denies)
                denials.append(answer.denies)
            elif not kind and denials and answer.status in (404, 409):  # already withdrawn
                self.ledger.write("found", "bye", **common, denied=all(denials))
                break
            elif answer.status != 429:
                self.ledger.write("odd", "bye", **common, status=answer.status, text=answer.text[-1500:])
                return True
            if not self.wait():
                return False
        if kind:
            self._asked[place] = kind
        else:
            del self._asked[place]
        return not self.ends.wait(0.2)


class Importer(SignedIn):
    """Sends a file of games on request, and follows its progress."""

    def __init__(self, *args: Any, sections: list[str], **account: str) -> None:
        super().__init__(*args, **account)
        self._sections = deque(sections)
        self._file = (ROOT / "portal" / "demo_data" / IMPORTED).read_bytes()
        self.asked, self.half_way = threading.Event(), threading.Event()

    def turn(self) -> bool:
        if not self.asked.wait(0.2):
            return True
        self.asked.clear()
        if not self._sections:
            return False
        address = self._send(self._sections.popleft())
        if address:
            self._follow(address)
        return True

    def _send(self, section: str) -> str:
        """Return the page of the job, or an empty text on failure."""
        body = _multipart(IMPORTED, self._file)
        kind = f"multipart/form-data; boundary={_BOUNDARY}"
        while self.sign_in():
            answer = self.client.post(f"/desk/{EVENT}/{section}/file/", body, kind, self.session)
            if answer.status in (302, 303) and not self.to_log_in(answer):
                address = answer.headers["location"]
                self.ledger.write("ack", "import", section=section, job=address.rstrip("/").rpartition("/")[2])
                return address
            if answer.is_outage:
                self.ledger.write("doubt", "import", section=section, status=answer.status)
            elif self.session and answer.status != 429:
                self.ledger.write("odd", "import", section=section, status=answer.status, text=answer.text[-1500:])
                return ""
            if not self.wait():
                return ""
        return ""

    def _follow(self, address: str) -> None:
        """Poll until it is over, `FOLLOWED_SECONDS` at most; notify the thread that kills the worker half-way."""
        until = time.monotonic() + FOLLOWED_SECONDS
        while time.monotonic() < until and not self.ends.is_set() and not self.asked.is_set():
            page = self.client.ask("GET", f"{address}?part=1", Cookie=f"sessionid={self.session}; wrote=1")
            if "notice" in page.text and page.status == 200:
                break
            if match := _PROGRESS.search(page.text):
                done, of = int(match[1]), int(match[2])
                if not 0 <= done <= of:
                    self.ledger.write("odd", "import", job=address, text=f"{done} of {of}")
                if 0 < done < of:
                    self.half_way.set()
            self.ends.wait(0.1)
        self.half_way.clear()


def _multipart(name: str, content: bytes) -> bytes:
    parts = (
        f'Content-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{TOKEN}'.encode(),
        f'Content-Disposition: form-data; name="file"; filename="{name}"\r\n'.encode()
        + b"Content-Type: application/octet-stream\r\n\r\n"
        + content,
    )
    edge = f"--{_BOUNDARY}".encode()
    return b"".join(edge + b"\r\n" + part + b"\r\n" for part in parts) + edge + b"--\r\n"
