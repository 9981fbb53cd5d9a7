"""The page of notifications: a player's own, a follower's, an official's; links in messages; the sent messages."""

from collections.abc import Iterator

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from notifications.models import Channel, Delivery, Subscription
from notifications.services.channels import can_follow
from notifications.services.outbox import confirm_token, stop_token
from notifications.services.sending import send_due
from tests.tournaments.conftest import NOW, World
from tests.tournaments.push_service import Browser, push_is_set_up
from tournaments.models.swiss import PlayerLink
from tournaments.services.events import edit_event
from tournaments.services.players import issue_player_links, secret_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _push() -> Iterator[None]:
    with push_is_set_up:
        yield


@pytest.fixture
def world(db: None) -> World:
    world = World()
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    return world


@pytest.fixture
def section(world):
    return world.round_robin("Keres", "Tal", slug="main", published=1, tracking="result")


def english(user: str = "") -> Client:
    client = Client(headers={"accept-language": "en"})
    if user:
        assert client.login(username=user, password="for the tests only")
    return client


def form_data(browser: Browser | None = None, do: str = "device", **more: object) -> dict[str, object]:
    form: dict[str, object] = {"kinds": ["pairings", "standings"], "language": "en", "do": do, **more}
    return form | {"endpoint": browser.endpoint, **browser.keys} if browser else form


def own_page(world, section):
    player = section.registrations.get(number=1).player
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    return reverse("my_notifications", args=[secret_of(PlayerLink.objects.get(player=player))])


def test_a_device_is_added_to_a_players_own_page_changed_and_removed(world, section):
    page, client, phone = own_page(world, section), english(), Browser("https://receiver.test/send/a")
    assert "Notify me on this device" in client.get(page).content.decode()
    content = client.post(page, form_data(phone), follow=True).content.decode()
    assert "This device will be notified." in content and "receiver.test" in content
    subscription = Subscription.objects.get()
    assert subscription.own and subscription.confirmed_at and subscription.kinds == ["pairings", "standings"]
    client.post(page, {**form_data(do="save"), "kinds": ["result"], "quiet_from": "22:00", "quiet_to": "07:30"})
    subscription.refresh_from_db()
    assert subscription.kinds == ["result"] and str(subscription.quiet_to) == "07:30:00"
    client.post(page, {"do": "remove", "subscription": subscription.pk})
    subscription.refresh_from_db()
    assert subscription.ended_at is not None


def test_invalid_input_in_the_form_is_reported(world, section):
    page, client = own_page(world, section), english()
    refused = client.post(page, form_data(Browser("https://elsewhere.test/a")))
    assert refused.status_code == 422 and "cannot be sent to this browser" in refused.content.decode()
    half = client.post(page, {**form_data(do="save"), "quiet_from": "22:00"})
    assert half.status_code == 422 and "Enter both times" in half.content.decode()
    assert client.post(page, {"language": "en", "do": "save"}).status_code == 422
    assert client.post(page, form_data(do="email", email="no address")).status_code == 422
    assert client.get(reverse("my_notifications", args=["x" * 24])).status_code == 404


def test_an_address_is_confirmed_by_a_button_and_stopped_in_one_click(world, section):
    page, client = own_page(world, section), english()
    client.post(page, form_data(do="email", email="paul@example.org"))
    subscription = Subscription.objects.get()
    assert "not confirmed yet" in client.get(page).content.decode()
    assert send_due(Channel.EMAIL, subscription.made_at) == 1
    link = reverse("notifications_confirm", args=[confirm_token(subscription)])
    assert link in mail.outbox[0].body
    client.get(link)
    subscription.refresh_from_db()
    assert subscription.confirmed_at is None  # programs that look into mail open links
    assert "paul@example.org will be notified" in client.post(link).content.decode()
    stop = reverse("notifications_stop", args=[stop_token(subscription)])
    # As a mail program does it (RFC 8058): no page, no cookie, no token against forgery.
    assert Client(enforce_csrf_checks=True).post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    subscription.refresh_from_db()
    assert subscription.ended_at is not None
    assert "No more notifications" in client.get(stop).content.decode()
    assert client.get(link).status_code == 404


@pytest.mark.parametrize("query", ["", "?section=main", "?section=main&player=1"])
def test_the_public_follows_public_pages_on_this_device(world, section, query):
    page, client = reverse("follow", args=[world.event.slug]) + query, english()
    phone = Browser("https://receiver.test/send/a")
    assert client.get(page).status_code == 200
    client.post(page, form_data(phone))
    subscription = Subscription.objects.get()
    assert (subscription.own, subscription.user_id) == (False, None)
    assert (subscription.section_id is not None) is (query == "?section=main")
    assert (subscription.player_id is not None) is ("player" in query)
    assert client.post(page, form_data(do="telegram")).status_code == 404
    client.post(page, form_data(phone, do="remove"))
    subscription.refresh_from_db()
    assert subscription.ended_at is not None


