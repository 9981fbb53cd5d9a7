"""The gallery is built once for all tests of this folder, in a transaction that is rolled back after them."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import connections
from playwright.sync_api import Browser, Page
from pytest_django.plugin import DjangoDbBlocker

from tests.faces.gallery import NOW, Gallery
from tests.faces.scenes import Scene
from tests.faces.stage import Stage, standing_still
from tests.tournaments.conftest import made_once


@pytest.fixture(scope="package")
def gallery(django_db_setup: None, django_db_blocker: DjangoDbBlocker, browser: Browser) -> Iterator[Gallery]:
    """Runs after the browser starts: the connection of Playwright's loop must be the connection of the transaction."""
    with django_db_blocker.unblock():
        with made_once(Gallery) as created:
            yield created
        connections.close_all()


@pytest.fixture
def show_scene(gallery: Gallery, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Return `show(scene, **options)`, which opens its page in a window of these options at the time of the gallery."""
    stages: list[Stage] = []

    def show(scene: Scene, now: datetime = NOW, **options: Any) -> Page:
        stages.append(Stage(browser, gallery.client(scene.who), now=now, **options))
        return stages[-1].open(scene.at(gallery))

    with standing_still(NOW):
        yield show
    for stage in stages:
        stage.close()
    assert not [problem for stage in stages for problem in stage.problems]
