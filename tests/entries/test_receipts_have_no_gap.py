"""Many payments at once, on PostgreSQL: each has a separate receipt, and no number is left out."""

import pytest

from entries.models.fees import Fee, Payment
from entries.services.fees.payments import take_payment
from entries.services.fees.terms import set_fee_terms
from tavleya.errors import Conflict
from tests.tournaments.conftest import NOW, World
from tests.tournaments.test_two_at_once import errors_of, together

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
    return take_payment(
        actor=world.olga, now=NOW, fee_id=fee.pk, amount=3000, way="cash", expected_paid=expected
    )


def test_with_the_lock_receipts_are_numbered_without_a_gap(world):
    outcomes = together(*(lambda fee=fee: pay(world, fee) for fee in Fee.objects.all()))
    assert errors_of(outcomes) == []
    assert list(Payment.objects.values_list("receipt", flat=True)) == list(range(1, 9))


def test_a_payment_that_is_refused_leaves_no_gap_and_one_tapped_at_once_counts_once(world):
    fee = Fee.objects.get(number=1)
    outcomes = together(*(lambda: pay(world, fee, 0) for _ in range(4)))
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 3
    pay(world, Fee.objects.get(number=2))
    assert list(Payment.objects.values_list("receipt", flat=True)) == [1, 2]
