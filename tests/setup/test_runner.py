"""The runner of the suite: reruns, the summary, and the long tests that a change selects."""

import ast
import json
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.runner import impact, mutants, plugin, stress, suite
from tests.runner.suite import Results

FLAKY, BROKEN, FINE = ("tests/a/test_a.py::test_flaky", "tests/a/test_a.py::test_broken[x@y]", "tests/b.py::test_b")


def outcome(result: str, *, long: bool = False, seconds: float = 1.0) -> dict[str, object]:
    return {"outcome": result, "seconds": seconds, "long": long, "text": "first failure", "unit": "tests/a.py"}


@pytest.fixture
def sessions(monkeypatch):
    """Replaces the sessions of reruns: the flaky test passes the second time."""
    started: list[str] = []

    def session(*arguments: str, **_: object) -> Results:
        name = arguments[-1]
        started.append(name)
        passes = name == FLAKY and started.count(FLAKY) == 2
        return Results(exit=0 if passes else 1, tests={name: outcome("passed" if passes else "failed")})

    monkeypatch.setattr(suite, "pytest_session", session)
    return started


def test_each_failed_test_is_rerun_alone_at_most_twice(sessions):
    results = Results(1, tests={FLAKY: outcome("failed"), BROKEN: outcome("failed"), FINE: outcome("passed")})
    assert suite.rerun(results) == ([FLAKY], [BROKEN])
    assert sessions == [FLAKY, FLAKY, BROKEN, BROKEN]


def test_many_failures_are_not_rerun(sessions):
    results = Results(1, tests={f"test_{number}": outcome("failed") for number in range(suite.MOST_RERUN + 1)})
    unsteady, failed = suite.rerun(results)
    assert (unsteady, len(failed), sessions) == ([], suite.MOST_RERUN + 1, [])


def test_an_unsteady_test_does_not_fail_the_gate_and_is_listed_with_its_failure(capsys):
    results = Results(1, long_tests=3, tests={FLAKY: outcome("failed"), FINE: outcome("passed", long=True)})
    assert suite.report(0.0, results, None, [FLAKY], [], workers=2) == 0
    printed = capsys.readouterr().out
    assert f"unsteady: 1\n--- {FLAKY}\nfirst failure" in printed
    assert "gate: short 0 s, long 1 of 3 in 0 s, unsteady 1, total " in printed.splitlines()[-1]


@pytest.mark.parametrize(
    "results",
    [
        Results(1, tests={BROKEN: outcome("failed")}), Results(2, broken=["tests/a.py: SyntaxError"]),
        Results(3, tests={FINE: outcome("passed")}), Results(1, tests={FINE: outcome("passed")}),
    ],
    ids=["failed three times", "not collected", "pytest ended badly", "failed without a test"],
)  # fmt: skip
def test_a_failure_fails_the_gate(results):
    assert suite.report(0.0, results, None, [], results.failed, workers=1) == 1


def test_long_tests_without_time_are_listed(capsys):
    results = Results(0, long_tests=2, tests={FINE: outcome("out of time", long=True)})
    assert suite.report(0.0, results, None, [], [], workers=1) == 0
    assert f"no time left for 1 long tests:\n    {FINE}" in capsys.readouterr().out


def test_a_group_at_the_end_of_a_node_id_is_not_part_of_the_name():
    assert plugin.without_group(BROKEN + "@site") == BROKEN
    assert plugin.without_group(BROKEN) == BROKEN
    assert plugin.group_of("tests/b.py::test_b@site") == "site"


@pytest.mark.long
def test_a_real_session_reports_each_outcome(tmp_path):
    """Results of a session in a separate process, with a deadline that has passed."""
    (tmp_path / "test_of_the_runner.py").write_text(
        "import pytest\n"
        "def test_passes(): pass\n"
        "def test_fails(): assert 0, 'expected'\n"
        "@pytest.mark.long\ndef test_late(): pass\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long\n")
    results = suite.pytest_session(
        *("-n2", "--dist=loadgroup", "--long-until=1", f"--rootdir={tmp_path}", f"-c{tmp_path}/pytest.ini"),
        *("-p", "no:django", str(tmp_path)),
        quiet=True,
    )
    outcomes = {name.partition("::")[2]: test["outcome"] for name, test in results.tests.items()}
    assert outcomes == {"test_passes": "passed", "test_fails": "failed", "test_late": "out of time"}
    assert results.long_tests == 1
    assert "expected" in results.tests[results.failed[0]]["text"]


# Impact

RECORDED = {
    "commit": "c0ffee",
    "failed": ["tests/tavleya/test_failed_then.py"],
    "programs": ["tests/service/test_cluster.py"],
    "paths": ["tavleya/law/penalties.py", "tavleya/law/users.py", "templates/hall/card.html"],
    "reach": {
        "tests/tavleya/test_penalties.py": "1", "tests/pages/test_card.py": "7",
        "tests/setup/test_documents.py": "0", "tests/service/test_cluster.py": "0",
        "tests/browser/test_hall.py": "4", "tests/client/test_open.py": "0",
    },
}  # fmt: skip
BEFORE = "LIMIT = 3\ndef bound(points, most=LIMIT):\n    return min(points, most)\n"


