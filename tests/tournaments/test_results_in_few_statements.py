"""A result costs few statements in its transaction, and their number does not grow with the results."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.services.record import record_results
from notifications.models import Delivery
from notifications.services.due_lines import spread_lines
from tavleya.actors import Actor
from tests.tournaments.receivers import listen
from tests.world import NOW, World
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.services.results import correct_result, enter_result, withdraw_result

pytestmark = pytest.mark.django_db


def statements(act: Callable[[], object]) -> int:
    """The statements of an act, without those that begin and end transactions."""
    with CaptureQueriesContext(connection) as captured:
        act()
    return sum("SAVEPOINT" not in query["sql"] for query in captured)


def test_a_result_costs_at_most_fifteen(db):
    world = World(game="chess", regime="fide-2023", control="60", tracking="result")
    listen(world, "https://example.org/")
    common = {"actor": world.artur, "now": NOW, "pairing_id": world.pairing.pk}
    assert statements(lambda: enter_result(**common, result="1-0")) <= 15
    assert statements(lambda: withdraw_result(**common)) <= 20
    enter_result(**common, result="1-0")
    assert statements(lambda: correct_result(**common, result="0-1", reason="slip")) <= 17
    assert statements(lambda: spread_lines(NOW)) <= 13
    kinds = ["result.entered", "result.withdrawn", "result.entered", "result.corrected"]
    assert list(Log.objects.order_by("pk").values_list("action", flat=True))[-4:] == kinds
    assert Delivery.objects.filter(kind="result.recorded").count() == 4


def at_once(boards: int) -> tuple[int, int]:
    """Return the numbers of statements of `boards` results and of their messages."""
    others = tuple(f"player-{number}" for number in range(boards * 2))
    world = World(
        game="chess", regime="fide-2023", control="60", tracking="result", others=others, slug=f"cup-{boards}"
    )
    listen(world, "https://example.org/")
    listen(world, "https://example.com/")
    pairings = Pairing.objects.filter(round=world.rounds[0], bye="", game__result="").order_by("pk")
    results = {pairing.game_id: "1-0" for pairing in pairings[:boards]}
    assert len(results) == boards
    actor = Actor.of_system("test")
    entered = statements(lambda: record_results(actor=actor, now=NOW, results=results))
    messages = statements(lambda: spread_lines(NOW))
    assert Delivery.objects.filter(webhook__event=world.event).count() == 2 * boards
    return entered, messages


def test_ten_results_and_thirty_cost_the_same(db):
    assert at_once(10) == at_once(30)
