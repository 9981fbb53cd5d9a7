"""An event or section without games is deleted; others are archived, visible only to officials, and restored."""

import pytest
from django.test import Client

from arbiter.services.duty import go_on_duty
from games.models.game import Game
from games.models.record import RecordEntry
from tavleya.actors import ANONYMOUS
from tavleya.errors import Conflict, NotFound
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import make_swiss, pair, play_round
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.selectors.events import event_list, events_at_desk, sections_shown, visible_events
from tournaments.services.bye_requests import request_bye
from tournaments.services.events import create_event, edit_event
from tournaments.services.removal import (
    archive_event,
    archive_section,
    contents_of_section,
    delete_event,
    delete_section,
    unarchive_event,
    unarchive_section,
)

pytestmark = pytest.mark.django_db


def test_a_section_without_games_is_deleted_with_its_drafts(world: World) -> None:
    section = make_swiss(world, 6)
    pair(world, section, 1)
    world.do(request_bye, registration_id=section.registrations.get(number=1).pk, round_number=2, kind="half")
    players = Player.objects.count()
    delete_section(actor=world.olga, now=LATER, section_id=section.pk)
    for model, field in ((Section, "pk"), (Registration, "section"), (Round, "section")):
        assert not model.objects.filter(**{field: section.pk}).exists()
    assert Player.objects.count() == players
    line = Log.objects.get(action="section.deleted")
    assert (line.before["slug"], line.before["players"], line.before["rounds"]) == (section.slug, 6, 1)


def test_records_of_games_and_a_section_with_other_references_are_never_deleted(world: World) -> None:
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    before = Game.objects.count(), RecordEntry.objects.count(), Log.objects.count()
    contents = contents_of_section(section)
    assert (contents.players, contents.rounds, contents.games, contents.results) == (6, 1, 3, 3)
    for call in (
        lambda: delete_section(actor=world.olga, now=LATER, section_id=section.pk),
        lambda: delete_event(actor=world.olga, now=LATER, event_id=world.event.pk),
    ):
        with refused(Conflict, "has_records"):
            call()
    assert (Game.objects.count(), RecordEntry.objects.count(), Log.objects.count()) == before
    on_duty = make_swiss(world, 4)
    go_on_duty(actor=world.chen, now=NOW, event_id=world.event.pk, section_id=on_duty.pk)
    with refused(Conflict, "in_use"):
        delete_section(actor=world.olga, now=LATER, section_id=on_duty.pk)
    assert on_duty.registrations.count() == 4


def test_a_section_archived_is_seen_by_officials_alone_and_comes_back(world: World, client: Client) -> None:
    section = make_swiss(world, 6, slug="away")
    play_round(world, section, 1)
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    slug, game = world.event.slug, section.rounds.get().pairings.get(board=1).game_id
    addresses = [
        f"/events/{slug}/away/standings/",
        f"/events/{slug}/games/{game}/",
        f"/api/v1/events/{slug}/sections/away/standings/",
        f"/api/v1/events/{slug}/games/{game}/",
    ]
    assert [client.get(address).status_code for address in addresses] == [200] * 4
    assert event_list(ANONYMOUS).get(slug=slug).section_count == 1
    archive_section(actor=world.olga, now=LATER, section_id=section.pk)
    assert [client.get(address).status_code for address in addresses] == [404] * 4
    assert "away" not in client.get(f"/events/{slug}/").content.decode()
    assert client.get(f"/api/v1/events/{slug}/sections/").json()["results"] == []
    assert event_list(ANONYMOUS).get(slug=slug).section_count == 0
    assert sections_shown(world.event).count() == 0
    unarchive_section(actor=world.olga, now=LATER, section_id=section.pk)
    assert [client.get(address).status_code for address in addresses] == [200] * 4
    assert [line.action for line in Log.objects.all()[:2]] == ["section.unarchived", "section.archived"]


def test_an_event_archived_is_found_at_the_desk_of_its_officials_alone(world: World) -> None:
    play_round(world, make_swiss(world, 4), 1)
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    archive_event(actor=world.olga, now=LATER, event_id=world.event.pk)

    def seen() -> tuple[int, list[int]]:
        people = (world.olga, world.hal, world.pia, world.sam, ANONYMOUS)
        return visible_events(world.olga).count(), [events_at_desk(person).count() for person in people]

    assert seen() == (0, [1, 1, 0, 0, 0])
    unarchive_event(actor=world.olga, now=LATER, event_id=world.event.pk)
    assert seen()[0] == 1
    world.event.refresh_from_db()
    assert world.event.published


def test_an_event_without_games_goes_and_leaves_its_log(world: World) -> None:
    section = make_swiss(world, 4)
    slug, event = world.event.slug, world.event
    delete_event(actor=world.olga, now=LATER, event_id=event.pk)
    assert not Section.objects.filter(pk=section.pk).exists()
    assert not Player.objects.filter(event=event).exists()
    assert not event.roles.exists()
    assert Log.objects.filter(event=event, action="event.deleted").exists()
    left = Event.objects.get(pk=event.pk)
    assert (left.names, left.search_key, left.published) == ({}, "", False)
    assert not events_at_desk(world.olga).exists()
    created = create_event(actor=world.olga, now=LATER, slug=slug, names={"en": "Again"})
    assert created.slug == slug
    with pytest.raises(NotFound):
        unarchive_event(actor=type(world.olga).of_system("test"), now=LATER, event_id=event.pk)
