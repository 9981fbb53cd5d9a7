"""Two officers at the same moment, on PostgreSQL: first that the race is real, then that the lock ends it."""

import threading
from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.db import IntegrityError, OperationalError, connection, models, transaction
from django.utils import timezone

from games.models.game import Game
from games.models.record import RecordEntry
from games.services.results import record_result
from tavleya.errors import Conflict
from tests.concurrency import together, until
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import ask_bye, make_swiss, pair, play_round, registration
from tests.tournaments.team_events import make_teams, member, team
from tests.tournaments.team_events import pair as pair_draft_of_teams
from tournaments.activity import happened
from tournaments.kinds import SECTION_EDITED
from tournaments.models.activity import Job, JobState, Log
from tournaments.models.pairing import Match, Pairing
from tournaments.models.player import LineUp, TeamMatch
from tournaments.models.round import Round
from tournaments.models.section import Section, StandingsVersion
from tournaments.models.swiss import Provenance
from tournaments.selectors.finality import digest_of, finality
from tournaments.selectors.standings import standings_of
from tournaments.services import final_table, jobs, shared, swiss
from tournaments.services.draft_edits import exchange_players
from tournaments.services.events import edit_event
from tournaments.services.final_table import finalise_table
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import close_round, pair_round_robin, progress_of, publish_round, start_round
from tournaments.services.seeding import seat_display
from tournaments.services.swiss import pair_next_round, request_pairing
from tournaments.services.team_rounds import pair_teams, set_line_up
from tournaments.services.undo import undo_act

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def world(transactional_db) -> World:
    return World()


def without_lock(monkeypatch: pytest.MonkeyPatch, meeting: threading.Barrier) -> None:
    """Read the section without its lock; both have read it before either writes."""

    def look(rows: models.QuerySet, key: int, missing: object) -> models.Model:
        row = rows.get(pk=key)
        meeting.wait(10)
        return row

    monkeypatch.setattr(shared, "_locked", look)


def errors_of(outcomes: list[object]) -> list[Exception]:
    return [outcome for outcome in outcomes if isinstance(outcome, Exception)]


# Pairing, in each system

Press = Callable[[object], object]


def round_robin(world: World) -> tuple[Section, Press]:
    section = world.section()
    world.enter(section, *(f"{name} {section.slug}" for name in ("Alekhine", "Botvinnik", "Euwe", "Duras")))
    return section, lambda actor: pair_round_robin(actor=actor, now=NOW, section_id=section.pk)


def team_event(world: World) -> tuple[Section, Press]:
    section = make_teams(world, 4, 2)
    return section, lambda actor: pair_teams(actor=actor, now=NOW, section_id=section.pk)


def display(world: World) -> tuple[Section, Press]:
    section = world.section(format="simul")
    giver, *_ = world.enter(section, *(f"{name} {section.slug}" for name in ("Giver", "One", "Two")))
    return section, lambda actor: seat_display(actor=actor, now=NOW, section_id=section.pk, giver_id=giver.pk)


def dutch(world: World, **fields: object) -> tuple[Section, Press]:
    section = make_swiss(world, 6, **fields)
    common = {"now": NOW, "section_id": section.pk, "number": 1, "first_colour": "white"}
    return section, lambda actor: pair_next_round(actor=actor, **common)


def double_swiss(world: World) -> tuple[Section, Press]:
    return dutch(world, edition="double-swiss-2026")


def keizer(world: World) -> tuple[Section, Press]:
    return dutch(world, format="keizer")


def both_press(world: World, press: Press) -> list[Exception]:
    return errors_of(together(lambda: press(world.olga), lambda: press(world.chen)))


SYSTEMS = pytest.mark.parametrize(
    "prepare",
    [round_robin, dutch, *(pytest.param(system, marks=pytest.mark.long) for system in (team_event, display))]
    + [pytest.param(system, marks=pytest.mark.long) for system in (double_swiss, keizer)],
)


@SYSTEMS
def test_without_the_lock_both_would_pair(world, prepare, monkeypatch):
    """Only the unique numbers of the database stop the second, after all its work."""
    _section, press = prepare(world)
    without_lock(monkeypatch, threading.Barrier(2))
    assert [type(error) for error in both_press(world, press)] == [IntegrityError]


