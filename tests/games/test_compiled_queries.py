"""A query that was written out once gives what the ORM gives, each time with other values."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, Q, QuerySet, Value
from django.db.models.functions import Concat

from games.compiled_queries import CompiledQuery
from games.models.game import Game
from tests.world import World
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player

pytestmark = pytest.mark.django_db


def boards(player: int) -> QuerySet[Pairing]:
    rows = Pairing.objects.filter(Q(white__player=player) | Q(black__player=player)).exclude(bye="half 50%")
    rows = rows.select_related("round__section", "white__player", "black__player", "game").defer(
        "game__rules"
    )
    return rows.annotate(said=Concat("white__player__title", Value(" % '")), reports_made=Count("reports"))


def loaded_values(rows: Any) -> list[tuple[Any, ...]]:
    return [
        (
            row,
            row.round.section.names,
            row.white.player.names,
            row.game and row.game.snapshot,
            row.said,
            row.reports_made,
        )
        for row in rows
    ]


def test_rows_come_with_what_was_selected_with_them_and_no_other_query(django_assert_num_queries):
    world, written = World(others=("dora",)), CompiledQuery(boards, int)
    players = list(Player.objects.filter(event=world.event))
    assert [loaded_values(written(player.pk)) for player in players] == [
        loaded_values(boards(player.pk)) for player in players
    ]
    assert any(loaded_values(written(player.pk)) for player in players)
    pairings = written(world.pairing.white.player_id)
    with django_assert_num_queries(0):
        loaded_values(pairings)
    games = [row.game for row in pairings if row.game is not None]
    assert games[0].get_deferred_fields() == {"rules"}


@pytest.mark.parametrize("flat", [False, True])
def test_values_are_values(flat: bool) -> None:
    world = World()

    def named(text: str) -> QuerySet[Any, Any]:
        rows = Player.objects.filter(event__slug=text).order_by("pk")
        return rows.values_list("pk", flat=True) if flat else rows.values_list("pk", "names", "event__names")

    assert CompiledQuery(named, str)(world.event.slug) == list(named(world.event.slug))
    assert CompiledQuery(named, str)("nowhere") == []


def test_it_is_written_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    World()
    created: list[int] = []

    def one_game(key: int) -> QuerySet[Game]:
        created.append(key)
        return Game.objects.filter(pk=key)

    written = CompiledQuery(one_game, int)
    key = Game.objects.values_list("pk", flat=True)[0]
    assert [row.pk for row in (*written(key), *written(key), *written(key + 10_000))] == [key, key]
    assert len(created) == 1


@pytest.mark.postgres
def test_the_server_keeps_its_plan() -> None:
    written = CompiledQuery(lambda key: Game.objects.filter(pk=key), int)
    connection.ensure_connection()
    if connection.connection.prepare_threshold is None:
        pytest.skip("statements are not prepared on this connection")
    for _ in range(5):
        written(1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE '%games_game%'")
        assert cursor.fetchone()[0] >= 1
