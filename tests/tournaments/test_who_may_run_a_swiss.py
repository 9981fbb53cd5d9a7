"""Every service of a Swiss against every role."""

from __future__ import annotations

import pytest

from tavleya.actors import Actor, Role
from tavleya.errors import NotPermitted
from tavleya.permissions import TABLE, Action
from tests.tournaments.conftest import NOW, made_once
from tests.tournaments.swiss_calls import CALLS, SwissWorld
from tests.tournaments.test_who_may_do_what import PEOPLE
from tournaments.models.log import Log
from tournaments.models.swiss import RestorePoint
from tournaments.services.events import create_event

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture(scope="module")
def prepared(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), made_once(SwissWorld) as world:
        yield world


@pytest.mark.parametrize("role", [one for one in Role if one is not Role.OWNER])
@pytest.mark.parametrize("name", sorted(CALLS))
def test_a_service_does_what_the_table_allows_and_no_more(prepared, name, role):
    action, call = CALLS[name]
    actor = getattr(prepared, PEOPLE[role])
    if role in TABLE[action]:
        call(prepared, actor)
        return
    before = Log.objects.count(), RestorePoint.objects.count()
    with pytest.raises(NotPermitted) as refused:
        call(prepared, actor)
    assert refused.value.code == "not_permitted"
    assert (Log.objects.count(), RestorePoint.objects.count()) == before


@pytest.mark.parametrize("name", sorted(CALLS))
def test_an_officer_of_another_event_is_nobody_here(prepared, name):
    create_event(actor=prepared.sam, now=NOW, slug="elsewhere", names={"en": "Elsewhere"})
    with pytest.raises(NotPermitted):
        CALLS[name][1](prepared, prepared.sam)


@pytest.mark.parametrize("name", sorted(CALLS))
def test_a_token_opens_only_its_own_scope(prepared, name):
    action, call = CALLS[name]
    others = frozenset(one.value for one in Action if one is not action)

    def narrowed(scopes: frozenset[str]) -> Actor:
        return Actor(prepared.olga.user_id, "olga", scopes=scopes, event_id=prepared.event.pk)

    with pytest.raises(NotPermitted):
        call(prepared, narrowed(others))
    call(prepared, narrowed(frozenset({action.value})))