@SYSTEMS
def test_the_lock_leaves_one_pairing_and_refuses_the_other_request(world, prepare):
    boards = {round_robin: 6, team_event: 0, display: 2, double_swiss: 6}.get(prepare, 3)
    for turn in (1, 2, 3):
        section, press = prepare(world)
        (refusal,) = both_press(world, press)
        assert isinstance(refusal, Conflict)
        assert refusal.code in ("already_paired", "round_paired_already")
        numbers = list(section.rounds.order_by("number").values_list("number", flat=True))
        expected = [1, 2, 3] if prepare in (round_robin, team_event) else [None if prepare is display else 1]
        assert numbers == expected
        assert Pairing.objects.filter(round__section=section).count() == boards
        assert TeamMatch.objects.filter(round__section=section).count() == (6 if prepare is team_event else 0)
        assert Match.objects.filter(round__section=section).count() == (3 if prepare is double_swiss else 0)
        acts = ("rounds.paired", "round.paired", "display.seated")
        assert Log.objects.filter(action__in=acts).count() == turn


def test_a_line_up_and_the_publication_at_once_leave_one_line_up_or_none(world):
    """The second request sees the change of the first: the boards are those of the line-up, or it is refused."""
    section = make_teams(world, 2, 3)
    (round_,) = pair_draft_of_teams(world, section)
    match = round_.team_matches.get()
    seats = [member(section, 1, 2), member(section, 1, 3)]
    outcomes = together(
        lambda: set_line_up(actor=world.ana, now=NOW, match_id=match.pk, team_id=team(section, 1).pk, seats=seats),
        lambda: publish_round(actor=world.olga, now=NOW, round_id=round_.pk),
    )
    errors = errors_of(outcomes)
    accepted = LineUp.objects.filter(match=match).exists()
    assert [error.code for error in errors] == ([] if accepted else ["round_status"])
    seated = {key for board in match.boards.all() for key in (board.white_id, board.black_id)}
    assert (set(seats) <= seated) is accepted and match.boards.count() == 2


def test_two_changes_of_one_draft_at_once_are_one_change(world):
    section = make_swiss(world, 8)
    round_ = pair(world, section, 1)
    ids = {number: registration(section, number).pk for number in range(1, 9)}
    outcomes = together(
        *(
            lambda a=a, pair=pair: exchange_players(
                actor=a, now=NOW, round_id=round_.pk, one_id=ids[pair[0]], other_id=ids[pair[1]], version=0
            )
            for a, pair in ((world.olga, (5, 6)), (world.chen, (5, 7)))
        )
    )
    (refusal,) = errors_of(outcomes)
    assert isinstance(refusal, Conflict) and refusal.code == "draft_changed"
    assert Provenance.objects.get().version == 1 and round_.pairings.count() == 4


def test_two_requests_for_the_worker_at_once_are_one_job(world, monkeypatch):
    monkeypatch.setattr(jobs, "enqueue", lambda *_, **__: None)
    section = make_swiss(world, 8)
    request = {"now": NOW, "section_id": section.pk, "number": 1}
    (refusal,) = both_press(world, lambda actor: request_pairing(actor=actor, **request))
    assert isinstance(refusal, Conflict) and refusal.code == "pairing_runs"
    assert Job.objects.get().state == JobState.WAITING
    with refused(Conflict, "pairing_runs"):
        pair(world, section, 1)


def test_a_job_delivered_twice_at_once_pairs_once(world, monkeypatch):
    monkeypatch.setattr(jobs, "enqueue", lambda *_, **__: None)
    section = make_swiss(world, 8)
    job = request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    outcomes = together(*(lambda: jobs.run_job(job_id=job.pk, now=NOW) for _ in range(2)))
    assert all(getattr(outcome, "state", "") == "done" or isinstance(outcome, jobs.JobRuns) for outcome in outcomes)
    assert jobs.run_job(job_id=job.pk, now=NOW).state == "done"
    assert section.rounds.count() == 1 and Log.objects.filter(action="round.paired").count() == 1


def test_a_change_during_pairing_pairs_the_round_again(world, monkeypatch):
    """A bye asked for in the middle of the engine's work is in the draft."""
    monkeypatch.setattr(jobs, "enqueue", lambda *_, **__: None)
    section = make_swiss(world, 8)
    job = request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    solved = []
    solve = swiss.solve

    def slowly(prepared, progress=None):
        if not solved:
            ask_bye(world, section, 3, 1)
        solved.append(prepared.number)
        return solve(prepared, progress)

    monkeypatch.setattr(swiss, "solve", slowly)
    jobs.run_job(job_id=job.pk, now=NOW)
    assert len(solved) == 2
    kinds = dict(section.rounds.get().pairings.exclude(bye="").values_list("white__number", "bye"))
    assert kinds == {3: "half", 8: "pairing_allocated"}


