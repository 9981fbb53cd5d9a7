"""`./run size`: sizes of the packages and unclear names and phrases, compared with the budget in `size.toml`.

    ./run size            the table, and the two lines of totals
    ./run size --list     every unclear name and phrase with advice
    ./run size --record   write today's sizes into the budget

The exit status is 1 if a size is above its budget or more than 2 % below it: a saving is recorded, so that it stays.
"""

import argparse
import tomllib
from collections import Counter
from pathlib import Path

from tests.house.dialect import advice, project_hits
from tests.house.size import BESIDE_PROGRAM, program, sizes
from tests.paths import ROOT

BUDGET = Path(__file__).with_name("size.toml")
#: The part of a budget that may remain unused.
SLACK = 0.02


def main() -> int:
    parser = argparse.ArgumentParser(prog="./run size", description="Print the sizes of the project.")
    parser.add_argument("--list", action="store_true", help="every unclear name and phrase with advice")
    parser.add_argument("--record", action="store_true", help="write the sizes into the budget")
    arguments = parser.parse_args()
    if arguments.list:
        for hit in project_hits(ROOT):
            print(f"{hit.path}:{hit.line}: [{hit.pattern}: {advice(hit.pattern)}] {hit.text}")
    packages, words = sizes(ROOT)
    print(f"{'package':16}{'statements':>11}{'lines':>9}{'modules':>9}")
    for name, size in sorted(packages.items(), key=lambda item: -item[1].statements):
        print(f"{name or '(top)':16}{size.statements:11,}{size.lines:9,}{size.modules:9,}")
    if arguments.record:
        BUDGET.write_text(budget_text(measured()))
    complaints = list(complaints_of(measured(), tomllib.loads(BUDGET.read_text())))
    for complaint in complaints:
        print(complaint)
    total, hits = program(packages), counted_hits()
    print(
        f"size: statements {total.statements}, lines {total.lines}, modules {total.modules}, "
        f"tests {packages['tests'].lines}, docs {words} words"
    )
    print(f"dialect: identifiers {hits['identifiers']}, prose {hits['prose']}, docs {hits['docs']}")
    return 1 if complaints else 0


def measured() -> dict[str, dict[str, int]]:
    """Return the figures with a budget: statements and modules by package, test lines, words, unclear names."""
    packages, words = sizes(ROOT)
    parts = {name: size for name, size in sorted(packages.items()) if name and name not in BESIDE_PROGRAM}
    return {
        "statements": {name: size.statements for name, size in parts.items()},
        "modules": {name: size.modules for name, size in parts.items()},
        "project": {"test_lines": packages["tests"].lines, "words": words},
        "dialect": counted_hits(),
    }


def counted_hits() -> dict[str, int]:
    counts = Counter(hit.kind for hit in project_hits(ROOT))
    return {kind: counts[kind] for kind in ("identifiers", "prose", "docs")}


def complaints_of(figures: dict[str, dict[str, int]], budget: dict[str, dict[str, int]]) -> list[str]:
    """Return a sentence for each figure above its budget, more than `SLACK` below it, or without one."""
    complaints = []
    for table in figures.keys() | budget.keys():
        today, allowed = figures.get(table, {}), budget.get(table, {})
        for name in sorted(today.keys() | allowed.keys()):
            if name not in today or name not in allowed:
                complaints.append(f"{table} of {name}: measured {today.get(name)}, budget {allowed.get(name)}")
            elif today[name] > allowed[name]:
                complaints.append(f"{table} of {name}: {today[name]} is more than the budget of {allowed[name]}")
            elif today[name] < allowed[name] - max(allowed[name] * SLACK, 2):
                complaints.append(f"{table} of {name}: {today[name]}; lower the budget of {allowed[name]}")
    return complaints


def budget_text(figures: dict[str, dict[str, int]]) -> str:
    """Return the text of `size.toml`."""
    lines = ["# Budgets of sizes (`./run size`).  The commit that raises a number gives the reason.", ""]
    for table, row in figures.items():
        lines += [f"[{table}]", *(f"{name} = {number}" for name, number in row.items()), ""]
    return "\n".join(lines[:-1]) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
