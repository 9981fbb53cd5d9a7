"""A process that starts leaves the libraries of single pages and tasks alone until one of them is used."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.setup.project_files import ROOT

HEAVY = {
    "babel", "http_ece", "icalendar", "markdown_it", "networkx", "PIL", "reportlab", "segno", "xlsxwriter",
}  # fmt: skip
START = """
import django, json, sys
django.setup()
from django.urls import get_resolver
assert len(get_resolver().url_patterns) > 10
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


@pytest.mark.long
def test_a_start_imports_no_heavy_library() -> None:
    assert all(find_spec(name) for name in HEAVY), "a misspelt name is imported by no process"
    done = subprocess.run(
        [sys.executable, "-c", START], cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    imported = set(json.loads(done.stdout))
    assert "tournaments" in imported
    assert not HEAVY & imported
