"""Every sentence is in a catalogue once, is used somewhere, and gets values for all its placeholders."""

import ast
import os
import re
import tomllib
from collections import Counter
from functools import cache
from importlib import import_module
from typing import NamedTuple

import pytest
from django.utils import translation
from django.utils.translation import gettext

from tavleya.messages import Message, code_of, placeholders
from tavleya.pairing.dutch.engine import CRITERIA
from tests.paths import PACKAGES, ROOT
from tests.setup.project_files import project_files, python

KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*(\.[a-z0-9_]+)?\Z")


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def app_files():
    return [
        ROOT / path
        for path in project_files()
        if path.suffix == ".py" and path.parts[0] in PACKAGES and "migrations" not in path.parts
    ]


def holds_sentences(path):
    return path.name == "messages.py" or path.parent.name == "messages"


CATALOGUES = [path for path in app_files() if holds_sentences(path)]
PROGRAM = [path for path in app_files() if not holds_sentences(path)]


def table_of(path):
    """Yield each key with its sentence: a dict would hide a key that occurs twice."""
    for node in parsed(path).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SENTENCES":
            for key, value in zip(node.value.keys, node.value.values, strict=True):
                text = value.args[0] if isinstance(value, ast.Call) else value
                yield ast.literal_eval(key), ast.literal_eval(text)


SENTENCES = {key: text for path in CATALOGUES for key, text in table_of(path)}


def app_of(path):
    return path.relative_to(ROOT).parts[0]


