"""A started board, and the text of a page."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse

from tests.databases import remembered
from tests.pages.live.table import Table, text_of
from tests.world import World


@pytest.fixture
def read() -> Callable[[HttpResponse], str]:
    return text_of


@pytest.fixture
def table_of(db: None, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Table]:
    """Return a factory of boards: `table_of(game="chess", regime="fide-2023")`, or `started=False` before its start."""

    def make(*, started: bool = True, **options: object) -> Table:
        world = started_world(**options) if started else World(**options)
        return Table(world, monkeypatch)

    return make


@remembered
def started_world(**options: object) -> World:
    """Build a world whose board 1 is started."""
    world = World(**options)
    world.started()
    return world


@pytest.fixture
def table(table_of: Callable[..., Table]) -> Table:
    return table_of()
