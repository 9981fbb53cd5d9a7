"""Languages are named in one list, in catalogues and in files of data, and nowhere else in the program."""

import ast
import re

import pytest

from tavleya import languages
from tests.setup.project_files import project_files, text_of

# Places that may name a language, with the reason.
ALLOWED = {
    "clients/": "the default language of a client, which does not import the list",
    "tavleya/languages.py": "the list itself",
    "tavleya/rules/filegame.py": "the letters of the pieces, by the language of the score sheet",
    "tavleya/law/": "the law books, by language",
    "static/errors/": "the error pages of the proxy, which cannot be translated while the service is away",
    "portal/demo/": "the demonstration: names and descriptions in several languages",
}
NOT_THE_PROGRAM = ("tests", "benchmarks", "docs", "locale")
CODES = "|".join(languages.codes())
# A template or a script that asks for a language: lang == "ru", name_ru, :lang(ru).
NAMED = re.compile(rf"""(["'])(?:{CODES})\1|\b(?:name|description)_(?:{CODES})\b|:lang\((?:{CODES})\)""")


def literals_in(path, text):
    """Return the texts by which a file of the program names languages."""
    if path.suffix != ".py" or not NAMED.search(text):
        return NAMED.findall(text)
    constants = [node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)]
    return [value for value in constants if value in languages.codes() or NAMED.fullmatch(str(value))]


@pytest.fixture(scope="module")
def language_literals():
    literals = {}
    for path in project_files():
        if path.parts[0] in NOT_THE_PROGRAM or "migrations" in path.parts:
            continue
        if path.suffix in (".py", ".html", ".js", ".css", ".txt") and literals_in(path, text_of(path)):
            literals[path.as_posix()] = literals_in(path, text_of(path))
    return literals


def test_no_other_file_names_a_language(language_literals):
    assert not {path: texts for path, texts in language_literals.items() if not path.startswith(tuple(ALLOWED))}


@pytest.mark.parametrize("allowed", ALLOWED)
def test_every_allowed_place_names_a_language(language_literals, allowed):
    assert any(path.startswith(allowed) for path in language_literals), "take it off the list"


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.py", "say('uk')"), ("a.py", "form['name_ru']"), ("a.html", "{{ form.name_en }}"), ("a.js", "x === 'ru'")],
)
def test_a_language_that_is_named_is_found(tmp_path, name, text):
    assert literals_in(tmp_path / name, text)


def test_the_list_names_every_language_once_and_has_the_default_one():
    codes = languages.codes()
    assert len(codes) == len(set(codes)) == len({language.name for language in languages.LANGUAGES})
    assert languages.DEFAULT in codes
    assert (languages.name_of("uk"), languages.name_of("tlh")) == ("Українська", "tlh")
    assert languages.first_in(languages.Script.CYRILLIC) == "ru"
    assert languages.first_in(languages.Script.LATIN) == "en"
    assert [languages.is_cyrillic(code) for code in ("ru", "en", "uk", "tlh")] == [True, False, True, False]
