"""The compiled catalogues are made from their sources when something starts, and only then."""

import gettext
import os
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import call_command

from config import catalogues
from tests.paths import ROOT

HEADER = 'msgid ""\nmsgstr ""\n"Language: {}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'


@pytest.fixture
def folder(tmp_path):
    for language, word in (("ru", "Тур"), ("de", "Runde")):
        write(tmp_path / "locale", language, word)
    return tmp_path / "locale"


def write(folder, language, word):
    source = folder / language / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(HEADER.format(language) + f'\nmsgid "Round"\nmsgstr "{word}"\n')
    return source


def translated_text(folder, language):
    with (folder / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        return gettext.GNUTranslations(file).gettext("Round")


def forbid_writing_in(folder, monkeypatch):
    """As a read-only checkout would; the superuser of a container may write everywhere."""
    mkstemp = catalogues.tempfile.mkstemp

    def refuse(**options):
        if options["dir"].is_relative_to(folder):
            raise PermissionError(13, "Permission denied", str(options["dir"]))
        return mkstemp(**options)

    monkeypatch.setattr(catalogues.tempfile, "mkstemp", refuse)


def test_a_catalogue_is_compiled_when_it_is_missing_and_when_its_source_is_newer(folder, tmp_path):
    assert catalogues.ready(folder, tmp_path / "var") == folder
    assert (translated_text(folder, "ru"), translated_text(folder, "de")) == ("Тур", "Runde")
    later = time.time_ns() + 10**9
    os.utime(write(folder, "de", "Durchgang"), ns=(later, later))
    assert [path.parts[-3] for path in catalogues.compile_stale(folder)] == ["de"]
    assert translated_text(folder, "de") == "Durchgang"
    assert not (tmp_path / "var").exists()


def test_nothing_is_compiled_twice_and_then_babel_is_not_even_read(folder, tmp_path):
    assert len(catalogues.compile_stale(folder)) == 2
    assert catalogues.compile_stale(folder) == []
    program = (
        "import sys, pathlib; from config import catalogues\n"
        "catalogues.ready(*map(pathlib.Path, sys.argv[1:])); sys.exit('babel' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, str(folder), str(tmp_path / "var")], cwd=ROOT, check=True)


def test_a_folder_that_cannot_be_written_is_compiled_elsewhere_or_left_and_the_reason_is_printed(
    folder, tmp_path, monkeypatch, capsys
):
    forbid_writing_in(folder, monkeypatch)
    var = tmp_path / "var" / "locale"
    assert catalogues.ready(folder, var) == var
    assert translated_text(var, "ru") == "Тур"
    assert not list(folder.rglob("*.mo"))
    forbid_writing_in(tmp_path, monkeypatch)
    assert catalogues.ready(folder, tmp_path / "other") == folder
    assert "Permission denied" in capsys.readouterr().err


def test_a_damaged_source_is_named_and_what_was_compiled_before_stays(folder, tmp_path, capsys):
    catalogues.compile_stale(folder)
    source = write(folder, "de", "Durchgang")
    source.write_text(source.read_text() + "<<<<<<< one side\n")
    later = time.time_ns() + 10**9
    os.utime(source, ns=(later, later))
    assert catalogues.ready(folder, tmp_path / "var") == folder
    assert str(source) in capsys.readouterr().err
    assert translated_text(folder, "de") == "Runde"
    assert not list(tmp_path.rglob("*.part"))


def test_processes_that_start_at_once_leave_whole_catalogues_and_nothing_else(folder):
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(catalogues.compile_all, [folder] * 16))
    assert (translated_text(folder, "ru"), translated_text(folder, "de")) == ("Тур", "Runde")
    names = [path.name for path in folder.rglob("*.*")]
    assert sorted(names) == ["django.mo", "django.mo", "django.po", "django.po"]
    compiled = folder / "de" / "LC_MESSAGES" / "django.mo"
    assert stat.S_IMODE(compiled.stat().st_mode) == 0o644, "another user's process reads it too"


def test_the_command_needs_no_program_of_the_system(folder, monkeypatch, capsys, settings):
    monkeypatch.setenv("PATH", "/nowhere")
    settings.BASE_DIR = folder.parent
    call_command("compilemessages")
    assert translated_text(folder, "de") == "Runde"
    assert capsys.readouterr().out.count("compiled") == 2


def test_compiled_catalogues_are_no_part_of_the_project():
    assert all("*.mo" in (ROOT / name).read_text() for name in (".gitignore", ".dockerignore"))
