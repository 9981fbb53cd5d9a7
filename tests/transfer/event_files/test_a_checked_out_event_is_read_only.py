"""While another machine runs an event, no service changes it here; services that only read still work."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from games import hooks
from games.services.moves import play_move, start_game
from tavleya.actors import Actor
from tavleya.errors import Conflict, DomainError, NotPermitted, ReadOnly
from tavleya.permissions import WHILE_READ_ONLY, Action, allowed
from tests.refusals import refused
from tests.tournaments.conftest import NOW, made_once
from tests.tournaments.service_calls import CALLS, PreparedWorld
from tests.tournaments.test_permissions_of_a_swiss import CALLS as SWISS_CALLS
from tests.tournaments.test_permissions_of_a_swiss import SwissWorld
from tests.tournaments.test_permissions_of_team_events import CALLS as SYSTEM_CALLS
from tests.tournaments.test_permissions_of_team_events import SystemWorld
from tests.world import World, later
from tournaments import access
from tournaments.models.activity import Log
from tournaments.models.event import Event
from transfer.services.eventfile.hand_off import check_out_event, take_back_event

pytestmark = pytest.mark.django_db

#: Services that have no event yet, or end the read-only state.
_OUTSIDE = {"create_event", "set_up_event", "open_rehearsal", "check_in_event", "check_out_event", "take_back_event"}

WORLDS = {"events": (PreparedWorld, CALLS), "swiss": (SwissWorld, SWISS_CALLS), "teams": (SystemWorld, SYSTEM_CALLS)}


@pytest.fixture(scope="module", params=sorted(WORLDS))
def prepared(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[World, dict]]:
    make, calls = WORLDS[request.param]
    with django_db_blocker.unblock(), made_once(make) as world:
        Event.objects.update(checked_out_at=NOW)
        yield world, calls


@pytest.mark.long
@pytest.mark.parametrize("username", ["olga", "chen", "the service itself"])
def test_no_service_changes_it(prepared, username: str) -> None:
    world, calls = prepared
    actor = Actor.of_system("tests") if username == "the service itself" else getattr(world, username)
    codes, expected = {}, {}
    for name, (action, call, *_) in calls.items():
        if name in _OUTSIDE or action in WHILE_READ_ONLY:
            continue
        lines = Log.objects.count()
        codes[name] = _code_of(call, world, actor)
        may = username == "the service itself" or allowed(access.standing_in(actor, world.event), action)
        expected[name] = "checked_out" if may else "not_permitted"
        assert Log.objects.count() == lines, name
    assert len(codes) > 10
    assert codes == expected


def _code_of(call, world: World, actor: Actor) -> str:
    try:
        with transaction.atomic():
            call(world, actor)
    except DomainError as error:
        return error.code
    return "done"


def test_the_read_only_actions_are_those_of_the_table() -> None:
    reading = {Action.SEE_DRAFTS, Action.READ_SHEETS, Action.SEE_DESK, Action.EXPORT_RECORD}
    assert {*reading, Action.HAND_OFF} == WHILE_READ_ONLY


def test_no_move_result_or_flag_reaches_a_board(db: None) -> None:
    world = World()
    game = world.started()
    check_out_event(actor=world.olga, now=later(minutes=1), event_id=world.event.pk, holder="laptop")
    for actor in (world.alice, world.artur, Actor.of_system("tests")):
        with refused(ReadOnly, "checked_out"):
            play_move(actor=actor, now=later(minutes=2), game_id=game.pk, text="e2e4")
    assert hooks.standing_of(world.alice, game).read_only
    game.refresh_from_db()
    assert game.seq == 2


def test_it_is_run_here_again_after_it_was_taken_back(db: None) -> None:
    world = World()
    check_out_event(actor=world.olga, now=later(minutes=1), event_id=world.event.pk, holder="laptop")
    with pytest.raises(NotPermitted):
        take_back_event(actor=world.olga, now=later(minutes=2), event_id=world.event.pk)
    take_back_event(actor=Actor.of_system("tests"), now=later(minutes=2), event_id=world.event.pk)
    game = start_game(actor=world.artur, now=later(minutes=3), game_id=world.board.pk)
    assert game.phase == "playing"
    with refused(Conflict, "not_checked_out"):
        take_back_event(actor=Actor.of_system("tests"), now=later(minutes=4), event_id=world.event.pk)
