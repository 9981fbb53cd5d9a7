"""An installation that leaves out an optional app has neither its pages nor its code, and works without them."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config import environment
from tests.paths import ROOT
from tests.setup.test_addresses import own_addresses

WALK = "import django, runpy; django.setup(); runpy.run_module('tests.setup.walk_left_out', run_name='__main__')"
DATABASE = "left-out.sqlite3"
#: Pages that every installation has.
ALWAYS = {
    *("api-event", "api-stream", "boards", "desk_event", "desk_log", "entry", "event", "home", "manual_pdf", "my"),
    *("privacy", "round", "worker"),
}


def run(app: str, folder: Path, *command: str) -> str:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("TAVLEYA_")},
        "DATABASE_URL": f"sqlite:///{folder / DATABASE}",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PYTHONPATH": str(ROOT),
        "REDIS_URL": "",
        "TAVLEYA_MODE": "test",
        "TAVLEYA_LOG_LEVEL": "ERROR",
        "TAVLEYA_VAR": str(folder),
        "TAVLEYA_WITHOUT": app,
    }
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def without_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database without any optional app; each walk migrates those that it has."""
    folder = tmp_path_factory.mktemp("without-all")
    run(",".join(settings.OPTIONAL_APPS), folder, "manage.py", "migrate", "-v0")
    return folder / DATABASE


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("app", settings.OPTIONAL_APPS)
def test_an_app_can_be_left_out(app: str, without_all: Path, tmp_path: Path) -> None:
    shutil.copyfile(without_all, tmp_path / DATABASE)
    opened = set(json.loads(run(app, tmp_path, "-c", WALK, app)))
    own = {address.pattern.name for address in own_addresses(apps.get_app_config(app))}
    assert opened >= ALWAYS
    assert len(opened) > 150
    assert not opened & own


def test_only_an_optional_app_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLEYA_WITHOUT", "venue, tournaments")
    with pytest.raises(ImproperlyConfigured, match="can name fairplay"):
        environment.some_of("TAVLEYA_WITHOUT", settings.OPTIONAL_APPS)
