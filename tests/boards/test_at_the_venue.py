"""`tavleya-boards` between LiveChess and a server, of which either may go away; the server accepts its requests."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import venv
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from games.states import state_of
from tavleya.boards.clock_readings import Additions
from tavleya.boards.frames import Frame
from tavleya.boards.machine import feed, tick
from tavleya.boards.reports import START, BoardState, report_of
from tests.boards.conftest import PLACE, LiveChess, Taker, in_a_loop, looped
from tests.client.conftest import Server, server  # noqa: F401  (the fixture)
from tests.paths import ROOT
from tests.world import NOW, World
from tournaments.services.tokens import issue_token

from tavleya_boards.boards import Boards  # isort: skip
from tavleya_boards.running import Journal  # isort: skip
from tavleya_boards.running import Pace, Program  # isort: skip
from tavleya_boards.service import Refused, Round, Service  # isort: skip
from tavleya_boards.cli import main  # isort: skip

FAST = Pace(poll=0.05, flush=0.02, first_wait=0.05, longest_wait=0.1)
SHOWN = {
    "e2e4": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "e7e5": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
    "g1f3": "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R",
}


def _clock(white: int, black: int, run: bool | None) -> dict[str, Any]:
    return {"white": white, "black": black, "run": run, "time": int(time.time() * 1000)}


def _entry(serial: str) -> dict[str, Any]:
    return {"serialnr": serial, "source": "COM3", "state": "ACTIVE", "battery": None, "board": START}


@asynccontextmanager
async def _at_work(taker: Taker, folder: Path, **tables: str) -> AsyncIterator[LiveChess]:
    livechess = LiveChess()
    await _start(livechess)
    service = Service(taker.url, "tvl_key", Round("cup", "open", 1), "hall 1")
    boards = Boards(Additions(), {int(table[1:]): serial for table, serial in tables.items()})
    with Journal(folder / "journal.ndjson") as journal:
        program = Program(livechess.address, boards, journal, service, pace=FAST, set_up=True)
        program.restore()
        task = asyncio.create_task(program.run())
        try:
            yield livechess
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await service.close()
            await livechess.stop()


async def _start(livechess: LiveChess) -> None:
    livechess.entries["24017"] = _entry("24017")
    await livechess.start()
    await livechess.tell("24017", 1, board=START, clock=_clock(5400, 5400, None))


async def _play(livechess: LiveChess, move: str, white: int, black: int, run: bool) -> None:
    now = int(time.time() * 1000)
    await livechess.tell("24017", now, board=SHOWN[move])
    await livechess.tell("24017", now, clock=_clock(white, black, run))


def _moves(count: int) -> Any:
    return lambda newest: len(newest.get("24017", {}).get("moves", ())) >= count


@looped
async def test_moves_go_to_the_server_as_whole_lists_with_the_clocks(taker, tmp_path):
    async with _at_work(taker, tmp_path, t3="24017") as livechess:
        await livechess.followed("24017")
        await livechess.tell("24017", 1, clock=_clock(5400, 5400, True))
        await _play(livechess, "e2e4", 5425, 5400, False)
        await _play(livechess, "e7e5", 5425, 5421, True)
        await taker.until(_moves(2))
    data = taker.newest["24017"]
    assert (data["board"], data["moves"]) == (3, ["e2e4", "e7e5"])
    assert data["clocks"] == [[5_425_000, None], [5_421_000, None]]
    assert (data["running"], data["faults"]) == ("white", [])
    # LiveChess received one request to rebuild moves.
    methods = [call["param"]["method"] for call in livechess.calls if call["call"] == "call"]
    assert methods == ["setup"]


@looped
async def test_a_call_that_is_not_taken_is_repeated_with_its_key_when_the_server_says(taker, tmp_path):
    taker.refusals = [(503, "0"), (429, "0")]
    async with _at_work(taker, tmp_path):
        await taker.until(lambda newest: "24017" in newest)
    assert taker.calls[0] == taker.calls[1] == taker.calls[2]
    assert len({key for key, _ in taker.calls[2:]}) == len(taker.calls[2:])


@pytest.mark.long
@looped
async def test_livechess_may_be_started_again_in_the_middle_of_a_game(taker, tmp_path):
    async with _at_work(taker, tmp_path) as livechess:
        await livechess.followed("24017")
        await _play(livechess, "e2e4", 5425, 5400, False)
        await taker.until(_moves(1))
        await livechess.stop()
        await livechess.tell("24017", 1, board=SHOWN["e7e5"])
        await livechess.start()
        await livechess.followed("24017")
        await _play(livechess, "g1f3", 5430, 5421, False)
        await taker.until(_moves(3))
    assert taker.newest["24017"]["moves"] == ["e2e4", "e7e5", "g1f3"]


@pytest.mark.long
@looped
async def test_a_board_unknown_to_livechess_and_a_lost_board_are_reported(taker, tmp_path):
    async with _at_work(taker, tmp_path, t1="24017", t2="99999") as livechess:
        await livechess.followed("24017")
        livechess.entries["24017"] = _entry("24017") | {"state": "INACTIVE", "source": None}
        await taker.until(lambda newest: all(row["faults"] for row in newest.values()) and len(newest) == 2)
    codes = {serial: [fault["code"] for fault in value["faults"]] for serial, value in taker.newest.items()}
    assert codes == {"24017": ["offline"], "99999": ["unknown_serial"]}


@pytest.mark.long
@looped
async def test_killed_in_the_middle_of_a_game_it_goes_on_where_it_was(taker, tmp_path):
    """Moves that LiveChess does not tell again are in the journal."""
    livechess = LiveChess()
    await _start(livechess)
    first = _process(livechess, taker, tmp_path)
    try:
        await livechess.followed("24017")
        await livechess.tell("24017", 1, clock=_clock(5400, 5400, True))
        await _play(livechess, "e2e4", 5425, 5400, False)
        await _play(livechess, "e7e5", 5425, 5421, True)
        await taker.until(_moves(2))
    finally:
        first.send_signal(signal.SIGKILL)
        first.wait()
    taker.newest.clear()
    second = _process(livechess, taker, tmp_path)
    try:
        await taker.until(_moves(2))
    finally:
        second.kill()
        second.wait()
    await livechess.stop()
    assert taker.newest["24017"]["moves"] == ["e2e4", "e7e5"]
    assert taker.newest["24017"]["clocks"][0] == [5_425_000, None]


def _process(livechess: LiveChess, taker: Taker, folder: Path) -> subprocess.Popen[bytes]:
    arguments = ["run", "--server", taker.url, "--event", "cup", "--section", "open", "--round", "1"]
    places = ["--livechess", livechess.address, "--journal", str(folder)]
    env = {**os.environ, "PYTHONPATH": f"{PLACE}:{ROOT}", "TAVLEYA_KEY": "tvl_key"}
    return subprocess.Popen([sys.executable, "-m", "tavleya_boards", *arguments, *places], env=env, cwd=folder)


def test_a_row_that_a_crash_tore_is_cut_off_and_the_journal_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "journal.ndjson"
    path.write_bytes(b'{"a":1}\n{"a":')
    with Journal(path) as journal:
        assert list(journal.rows()) == [{"a": 1}]
        journal.append({"a": 2})
        assert list(journal.rows()) == [{"a": 1}, {"a": 2}]


def test_the_package_carries_all_that_it_imports(tmp_path: Path) -> None:
    place = Path(PLACE)
    build = tomllib.loads((place / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    shutil.copytree(place / "tavleya_boards", tmp_path / "tavleya_boards")
    for source, goal in build["wheel"]["force-include"].items():
        origin = (place / source).resolve()
        (tmp_path / goal).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if origin.is_dir() else shutil.copy)(origin, tmp_path / goal)
    process = subprocess.run(
        [sys.executable, "-m", "tavleya_boards", "--help"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)}, cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    assert process.returncode == 0, process.stderr.decode()
    assert b"--livechess" in process.stdout


@pytest.mark.parametrize("option", ["12", "x=1", "3="])
def test_a_table_is_given_with_its_board(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["run", *words(LiveChess(), "http://127.0.0.1:1")[1:], "--table", option])
    assert "12=24017" in capsys.readouterr().err


@pytest.mark.long
def test_a_report_of_the_program_is_played_by_the_server(server: Server) -> None:  # noqa: F811
    world = World(game="chess", regime="fide-2023", control="60+30", tracking="live")
    _, key = issue_token(actor=world.olga, now=NOW, event_id=world.event.pk, name="hall", scopes=["report_boards"])
    state = feed(BoardState("24017"), Frame(placement=START), 0)
    state = feed(state, Frame(placement="rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", battery="9%"), 1_000)
    data = {"board": 1, **report_of(tick(state, 5_000), 5_000).as_json()}
    section = world.rounds[0].section
    answers: list[dict[str, Any]] = []

    async def work() -> None:
        place = Round(section.event.slug, section.slug, world.rounds[0].number)
        service, stranger = (Service(server.url, key, place, "hall 1"), Service(server.url, "tvl_x", place, "x"))
        answers.extend(await service.report([data], "one key"))
        with pytest.raises(Refused):
            await stranger.report([], "another key")
        await asyncio.gather(service.close(), stranger.close())

    in_a_loop(work)
    assert (answers[0]["code"], answers[0]["taken"]) == ("taken", 1)
    assert answers[0]["question"]["code"] == "battery_low"
    world.board.refresh_from_db()
    assert [ply.text for ply in state_of(world.board).line.plies] == ["e2e4"]


CLOCK = {"white": 5400, "black": 5400, "run": None, "time": 1}


def entry(serial: str, **more: Any) -> dict[str, Any]:
    return _entry(serial) | {"battery": "84%", "clock": CLOCK} | more


def words(livechess: LiveChess, address: str, *more: str) -> list[str]:
    place = ["--server", address, "--event", "cup", "--section", "open", "--round", "1"]
    return ["check", *place, "--livechess", livechess.address, *more]


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVLEYA_KEY", "tvl_key")


def status_of(arguments: list[str]) -> int:
    """Run the command in another thread, as browser tests keep a loop in the main one; return its exit status."""
    done: list[int] = []

    async def work() -> None:
        done.append(await asyncio.to_thread(main, arguments))

    in_a_loop(work)
    return done[0]


def checked(capsys, taker, entries, *more):
    """Run the check beside a LiveChess with these boards; return its exit status and output."""
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
    assert body["reports"] == [{"serial": "24017"}, {"serial": "24018", "board": 3}], "the check reports no moves"


@pytest.mark.long
@pytest.mark.parametrize(("row", "code", "table", "expected"), [
    (entry("1", state="NOTRESPONDING"), "taken", 1, "Board 1 (table 1): LiveChess cannot read it"),
    (entry("1", clock=None), "taken", 1, "Board 1 (table 1): no clock is connected"),
    (entry("1", battery="9%"), "taken", 1, "Board 1 (table 1): its battery is at 9 %"),
    (entry("1", board=None), "taken", 1, "Board 1 (table 1): LiveChess knows no position"),
    # A board without a game.
    (entry("1"), "unknown_board", None, "Board 1 has no table: give it one under Publish, Electronic boards"),
    (entry("1"), "unknown_board", 7, "Board 1: the round has no game at table 7."),
    (entry("1"), "not_live", 7, "moves are not followed at table 7"),
])  # fmt: skip
def test_a_fault_of_a_board_is_reported_and_sets_the_exit_status(row, code, table, expected, capsys, taker):
    taker.codes["1"], taker.tables["1"] = code, table
    status, text = checked(capsys, taker, [row])
    assert status == 1 and "What is wrong (1):" in text
    assert expected in text


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
    process = subprocess.run(pip, capture_output=True, check=False, cwd=tmp_path)
    assert process.returncode == 0, process.stderr.decode()
    (wheel,) = tmp_path.glob("tavleya_boards-*.whl")
    venv.create(tmp_path / "venv", with_pip=True)
    place = tmp_path / "venv" / "bin"
    process = subprocess.run([place / "pip", "install", "--quiet", wheel], capture_output=True, check=False)
    assert process.returncode == 0, process.stderr.decode()
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    for arguments, expected in (("--help",), b"--livechess"), (("check", "--server", "x"), b"--event"):
        process = subprocess.run(
            [place / "tavleya-boards", *arguments], env=bare, cwd=tmp_path, capture_output=True, check=False
        )
        assert expected in process.stdout + process.stderr
    assert process.returncode == 2
