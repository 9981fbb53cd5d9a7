"""The queue of the console: each kind of item in words, with its action; archived sections leave the lists."""

from datetime import timedelta

import pytest
from django.urls import reverse

from arbiter.selectors.adjournments import adjournments_due
from arbiter.selectors.boards import boards_of
from arbiter.selectors.checklists import checks_of_event
from arbiter.selectors.queue import QueueItemKind, changed_pairings, queue_of
from arbiter.selectors.rulings import (
    RulingFilter,
    appeals_of,
    boards_by_game,
    pending_appeals,
    published_decisions,
    rulings_in,
)
from arbiter.selectors.work_record import programme
from arbiter.services import adjournment, appeals
from arbiter.services.ruling import claim_flag
from arbiter.views.boards import queue_lines
from games.models.record import milliseconds
from games.services.moves import call_arbiter, play_move, start_game
from games.services.sheets import write_sheet
from tavleya.record.merging import Keeper
from tavleya.sides import Side
from tests.arbiter.envelopes import DUE, ENDS, adjourned, in_session
from tests.arbiter.ruling import rule
from tests.pages.console.appealing import Court
from tests.pages.live.conftest import started_world
from tests.world import NOW, World, later
from tournaments.models.round import Round
from tournaments.services.removal import archive_section, unarchive_section
from tournaments.services.results import enter_result, report_result

pytestmark = pytest.mark.django_db


def waiting(world, now):
    return queue_of(world.event, boards_of(world.event, milliseconds(now)), now)


def only_line(world, now, kind):
    """Return the only line of the kind, after checking its board."""
    items = [item for item in waiting(world, now) if item.kind is kind]
    assert len(items) == 1
    (line,) = queue_lines(world.slug, items, {world.section.pk: "Open"}, milliseconds(now))
    assert line["card"] == reverse("board-card", args=[world.slug, world.board.pk])
    assert (line["board"], line["players"], line["where"]) == (1, "Alice – Bob", "Open, Round 1")
    return line


def kinds(world, now):
    return [item.kind for item in waiting(world, now)]


def test_a_call_waits_with_its_reason_until_it_is_answered():
    world = started_world()
    call_arbiter(actor=world.alice, now=later(seconds=5), game_id=world.board.pk, reason="disturbance")
    line = only_line(world, later(seconds=65), QueueItemKind.CALL)
    assert (line["what"], line["action"]) == ("White calls: disturbance", "Answer call")
    assert line["url"].endswith("#calls") and "1" in line["since"]


def test_a_claim_that_was_put_off_waits_for_its_decision():
    world = started_world(control="10")
    at = later(minutes=9)
    facts = {"claimant": "white", "decision": "postpone"}
    rule(world, "quickplay", 540, **facts)
    line = only_line(world, at + timedelta(seconds=10), QueueItemKind.CLAIM)
    assert line["what"] == "White claims a draw: decision postponed"
    assert line["url"].endswith("/ruling/?kind=quickplay")
    facts["decision"] = "agree"
    rule(world, "quickplay", 560, **facts)
    assert kinds(world, at + timedelta(seconds=30)) == []


def test_a_flag_that_is_down_waits():
    world = started_world(control="10")
    assert QueueItemKind.FLAG not in kinds(world, later(minutes=9))
    line = only_line(world, later(minutes=11), QueueItemKind.FLAG)
    assert line["what"] == "White: flag fallen"
    assert line["url"].endswith("kind=flag&side=white")


def test_an_illegal_move_that_was_not_called_waits():
    world = started_world()
    play_move(actor=world.hana, now=later(seconds=5), game_id=world.board.pk, text="e2-e5", irregular=True)
    assert only_line(world, later(seconds=9), QueueItemKind.IRREGULAR)["what"] == "Illegal move in the record"


def write_sheets(world):
    for keeper, result in ((Keeper.WHITE, "1-0"), (Keeper.BLACK, "0-1")):
        common = {"actor": world.artur, "now": later(minutes=5), "game_id": world.board.pk}
        write_sheet(**common, keeper=keeper, text=f"1. e2-e4 e7-e5 {result}")


def report_results(world):
    for actor, result in ((world.alice, "1-0"), (world.bob, "1/2-1/2")):
        report_result(actor=actor, now=later(minutes=5), pairing_id=world.pairing.pk, result=result)


@pytest.mark.article("tavreli:8.5")
@pytest.mark.parametrize(
    ("tracking", "differ", "kind", "what"),
    [
        ("sheets", write_sheets, QueueItemKind.SHEETS, "The score sheets differ: White wrote 1 – 0, Black 0 – 1"),
        (
            "result", report_results, QueueItemKind.REPORTS,
            "The players report different results: White 1 – 0, Black ½ – ½",
        ),
    ],
    ids=["sheets", "reports"],
)  # fmt: skip
def test_different_results_wait_until_the_board_has_one(tracking, differ, kind, what):
    world = World(tracking=tracking)
    differ(world)
    assert only_line(world, later(minutes=6), kind)["what"] == what
    enter_result(actor=world.artur, now=later(minutes=7), pairing_id=world.pairing.pk, result="1-0")
    assert kinds(world, later(minutes=8)) == []


