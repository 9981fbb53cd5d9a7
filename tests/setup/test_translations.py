"""The compiled translations are committed, so that nobody needs gettext; here they are held to their sources."""

import gettext
import io
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po"))


@pytest.fixture(params=SOURCES, ids=lambda path: str(path.relative_to(ROOT / "locale")))
def source(request):
    return request.param


def catalog_of(source):
    with source.open("rb") as file:
        return read_po(file, locale=source.parts[-3], abort_invalid=True)


def test_a_translation_can_be_read_and_keeps_its_placeholders(source):
    problems = [
        f"{message.id!r}: {error}" for message, errors in catalog_of(source).check() for error in errors
    ]
    assert not problems


def test_a_compiled_translation_is_that_of_its_source(source):
    compiled = source.with_suffix(".mo")
    assert compiled.exists(), f"compile it: pybabel compile -i {source.name} -o {compiled.name}"
    expected = io.BytesIO()
    write_mo(expected, catalog_of(source))
    expected.seek(0)
    with compiled.open("rb") as file:
        actual = gettext.GNUTranslations(file)._catalog
    wanted = gettext.GNUTranslations(expected)._catalog
    for catalog in (actual, wanted):
        catalog.pop("", None)  # the header, with its dates
    assert actual == wanted
