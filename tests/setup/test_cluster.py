"""The start of the cluster on its own: missing programs, ports, and the output of a failing program."""

import socket
import sys
from itertools import islice
from pathlib import Path

import pytest

from deploy.cluster import __main__ as command
from deploy.cluster import processes, proxies, shape
from deploy.cluster.processes import Failed, Program


def test_missing_packages_are_listed_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shape, "find", lambda program: None)
    monkeypatch.setattr(shape, "find_redis", lambda: None)
    monkeypatch.setattr(shape, "NCHAN", Path("/nowhere"))
    monkeypatch.setattr(shape, "find_postgres", lambda: None)
    for arguments in (["--check"], []):
        assert command.main(arguments) == 1
        assert capsys.readouterr().out == (
            "To be installed first: apt install nginx libnginx-mod-nchan pgbouncer postgresql redis-server\n"
        )


def test_where_all_is_here_the_check_is_content(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "missing", list)
    assert command.main(["--check"]) == 0
    assert capsys.readouterr().out == "Everything is here.\n"


def test_a_command_for_a_cluster_that_does_not_run_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "missing", list)
    assert command.main(["--dir", str(tmp_path), "migrate", "--plan"]) == 1
    assert str(tmp_path) in capsys.readouterr().err


def test_a_second_cluster_in_one_folder_is_refused(tmp_path: Path) -> None:
    pids = tmp_path / "pids.json"
    pids.write_text('{"nginx": 1}')  # the first process of the machine is always there
    with pytest.raises(processes.Unavailable, match="--dir"):
        shape._refuse_a_second(pids)


def test_ports_are_the_free_ones_from_the_first(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        base = taken.getsockname()[1]
        assert base not in list(islice(processes.free_ports(base), 2))


def test_a_text_that_the_shipped_file_has_no_more_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match="no such server"):
        proxies.rendered("nginx.conf", [("no such server;", "")])


def test_a_program_that_does_not_start_says_what_it_wrote(tmp_path: Path) -> None:
    wrong = [sys.executable, "-c", "import sys; sys.exit('no such table')"]
    with pytest.raises(Failed, match="broken did not start: no such table"):
        Program("broken", wrong, tmp_path / "log", ready=lambda: False).start()
