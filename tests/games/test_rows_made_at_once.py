"""Rows that are made at once are what Django makes field by field."""

from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.db.models.fields.related_descriptors import ForeignKeyDeferredAttribute
from django.db.models.query_utils import DeferredAttribute
from django.db.models.signals import post_init, pre_init

from games.models.game import Game
from games.models.rows import RowModel
from tests.world import World
from tournaments.models.pairing import Pairing

pytestmark = pytest.mark.django_db

MODELS = [model for model in apps.get_models() if issubclass(model, RowModel)]


def as_django_makes_it(model: type[models.Model], names: list[str], values: tuple[Any, ...]) -> models.Model:
    func: models.Model = models.Model.from_db.__func__(model, "default", names, values)
    return func


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
        row_model = model.from_db("default", list(reversed(names)) if names is not fields else names, values)
        opponent = as_django_makes_it(model, names, values)
        assert parts(row_model) == parts(opponent)
        assert row_model == opponent and row_model.get_deferred_fields() == opponent.get_deferred_fields()


def test_nothing_waits_for_a_row_being_made() -> None:
    """The short way skips receivers of signals and fields that set themselves: there are none."""
    assert len(MODELS) >= 4
    for model in MODELS:
        for signal in (pre_init, post_init):
            assert not signal.has_listeners(model)
        assert "__init__" not in {
            name for one in model.__mro__[:-1] if one is not models.Model for name in vars(one)
        }
        for field in model._meta.concrete_fields:
            assert type(vars(owner(model, field.attname))[field.attname]) in (
                DeferredAttribute,
                ForeignKeyDeferredAttribute,
            ), field


def owner(model: type, name: str) -> type:
    return next(one for one in model.__mro__ if name in vars(one))


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
