"""`tavleya-boards` is built, installed, and asked before a round whether all is well."""

import asyncio
import os
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

from tavleya.boards.reports import START
from tests.boards.conftest import PLACE, LiveChess, Taker, in_a_loop

from tavleya_boards.cli import main  # isort: skip

CLOCK = {"white": 5400, "black": 5400, "run": None, "time": 1}


def entry(serial: str, **more: Any) -> dict[str, Any]:
    known_values = {"serialnr": serial, "source": "COM3", "state": "ACTIVE", "battery": "84%", "board": START}
    return known_values | {"clock": CLOCK} | more


def words(livechess: LiveChess, server: str, *more: str) -> list[str]:
    place = ["--server", server, "--event", "cup", "--section", "open", "--round", "1"]
    return ["check", *place, "--livechess", livechess.address, *more]


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLEYA_KEY", "tvl_key")


def status_of(value: list[str]) -> int:
    """The exit status of the command, run beside the loop that tests of browsers keep in the main thread."""
    done: list[int] = []

    async def work() -> None:
        done.append(await asyncio.to_thread(main, value))

    in_a_loop(work)
    return done[0]


def checked(capsys, taker, entries, *more):
    """The exit status of the command beside a LiveChess with these boards, and what it said."""
    done: list[int] = []

    async def work() -> None:
        livechess = LiveChess()
        livechess.entries = {entry["serialnr"]: entry for entry in entries}
        await livechess.start()
        done.append(await asyncio.to_thread(main, words(livechess, taker.url, *more)))
        await livechess.stop()

    in_a_loop(work)
    return done[0], capsys.readouterr().out


def test_where_all_is_well_every_board_is_named_with_its_table(capsys, taker):
    status, text = checked(capsys, taker, [entry("24017"), entry("24018")], "--table", "3=24018")
    assert status == 0 and "All is well." in text
    assert "24017  table 1  start position, clock, battery 84%" in text
    assert "24018  table 3  start position, clock" in text
    (_, body), *_ = taker.calls
    assert body["reports"] == [{"serial": "24017"}, {"serial": "24018", "board": 3}], "nothing is said of moves"


WRONG = {
    "not connected": (entry("1", state="NOTRESPONDING"), "LiveChess cannot read it"),
    "no clock": (entry("1", clock=None), "no clock is connected"),
    "low battery": (entry("1", battery="9%"), "its battery is at 9 %"),
    "no position": (entry("1", board=None), "LiveChess knows no position"),
}


@pytest.mark.long
@pytest.mark.parametrize("subject", list(WRONG))
def test_a_fault_of_a_board_is_reported_and_sets_the_exit_status(subject, capsys, taker):
    row, expected = WRONG[subject]
    status, text = checked(capsys, taker, [row])
    assert status == 1 and "What is wrong (1):" in text
    assert f"Board 1 (table 1): {expected}" in text


@pytest.mark.long
@pytest.mark.parametrize(
    ("code", "board", "expected"),
    [
        ("unknown_board", None, "Board 1 has no table: give it one under Publish, Electronic boards"),
        ("unknown_board", 7, "Board 1: the round has no game at table 7."),
        ("not_live", 7, "moves are not followed at table 7"),
    ],
)
def test_a_board_without_a_game_is_reported(code, board, expected, capsys, taker):
    taker.codes["1"], taker.tables["1"] = code, board
    status, text = checked(capsys, taker, [entry("1")])
    assert status == 1 and expected in text


def test_a_missing_named_board_is_reported(capsys: pytest.CaptureFixture[str], taker: Taker) -> None:
    status, text = checked(capsys, taker, [entry("1")], "--table", "2=99999")
    assert status == 1 and "Board 99999 was named for a table, and LiveChess does not know it." in text


def test_a_silent_livechess_or_server_is_reported_and_the_other_is_still_checked(capsys, taker):
    nowhere = LiveChess()
    nowhere.port = 1
    assert status_of(words(nowhere, taker.url)) == 1
    out = capsys.readouterr().out
    assert "LiveChess does not answer at ws://127.0.0.1:1/" in out and "Server: the key" in out
    taker.refusals = [(403, "0")]
    status, out = checked(capsys, taker, [entry("1")])
    assert status == 1 and "Server: the server answers 403" in out
    assert "  1  no table  start position, clock" in out and "has no table" not in out


@pytest.mark.long
@pytest.mark.timeout(400)
def test_the_wheel_is_built_and_starts_where_nothing_else_is_installed(tmp_path: Path) -> None:
    """Use a new environment away from the checkout, with the libraries that the wheel names."""
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), PLACE]
    done = subprocess.run(pip, capture_output=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr.decode()
    (wheel,) = tmp_path.glob("tavleya_boards-*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    place = tmp_path / "venv" / "bin"
    done = subprocess.run([place / "pip", "install", "--quiet", wheel], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    for arguments, expected in (("--help",), b"--livechess"), (("check", "--server", "x"), b"--event"):
        done = subprocess.run(
            [place / "tavleya-boards", *arguments], env=bare, cwd=tmp_path, capture_output=True, check=False
        )
        assert expected in done.stdout + done.stderr
    assert done.returncode == 2
