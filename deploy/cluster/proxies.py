"""The proxies as shipped: nginx in front of the service, PgBouncer in front of the database."""

import os
import shutil
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from deploy.cluster.processes import (
    ROOT,
    Program,
    Unavailable,
    answers_at,
    children_of,
    command_of,
    run_as_of,
    unprivileged_account,
)


def rendered(name: str, replacements: Iterable[tuple[str, str]]) -> str:
    """Return a file of `deploy/` with these replacements of texts. Raises: ValueError for a missing text."""
    text = (ROOT / "deploy" / name).read_text()
    for old, new in replacements:
        if old not in text:
            raise ValueError(f"deploy/{name} does not say {old!r}")
        text = text.replace(old, new)
    return text


def make_certificate(folder: Path, host: str) -> None:
    """Create a self-signed certificate for `host`, with the file names of deploy/nginx.conf."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    (folder / "fullchain.pem").write_bytes(certificate.public_bytes(pem))
    unencrypted = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    private = folder / "privkey.pem"
    private.touch(mode=0o600)
    private.write_bytes(key.private_bytes(pem, *unencrypted))


def find(program: str) -> str | None:
    """Return the path of a system program, on PATH or in root's folders."""
    return shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/sbin")


NCHAN = Path("/usr/lib/nginx/modules/ngx_nchan_module.so")  # Debian's path


class Nginx(Program):
    """nginx with deploy/nginx.conf in front of the ports of `web` and `live`: TLS at `port`, and `plain_port` without.

    `tls=False` serves the TLS site in clear, for a browser on this machine. `nchan`: also with deploy/nginx-live, whose
    relay gives it frames at the socket `publisher`.
    """

    def __init__(
        self,
        home: Path,
        *,
        port: int,
        plain_port: int,
        web: Sequence[int],
        live: Sequence[int],
        static: Path,
        host: str,
        tls: bool = True,
        nchan: bool = False,
    ) -> None:
        program = find("nginx")
        if program is None:
            raise Unavailable("no nginx: install the nginx package")
        if nchan and not NCHAN.exists():
            raise Unavailable("no nchan: install the libnginx-mod-nchan package")
        home.mkdir(parents=True, exist_ok=True)
        make_certificate(home, host)
        self.publisher = home / "publisher.sock"
        (home / "live").mkdir(exist_ok=True)
        if nchan:
            inner = ("127.0.0.1:8164", f"unix:{self.publisher}")
            (home / "live" / "http.conf").write_text(rendered("nginx-live/http.conf", [inner]))
            (home / "live" / "server.conf").write_text(rendered("nginx-live/server.conf", []))
        self.home, self.port, self.plain_port = home, port, plain_port
        conf = rendered(
            "nginx.conf",
            [
                ("/tmp/", f"{home}/"),  # noqa: S108 (a text of the file)
                ("include /etc/nginx/modules-enabled/*.conf;", f"load_module {NCHAN};" if nchan else ""),
                ("/etc/nginx/live/", f"{home}/live/"),
                ("server web:8000;", _servers(web)),
                ("server live:8000;", _servers(live)),
                ("listen 80 default_server;", f"listen 127.0.0.1:{plain_port};"),
                ("listen 443 ssl http2 default_server", f"listen 127.0.0.1:{port} ssl http2"),
                ("/etc/nginx/certificates/", f"{home}/"),
                ("/srv/static/", f"{static}/"),
                ("/dev/stdout", f"{home}/access.log"),
                ("/dev/stderr", f"{home}/error.log"),
            ],
        )
        if not tls:
            conf = conf.replace(" ssl http2 ", " ").replace("X-Forwarded-Proto $scheme", "X-Forwarded-Proto https")
        if os.geteuid() == 0:
            conf = "user root;\n" + conf
        (home / "nginx.conf").write_text(conf)
        super().__init__(
            "nginx",
            [program, "-p", home, "-c", home / "nginx.conf", "-g", "daemon off;"],
            home / "start.log",
            ready=answers_at(port),
        )

    def launch(self) -> None:
        for path in self.home.glob("*.sock"):
            path.unlink()  # left by a killed nginx
        super().launch()

    def workers(self) -> list[int]:
        """Return the process ids of workers that accept connections; other children are ending, or manage the cache."""
        assert self.process is not None
        commands = {pid: command_of(pid) for pid in children_of(self.process.pid)}
        return [pid for pid, title in commands.items() if "worker process" in title and "shutting" not in title]


def _servers(ports: Sequence[int]) -> str:
    return " ".join(f"server 127.0.0.1:{port};" for port in ports)


class PgBouncer(Program):
    """PgBouncer with deploy/pgbouncer.ini before the server at `database_port`."""

    def __init__(self, home: Path, *, port: int, database_port: int) -> None:
        program = find("pgbouncer")
        if program is None:
            raise Unavailable("no PgBouncer: install the pgbouncer package")
        home.mkdir(parents=True, exist_ok=True)
        self.port, self.url = port, f"postgresql://postgres@127.0.0.1:{port}/postgres"
        (home / "users.txt").write_text('"postgres" ""\n')
        conf = rendered(
            "pgbouncer.ini",
            [
                ("\ntavleya = ", "\npostgres = "),
                ("\ntavleya_web = ", "\npostgres_web = "),
                (
                    "host=db port=5432 dbname=tavleya user=tavleya",
                    f"host=127.0.0.1 port={database_port} dbname=postgres user=postgres",
                ),
                ("listen_addr = 0.0.0.0", "listen_addr = 127.0.0.1"),
                ("listen_port = 6432", f"listen_port = {port}"),
                ("auth_type = scram-sha-256", "auth_type = trust"),
                ("/tmp/", f"{home}/"),  # noqa: S108 (a text of the file)
            ],
        )
        (home / "pgbouncer.ini").write_text(conf)
        account = unprivileged_account()
        if account:
            home.chmod(0o711)
        super().__init__(
            "pgbouncer",
            [program, home / "pgbouncer.ini"],
            home / "log",
            ready=answers_at(port),
            run_as=run_as_of(account),
            folder=Path("/"),
        )
