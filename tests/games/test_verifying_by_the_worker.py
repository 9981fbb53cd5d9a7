"""The check of all records: a few in each run, no game forgotten, recent changes first."""

import threading
from collections import Counter
from datetime import datetime, timedelta
from itertools import count

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games import verification
from games.models.game import CheckPass, CheckScope, Game
from games.services import checking
from games.services.checking import EVERY, check_records, check_state
from games.services.record import NewBoard, open_games
from games.tasks import check_records as task
from games.verification import RecordCheck, verify
from tests.concurrency import until
from tests.games.test_record_in_the_database import past_the_triggers
from tests.worker import Worker
from tests.world import NOW, SYSTEM, World

TERMS = {"game": "chess", "regime": "fide-2023", "control": "90+30", "tracking": "live"}
RUN = timedelta(minutes=10)
LONG_AFTER = NOW + timedelta(days=3)


class WorkerKilled(BaseException):
    """The worker is killed."""


class Runs:
    """Runs of the check, ten minutes apart: which games they looked at, and how many counted as checked."""

    def __init__(self, since: datetime = LONG_AFTER) -> None:
        self.now, self.checked = since, 0
        self.seen, self.broken = list[int](), list[int]()
        self.killed_at = 0

    def report(self, record: RecordCheck) -> None:
        self.seen.append(record.game_id)
        if record.broken:
            self.broken.append(record.game_id)
        if len(self.seen) == self.killed_at:
            raise WorkerKilled

    def run(self, pages: int = 1000, *, killed_after: int = 0) -> None:
        """Run once, with time for this many pages if there are no recent records; killed after this many games."""
        self.killed_at = len(self.seen) + killed_after
        try:
            # The clock is read at the beginning, once for the recent records, and before each page.
            self.checked += check_records(now=self.now, report=self.report, seconds=pages + 2, clock=count().__next__)
        except WorkerKilled:
            assert killed_after
        self.now += RUN


def open_boards(number: int) -> list[int]:
    boards = [NewBoard("A", "B")] * number
    return [game.pk for game in open_games(actor=SYSTEM, now=NOW, boards=boards, **TERMS)]


