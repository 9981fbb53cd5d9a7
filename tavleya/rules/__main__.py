"""The rules core on a command line: legal moves, perft, playing, checking files, saying why a move is not legal.

    python -m tavleya.rules draughts moves start
    python -m tavleya.rules tavreli perft start 3 --divide
    python -m tavleya.rules chess play start e4 e5
    python -m tavleya.rules draughts explain start c3-e5
    python -m tavleya.rules draughts check games.pdn

Exit codes: 0 without errors, 1 if a position, move or game is wrong, 2 if the command or a file cannot be read.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from tavleya.errors import BadInput, Problem
from tavleya.rules import diagrams
from tavleya.rules.contract import AmbiguousMove, BadPosition, IllegalMove, Position, Rules, UnreadableMove
from tavleya.rules.filegame import FileReading
from tavleya.rules.files import read_games
from tavleya.rules.messages import say
from tavleya.rules.pdn import decode
from tavleya.rules.registry import SPECS, rules_for

_WRONG = (BadPosition, IllegalMove, UnreadableMove, AmbiguousMove)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    namespace = parser.parse_args(arguments)
    try:
        rules = rules_for(namespace.game, _options(namespace.rules))
    except (BadInput, ValueError) as problem:
        parser.error(str(problem))
    try:
        code: int = namespace.run(rules, namespace)
    except _WRONG as problem:
        print(problem, file=sys.stderr)
        return 1
    except BrokenPipeError:
        raise
    except OSError as problem:
        print(f"{problem.filename}: {problem.strerror}", file=sys.stderr)
        return 2
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tavleya.rules", description="The rules core by hand.")
    parser.add_argument("game", choices=list(SPECS))
    parser.add_argument(
        "--rules",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the rules, such as variant=fmjd64",
    )
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, run: Callable[[Rules, argparse.Namespace], int], help_text: str) -> argparse.ArgumentParser:
        subparser = commands.add_parser(name, help=help_text)
        subparser.set_defaults(run=run)
        if run not in (_diagrams, _check):
            subparser.add_argument("position", help="a position text of this game, or the word start")
        return subparser

    command("moves", _moves, "legal moves, one a line, sorted")
    perft = command("perft", _perft, "number of lines of that many moves")
    perft.add_argument("depth", type=_depth)
    perft.add_argument("--divide", action="store_true", help="the number behind each first move as well")
    play = command("play", _play, "the position after the moves")
    play.add_argument("moves", nargs="*")
    explain = command("explain", _explain, "why a move is not legal")
    explain.add_argument("move")
    picture = command("draw", _draw, "the position as an SVG picture")
    picture.add_argument("moves", nargs="*", help="played first, the last one marked")
    picture.add_argument("--title", default="")
    pictures = command("diagrams", _diagrams, "the pictures of a list, each into a file beside it")
    pictures.add_argument("list", type=Path)
    check = command("check", _check, "read every game of files and report what is wrong")
    check.add_argument("files", nargs="+", help="files of the game's form, PDN or PGN; - is standard input")
    return parser


def _depth(text: str) -> int:
    depth = int(text)
    if depth < 0:
        raise argparse.ArgumentTypeError("a depth is 0 or more")
    return depth


def _options(pairs: Sequence[str]) -> dict[str, object]:
    """Read `name=value` pairs; whole numbers and true or false are converted."""
    options: dict[str, object] = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        if not separator:
            raise ValueError(f"{pair}: an option is written NAME=VALUE")
        constants: dict[str, object] = {"true": True, "false": False}
        options[name] = int(value) if value.isdecimal() else constants.get(value, value)
    return options


def _moves(rules: Rules, namespace: argparse.Namespace) -> int:
    for move in rules.position(namespace.position).legal_moves():
        print(move.text)
    return 0


def _perft(rules: Rules, namespace: argparse.Namespace) -> int:
    position = rules.position(namespace.position)
    if not namespace.divide or namespace.depth == 0:
        print(count_lines(position, namespace.depth))
        return 0
    total = 0
    for move in position.legal_moves():
        leaves = count_lines(position.play(move), namespace.depth - 1)
        print(f"{move.text}: {leaves}")
        total += leaves
    print(total)
    return 0


def count_lines(position: Position, depth: int) -> int:
    """Return the number of lines of `depth` legal moves; games that end earlier do not count."""
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(count_lines(position.play(move), depth - 1) for move in moves)


def _play(rules: Rules, namespace: argparse.Namespace) -> int:
    position = rules.position(namespace.position)
    for number, text in enumerate(namespace.moves, start=1):
        try:
            position = position.play(rules.read(position, text))
        except _WRONG as problem:
            print(f"move {number}, {text}: {problem}", file=sys.stderr)
            return 1
    print(position.text())
    return 0


def _explain(rules: Rules, namespace: argparse.Namespace) -> int:
    position = rules.position(namespace.position)
    try:
        move = rules.read(position, namespace.move)
    except IllegalMove as problem:
        print(problem)
        if problem.nearest:
            print(f"nearest legal moves: {', '.join(problem.nearest)}")
        return 1
    except (UnreadableMove, AmbiguousMove) as problem:
        print(problem)
        return 1
    print(f"{move.text} is legal")
    return 0


def _draw(rules: Rules, namespace: argparse.Namespace) -> int:
    diagram = diagrams.Diagram(namespace.title or rules.game, namespace.position, tuple(namespace.moves))
    print(diagrams.draw(rules, diagram), end="")
    return 0


def _diagrams(rules: Rules, namespace: argparse.Namespace) -> int:
    try:
        list_ = diagrams.read_list(namespace.list.read_text(encoding="utf-8"))
    except ValueError as problem:
        print(f"{namespace.list}: {problem}", file=sys.stderr)
        return 2
    for name, diagram in list_.items():
        namespace.list.with_name(f"{name}.svg").write_text(diagrams.draw(rules, diagram), encoding="utf-8")
    return 0


def _check(rules: Rules, namespace: argparse.Namespace) -> int:
    clean = True
    for name in namespace.files:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        reading = _read(rules, data)
        problems = reading.problems or (() if reading.games else (Problem(_NO_GAME),))
        for problem in problems:
            print(f"{name}{_place(problem)}: {problem.message}")
        for warning in reading.warnings:
            print(f"{name}{_place(warning)}: warning: {warning.message}")
        plies = sum(len(game.moves) for game in reading.games)
        print(f"{name}: {len(reading.games)} games, {plies} plies, {len(problems)} problems")
        clean = clean and not problems
    return 0 if clean else 1


_NO_GAME = say("no_game")


def _read(rules: Rules, data: bytes) -> FileReading:
    """Read the games of a file; games of another kind are problems."""
    reading = read_games(rules, decode(data))
    other_games = tuple(
        Problem(say("other_game", game=game.game), line=game.line, game=game.number)
        for game in reading.games
        if game.game is not rules.game
    )
    return replace(reading, problems=(*reading.problems, *other_games))


def _place(problem: Problem) -> str:
    """Return `:12:7, game 3, ply 17`, as far as it is known."""
    place = f":{problem.line}" if problem.line is not None else ""
    place += f":{problem.column}" if problem.column is not None else ""
    game = f", game {problem.game}" if problem.game is not None else ""
    ply = f", ply {problem.ply}" if problem.ply is not None else ""
    return place + game + ply


if __name__ == "__main__":
    try:
        code = main()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has exited (`| head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    sys.exit(code)