@pytest.mark.article("tavreli:A.1", "tavreli:A.5", "tavreli:A.7")
def test_an_adjourned_game_waits_only_while_an_action_is_due():
    world = in_session()
    adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    line = only_line(world, ENDS + timedelta(seconds=30), QueueItemKind.ADJOURNED)
    assert line["what"] == "White has been asked to seal a move"
    assert line["url"] == reverse("board-adjournment", args=[world.slug, world.board.pk])
    world = in_session(slug="autumn-cup")
    adjourned(world)
    assert kinds(world, DUE - timedelta(hours=2)) == []
    assert only_line(world, DUE + timedelta(minutes=5), QueueItemKind.ADJOURNED)["what"] == "Time to resume"


def test_an_appeal_waits_until_it_is_decided_or_withdrawn():
    world = started_world(control="10")
    world.play("e2-e4")
    ruling = claim_flag(actor=world.artur, now=later(minutes=20), game_id=world.board.pk, side=Side.BLACK)
    appeal = appeals.file_appeal(
        actor=world.bob, now=later(minutes=21), ruling_id=ruling.pk, grounds="My flag was up when I pressed."
    )
    line = only_line(world, later(minutes=22), QueueItemKind.APPEAL)
    assert (line["what"], line["action"]) == ("Black appeals against a ruling", "Appeals")
    appeals.withdraw_appeal(actor=world.bob, now=later(minutes=23), appeal_id=appeal.pk)
    assert kinds(world, later(minutes=24)) == []


@pytest.mark.article("tavreli:6.6")
def test_a_board_that_is_not_begun_waits_when_the_default_time_is_over():
    world = World()
    Round.objects.filter(pk=world.rounds[0].pk).update(starts_at=NOW)
    assert kinds(world, later(minutes=60)) == []
    line = only_line(world, later(minutes=60, seconds=1), QueueItemKind.LATE)
    assert line["what"] == "Not started, and the default time is over"
    assert line["url"].endswith("kind=absence")
    world.started()
    assert kinds(world, later(minutes=1)) == []


def test_the_oldest_comes_first():
    world = World(others=("dora", "egor"), control="10")
    ids = list(world.rounds[0].pairings.order_by("board").values_list("game_id", flat=True))
    for game_id in ids:
        start_game(actor=world.artur, now=NOW, game_id=game_id)
    call_arbiter(actor=world.hana, now=later(minutes=11), game_id=ids[0], reason="disturbance")
    play_move(actor=world.hana, now=later(minutes=1), game_id=ids[1], text="e2-e4")
    queue = waiting(world, later(minutes=12))
    assert [item.since for item in queue] == sorted(item.since for item in queue)
    assert (queue[-1].kind, queue[-1].pairing.board) in [(QueueItemKind.CALL, 1), (QueueItemKind.FLAG, 2)]


def archive(world: World) -> None:
    archive_section(actor=world.olga, now=later(hours=4), section_id=world.section.pk)


def restore(world: World) -> None:
    unarchive_section(actor=world.olga, now=later(hours=4), section_id=world.section.pk)


def test_rulings_and_appeals_of_an_archived_section_are_not_listed(court: Court) -> None:
    court.filed()
    event = court.world.event

    def list_lengths() -> tuple[int, int, int, int]:
        return (
            rulings_in(boards_by_game(event), RulingFilter()).count(),
            len(appeals_of(event)),
            len(pending_appeals(event)),
            len(queue_of(event, [], later(hours=1))),
        )

    before = list_lengths()
    assert before == (1, 1, 1, 1)
    archive(court.world)
    assert list_lengths() == (0, 0, 0, 0)
    checks = next(iter(checks_of_event(event).values()))
    assert [check.done for check in checks if check.point.key == "appeals"] == [True]
    restore(court.world)
    assert list_lengths() == before


def test_decisions_of_an_archived_section_are_not_public(court: Court) -> None:
    court.decided()
    appeals_of(court.world.event).update(published_at=later(hours=3))
    assert published_decisions(court.world.event).count() == 1
    archive(court.world)
    assert not published_decisions(court.world.event)


def test_sessions_and_adjournments_of_an_archived_section_are_not_listed(db: None) -> None:
    world = in_session()
    adjourned(world)
    now = later(hours=2)

    def list_lengths() -> tuple[int, ...]:
        plan = programme(world.event, now)
        lists = (adjournments_due(world.event, now), changed_pairings(world.event))
        return len(plan.sessions), len(plan.unscheduled), *map(len, lists)

    before = list_lengths()
    assert before[0] == 2 and before[2:] == (1, 1)
    archive(world)
    assert list_lengths() == (0, 0, 0, 0)
    restore(world)
    assert list_lengths() == before
