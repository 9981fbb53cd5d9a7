"""A server that has started leaves what it imported out of every collection of cycles."""

import subprocess
import sys

import pytest

from tests.setup.project_files import ROOT

ASKED = """
import gc, sys
plain = gc.get_threshold()
import config.{server}
assert "config.urls" in sys.modules
assert gc.get_freeze_count() > 100_000 > 10 * len(gc.get_objects()), (gc.get_freeze_count(), len(gc.get_objects()))
assert gc.isenabled() and gc.get_threshold()[0] > plain[0]
"""


@pytest.mark.long
@pytest.mark.parametrize("server", ["wsgi", "asgi"])
def test_only_what_is_made_later_is_looked_at(server: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ASKED.format(server=server)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
