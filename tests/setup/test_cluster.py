"""The start of the cluster on its own: missing programs, ports, and the output of a failing program."""

import json
import secrets
import socket
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.chaos.campaign import Tally
from benchmarks.chaos.inspection import Inspection
from benchmarks.chaos.ledger import Ledger
from benchmarks.chaos.plan import KILLS, OTHERS, plan
from deploy.cluster import __main__ as command
from deploy.cluster import processes, proxies, shape
from deploy.cluster.processes import Failed, Program
from games.models.game import Game
from games.models.record import RecordEntry
from tests.world import World


def test_missing_packages_are_listed_in_one_line_and_a_command_needs_a_cluster(monkeypatch, capsys, tmp_path) -> None:
    with monkeypatch.context() as patch:
        for name in ("find_redis", "find_postgres"):
            patch.setattr(shape, name, lambda: None)
        patch.setattr(shape, "find", lambda program: None)
        patch.setattr(shape, "NCHAN", Path("/nowhere"))
        for arguments in (["--check"], []):
            assert command.main(arguments) == 1
            assert capsys.readouterr().out == (
                "To be installed first: apt install nginx libnginx-mod-nchan pgbouncer postgresql redis-server\n"
            )
    monkeypatch.setattr(command, "missing", list)
    assert command.main(["--check"]) == 0
    assert capsys.readouterr().out == "Everything is here.\n"
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
        port = taken.getsockname()[1]
        assert port not in list(islice(processes.free_ports(port), 2))


def test_a_port_is_given_once_although_nothing_listens_on_it_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    port, choice = processes.free_port(), secrets.choice
    draws = iter((port,))
    monkeypatch.setattr(secrets, "choice", lambda ports: next(draws, None) or choice(ports))
    assert processes.free_port() != port


def test_a_text_that_the_shipped_file_has_no_more_is_not_passed_over() -> None:
    with pytest.raises(ValueError, match="no such server"):
        proxies.rendered("nginx.conf", [("no such server;", "")])


def test_a_program_that_does_not_start_says_what_it_wrote(tmp_path: Path) -> None:
    wrong = [sys.executable, "-c", "import sys; sys.exit('no such table')"]
    with pytest.raises(Failed, match="broken did not start: no such table"):
        Program("broken", wrong, tmp_path / "log", ready=lambda: False).start()


# The chaos run: its plan, and what it finds.


MOVES = ("a2-a3", "a7-a6", "b2-b3", "b7-b6")


def test_the_same_seed_gives_the_same_plan_and_another_one_another():
    assert plan(40, 7) == plan(40, 7) != plan(40, 8)


def test_each_part_is_killed_and_each_other_thing_done_about_as_often():
    steps = plan(5 * len(KILLS), 3)
    killed = Counter(step.part.split("-")[0] for step in steps if step.kills)
    assert sum(killed.values()) == 5 * len(KILLS)
    assert (killed["db"], killed["import"], killed["relay"], killed["web"]) == (5, 5, 5, 10)
    done = Counter(step.what for step in steps if not step.kills)
    assert set(done) == set(OTHERS)
    assert max(done.values()) - min(done.values()) <= 1


@pytest.fixture
def game(db) -> Game:
    """A board with moves at it."""
    world = World()
    world.started()
    return world.play(*MOVES)


@pytest.fixture
def inspect_ledger(game, tmp_path):
    """Write a ledger of these moves (default: all), and compare the database with it."""

    def inspect(*moves: str, status: str = "ack", digest: str = "") -> Inspection:
        ledger = Ledger(tmp_path / "ledger.ndjson")
        for row in RecordEntry.objects.filter(game=game, kind="move").order_by("seq"):
            if row.move in (moves or MOVES):
                entry = [row.seq, row.kind, digest or row.digest, row.move]
                ledger.write(status, "move", game=game.pk, after=row.seq - 1, move=row.move, key=None, entries=[entry])
        ledger.close()
        lines = tmp_path / "lines.json"
        lines.write_text(json.dumps({game.pk: MOVES}))
        inspection = Inspection(ledger.path, lines, None)
        inspection.records()
        inspection.moves()
        inspection.odd()
        return inspection

    return inspect


def test_nothing_is_found_where_all_that_was_acknowledged_is_there(inspect_ledger):
    findings = inspect_ledger().found
    assert not findings.all
    assert (findings.games, findings.entries) == (Game.objects.count(), RecordEntry.objects.count())


@pytest.mark.parametrize(
    ("moves", "ledger", "lost", "duplicated", "inconsistent"),
    [
        (MOVES, {"digest": "f" * 64}, 4, None, None),  # under another digest than the acknowledged one
        (MOVES[:-1], {}, 0, 1, None),  # one was not acknowledged
        (MOVES, {"status": "odd"}, None, None, 4),  # an answer that no outage explains
    ],
    ids=["digest", "not acknowledged", "odd"],
)
def test_moves_that_differ_from_the_ledger_are_found(inspect_ledger, moves, ledger, lost, duplicated, inconsistent):
    findings = inspect_ledger(*moves, **ledger).found
    assert lost in (len(findings.lost), None)
    assert duplicated in (len(findings.duplicated), None)
    assert inconsistent in (len(findings.inconsistent), None)


def test_a_move_that_was_acknowledged_and_is_not_there_is_lost(inspect_ledger, game):
    inspection = inspect_ledger()
    with inspection.ledger.open("a") as ledger:
        entry = [game.seq + 1, "move", "0" * 64, "c2-c3"]
        line = {"n": 9, "said": "ack", "of": "move", "game": game.pk, "after": game.seq, "entries": [entry]}
        ledger.write(json.dumps(line) + "\n")
    inspection.moves()
    assert len(inspection.found.lost) == 2  # the entry, and the number of the moves
    assert not inspection.found.duplicated


def test_a_row_that_is_not_the_fold_of_its_record_is_inconsistent(inspect_ledger, game):
    Game.objects.filter(pk=game.pk).update(snapshot={**game.snapshot, "turn": "nobody"})
    assert [str(game.pk) in sentence for sentence in inspect_ledger().found.inconsistent] == [True]


def test_only_a_run_that_found_nothing_is_well():
    assert Tally(6, 100, 0, 0, 0).all_well
    assert not any(Tally(6, 100, *counted).all_well for counted in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert str(Tally(6, 100, 0, 1, 2)) == ("chaos: 6 kills, 100 acknowledged, 0 lost, 1 duplicated, 2 inconsistent")
