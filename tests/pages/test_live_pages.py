"""The scripts of pages that move by themselves, without a browser; with one: tests/browser."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.paths import ROOT


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")
def test_a_page_listens_rests_and_asks_when_it_should() -> None:
    run = subprocess.run(
        ["node", "--test", str(ROOT / "tests/js/live-page.test.mjs")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
