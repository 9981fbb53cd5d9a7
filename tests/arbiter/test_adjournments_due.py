"""Adjourned games in the queue of the console."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbiter.selectors.adjournments import AwaitedStep, adjournments_due
from arbiter.services import adjournment, resumption
from tests.arbiter.envelopes import DUE, ENDS, adjourned, in_session, open_, sealed
from tests.world import World

pytestmark = pytest.mark.django_db
SOON = ENDS + timedelta(minutes=1)


@pytest.fixture
def world() -> World:
    return in_session()


def waits(world: World, now: datetime = SOON) -> list[AwaitedStep]:
    return [adjournment_due.waits for adjournment_due in adjournments_due(world.event, now)]


def test_a_game_that_is_simply_played_is_not_in_the_list(world: World) -> None:
    assert adjournments_due(world.event, SOON) == []


def test_each_step_of_an_adjournment_is_named(world: World) -> None:
    adjournment.call_to_seal(actor=world.artur, now=ENDS, game_id=world.board.pk)
    assert waits(world) == [AwaitedStep.SEAL]
    adjournment.seal_move(actor=world.alice, now=SOON, game_id=world.board.pk, move="g1-f3")
    assert waits(world) == [AwaitedStep.STOP]
    adjournment.adjourn(actor=world.artur, now=SOON, game_id=world.board.pk)
    assert waits(world) == [AwaitedStep.RESUMPTION]
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    assert waits(world, DUE) == [AwaitedStep.OPENING]


def test_a_game_whose_envelope_was_opened_and_made_leaves_the_list(world: World) -> None:
    sealing = adjourned(world)[1]
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    open_(world, sealing)
    assert adjournments_due(world.event, DUE) == []


def test_an_illegal_sealed_move_waits_for_a_ruling_until_it_is_ruled(world: World) -> None:
    sealing = adjourned(world, "g1-g8")[1]
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    open_(world, sealing)
    adjournment_due = adjournments_due(world.event, DUE)[0]
    assert (adjournment_due.waits, adjournment_due.sealed) == (AwaitedStep.RULING, False)
    resumption.rule_sealed_move(actor=world.artur, now=DUE, game_id=world.board.pk)
    assert adjournments_due(world.event, DUE) == []


def test_a_lost_envelope_is_shown_with_its_last_holder(world: World) -> None:
    adjourned(world)
    adjournment.hand_over(actor=world.artur, now=SOON, game_id=world.board.pk, holder="Hall manager")
    adjournment.declare_lost(actor=world.artur, now=SOON, game_id=world.board.pk, note="not in the safe")
    adjournment_due = adjournments_due(world.event, DUE)[0]
    assert (adjournment_due.waits, adjournment_due.sealed, adjournment_due.holder) == (
        AwaitedStep.LOST,
        False,
        "Hall manager",
    )


def test_it_says_when_play_goes_on_and_from_when_the_absent_lose(world: World) -> None:
    adjourned(world)
    adjournment_due = adjournments_due(world.event, DUE - timedelta(seconds=1))[0]
    assert (adjournment_due.due, adjournment_due.place, adjournment_due.sealed, adjournment_due.overdue) == (
        DUE,
        "Hall 2",
        True,
        False,
    )
    assert adjournment_due.loses_at == DUE + timedelta(hours=1)
    assert adjournments_due(world.event, DUE)[0].overdue


def test_the_list_costs_two_queries(world: World) -> None:
    sealed(world)
    with CaptureQueriesContext(connection) as few:
        adjournments_due(world.event, SOON)
    assert len(few) == 2
