"""A copy to practise on, from the desk: created, marked on every page, hidden from all other users, archived."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.pages.desk.conftest import signed_in
from tests.world import World
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing

pytestmark = pytest.mark.django_db
SAID = "Nothing here counts"


@pytest.fixture
def copy(world: World, olga: Client) -> Event:
    response = olga.post(reverse("desk_rehearse", args=[world.event.slug]))
    event = Event.objects.get(rehearsal_of=world.event)
    assert (response.status_code, response["location"]) == (302, reverse("desk_event", args=[event.slug]))
    return event


def pages(event: Event) -> list[str]:
    """Addresses of every app: desk, hall, public, board, rules."""
    slug, section = event.slug, event.sections.get().slug
    game = Pairing.objects.filter(round__section__event=event, game__isnull=False).first().game_id
    return [
        *(
            reverse(name, args=[slug])
            for name in ("desk_event", "desk_event_edit", "desk_officials", "desk_log")
        ),
        *(reverse(name, args=[slug, section]) for name in ("desk_section", "desk_players", "desk_games")),
        reverse("desk_round", args=[slug, section, 1]),
        reverse("desk_round_print", args=[slug, section, 1]),
        reverse("boards", args=[slug]),
        reverse("board-card", args=[slug, game]),
        reverse("board-ruling", args=[slug, game]) + "?kind=penalty",
        *(
            reverse(name, args=[slug])
            for name in ("rulings", "rulings-report", "appeals", "committee", "event")
        ),
        *(reverse(name, args=[slug, section]) for name in ("standings", "crosstable", "players", "rules")),
        reverse("round", args=[slug, section, 1]),
        reverse("game", args=[slug, game]),
    ]


@pytest.mark.long
def test_every_page_of_it_says_what_it_is(copy: Event, world: World) -> None:
    artur = signed_in("artur")
    olga = signed_in("olga")
    for address in pages(copy):
        # Some pages are an organiser's, some an arbiter's.
        results = [item for item in (artur.get(address), olga.get(address)) if item.status_code == 200]
        assert results, address
        assert all(SAID in item.content.decode() for item in results), address
    assert SAID not in artur.get(reverse("desk_event", args=[world.event.slug])).content.decode()


def test_other_users_find_no_page_of_the_copy(copy: Event) -> None:
    for client in (signed_in("alice"), signed_in("charlie"), Client()):
        for address in pages(copy):
            assert client.get(address).status_code in (302, 403, 404), address
        assert "-rehearsal" not in client.get(reverse("events")).content.decode()


def test_officers_find_it_on_their_desk_and_not_in_the_public_list(copy: Event, olga: Client) -> None:
    assert copy.slug in olga.get(reverse("desk")).content.decode()
    assert copy.slug not in olga.get(reverse("events")).content.decode()
    assert copy.slug not in Client().get("/api/v1/events/").content.decode()


def test_it_offers_no_publication_and_refuses_one(copy: Event, olga: Client) -> None:
    page = olga.get(reverse("desk_event", args=[copy.slug])).content.decode()
    assert "Publish the event" not in page and "Archive the rehearsal" in page
    answer = olga.post(reverse("desk_event_publish", args=[copy.slug]), {"published": "1"}, follow=True)
    assert "cannot be published" in answer.content.decode()
    copy.refresh_from_db()
    assert not copy.published


def test_put_away_it_is_gone_from_the_desk(copy: Event, olga: Client) -> None:
    answer = olga.post(reverse("desk_archive", args=[copy.slug]), follow=True)
    assert "has been archived" in answer.content.decode()
    assert olga.get(reverse("desk_event", args=[copy.slug])).status_code == 404
    assert copy.slug not in olga.get(reverse("desk")).content.decode()


@pytest.mark.parametrize(("name", "may"), [("olga", True), ("artur", True), ("ana", False), ("hana", False)])
def test_the_organiser_and_the_chief_arbiter_make_one(world: World, name: str, may: bool) -> None:
    client = signed_in(name)
    page = client.get(reverse("desk_event", args=[world.event.slug])).content.decode()
    assert ("Make a practice copy" in page) is may
    status = client.post(reverse("desk_rehearse", args=[world.event.slug])).status_code
    assert status == (302 if may else 403)
    assert Event.objects.filter(rehearsal=True).exists() is may
