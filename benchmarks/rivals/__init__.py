"""Other libraries in separate environments, for those that cannot be imported beside ours."""

from __future__ import annotations

import json
import subprocess
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
_ENVIRONMENTS = _HERE.parents[1] / "var" / "benchmarks"


class NoRival(Exception):
    """The other library cannot be had here; the text says why."""


def ask(script: str, requirement: str, question: Mapping[str, Any], timeout: int = 600) -> dict[str, Any]:
    """The JSON answer of `script` in this folder, run with `requirement` installed.  Raises NoRival."""
    python = _python_with(requirement)
    # Isolated, so that neither this folder nor the checkout is on its path: names collide.
    done = subprocess.run(
        [python, "-I", _HERE / script],
        input=json.dumps(question),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    if done.returncode:
        raise NoRival(f"{requirement} failed: {done.stderr.strip().splitlines()[-1:]}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _python_with(requirement: str) -> Path:
    home = _ENVIRONMENTS / requirement.replace("==", "-")
    python, ready = home / "bin" / "python", home / "ready"
    if ready.exists():
        return python
    try:
        venv.create(home, clear=True, with_pip=True)
        subprocess.run(
            [
                python,
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--no-input",
                requirement,
            ],
            capture_output=True,
            text=True,
            timeout=600,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as problem:
        raise NoRival(f"{requirement} could not be installed ({type(problem).__name__})") from problem
    ready.touch()
    return python
