"""The examples of tavleya/README.md run unchanged, print the output shown, and need no Django."""

import os
import re
import subprocess
import sys

import pytest

from tests.paths import ROOT

README = (ROOT / "tavleya" / "README.md").read_text("utf-8")
#: The heading of an engine, its Python, and what that prints.
EXAMPLES = [
    (part.split(":")[0].split("\n")[0], code, shown)
    for part in README.split("\n## ")[1:]
    for code, shown in re.findall(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```$)?", part, re.MULTILINE | re.DOTALL)
]
ENGINES = (
    "rules", "record", "law", "pairing", "tiebreaks", "ratings", "prizes", "fees", "series", "norms",
    "formats", "documents", "boards", "clocks",
)  # fmt: skip
AFTER = "\nimport sys\nassert 'django' not in sys.modules, 'Django was imported'\n"


def test_every_engine_has_an_example_and_no_block_is_left_out() -> None:
    assert [heading for heading, _, _ in EXAMPLES] == list(ENGINES)
    assert README.count("```python") == len(EXAMPLES)
    assert all(visible for _, _, visible in EXAMPLES)


@pytest.mark.long
@pytest.mark.parametrize(("heading", "code", "text"), EXAMPLES, ids=[one[0] for one in EXAMPLES])
def test_an_example_prints_what_the_page_shows(heading: str, code: str, text: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code + AFTER], cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == text


def test_an_example_that_imports_django_fails() -> None:
    ran = subprocess.run([sys.executable, "-c", "import django" + AFTER], cwd=ROOT, capture_output=True, check=False)
    assert ran.returncode != 0
