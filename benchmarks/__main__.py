"""`./run bench [name …] [--option value …]`: the benchmarks by name, or all that take less than a minute or two.

Every module of this package with a `run()` that gives rows is one; `LONG = True` keeps it for when it is named.
Options are arguments of `run`.
"""

import importlib
import pkgutil
import platform
import sys
from itertools import pairwise
from pathlib import Path
from types import ModuleType

import benchmarks
from benchmarks.measuring import show


def main(words: list[str]) -> int:
    modules = _modules()
    options = {word[2:]: value for word, value in pairwise([*words, ""]) if word.startswith("--")}
    names = [word for word, before in zip(words, ["", *words], strict=False) if "--" not in (word[:2], before[:2])]
    unknown = [name for name in names if name not in modules]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are: {', '.join(sorted(modules))}", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()}, {_processor()}")
    for name in names or sorted(name for name, module in modules.items() if not getattr(module, "LONG", False)):
        show(name, modules[name].run(**options))
    return 0


def _modules() -> dict[str, ModuleType]:
    modules = {}
    for info in pkgutil.iter_modules(benchmarks.__path__):
        if info.name != "__main__" and not info.ispkg:
            module = importlib.import_module(f"benchmarks.{info.name}")
            if hasattr(module, "run"):
                modules[info.name] = module
    return modules


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
