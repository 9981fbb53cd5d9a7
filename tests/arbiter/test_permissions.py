"""Every service of arbiters, fair play and appeals against every role."""

from typing import ClassVar

import pytest

from arbiter.services.appeals import decide_appeal, suspend_effect, withdraw_appeal
from tavleya.errors import NotPermitted
from tests.arbiter.arbiter_calls import CALLS, ArbiterWorld, appeal_arguments, decision_arguments
from tests.fairplay.fair_play_calls import CALLS as FAIR_PLAY_CALLS
from tests.fairplay.fair_play_calls import FairPlayWorld
from tests.who_may import PEOPLE, EveryRole, Table, made_for_module, undone

pytestmark = pytest.mark.django_db
prepared = made_for_module(FairPlayWorld)


class TestArbiters(EveryRole):
    calls: ClassVar[Table] = {**CALLS, **FAIR_PLAY_CALLS}


def may(world, call) -> set[str]:
    """The people who may make the call; the others are refused."""
    allowed = set()
    for name in (*PEOPLE.values(), "dora", "sam"):
        with undone():
            try:
                call(getattr(world, name))
            except NotPermitted:
                continue
            allowed.add(name)
    return allowed


def test_the_panel_alone_decides_an_appeal_and_suspends_a_ruling(prepared: ArbiterWorld) -> None:
    prepared.hear()
    assert may(prepared, lambda a: decide_appeal(**decision_arguments(prepared, a))) == {"dora"}
    assert may(prepared, lambda a: suspend_effect(**appeal_arguments(prepared, a), suspended=True, reason="grave")) == {
        "dora"
    }


def test_an_appeal_is_withdrawn_by_its_player_and_by_who_handles_appeals(prepared: ArbiterWorld) -> None:
    prepared.appeal()
    assert may(prepared, lambda a: withdraw_appeal(**appeal_arguments(prepared, a))) == {"pia", "chen", "olga"}
