"""No address with a secret is logged: the masks of the logs and nginx's map know every route that has one."""

import re
from collections.abc import Iterator

import pytest
from django.urls.converters import UUIDConverter

from config.environment import SECRET_PATHS
from config.logs import without_secrets
from tests.paths import ROOT
from tests.setup.test_addresses import ALL
from tournaments.routes import SecretConverter

SECRET = "EunjIPlv6AOI23Fe"
#: Names of arguments with secrets in the routes of libraries.
NAMES = {"key", "secret", "token", "uidb36"}


def _secret_routes() -> Iterator[str]:
    """Yield every route with a secret in its path, as an address with `SECRET`."""
    for path, converters, _ in ALL:
        is_marked = any(isinstance(converter, SecretConverter) for converter in converters.values())
        named = {name for name, converter in converters.items() if not isinstance(converter, UUIDConverter)}
        named |= set(re.findall(r"\(\?P<(\w+)>", path))
        if is_marked or named & NAMES:  # a number of a job opens nothing to others
            address = re.sub(r"<secret:\w+>", SECRET, path)
            address = re.sub(r"\(\?P<uidb36>[^)]*\)-", f"{SECRET}-", address)
            address = re.sub(r"\(\?P<key>[^)]*\)", f"1:{SECRET}", address)
            yield "/" + re.sub(r"<\w+:\w+>", "1", address)


ROUTES = sorted(_secret_routes())


def _loggable() -> re.Pattern[str]:
    match = re.search(r"map \$uri \$loggable \{\n\s*~(\S+)\s+0;\n\s*default 1;\n\s*\}", _nginx())
    assert match is not None
    return re.compile(match[1])


def _nginx() -> str:
    return (ROOT / "deploy" / "nginx.conf").read_text()


@pytest.mark.parametrize("address", ROUTES)
def test_a_secret_in_an_address_is_masked_in_logs(address: str) -> None:
    texts = {"path": address, "event": f"Not Found: {address}", "page": f"https://chess.example{address}?a=1"}
    masked = without_secrets(None, "", dict(texts))
    assert not [text for text in masked.values() if SECRET in text]
    assert _loggable().search(address), "nginx does not log it"


@pytest.mark.parametrize("address", ["/", "/events/", "/events/cup/my/open/", "/account/login/", "/mystery/x/"])
def test_nginx_logs_other_addresses(address: str) -> None:
    assert not _loggable().search(address)


def test_nginx_has_the_same_list_of_paths() -> None:
    assert f"~^/({'|'.join(SECRET_PATHS)})/ " in _nginx()


def test_every_path_of_the_list_has_a_route() -> None:
    assert {path for path in SECRET_PATHS if any(route.startswith(f"/{path}/") for route in ROUTES)} == {*SECRET_PATHS}
    assert len(ROUTES) > 10
