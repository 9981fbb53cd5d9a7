"""Two officers at the same moment, on PostgreSQL: first that the race is real, then that the lock ends it."""

import threading
from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, models

from games.models.game import Game
from games.models.record import RecordEntry
from games.services.results import record_result
from tavleya.errors import Conflict
from tests.tournaments.conftest import LATER, NOW, World
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import StandingsVersion
from tournaments.services import shared
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, pair_round_robin, publish_round, start_round

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def world(transactional_db) -> World:
    return World()


def together(*calls: Callable[[], object]) -> list[object]:
    """Run the calls in threads that start as one; what each returned or raised."""
    gate = threading.Barrier(len(calls))
    outcomes: list[object] = [None] * len(calls)

    def run(at: int, call: Callable[[], object]) -> None:
        try:
            gate.wait(10)
            outcomes[at] = call()
        except Exception as problem:  # noqa: BLE001 (the test looks at what it was)
            outcomes[at] = problem
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index, call)) for index, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes


def pairing_calls(world: World, section_id: int) -> list[Callable[[], object]]:
    return [
        lambda actor=actor: pair_round_robin(actor=actor, now=NOW, section_id=section_id)
        for actor in (world.olga, world.chen)
    ]


def without_lock(monkeypatch: pytest.MonkeyPatch, meeting: threading.Barrier) -> None:
    """Read the section without its lock; both have read it before either writes."""

    def look(rows: models.QuerySet, key: int, missing: object) -> models.Model:
        row = rows.get(pk=key)
        meeting.wait(10)
        return row

    monkeypatch.setattr(shared, "_locked", look)


def test_without_the_lock_both_would_start_to_pair(world, monkeypatch):
    """The unique round number still stops the second, but only with a database error in the middle of its work."""
    section = world.section()
    world.enter(section, "Alekhine", "Botvinnik", "Capablanca", "Duras")
    without_lock(monkeypatch, threading.Barrier(2))
    outcomes = together(*pairing_calls(world, section.pk))
    assert [type(outcome) for outcome in outcomes if isinstance(outcome, Exception)] == [IntegrityError]


def test_without_lock_and_constraint_there_would_be_two_schedules(world, monkeypatch):
    section = world.section()
    world.enter(section, "Alekhine", "Botvinnik", "Capablanca", "Duras")
    without_lock(monkeypatch, threading.Barrier(2))
    (unique,) = [c for c in Round._meta.constraints if c.name == "round_number_once_in_section"]
    with connection.schema_editor() as editor:
        editor.remove_constraint(Round, unique)
    try:
        together(*pairing_calls(world, section.pk))
        assert section.rounds.count() == 6
    finally:
        Pairing.objects.all().delete()
        Round.objects.all().delete()
        with connection.schema_editor() as editor:
            editor.add_constraint(Round, unique)


def test_the_lock_leaves_one_schedule_and_refuses_the_other_request(world):
    for _ in range(5):
        section = world.section()
        world.enter(
            section, *(f"{name}-{section.pk}" for name in ("Alekhine", "Botvinnik", "Capablanca", "Duras"))
        )
        outcomes = together(*pairing_calls(world, section.pk))
        refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        assert [type(outcome) for outcome in refused] == [Conflict] and refused[0].code == "already_paired"
        assert section.rounds.count() == 3
        assert Pairing.objects.filter(round__section=section).count() == 6
        assert Log.objects.filter(action="rounds.paired", subject=f"section:{section.pk}").count() == 1


def test_a_round_published_by_two_opens_each_game_once(world):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras")
    row = section.rounds.get(number=1)
    outcomes = together(
        *(lambda a=a: publish_round(actor=a, now=NOW, round_id=row.pk) for a in (world.olga, world.chen))
    )
    assert [getattr(outcome, "code", "done") for outcome in outcomes if isinstance(outcome, Exception)] == [
        "round_status"
    ]
    assert Game.objects.count() == 2


def test_two_results_of_one_board_give_one_and_a_conflict(world):
    section = world.round_robin("Alekhine", "Botvinnik", published=1)
    board = Pairing.objects.get()
    outcomes = together(
        *(
            lambda a=a, r=r: enter_result(
                actor=a, now=LATER, pairing_id=board.pk, result=r, expected_version=0
            )
            for a, r in ((world.ana, "1-0"), (world.hal, "0-1"))
        )
    )
    (refused,) = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    (entered,) = [outcome for outcome in outcomes if isinstance(outcome, Pairing)]
    assert isinstance(refused, Conflict) and refused.code == "changed_meanwhile"
    assert refused.detail["result"] == entered.result
    assert RecordEntry.objects.filter(kind="result").count() == 1
    assert section.rounds.get().pairings.get().version == 1


def test_results_of_a_whole_round_at_once_are_all_counted(world):
    section = world.round_robin(*(f"Player {letter}" for letter in "ABCDEFGH"), published=1)
    before = StandingsVersion.objects.get(section=section).number
    boards = list(Pairing.objects.filter(round__section=section, round__number=1))
    outcomes = together(
        *(
            lambda b=b: enter_result(actor=world.hal, now=LATER, pairing_id=b.pk, result="1/2-1/2")
            for b in boards
        )
    )
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert StandingsVersion.objects.get(section=section).number == before + len(boards) == before + 4


def test_a_round_closing_while_its_last_result_comes_does_not_deadlock(world):
    section = world.round_robin("Alekhine", "Botvinnik", published=1)
    row, board = section.rounds.get(), Pairing.objects.get()
    start_round(actor=world.chen, now=NOW, round_id=row.pk)
    outcomes = together(
        lambda: close_round(actor=world.chen, now=LATER, round_id=row.pk),
        lambda: enter_result(actor=world.hal, now=LATER, pairing_id=board.pk, result="1-0"),
    )
    assert isinstance(outcomes[1], Pairing)
    row.refresh_from_db()
    assert row.status == ("closed" if isinstance(outcomes[0], Round) else "playing")
    assert isinstance(outcomes[0], Round) or outcomes[0].code == "results_missing"


def test_officers_and_boards_that_end_by_themselves_do_not_wait_for_each_other_in_a_ring(world):
    """A live board ends under its own lock while officers hold those of the round and the section."""
    section = world.round_robin(*(f"Player {letter}" for letter in "ABCDEFGH"), published=1)
    first, second = section.rounds.order_by("number")[:2]
    boards = list(first.pairings.order_by("board"))
    live = [
        lambda b=b: record_result(actor=world.ana, now=LATER, game_id=b.game_id, result="1-0") for b in boards
    ]
    desk = [
        lambda b=b: enter_result(actor=world.hal, now=LATER, pairing_id=b.pk, result="0-1") for b in boards
    ]
    outcomes = together(*live, *desk, lambda: publish_round(actor=world.olga, now=LATER, round_id=second.pk))
    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert [(type(outcome), outcome.code) for outcome in refused] == [(Conflict, "already_finished")] * len(
        boards
    )
    assert second.pairings.filter(game__isnull=False).count() == 4
    for board in first.pairings.select_related("game"):
        assert (board.result, board.version) == (board.game.result, 1)
