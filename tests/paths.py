"""Paths of the checkout and of the test data."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "tests" / "data"
#: The packages of the product, by name; `tests` and `benchmarks` are not part of it.
PACKAGES = tuple(
    sorted(file.parent.name for file in ROOT.glob("*/__init__.py") if file.parent.name not in ("tests", "benchmarks"))
)
#: The packages with tables.
APPS = tuple(name for name in PACKAGES if (ROOT / name / "migrations").exists())
