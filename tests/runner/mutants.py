"""Random mutations of engines and services, and those that no test notices (`./run test --mutants N [--seed S]`).

`./run test --counter-examples [NAME…]` asks the reverse: for each test that the checklist for programs names as
evidence, or for each NAME, is there a mutation of what it executes that makes it fail?

A mutation is made in a copy of the last commit.  The test modules that name its module, and those whose long tests
execute its file by the recorded map, are run there until one fails: first those that name the mutated function, then
those that name its module, then the others, each time the quickest first.  After `LIMIT` seconds no further modules
are run, and the mutation has no verdict.
"""

import ast
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import coverage

from tests.paths import ROOT
from tests.runner.impact import MAP, Reach
from tests.runner.plugin import DURATIONS
from tests.runner.suite import processes

MUTATED = ("tavleya/**/*.py", "*/services.py", "*/services/**/*.py")
CHECKLIST = ROOT / "upkeep" / "checklist" / "questions.toml"
#: Mutations tried on one test before it counts as one without a counter-example.
TRIES = 12
#: Seconds after which no further modules are run on a mutation, and how many modules run in one session.
LIMIT = 300
TOGETHER = 12
KILLED, SURVIVED, NO_VERDICT = "killed", "SURVIVED", "no verdict"
SWAPS = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==", ast.Is: "is not",
    ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in", ast.Add: "-", ast.Sub: "+", ast.Mult: "//",
    ast.FloorDiv: "*", ast.And: "or", ast.Or: "and",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One replacement in one file; `start` and `end` count bytes of the file."""

    path: str
    line: int
    start: int
    end: int
    text: str
    function: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.text.encode() + source[self.end :]


def survivors(count: int, seed: int) -> int:
    """Try `count` random mutations and print those that no test kills; return the exit status."""
    if not MAP.exists():
        print("no recorded map: ./run test --record makes it")
        return 2
    reach = Reach(json.loads(MAP.read_text()))
    durations = json.loads(DURATIONS.read_text())
    files = sorted(file for pattern in MUTATED for file in ROOT.glob(pattern) if "/migrations/" not in str(file))
    mutants = [mutant for file in files for mutant in possible(file)]
    sample = random.Random(seed).sample(mutants, min(count, len(mutants)))
    survived, undecided = [], []
    with _copy() as copy:
        for mutant in sample:
            modules = in_order(reach.executing(mutant.path) | naming(Path(mutant.path).stem), mutant, durations)
            verdict = judge(copy, mutant, modules)
            print(f"{verdict}: {mutant.path}:{mutant.line} -> {mutant.text}", flush=True)
            if verdict == SURVIVED:
                survived.append(mutant)
            elif verdict == NO_VERDICT:
                undecided.append(mutant)
    killed = len(sample) - len(survived) - len(undecided)
    print(f"mutants: {killed} of {len(sample)} killed, {len(survived)} survived, {len(undecided)} without a verdict")
    return 1 if survived else 0


@contextmanager
def _copy() -> Iterator[Path]:
    """Check out the last commit in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix="tavleya-mutants-") as folder:
        copy = Path(folder) / "copy"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(copy)], cwd=ROOT, check=True)
        try:
            yield copy
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(copy)], cwd=ROOT, check=False)


def _environment() -> dict[str, str]:
    return {**os.environ, "TAVLEYA_LONG_TESTS": "1"}


def counter_examples(names: Sequence[str], seed: int) -> int:
    """Print a mutation that makes each test fail, and the tests without; return the exit status."""
    names = names or sorted(
        {id_ for row in tomllib.loads(CHECKLIST.read_text())["question"] for id_ in row.get("evidence", ())}
    )
    without = []
    with _copy() as copy:
        for name in names:
            mutant = _counter_example(copy, name, random.Random(f"{seed} {name}"))
            print(f"{name}: {f'{mutant.path}:{mutant.line} -> {mutant.text}' if mutant else 'NONE'}", flush=True)
            if mutant is None:
                without.append(name)
    print(f"counter-examples: {len(names) - len(without)} of {len(names)} tests")
    return 1 if without else 0


def _counter_example(copy: Path, name: str, chance: random.Random) -> Mutant | None:
    """Return the first of `TRIES` drawn mutations in executed lines that the test notices."""
    text = (ROOT / name.split("::", maxsplit=1)[0]).read_text()
    mutants = [
        mutant
        for path, lines in _executed(copy, name).items()
        for mutant in possible(ROOT / path)
        if mutant.line in lines
    ]
    chance.shuffle(mutants)
    mutants.sort(key=lambda mutant: Path(mutant.path).stem not in text)
    for mutant in mutants[:TRIES]:
        if judge(copy, mutant, [name], alone=True) == KILLED:
            return mutant
    return None