def levels():
    """Return the layer of each app, from the import contract."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["name"] == "The layers of the apps")
    return {app: level for level, layer in enumerate(reversed(layers)) for app in layer.split(" | ")}


LEVELS = levels()
#: The app of each sentence; those of engines are of `tavleya`.
HOMES = {key: app_of(path) for path in CATALOGUES for key, _ in table_of(path)}


@cache
def calls_in(path):
    return [node for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)]


def called(call):
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def constants(node):
    """Return the possible texts of an expression: a constant, or one of two."""
    if isinstance(node, ast.IfExp):
        return [*constants(node.body), *constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


@cache
def says(path):
    """Return the catalogue of a file: the module of its `say`; empty if there is none."""
    for node in parsed(path).body:
        if isinstance(node, ast.ImportFrom) and "say" in [name.asname or name.name for name in node.names]:
            return node.module
    return ""


class Teller(NamedTuple):
    """A function that says a sentence: the position of the key argument, and the values that it adds by itself.

    `plain`: its other values are its call arguments.
    """

    place: int
    adds: frozenset[str] = frozenset()
    plain: bool = True


SAY = Teller(0)


@cache
def handing_on(path):
    """Return calls that pass on an argument of their function: (function, position, call, position in it)."""
    results = []
    for function in (node for node in ast.walk(parsed(path)) if isinstance(node, ast.FunctionDef)):
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        own = names[1:] if names[:1] == ["self"] else names
        for call in (node for node in ast.walk(function) if isinstance(node, ast.Call)):
            results += [
                (function, own.index(argument.id), call, place)
                for place, argument in enumerate(call.args)
                if isinstance(argument, ast.Name) and argument.id in own
            ]
    return results


def tellers_in(path, existing):
    """Return the functions of a file that pass a key on to a known function."""
    results = {}
    for function, place, call, target in handing_on(path):
        teller = existing.get(called(call))
        if teller is not None and teller.place == target:
            adds = teller.adds | {keyword.arg for keyword in call.keywords if keyword.arg}
            results[function.name] = Teller(place, adds, teller.plain and function.args.kwarg is not None)
    return results


@cache
def public_tellers():
    """Helpers that hand a key on to `say` and are called from other files too."""
    results = {}
    for path in filter(says, PROGRAM):
        results |= {name: item for name, item in tellers_in(path, {"say": SAY}).items() if not name.startswith("_")}
    return results


@cache
def tellers(path):
    """Return the functions that say sentences in a file, by name."""
    result = public_tellers() | ({"say": SAY} if says(path) else {})
    while more := tellers_in(path, result).items() - result.items():
        result |= dict(more)
    return result


def key_in(path, call):
    """Return the expression for the key in a call that says a sentence; None for another call."""
    teller = tellers(path).get(called(call))
    return call.args[teller.place] if teller is not None and len(call.args) > teller.place else None


def said_in(path):
    """Yield the key and the call of each place that says a sentence."""
    for call in calls_in(path):
        key = key_in(path, call)
        if key is not None:
            yield from ((constant, call) for constant in constants(key))


def location_of(path, node):
    return f"{path.relative_to(ROOT)}:{node.lineno}"


def test_there_are_sentences_and_helpers_that_say_them():
    assert len(SENTENCES) > 900
    assert {"unreadable", "adjust"} <= set(public_tellers())
    assert tellers(ROOT / "tavleya" / "formats" / "trf" / "check.py").keys() >= {"say", "_problem", "_round_problem"}


def test_each_key_stands_in_one_catalogue_once_and_in_order():
    counted = Counter(key for path in CATALOGUES for key, _ in table_of(path))
    assert not [key for key, times in counted.items() if times > 1]
    for path in CATALOGUES:
        keys = [key for key, _ in table_of(path)]
        assert keys == sorted(keys), path
        assert all(map(KEY.match, keys)), path


def test_one_code_says_the_same_sentence_under_one_key():
    counts = Counter((code_of(key), text) for key, text in SENTENCES.items())
    assert not [item for item, times in counts.items() if times > 1]


@pytest.mark.long
def test_every_used_key_is_in_a_catalogue():
    assert not [
        f"{location_of(path, call)}: {key}" for path in PROGRAM for key, call in said_in(path) if key not in SENTENCES
    ]


def test_a_file_says_what_the_catalogue_of_its_app_or_a_lower_one_has():
    with_catalogue = set(HOMES.values())
    strange = []
    for path in filter(says, PROGRAM):
        own = import_module(says(path)).say
        strange += [
            f"{location_of(path, call)}: {key}"
            for key, call in said_in(path)
            if called(call) in tellers(path).keys() - public_tellers().keys() and key not in own
        ]
        app, catalogue = app_of(path), says(path).partition(".")[0]
        if catalogue != app and (app in with_catalogue or LEVELS[catalogue] >= LEVELS[app]):
            strange.append(f"{path.relative_to(ROOT)}: {says(path)}")
    assert not strange


def test_a_sentence_is_in_the_lowest_app_that_says_it():
    """A sentence of several apps of one level is below them."""
    sayers = {}
    for path in PROGRAM:
        for key, _ in said_in(path):
            sayers.setdefault(key, set()).add(app_of(path))
    strange = []
    for key, apps in sayers.items():
        level = min(LEVELS[app] for app in apps)
        lowest = {app for app in apps if LEVELS[app] == level}
        right = {HOMES[key]} == lowest if len(lowest) == 1 else LEVELS[HOMES[key]] < level
        if not right:
            strange.append(f"{key} of {HOMES[key]} is said by {', '.join(sorted(apps))}")
    assert not strange


def test_a_sentence_gets_the_values_that_it_has_places_for():
    """Values collected before the call are invisible here: missing ones are found when the sentence is used."""
    wrong = []
    for path in PROGRAM:
        for key, call in said_in(path):
            teller, wanted = tellers(path)[called(call)], placeholders(SENTENCES[key])
            args = {keyword.arg for keyword in call.keywords}
            is_complete = None in args or wanted <= args | teller.adds
            if teller.plain and not (args - {None} <= wanted and is_complete):
                wrong.append(f"{location_of(path, call)}: {key}")
    assert not wrong


def test_every_sentence_is_used_somewhere():
    texts, patterns = set(CRITERIA), []
    for path in PROGRAM:
        texts |= {node.value for node in ast.walk(parsed(path)) if isinstance(node, ast.Constant) and node.value != ""}
        for call in calls_in(path):
            key = key_in(path, call)
            if isinstance(key, ast.JoinedStr):
                parts = [re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in key.values]
                patterns.append(re.compile("".join(parts)))
    assert {
        key for key in SENTENCES if key not in texts and not any(pattern.fullmatch(key) for pattern in patterns)
    } == set()


def test_no_sentence_is_written_at_its_call():
    places = []
    for path in PROGRAM:
        for call in calls_in(path):
            values = (*call.args, *(keyword.value for keyword in call.keywords))
            marked = any(isinstance(value, ast.Call) and called(value) == "N_" for value in values)
            if called(call) == "Message" or (called(call) in tellers(path) and marked):
                places.append(location_of(path, call))
    assert not places


@pytest.mark.long
def test_a_worker_has_every_catalogue_though_it_loads_no_page():
    """Except those of `config`, which are responses of the API and never stored."""
    modules = sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in CATALOGUES
        if path.relative_to(ROOT).parts[0] != "config"
    )
    program = (
        "import os, sys, django; os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'; django.setup();"
        f"print([name for name in {modules} if name not in sys.modules])"
    )
    done = python("-c", program, **os.environ)
    assert (done.stdout.strip(), done.returncode) == ("[]", 0), done.stderr


def test_a_ground_stored_in_former_words_is_read_in_russian_as_it_is_worded_now():
    side = {"code": "white", "key": "white", "text": "The side of White", "params": {}}
    stored = {
        "code": "loses_game", "key": "loses_game", "text": "The game of %(side)s is lost.",
        "params": {"side": {"message": side}},
    }  # fmt: skip
    with translation.override("ru"):
        assert Message.from_json(stored).render(gettext) == "Белые: партия проиграна."
