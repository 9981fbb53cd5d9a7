"""The comparison with other programs finds differences and names their tournaments.

The stand-ins answer as those programs do: an engine by the arguments of bbpPairings, a ranker by the lines of
`tiebreak_server.py`.  The long run against the real ones is in docs/benchmarks.md.
"""

import sys
from pathlib import Path

import pytest

from benchmarks.measuring import Row
from tavleya.formats.trf import write
from tavleya.formats.trf.schedule import report_of
from tavleya.pairing.simulation import Plan, simulate
from tests.paths import ROOT
from tests.tavleya.pairing import other_engine, other_tiebreaks

ENGINE = """#!{python}
import pathlib, sys
arguments = sys.argv[1:]
if "-c" in arguments:
    print({finding!r})
else:
    report = pathlib.Path({report!r}).read_bytes()
    pathlib.Path(arguments[arguments.index("-o") + 1]).write_bytes(report)
"""
RANKER = """
import json, sys
from tavleya.formats.trf import read
from tavleya.formats.trf.team_table import table_of
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import compute_standings
for line in sys.stdin:
    path, _, names = line.rstrip("\\n").partition(";")
    table = table_of(read(open(path, "rb").read()).tournament)
    standings = compute_standings(table, tiebreaks(names.split()))
    answer = {}
    for row in standings.rows:
        values = dict(zip(standings.tiebreaks, row.values))
        texts = [values[name].text if values.get(name) else "None" for name in names.split()]
        answer[row.participant] = [row.rank, texts]
    if %(wrong)r:
        answer[1][1][0] = "99.5"
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def report() -> bytes:
    return write(report_of(simulate(Plan(10, 5), "compared"), "compared"))


def engine(tmp_path: Path, report: bytes, finding: str = "") -> str:
    source, path = tmp_path / "report.trf", tmp_path / "engine"
    source.write_bytes(report)
    path.write_text(ENGINE.format(python=sys.executable, finding=finding, report=str(source)), "utf-8")
    path.chmod(0o755)
    return str(path)


def compared(path: str, folder: Path, **arguments: str) -> list[Row]:
    return list(
        other_engine.run(engine=path, tournaments="2", seed="stand-in", most="10", folder=str(folder), **arguments)
    )


def test_tournaments_alike_both_ways_are_counted(report: bytes, tmp_path: Path) -> None:
    rows = compared(engine(tmp_path, report), tmp_path / "kept")
    assert [(row.what, row.ours) for row in rows if "that differ" in row.what] == [
        ("ours checked by theirs: 2 tournaments, that differ", 0),
        ("theirs checked by ours: 2 tournaments, that differ", 0),
    ]
    assert list((tmp_path / "kept").iterdir()) == []


def test_findings_of_the_other_checker_are_reported_with_seed_and_file(report, tmp_path, capsys) -> None:
    assert compared(engine(tmp_path, report, "Checker pairings  1 - 2"), tmp_path / "kept")[0].ours == 2
    assert "seed stand-in-1 differs" in capsys.readouterr().out
    assert (tmp_path / "kept" / "ours-stand-in-1.trf").exists()


def test_findings_of_our_checker_are_reported(report, tmp_path, capsys) -> None:
    lines = report.decode().splitlines()
    players = [index for index, line in enumerate(lines) if line.startswith("001")]
    first, second = players[0], players[1]
    cell = slice(91, 99)  # the first round of two players who did not meet in it: their opponents are exchanged
    changed = {}
    for index, source in ((first, second), (second, first)):
        changed[index] = lines[index][: cell.start] + lines[source][cell] + lines[index][cell.stop :]
    for index in players:
        number, opponent = int(lines[index][4:8]), lines[index][91:95].strip()
        if index not in changed and opponent in ("1", "2"):
            lines[index] = lines[index][:91] + f"{3 - int(opponent):>4}" + lines[index][95:]
            assert number > 2
    for index, text in changed.items():
        lines[index] = text
    rows = compared(engine(tmp_path, ("\n".join(lines) + "\n").encode()), tmp_path / "kept")
    assert rows[2].ours == 2
    assert "round 1" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [False, True])
def test_a_differing_tie_break_value_is_reported(wrong, report, tmp_path, monkeypatch, capsys) -> None:
    rival = tmp_path / "ranker.py"
    rival.write_text(RANKER % {"wrong": wrong}, "utf-8")
    monkeypatch.setattr(other_tiebreaks, "RIVAL", rival)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    rows = compared(engine(tmp_path, report), tmp_path / "kept", tiebreaks=str(tmp_path))
    assert [row.ours for row in rows if "that differ" in row.what] == ([2, 2] if wrong else [0, 0])
    assert all(row.ours > 300 for row in rows if "compared" in row.what)
    assert ("BH" in capsys.readouterr().out) is wrong
