"""Where the tests find the checkout and their data."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "tests" / "data"
#: The packages of the product, by name; `tests` and `benchmarks` are not part of it.
PACKAGES = tuple(
    sorted(
        file.parent.name
        for file in ROOT.glob("*/__init__.py")
        if file.parent.name not in ("tests", "benchmarks")
    )
)
#: Those with tables.
APPS = tuple(name for name in PACKAGES if (ROOT / name / "migrations").exists())
