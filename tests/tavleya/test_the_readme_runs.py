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
    (part.split(":")[0].split("\n")[0], code, output)
    for part in README.split("\n## ")[1:]
    for code, output in re.findall(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```$)?", part, re.MULTILINE | re.DOTALL)
]
ENGINES = (
    "rules", "record", "law", "pairing", "tiebreaks", "ratings", "prizes", "fees", "series", "norms",
    "formats", "documents", "boards", "clocks",
)  # fmt: skip
AFTER = "\nimport sys\nassert 'django' not in sys.modules, 'Django was imported'\n"


def test_every_engine_has_an_example_and_no_block_is_left_out() -> None:
    assert [heading for heading, _, _ in EXAMPLES] == list(ENGINES)
    assert README.count("```python") == len(EXAMPLES)
    assert all(output for _, _, output in EXAMPLES)


@pytest.mark.long
@pytest.mark.parametrize(("heading", "code", "output"), EXAMPLES, ids=[heading for heading, _, _ in EXAMPLES])
def test_an_example_prints_what_the_page_shows(heading: str, code: str, output: str) -> None:
    process = subprocess.run(
        [sys.executable, "-W", "error", "-c", code + AFTER], cwd=ROOT, env={**os.environ, "PYTHONUTF8": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr
    assert process.stdout == output


def test_an_example_that_imports_django_fails() -> None:
    done = subprocess.run([sys.executable, "-c", "import django" + AFTER], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode != 0
