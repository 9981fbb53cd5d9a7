"""The people of the tests: Olga organises, Chen is chief arbiter, Ana an arbiter, Hal a helper, Tom the treasurer, Pia
plays, Sam has no role."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction

from tavleya.actors import ANONYMOUS, Actor, Role
from tavleya.permissions import Action
from tests.databases import Remembered, remembered
from tournaments.models.section import Section
from tournaments.services.events import create_event, grant_role
from tournaments.services.players import add_player
from tournaments.services.rounds import pair_round_robin, publish_round
from tournaments.services.sections import create_section, enter_player

T = TypeVar("T")

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


class World(metaclass=Remembered):
    """An event of Olga's with a person in every role."""

    def __init__(self) -> None:
        users = get_user_model().objects
        self.users = {
            name: users.create_user(name, password="for the tests only")
            for name in ("olga", "chen", "ana", "hal", "pia", "sam", "tom")
        }
        self.olga, self.chen, self.ana, self.hal, self.pia, self.sam, self.tom = (
            Actor(user.pk, user.username) for user in self.users.values()
        )
        self.nobody = ANONYMOUS
        self.event = create_event(
            actor=self.olga, now=NOW, slug="spring-open", names={"en": "Spring Open"}, federation="UKR"
        )
        for actor, role in (
            (self.chen, Role.CHIEF_ARBITER),
            (self.ana, Role.ARBITER),
            (self.hal, Role.HELPER),
            (self.tom, Role.TREASURER),
        ):
            grant_role(actor=self.olga, now=NOW, event_id=self.event.pk, user_id=actor.user_id, role=role)

    def do(self, service: Callable[..., T], now: datetime = NOW, /, **arguments: object) -> T:
        """Call a service as the organiser."""
        return service(actor=self.olga, now=now, **arguments)

    def section(self, **fields: object) -> Section:
        common = {
            "slug": f"section-{Section.objects.count() + 1}",
            "names": {"en": "A section"},
            "game": "chess",
            "regime": "fide-2023",
            "format": "round_robin",
            **fields,
        }
        return create_section(actor=self.olga, now=NOW, event_id=self.event.pk, **common)

    def enter(self, section: Section, *names: str):
        """Enter a new player of the event for each name, in order."""
        return [
            self.do(
                enter_player,
                section_id=section.pk,
                player_id=self.do(add_player, event_id=self.event.pk, family_name=name).pk,
            )
            for name in names
        ]

    def round_robin(self, *names: str, published: int = 0, **fields: object):
        """A paired round robin; its first `published` rounds can be played."""
        section = self.section(**fields)
        self.enter(section, *names)
        rounds = pair_round_robin(actor=self.olga, now=NOW, section_id=section.pk)
        for round_ in rounds[:published]:
            publish_round(actor=self.olga, now=NOW, round_id=round_.pk)
        return section


#: Services by the action that each requires, with their arguments other than actor and time.
Given = Mapping[Action, Mapping[Any, Callable[[Any], dict[str, object]]]]


class Call(NamedTuple):
    service: Any
    fields: Callable[[Any], dict[str, object]]

    def __call__(self, world: Any, actor: Actor) -> object:
        return self.service(actor=actor, now=NOW, **self.fields(world))


def requiring(table: Given) -> dict[str, tuple[Action, Call]]:
    return {
        service.__name__: (action, Call(service, fields))
        for action, services in table.items()
        for service, fields in services.items()
    }


@contextmanager
def made_once(make: Callable[[], T]) -> Iterator[T]:
    """Run `make` once for all tests of a module; each test has its own savepoint on top of the rows.

    For a module-scoped fixture; the tests must be marked `django_db`.
    """
    with transaction.atomic():
        yield make()
        transaction.set_rollback(True)


def fixtures_of(build: Callable[[World], T], name: str = "section") -> tuple[Any, Any]:
    """Return the fixtures `world` and `name` of a module; `build` runs once per process.

    A test that does not request `name` gets the world without it.
    """

    @remembered
    def build_world() -> tuple[World, T]:
        world = World()
        return world, build(world)

    @pytest.fixture
    def world(request: pytest.FixtureRequest, db: None) -> World:
        if name not in request.fixturenames:
            return World()
        created, request.node.stash[_BUILT] = build_world()
        return created

    @pytest.fixture(name=name)
    def built(request: pytest.FixtureRequest, world: World) -> T:
        result: T = request.node.stash[_BUILT]
        return result

    return world, built


_BUILT = pytest.StashKey[Any]()
