"""Results are read again by a second person, blind; row, record and board are compared."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.models.game import CheckPass, Game
from games.tasks import check_records
from games.verification import verify
from tavleya.errors import Conflict
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import make_swiss, pair, publish
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.services.drawn_openings import verify_result
from tournaments.services.results import correct_result, enter_result, withdraw_result
from upkeep.backup.backups import check

pytestmark = pytest.mark.django_db


@pytest.fixture
def board() -> Pairing:
    """A board whose result the helper has entered."""
    world = World()
    round_ = publish(world, pair(world, make_swiss(world, 4), 1))
    pairing = round_.pairings.get(board=1)
    pairing.world = world
    enter_result(actor=world.hal, now=NOW, pairing_id=pairing.pk, result="1-0")
    return pairing


def read(board: Pairing, name: str, result: str) -> Pairing:
    actor = getattr(board.world, name)
    return verify_result(actor=actor, now=LATER, pairing_id=board.pk, result=result)


def stored(board: Pairing) -> Pairing:
    return Pairing.objects.get(pk=board.pk)


def test_the_same_result_verifies_it_and_who_read_it_is_kept(board: Pairing) -> None:
    assert not stored(board).verified
    read(board, "ana", "1-0")
    pairing = stored(board)
    assert pairing.verified and not pairing.disputed
    assert (pairing.second_by_id, pairing.second_at) == (board.world.ana.user_id, LATER)
    assert Log.objects.filter(action="result.verified").count() == 1


def test_another_result_changes_nothing_until_it_is_corrected(board: Pairing) -> None:
    for result, verified in (("0-1", False), ("1-0", True), ("0-1", False)):  # a misread slip is read again
        read(board, "ana", result)
        assert (stored(board).verified, stored(board).disputed) == (verified, not verified)
    assert stored(board).result == "1-0"
    correct_result(actor=board.world.ana, now=LATER, pairing_id=board.pk, result="0-1", reason="reading")
    assert stored(board).verified and stored(board).result == "0-1"


def test_a_reader_cannot_verify_a_result_they_entered_or_corrected(board: Pairing) -> None:
    with refused(Conflict, "second_reader_is_first"):
        read(board, "hal", "1-0")
    correct_result(actor=board.world.chen, now=NOW, pairing_id=board.pk, result="0-1", reason="wrong way")
    with pytest.raises(Conflict):
        read(board, "chen", "0-1")
    read(board, "hal", "0-1")
    assert stored(board).verified


def test_only_a_board_with_a_result_is_verified_and_a_change_must_be_read_again(board: Pairing) -> None:
    empty = board.round.pairings.get(board=2)
    empty.world = board.world
    with refused(Conflict, "no_result_yet"):
        read(empty, "ana", "1-0")
    read(board, "ana", "1-0")
    withdraw_result(actor=board.world.hal, now=LATER, pairing_id=board.pk)
    enter_result(actor=board.world.ana, now=LATER, pairing_id=board.pk, result="1-0")
    assert not stored(board).verified and stored(board).second_by_id is None


@pytest.fixture
def corrected(board: Pairing) -> Pairing:
    correct_result(actor=board.world.ana, now=LATER, pairing_id=board.pk, result="1/2-1/2", reason="slip")
    return board


def tamper(table: str, column: str, key: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET result = '0-1' WHERE {column} = %s", [key])


def broken() -> dict[int, str]:
    return {record.game_id: record.broken for record in verify(Game.objects.all()) if record.broken}


def test_a_result_changed_in_the_rows_of_game_and_board_is_found(corrected: Pairing) -> None:
    assert broken() == {}
    tamper("games_game", "id", corrected.game_id)
    tamper("tournaments_pairing", "id", corrected.pk)
    assert broken() == {corrected.game_id: "result of the game: row_differs"}


def test_a_result_changed_in_the_row_of_the_board_alone_is_found(corrected: Pairing) -> None:
    tamper("tournaments_pairing", "id", corrected.pk)
    assert broken() == {corrected.game_id: f"pairing {corrected.pk}: copy_differs"}
    error = io.StringIO()
    with pytest.raises(CommandError, match="1 of 2 records"):
        call_command("verify_records", stderr=error)
    assert f"pairing {corrected.pk}: copy_differs" in error.getvalue()
    check_records()
    assert max(row.broken_before or row.broken for row in CheckPass.objects.all()) == 1
    assert check().broken == [corrected.game_id], "the backup finds it too"
