"""Filling a screen of the hall, without a browser; with one: tests/browser/test_the_hall.py."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.paths import ROOT


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")
def test_rows_and_boards_are_as_large_as_the_screen_allows() -> None:
    run = subprocess.run(
        ["node", "--test", str(ROOT / "tests/js/screen-fit.test.mjs")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
