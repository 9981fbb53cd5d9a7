"""Reports to Sentry say what failed and hold no secret and no data of a person."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import brotli
import pytest

from tests.setup.project_files import python

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
