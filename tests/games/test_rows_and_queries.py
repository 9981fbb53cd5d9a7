"""Compiled queries, and rows that are made at once as Django makes them field by field."""

from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models
from django.db.models import Count, Q, QuerySet, Value
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.functions import Concat
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_init, pre_init

from games.compiled_queries import CompiledQuery
from games.models.base import RowModel
from games.models.game import Game
from tests.world import World
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player

pytestmark = pytest.mark.django_db


def boards(player: int) -> QuerySet[Pairing]:
    rows = Pairing.objects.filter(Q(white__player=player) | Q(black__player=player)).exclude(bye="half 50%")
    rows = rows.select_related("round__section", "white__player", "black__player", "game").defer("game__rules")
    return rows.annotate(said=Concat("white__player__title", Value(" % '")), reports_made=Count("reports"))


def loaded_values(rows: Any) -> list[tuple[Any, ...]]:
    return [
        (
            row, row.round.section.names, row.white.player.names, row.game and row.game.snapshot, row.said,
            row.reports_made,
        )
        for row in rows
    ]  # fmt: skip


def test_rows_come_with_what_was_selected_with_them_and_no_other_query(django_assert_num_queries):
    world, query = World(others=("dora",)), CompiledQuery(boards, int)
    players = list(Player.objects.filter(event=world.event))
    assert [loaded_values(query(player.pk)) for player in players] == [
        loaded_values(boards(player.pk)) for player in players
    ]
    assert any(loaded_values(query(player.pk)) for player in players)
    pairings = query(world.pairing.white.player_id)
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
    calls: list[int] = []

    def one_game(key: int) -> QuerySet[Game]:
        calls.append(key)
        return Game.objects.filter(pk=key)

    query = CompiledQuery(one_game, int)
    key = Game.objects.values_list("pk", flat=True)[0]
    assert [row.pk for row in (*query(key), *query(key), *query(key + 10_000))] == [key, key]
    assert len(calls) == 1


@pytest.mark.postgres
def test_the_server_keeps_its_plan() -> None:
    query = CompiledQuery(lambda key: Game.objects.filter(pk=key), int)
    connection.ensure_connection()
    if connection.connection.prepare_threshold is None:
        pytest.skip("statements are not prepared on this connection")
    for _ in range(5):
        query(1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE '%games_game%'")
        assert cursor.fetchone()[0] >= 1


MODELS = [model for model in apps.get_models() if issubclass(model, RowModel)]


def as_django_makes_it(model: type[models.Model], names: list[str], values: tuple[Any, ...]) -> models.Model:
    row: models.Model = models.Model.from_db.__func__(model, "default", names, values)
    return row


def parts(row: models.Model) -> tuple[dict[str, Any], dict[str, Any]]:
    state = row._state
    return {name: value for name, value in vars(row).items() if name != "_state"}, {
        "adding": state.adding,
        "db": state.db,
        "related": dict(state.fields_cache),
    }


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_row_is_the_same_whole_and_in_part(model: type[RowModel]) -> None:
    World()
    fields = [field.attname for field in model._meta.concrete_fields]
    for names in (fields, fields[:1] + fields[2::3]):
        values = model.objects.values_list(*names)[0]
        row = model.from_db("default", list(reversed(names)) if names is not fields else names, values)
        expected = as_django_makes_it(model, names, values)
        assert parts(row) == parts(expected)
        assert row == expected and row.get_deferred_fields() == expected.get_deferred_fields()


def test_nothing_waits_for_a_row_being_made() -> None:
    """The short way skips receivers of signals and fields that set themselves: there are none."""
    assert len(MODELS) >= 4
    for model in MODELS:
        for signal in (pre_init, post_init):
            assert not signal.has_listeners(model)
        assert "__init__" not in {
            name for base in model.__mro__[:-1] if base is not models.Model for name in vars(base)
        }
        for field in model._meta.concrete_fields:
            owner = next(base for base in model.__mro__ if field.attname in vars(base))
            assert type(vars(owner)[field.attname]) in (DeferredAttribute, ForeignKeyDeferredAttribute), field


def test_a_row_that_was_read_is_changed_read_again_and_written(django_assert_num_queries: Any) -> None:
    world = World()
    pairing = world.pairing
    board = Pairing.objects.only("board").get(pk=pairing.pk)
    with django_assert_num_queries(1):
        assert board.white_id == pairing.white_id
    board.white_id = pairing.black_id
    assert board.white == pairing.black
    game = Game.objects.get(pk=pairing.game_id)
    game.white_name = "Keres"
    game.save(update_fields=["white_name"])
    game.refresh_from_db()
    assert game.white_name == "Keres" and not game._state.adding
