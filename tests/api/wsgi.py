"""A client of the project as a server runs it: it calls the WSGI application without Django's test client."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.test import RequestFactory

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


@dataclass
class Response:
    status_code: int
    headers: dict[str, str]
    content: bytes

    def json(self) -> Any:
        return json.loads(self.content)


class WsgiClient:
    def __init__(self, application: Application) -> None:
        self.application = application

    def post(
        self,
        path: str,
        body: object,
        content_type: str = "application/json",
        headers: Mapping[str, str] | None = None,
        **environ: Any,
    ) -> Response:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = RequestFactory(headers=headers).generic("POST", path, data, content_type, **environ)
        return self.ask(request.environ)

    def ask(self, environ: dict[str, Any]) -> Response:
        started: list[tuple[str, list[tuple[str, str]]]] = []
        application = self.application(environ, lambda status, headers, *_: started.append((status, headers)))
        content = b"".join(application)
        if hasattr(application, "close"):
            application.close()
        [(status, headers)] = started
        return Response(int(status.split()[0]), dict(headers), content)
