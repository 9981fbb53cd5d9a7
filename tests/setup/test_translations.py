"""The translations, compared with the texts of the program and the rules of their languages."""

import gettext
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from babel import Locale
from babel.messages.pofile import read_po
from django.conf import settings

from tavleya import languages
from tests.paths import PACKAGES, ROOT

SOURCES = sorted(ROOT.glob("locale/*/LC_MESSAGES/*.po"))
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%%")
LATIN = re.compile(r"[A-Za-z]+")
# Letters of the other language's alphabet that look the same or like a typing error.
FOREIGN_LETTERS = {"ru": "іїєґ", "uk": "ыэёъ"}
PLURAL_FORMS = ("zero", "one", "two", "few", "many", "other")
# Files copied to collect the texts again: as few as the command needs.
COLLECTED = ("manage.py", *PACKAGES, "templates", "locale")


@pytest.fixture(params=SOURCES, ids=lambda path: path.parts[-3])
def source(request):
    return request.param


@pytest.fixture
def catalog(source):
    return catalog_of(source)


def catalog_of(source):
    with source.open("rb") as file:
        return read_po(file, locale=source.parts[-3], abort_invalid=True)


def as_tuple(value):
    return value if isinstance(value, tuple) else (value,)


def messages(catalog):
    """Return every text with its translations: (msgid and its plural, the forms in the language)."""
    return [
        (as_tuple(message.id), as_tuple(message.string))
        for message in catalog
        if message.id and not (message.context or "").startswith("date format")
    ]


def keys(catalog):
    return {(message.context, as_tuple(message.id)) for message in catalog if message.id}


def test_every_language_of_the_list_has_a_catalogue_and_all_have_the_same_texts():
    catalogs = {path.parts[-3]: keys(catalog_of(path)) for path in SOURCES}
    assert set(catalogs) == set(languages.codes()) - {languages.DEFAULT}
    first, *others = catalogs.values()
    assert all(other == first for other in others)


def test_a_translation_can_be_read_and_passes_the_checks_of_babel(catalog):
    problems = [f"{message.id!r}: {error}" for message, errors in catalog.check() for error in errors]
    assert not problems


def test_every_text_is_translated_and_no_translation_is_a_guess(catalog):
    assert not [message.id for message in catalog if message.id and not all(as_tuple(message.string))]
    assert not [message.id for message in catalog if message.fuzzy]
    assert not list(catalog.obsolete)


def test_the_plural_rule_is_that_of_the_language(catalog):
    index = gettext.c2py(catalog.plural_expr)
    locale = Locale.parse(catalog.locale_identifier)
    forms = [form for form in PLURAL_FORMS if form in {locale.plural_form(number) for number in range(1200)}]
    assert catalog.num_plurals == len(forms)
    for number in range(1200):
        assert index(number) == forms.index(locale.plural_form(number)), number


def test_a_translation_has_the_placeholders_of_its_text_and_no_other(catalog):
    for ids, forms in messages(catalog):
        # Only English can do without the number in its singular: “one” is used of 21 as well in these languages.
        wanted = set().union(*(PLACEHOLDER.findall(text) for text in ids))
        for form in forms:
            assert set(PLACEHOLDER.findall(form)) == wanted, (ids, form)


def test_a_text_with_placeholders_is_flagged_so_that_tools_check_it(catalog):
    unflagged = [
        message.id
        for message in catalog
        if message.id and any("%(" in text for text in as_tuple(message.id)) and "python-format" not in message.flags
    ]
    assert not unflagged


def test_a_translation_begins_and_ends_in_space_as_its_text_does(catalog):
    for ids, forms in messages(catalog):
        for form in forms:
            assert [form[end].isspace() for end in (0, -1)] == [ids[0][end].isspace() for end in (0, -1)], (ids, form)


def test_letters_and_quotation_marks_are_those_of_the_language(catalog):
    if not languages.is_cyrillic(str(catalog.locale)):
        pytest.skip("written in Latin letters")
    mixed = re.compile(r"[A-Za-z][А-яЁёІіЇїЄєҐґ]|[А-яЁёІіЇїЄєҐґ][A-Za-z]")
    foreign = {*FOREIGN_LETTERS.get(str(catalog.locale), ""), *"“”„\"'"}
    for ids, forms in messages(catalog):
        latin_words = set().union(*(LATIN.findall(PLACEHOLDER.sub(" ", text)) for text in ids))
        for form in forms:
            plain = PLACEHOLDER.sub(" ", form)
            assert not mixed.search(plain) and not set(form.lower()) & foreign, form
            # A Latin word quotes the text (FIDE, TRF, e2); any other has a wrong letter, such as “c” for “с”.
            assert set(LATIN.findall(plain)) <= latin_words, (ids, form)


def test_a_compiled_translation_is_that_of_its_source(source):
    """Checks the catalogues of this process, which were compiled when its settings were read."""
    compiled = Path(settings.LOCALE_PATHS[0]) / source.relative_to(ROOT / "locale").with_suffix(".mo")
    with compiled.open("rb") as file:
        actual = gettext.GNUTranslations(file)
    for message in catalog_of(source):
        if message.id and not message.pluralizable:
            translate = partial(actual.pgettext, message.context) if message.context else actual.gettext
            assert translate(message.id) == message.string


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("xgettext"), reason="needs xgettext (Debian's package gettext)")
def test_the_catalogues_have_exactly_the_texts_of_the_program(tmp_path):
    for name in COLLECTED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.mo"))
        else:
            shutil.copy(ROOT / name, tmp_path / name)
    subprocess.run(
        [sys.executable, "manage.py", "makemessages"], cwd=tmp_path,
        env=os.environ | {"TAVLEYA_VAR": str(tmp_path / "var"), "DJANGO_SETTINGS_MODULE": "config.settings"},
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    for source in SOURCES:
        collected = keys(catalog_of(tmp_path / source.relative_to(ROOT)))
        committed = keys(catalog_of(source))
        assert not sorted(collected - committed, key=str), (
            "not in the catalogue: run manage.py makemessages and translate"
        )
        assert not sorted(committed - collected, key=str), "no longer in the program: run manage.py makemessages"
