"""Output before the start of a server can be read while it runs, also through a pipe."""

import io
import sys

import pytest
import uvicorn

from portal.demo import serving


def test_output_is_flushed_before_the_server_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.BytesIO()
    arrived: list[bytes] = []
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(pipe))
    monkeypatch.setattr(uvicorn, "run", lambda *args, **options: arrived.append(pipe.getvalue()))
    sys.stdout.write("Sign in as olga")
    serving.serve("127.0.0.1", 8000)
    assert arrived == [b"Sign in as olga"]
