"""Which long tests a change can reach: a recorded map, and rules for files that are not executed.

`impact.json` holds the commit of the recording and, for each test module with long tests, the source files and
templates that it executed; `programs` are those that start other processes. A change is a difference to that commit,
so everything since the recording is tried again. Without the map or its commit, and for files without a rule, every
long test is selected.
"""

import ast
import json
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tests.paths import ROOT
from tests.runner.plugin import DURATIONS

MAP = Path(__file__).with_name("impact.json")
#: Outcomes that leave open what a change does to a module.
_OPEN = ("failed", "out of time")
_folder = ""


class Everything(Exception):
    """Every long test is selected; the text says why."""


@dataclass(slots=True)
class Selection:
    """Modules whose long tests run; `everything` is the reason why all do, or ""."""

    files: set[str] = field(default_factory=set)
    everything: str = ""
    changed: int = 0
    known: int = 0

    def text(self) -> str:
        if self.everything:
            return f"long tests: all ({self.everything})"
        return (
            f"long tests: {len(self.files)} modules that {self.changed} changed files can reach; "
            f"{self.known - len(self.files)} left out"
        )


def select() -> Selection:
    """Return the modules whose long tests the changes since the recording can reach."""
    try:
        recorded = json.loads(MAP.read_text()) if MAP.exists() else None
        if recorded is None:
            raise Everything("no recorded map")
        changed = changed_files(recorded["commit"])
        reached = Reach(recorded)
        selected = {module for path in changed for module in reached.by_change(path)} | set(recorded["failed"])
        return Selection(selected, changed=len(changed), known=len(reached.modules))
    except Everything as error:
        return Selection(everything=str(error))


def changed_files(commit: str) -> list[str]:
    """Return the paths that differ from `commit`, in commits, in the working tree and untracked. Raises: Everything."""
    lines = []
    for command in (["diff", "--name-only", "--no-renames", commit], ["ls-files", "-o", "--exclude-standard"]):
        done = subprocess.run(["git", *command], cwd=ROOT, check=False, capture_output=True, text=True)
        if done.returncode:
            raise Everything(f"the commit of the recorded map, {commit[:8]}, is not in this clone")
        lines += done.stdout.splitlines()
    return sorted(set(lines))


class Reach:
    """The recorded map, asked by changed file."""

    def __init__(self, recorded: dict[str, Any]) -> None:
        self.commit: str = recorded["commit"]
        self.programs: set[str] = set(recorded["programs"])
        paths = recorded["paths"]
        self.modules: dict[str, set[str]] = {
            module: {path for index, path in enumerate(paths) if int(mask, 16) >> index & 1}
            for module, mask in recorded["reach"].items()
        }

    def by_change(self, path: str) -> set[str]:
        """Return the modules that a change of `path` can reach. Raises: Everything."""
        name = Path(path).name
        top = path.partition("/")[0]
        if path.startswith("tests/runner/") and name.endswith(".json"):
            return set()
        if name.endswith(".py") and same_code(_source(self.commit, path), _text(path)):
            return set()
        if path.startswith("tests/") and name.startswith("test_") and name.endswith(".py"):
            return {path}
        if top in ("docs", "LICENSE") or (name.endswith(".md") and "/" not in path):
            return self.in_folder("tests/setup") | {module for module in self.modules if "docs" in _text(module)}
        if top == "locale":
            return {module for module in self.modules if _is_read_in_other_languages(module)}
        if top == "static":
            return {module for module in self.modules if re.search(r"browser|playwright|static", _text(module))}
        if path.startswith("tests/data/"):
            return self.by_mention(path.split("/")[2].partition(".")[0])
        if top == "templates":
            return self.executing(path) | self.programs
        if top in ("deploy", "benchmarks", "clients") or name.startswith(("docker-compose", "Dockerfile")):
            return self.executing(path) | self.programs | self.in_folder("tests/setup", "tests/service", "tests/client")
        if name in ("conftest.py", "settings.py", "template.py", "servers.py") or "/migrations/" in path:
            raise Everything(f"{path} changed")
        if path.endswith(".py") and "/" in path:
            programs = set() if top == "tests" else self.programs
            return self.executing(path) | programs | self.by_import(path)
        if "/" in path and top not in (".ci", "tests"):
            return self.by_package(path) | self.programs
        if top == "tests":
            return self.by_mention(name)
        raise Everything(f"{path} changed")

    def executing(self, path: str) -> set[str]:
        return {module for module, paths in self.modules.items() if path in paths}

    def in_folder(self, *folders: str) -> set[str]:
        return {module for module in self.modules if module.startswith(tuple(f"{folder}/" for folder in folders))}

    def by_mention(self, word: str) -> set[str]:
        """Return the modules that mention a word, or execute a file of the tests that does. Raises: Everything."""
        all_paths = set().union(*self.modules.values(), self.modules)
        readers = {path for path in all_paths if path.startswith("tests/") and word in _text(path)}
        if modules := {module for module, paths in self.modules.items() if readers & {module, *paths}}:
            return modules
        raise Everything(f"no module mentions the changed data {word!r}")

    def by_package(self, path: str) -> set[str]:
        """Return the modules that execute the nearest package around a data file. Raises: Everything."""
        for folder in Path(path).parents[:-1]:
            if modules := {
                module
                for module, paths in self.modules.items()
                if any(name.startswith(f"{folder}/") and name.endswith(".py") for name in paths)
            }:
                return modules
        raise Everything(f"{path} changed")

    def by_import(self, path: str) -> set[str]:
        """Return the modules that execute a file with a name that `path` defines differently at import."""
        names = changed_names(_source(self.commit, path), _text(path))
        if not names:
            return set()
        mentions = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(names))) + r")\b")
        users = {other for other in set().union(*self.modules.values()) if mentions.search(_text(other))}
        return {module for module, paths in self.modules.items() if paths & users or mentions.search(_text(module))}


