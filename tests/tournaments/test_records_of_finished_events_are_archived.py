"""Records of finished events: written to a file that is verified, taken out of the database, and read as before."""

from __future__ import annotations

import gzip
import io
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from games import states
from games.archive import ArchiveUnreadable
from games.live.events import entries_after
from games.models.archive import Archive, ArchivedRecord
from games.models.game import Game
from games.models.record import RecordEntry
from games.partitions import TABLE, partitions
from games.services.archiving import drop_partition
from games.services.export import export_record
from games.services.opening import NewBoard, open_games
from games.services.play import call_arbiter, resign
from games.services.results import annul, correct_result
from games.verification import verify
from tavleya.errors import Conflict, DomainError
from tests.games.small_partitions import small_partitions, sql
from tests.world import NOW, SYSTEM, World, later
from tournaments.services.final_table import finalise_table
from tournaments.services.rollback.unpublish import unpublish_round
from tournaments.services.rounds import close_round
from transfer.services import record_archive
from transfer.services.record_archive import archive_records, leaving_partitions

pytestmark = [pytest.mark.django_db, pytest.mark.long]

LONG_AFTER = NOW + timedelta(days=40)


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The archive of this test; it is forty days after the games."""
    settings.ARCHIVE_ROOT = tmp_path / "archive"
    monkeypatch.setattr(timezone, "now", lambda: LONG_AFTER)
    return tmp_path / "archive"


@pytest.fixture
def one_each(settings: Settings) -> Iterator[None]:
    """Give every new game a separate partition."""
    with small_partitions(settings, size=1, left=0):
        yield


@pytest.fixture
def two_each(settings: Settings) -> Iterator[None]:
    with small_partitions(settings, size=2, left=0):
        yield


def finished(slug: str = "spring-cup", *, final: bool = True) -> World:
    """An event whose only game was played, corrected and resigned; its table is final."""
    world = World(slug=slug)
    world.started()
    world.play("e2-e4", "e7-e5", "g1-f3")
    resign(actor=world.alice, now=later(minutes=5), game_id=world.board.pk)
    close_round(actor=world.olga, now=later(minutes=6), round_id=world.rounds[0].pk)
    if final:
        finalise_table(actor=world.olga, now=later(minutes=7), section_id=world.section.pk)
    return world


def command(*arguments: str) -> str:
    out = io.StringIO()
    checked_now()
    call_command("archive_event", *arguments, stdout=out)
    return out.getvalue()


def checked_now() -> None:
    """Foreign keys are checked at the end of a transaction, and no partition can go before that."""
    if connection.vendor == "postgresql":
        sql("SET CONSTRAINTS ALL IMMEDIATE")


def one_more(slug: str = "later-on") -> None:
    """A game after those of the test: new ones do not come into their ranges."""
    World(slug=slug)


def in_table(game: Game) -> bool:
    return RecordEntry.objects.filter(game=game).exists()


@pytest.mark.parametrize("unpacked", [False, True])
def test_an_archive_is_verified_and_can_be_verified_elsewhere(
    unpacked: bool, folder: Path, tmp_path: Path
) -> None:
    world = finished()
    said = archive_records(actor=SYSTEM, now=LONG_AFTER, event=world.event, folder=folder)
    file = said.file
    if unpacked:
        file = tmp_path / "unpacked"
        file.write_bytes(gzip.decompress(said.file.read_bytes()))
    out = io.StringIO()
    call_command("verify_export", str(file), digest=said.heads, stdout=out)
    assert f"spring-cup: 1 records, {world.board.seq} entries: all holds together" in out.getvalue()
    assert [one.name for one in folder.iterdir()] == [said.file.name]


def test_a_changed_or_shortened_archive_does_not_pass(folder: Path, tmp_path: Path) -> None:
    world = finished()
    said = archive_records(actor=SYSTEM, now=LONG_AFTER, event=world.event, folder=folder)
    text = gzip.decompress(said.file.read_bytes()).decode()
    for bad in (text.replace("e2-e4", "e2-e3"), text[: len(text) // 2], "\n".join(text.split("\n")[:1])):
        file = tmp_path / "bad.gz"
        file.write_bytes(gzip.compress(bad.encode()))
        with pytest.raises(CommandError):
            call_command("verify_export", str(file), stderr=io.StringIO())
    (tmp_path / "cut.gz").write_bytes(said.file.read_bytes()[:-20])
    with pytest.raises(CommandError):
        call_command("verify_export", str(tmp_path / "cut.gz"), stderr=io.StringIO())


def test_a_game_that_is_not_over_is_not_archived(folder: Path) -> None:
    world = World()
    with pytest.raises(Conflict) as refused:
        archive_records(actor=SYSTEM, now=LONG_AFTER, event=world.event, folder=folder)
    assert refused.value.code == "not_over" and not Archive.objects.exists()


def test_an_unreadable_archive_leaves_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    world = finished()
    Game.objects.filter(pk=world.board.pk).update(digest="0" * 64)
    with pytest.raises(Conflict) as refused:
        archive_records(actor=SYSTEM, now=LONG_AFTER, event=world.event, folder=folder)
    assert refused.value.code == "archive_differs"
    assert not list(folder.iterdir()) and not ArchivedRecord.objects.exists()


def test_an_archive_elsewhere_is_a_copy_that_nothing_is_read_from(tmp_path: Path) -> None:
    finished()
    assert "1 records" in command("spring-cup", "--to", str(tmp_path / "copy"))
    assert not Archive.objects.exists()
    with pytest.raises(CommandError):
        command("spring-cup", "--to", str(tmp_path / "copy"), "--drop")


@pytest.mark.postgres
def test_entries_leave_with_a_partition_whose_every_game_is_archived(two_each: None) -> None:
    first, second = finished(), finished("autumn-cup")
    one_more()
    assert "autumn-cup: 1 games are not in an archive" in command("spring-cup", "--drop")
    assert in_table(first.board) and in_table(second.board)
    assert "have left the database" in command("autumn-cup", "--drop")
    assert not in_table(first.board) and not in_table(second.board)


@pytest.mark.postgres
def test_without_drop_it_is_only_said_what_can_leave(one_each: None) -> None:
    world = finished()
    one_more()
    assert "can leave the database: --drop" in command("spring-cup")
    assert in_table(world.board)


@pytest.mark.postgres
def test_new_games_keep_their_range(two_each: None) -> None:
    world = finished()
    assert f"games {world.board.pk} to" not in command("spring-cup", "--drop")
    assert in_table(world.board)
    with pytest.raises(Conflict) as refused:
        drop_partition(partitions()[-1])
    assert refused.value.code == "partition_in_use"


@pytest.mark.postgres
def test_a_table_that_is_not_final_keeps_its_games(one_each: None) -> None:
    world = finished(final=False)
    one_more()
    assert "section open is not over, or its table is not final" in command("spring-cup", "--drop")
    finalise_table(actor=world.olga, now=NOW, section_id=world.section.pk)
    command("spring-cup", "--drop")
    assert not in_table(world.board)


@pytest.mark.postgres
def test_thirty_days_have_to_pass(one_each: None, monkeypatch: pytest.MonkeyPatch) -> None:
    world = finished()
    one_more()
    monkeypatch.setattr(timezone, "now", lambda: NOW + timedelta(days=29))
    assert "a game has changed in the last 30 days" in command("spring-cup", "--drop")
    assert in_table(world.board)


@pytest.mark.postgres
def test_a_game_that_was_changed_after_it_was_archived_stays_until_it_is_archived_again(
    one_each: None,
) -> None:
    world = finished()
    one_more()
    command("spring-cup")
    correct_result(
        actor=world.artur, now=later(hours=1), game_id=world.board.pk, result="1/2-1/2", reason="slip"
    )
    checked_now()
    of_the_game = next(one for one in partitions() if one.first == world.board.pk)
    with pytest.raises(Conflict) as refused:
        drop_partition(of_the_game)
    assert refused.value.code == "not_archived"
    assert in_table(world.board) and of_the_game in partitions()


@pytest.mark.postgres
def test_an_archive_that_is_not_as_it_was_written_keeps_its_games(one_each: None, folder: Path) -> None:
    world = finished()
    one_more()
    command("spring-cup")
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    of_the_game = next(one for one in partitions() if one.first == world.board.pk)
    for bad in (None, whole[:-1], whole[:-9] + b"x" + whole[-8:]):
        file.unlink()
        if bad is not None:
            file.write_bytes(bad)
        with pytest.raises(Conflict) as refused:
            drop_partition(of_the_game)
        assert refused.value.code == "archive_differs"
        file.write_bytes(whole)
    assert in_table(world.board)


@pytest.mark.postgres
def test_games_of_rounds_that_were_unpublished_are_archived_by_themselves(one_each: None) -> None:
    world = World()
    lost = world.board
    unpublish_round(actor=world.olga, now=NOW, round_id=world.rounds[0].pk, confirmed=True, reason="wrong")
    one_more()
    (kept,) = [one for one in leaving_partitions(LONG_AFTER) if one.partition.first == lost.pk]
    assert kept.kept_by == ("unpaired: 1 games are not in an archive as they are now",)
    assert "unpaired: 1 records" in command("--unpaired", "--drop")
    assert not in_table(lost)


#: Parts that differ in every response: tokens of its forms, and the time.
_ITS_OWN = re.compile(
    r"csrfmiddlewaretoken.*?>|X-CSRFToken\W+\w+|server_now\W+\d+|&quot;now&quot;: ?\d+|data-now=\W\d+"
)


def pages(world: World) -> dict[str, Any]:
    """Return the game as its arbiter gets it from the pages and the API."""
    client, game = Client(), world.board
    client.force_login(get_user_model().objects.get(pk=world.artur.user_id))
    states._states._by_game.clear()
    base, api = f"/events/spring-cup/games/{game.pk}", f"/api/v1/events/spring-cup/games/{game.pk}/"
    said: dict[str, Any] = {}
    for address in (
        *(f"{base}/", f"{base}/?ply=2", f"{base}.pgn", f"{base}/clocks/", f"{base}/board/"),
        *(f"/desk/spring-cup/boards/{game.pk}/", f"/desk/spring-cup/boards/{game.pk}/clocks/"),
        *(api, f"{api}entries/", f"{api}entries/?after=2"),
    ):
        answer = client.get(address)
        text = _ITS_OWN.sub("", answer.content.decode())
        said[address] = (answer.status_code, text)
    said["export"] = list(export_record(actor=SYSTEM, game=game))
    said["stream"] = entries_after(game, 2)["entries"]
    said["states"] = [states.state_at(game, seq) for seq in range(1, game.seq + 1)]
    return said


def gone(world: World) -> Game:
    """The game of the world, whose entries have left the database."""
    one_more()
    command(world.event.slug, "--drop")
    game = world.board
    assert not in_table(game)
    return game


@pytest.mark.postgres
def test_every_page_of_a_game_shows_the_same_from_its_archive(one_each: None) -> None:
    world = finished()
    before = pages(world)
    assert {status for status, _ in list(before.values())[:-3]} == {200}
    gone(world)
    after = pages(world)
    for what, said in before.items():
        assert after[what] == said, what


@pytest.mark.postgres
def test_the_record_of_an_archived_game_stays_as_it_is(one_each: None) -> None:
    world = finished()
    game = gone(world)
    attempts: list[Callable[[], object]] = [
        lambda: correct_result(
            actor=world.artur, now=LONG_AFTER, game_id=game.pk, result="1/2-1/2", reason="slip"
        ),
        lambda: annul(actor=world.artur, now=LONG_AFTER, game_id=game.pk, reason="x"),
        lambda: call_arbiter(actor=world.alice, now=LONG_AFTER, game_id=game.pk, reason="claim"),
    ]
    for attempt in attempts:
        with pytest.raises(DomainError), transaction.atomic():
            attempt()
    with pytest.raises(Conflict) as refused:
        attempts[0]()
    assert refused.value.code == "in_archive"
    assert Game.objects.get(pk=game.pk).digest == game.digest


@pytest.mark.postgres
def test_archived_records_are_verified_with_the_others(one_each: None, folder: Path) -> None:
    world = finished()
    game = gone(world)
    one = Game.objects.filter(pk=game.pk)
    assert [(said.entries, said.broken) for said in verify(one)] == [(game.seq, "")]
    (file,) = folder.iterdir()
    file.write_bytes(file.read_bytes()[:-40])
    (said,) = verify(one)
    assert said.broken.startswith(f"archive {file.name}: ")
    with pytest.raises(CommandError):
        call_command("verify_records", stderr=io.StringIO())


@pytest.mark.postgres
def test_an_archive_that_is_away_is_an_outage_and_not_an_empty_game(one_each: None, folder: Path) -> None:
    world = finished()
    game = gone(world)
    (file,) = folder.iterdir()
    other = folder / "x"
    file.rename(other)
    states._states._by_game.clear()
    answer = Client(raise_request_exception=False).get(f"/events/spring-cup/games/{game.pk}/")
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)
    # Another game's record in its place is no better.
    ArchivedRecord.objects.filter(game=game).update(offset=0)
    other.rename(file)
    with pytest.raises(ArchiveUnreadable):
        states.state_at(game, 1)


@pytest.mark.postgres
def test_a_record_can_be_archived_again_from_its_archive(one_each: None, folder: Path) -> None:
    world = finished()
    gone(world)
    said = archive_records(actor=SYSTEM, now=LONG_AFTER + timedelta(1), event=world.event, folder=folder)
    first, second = sorted(folder.iterdir())
    assert second == said.file
    assert gzip.decompress(first.read_bytes()) == gzip.decompress(second.read_bytes())


@pytest.mark.postgres
def test_a_detached_partition_is_read_and_verified_as_before(one_each: None) -> None:
    world = finished()
    before = pages(world)
    game = world.board
    checked_now()
    sql(f"ALTER TABLE {TABLE} DETACH PARTITION {TABLE}_{game.pk}_{game.pk}")
    assert not in_table(game)
    assert pages(world) == before
    assert [(said.entries, said.broken) for said in verify(Game.objects.filter(pk=game.pk))] == [
        (game.seq, "")
    ]


@pytest.mark.postgres
def test_a_replayed_game_is_archived_with_the_annulled_game(one_each: None) -> None:
    world = finished()
    annulled = services_of_the_past(world)
    assert record_archive.events_of([annulled.pk, world.board.pk]) == dict.fromkeys(
        [annulled.pk, world.board.pk], world.event.pk
    )
    assert sorted(record_archive.games_of_event(world.event)) == sorted([annulled.pk, world.board.pk])


def services_of_the_past(world: World) -> Game:
    """An annulled game in whose place that of the world was played."""
    (annulled,) = open_games(
        actor=SYSTEM, now=NOW, game="chess", regime="fide-2023", boards=[NewBoard("A", "B")]
    )
    annul(actor=SYSTEM, now=NOW, game_id=annulled.pk, reason="x")
    Game.objects.filter(pk=world.board.pk).update(replaces=annulled)
    return annulled


def test_on_sqlite_everything_stays(settings: Settings) -> None:
    if connection.vendor == "postgresql":
        pytest.skip("PostgreSQL has partitions")
    world = finished()
    assert command("spring-cup", "--drop").count("\n") == 1
    assert in_table(world.board)
