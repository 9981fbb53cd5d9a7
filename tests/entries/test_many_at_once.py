"""Concurrent payments and entries, on PostgreSQL: no gap in receipts, no more entrants than places."""

import threading
import uuid

import pytest

from entries.models import Fee, Payment
from entries.selectors.online_entries import number_on_waiting_list
from entries.services import entry_places
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import submit_entry
from entries.services.fees import set_fee_terms
from entries.services.payments import take_payment
from tavleya.actors import ANONYMOUS
from tavleya.errors import Conflict
from tests.concurrency import together
from tests.tournaments.conftest import NOW, World
from tests.tournaments.test_two_at_once import errors_of
from tournaments.models.entry import Entry, EntryState, EntryTerms
from tournaments.models.section import Section
from tournaments.services import shared

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def world(transactional_db) -> World:
    world = World()
    section = world.section(format="swiss", rounds_planned=5)
    changes = {"charged": True, "currency": "EUR", "base": 3000}
    set_fee_terms(actor=world.olga, now=NOW, section_id=section.pk, changes=changes)
    world.enter(section, *(f"Player {chr(65 + n)}" for n in range(8)))
    return world


def pay(world: World, fee: Fee, expected: int | None = None) -> Payment:
    return world.do(take_payment, fee_id=fee.pk, amount=3000, way="cash", expected_paid=expected)


def test_with_the_lock_receipts_are_numbered_without_a_gap(world):
    assert errors_of(together(*(lambda fee=fee: pay(world, fee) for fee in Fee.objects.all()))) == []
    assert list(Payment.objects.values_list("receipt", flat=True)) == list(range(1, 9))


def test_a_payment_that_is_refused_leaves_no_gap_and_one_tapped_at_once_counts_once(world):
    fee = Fee.objects.get(number=1)
    outcomes = together(*(lambda: pay(world, fee, 0) for _ in range(4)))
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 3
    pay(world, Fee.objects.get(number=2))
    assert list(Payment.objects.values_list("receipt", flat=True)) == [1, 2]


PLACES, PEOPLE = 5, 20


@pytest.fixture
def section(transactional_db) -> Section:
    world = World()
    section = world.section(format="swiss", rounds_planned=5)
    terms = {"offered": True, "places": PLACES}
    set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes=terms)
    return section


def enter(section: Section, number: int, key: uuid.UUID | None = None) -> Entry:
    fields = {"family_name": f"Player {chr(65 + number)}"}
    return submit_entry(actor=ANONYMOUS, now=NOW, section_id=section.pk, key=key or uuid.uuid4(), given=fields)


def test_without_the_lock_more_would_enter_than_there_are_places(section, monkeypatch):
    """All threads count the places before any of them takes one."""
    EntryTerms.objects.update(places=1, approval=True)
    barrier, thread_data = threading.Barrier(4), threading.local()
    places_left = entry_places.places_left

    def count(*args: object) -> object:
        left = places_left(*args)
        if not getattr(thread_data, "counted", False):
            thread_data.counted = True
            barrier.wait(10)
        return left

    monkeypatch.setattr(entry_places, "places_left", count)
    monkeypatch.setattr(shared, "_locked", lambda rows, key, missing: rows.get(pk=key))
    together(*(lambda n=n: enter(section, n) for n in range(4)))
    assert [entry.state for entry in section.entries.all()] == [EntryState.PENDING] * 4


@pytest.mark.long
def test_with_the_lock_five_are_confirmed_and_fifteen_wait_in_order_of_arrival(section):
    assert errors_of(together(*(lambda n=n: enter(section, n) for n in range(PEOPLE)))) == []
    entries = list(section.entries.order_by("position"))
    waiting = PEOPLE - PLACES
    assert [entry.position for entry in entries] == list(range(1, PEOPLE + 1))
    assert [entry.pk for entry in entries] == sorted(entry.pk for entry in entries)
    states = [EntryState.CONFIRMED] * PLACES + [EntryState.WAITING] * waiting
    assert [entry.state for entry in entries] == states and section.registrations.count() == PLACES
    names = sorted(entry.family_name for entry in entries)
    assert names == [f"Player {chr(65 + number)}" for number in range(PEOPLE)]  # all are there, once each
    assert [number_on_waiting_list(entry) for entry in entries[PLACES:]] == list(range(1, waiting + 1))


def test_a_form_that_is_sent_twenty_times_at_once_makes_one_entry(section):
    key = uuid.uuid4()
    outcomes = together(*(lambda: enter(section, 0, key) for _ in range(PEOPLE)))
    assert outcomes == [section.entries.get()] * PEOPLE and section.registrations.count() == 1