def test_a_job_that_cannot_pair_says_why(world, monkeypatch):
    monkeypatch.setattr(jobs, "enqueue", lambda *_, **__: None)
    section = make_swiss(world, 2, rounds_planned=2)
    play_round(world, section, 1)
    job = request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=2)
    job = jobs.run_job(job_id=job.pk, now=NOW)
    assert (job.state, job.report["error"]["code"]) == ("failed", "cannot_pair")
    assert job.report["free"] == [{"rule": "C1", "players": [1, 2]}]
    # The section is free again.
    second = request_pairing(actor=world.olga, now=NOW, section_id=section.pk, number=2)
    assert second.state == "waiting"


@pytest.mark.long
@pytest.mark.redis
def test_a_large_section_is_paired_by_the_worker_with_its_progress(celery_worker):
    caches["computed"].clear()
    world = World()
    section = make_swiss(world, 160, rounds_planned=9)
    job = world.do(request_pairing, timezone.now(), section_id=section.pk, number=1, first_colour="white")
    until(lambda: Job.objects.get(pk=job.pk).state != "waiting", 40)
    job.refresh_from_db()
    assert (job.state, job.report) == ("done", {"round": 1, "boards": 80}), celery_worker
    assert progress_of(job.pk) == (160, 160)
    assert section.rounds.get().pairings.count() == 80


def test_a_round_published_by_two_opens_each_game_once(world):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras")
    round_ = section.rounds.get(number=1)
    (refusal,) = both_press(world, lambda actor: publish_round(actor=actor, now=NOW, round_id=round_.pk))
    assert refusal.code == "round_status"
    assert Game.objects.count() == 2


def test_two_results_of_one_board_give_one_and_a_conflict(world):
    section = world.round_robin("Alekhine", "Botvinnik", published=1)
    board = Pairing.objects.get()
    outcomes = together(
        *(
            lambda a=a, r=r: enter_result(actor=a, now=LATER, pairing_id=board.pk, result=r, expected_version=0)
            for a, r in ((world.ana, "1-0"), (world.hal, "0-1"))
        )
    )
    (refusal,) = errors_of(outcomes)
    (entered,) = [outcome for outcome in outcomes if isinstance(outcome, Pairing)]
    assert isinstance(refusal, Conflict) and refusal.code == "changed_meanwhile"
    assert refusal.detail["result"] == entered.result
    assert RecordEntry.objects.filter(kind="result").count() == 1
    assert section.rounds.get().pairings.get().version == 1


def test_an_act_is_undone_once(world):
    common = {"actor": world.olga, "now": timezone.now(), "event_id": world.event.pk}
    for published in (not world.event.published, world.event.published):
        edit_event(**common, changes={"published": published})
    line = Log.objects.latest("pk")
    (refusal,) = errors_of(together(*(lambda: undo_act(**common, line_id=line.pk) for _ in range(2))))
    assert refusal.code == "undo_too_late" and Log.objects.filter(action="act.undone").count() == 1


def test_results_of_a_whole_round_at_once_are_all_counted(world):
    section = world.round_robin(*(f"Player {letter}" for letter in "ABCDEFGH"), published=1)
    before = StandingsVersion.objects.get(section=section).number
    boards = list(Pairing.objects.filter(round__section=section, round__number=1))
    outcomes = together(
        *(lambda b=b: enter_result(actor=world.hal, now=LATER, pairing_id=b.pk, result="1/2-1/2") for b in boards)
    )
    assert not errors_of(outcomes)
    assert StandingsVersion.objects.get(section=section).number == before + len(boards) == before + 4


def test_a_round_closing_while_its_last_result_comes_does_not_deadlock(world):
    section = world.round_robin("Alekhine", "Botvinnik", published=1)
    round_, board = section.rounds.get(), Pairing.objects.get()
    start_round(actor=world.chen, now=NOW, round_id=round_.pk)
    outcomes = together(
        lambda: close_round(actor=world.chen, now=LATER, round_id=round_.pk),
        lambda: enter_result(actor=world.hal, now=LATER, pairing_id=board.pk, result="1-0"),
    )
    assert isinstance(outcomes[1], Pairing)
    round_.refresh_from_db()
    assert round_.status == ("closed" if isinstance(outcomes[0], Round) else "playing")
    assert isinstance(outcomes[0], Round) or outcomes[0].code == "results_missing"


