"""`./run cluster`: the production shape on this machine, until Ctrl-C.

`./run cluster COMMAND …`: a command of manage.py on the database of one that runs, as `createsuperuser`.
"""

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

from deploy.cluster import programs
from deploy.cluster.processes import ROOT, Failed, Unavailable
from deploy.cluster.shape import ENVIRONMENT, Cluster, missing


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("./run cluster", description=__doc__)
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command of manage.py and its arguments")
    parser.add_argument("--check", action="store_true", help="say what is to be installed first, and end")
    parser.add_argument("--port", type=int, default=8443, help="the first of its ports, and that of the pages")
    parser.add_argument("--dir", type=Path, default=ROOT / "var" / "cluster", help="where it keeps everything")
    parser.add_argument("--host", default="localhost", help="the name that it answers to")
    parser.add_argument("--plain", action="store_true", help="without TLS, for a browser on this machine")
    parser.add_argument("--demo", action="store_true", help="load the demonstration events")
    parser.add_argument("--processes", type=int, default=1, help="processes of each of the two web nodes")
    options = parser.parse_args(arguments)
    if packages := missing():
        print(f"To be installed first: apt install {' '.join(packages)}")
        return 1
    if options.check:
        print("Everything is here.")
        return 0
    home = options.dir.resolve()
    if options.command:
        return _manage(home, options.command)
    try:
        cluster = Cluster(
            home,
            port=options.port,
            host=options.host,
            tls=not options.plain,
            processes=options.processes,
            say=lambda line: print(f"  {line}", flush=True),
        )
        cluster.start(_load_demonstration if options.demo else lambda _: None)
    except (Unavailable, Failed) as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{cluster.url}   (data, logs and pids.json in {cluster.home}; Ctrl-C stops all)", flush=True)
    try:
        for line in cluster.watch():
            print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)
    except KeyboardInterrupt:
        print("Stopping.", flush=True)
    finally:
        cluster.stop()
    return 0


def _load_demonstration(cluster: Cluster) -> None:
    """Load the demonstration in demo mode, because production mode refuses it."""
    environment = {**cluster.direct, "TAVLEYA_MODE": "demo"}
    print(programs.run(environment, "manage.py", "demo", "--load-only"), end="", flush=True)


def _manage(home: Path, command: list[str]) -> int:
    try:
        environment = json.loads((home / ENVIRONMENT).read_text())
    except FileNotFoundError:
        print(f"No cluster runs in {home}.", file=sys.stderr)
        return 1
    manage = [sys.executable, "manage.py", *command]
    return subprocess.run(manage, cwd=ROOT, env=environment, check=False).returncode  # noqa: S603 (our own command)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