@pytest.fixture
def texts(monkeypatch):
    """Contents of files now and at the commit of the recording; a test changes them."""
    now = {
        "tavleya/law/penalties.py": BEFORE,
        "tavleya/law/users.py": "from tavleya.law.penalties import LIMIT",
        "tests/browser/test_hall.py": "def test_hall(browser): ...",
        "tests/pages/test_card.py": "Судья",
        "tests/client/test_open.py": "ROOT / 'docs' / 'examples', 'size.toml'",
    }
    monkeypatch.setattr(impact, "_text", lambda path: now.get(path, ""))
    monkeypatch.setattr(impact, "_source", lambda commit, path: BEFORE)
    return now


PENALTIES = "tavleya/law/penalties.py"
WITHOUT_BOUND = BEFORE.replace("min", "max")


@pytest.mark.parametrize(
    ("path", "text", "selected"),
    [
        (PENALTIES, WITHOUT_BOUND, ["pages/test_card", "service/test_cluster", "tavleya/test_penalties"]),
        (PENALTIES, "# No more than three.\n" + BEFORE.replace("return min", "\n    return min"), []),
        ("tavleya/law/other.py", WITHOUT_BOUND, ["service/test_cluster"]),
    ],
    ids=["body", "layout and comments", "executed by no long test"],
)
def test_a_change_selects_the_modules_that_execute_the_file_and_those_that_start_programs(texts, path, text, selected):
    texts[path] = text
    assert sorted(impact.Reach(RECORDED).by_change(path)) == [f"tests/{name}.py" for name in selected]


def test_a_new_file_selects_what_its_importers_select(texts, monkeypatch):
    monkeypatch.setattr(impact, "_source", lambda commit, path: "")
    assert "tests/pages/test_card.py" not in impact.Reach(RECORDED).by_change("tavleya/law/other.py")


def test_a_changed_constant_selects_those_that_execute_a_file_with_its_name(texts):
    texts["tavleya/law/penalties.py"] = BEFORE.replace("3", "4")
    without_users = {**RECORDED, "reach": {"tests/pages/test_card.py": "2", "tests/tavleya/test_other.py": "4"}}
    selected = impact.Reach(without_users).by_change(PENALTIES)
    assert "tests/pages/test_card.py" in selected and "tests/tavleya/test_other.py" not in selected


@pytest.mark.parametrize(
    ("path", "selected"),
    [
        ("templates/hall/card.html", ["browser/test_hall", "pages/test_card", "service/test_cluster"]),
        ("static/css/card.css", ["browser/test_hall"]),
        ("locale/ru/LC_MESSAGES/django.po", ["pages/test_card"]),
        ("docs/architecture.md", ["client/test_open", "setup/test_documents"]),
        ("tests/house/size.toml", ["client/test_open"]),
        ("tavleya/law/chapter.md", ["pages/test_card", "service/test_cluster", "tavleya/test_penalties"]),
        ("deploy/nginx.conf", ["client/test_open", "service/test_cluster", "setup/test_documents"]),
        ("tests/pages/test_new.py", ["pages/test_new"]),
        ("tavleya/law/books/fide/book.toml", ["pages/test_card", "service/test_cluster", "tavleya/test_penalties"]),
        ("tests/runner/impact.json", []),
    ],
)
def test_each_kind_of_file_selects_by_its_rule(texts, path, selected):
    modules = impact.Reach(RECORDED).by_change(path)
    assert sorted(modules) == [f"tests/{name}.py" for name in selected]


@pytest.mark.parametrize(
    "path",
    [
        "pyproject.toml", "requirements.txt", "tests/conftest.py", "games/migrations/0003_more.py",
        "tests/data/no/x.json",
    ],
)  # fmt: skip
def test_a_file_that_everything_depends_on_selects_everything(texts, path):
    with pytest.raises(impact.Everything):
        impact.Reach(RECORDED).by_change(path)


def test_a_module_that_failed_when_the_map_was_recorded_is_selected_and_without_its_commit_all(
    tmp_path, monkeypatch, texts
):
    path = tmp_path / "impact.json"
    path.write_text(json.dumps(RECORDED | {"commit": "0" * 40}))
    monkeypatch.setattr(impact, "MAP", path)
    selection = impact.select()
    assert "not in this clone" in selection.everything
    assert selection.text().startswith("long tests: all (")
    path.write_text(json.dumps(RECORDED))
    monkeypatch.setattr(impact, "changed_files", lambda commit: ["docs/architecture.md"])
    assert impact.select().files > {"tests/tavleya/test_failed_then.py", "tests/setup/test_documents.py"}


