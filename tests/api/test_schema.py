"""The OpenAPI document is valid, and what the server does is what it says."""

from __future__ import annotations

import pytest
import schemathesis
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from config.wsgi import application
from tests.amounts import examples
from tests.world import World

pytestmark = pytest.mark.django_db


def test_the_document_names_every_address_and_code() -> None:
    document = Client().get("/api/v1/schema/?format=json").json()
    assert document["openapi"].startswith("3.1")
    paths = document["paths"]
    entries = paths["/api/v1/events/{slug}/games/{game_id}/entries/"]["post"]
    assert {"201", "401", "403", "404", "409", "422"} <= set(entries["responses"])
    assert any(parameter["name"] == "Idempotency-Key" for parameter in entries["parameters"])
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


OPERATIONS = [
    "/events/", "/events/{slug}/", "/games/", "/games/{game_id}/", "/entries/", "/players/", "/players/{player_id}/",
    "/rulings/", "/sections/", "/rounds/", "/pairings/", "/pairings/{board}/", "/standings/", "/webhooks/",
    "/webhooks/{webhook_id}/", "/deliveries/",
]  # fmt: skip


@pytest.mark.usefixtures("one_connection")
@pytest.mark.parametrize("ending", OPERATIONS)
def test_whatever_is_sent_is_answered_as_documented(ending: str) -> None:
    world = World()
    real = {
        "slug": world.event.slug,
        "section": world.section.slug,
        "number": 1,
        "board": 1,
        "game_id": world.started().pk,
        "player_id": world.event.players.first().pk,
        "webhook_id": 1,
    }
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", application)
    operations = [found.ok() for found in schema.get_all_operations()]
    mine = [operation for operation in operations if operation.path.endswith(ending)]
    assert mine
    for operation in mine:
        answered_as_documented(operation, real)


def answered_as_documented(operation: schemathesis.schemas.APIOperation, real: dict[str, object]) -> None:
    """`real`: an event and a game that exist, asked for in half of the examples."""

    @given(case=operation.as_strategy(), existing=st.booleans())
    @settings(
        max_examples=examples(24),
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def check(case: schemathesis.Case, existing: bool) -> None:
        if existing:
            case.path_parameters.update({name: real[name] for name in case.path_parameters})
        case.call_and_validate()

    check()
