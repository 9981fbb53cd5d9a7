"""The visitors of all addresses, and the effect of each request on the database."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test import Client

from tests.security.access import OURS, TOKENS
from tests.security.hall import Hall

_WRITES = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|MERGE INTO)\s+"?(\w+)', re.IGNORECASE)
#: Tables that a read may write: that a key or a link was used, and the session with one-time messages.
NOTED = frozenset({"django_session", "tournaments_playerlink", "tournaments_apitoken"})


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    location: str
    content_type: str
    body: bytes
    wrote: tuple[str, ...]
    tag: str = ""

    @property
    def opened(self) -> bool:
        """Whether the request succeeded or was redirected, but not to the login."""
        return self.status < 400 and not self.location.startswith("/login/")


@dataclass
class Visitor:
    """One role: a browser with its cookies, or a program with its key."""

    client: Client
    headers: Mapping[str, str] = field(default_factory=dict)
    _cookies: SimpleCookie | None = None

    def ask(self, method: str, address: str, body: Any = None, headers: Mapping[str, str] | None = None) -> Answer:
        """Send one request, and roll back its changes to rows and cookies."""
        if self._cookies is None:
            self._cookies = self.client.cookies
        self.client.cookies = SimpleCookie({name: morsel.value for name, morsel in self._cookies.items()})
        common: dict[str, Any] = {"headers": {**self.headers, **(headers or {})}}
        if body is not None:
            common["data"] = body
            if address.startswith("/api/"):
                common["content_type"] = "application/json"
        with transaction.atomic(), recorded() as wrote:
            response = getattr(self.client, method)(address, **common)
            content = b"".join(response) if response.streaming else response.content
            transaction.set_rollback(True)
        return Answer(
            response.status_code, response.get("Location", ""), response.get("Content-Type", ""), content,
            tuple(wrote), response.get("ETag", ""),
        )  # fmt: skip


@contextmanager
def recorded() -> Iterator[list[str]]:
    """Yield the tables that statements write to, in order, without those that a read may write to."""
    wrote: list[str] = []

    def note(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        match = _WRITES.match(sql)
        if match and match[1] not in NOTED:
            wrote.append(match[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield wrote


def signed_in(name: str) -> Client:
    client = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    client.force_login(get_user_model().objects.get(username=name))
    return client


def visitors(hall: Hall) -> dict[str, Visitor]:
    """Return a visitor for each of `access.STANDINGS`, and of `access.TOKENS` for the API."""
    users = get_user_model().objects
    users.create_user("stranger")
    users.create_superuser("administrator")
    link = Client(headers={"accept-language": "en"}, raise_request_exception=False)
    link.get(f"/my/{hall.secrets['link']}/")
    appellant = users.get(pk=hall.seat(2, "black").user_id)
    result = {name: Visitor(signed_in(person)) for name, person in OURS.items()}
    result |= {
        "anonymous": Visitor(Client(headers={"accept-language": "en"}, raise_request_exception=False)),
        "stranger": Visitor(signed_in("stranger")),
        "administrator": Visitor(signed_in("administrator")),
        "other organiser": Visitor(signed_in("their-olga")),
        "link": Visitor(link),
        "appellant": Visitor(signed_in(appellant.username)),
    }
    for name in TOKENS:
        headers = {"authorization": f"Bearer {hall.secrets[name]}"}
        result[name] = Visitor(Client(raise_request_exception=False), headers)
    return result


def everything_kept() -> dict[str, list[tuple[object, ...]]]:
    """Return the rows of all tables but those that a read may write to."""
    return {
        model._meta.db_table: sorted(model._default_manager.values_list(), key=repr)
        for model in apps.get_models()
        if model._meta.db_table not in NOTED and not model._meta.proxy
    }
