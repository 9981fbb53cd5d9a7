"""docker-compose.yml describes the whole service and starts with nothing left to chance."""

import os
import re
import shutil
import subprocess

import pytest
import yaml
from django.conf import settings

from tests.paths import ROOT
from upkeep.backup import postgres

NEEDED = {
    "SECRET_KEY": "x" * 50, "ALLOWED_HOSTS": "chess.example", "POSTGRES_PASSWORD": "letters",
    "REDIS_PASSWORD": "letters", "TAVLEYA_CERTIFICATES": "./certificates",
}  # fmt: skip


SMALL, SCALE = "docker-compose.yml", "docker-compose.scale.yml"
NEEDED_TOO = NEEDED | {"MEDIA_S3_BUCKET": "sheets"}


@pytest.fixture(scope="module")
def services():
    return services_in(SMALL)


def services_in(name):
    return yaml.safe_load((ROOT / name).read_text())["services"]


def compose_config(environment, name=SMALL):
    program = shutil.which("docker-compose")
    if program is None:
        pytest.skip("no docker-compose to validate the file with")
    return subprocess.run(
        [program, "-f", name, "config", "--quiet"],
        cwd=ROOT, env={"PATH": os.environ["PATH"], **environment}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize("file", [SMALL, SCALE])
def test_docker_compose_accepts_the_file(file):
    result = compose_config(NEEDED_TOO, file)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("file", "name"), [*((SMALL, name) for name in NEEDED), *((SCALE, name) for name in NEEDED_TOO)]
)
def test_docker_compose_refuses_to_start_without_a_secret(file, name):
    result = compose_config({other: value for other, value in NEEDED_TOO.items() if other != name}, file)
    assert result.returncode != 0
    assert name in result.stderr