def break_it(world: World) -> None:
    Game.objects.filter(pk=world.board.pk).update(digest="x", changed_at=timezone.now())


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games with one entry each are a page."""
    monkeypatch.setattr(verification, "PAGE", 3)


@pytest.mark.django_db
def test_a_pass_looks_at_every_game_once_while_games_are_added(small_pages: None) -> None:
    games, runs = open_boards(10), Runs()
    while check_state().full is None:
        if len(games) < 20:
            games += open_boards(2)
        runs.run(pages=2)
    assert runs.seen == games and runs.checked == len(games)


@pytest.mark.django_db
@pytest.mark.parametrize("killed_after", range(1, 7))
def test_a_run_that_is_killed_forgets_no_game(killed_after: int, small_pages: None) -> None:
    games, runs = open_boards(14), Runs()
    for step in range(20):
        runs.run(pages=2, killed_after=killed_after if step % 2 == 0 and len(runs.seen) < 12 else 0)
    assert runs.seen[-1] == games[-1] and set(runs.seen) == set(games)
    # Only the unfinished page of a killed run is checked again.
    assert max(Counter(runs.seen).values()) <= 1 + sum(Counter(runs.seen).values()) - len(games)
    before = len(runs.seen)
    runs.run()
    assert len(runs.seen) == before  # the pass is over


@pytest.mark.django_db
def test_a_pass_begins_again_half_a_day_later() -> None:
    games, runs = open_boards(3), Runs()
    assert check_state().full is None
    runs.run()
    assert check_state().full == LONG_AFTER
    while runs.now < LONG_AFTER + EVERY[CheckScope.ALL]:
        runs.run()
    assert runs.seen == games
    runs.run()
    assert runs.seen == games * 2
    assert check_state().full == LONG_AFTER + EVERY[CheckScope.ALL]


@pytest.mark.django_db
def test_the_task_makes_a_pass() -> None:
    open_boards(1)
    task()
    assert check_state().full is not None


@pytest.mark.django_db
def test_a_fresh_fault_is_found_within_the_hour_though_the_pass_is_beyond_it(small_pages: None) -> None:
    world = World()
    world.started()
    old = open_boards(40)
    Game.objects.filter(pk__in=old).update(changed_at=NOW - timedelta(days=9))
    Game.objects.filter(pk=world.board.pk).update(changed_at=NOW - timedelta(days=9))
    runs = Runs(since=NOW)
    for _ in range(3):
        runs.run(pages=3)
    row = CheckPass.objects.get(scope=CheckScope.ALL)
    assert row.going_on and row.after > world.board.pk
    # Touched now, and spoilt right after it was looked at.
    Game.objects.filter(pk=world.board.pk).update(changed_at=runs.now)
    runs.run(pages=3)
    spoilt_at = runs.now
    Game.objects.filter(pk=world.board.pk).update(digest="x")
    while not runs.broken:
        runs.run(pages=3)
        assert runs.now - spoilt_at <= timedelta(hours=1)
    assert runs.broken == [world.board.pk]
    assert CheckPass.objects.get(scope=CheckScope.ALL).after > row.after


@pytest.mark.django_db
def test_many_recent_records_leave_half_of_a_run_for_the_others(small_pages: None) -> None:
    old, recent = open_boards(30), open_boards(300)
    Game.objects.filter(pk__in=old).update(changed_at=NOW - timedelta(days=9))
    runs = Runs(since=NOW)
    runs.run(pages=8)
    assert runs.seen[0] == recent[0]
    assert set(runs.seen) & set(old)


@pytest.mark.django_db
def test_an_unreadable_entry_is_reported_and_does_not_stop_the_check() -> None:
    world = World()
    world.started()
    world.play("e2-e4")
    with past_the_triggers() as cursor:
        cursor.execute("UPDATE games_recordentry SET data = '[1]' WHERE game_id = %s AND seq = 3", [world.board.pk])
    after, runs = open_boards(2), Runs()
    runs.run()
    assert runs.broken == [world.board.pk] and runs.seen[-2:] == after
    (record_check,) = verify(Game.objects.filter(pk=world.board.pk))
    assert record_check.broken == "entry 3: unreadable"


@pytest.mark.django_db
def test_a_game_that_goes_on_while_it_is_checked_is_not_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.started()

    def page_and_then_a_move(*args: object) -> list[int]:
        page = verification.next_page(*args)
        if page:
            world.play("e2-e4")
        return page

    monkeypatch.setattr(checking, "next_page", page_and_then_a_move)
    runs = Runs()
    runs.run(pages=1)
    assert world.board.pk in runs.seen and not runs.broken


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_runs_at_once_do_not_look_at_the_same(small_pages: None) -> None:
    open_boards(6)
    runs, other = Runs(), Runs()

    def second() -> None:
        try:
            other.run()
        finally:
            connection.close()

    def report(record: RecordCheck) -> None:
        if not runs.seen:
            thread = threading.Thread(target=second)
            thread.start()
            thread.join(20)
        runs.report(record)

    check_records(now=LONG_AFTER, report=report)
    assert len(runs.seen) == 6 and not other.seen


def test_a_broken_record_is_reported_before_it_counts_as_checked(db: None) -> None:
    world = World()
    world.started()
    break_it(world)
    runs = Runs(since=timezone.now())
    runs.run(killed_after=1)
    assert runs.checked == 0 and not CheckPass.objects.filter(after__gt=0)
    with transaction.atomic():
        runs.run()
    assert runs.checked > 0 and world.board.pk in runs.broken


@pytest.mark.long
@pytest.mark.redis
@pytest.mark.postgres
def test_the_worker_says_which_game_is_broken(celery_worker: Worker) -> None:
    world = World()
    world.started()
    break_it(world)
    task.delay()
    until(lambda: "record_broken" in celery_worker.log.read_text())
