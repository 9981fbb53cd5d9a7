"""Writers that use forms: results at the desk, byes by private links, files of games."""

import re
import threading
import time
from collections import deque
from typing import Any

from benchmarks.chaos.client import TOKEN, Answer
from benchmarks.chaos.hall import EVENT, IMPORTED, PLAYERS, RESULTS, ROUNDS
from benchmarks.chaos.movers import Writer
from deploy.cluster.processes import ROOT

_SECTION = f"/desk/{EVENT}/{RESULTS}/"
_RESULTS = ("1-0", "0-1", "1/2-1/2")
_KINDS = ("half", "zero")
_BOUNDARY = "between-the-parts-of-the-form"
_PROGRESS = re.compile(r"(\d+) of (\d+) games are in")


class SignedIn(Writer):
    """A user with an account, who signs in before the first form and again if the session is unknown."""

    def __init__(self, *value: Any, user: str, password: str) -> None:
        super().__init__(*value)
        self._known, self.session = {"login": user, "password": password}, ""

    def sign_in(self) -> bool:
        """Whether there is a session now."""
        while not self.session:
            answer = self.client.form("/login/", self._known)
            if match := re.search(r"sessionid=(\w+)", answer.headers.get("set-cookie", "")):
                self.session = match[1]
            elif not answer.is_outage and answer.status != 429:
                raise RuntimeError(f"the log-in was answered {answer.status}: {answer.text[:300]}")
            elif not self.wait():
                return False
        return True

    def to_log_in(self, answer: Answer) -> bool:
        """Whether the session was not known; then another is made."""
        if answer.status in (302, 303) and "/login/" in answer.headers.get("location", ""):
            self.session = ""
        return not self.session


class DeskWriter(SignedIn):
    """Enters results, and replaces existing ones."""

    def __init__(self, *value: Any, token: str, **account: str) -> None:
        super().__init__(*value, **account)
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
                # Typed twice it is accepted twice, and written once: what stands says how.
                return self._settled("ack", board, wanted, common)
            if answer.is_outage:
                self.ledger.write("doubt", "result", **common, status=answer.status, denies=answer.denies)
                denials.append(answer.denies)
                now = self._board(board)
                if now is not None and now != (had, version):
                    return self._settled("found", board, wanted, common, denied=bool(denials) and all(denials))
            elif self.session and answer.status != 429:
                now = self._board(board)
                if now is not None and now[0] == wanted:
                    return self._settled("found", board, wanted, common, denied=bool(denials) and all(denials))
                if now is not None:
                    self.ledger.write("odd", "result", **common, status=answer.status, text=str(now))
                    return None
            if not self.wait() or not self.sign_in():
                return None

    def _settled(self, text: str, board: int, wanted: str, common: dict[str, Any], **more: Any) -> None:
        self.ledger.write(text, "result", **common, **more)
        now = self._board(board)
        if now is None:
            self._stands.pop(board, None)  # as what it stands now is seen the next time
            return
        if now[0] != wanted:
            self.ledger.write("odd", "result", **common, text=f"acknowledged, and stands as {now}")
        self._stands[board] = now

    def _board(self, board: int) -> tuple[str, int] | None:
        """Return result and version of a board, or None if they cannot be read now."""
        path = f"/api/v1/events/{EVENT}/sections/{RESULTS}/rounds/1/pairings/{board}/"
        answer = self.client.ask("GET", path, **self._token)
        if answer.status != 200:
            return None
        row = answer.json()
        return str(row["result"]), int(row["version"])


class Players(Writer):
    """Players who ask by their private links for byes, and take it back."""

    def __init__(self, *value: Any, players: list[dict[str, Any]]) -> None:
        super().__init__(*value)
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
    """Sends a file of games whenever that is asked for, and looks how far it is."""

    def __init__(self, *value: Any, sections: list[str], **account: str) -> None:
        super().__init__(*value, **account)
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
        """Poll until it is over, a minute at most; notify the thread that kills the worker half-way."""
        until = time.monotonic() + 60
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
