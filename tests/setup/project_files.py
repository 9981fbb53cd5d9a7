"""The files of the project: what git tracks, or, in a copy without git, all files that are not generated."""

import os
import subprocess
import sys
from pathlib import Path

from tests.paths import ROOT

NOT_OURS = {"var", "staticfiles", "htmlcov", "__pycache__"}


def project_files() -> list[Path]:
    """Paths relative to the project's folder."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.split("\0")
        paths = [Path(name) for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file()]
        paths = [
            path
            for path in paths
            if not NOT_OURS & set(path.parts)
            and (not path.parts[0].startswith(".") or path.parts[0] in (".ci", ".gitignore", ".dockerignore"))
        ]
    return sorted(path for path in paths if (ROOT / path).is_file())


def text_of(path: Path) -> str:
    """Return the text of a file; empty for pictures, fonts and other binary files."""
    data = (ROOT / path).read_bytes()
    return "" if b"\0" in data else data.decode(errors="replace")


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the project with this environment and no other."""
    inherited = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT, env={**inherited, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
