"""Studio for pictures and measurements outside the tests: a browser, and the gallery in its own database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.faces.gallery import Gallery


def set_up() -> None:
    """Set up Django with the settings of the tests, which start their servers."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    # Playwright keeps an event loop in this thread, in which Django would refuse to use the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    django.setup()


@contextmanager
def studio() -> Iterator[tuple[Browser, Gallery]]:
    """Yield a browser and the gallery, after `set_up`; drop the database afterwards."""
    from django.db import connection, connections
    from playwright.sync_api import sync_playwright

    from tests.conftest import CHROMIUM_FLAGS, find_chromium
    from tests.faces.gallery import Gallery

    connection.creation.create_test_db(verbosity=0)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_FLAGS)
            yield browser, Gallery()
            browser.close()
            # While Playwright's loop runs Django keeps another connection than before and after.
            connections.close_all()
    finally:
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)
