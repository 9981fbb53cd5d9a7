"""A browser's streams of events, as the tests of the whole service open them."""

import json
from http.client import HTTPSConnection
from typing import Any

from tests.production import HOST, trusting


class EventStream:
    """A browser's stream of events, over TLS as it opens one."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        connection = HTTPSConnection("127.0.0.1", port, timeout=15, context=trusting())
        common = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers={"Host": HOST, **common})
        self._line = connection.sock
        self._answer = connection.getresponse()
        self.status = self._answer.status
        self.headers = {name.lower(): value for name, value in self._answer.getheaders()}

    def event(self) -> dict[str, str]:
        """The next event; EOFError at the end of the stream, TimeoutError after 15 quiet seconds."""
        fields: dict[str, str] = {}
        while True:
            line = self._answer.readline()
            if not line:
                raise EOFError
            name, separator, value = line.decode().rstrip("\n").partition(": ")
            if separator:
                fields[name] = value
            elif "data" in fields:
                return fields

    def next(self) -> tuple[int, dict[str, Any]]:
        """Id (0 for one of news) and data of the next event."""
        event = self.event()
        number = int(event["id"]) if event.get("event") == "entries" else 0
        return number, json.loads(event["data"])

    def until(self, number: int) -> dict[str, Any]:
        """The data of the next event of that id or a later one."""
        while True:
            value, data = self.next()
            if value >= number:
                return data

    def is_quiet(self, seconds: float) -> bool:
        """Whether nothing comes for so long, or nothing at all any more."""
        self._line.settimeout(seconds)
        try:
            self.next()
        except (TimeoutError, EOFError):
            return True
        return False

    def close(self) -> None:
        self._answer.close()
        self._line.close()
