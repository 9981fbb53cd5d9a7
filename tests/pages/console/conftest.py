"""The started board of the live pages with the address of its card, and a board with a ruling to appeal."""

import pytest

from tests.pages.console.appealing import Court
from tests.pages.live.conftest import read, table, table_of

__all__ = ["court", "read", "table", "table_of"]


@pytest.fixture
def court(db: None, monkeypatch: pytest.MonkeyPatch) -> Court:
    return Court(monkeypatch)