def test_a_recording_of_a_selection_keeps_what_was_left_out(tmp_path, monkeypatch):
    left_out, selected, removed = ("tests/setup/test_runner.py", "tests/setup/test_run.py", "tests/test_gone.py")
    for name, content in {
        "MAP": {**RECORDED, "reach": {left_out: "5", selected: "2", removed: "2"}, "programs": [left_out, selected]},
        "DURATIONS": {left_out: 9.0, selected: 7.0, removed: 1.0, "site": 30.0},
    }.items():
        (tmp_path / name).write_text(json.dumps(content))
        monkeypatch.setattr(impact, name, tmp_path / name)
    (tmp_path / "reach-gw0.json").write_text(
        json.dumps({"reach": {selected: ["templates/hall/card.html"]}, "programs": []})
    )
    monkeypatch.setattr(impact, "_folder", str(tmp_path))
    tests = {f"{name}::test_a": {**outcome("passed"), "unit": name} for name in (left_out, selected)}
    impact.record(tests, impact.Selection({selected}))
    written = json.loads((tmp_path / "MAP").read_text())
    recorded = impact.Reach(written)
    assert recorded.modules == {
        left_out: {"tavleya/law/penalties.py", "templates/hall/card.html"}, selected: {"templates/hall/card.html"},
    }  # fmt: skip
    assert (recorded.programs, written["failed"]) == ({left_out}, [])
    assert json.loads((tmp_path / "DURATIONS").read_text()) == {left_out: 9.0, selected: 1.0, "site": 30.0}


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("X = 1", "X = 2", {"X"}),
        ("def f(a=1): return a", "def f(a=2): return a", {"f"}),
        ("def f(a): return a", "def f(a):\n    '''Say.'''\n    return a + 1", set()),
        ("class A:\n    x = 1", "class A:\n    x = 2", {"A", "x"}),
        ("import a", "import b", set()),
        ("", "def f(): ...", {"f"}),
    ],
)
def test_names_that_are_defined_differently(old, new, names):
    assert impact.changed_names(old, new) == names


def test_a_changed_statement_without_a_name_selects_everything():
    with pytest.raises(impact.Everything):
        impact.changed_names("register(1)", "register(2)")


# Mutations


def test_each_mutation_changes_one_place_and_can_be_read(tmp_path, monkeypatch):
    source = (
        "LIMIT = 1\n"
        "def f(a, b):\n"
        "    if not (a < b) and b in (1, 2):\n"
        "        return (a +\n            b)\n"
        "    return True\n"
    )
    file = tmp_path / "module.py"
    file.write_text(source)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    mutated = [mutant.applied(source.encode()).decode() for mutant in mutants.possible(file)]
    assert len(mutated) == len(set(mutated)) == 8
    for text in mutated:
        assert ast.dump(ast.parse(text)) != ast.dump(ast.parse(source))
        assert text.startswith("LIMIT = 1\n")
    assert source.replace("not (a < b)", "((a < b))") in mutated
    assert source.replace("a < b", "a <= b") in mutated
    assert {mutant.function for mutant in mutants.possible(file)} == {"f"}


@pytest.fixture
def mutant(tmp_path) -> mutants.Mutant:
    (tmp_path / "module.py").write_text("x = 1\n")
    return mutants.Mutant("module.py", 1, 0, 1, "y", "count")


@pytest.mark.parametrize(
    ("codes", "limit", "verdict"),
    [
        ([0, 0], 300, mutants.SURVIVED),
        ([0, 1], 300, mutants.KILLED),
        ([1], 300, mutants.KILLED),
        ([], -1, mutants.NO_VERDICT),
    ],
)
def test_a_mutation_survives_if_its_modules_pass_in_time(tmp_path, monkeypatch, mutant, codes, limit, verdict):
    seen = []

    def run(command, cwd, **_):
        seen.append((Path(cwd) / "module.py").read_text())
        return SimpleNamespace(returncode=codes[len(seen) - 1])

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(mutants, "LIMIT", limit)
    assert mutants.judge(tmp_path, mutant, ["t.py"] * (mutants.TOGETHER + 1)) == verdict
    assert (seen, (tmp_path / "module.py").read_text()) == (["y = 1\n"] * len(codes), "x = 1\n")


def test_modules_that_name_the_function_come_first_then_those_that_name_its_file(tmp_path, monkeypatch, mutant):
    texts = {"a.py": "", "b.py": "import module", "c.py": "from module import count", "d.py": "count"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    order = mutants.in_order({*texts}, mutant, {"a.py": 1.0, "b.py": 2.0, "c.py": 9.0, "d.py": 1.0})
    assert order == ["c.py", "d.py", "b.py", "a.py"]


def test_repetitions_of_a_test_are_counted_under_its_name():
    names = ["t.py::test_a[repetition3]", "t.py::test_a[x-repetition12]", "t.py::test_a[x]"]
    assert [stress.name_of(name) for name in names] == ["t.py::test_a", "t.py::test_a[x]", "t.py::test_a[x]"]


@pytest.mark.long
def test_each_repetition_passes_under_the_name_of_its_test(capsys):
    assert stress.repeat(["tests/setup/test_runner.py::test_names_that_are_defined_differently"], 2) == 0
    assert capsys.readouterr().out == "stress: 6 of 6 tests passed 2 times\n"
