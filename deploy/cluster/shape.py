"""The whole cluster: its programs, their start order, and their configuration."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from deploy.cluster import programs
from deploy.cluster.processes import Program, Unavailable, alive, free_ports, unprivileged_account
from deploy.cluster.proxies import NCHAN, Nginx, PgBouncer, find
from deploy.cluster.stores import Postgres, Redis, find_postgres, find_redis, url_at

NODES = SCHEDULERS = 2
ENVIRONMENT = "environment.json"  # the environment of commands that change tables while the cluster runs
_POSTGRES = {
    "shared_buffers": "128MB",
    "max_connections": "100",
    # The replica is copied again at each start; until then it may miss this much.
    "wal_keep_size": "256MB",
    "max_wal_size": "1GB",
}
_CACHE = {"maxmemory": "256mb", "maxmemory-policy": "allkeys-lru"}
_BROKER = {"appendonly": "yes", "maxmemory-policy": "noeviction"}


def missing() -> list[str]:
    """Return the Debian packages to install first."""
    installed = {
        "nginx": find("nginx"),
        "libnginx-mod-nchan": NCHAN.exists(),
        "pgbouncer": find("pgbouncer"),
        "postgresql": (folder := find_postgres()) and (folder / "pg_basebackup").exists(),
        "redis-server": find_redis(),
    }
    return [package for package, program in installed.items() if not program]


class Cluster:
    """The production cluster.

    nginx with nchan and its relay, two nodes of `web`, `live`, a worker for each queue, two schedulers, PgBouncer,
    PostgreSQL with a replica, and two Redis. Folder `home` has its data, logs and `pids.json`. Ports are free ones from
    `port` upwards; 0: any. `settings`: changed variables of the service.
    """

    def __init__(
        self,
        home: Path,
        *,
        port: int = 0,
        host: str = "localhost",
        tls: bool = True,
        processes: int = 1,
        settings: Mapping[str, str] | None = None,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        if packages := missing():
            raise Unavailable(f"to be installed first: apt install {' '.join(packages)}")
        self.home, self._say, self._tls, self._processes = home, say, tls, processes
        home.mkdir(parents=True, exist_ok=True)
        if unprivileged_account():
            home.chmod(0o711)  # PostgreSQL and PgBouncer have separate folders in it
        _refuse_a_second(home / "pids.json")
        ports = free_ports(port)
        self.port, self.plain_port = next(ports), next(ports)
        self.host = host
        self.web_ports = [next(ports) for _ in range(NODES)]
        self._live_port = next(ports)
        self.primary = Postgres(home / "primary", next(ports), _POSTGRES, name="db")
        self.cache = Redis(home / "cache", next(ports), _CACHE, name="cache")
        self.broker = Redis(home / "broker", next(ports), _BROKER, name="broker")
        self.pgbouncer = PgBouncer(
            home / "pgbouncer", port=next(ports), database_port=self.reached_at("db", _port_of(self.primary))
        )
        self._replica_port = next(ports)
        replica = self.reached_at("replica", self._replica_port)
        self.environment = programs.environment(
            os.environ,
            home,
            secret=_secret(home / "secret-key"),
            hosts=host,
            database=self.pgbouncer.url,
            redis=url_at(self.reached_at("cache", self.cache.port)),
            BROKER_URL=url_at(self.reached_at("broker", self.broker.port)),
            DATABASE_POOL="pgbouncer",
            DATABASE_REPLICA_URL=f"postgresql://postgres@127.0.0.1:{replica}/postgres",
            **(settings or {}),
        )
        #: For commands that change tables: without PgBouncer and replica.
        self.direct = self.environment | {
            "DATABASE_URL": self.primary.url, "DATABASE_POOL": "own", "DATABASE_REPLICA_URL": ""
        }  # fmt: skip
        self.parts: dict[str, Program] = {}

    def start(self, fill: Callable[[Cluster], None] = lambda _: None) -> None:
        """Start all; return when pages are served. `fill` is called when the tables exist and nothing is served yet."""
        began = time.monotonic()
        try:
            # Only finite tasks run in threads: a child ends with the thread that started it.
            with ThreadPoolExecutor(2) as at_once:
                static = at_once.submit(programs.run, self.direct, "manage.py", "collectstatic", "--noinput", "-v0")
                for part in (self.primary, self.cache, self.broker):
                    self._start(part)
                programs.run(self.direct, "manage.py", "migrate", "--noinput", "-v0")
                fill(self)
                copied = at_once.submit(self._copy)
                self._start(self.pgbouncer)
                self.replica = copied.result()
                self._start(self.replica)
                static.result()  # the pages refer to its files
                self._start_programs()
            self._start_nginx()
        except BaseException:
            self.stop()
            raise
        self._note()
        self._say(f"all started after {time.monotonic() - began:.1f} s")

    def _copy(self) -> Postgres:
        return Postgres(self.home / "replica", self._replica_port, _POSTGRES, name="replica", of=self.primary)

    def _start_programs(self) -> None:
        serving = [self.web_node(f"web-{number}", port) for number, port in enumerate(self.web_ports, 1)]
        serving.append(programs.live(self.environment, self.home / "live.log", self._live_port))
        for program in serving:
            program.launch()
            self.parts[program.name] = program
        for program in serving:
            program.wait()
            self._say(program.name)

    def _start_nginx(self) -> None:
        self.nginx = Nginx(
            self.home / "nginx",
            port=self.port,
            plain_port=self.plain_port,
            web=self.web_ports,
            live=[self._live_port],
            static=self.home / "static",
            host=self.host,
            tls=self._tls,
            nchan=True,
        )
        self._start(self.nginx)
        relay = programs.relay(self.environment, self.home / "relay.log", self.nginx.publisher)
        self._launch(relay)
        # The start does not wait for these: they are needed when a task is due.
        for queue in programs.QUEUES:
            self._launch(programs.worker(self.environment, self.home / f"worker-{queue}.log", queue))
        for number in range(1, SCHEDULERS + 1):
            self._launch(programs.beat(self.environment, self.home, number))
        relay.wait()
        self._say(relay.name)

    def _start(self, part: Program) -> None:
        self._launch(part)
        part.wait()
        self._say(part.name)

    def _launch(self, part: Program) -> None:
        self.parts[part.name] = part
        part.launch()

    def _note(self) -> None:
        pids = {name: part.process.pid for name, part in self.parts.items() if part.process}
        (self.home / "pids.json").write_text(json.dumps(pids, indent=1) + "\n")
        path = self.home / ENVIRONMENT
        path.touch(mode=0o600)
        path.write_text(json.dumps(self.direct))

    def watch(self) -> Iterator[str]:
        """Restart ended programs, as a supervisor would, and yield a line for each. Never returns."""
        while True:
            time.sleep(1)
            for part in self.revive():
                yield f"{part.name} had ended and is started again; its log is {part.log}"

    def revive(self) -> list[Program]:
        """Restart ended programs without waiting for them; return them."""
        ended = [part for part in self.parts.values() if not part.runs]
        for part in ended:
            part.launch()
        if ended:
            self._note()
        return ended

    def reached_at(self, name: str, port: int) -> int:
        """Return the port by which other programs reach the server that listens at `port`."""
        return port

    def web_node(self, name: str, port: int) -> Program:
        """Return a node for the pages and the API."""
        log = self.home / f"{name}.log"
        return programs.web(self.environment, log, port, workers=self._processes, name=name)

    def stop(self) -> None:
        """Stop all programs, clients before their servers."""
        last = ("pgbouncer", "replica", "db", "cache", "broker")
        first = [part for name, part in self.parts.items() if name not in last]
        for part in first:
            part.ask_to_end()
        for part in (*first, *(self.parts[name] for name in last if name in self.parts)):
            part.stop()
        self.parts.clear()
        for name in ("pids.json", ENVIRONMENT):
            (self.home / name).unlink(missing_ok=True)

    @property
    def url(self) -> str:
        return f"{'https' if self._tls else 'http'}://{self.host}:{self.port}/"


def _secret(path: Path) -> str:
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(60))
    return path.read_text()


def _port_of(server: Postgres) -> int:
    assert server.port is not None
    return server.port


def _refuse_a_second(pids: Path) -> None:
    if pids.exists() and any(alive(pid) for pid in json.loads(pids.read_text()).values()):
        raise Unavailable(f"a cluster runs in {pids.parent} already; --dir names another folder")
