"""A result that was changed in a row, past the services, is found: row, fold of the record and board are compared."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models.check import CheckPass
from games.models.game import Game
from games.tasks import check_records
from games.verification import verify
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import make_swiss, pair, publish
from tournaments.models.pairing import Pairing
from tournaments.services.results import correct_result, enter_result
from upkeep.backup.backups import check

pytestmark = pytest.mark.django_db


@pytest.fixture
def board() -> Pairing:
    world = World()
    row = publish(world, pair(world, make_swiss(world, 4), 1))
    pairing = row.pairings.get(board=1)
    enter_result(actor=world.hal, now=NOW, pairing_id=pairing.pk, result="1-0")
    correct_result(actor=world.ana, now=LATER, pairing_id=pairing.pk, result="1/2-1/2", reason="slip")
    return pairing


def tamper(table: str, column: str, key: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET result = '0-1' WHERE {column} = %s", [key])


def broken() -> dict[int, str]:
    return {record.game_id: record.broken for record in verify(Game.objects.all()) if record.broken}


def test_results_entered_and_corrected_are_those_of_the_records(board: Pairing) -> None:
    assert broken() == {}


def test_a_result_changed_in_the_rows_of_game_and_board_is_found(board: Pairing) -> None:
    tamper("games_game", "id", board.game_id)
    tamper("tournaments_pairing", "id", board.pk)
    assert broken() == {board.game_id: "result of the game: row_differs"}


def test_a_result_changed_in_the_row_of_the_board_alone_is_found(board: Pairing) -> None:
    tamper("tournaments_pairing", "id", board.pk)
    assert broken() == {board.game_id: f"pairing {board.pk}: copy_differs"}
    error = io.StringIO()
    with pytest.raises(CommandError, match="1 of 2 records"):
        call_command("verify_records", stderr=error)
    assert f"pairing {board.pk}: copy_differs" in error.getvalue()


def test_the_sweep_and_the_backup_find_it_too(board: Pairing) -> None:
    tamper("tournaments_pairing", "id", board.pk)
    check_records()
    assert max(row.broken_before or row.broken for row in CheckPass.objects.all()) == 1
    assert check().broken == [board.game_id]