def test_officers_and_boards_that_end_by_themselves_do_not_wait_for_each_other_in_a_ring(world):
    """A live board ends under its own lock while officers hold those of the round and the section."""
    section = world.round_robin(*(f"Player {letter}" for letter in "ABCDEFGH"), published=1)
    first, second = section.rounds.order_by("number")[:2]
    boards = list(first.pairings.order_by("board"))
    live = [lambda b=b: record_result(actor=world.ana, now=LATER, game_id=b.game_id, result="1-0") for b in boards]
    desk = [lambda b=b: enter_result(actor=world.hal, now=LATER, pairing_id=b.pk, result="0-1") for b in boards]
    outcomes = together(*live, *desk, lambda: publish_round(actor=world.olga, now=LATER, round_id=second.pk))
    assert [error.code for error in errors_of(outcomes)] == ["already_finished"] * len(boards)
    assert second.pairings.filter(game__isnull=False).count() == 4
    for board in first.pairings.select_related("game"):
        assert (board.result, board.version) == (board.game.result, 1)


@pytest.fixture
def section(world: World) -> Section:
    """Create a closed section with one game, which White has won."""
    section = world.round_robin("Alekhine", "Botvinnik", published=1)
    round_, board = section.rounds.get(), Pairing.objects.get()
    start_round(actor=world.olga, now=NOW, round_id=round_.pk)
    enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1-0")
    close_round(actor=world.olga, now=NOW, round_id=round_.pk)
    return section


@pytest.mark.parametrize(("locked", "times"), [(False, 2), (True, 1)])
def test_two_at_once_declare_it_once_because_of_the_lock_of_the_section(world, section, monkeypatch, locked, times):
    if not locked:
        without_lock(monkeypatch, threading.Barrier(2))
    errors = both_press(world, lambda actor: finalise_table(actor=actor, now=LATER, section_id=section.pk))
    assert not locked or errors == []
    assert Log.objects.filter(action="table.final").count() == times
    section.refresh_from_db()
    assert section.final_at == LATER


def corrected_while_it_is_declared(world: World, monkeypatch: pytest.MonkeyPatch, section: Section) -> list[str]:
    """Return the order of the two acts in the log if the correction comes after the table was read."""
    board = Pairing.objects.get()
    corrections: list[threading.Thread] = []

    def correct() -> None:
        try:
            correct_result(actor=world.chen, now=LATER, pairing_id=board.pk, result="0-1", reason="turned")
        finally:
            connection.close()

    def read_and_meanwhile(view: object) -> str:
        digest = digest_of(view)
        if not corrections:
            corrections.append(threading.Thread(target=correct))
            corrections[0].start()
            corrections[0].join(2)
        return digest

    monkeypatch.setattr(final_table, "digest_of", read_and_meanwhile)
    finalise_table(actor=world.olga, now=LATER, section_id=section.pk)
    corrections[0].join(30)
    acts = Log.objects.filter(action__in=["table.final", "result.corrected"]).order_by("pk")
    return list(acts.values_list("action", flat=True))


def test_unless_the_standings_are_held_a_table_is_declared_that_is_gone_already(world, section, monkeypatch):
    monkeypatch.setattr(final_table, "lock_standings", lambda section_id: None)
    assert corrected_while_it_is_declared(world, monkeypatch, section) == ["result.corrected", "table.final"]


@pytest.mark.long
def test_a_correction_waits_for_the_declaration_and_ends_it(world, section, monkeypatch):
    acts = corrected_while_it_is_declared(world, monkeypatch, section)
    assert acts == ["table.final", "result.corrected"]
    section.refresh_from_db()
    assert Pairing.objects.get().result == "0-1"
    assert not finality(section, standings_of(section)).final
    assert section.final_at == LATER


def event_and_section_from_both_ends(world: World, section: Section) -> list[object]:
    """One locks the event and then the section, as an exclusion does; the other has the section and writes the log."""
    gate = threading.Barrier(2)

    def from_above() -> None:
        with transaction.atomic():
            shared.lock_event(section.event_id)
            gate.wait(10)
            shared.lock_section(section.pk)

    def from_below() -> None:
        with transaction.atomic():
            locked_section = shared.lock_section(section.pk)
            gate.wait(10)
            happened(SECTION_EDITED, locked_section, actor=world.olga, now=LATER)

    return errors_of(together(from_above, from_below))


def test_a_line_in_the_log_does_not_wait_for_who_holds_the_event(world, section):
    assert event_and_section_from_both_ends(world, section) == []
    assert Log.objects.filter(action="section.edited", at=LATER).exists()


@pytest.mark.long
def test_with_locks_that_keep_the_log_waiting_the_two_would_block_each_other(world, section, monkeypatch):
    monkeypatch.setattr(shared, "_locked", lambda rows, key, missing: rows.select_for_update(of=("self",)).get(pk=key))
    assert [type(error) for error in event_and_section_from_both_ends(world, section)] == [OperationalError]
