"""A browser's streams of events, as the tests of the whole service open them."""

import json
from http.client import HTTPSConnection
from typing import Any

from tests.production import HOST, trusting


class EventStream:
    """A browser's stream of events, over TLS as it opens one."""

    def __init__(self, port: int, path: str, **headers: str) -> None:
        connection = HTTPSConnection("127.0.0.1", port, timeout=15, context=trusting())
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", path, headers={"Host": HOST, **fields})
        self._socket = connection.sock
        self._response = connection.getresponse()
        self.status = self._response.status
        self.headers = {name.lower(): value for name, value in self._response.getheaders()}

    def event(self) -> dict[str, str]:
        """Return the next event.  Raises: EOFError at the end of the stream; TimeoutError after 15 quiet seconds."""
        fields: dict[str, str] = {}
        while True:
            line = self._response.readline()
            if not line:
                raise EOFError
            name, separator, value = line.decode().rstrip("\n").partition(": ")
            if separator:
                fields[name] = value
            elif "data" in fields:
                return fields

    def next(self) -> tuple[int, dict[str, Any]]:
        """Return the id (0 if the event is not of entries) and the data of the next event."""
        event = self.event()
        number = int(event["id"]) if event.get("event") == "entries" else 0
        return number, json.loads(event["data"])

    def until(self, number: int) -> dict[str, Any]:
        """Return the data of the next event with this id or a later one."""
        while True:
            event_id, data = self.next()
            if event_id >= number:
                return data

    def is_quiet(self, seconds: float) -> bool:
        """Return whether no event comes within these seconds, or the stream has ended."""
        self._socket.settimeout(seconds)
        try:
            self.next()
        except (TimeoutError, EOFError):
            return True
        return False

    def close(self) -> None:
        self._response.close()
        self._socket.close()
