"""The `run` script: what it installs, when it repeats it, and what it says when it cannot."""

import ast
import importlib.machinery
import importlib.util
import os
import re
import shutil
import subprocess
import sys

import pytest

from tests.paths import ROOT

SOURCE = ROOT / "run"


class Executed(Exception):
    """Raised when `run` would become another program."""


@pytest.fixture
def project(tmp_path):
    """A project with nothing but `run`, two empty locks and a manage.py that repeats its arguments."""
    shutil.copy(SOURCE, tmp_path / "run")
    (tmp_path / "requirements.txt").write_text("# runtime\n")
    (tmp_path / "requirements-dev.txt").write_text("# old\n")
    (tmp_path / "manage.py").write_text("import sys\nprint('manage', *sys.argv[1:])\n")
    return tmp_path


@pytest.fixture
def script(project, monkeypatch):
    """The script of that project as a module; fakes create the environment and record the calls."""
    loader = importlib.machinery.SourceFileLoader("run_script", str(project / "run"))
    spec = importlib.util.spec_from_loader("run_script", loader)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.delenv("TAVLEYA_VENV", raising=False)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    # Restored afterwards, whatever the script changes.
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", "")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX")
    loader.exec_module(module)
    module.installed = []

    def make_environment():
        module.PYTHON.parent.mkdir(parents=True, exist_ok=True)
        module.PYTHON.touch()

    def execute(program, arguments):
        module.executed = arguments[1:]
        raise Executed

    monkeypatch.setattr(module, "make_environment", make_environment)
    monkeypatch.setattr(module, "install_command", lambda lock: ["true", lock.name])
    monkeypatch.setattr(module.subprocess, "run", lambda command, **_: module.installed.append(command[1]))
    monkeypatch.setattr(module.os, "execv", execute)
    monkeypatch.chdir(project)
    return module


def call(module, *arguments):
    with pytest.raises(Executed):
        module.main(list(arguments))
    return module.executed


def start_script(project, *arguments, **changes):
    """Start the script in a new process, without uv; `changes` are variables of its environment."""
    environment = {"PATH": "/nowhere", "HOME": str(project), "PIP_NO_INDEX": "1", **changes}
    return subprocess.run(
        [sys.executable, "run", *arguments], cwd=project, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("arguments", "becomes"),
    [
        (["demo", "--port", "9000"], ["manage.py", "demo", "--port", "9000"]),
        (["serve"], ["manage.py", "serve"]),
        (["migrate", "--plan"], ["manage.py", "migrate", "--plan"]),
        (["help", "migrate"], ["manage.py", "help", "migrate"]),
        (["test", "-k", "clock"], ["-m", "pytest", "-k", "clock"]),
        (["exam", "-k", "tavreli"], ["-m", "tests.runner.exam", "-k", "tavreli"]),
        (["bench", "moves"], ["-m", "benchmarks", "moves"]),
        (["pictures", "--tour"], ["-m", "tests.faces", "--tour"]),
        (["cluster", "--check"], ["-m", "deploy.cluster", "--check"]),
        (["chaos", "--kills", "30"], ["-m", "benchmarks.chaos", "--kills", "30"]),
    ],
)
def test_each_command_becomes_the_program_it_names(script, arguments, becomes):
    assert call(script, *arguments) == becomes


@pytest.mark.parametrize(
    "arguments", [[], ["--long"], ["--changed"], ["--stress", "tests/service", "--times", "3"], ["--mutants", "9"]]
)
def test_the_whole_suite_goes_to_the_runner(script, arguments):
    assert call(script, "test", *arguments) == ["-m", "tests.runner", *arguments]


def test_bytecode_is_stored_next_to_the_environment_and_long_tests_are_asked_for(script, monkeypatch):
    monkeypatch.setenv("TAVLEYA_LONG_TESTS", "0")
    for option, long in (((), "0"), (("--long",), "1")):
        assert call(script, "test", "tests/tavleya/clocks", *option) == ["-m", "pytest", "tests/tavleya/clocks"]
        assert os.environ["TAVLEYA_LONG_TESTS"] == long
    assert os.environ["PYTHONPYCACHEPREFIX"] == str(script.VENV / "bytecode")
    assert "PYTHONDONTWRITEBYTECODE" not in os.environ


