"""Docs that are made from the code say what the code says."""

from __future__ import annotations

from pathlib import Path

from games.management.commands.write_permissions import table

ROOT = Path(__file__).parents[2]


def test_the_page_of_permissions_is_up_to_date() -> None:
    assert (ROOT / "docs" / "permissions.md").read_text() == table()
