"""Middleware of every request: its id, the log line, the client's address, the headers of the answer."""

import json
import logging
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import brotli
import pytest
import structlog
from django.http import HttpResponse
from django.test import RequestFactory

from accounts.addresses import client_ip
from config.logs import RequestIdMiddleware
from tests.setup.project_files import python


@pytest.fixture
def respond():
    """Return a function for the response of an empty view behind the middleware, and for the request that it saw."""

    def ask(**headers):
        request = RequestFactory().get("/", headers=headers)
        return RequestIdMiddleware(lambda _: HttpResponse("ok"))(request), request

    return ask


def test_each_request_gets_a_new_id_or_keeps_that_of_the_proxy(respond):
    (first, request), (second, _) = respond(), respond()
    assert first["X-Request-ID"] == request.request_id != second["X-Request-ID"]
    response, _ = respond(**{"X-Request-ID": "0123456789abcdef"})
    assert response["X-Request-ID"] == "0123456789abcdef"


@pytest.mark.parametrize("forged", ["short", "a" * 65, "line\nbreak-and-more", "<script>alert</script>"])
def test_an_id_that_could_spoil_the_log_is_replaced(respond, forged):
    response, _ = respond(**{"X-Request-ID": forged})
    assert response["X-Request-ID"] != forged


def test_production_logs_one_json_object_a_line_with_the_request_id():
    program = (
        "import logging.config, structlog\n"
        "from config.logs import logging_config\n"
        "logging.config.dictConfig(logging_config(as_json=True))\n"
        "with structlog.contextvars.bound_contextvars(request_id='abc'):\n"
        "    logging.getLogger('django.request').warning('plain %s', 'сообщение')\n"
        "    structlog.get_logger('games').info('move played', ply=3)\n"
        "    try: 1 / 0\n"
        "    except ZeroDivisionError: logging.getLogger('x').exception('failed')\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    plain, own, failed = map(json.loads, result.stderr.splitlines())
    assert plain["event"] == "plain сообщение"
    assert plain["request_id"] == own["request_id"] == "abc"
    assert (own["event"], own["ply"], own["logger"]) == ("move played", 3, "games")
    assert failed["level"] == "error"
    assert failed["exception"][0]["exc_type"] == "ZeroDivisionError"


def test_no_line_holds_a_local_variable_or_a_secret():
    program = (
        "import logging.config, structlog, sys\n"
        "from config.logs import logging_config\n"
        "logging.config.dictConfig(logging_config(as_json=AS_JSON))\n"
        "def log_in(password):\n"
        "    raise ValueError(message)\n"
        "log = structlog.get_logger('x')\n"
        "password, message, cookie, private_path, *paths = sys.argv[1:]\n"
        "for path in paths:\n"
        "    log.info('asked', path=path)\n"
        "try: log_in(password)\n"
        "except ValueError: log.exception('failed', path=private_path, cookie=cookie)\n"
    )
    # As arguments: Python 3.13 prints the source of a program given by -c in tracebacks.
    values = (
        "MyRealSecret77",
        "no /my/EunjIPlv6AOI23Fe/ for tvl_D9uK7aW and postgresql://me:word@db/x\nDETAIL:  row (the sealed move)",
        "sessionid=abc77",
        "/my/EunjIPlv6AOI23Fe/",
        "/invitations/Invite77/",
        "/entry/Entry77/",
        "/notifications/Stop77/stop/",
        "/account/password/reset/1-key77/",
        "/account/email/confirm/M:key77/",
    )
    for as_json in ("True", "False"):
        command = [sys.executable, "-c", program.replace("AS_JSON", as_json), *values]
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        assert "ValueError" in result.stderr  # the stack is kept
        assert "log_in" in result.stderr
        assert result.stderr.count("…") >= len(values) - 1  # each value was logged, and masked
        for secret in (
            "MyRealSecret77", "EunjIPlv", "D9uK7aW", "me:word", "sealed move", "abc77", "vite77", "Entry77",
            "Stop77", "key77",
        ):  # fmt: skip
            assert secret not in result.stderr


def test_the_line_about_a_failed_request_carries_its_id_and_nothing_after_it_does(client):
    bound = []

    class Note(logging.Handler):
        def emit(self, record):
            bound.append(structlog.contextvars.get_contextvars())

    note, logger = Note(), logging.getLogger("django.request")
    logger.addHandler(note)
    try:
        response = client.get("/no-such-page/")
    finally:
        logger.removeHandler(note)
    assert bound == [{"request_id": response["X-Request-ID"]}]
    assert structlog.contextvars.get_contextvars() == {}


@pytest.mark.parametrize(
    ("proxies", "forwarded", "believed"),
    [
        (0, "6.6.6.6", "127.0.0.1"),
        (1, "", "127.0.0.1"),
        (1, "6.6.6.6, 10.0.0.7", "10.0.0.7"),
        (2, "6.6.6.6, 10.0.0.7, 172.16.0.1", "10.0.0.7"),
        (2, "10.0.0.7", "10.0.0.7"),
    ],
)
def test_only_our_own_proxies_are_believed_about_the_clients_address(settings, proxies, forwarded, believed):
    settings.TRUSTED_PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert client_ip(RequestFactory().get("/", headers=headers)) == believed


@pytest.mark.parametrize(
    ("port", "host", "location"),
    [
        (443, "localhost", "https://localhost/login/?next=/desk/"),
        (443, "localhost:8080", "https://localhost/login/?next=/desk/"),
        (8443, "localhost", "https://localhost:8443/login/?next=/desk/"),
        (8443, "localhost:8080", "https://localhost:8443/login/?next=/desk/"),
    ],
)
def test_http_requests_are_redirected_to_the_https_port(client, settings, port, host, location):
    settings.SECURE_SSL_REDIRECT, settings.HTTPS_PORT = True, port
    response = client.get("/login/?next=/desk/", headers={"Host": host})
    assert (response.status_code, response["Location"]) == (301, location)
    assert client.get("/login/", headers={"Host": "evil.example"}).status_code == 400


def test_every_answer_carries_the_content_policy_and_its_id(client):
    response = client.get("/no-such-page/")
    assert response.status_code == 404
    assert "script-src 'self'" in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Request-ID"]


# Reports to Sentry say what failed and hold no secret and no data of a person.


FAILING = """
import json, logging, os, sys, types
import django
django.setup()
import sentry_sdk
from django.conf import settings
from django.test import Client
from django.urls import path

link, token, code, password, name, sealed = json.loads(os.environ["SECRETS"])

def broken(request, key):
    move = sealed
    raise LookupError(f"no row at /my/{key}/ with password={request.POST['password']}")

urls = types.ModuleType("urls")
urls.urlpatterns = [path("my/<str:key>/", broken)]
sys.modules["urls"] = urls
settings.ROOT_URLCONF = "urls"
settings.ALLOWED_HOSTS = ["testserver"]
client = Client(raise_request_exception=False, headers={"authorization": f"Bearer {token}"})
client.post(f"/my/{link}/?code={code}", {"password": password, "name": name})
logging.getLogger("tavleya").error("stopped at %s", f"https://chess.example/my/{link}/")
sentry_sdk.flush()
"""
#: A link, a token, a word of the query, a password, a name, a local variable.
SECRETS = ("EunjIPlv6AOI23Fe", "tvl_of-a-program", "in-the-query", "hunter2", "Keres, Paul", "a sealed move")


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.headers["Content-Encoding"] == "br"
        self.server.reports.append(brotli.decompress(body).decode())
        self.send_response(200)
        self.end_headers()

    def log_message(self, *arguments: object) -> None:
        """Write nothing."""


@pytest.mark.long
def test_a_report_names_the_error_and_holds_no_secret(tmp_path) -> None:
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    server.reports = []
    Thread(target=server.serve_forever, daemon=True).start()
    environment = {
        "SECRETS": json.dumps(SECRETS),
        "TAVLEYA_VAR": str(tmp_path),
        "SENTRY_DSN": f"http://key@127.0.0.1:{server.server_port}/1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = python("-c", FAILING, **environment)
    server.shutdown()
    assert done.returncode == 0, done.stderr
    reports = "\n".join(server.reports)
    assert "LookupError" in reports
    assert "stopped at" in reports
    assert not [secret for secret in SECRETS if secret in reports]