def test_lint_takes_every_step_even_after_one_that_failed(script, monkeypatch, capsys):
    taken = []

    def take(command, env):
        taken.append(command)
        return subprocess.CompletedProcess(command, returncode=1 if "mypy" in command else 0)

    monkeypatch.setattr(script.subprocess, "run", take)
    assert script.lint() == 1
    assert len(taken) == 7
    assert capsys.readouterr().out.splitlines()[-1] == "lint: failed: mypy"


@pytest.mark.parametrize(
    ("steps", "installed"),
    [
        ("check check", "runtime"),
        ("check runtime=new check", "runtime runtime"),
        ("check python check", "runtime runtime"),
        ("check test check", "runtime development"),
        ("test development=new test development=old test", "development development development"),
    ],
)
def test_requirements_are_installed_once_for_each_lock_and_python(script, monkeypatch, steps, installed):
    locks = {"runtime": script.RUNTIME, "development": script.DEVELOPMENT}
    for step in steps.split():
        name, _, text = step.partition("=")
        if name in locks:
            locks[name].write_text(f"# {text}\n")
        elif name == "python":
            monkeypatch.setattr(script, "this_python", lambda: "3.12.9 /usr")
        else:
            call(script, name)
    assert script.installed == [locks[name].name for name in installed.split()]


def test_an_interrupted_installation_is_repeated(script, monkeypatch):
    call(script, "check")
    script.RUNTIME.write_text("# another\n")

    def interrupted(command, **_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(script.subprocess, "run", interrupted)
        with pytest.raises(KeyboardInterrupt):
            script.main(["check"])
    assert not script.INSTALLED.exists()
    call(script, "check")
    assert len(script.installed) == 2


def test_each_lock_holds_every_pin_of_the_smaller_one():
    """Therefore one stamp is enough for the two locks that the script installs."""
    runtime, extras, development = (
        set(re.findall(r"(?m)^([\w.-]+==\S+)", (ROOT / name).read_text()))
        for name in ("requirements.txt", "requirements-extras.txt", "requirements-dev.txt")
    )
    assert len(runtime) > 20
    assert runtime < extras < development


def test_a_python_of_another_age_can_read_the_script_far_enough_to_be_refused_by_name(script, monkeypatch):
    ast.parse(SOURCE.read_text(), feature_version=(3, 6))
    for version in [(3, 10, 4), (3, 14, 0)]:
        monkeypatch.setattr(script.sys, "version_info", version)
        with pytest.raises(SystemExit, match=r"needs Python 3\.11, 3\.12 or 3\.13"):
            script.main(["check"])
    assert script.installed == []


def test_help_is_printed_without_making_anything(project):
    assert os.access(SOURCE, os.X_OK) and os.access(ROOT / ".ci" / "run", os.X_OK)
    for arguments in ([], ["--help"], ["help"]):
        result = start_script(project, *arguments)
        assert result.returncode == 0
        assert "./run demo" in result.stdout
    assert not (project / ".venv").exists()


@pytest.mark.parametrize("missing", ["ensurepip", "folder"])
def test_a_missing_package_and_a_folder_that_cannot_be_written_are_named(project, missing):
    """Debian leaves ensurepip out of python3 and puts it into python3-venv."""
    (project / "lib").mkdir()
    (project / "lib" / "ensurepip.py").write_text("raise ImportError('not here')\n")
    (project / "file").touch()
    changes, advice = {
        "ensurepip": ({"PYTHONPATH": str(project / "lib")}, "apt install python3-venv"),
        "folder": ({"TAVLEYA_VENV": str(project / "file" / "venv")}, "TAVLEYA_VENV"),
    }[missing]
    result = start_script(project, "check", **changes)
    assert result.returncode == 1
    assert advice in result.stderr and "Traceback" not in result.stderr


@pytest.mark.long
def test_a_failed_installation_says_so_and_the_next_one_mends_it(project):
    """The whole way with a real environment, from an empty index: the third run installs nothing."""
    lock = project / "requirements.txt"
    lock.write_text("this is not a requirement\n")
    failed = start_script(project, "check")
    assert failed.returncode == 1
    assert "did not finish" in failed.stderr
    assert not (project / ".venv" / "installed-by-run").exists()
    lock.write_text("# nothing\n")
    repaired = start_script(project, "check", "--deploy")
    assert (repaired.returncode, repaired.stdout) == (0, "manage check --deploy\n")
    assert "Installing" in repaired.stderr
    second = start_script(project, "check")
    assert (second.stdout, second.stderr) == ("manage check\n", "")