def _executed(copy: Path, name: str) -> dict[str, set[int]]:
    """Return the lines of the product that a test executes, by path. Raises: CalledProcessError if it fails."""
    data = copy / ".coverage-of-one"
    command = [sys.executable, "-m", "coverage", "run", f"--data-file={data}", "--source=.", "-m", "pytest", "-q", name]
    subprocess.run(command, cwd=copy, check=True, stdout=subprocess.DEVNULL, env=_environment())
    recorded = coverage.CoverageData(str(data))
    recorded.read()
    paths = {str(Path(file).relative_to(copy)): file for file in recorded.measured_files()}
    return {
        path: set(recorded.lines(file) or ())
        for path, file in sorted(paths.items())
        if not path.startswith("tests/") and "/migrations/" not in path
    }


def naming(word: str) -> set[str]:
    """Return the test modules that contain a word."""
    paths = (ROOT / "tests").rglob("test_*.py")
    return {str(path.relative_to(ROOT)) for path in paths if re.search(rf"\b{word}\b", path.read_text())}


def in_order(modules: set[str], mutant: Mutant, durations: dict[str, float]) -> list[str]:
    """Sort test modules by how likely and how quickly they notice the mutation."""
    stem = Path(mutant.path).stem

    def rank(module: str) -> tuple[bool, bool, float]:
        text = (ROOT / module).read_text() if (ROOT / module).exists() else ""
        return mutant.function not in text, stem not in text, durations.get(module, 60.0)

    return sorted(modules, key=rank)


def judge(copy: Path, mutant: Mutant, modules: list[str], *, alone: bool = False) -> str:
    """Run modules on the mutation, a few at a time, until one fails or the time is over; return the verdict.

    `alone`: in one process, as a single test needs no more.
    """
    file = copy / mutant.path
    source = file.read_bytes()
    file.write_bytes(mutant.applied(source))
    until = time.monotonic() + LIMIT
    try:
        for begin in range(0, len(modules), TOGETHER):
            if time.monotonic() > until:
                return NO_VERDICT
            command = [sys.executable, "-m", "pytest", "-x", "-q"]
            command += [] if alone else ["-n", str(processes()), "--dist", "loadfile"]
            done = subprocess.run(
                [*command, *modules[begin : begin + TOGETHER]], cwd=copy, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_environment(),
            )  # fmt: skip
            if done.returncode != 0:
                return KILLED
        return SURVIVED
    finally:
        file.write_bytes(source)


def possible(file: Path) -> Iterator[Mutant]:
    """Yield the mutations inside functions of a file."""
    source = file.read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    # An inner function comes after the one around it, so each node has the name of the innermost.
    function_of = {
        node: function.name
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for statement in function.body
        for node in ast.walk(statement)
    }

    def mutant_in(function: str, line: int, start: int, end_line: int, end: int, text: str) -> Mutant:
        path = str(file.relative_to(ROOT))
        return Mutant(path, line, starts[line - 1] + start, starts[end_line - 1] + end, text, function)

    for node in sorted(function_of, key=lambda node: (getattr(node, "lineno", 0), getattr(node, "col_offset", 0))):
        mutant = partial(mutant_in, function_of[node])
        match node:
            case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in SWAPS:
                yield _between(mutant, source, starts, left, right, SWAPS[type(operator)])
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in SWAPS:
                yield _between(mutant, source, starts, left, right, SWAPS[type(operator)])
            case ast.BoolOp(op=operator, values=[left, right]):
                yield _between(mutant, source, starts, left, right, SWAPS[type(operator)])
            case ast.Constant(value=bool() as value):
                yield mutant(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, str(not value))
            case ast.Constant(value=int() as value):
                yield mutant(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, str(value + 1))
            case ast.UnaryOp(op=ast.Not()):
                begin = starts[node.lineno - 1] + node.col_offset
                end = starts[node.end_lineno - 1] + node.end_col_offset
                operand = source[begin + len("not") : end].decode().strip()
                yield mutant(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, f"({operand})")


def _between(make, source: bytes, starts: list[int], left: ast.expr, right: ast.expr, operator: str) -> Mutant:
    """Replace the text between two operands; brackets around them are kept."""
    begin, end = (starts[left.end_lineno - 1] + left.end_col_offset, starts[right.lineno - 1] + right.col_offset)
    between = source[begin:end].decode()
    closing = between[: len(between) - len(between.lstrip(" )\n"))]
    opening = between[len(between.rstrip(" (\n")) :]
    text = f"{closing.rstrip(' ')} {operator} {opening.lstrip(' ')}"
    return make(left.end_lineno, left.end_col_offset, right.lineno, right.col_offset, text)