def test_every_process_of_the_service_is_there_and_nothing_serves_before_the_database_is_migrated(services):
    assert set(services) == {"db", "redis", "migrate", "web", "live", "worker", "beat", "nginx"}
    commands = {name: services[name]["command"] for name in ("web", "live", "worker", "beat")}
    assert commands["web"][0] == "granian" and "--interface=wsgi" in commands["web"]
    assert commands["live"][0] == "uvicorn"
    assert commands["worker"][:4] == ["celery", "-A", "config", "worker"]
    assert commands["beat"][:4] == ["celery", "-A", "config", "beat"]
    for name in commands:
        assert services[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


@pytest.mark.parametrize("file", [SMALL, SCALE])
def test_the_programs_run_without_privileges(file):
    own = {name: service for name, service in services_in(file).items() if service.get("image") == "tavleya"}
    assert own.keys() >= {"migrate", "web", "live", "beat"}
    for service in own.values():
        assert (service["cap_drop"], service["read_only"]) == (["ALL"], True)
    for service in services_in(file).values():
        assert service["logging"]["options"] == {"max-size": "20m", "max-file": "5"}
        assert service["mem_limit"]
    assert re.search(r"^USER tavleya$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("file", [SMALL, SCALE])
def test_only_the_proxy_is_reachable_from_outside(file):
    assert [name for name, service in services_in(file).items() if "ports" in service] == ["nginx"]


def test_on_several_nodes_every_queue_has_a_worker_and_what_changes_tables_goes_past_the_pooler():
    services = services_in(SCALE)
    workers = {name.removeprefix("worker-"): spec["command"] for name, spec in services.items() if "worker" in name}
    assert workers.keys() == {queue.name for queue in settings.CELERY_TASK_QUEUES}
    assert all(command[command.index("-Q") + 1] == queue for queue, command in workers.items())
    for name in ("web", "live", "beat", "worker-now"):
        environment = services[name]["environment"]
        assert "@pgbouncer:6432/" in environment["DATABASE_URL"] and environment["DATABASE_POOL"] == "pgbouncer"
        assert environment["REDIS_URL"] != environment["BROKER_URL"]
    environment = services["migrate"]["environment"]
    assert "@db/" in environment["DATABASE_URL"] and environment["DATABASE_POOL"] == "own"


def test_both_files_start_what_they_share_in_the_same_way_and_it_is_healthy_only_while_ready(services):
    scale = services_in(SCALE)
    assert services["live"]["command"] == scale["live"]["command"]
    assert set(services["web"]["command"]) <= set(scale["web"]["command"])
    for name in ("web", "live"):
        assert services[name]["healthcheck"] == scale[name]["healthcheck"]
        assert "/readyz" in services[name]["healthcheck"]["test"][-1]


def documented_variables():
    page = (ROOT / "docs" / "running.md").read_text()
    table = page[page.index("## Variables") : page.index("## In production")]
    return {name for line in re.findall(r"(?m)^\| (`.*?) \|", table) for name in re.findall(r"`([A-Z_]+)`", line)}


@pytest.mark.parametrize("file", [SMALL, SCALE])
def test_every_variable_of_the_documentation_reaches_the_program(file):
    services = services_in(file)
    environment = set(services["web"]["environment"])
    image = set(re.findall(r"(TAVLEYA_\w+)=", (ROOT / "Dockerfile").read_text()))
    of_the_image = {"TAVLEYA_MODE", "TAVLEYA_STATIC_ROOT", "TAVLEYA_MEDIA_ROOT"}
    assert of_the_image <= image
    assert documented_variables() - environment - of_the_image == {"TAVLEYA_VAR"}  # of the demonstration
    for service in services.values():
        if service.get("image") == "tavleya":
            assert set(service["environment"]) == environment


@pytest.mark.parametrize(("file", "name"), [(SMALL, "redis"), (SCALE, "cache"), (SCALE, "broker")])
def test_redis_is_spoken_to_with_a_password_alone(file, name):
    redis = services_in(file)[name]
    assert "REDIS_PASSWORD" in redis["command"][redis["command"].index("--requirepass") + 1]
    environment = services_in(file)["web"]["environment"]
    assert all("REDIS_PASSWORD" in url for url in (environment["REDIS_URL"], environment["BROKER_URL"]) if url)
    assert "grep" in redis["healthcheck"]["test"][-1]


@pytest.mark.parametrize("named", ["live/chess.example", ""], ids=["as certbot lays them", "files themselves"])
def test_the_proxy_finds_its_certificates(services, tmp_path, named):
    mounted = tmp_path / "etc" / "nginx" / "mounted"
    (mounted / named).mkdir(parents=True)
    for name in ("fullchain", "privkey"):
        if named:
            (mounted / "archive" / "chess.example").mkdir(parents=True, exist_ok=True)
            (mounted / "archive" / "chess.example" / f"{name}1.pem").write_text(name)
            (mounted / named / f"{name}.pem").symlink_to(f"../../archive/chess.example/{name}1.pem")
        else:
            (mounted / f"{name}.pem").write_text(name)
    link, clean_up, nginx = services["nginx"]["command"][-1].split(" && ")
    assert clean_up == "rm -f /tmp/counted.sock"
    assert nginx.startswith("exec nginx")
    link = link.replace("${TAVLEYA_CERTIFICATE:-.}", named or ".").replace("/etc/", f"{tmp_path}/etc/")
    for _ in range(2):  # a container that is started again
        subprocess.run(["sh", "-c", link], check=True)
    conf = (ROOT / "deploy" / "nginx.conf").read_text()
    for path in re.findall(r"ssl_certificate(?:_key)? (\S+);", conf):
        assert (tmp_path / path.lstrip("/")).read_text() in ("fullchain", "privkey")


def test_live_streams_are_not_held_back_by_the_proxy():
    conf = (ROOT / "deploy" / "nginx.conf").read_text()
    streams = re.findall(r"location (?:/live|~ \"\^/api/v1/events/\S+/stream/\?\$\") \{(.*?)\}", conf, re.DOTALL)
    assert len(streams) == 2
    for stream in streams:
        assert "proxy_pass http://live;" in stream
        assert "proxy_buffering off;" in stream
        assert "limit_req" not in stream


def test_the_image_is_given_its_catalogues_while_its_files_can_still_be_written():
    steps = re.findall(r"(?m)^(RUN python -m config.catalogues|COPY \. .*|USER .*)$", (ROOT / "Dockerfile").read_text())
    assert [step.split()[0] for step in steps] == ["COPY", "RUN", "USER"]


def test_the_image_dumps_with_the_programs_of_the_server_it_is_run_with(services):
    server = re.search(r"postgres:(\d+)", services["db"]["image"])[1]
    dockerfile = (ROOT / "Dockerfile").read_text()
    images, programs = r"postgres:(\d+)-bookworm", r"/usr/lib/postgresql/(\d+)/bin"
    assert [set(re.findall(pattern, dockerfile)) for pattern in (images, programs)] == [{server}, {server}]
    assert "/opt/postgresql/bin" in postgres.PLACES


def test_the_image_holds_every_package_the_program_is_made_of():
    included = re.findall(r"(?m)^!(\S+)$", (ROOT / ".dockerignore").read_text())
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests", "benchmarks"}
    assert packages | {"manage.py", "requirements-extras.txt", "templates", "static", "locale"} <= set(included)
