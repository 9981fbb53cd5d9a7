"""Connections to servers of others are opened by one module, which checks address, certificate, time and size."""

import ast
import re
from pathlib import Path

from tests.paths import PACKAGES, ROOT

CLIENT = Path("accounts/http_client.py")
#: Redis and nginx of the installation itself are reached by the libraries of their protocols.
INSIDE = {Path("games/live/relay.py")}
MODULES = {
    "aiohttp", "ftplib", "http.client", "httpx2", "requests", "socket", "ssl", "telnetlib", "urllib.request", "urllib3",
}  # fmt: skip
FUNCTIONS = {"open_connection"}
_PACKAGES = "|".join(sorted({name.partition(".")[0] for name in MODULES}))
#: Sources without these words are not parsed.
MENTIONS = re.compile(rf"^\s*(?:import|from) (?:{_PACKAGES})\b|{'|'.join(FUNCTIONS)}", re.MULTILINE)


def opens_connections(source: str) -> bool:
    """Whether a source text imports or calls what can open connections."""
    if not MENTIONS.search(source):
        return False
    modules: set[str] = set()
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.name for alias in node.names}
            modules |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Attribute):
            names.add(node.attr)
    imports = any(f"{module}.".startswith(f"{name}.") for module in modules for name in MODULES)
    return imports or bool(names & FUNCTIONS)


def test_one_module_opens_connections_to_servers_of_others():
    users = {
        path.relative_to(ROOT)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if opens_connections(path.read_text())
    }
    assert users == {CLIENT, *INSIDE}


def test_every_way_of_opening_a_connection_is_noticed():
    for source in (
        "import http.client", "from http.client import HTTPSConnection", "from http import client",
        "from urllib import request", "import requests.sessions",
        "import asyncio\nasyncio.open_connection('a', 1)",
    ):  # fmt: skip
        assert opens_connections(source), source
    assert not opens_connections("from http import HTTPStatus\nfrom urllib.parse import urlsplit\nrequest.status")