@pytest.mark.parametrize("query", ["", "?section=main&player=1"])
def test_the_public_follows_by_email_after_a_confirmation_where_devices_are_not_set_up(world, section, query, settings):
    settings.PUSH_KEY = ""
    page, client = reverse("follow", args=[world.event.slug]) + query, english()
    assert "Notify me" in client.get(reverse("player", args=[world.event.slug, "main", 1])).content.decode()
    content = client.get(page).content.decode()
    assert "Notify me by e-mail" in content and "not set up on this server" not in content
    client.post(page, form_data(do="email", email="parent@example.org"))
    subscription = Subscription.objects.get()
    assert (subscription.own, subscription.confirmed_at) == (False, None)
    assert "parent@example.org" not in english().get(page).content.decode(), "the page is public"
    assert send_due(Channel.EMAIL, subscription.made_at) == 1
    client.post(reverse("notifications_confirm", args=[confirm_token(subscription)]))
    client.post(page, form_data(do="email", email="parent@example.org", kinds=["standings"]))
    subscription.refresh_from_db()
    assert subscription.confirmed_at is not None
    assert subscription.kinds == ["pairings", "standings"], "the owner's choice stays"
    client.post(reverse("notifications_stop", args=[stop_token(subscription)]))
    client.post(page, form_data(do="email", email="parent@example.org", kinds=["standings"]))
    subscription.refresh_from_db()
    assert (subscription.kinds, subscription.confirmed_at, subscription.ended_at) == (["standings"], None, None)


def test_a_person_in_all_events_is_followed_on_devices_only(settings):
    assert can_follow(person=True) and can_follow()
    settings.PUSH_KEY = ""
    assert can_follow() and not can_follow(person=True)
    settings.SENDS_EMAIL = False
    assert not can_follow()


def test_a_missing_or_private_subject_cannot_be_followed(world, section):
    page, client = reverse("follow", args=[world.event.slug]), english()
    for query in ("?section=other", "?section=main&player=99", "?section=main&player=x"):
        assert client.get(page + query).status_code == 404
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": False})
    assert client.get(page).status_code == 404


def test_public_pages_lead_to_it(world, section):
    client = english()
    for name, args in (("event", []), ("standings", ["main"]), ("player", ["main", 1])):
        page = client.get(reverse(name, args=[world.event.slug, *args])).content.decode()
        assert reverse("follow", args=[world.event.slug]) in page, name


def test_the_desk_shows_what_went_out_sends_what_failed_again_and_marks_mail_that_came_back(world, section):
    client = english("olga")
    page = reverse("desk_messages", args=[world.event.slug])
    assert "No messages have been sent yet." in client.get(page).content.decode()
    own = reverse("desk_notifications", args=[world.event.slug])
    client.post(own, form_data(Browser("https://receiver.test/send/a"), kinds=["disputed"]))
    subscription = Subscription.objects.get()
    assert subscription.user_id == world.olga.user_id
    Delivery.objects.create(
        event=world.event, subscription=subscription, channel="push", kind="disputed", made_at=NOW, state="failed",
        problem="answered 413",
    )  # fmt: skip
    content = client.get(page).content.decode()
    assert "The two players reported different results" in content and "answered 413" in content
    client.post(page, {"do": "retry"})
    assert Delivery.objects.get().state == "queued"
    player = section.registrations.get(number=1).player
    subscription = Subscription.objects.create(
        event=world.event, player=player, own=True, channel="email", address="paul@example.org", digest="d",
        made_at=NOW, confirmed_at=NOW,
    )  # fmt: skip
    Delivery.objects.create(
        event=world.event, subscription=subscription, channel="email", kind="pairings", made_at=NOW, state="sent",
        sent_at=NOW,
    )  # fmt: skip
    wrong = client.post(page, {"do": "bounced", "address": "nobody@example.org"})
    assert wrong.status_code == 422 and 'data-code="no_such_address"' in wrong.content.decode()
    bounced = {"do": "bounced", "address": "paul@example.org"}
    content = client.post(page, bounced, follow=True).content.decode()
    assert "No more mail will be sent to paul@example.org." in content and "Mail came back" in content


def test_a_workers_new_endpoint_is_taken_without_a_form(world, section):
    phone, renewed = Browser("https://receiver.test/send/a"), Browser("https://receiver.test/send/b")
    english().post(reverse("follow", args=[world.event.slug]), form_data(phone))
    worker, page = Client(enforce_csrf_checks=True), reverse("notifications_renew")
    new = {"new_address": renewed.endpoint, "new_p256dh": renewed.keys["p256dh"], "new_auth": renewed.keys["auth"]}
    assert worker.post(page, {}).status_code in (400, 422)
    assert worker.post(page, {"address": phone.endpoint, "auth": phone.keys["auth"], **new}).status_code == 204
    assert Subscription.objects.get().address == renewed.endpoint
    assert worker.get(page).status_code == 405