def same_code(old: str, new: str) -> bool:
    """Return whether two sources differ in layout and comments only."""
    return ast.dump(ast.parse(old)) == ast.dump(ast.parse(new))


def changed_names(old: str, new: str) -> set[str]:
    """Return the names whose statements differ, outside the bodies of functions. Raises: Everything."""
    before, after = dict(_statements(ast.parse(old))), dict(_statements(ast.parse(new)))
    changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    if any(not all(key) for key in changed):
        raise Everything("a statement that runs at import changed")
    return {name for key in changed for name in key}


def _statements(tree: ast.Module | ast.ClassDef, *outer: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield names and text of each statement that runs at import; imports and docstrings are left out."""
    for node in tree.body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                decorators = [ast.dump(decorator) for decorator in node.decorator_list]
                yield (*outer, node.name), f"{ast.dump(node.args)}{decorators}"
            case ast.ClassDef():
                heads = [ast.dump(part) for part in (*node.bases, *node.keywords, *node.decorator_list)]
                yield (*outer, node.name), str(heads)
                yield from _statements(node, node.name)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
                yield (*outer, *names), ast.dump(node)
            case ast.Import() | ast.ImportFrom() | ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                pass
            case _:
                yield ("", ast.dump(node)), ast.dump(node)


@cache
def _text(path: str) -> str:
    file = ROOT / path
    return file.read_text(errors="replace") if file.is_file() else ""


def _source(commit: str, path: str) -> str:
    done = subprocess.run(["git", "show", f"{commit}:{path}"], cwd=ROOT, check=False, capture_output=True, text=True)
    return done.stdout if not done.returncode else ""


def _is_read_in_other_languages(module: str) -> bool:
    return bool(re.search(r"[А-Яа-яЇїІі]|[\"'](?:ru|uk)[\"']|LANGUAGES|locale", _text(module)))


# Recording


def recording() -> dict[str, str]:
    """Return the environment of a run that records. Raises: SystemExit, if the working tree has changes."""
    global _folder
    status = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True, text=True)
    if status.stdout.strip():
        raise SystemExit("--record needs a clean working tree: the map names the commit that it was recorded at")
    _folder = tempfile.mkdtemp(prefix="tavleya-record-")
    return {"TAVLEYA_RECORD": _folder}


def record(tests: dict[str, dict[str, Any]], selection: Selection | None) -> None:
    """Write `durations.json` and `impact.json` from a run of everything, or of the short suite and `selection`.

    Modules outside the selection keep their last record: the changes do not reach them.
    A module with a test that failed, was unsteady or had no time left is selected by every change until it is recorded
    without one.
    """
    reach: dict[str, set[str]] = {name.partition("::")[0]: set() for name in tests}
    failed = {name.partition("::")[0] for name, test in tests.items() if test["outcome"] in _OPEN}
    programs: set[str] = set()
    durations: dict[str, float] = {}
    for test in tests.values():
        durations[test["unit"]] = durations.get(test["unit"], 0.0) + test["seconds"]
    if selection is not None and not selection.everything:
        before = Reach(json.loads(MAP.read_text()))
        modules = {module for module in before.modules if (ROOT / module).is_file()}
        left_out = {module: before.modules[module] for module in modules - selection.files}
        programs |= before.programs & left_out.keys()
        reach = {**reach, **left_out}
        for unit, seconds in json.loads(DURATIONS.read_text()).items():
            if unit in left_out or "/" not in unit:
                durations[unit] = max(seconds, durations.get(unit, 0.0))
    rounded = {unit: round(seconds, 1) for unit, seconds in sorted(durations.items())}
    DURATIONS.write_text(json.dumps(rounded, indent=0) + "\n")
    for file in Path(_folder).glob("reach-*.json"):
        part = json.loads(file.read_text())
        programs |= reach.keys() & set(part["programs"])
        for module in reach.keys() & part["reach"].keys():
            reach[module] |= set(part["reach"][module])
    paths = sorted(set().union(*reach.values()))
    index_of = {path: index for index, path in enumerate(paths)}
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True)
    new_map = {
        "commit": head.stdout.strip(),
        "programs": sorted(programs),
        "failed": sorted(failed),
        "paths": paths,
        "reach": {module: f"{sum(1 << index_of[path] for path in reach[module]):x}" for module in sorted(reach)},
    }
    MAP.write_text(json.dumps(new_map, indent=0) + "\n")
