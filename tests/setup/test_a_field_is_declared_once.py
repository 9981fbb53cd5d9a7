"""A field of a player is a declaration and the headings of its column; everything else follows."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.setup.new_field.change import changed_copy, hand_written

WALK = f"""
import django, runpy
django.setup()
runpy.run_path({str(Path(__file__).parent / "new_field" / "walk.py")!r}, run_name="__main__")
"""


def run(copy: Path, *command: str) -> None:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("TAVLEYA_")},
        "DATABASE_URL": f"sqlite:///{copy / 'new.sqlite3'}",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(copy),
    }
    done = subprocess.run(
        [sys.executable, *command], cwd=copy, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_a_new_field_of_a_player_is_two_files_and_goes_everywhere(tmp_path: Path) -> None:
    copy = changed_copy(tmp_path)
    run(copy, "-c", WALK)
    migration = next((copy / "tournaments" / "migrations").glob("*_new_field.py")).read_text()
    assert "club_number" in migration
    run(copy, "manage.py", "write_client")
    assert "club_number" in (copy / "clients/python/tavleya_client/shapes.py").read_text()
    assert hand_written() == 2
