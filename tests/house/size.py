"""Sizes of the project: statements, lines and modules of each package, lines of tests, words of documents.

Statements are nodes of the syntax tree without docstrings, so that blank lines, line breaks and comments do not count.
Migrations and generated modules are left out.  Words of documents are runs between blanks outside code blocks.
"""

import ast
import re
import subprocess
from collections import Counter, defaultdict
from pathlib import Path
from typing import NamedTuple

#: Top-level folders that are not part of the program.
BESIDE_PROGRAM = {"benchmarks", "clients", "deploy", "docs", "tests"}
GENERATED = re.compile(r"clients/python/tavleya_client/(arbiters|events|players|rounds|sections|shapes|teams)\.py")
VENDORED = re.compile(r"(^|/)(vendor|node_modules|fonts)/")


class Size(NamedTuple):
    """Size of a package."""

    statements: int
    lines: int
    modules: int


def sizes(root: Path) -> tuple[dict[str, Size], int]:
    """Return the size of each top-level folder with Python modules, and the number of words of all documents."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    words = 0
    for name in tracked(root):
        top = name.partition("/")[0] if "/" in name else ""
        if VENDORED.search(name) or "/migrations/" in name or GENERATED.fullmatch(name):
            continue
        if name.endswith(".py"):
            text = (root / name).read_text(encoding="utf-8")
            counts[top].update(statements=statements(text), lines=len(text.splitlines()), modules=1)
        elif name.endswith(".md") and not name.startswith(("tests/data", "templates/")):
            text = (root / name).read_text(encoding="utf-8")
            words += len(re.sub(r"```.*?```", "", text, flags=re.DOTALL).split())
    return {top: Size(**count) for top, count in counts.items()}, words


def statements(text: str) -> int:
    """Return the number of statements of a module, docstrings left out."""
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = sum(
        isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None for node in nodes
    )
    return sum(isinstance(node, ast.stmt) for node in nodes) - docstrings


def program(packages: dict[str, Size]) -> Size:
    """Return the size of all packages of the program together."""
    parts = [size for top, size in packages.items() if top and top not in BESIDE_PROGRAM]
    return Size(*map(sum, zip(*parts, strict=True)))


def tracked(root: Path) -> list[str]:
    """Return the paths of the files that git tracks and that exist."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout.decode()
    return [name for name in listed.split("\0") if name and (root / name).is_file()]
