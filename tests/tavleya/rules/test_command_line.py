"""`python -m tavleya.rules`: its output and exit codes, and the diagrams that it draws for the pages on rules."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tavleya.errors import BadInput
from tavleya.rules.__main__ import main
from tavleya.rules.diagrams import Diagram, draw, read_list
from tavleya.rules.registry import rules_for
from tests.paths import ROOT
from tests.tavleya.rules.draughts.samples import ROUND_ROBIN

EN_PASSANT = '[FEN "4k3/3pq4/8/3rPH3/8/8/8/4K3 b - d - 0 1"]\n\n1... d7-d5 2. e5-d6 *\n'


@pytest.fixture
def run(capsys):
    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            code = main(arguments)
        except SystemExit as error:
            code = int(error.code or 0)
        output = capsys.readouterr()
        return code, output.out, output.err

    return run


@pytest.mark.parametrize(("line", "expected"), [
    ("draughts moves start", (0, "a3-b4\nc3-b4\nc3-d4\ne3-d4\ne3-f4\ng3-f4\ng3-h4\n", "")),
    ("draughts perft start 0", (0, "1\n", "")), ("draughts perft start 5", (0, "7482\n", "")),
    ("chess perft start 3", (0, "8902\n", "")), ("chess perft start 1", (0, "20\n", "")),
    ("draughts --rules variant=fmjd64 perft start 1", (0, "7\n", "")),
    # The position after moves, up to the first wrong one with its reason.
    ("draughts play W:Wc3:Bd4,h8 c3:e5", (0, "B:We5:Bh8\n", "")),
    ("chess play start e4 e5", (0, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n", "")),
    ("draughts play start c3-d4 b6-c5 g3-h4", (1, "", "move 3, g3-h4: Capturing is compulsory: d4:b6.\n")),
    ("draughts explain start c3-e5",
     (1, "From c3 to e5 is too far for a man.\nnearest legal moves: c3-b4, c3-d4\n", "")),
    ("draughts explain start cd4", (0, "c3-d4 is legal\n", "")),
    ("draughts moves W:Wa2:Bb8", (1, "", "a2 is a light square; draughts are played on the dark ones.\n")),
])  # fmt: skip
def test_what_a_command_prints(run, line, expected):
    assert run(*line.split()) == expected


@pytest.mark.parametrize(("game", "count"), [("chess", 20), ("tavreli", 20)])
def test_every_game_has_its_moves(run, game, count):
    code, out, _ = run(game, "moves", "start")
    lines = out.splitlines()
    assert code == 0
    assert len(lines) >= count and lines == sorted(lines)


def test_perft_divides_by_the_first_move(run):
    code, out, _ = run("draughts", "perft", "start", "3", "--divide")
    *lines, total = out.splitlines()
    assert (code, total) == (0, "302")
    assert sum(int(line.split(": ")[1]) for line in lines) == 302
    assert lines[0].startswith("a3-b4: ")


def test_check_reads_a_whole_event(run):
    code, out, _ = run("draughts", "check", str(ROUND_ROBIN))
    assert (code, out) == (0, f"{ROUND_ROBIN}: 153 games, 8730 plies, 0 problems\n")


def test_check_names_line_game_and_ply(run, tmp_path):
    path = tmp_path / "bad.pdn"
    path.write_text('[Event "a"]\n\n1. c3-d4 d6-e5\n2. g3-f5 *\n', encoding="utf-8")
    code, out, _ = run("draughts", "check", str(path))
    assert code == 1
    assert out.splitlines() == [
        f"{path}:4:4, game 1, ply 3: “g3-f5”: f5 is a light square; draughts are played on the dark ones.",
        f"{path}: 1 games, 2 plies, 1 problems",
    ]


@pytest.mark.parametrize(("line", "text", "code", "expected"), [
    ("chess check", '[Event "a"]\n\n1. e4 e5 2. Ke3 *\n', 1, "game 1, ply 3"),
    ("tavreli check", '[Event "a"]\n[Variant "Standard"]\n\n1. e4 e5 *\n', 1, "This is a game of chess."),
    ("tavreli check", "1. e2-e4 d7-d5 2. e4-d5 *\n", 0, ": 1 games, 3 plies, 0 problems\n"),
    ("draughts check", "", 1, "There is no game in this file."),
    # The options of the rules hold.
    ("tavreli check", EN_PASSANT, 0, ": 1 games, 2 plies, 0 problems\n"),
    ("tavreli --rules en_passant=lone check", EN_PASSANT, 1, "stands on a tower and cannot be taken en passant"),
])  # fmt: skip
def test_check_reads_a_file_by_the_rules_of_the_game(run, tmp_path, line, text, code, expected):
    path = tmp_path / "games"
    path.write_text(text, encoding="utf-8")
    exit_code, out, _ = run(*line.split(), str(path))
    assert exit_code == code and expected in out


@pytest.mark.parametrize("arguments", [
    (), ("go", "moves", "start"), ("draughts",), ("draughts", "perft", "start", "-1"),
    ("draughts", "perft", "start", "many"), ("draughts", "--rules", "variant=other", "moves", "start"),
    ("draughts", "--rules", "variant", "moves", "start"),
    ("draughts", "--rules", "speed=3", "moves", "start"), ("draughts", "check", "no-such-file.pdn"),
])  # fmt: skip
def test_invalid_arguments_exit_with_two_and_a_message(run, arguments):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err


def test_it_runs_as_a_module_and_reads_standard_input():
    process = subprocess.run(
        [sys.executable, "-m", "tavleya.rules", "draughts", "check", "-"], input=b"1. c3-d4 *",
        capture_output=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert (process.returncode, process.stdout) == (0, b"-: 1 games, 1 plies, 0 problems\n")


PAGES = ROOT / "docs" / "rules"
LISTS = {path.stem: read_list(path.read_text(encoding="utf-8")) for path in (PAGES / "img").glob("*.ini")}
PICTURES = [(game, name) for game, diagrams in LISTS.items() for name in diagrams]


@pytest.mark.parametrize(("game", "name"), PICTURES)
def test_a_picture_of_the_pages_is_up_to_date(game: str, name: str) -> None:
    svg = (PAGES / "img" / f"{name}.svg").read_text(encoding="utf-8")
    assert svg == draw(rules_for(game), LISTS[game][name]), f"run: python -m tavleya.rules {game} diagrams …"


def test_every_picture_is_in_a_list_and_on_a_page() -> None:
    on_pages = {
        name for page in PAGES.glob("*.md") for name in re.findall(r"\(img/(.+?)\.svg\)", page.read_text("utf-8"))
    }
    assert {path.stem for path in (PAGES / "img").glob("*.svg")} == {name for _, name in PICTURES} == on_pages


def test_a_picture_marks_the_last_move_what_a_piece_may_do_and_a_check() -> None:
    rules = rules_for("tavreli")
    mate = draw(rules, Diagram("mate", "k7/8/8/1+H6/8/8/8/4K3 w - - - 0 1", ("b5-b6",)))
    assert 'class="sq light check" data-square="a8"' in mate
    assert 'class="sq dark last" data-square="b6"' in mate
    ratnik = draw(rules, Diagram("e2", targets="e2"))
    assert re.findall(r'class="sq \w+ target" data-square="(\w\d)"', ratnik) == ["e4", "e3"]


@pytest.mark.parametrize("text", ["no section", "[a]\nposition = start", "[a]\ntitle = b\nsize = 3"])
def test_an_invalid_list_and_a_picture_after_an_illegal_move_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_list(text)
    with pytest.raises(BadInput):
        draw(rules_for("tavreli"), Diagram("no", moves=("e2-e5",)))


def test_the_command_line_draws_one_position_and_whole_lists(tmp_path: Path, capsys) -> None:
    assert main(["draughts", "draw", "start", "c3-d4", "--title", "One move"]) == 0
    assert '<title id="board-title">One move</title>' in capsys.readouterr().out
    (tmp_path / "list.ini").write_text("[first]\ntitle = First\n", encoding="utf-8")
    assert main(["chess", "diagrams", str(tmp_path / "list.ini")]) == 0
    assert (tmp_path / "first.svg").read_text(encoding="utf-8").startswith("<svg")
    (tmp_path / "bad.ini").write_text("[first]\n", encoding="utf-8")
    assert main(["chess", "diagrams", str(tmp_path / "bad.ini")]) == 2
