"""Requests to the WSGI application itself."""

from collections.abc import Iterator

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from tests.world import World


@pytest.fixture
def one_connection() -> Iterator[None]:
    """The requests run inside the test's own transaction, so they must not close its connection after each."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture
def world(db: None) -> World:
    """A world whose board 1 is being played; modules with another world have their own fixture."""
    world = World()
    world.started()
    return world
