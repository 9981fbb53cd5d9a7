"""Random mutations of engines and services, and those that no test notices (`./run test --mutants N [--seed S]`).

A mutation is made in a copy of the last commit, and the modules that the recorded map knows to execute its file are
run there until one fails: first those that name the mutated function, then those that name its module, then the others,
each time the quickest first. After `LIMIT` seconds no further modules are run, and the mutation has no verdict.
"""

import ast
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.paths import ROOT
from tests.runner.impact import MAP, Reach
from tests.runner.plugin import DURATIONS
from tests.runner.suite import processes

MUTATED = ("tavleya/**/*.py", "*/services.py", "*/services/**/*.py")
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
    drawn = random.Random(seed).sample(mutants, min(count, len(mutants)))
    survived, open_ = [], []
    with tempfile.TemporaryDirectory(prefix="tavleya-mutants-") as folder:
        copy = Path(folder) / "copy"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", str(copy)], cwd=ROOT, check=True)
        try:
            for mutant in drawn:
                modules = in_order(reach.executing(mutant.path), mutant, durations)
                verdict = judge(copy, mutant, modules)
                print(f"{verdict}: {mutant.path}:{mutant.line} -> {mutant.text}", flush=True)
                if verdict == SURVIVED:
                    survived.append(mutant)
                elif verdict == NO_VERDICT:
                    open_.append(mutant)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(copy)], cwd=ROOT, check=False)
    killed = len(drawn) - len(survived) - len(open_)
    print(f"mutants: {killed} of {len(drawn)} killed, {len(survived)} survived, {len(open_)} without a verdict")
    return 1 if survived else 0


def in_order(modules: set[str], mutant: Mutant, durations: dict[str, float]) -> list[str]:
    """Sort test modules by how likely and how quickly they notice the mutation."""
    stem = Path(mutant.path).stem

    def rank(module: str) -> tuple[bool, bool, float]:
        text = (ROOT / module).read_text() if (ROOT / module).exists() else ""
        return mutant.function not in text, stem not in text, durations.get(module, 60.0)

    return sorted(modules, key=rank)


def judge(copy: Path, mutant: Mutant, modules: list[str]) -> str:
    """Run modules on the mutation, a few at a time, until one fails or the time is over; return the verdict."""
    file = copy / mutant.path
    source = file.read_bytes()
    file.write_bytes(mutant.applied(source))
    until = time.monotonic() + LIMIT
    try:
        for begin in range(0, len(modules), TOGETHER):
            if time.monotonic() > until:
                return NO_VERDICT
            command = [
                sys.executable, "-m", "pytest", "-x", "-q", "-n", str(processes()), "--dist", "loadfile",
            ]  # fmt: skip
            done = subprocess.run(
                [*command, *modules[begin : begin + TOGETHER]], cwd=copy, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**os.environ, "TAVLEYA_LONG_TESTS": "1"},
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

    for node in sorted(function_of, key=lambda one: (getattr(one, "lineno", 0), getattr(one, "col_offset", 0))):
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
    """Replace what stands between two operands; brackets around them are kept."""
    begin, end = (starts[left.end_lineno - 1] + left.end_col_offset, starts[right.lineno - 1] + right.col_offset)
    between = source[begin:end].decode()
    closing = between[: len(between) - len(between.lstrip(" )\n"))]
    opening = between[len(between.rstrip(" (\n")) :]
    text = f"{closing.rstrip(' ')} {operator} {opening.lstrip(' ')}"
    return make(left.end_lineno, left.end_col_offset, right.lineno, right.col_offset, text)
