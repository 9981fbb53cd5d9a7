"""`./run house`: sizes of the apps, imports against their order, and files that common tasks touch.

The last line is the measure: `house: tournaments T lines, up 0, circles 0, faces 0, a field F files`. The exit status
is 1 if an import points up, packages import each other in a circle, a package re-exports, or a task touches more files
than promised.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import grimp

from tests.house.tasks import FIELD, TASKS
from tests.paths import PACKAGES, ROOT


def main() -> int:
    sizes = {app: size_of(app) for app in PACKAGES}
    for app, (modules, lines) in sorted(sizes.items(), key=lambda item: -item[1][1]):
        print(f"{app:14} {lines:7,} lines {modules:5} modules")
    graph = grimp.build_graph(*PACKAGES)
    up, circles, faces = (imports_up(graph), list(imports_in_circles(graph)), list(re_exporting_packages(graph)))
    for title, imports in (("up", up), ("circles", circles)):
        for importer, imported in imports:
            print(f"{title}: {importer} imports {imported}")
    for face in faces:
        print(f"face: {face}")
    too_many = False
    for task in TASKS:
        count = len(task.touched)
        too_many |= count > task.most
        print(f"{task.name}: {count} files of at most {task.most}: {', '.join(sorted(task.touched))}")
    print(
        f"house: tournaments {sizes['tournaments'][1]} lines, up {len(up)}, circles {len(circles)}, "
        f"faces {len(faces)}, a field {len(FIELD.touched)} files"
    )
    return 1 if up or circles or faces or too_many else 0


def size_of(app: str) -> tuple[int, int]:
    """Return the numbers of modules and lines of an app without its migrations."""
    texts = [path.read_text() for path in sources(app) if "migrations" not in path.parts]
    return len(texts), sum(len(text.splitlines()) for text in texts)


def sources(app: str) -> list[Path]:
    return sorted((ROOT / app).rglob("*.py"))


def layers() -> list[set[str]]:
    """Return the apps of each layer, the highest first, as the contract in `pyproject.toml` states them."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    contract = next(item for item in linter["contracts"] if item["name"] == "The layers of the apps")
    return [{app.strip() for app in layer.split("|")} for layer in contract["layers"]]


def imports_up(graph: grimp.ImportGraph) -> list[tuple[str, str]]:
    """Return direct imports of an app on the same or a higher layer."""
    level = {app: number for number, layer in enumerate(layers()) for app in layer}
    return sorted(
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
        if (importing_app := module.partition(".")[0]) != (imported_app := imported.partition(".")[0])
        and level[imported_app] <= level[importing_app]
    )


def imports_in_circles(graph: grimp.ImportGraph) -> Iterator[tuple[str, str]]:
    """Yield the fewest imports without which no siblings of a package would import each other in a circle."""
    for package in sorted({module.rpartition(".")[0] for module in graph.modules} - {""}):
        yield from sorted(graph.nominate_cycle_breakers(package))


def re_exporting_packages(graph: grimp.ImportGraph) -> Iterator[str]:
    """Yield packages of the apps that pass on names of their modules, each with a module that imports from it.

    An engine's package is its public interface, described in `tavleya/README.md`.
    """
    for path in (file for app in PACKAGES if app != "tavleya" for file in sources(app)):
        package = ".".join(path.parent.relative_to(ROOT).parts)
        if path.name == "__init__.py" and _passes_names_on(path):
            for user in sorted(graph.find_modules_that_directly_import(package)):
                yield f"{package}, used by {user}"


def _passes_names_on(path: Path) -> bool:
    tree = ast.parse(path.read_text())
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return any(
        (alias.asname or alias.name) not in used
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in PACKAGES
        for alias in node.names
    )


if __name__ == "__main__":
    raise SystemExit(main())
