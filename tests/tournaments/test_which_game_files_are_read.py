"""Files of all three games are read, each through the rules of its game."""

import json

import pytest

from games.models.record import Move
from tavleya.errors import BadInput
from tavleya.rules.contract import LineOfPlay
from tavleya.rules.files import read_game_file
from tavleya.rules.pgn import write_pgn
from tavleya.rules.tavreli import TavreliRules
from tests.paths import DATA
from tests.tournaments.conftest import NOW
from tournaments.services.games_import import import_games

RECORDED = DATA / "tavreli" / "games.json"
EN_PASSANT = '[FEN "4k3/3pq4/8/3rPH3/8/8/8/4K3 b - d - 0 1"]\n\n1... d7-d5 2. e5-d6 *\n'


def recorded_tavreli() -> tuple[str, tuple[str, ...]]:
    """A recorded game that ended in mate, as PGN, and its moves."""
    rules = TavreliRules()
    games = json.loads(RECORDED.read_text(encoding="utf-8"))["games"]
    record = next(game for game in games if game["final_status"] == "checkmate")
    position, moves = rules.start(), []
    for text in record["moves"]:
        moves.append(rules.read(position, text))
        position = position.play(moves[-1])
    result = "1-0" if position.turn.value == "black" else "0-1"
    tags = {"White": "Андерсон", "Black": "Жмуров", "Round": "1"}
    return write_pgn(rules, LineOfPlay.of(rules.start(), moves), tags=tags, result=result), tuple(
        record["moves"]
    )


def test_a_tavreli_file_is_imported_with_its_moves(world) -> None:
    section = world.section(game="tavreli", regime="tavreli-1997")
    text, moves = recorded_tavreli()
    report = import_games(
        actor=world.ana, now=NOW, section_id=section.pk, reading=read_game_file("tavreli", text)
    )
    assert (report.games, report.plies) == (1, len(moves))
    assert tuple(Move.objects.order_by("seq").values_list("move", flat=True)) == moves


def test_a_tavreli_file_needs_no_variant_where_the_game_is_known() -> None:
    reading = read_game_file("tavreli", "1. e2-e4 d7-d5 2. e4-d5 *")
    assert reading.clean
    assert reading.games[0].moves == ("e2-e4", "d7-d5", "e4-d5")


def test_the_options_of_the_section_hold_for_its_files() -> None:
    assert read_game_file("tavreli", EN_PASSANT).clean
    [problem] = read_game_file("tavreli", EN_PASSANT, {"en_passant": "lone"}).problems
    assert problem.message.code == "en_passant_from_tower"


@pytest.mark.parametrize(("game", "options"), [("go", None), ("tavreli", {"speed": 3})])
def test_an_unknown_game_or_option_is_refused(game: str, options: dict[str, object] | None) -> None:
    with pytest.raises(BadInput):
        read_game_file(game, "", options)
