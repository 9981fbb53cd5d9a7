"""A game is one record: hardly anything outside the games' own packages may ask which game it is."""

import re

from tavleya.rules.registry import SPECS
from tests.setup.project_files import project_files, text_of

MOST = 12
_KEYS = "|".join(SPECS)
_NAMED = re.compile(rf"[\"'](?:{_KEYS})[\"']")
#: The games' packages and their notations; law books and presets are data; scripts play particular games.
_OWN = re.compile(
    rf"tavleya/rules/(?:{_KEYS}|pgn|pdn)[/.]|tavleya/law/books/|tournaments/presets\.py|docs/examples/|tests/|benchmarks/|portal/demo/|arbiter/rehearsal/|.*/migrations/"
)


def test_few_places_outside_a_games_own_package_name_a_game() -> None:
    places = [
        f"{path}:{number}: {line.strip()}"
        for path in project_files()
        if path.suffix in (".py", ".html", ".js") and not _OWN.match(path.as_posix())
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if _NAMED.search(line)
    ]
    assert len(places) <= MOST, "\n".join(places)


def test_every_game_has_its_own_record() -> None:
    assert all(spec.rules().game == spec.game == game for game, spec in SPECS.items())
