"""Every operation of the API that writes, by every role and by keys of every width."""

from __future__ import annotations

import pytest
from django.urls import reverse
from rest_framework.views import APIView

from tests.security.access import OPERATIONS, PLAYERS, STANDINGS, TOKENS, Who, may
from tests.security.site import Site

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("site"), pytest.mark.timeout(900)]


def due(site: Site, name: str, method: str) -> Who:
    """Of the players the one at the board; a private link is no key for programs."""
    _, action = OPERATIONS[name, method]
    seated = frozenset({"player"}) if action == "play" else frozenset()
    people = may(action) - PLAYERS | seated
    return people | {token for token, scopes in TOKENS.items() if action in scopes}


def test_every_operation_that_writes_is_tried_here() -> None:
    from config.api.urls import urlpatterns

    found = set()
    for pattern in urlpatterns:
        view = getattr(pattern.callback, "cls", APIView)
        methods = {name for name in ("post", "put", "patch", "delete") if hasattr(view, name)}
        found |= {(pattern.name, method) for method in methods}
    assert found == set(OPERATIONS)


@pytest.mark.parametrize(("name", "method"), OPERATIONS)
def test_a_program_does_what_its_key_is_for_and_nothing_else(site: Site, name: str, method: str) -> None:
    body, _ = OPERATIONS[name, method]
    address = site.pages[name].address
    tag = site.ask("organiser", "get", address).tag or '"0"'
    wrote = set()
    for role in (*STANDINGS, *TOKENS):
        answer = site.ask(role, method, address, body, {"if-match": tag})
        assert answer.status < 500
        wrote |= {role} if answer.wrote else set()
        assert answer.status in (
            (401, 403, 404) if role not in due(site, name, method) else (200, 201, 204)
        ), (
            role,
            answer.body,
        )
    assert wrote == due(site, name, method)


@pytest.mark.parametrize(("name", "method"), OPERATIONS)
def test_a_key_opens_nothing_of_another_event(site: Site, name: str, method: str) -> None:
    from tests.security.addresses import candidates

    theirs = candidates(site.theirs)
    values = {
        part: theirs[part][0] if part in theirs else value for part, value in site.pages[name].values.items()
    }
    address = reverse(name, kwargs=values)
    for token in TOKENS:
        answer = site.ask(token, method, address, OPERATIONS[name, method][0], {"if-match": '"0"'})
        assert answer.status in (401, 403, 404, 412)
        assert answer.wrote == ()
