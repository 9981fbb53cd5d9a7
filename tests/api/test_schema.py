"""The OpenAPI document is valid, and what the server does is what it says."""

from __future__ import annotations

import json
import re

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from common.permissions import Action
from config.api.urls import urlpatterns
from config.wsgi import application
from tests.amounts import LONG, examples
from tests.world import NOW, World
from tournaments import services

pytestmark = pytest.mark.django_db


def test_the_document_names_every_address_and_code() -> None:
    document = Client().get("/api/v1/schema/?format=json").json()
    assert document["openapi"].startswith("3.1")
    paths = document["paths"]
    entries = paths["/api/v1/events/{slug}/games/{game_id}/entries/"]["post"]
    assert {"201", "401", "403", "404", "409", "422"} <= set(entries["responses"])
    assert any(parameter["name"] == "Idempotency-Key" for parameter in entries["parameters"])
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


#: One for each address of the API, so that a new one is asked too.
ROUTES = sorted(
    "/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
    for pattern in urlpatterns
    if pattern.name != "api-schema"  # the document itself
)


LINES = "application/x-ndjson"


def answer_of(operation: schemathesis.schemas.APIOperation) -> dict[str, dict[str, object]]:
    """The shapes of the answer 200 by its type, as documented."""
    content = operation.definition.raw["responses"].get("200", {}).get("content", {})
    return {form: one.get("schema", {}) for form, one in content.items()}


@schemathesis.deserializer(LINES)
def read_lines(context: schemathesis.DeserializationContext, response: schemathesis.Response) -> object:
    """The lines of a list are text in the document (each is a row: tests/api/test_tournaments.py); else one object."""
    listed = answer_of(context.operation).get(LINES, {}).get("type") == "string"
    return response.text if listed else json.loads(response.text)


@pytest.fixture
def real() -> dict[str, object]:
    """An event with things in it that exist, and the key of its organiser."""
    world = World()
    hook = services.add_webhook(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        url="https://example.org/hook",
        kinds=["round.published"],
    )
    _, secret = services.issue_token(
        actor=world.olga, now=NOW, event_id=world.event.pk, name="all", scopes=list(Action)
    )
    return {
        "slug": world.event.slug,
        "section": world.section.slug,
        "number": 1,
        "board": 1,
        "game_id": world.started().pk,
        "player_id": world.event.players.first().pk,
        "webhook_id": hook.pk,
        "secret": secret,
    }


@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("by", ["anonymous", "organiser"])
@pytest.mark.parametrize("route", ROUTES)
def test_whatever_is_sent_is_answered_as_documented(real: dict[str, object], route: str, by: str) -> None:
    key = {"Authorization": f"Bearer {real['secret']}"} if by == "organiser" else {}
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    mine = [found.ok() for found in schema.get_all_operations() if found.ok().path == route]
    assert mine
    for operation in mine:
        answered_as_documented(operation, real, key)


def answered_as_documented(
    operation: schemathesis.schemas.APIOperation, real: dict[str, object], key: dict[str, str]
) -> None:
    """`real`: an event and a game that exist, asked for in half of the examples; half ask for lines.

    What fits the shapes may still be refused, by a tag that is old or a rule of the game, as the document says.
    """

    @given(case=operation.as_strategy(), existing=st.booleans(), lines=st.booleans())
    @settings(
        max_examples=examples(24),
        deadline=None,
        database=None,
        derandomize=not LONG,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: schemathesis.Case, existing: bool, lines: bool) -> None:
        if existing:
            case.path_parameters.update({name: real[name] for name in case.path_parameters})
        accept = {"Accept": LINES} if lines and LINES in answer_of(operation) else {}
        if accept and case.query:
            case.query.pop("format", None)  # which would ask for the other form at the same time
        case.call_and_validate(headers={**key, **accept}, excluded_checks=[positive_data_acceptance])

    check()
