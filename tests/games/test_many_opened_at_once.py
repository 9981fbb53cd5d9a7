"""A whole round's games are opened together; nothing of a record tells whether it was."""

from io import StringIO

import pytest
from django.core.management import call_command

from games.models.game import Game
from games.models.record import RecordEntry
from games.services.opening import NewBoard, open_game, open_games
from tavleya.errors import BadInput
from tavleya.record.fold import fold, snapshot
from tests.world import NOW, SYSTEM

pytestmark = pytest.mark.django_db

TERMS = {"game": "chess", "regime": "fide-2023", "control": "90+30", "tracking": "sheets"}
EMPTY_BOARD = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
BOARDS = [NewBoard(f"White {n}", f"Black {n}", EMPTY_BOARD if n % 3 == 0 else "start") for n in range(1, 41)]


def game_facts(game: Game) -> tuple[object, ...]:
    """Return the game and its record without keys, salts and values derived from them."""
    row = Game.objects.filter(pk=game.pk).values().get()
    entries = RecordEntry.objects.filter(game=game).order_by("seq").values()
    own = {"id", "key", "digest", "snapshot", "game_id"}
    plain = [{name: value for name, value in entry.items() if name not in own} for entry in entries]
    for entry in plain:
        # A digest of a name is of its salt too.
        entry["data"] = {
            name: None if isinstance(item, dict) and "sha256" in item else item
            for name, item in entry["data"].items()
        }
    texts = list(game.texts.order_by("seq", "name").values_list("seq", "name", "text"))
    return ({name: value for name, value in row.items() if name not in own}, plain, texts)


def test_games_opened_together_are_as_those_opened_one_by_one() -> None:
    together = open_games(actor=SYSTEM, now=NOW, boards=BOARDS, **TERMS)
    alone = [
        open_game(
            actor=SYSTEM,
            now=NOW,
            white_name=board.white,
            black_name=board.black,
            start_position=board.start_position,
            **TERMS,
        )
        for board in BOARDS
    ]
    assert [game_facts(game) for game in together] == [game_facts(game) for game in alone]
    assert len({game.key for game in together}) == len(BOARDS)


def test_the_row_says_what_the_record_says_and_the_chain_holds() -> None:
    for game in open_games(actor=SYSTEM, now=NOW, boards=BOARDS, **TERMS):
        stored = Game.objects.get(pk=game.pk)
        state = fold(entry.entry() for entry in stored.entries.order_by("seq"))
        assert (stored.seq, stored.digest, stored.snapshot) == (1, state.digest, snapshot(state))
    out = StringIO()
    call_command("verify_records", stdout=out)
    assert "40 " in out.getvalue()


def test_a_hundred_and_fifty_boards_take_a_handful_of_queries(django_assert_max_num_queries) -> None:
    boards = [NewBoard(f"W{n}", f"B{n}") for n in range(150)]
    with django_assert_max_num_queries(12):  # SQLite writes in several parts
        open_games(actor=SYSTEM, now=NOW, boards=boards, **TERMS)


def test_one_bad_position_leaves_none_of_them() -> None:
    with pytest.raises(BadInput):
        open_games(actor=SYSTEM, now=NOW, boards=[*BOARDS, NewBoard("A", "B", "not a position")], **TERMS)
    assert not Game.objects.exists()
