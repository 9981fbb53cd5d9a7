"""The inventory lists every column that can hold personal data, with its treatment on erasure."""

from collections import Counter

import pytest
from django.apps import apps
from django.conf import settings

from tavleya.use import ErasureRule
from tests.paths import APPS
from tournaments.access import undeclared
from upkeep.privacy.inventory import HOLDINGS, KINDS, Holding, declared

MODELS = [model for model in apps.get_models() if not model._meta.proxy]
OF_OTHER_PACKAGES = [model for model in MODELS if model._meta.app_label not in APPS]


def test_every_text_of_another_package_is_declared_in_the_inventory() -> None:
    for model in OF_OTHER_PACKAGES:
        assert {*undeclared(model)} <= declared(model._meta.label).keys(), model


def test_each_way_that_a_model_declares_has_one_holding() -> None:
    ways = Counter(
        (model._meta.label, way)
        for model in MODELS
        for way in {use.person for use in declared(model._meta.label).values()}
        if isinstance(way, ErasureRule)
    )
    assert ways == Counter((holding.model, holding.way) for holding in HOLDINGS)


def test_a_declaration_is_of_a_field_that_is_there() -> None:
    for model in MODELS:
        fields = {field.name for field in (*model._meta.concrete_fields, *model._meta.many_to_many)}
        assert declared(model._meta.label).keys() <= fields
        assert all(model._meta.get_field(name).is_relation for name in getattr(model, "relations", {}))


@pytest.mark.parametrize("holding", HOLDINGS, ids=lambda one: f"{one.model}-{one.way.name}")
def test_the_lookups_of_a_holding_work(holding: Holding, db: None) -> None:
    rows = apps.get_model(holding.model)._default_manager
    for lookup in (*holding.account, *holding.player, *holding.event.split()):
        assert not rows.filter(**{lookup: 0}).exists()
    assert holding.kind in KINDS
    named = holding.way in (ErasureRule.NAMED, ErasureRule.NAMED_EMPTIED)
    assert bool(holding.event) == named, "whose text it is must be known to look for names in it"


def test_how_long_a_kind_is_kept_is_a_setting() -> None:
    assert all(getattr(settings, kind.days) >= 0 for kind in KINDS.values() if kind.days)
