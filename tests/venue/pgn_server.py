"""A program at the venue that publishes PGN: files by their paths, with tags, behind TLS on this machine."""

import hashlib
from http.server import BaseHTTPRequestHandler

from tests.tournaments.receivers import HERE, Receiver

NAME = "receiver.test"


class PgnServer(Receiver):
    """`status`: that of the responses, with 200 also the file; `wait`: the seconds of Retry-After."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.requests: list[tuple[str, int]] = []
        self.wait = 0
        super().__init__(_Handler)
        self.status = 200
        self.here = HERE

    @property
    def port(self) -> int:
        return self.server_port


class _Handler(BaseHTTPRequestHandler):
    server: PgnServer

    def do_GET(self) -> None:
        text = self.server.files.get(self.path)
        body = (text or "").encode()
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        status = self.server.status
        if status == 200 and text is None:
            status = 404
        if status == 200 and self.headers.get("If-None-Match") == tag:
            status, body = 304, b""
        self.server.requests.append((self.path, status))
        self.send_response(status)
        self.send_header("ETag", tag)
        if self.server.wait:
            self.send_header("Retry-After", str(self.server.wait))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass
