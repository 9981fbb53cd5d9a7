"""The bot of Telegram, against a stand-in of its Bot API: users who open it by a link get messages there."""

import json
from collections.abc import Iterator

import pytest
from django.test import override_settings

from accounts.http_client import HttpClient
from notifications.models import Channel, Delivery, Subscription
from notifications.services.due_lines import spread_due
from notifications.services.kinds import chosen_for
from notifications.services.outbox import confirm_token
from notifications.services.sending import hear_bot, send_due
from notifications.services.subscriptions import Choice, Subject, subscribe
from tests.tournaments.conftest import LATER, NOW
from tests.tournaments.receivers import Handler, Receiver, here, trusting
from tests.tournaments.test_players_speak_for_themselves import holder
from tournaments.services.events import edit_event
from tournaments.services.rounds import publish_round

pytestmark = pytest.mark.django_db


class Bot(Receiver):
    """Has `updates` until they are acknowledged by an offset, and answers sendMessage with `status` and `said`."""

    def __init__(self) -> None:
        super().__init__()
        self.RequestHandlerClass = _Handler
        self.updates: list[dict[str, object]] = []
        self.sent: list[dict[str, object]] = []
        self.status, self.said = 200, {"ok": True}

    @property
    def outside(self) -> HttpClient:
        return HttpClient(resolve=here, allowed=lambda _address: True, tls=trusting)

    def start(self, text: str, chat: int = 77, kind: str = "private") -> None:
        message = {"text": text, "chat": {"id": chat, "type": kind}}
        self.updates.append({"update_id": len(self.updates) + 500, "message": message})


class _Handler(Handler):
    server: Bot

    def do_POST(self) -> None:
        data = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.path.startswith("/bot1:abc/")
        status, message = 200, {"ok": True}
        if self.path.endswith("/getUpdates"):
            self.server.updates = [
                update for update in self.server.updates if update["update_id"] >= data.get("offset", 0)
            ]
            message["result"] = self.server.updates
        else:
            self.server.sent.append(data)
            status, message = self.server.status, self.server.said
        body = json.dumps(message).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def bot(monkeypatch) -> Iterator[Bot]:
    result = Bot()
    address = f"https://receiver.test:{result.server_port}"
    monkeypatch.setattr("notifications.services.telegram._API", address)
    with override_settings(TELEGRAM_TOKEN="1:abc", TELEGRAM_BOT="tavleya_bot"):
        yield result
    result.close()


@pytest.fixture
def row(world, bot):
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"published": True})
    section = world.round_robin("Keres", "Tal", slug="main", tracking="result")
    section.event.refresh_from_db()
    subject = Subject(section.event, player=section.registrations.get(number=1).player, own=True)
    choice = Choice(chosen_for(subject.reader), "en")
    actor = holder(world, subject.player)
    return subscribe(actor=actor, now=NOW, subject=subject, channel="telegram", choice=choice)


def publish_and_send(world, bot, now=NOW) -> int:
    first = world.event.sections.get().rounds.get(number=1)
    publish_round(actor=world.olga, now=now, round_id=first.pk)
    spread_due(now)
    return send_due(Channel.TELEGRAM, now, bot.outside)


def test_a_user_who_opens_the_bot_by_their_link_gets_messages_there(world, bot, row):
    bot.start("hello")
    bot.start("/start " + "x" * 30)
    bot.start(f"/start {confirm_token(row)}", kind="group")
    bot.start(f"/start {confirm_token(row)}")
    assert hear_bot(NOW, bot.outside) == 1
    assert bot.updates == []  # Telegram received the confirmation
    assert publish_and_send(world, bot) == 1
    (message,) = bot.sent
    assert message["chat_id"] == "77" and str(message["text"]).startswith("Round 1: board 1")
    assert "/stop/" in str(message["text"])


def test_a_hundred_long_messages_hide_no_link(bot, row):
    for _ in range(99):
        bot.start("\u0449" * 4096)
    bot.start(f"/start {confirm_token(row)}")
    assert hear_bot(NOW, bot.outside) == 1
    assert bot.updates == []


def test_before_the_bot_was_opened_nothing_is_sent(world, bot, row):
    assert publish_and_send(world, bot) == 0 and bot.sent == []


def test_a_link_that_telegram_tells_of_twice_names_the_chat_once(bot, row):
    for _ in range(2):
        bot.start(f"/start {confirm_token(row)}")
        assert hear_bot(NOW, bot.outside) == 1
    assert Subscription.objects.get().address == "77"


def test_a_user_who_blocked_the_bot_gets_no_more_messages(world, bot, row):
    bot.start(f"/start {confirm_token(row)}")
    hear_bot(NOW, bot.outside)
    bot.status, bot.said = 403, {"ok": False, "description": "Forbidden: bot was blocked by the user"}
    assert publish_and_send(world, bot) == 0
    row.refresh_from_db()
    assert row.ended_at == NOW


def test_a_bot_that_is_to_wait_waits(world, bot, row):
    bot.start(f"/start {confirm_token(row)}")
    hear_bot(NOW, bot.outside)
    bot.status, bot.said = 429, {"ok": False, "parameters": {"retry_after": 40}}
    assert publish_and_send(world, bot) == 0
    waiting = Delivery.objects.get()
    assert (waiting.due_at - NOW).total_seconds() == 40
    bot.status = 200
    assert send_due(Channel.TELEGRAM, LATER, bot.outside) == 1


def test_while_telegram_is_away_the_task_goes_on(bot, row):
    bot.close()
    assert hear_bot(NOW, bot.outside) == 0
