"""docker-compose.yml describes the whole service and starts with nothing left to chance."""

import os
import re
import shutil
import subprocess

import pytest
import yaml

from tests.paths import ROOT

NEEDED = {
    "SECRET_KEY": "x" * 50,
    "ALLOWED_HOSTS": "chess.example",
    "POSTGRES_PASSWORD": "letters",
    "TAVLEYA_CERTIFICATES": "./certificates",
}


@pytest.fixture(scope="module")
def services():
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]


def compose_config(environment):
    program = shutil.which("docker-compose")
    if program is None:
        pytest.skip("no docker-compose to validate the file with")
    return subprocess.run(
        [program, "config", "--quiet"],
        cwd=ROOT, env={"PATH": os.environ["PATH"], **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_docker_compose_accepts_the_file():
    result = compose_config(NEEDED)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("name", NEEDED)
def test_docker_compose_refuses_to_start_without_a_secret(name):
    result = compose_config({other: value for other, value in NEEDED.items() if other != name})
    assert result.returncode != 0
    assert name in result.stderr


def test_every_process_of_the_service_is_there(services):
    assert set(services) == {"db", "redis", "migrate", "web", "live", "worker", "beat", "nginx"}
    assert services["web"]["command"][0] == "granian"
    assert "--interface=wsgi" in services["web"]["command"]
    assert services["live"]["command"][0] == "uvicorn"
    assert services["worker"]["command"][:4] == ["celery", "-A", "config", "worker"]
    assert services["beat"]["command"][:4] == ["celery", "-A", "config", "beat"]


def test_nothing_serves_before_the_database_is_migrated(services):
    for name in ("web", "live", "worker", "beat"):
        assert services[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_the_programs_run_without_privileges(services):
    for name in ("migrate", "web", "live", "worker", "beat"):
        assert services[name]["cap_drop"] == ["ALL"]
        assert services[name]["read_only"] is True
    assert re.search(r"^USER tavleya$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


def test_what_serves_is_healthy_only_while_it_is_ready(services):
    for name in ("web", "live"):
        assert "/readyz" in services[name]["healthcheck"]["test"][-1]


def test_only_the_proxy_is_reachable_from_outside(services):
    assert [name for name, service in services.items() if "ports" in service] == ["nginx"]


def test_live_streams_are_not_held_back_by_the_proxy():
    live = re.search(r"location /live \{(.*?)\}", (ROOT / "deploy" / "nginx.conf").read_text(), re.DOTALL)
    assert live
    assert "proxy_buffering off;" in live.group(1)
    assert "limit_req" not in live.group(1)


def test_the_image_is_given_its_catalogues_while_its_files_can_still_be_written():
    steps = re.findall(
        r"(?m)^(RUN python -m config.catalogues|COPY \. .*|USER .*)$", (ROOT / "Dockerfile").read_text()
    )
    assert [step.split()[0] for step in steps] == ["COPY", "RUN", "USER"]


def test_the_image_holds_every_package_the_program_is_made_of():
    kept = re.findall(r"(?m)^!(\S+)$", (ROOT / ".dockerignore").read_text())
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert packages | {"manage.py", "requirements.txt", "templates", "static", "locale"} <= set(kept)
