"""The OpenAPI document is valid, and the server behaves as documented."""

import json
import re
from functools import cache
from uuid import uuid4

import pytest
import schemathesis
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from api.urls import ACTS, ENDPOINTS, READING
from config.wsgi import application
from notifications.services.webhooks import add_webhook
from tavleya.permissions import Action
from tests.amounts import LONG, examples
from tests.world import NOW, World
from tournaments.services.tokens import issue_token

pytestmark = pytest.mark.django_db


def test_the_document_names_every_address_and_code_and_is_rendered_once(monkeypatch):
    document = Client().get("/api/v1/schema/?format=json").json()
    assert document["openapi"].startswith("3.1")
    entries = document["paths"]["/api/v1/events/{slug}/games/{game_id}/entries/"]["post"]
    assert {"201", "401", "403", "404", "409", "422"} <= set(entries["responses"])
    assert any(parameter["name"] == "Idempotency-Key" for parameter in entries["parameters"])
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    first = Client().get("/api/v1/schema/?format=json")
    monkeypatch.setattr(SchemaGenerator, "get_schema", None)
    assert Client().get("/api/v1/schema/?format=json").content == first.content


#: Every address of the API, so that new ones are tested too.
ROUTES = sorted(
    "/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", str(pattern.pattern))
    for pattern in ENDPOINTS
    if pattern.name != "api-schema"  # the document itself
)


LINES = "application/x-ndjson"


def answer_of(operation: schemathesis.schemas.APIOperation) -> dict[str, dict[str, object]]:
    """Return the documented schemas of the response 200 by media type."""
    content = operation.definition.raw["responses"].get("200", {}).get("content", {})
    return {form: value.get("schema", {}) for form, value in content.items()}


@schemathesis.deserializer(LINES)
def read_lines(context: schemathesis.DeserializationContext, response: schemathesis.Response) -> object:
    """The lines of a list are text in the document (each is a row: tests/api/test_tournaments.py); else one object."""
    listed = answer_of(context.operation).get(LINES, {}).get("type") == "string"
    return response.text if listed else json.loads(response.text)


@pytest.fixture
def real() -> dict[str, object]:
    """Path parameters that exist in one event, and the key of its organiser."""
    world = World()
    hook = add_webhook(
        actor=world.olga, now=NOW, event_id=world.event.pk, url="https://example.org/hook", kinds=["round.published"]
    )
    _, secret = issue_token(actor=world.olga, now=NOW, event_id=world.event.pk, name="all", scopes=list(Action))
    return {
        "slug": world.event.slug,
        "section": world.section.slug,
        "number": 1,
        "board": 1,
        "game_id": world.started().pk,
        "player_id": world.event.players.first().pk,
        "webhook_id": hook.pk,
        "secret": secret,
        "registration": 1,
        "round_number": 2,
        "team": 1,
        "match": 1,
        "category": "women",
        "code": "players",
        "key": uuid4(),
        "organisation": "our-club",
        "series": "our-series",
        **dict.fromkeys(
            (
                "entry_id", "request_id", "rule_id", "point_id", "invitation_id", "token_id", "ruling_id",
                "upload_id", "board_question_id", "fee", "receipt", "report_id", "person_id", "other_id",
            ),
            1,
        ),
    }  # fmt: skip


@cache
def operations() -> dict[str, list[schemathesis.schemas.APIOperation]]:
    """Return the operations by path; the document is created once."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    by_path: dict[str, list[schemathesis.schemas.APIOperation]] = {}
    for result in schema.get_all_operations():
        by_path.setdefault(result.ok().path, []).append(result.ok())
    return by_path


#: All acts share one implementation: a few examples of each, by a permitted user.
ACTS_ALONE = {"/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", act.path) for act in ACTS} - {
    "/api/v1/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path) for path in READING
}
TRIED = [(route, "organiser") for route in ROUTES]
TRIED += [(route, "anonymous") for route in ROUTES if LONG or route not in ACTS_ALONE]


@pytest.mark.long
@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize(("route", "by"), TRIED)
def test_whatever_is_sent_is_answered_as_documented(real: dict[str, object], route: str, by: str) -> None:
    key = {"Authorization": f"Bearer {real['secret']}"} if by == "organiser" else {}
    assert operations()[route]
    for operation in operations()[route]:
        answered_as_documented(operation, real, key, 3 if route in ACTS_ALONE else 12)


def answered_as_documented(
    operation: schemathesis.schemas.APIOperation, real: dict[str, object], key: dict[str, str], most: int
) -> None:
    """`real`: an event and a game that exist, asked for in half of the examples; half ask for lines.

    A valid request may still be refused, for an old tag or by a rule of the game, as the document says.
    """

    @given(case=operation.as_strategy(), existing=st.booleans(), lines=st.booleans())
    @settings(
        max_examples=examples(most), deadline=None, database=None, derandomize=not LONG,
        phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def check(case: schemathesis.Case, existing: bool, lines: bool) -> None:
        if existing:
            case.path_parameters.update({name: real[name] for name in case.path_parameters})
        accept = {"Accept": LINES} if lines and LINES in answer_of(operation) else {}
        if accept and case.query:
            case.query.pop("format", None)  # it would request the other form
        case.call_and_validate(headers={**key, **accept}, excluded_checks=[positive_data_acceptance])

    check()
