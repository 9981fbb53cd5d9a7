"""The same started board as for the live pages, and the way to its card."""

from tests.pages.live.conftest import read, table, table_of

__all__ = ["read", "table", "table_of"]
