"""Two arbiters rule on the same board at the same time: one ruling is made, the other arbiter sees what changed."""

import pytest

from arbiter.models import Ruling
from arbiter.services.ruling import rule
from tavleya.errors import Conflict
from tests.concurrency import together
from tests.world import World, later
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_only_one_of_two_rulings_on_the_same_state_is_made() -> None:
    world = World()
    game = world.started()
    common = {"actor": world.artur, "now": later(seconds=5), "game_id": game.pk, "kind": "penalty"}

    def warn(side: str):
        return lambda: rule(**common, facts={"offender": side, "measure": "warning"}, expected=game.seq)

    outcomes = together(warn("white"), warn("black"))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "Ruling"]
    conflict = next(outcome for outcome in outcomes if isinstance(outcome, Conflict))
    assert conflict.code == "stale"
    assert conflict.detail["seq"] > game.seq
    assert Ruling.objects.count() == 1


def test_two_exclusions_at_once_wait_for_each_other_and_never_lock_crosswise() -> None:
    world = World(others=("dora", "egor"))
    publish_round(actor=world.olga, now=later(seconds=1), round_id=world.rounds[1].pk)
    boards = list(Pairing.objects.filter(round=world.rounds[0]).order_by("board"))

    def exclude(pairing: Pairing):
        common = {"actor": world.artur, "now": later(seconds=5), "game_id": pairing.game_id, "kind": "penalty"}
        return lambda: rule(**common, facts={"offender": "white", "measure": "exclusion"})

    outcomes = together(*(exclude(board) for board in boards))
    assert [type(outcome).__name__ for outcome in outcomes] == ["Ruling", "Ruling"]
    excluded = Registration.objects.filter(section=world.section, status="excluded")
    assert {registration.pk for registration in excluded} == {board.white_id for board in boards}
    # Both excluded players were to meet in round 2: whichever exclusion came second made them both lose that game.
    both = {board.white_id for board in boards}
    for pairing in Pairing.objects.filter(round=world.rounds[1]):
        met = {pairing.white_id, pairing.black_id} == both
        assert (pairing.result == "-/-") is met
