"""A message that is pushed: shown by the worker of a real browser, opened by a click, and sent to a new endpoint.

Chromium gets the message through its DevTools (`ServiceWorker.deliverPushMessage`), as its push service would
deliver it; the message itself was encrypted for a device.  Neither a click on a notification nor a
new endpoint can be triggered from outside: these two events are created in the worker.
"""

import json
from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, Worker

from notifications.models import Channel, Subscription
from notifications.services.due_lines import spread_due
from notifications.services.sending import send_due
from notifications.services.subscriptions import Subject
from tests.browser.conftest import NewPage, Server
from tests.tournaments.push_service import Browser as Device
from tests.tournaments.push_service import PushService, _push, follow  # noqa: F401
from tests.tournaments.receivers import HERE
from tests.world import NOW, World
from tournaments.models.swiss import PlayerLink
from tournaments.services.players import actor_of_link, issue_player_links, secret_of
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.usefixtures("results_only")]

SHOWN = """async () => {
  const all = await registration.getNotifications();
  return all.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, url: data.url }));
}"""
#: Whether a title is shown within five seconds.
SHOWS = """async (title) => {
  for (let n = 0; n < 200; n++) {
    if ((await registration.getNotifications()).some((one) => one.title === title)) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
}"""
MOST_TRIES = 8
#: Records the windows that the worker opens or focuses: a browser allows both only after a real click.
CLICKED = """async () => {
  const said = { opened: [], focused: [] };
  self.clients.openWindow = async (url) => said.opened.push(url);
  WindowClient.prototype.focus = async function () { said.focused.push(this.url); };
  const event = new Event("notificationclick");
  [event.notification] = await registration.getNotifications();
  event.waitUntil = (act) => { event.act = act; };
  self.dispatchEvent(event);
  await event.act;
  return { ...said, left: (await registration.getNotifications()).length };
}"""
CHANGED = """async ([known, made]) => {
  await (await caches.open("push")).put("/subscription", new Response(JSON.stringify(known)));
  const event = new Event("pushsubscriptionchange");
  event.newSubscription = { toJSON: () => made };
  event.waitUntil = (act) => { event.act = act; };
  self.dispatchEvent(event);
  await event.act;
  return (await caches.match("/subscription")).json();
}"""


class Phone:
    """A browser with an active service worker, and the DevTools session that delivers messages to it."""

    def __init__(self, page: Page) -> None:
        self.context, self.page = page.context, page
        self.tools: CDPSession = self.context.new_cdp_session(page)
        self._registrations: list[dict[str, Any]] = []
        self.tools.on(
            "ServiceWorker.workerRegistrationUpdated", lambda event: self._registrations.extend(event["registrations"])
        )
        self.tools.send("ServiceWorker.enable")
        self.page.goto("/privacy/")
        self.page.evaluate("navigator.serviceWorker.ready.then(() => {})")
        self.origin: str = self.page.evaluate("location.origin")

    @property
    def worker(self) -> Worker:
        return self.context.service_workers[-1]

    def hand(self, text: str) -> None:
        registration_id = next(
            registration["registrationId"]
            for registration in self._registrations
            if registration["scopeURL"] == self.origin + "/"
        )
        parameters = {"origin": self.origin, "registrationId": registration_id, "data": text}
        self.tools.send("ServiceWorker.deliverPushMessage", parameters)

    def show(self, message: dict[str, str]) -> None:
        """Deliver the message until it is shown: a busy browser loses some, and the tag prevents a second one."""
        assert message["tag"]
        for _ in range(MOST_TRIES):
            self.hand(json.dumps(message, ensure_ascii=False))
            if self.worker.evaluate(SHOWS, message["title"]):
                return
        raise AssertionError(f"{message['title']} is not shown")

    def shown(self) -> list[dict[str, str]]:
        return self.worker.evaluate(SHOWN)  # type: ignore[no-any-return]

    def click(self) -> dict[str, Any]:
        return self.worker.evaluate(CLICKED)  # type: ignore[no-any-return]


@pytest.fixture
def world(server: Server, world: World, settings: Any) -> World:
    settings.SITE_URL = server.url
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    return world


@pytest.fixture
def phone(visitor: NewPage) -> Phone:
    return Phone(visitor(service_workers="allow", permissions=["notifications"]))


def own_link(world: World) -> PlayerLink:
    return PlayerLink.objects.get(player=world.pairing.white.player, revoked_at=None)


def told_of_round_2(world: World, service: PushService, device: Device, language: str) -> dict[str, str]:
    """Return the message sent to the device of White on board 1 when the next round is published."""
    link = own_link(world)
    actor = actor_of_link(secret=secret_of(link), now=NOW)[1]
    follow(Subject(world.event, player=link.player, own=True), device, NOW, actor=actor, language=language)
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    spread_due(NOW)
    assert send_due(Channel.PUSH, NOW, HERE) == 1
    (sent,) = service.to(device)
    return sent


def test_a_push_message_is_shown_verbatim_and_a_click_opens_the_players_page(
    world: World, service: PushService, phone: Phone
) -> None:
    sent = told_of_round_2(world, service, service.browser(), "uk")
    phone.show(sent)
    (notification,) = phone.shown()
    assert notification == {name: sent[name] for name in ("title", "body", "lang", "tag", "url")}
    assert notification["title"].startswith("Тур 2: дошка ") and notification["lang"] == "uk"
    own = f"{phone.origin}/my/{secret_of(own_link(world))}/"
    assert notification["url"].startswith(own)
    assert phone.click() == {"opened": [notification["url"]], "focused": [], "left": 0}
    phone.page.goto(notification["url"])
    assert "Alice" in phone.page.inner_text("h1")


def test_a_page_that_is_open_already_is_brought_to_the_front(world: World, service: PushService, phone: Phone) -> None:
    sent = told_of_round_2(world, service, service.browser(), "en")
    phone.page.goto(sent["url"])
    phone.show(sent)
    assert len(phone.shown()) == 1
    assert phone.click() == {"opened": [], "focused": [sent["url"]], "left": 0}


def test_a_message_that_leads_to_another_site_opens_nothing(world: World, phone: Phone) -> None:
    phone.show({"title": "Win", "body": "", "url": "https://elsewhere.test/", "tag": "win", "lang": "en"})
    assert len(phone.shown()) == 1
    assert phone.click() == {"opened": [], "focused": [], "left": 0}


def test_a_foreign_push_message_is_ignored(world: World, phone: Phone) -> None:
    phone.hand("not JSON")
    phone.show({"title": "After", "body": "", "url": phone.origin, "tag": "after", "lang": "en"})
    assert [row["title"] for row in phone.shown()] == ["After"]


def test_a_new_endpoint_takes_the_place_of_the_former_at_the_server(
    world: World, service: PushService, phone: Phone
) -> None:
    device, new = service.browser(), service.browser()
    follow(Subject(world.event), device, NOW)
    old = {"endpoint": device.endpoint, "keys": device.keys, "key": "of the service"}
    renewed = {"endpoint": new.endpoint, "keys": new.keys}
    stored = phone.worker.evaluate(CHANGED, [old, renewed])
    assert stored == {**renewed, "key": "of the service"}
    row = Subscription.objects.get(ended_at=None)
    assert (row.address, row.keys) == (new.endpoint, new.keys)
    publish_round(actor=world.olga, now=NOW, round_id=world.rounds[1].pk)
    spread_due(NOW)
    send_due(Channel.PUSH, NOW, HERE)
    assert service.to(device) == []
    assert service.to(new)
