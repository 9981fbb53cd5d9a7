"""Letters to entrants; failures of delivery: unconfirmed addresses, servers that are down, senders that die."""
# ruff: noqa: F811  # fixtures are requested by name

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

import pytest
from django.core import mail
from django.test import override_settings

from accounts.http_client import HttpClient
from entries.services.entry_submission import withdraw_entry
from entries.services.fees import set_payment_terms
from entries.services.payments import void_payment
from notifications.models import Channel, Delivery, Subscription
from notifications.services import push
from notifications.services.due_lines import spread_due
from notifications.services.kinds import chosen_for
from notifications.services.outbox import confirm_token, failed_letters, stop_token
from notifications.services.sending import LEASE, PAUSES, end_mail, hear_bot, retry_messages, send_due
from notifications.services.subscriptions import Choice, Subject, confirm_by_link, renew_device, stop_by_link, subscribe
from tavleya.actors import ANONYMOUS
from tavleya.errors import BadInput, NotFound
from tests.entries.test_fees_are_owed_and_paid import charged, pay
from tests.entries.test_players_enter_online import enter, open_entries, secret
from tests.notifications.test_people_are_notified import _push, own, player, publish, section, tell, world  # noqa: F401
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW
from tests.tournaments.push_service import Browser, follow, path_of
from tests.tournaments.receivers import HERE, Handler, Receiver, here, trusting
from tests.tournaments.test_players_speak_for_themselves import holder
from tournaments.models.activity import Log
from tournaments.models.event import Event

pytestmark = pytest.mark.django_db


State = Delivery.State


def by_email(world, section, name, address, actor=None):
    subject = own(section, name)
    choice = Choice(chosen_for(subject.reader), "en")
    values = {"subject": subject, "channel": "email", "address": address, "choice": choice}
    return subscribe(actor=actor or holder(world, subject.player), now=NOW, **values)


@pytest.fixture
def broken_mail(monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise SMTPException("away")

    monkeypatch.setattr("django.core.mail.EmailMessage.send", broken)


def test_an_address_gets_no_messages_before_its_owner_has_confirmed_it(world, section):
    subscription = by_email(world, section, "Keres", "paul@example.org")
    publish(world, section)
    spread_due(NOW)
    assert send_due(Channel.EMAIL, NOW) == 1
    (request,) = mail.outbox
    assert f"/notifications/{confirm_token(subscription)}/confirm/" in request.body and "board" not in request.body
    confirm_by_link(now=NOW, token=confirm_token(subscription))
    publish(world, section, 2)
    spread_due(NOW)
    assert send_due(Channel.EMAIL, NOW) == 1
    message = mail.outbox[1]
    assert message.subject.startswith("Round 2: board") and message.to == ["paul@example.org"]
    stop = f"http://localhost:8000/notifications/{stop_token(subscription)}/stop/"
    assert message.extra_headers["List-Unsubscribe"] == f"<{stop}>" and stop in message.body
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_link_that_stops_messages_stops_those_that_wait_too(world, section):
    subscription = by_email(world, section, "Keres", "paul@example.org")
    confirm_by_link(now=NOW, token=confirm_token(subscription))
    publish(world, section)
    spread_due(NOW)
    stop_by_link(now=NOW, token=stop_token(subscription))
    assert send_due(Channel.EMAIL, NOW) == 0 and mail.outbox == []
    second = by_email(world, section, "Keres", "paul@example.org")
    assert second.pk == subscription.pk and second.confirmed_at is None


def test_a_link_for_one_purpose_does_not_serve_another(world, section):
    subscription = by_email(world, section, "Keres", "paul@example.org")
    for service, token in (
        (stop_by_link, confirm_token(subscription)),
        (confirm_by_link, stop_token(subscription)),
        (confirm_by_link, f"{subscription.pk}-{'0' * 40}"),
        (stop_by_link, "x"),
    ):
        with pytest.raises(Exception, match="not valid"):
            service(now=NOW, token=token)


def test_an_address_without_a_mailbox_is_ended_and_other_refusals_are_tried_again(world, section, monkeypatch):
    subscription = by_email(world, section, "Keres", "paul@example.org")
    answers = iter([(450, b"busy"), (550, b"no such user")])

    def refuse(*_: object, **__: object) -> None:
        raise SMTPRecipientsRefused({"paul@example.org": next(answers)})

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    assert send_due(Channel.EMAIL, NOW) == 0
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.tries, delivery.due_at) == (State.QUEUED, 1, NOW + PAUSES[0])
    assert send_due(Channel.EMAIL, LATER) == 0
    subscription.refresh_from_db()
    assert subscription.ended_at == LATER and subscription.ended_because == "550 no such user"
    assert Delivery.objects.get().state == State.FAILED


def test_while_the_mail_server_is_away_nothing_counts_as_tried(world, section, monkeypatch):
    by_email(world, section, "Keres", "paul@example.org")

    def away(*_: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.backends.locmem.EmailBackend.open", away)
    assert send_due(Channel.EMAIL, NOW) == 0
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.tries) == (State.QUEUED, 0) and delivery.due_at > NOW
    monkeypatch.undo()
    assert send_due(Channel.EMAIL, LATER) == 1


def test_a_letter_is_given_up_after_its_tries_and_sent_again_from_the_desk(world, section, broken_mail, monkeypatch):
    by_email(world, section, "Keres", "paul@example.org")
    now = NOW
    for pause in (*PAUSES, timedelta()):
        assert send_due(Channel.EMAIL, now) == 0
        now += pause
    assert Delivery.objects.get().state == State.FAILED
    monkeypatch.undo()
    count = retry_messages(actor=world.olga, now=now, event_id=world.event.pk)
    assert (count, send_due(Channel.EMAIL, now)) == (1, 1)
    assert Log.objects.get(action="messages.retried").after == {"messages": 1}


def followers(section, service, count=1):
    """Return `count` devices that follow the section."""
    phones = [service.browser() for _ in range(count)]
    for phone in phones:
        follow(Subject(section.event, section=section), phone, NOW)
    return phones


def test_a_lost_device_gets_no_more_messages_on_any_subject(world, section, service):
    (phone,) = followers(section, service)
    follow(Subject(section.event, player=player(section, "Tal")), phone, NOW)
    service.answers[path_of(phone)] = 410
    publish(world, section)
    assert tell() == 0
    assert not Subscription.objects.filter(ended_at=None).exists()
    assert Delivery.objects.get().problem == "answered 410"


@pytest.mark.parametrize(
    ("status", "lives", "state"),
    [
        *((status, True, State.FAILED) for status in (400, 401, 403, 413)),
        (404, False, State.FAILED),
        (500, True, State.QUEUED),
        (503, True, State.QUEUED),
    ],
)
def test_an_address_ends_only_where_the_service_says_that_it_is_gone(world, section, service, status, lives, state):
    (phone,) = followers(section, service)
    service.answers[path_of(phone)] = status
    publish(world, section)
    assert tell() == 0
    assert Subscription.objects.filter(ended_at=None).exists() is lives
    delivery = Delivery.objects.get()
    assert (delivery.problem, delivery.state) == (f"answered {status}", state)
    service.answers = {}
    assert tell(NOW + PAUSES[0]) == (state == State.QUEUED)


def test_a_service_that_asks_to_wait_is_left_alone_for_so_long(world, section, service):
    phones = followers(section, service, 20)
    service.answers = dict.fromkeys(map(path_of, phones), 429)
    service.retry_after = "120"
    publish(world, section)
    assert tell() == 0
    assert len(service.got) < 20  # the others were not even tried
    assert {delivery.due_at for delivery in Delivery.objects.all()} == {NOW + timedelta(seconds=120)}
    service.answers = {}
    assert tell(NOW + timedelta(seconds=119)) == 0 and tell(NOW + timedelta(seconds=120)) == 20


def test_a_service_that_is_away_keeps_no_other_from_its_messages(world, section, service):
    (phone,) = followers(section, service)
    browser = Browser("https://receiver.test:1025/send/a")
    follow(Subject(section.event, section=section), browser, NOW)
    publish(world, section)
    assert tell() == 1 and len(service.to(phone)) == 1
    delivery = Delivery.objects.get(state=State.QUEUED)
    assert (delivery.tries, delivery.problem) == (1, "ConnectionRefusedError")


def test_a_sender_that_dies_leaves_its_messages_to_the_next_with_the_same_tag(world, section, service, monkeypatch):
    (phone,) = followers(section, service)
    publish(world, section)
    spread_due(NOW)

    class SenderKilled(BaseException):
        pass

    def die(*_: object) -> None:
        raise SenderKilled

    with monkeypatch.context() as patch:
        patch.setattr("notifications.services.sending._mark_sent", die)
        with pytest.raises(SenderKilled):
            send_due(Channel.PUSH, NOW, HERE)
    assert tell(NOW + timedelta(seconds=30)) == 0  # the first sender may still be running
    assert tell(NOW + LEASE) == 1
    first, second = service.to(phone)
    assert first == second
    topics = {headers["Topic"] for headers, _body in service.got}
    assert topics == {first["tag"]} and re.fullmatch(r"[A-Za-z0-9_-]{1,32}", first["tag"])


def test_connections_are_kept_and_messages_say_for_whom_and_how_long_they_are_of_use(world, section, service):
    followers(section, service, 40)
    publish(world, section)
    assert tell() == 40
    assert len(service.connections) <= 6
    headers = service.got[0][0]
    assert 0 < int(headers["TTL"]) <= 12 * 3600 and headers["Urgency"] == "normal"
    assert headers["Content-Encoding"] == "aes128gcm"
    scheme, text = headers["Authorization"].split(" ", 1)
    parts = dict(pair.strip().split("=", 1) for pair in text.split(","))
    claims = json.loads(urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
    assert scheme == "vapid" and parts["k"] == push.public_key()
    assert claims["aud"] == f"https://receiver.test:{service.server_port}"
    assert claims["sub"] == "mailto:a@example.org"
    assert 0 < claims["exp"] - NOW.timestamp() <= 24 * 3600


def renew(former, browser, **changes):
    values = {"address": former.endpoint, "auth": former.keys["auth"], **changes}
    return renew_device(now=NOW, **values, new=browser.endpoint, keys=browser.keys)


def test_a_new_endpoint_of_a_browser_takes_the_place_of_the_former_once(world, section, service):
    (former,) = followers(section, service)
    follow(Subject(section.event, player=player(section, "Tal")), former, NOW)
    browser = service.browser()
    assert renew(former, browser) == renew(former, browser) == 2
    publish(world, section)
    assert tell() == 1
    assert service.to(former) == [] and len(service.to(browser)) == 1


def test_only_who_has_the_secret_of_the_former_endpoint_renews_it(world, section, service):
    (former,) = followers(section, service)
    other = service.browser()
    for changes in ({"auth": other.keys["auth"]}, {"auth": ""}, {"address": other.endpoint}):
        with pytest.raises(NotFound):
            renew(former, service.browser(), **changes)
    with pytest.raises(BadInput):
        renew(former, Browser("https://elsewhere.test/a"))
    assert Subscription.objects.get().address == former.endpoint


def test_an_endpoint_that_was_found_gone_first_begins_again_and_one_that_was_stopped_does_not(world, section, service):
    removed, stopped = followers(section, service, 2)
    service.answers[path_of(removed)] = 410
    publish(world, section)
    tell()
    stop_by_link(now=NOW, token=stop_token(Subscription.objects.get(address=stopped.endpoint)))
    assert renew(removed, service.browser()) == 1
    with pytest.raises(NotFound):
        renew(stopped, service.browser())


def test_an_official_marks_an_address_from_which_mail_came_back(world, section):
    subscription = by_email(world, section, "Keres", "paul@example.org")
    confirm_by_link(now=NOW, token=confirm_token(subscription))
    publish(world, section)
    spread_due(NOW)
    common = {"actor": world.olga, "now": NOW, "event_id": world.event.pk}
    assert end_mail(**common, address=" Paul@example.org ") == 1
    assert end_mail(**common, address="paul@example.org") == 0
    subscription.refresh_from_db()
    assert (subscription.ended_at, subscription.ended_because) == (NOW, "bounced")
    assert send_due(Channel.EMAIL, NOW) == 0 and mail.outbox == []
    with refused(NotFound, "no_such_address"):
        end_mail(**common, address="nobody@example.org")
    assert Log.objects.get(action="messages.bounced").after == {"messages": 1}


def test_an_entrant_gets_an_e_mail_for_each_state_of_the_entry(world):
    section = open_entries(world, places=1, asked={"email": "optional"})
    first = enter(section, "Tal", email="tal@example.org")
    second = enter(section, "Stein", email="stein@example.org")
    assert send_due(Channel.EMAIL, LATER) == 2 and send_due(Channel.EMAIL, LATER) == 0
    subjects = ["Entry confirmed: A section, Spring Open", "Entry on the waiting list: A section, Spring Open"]
    assert [message.subject for message in mail.outbox] == subjects
    assert "confirmed" in mail.outbox[0].body and f"/entry/{secret(first)}/" in mail.outbox[0].body
    assert "number 1 on the waiting list" in mail.outbox[1].body
    withdraw_entry(actor=ANONYMOUS, now=LATER, secret=secret(first))
    assert send_due(Channel.EMAIL, LATER) == 2
    bodies = {message.to[0]: message.body for message in mail.outbox[2:]}
    assert "withdrawn" in bodies["tal@example.org"] and "confirmed" in bodies["stein@example.org"]
    assert f"/entry/{secret(second)}/" in bodies["stein@example.org"]
    assert {message.to[0]: message.subject.split(":")[0] for message in mail.outbox[2:]} == {
        "tal@example.org": "Entry withdrawn",
        "stein@example.org": "Entry moved up from the waiting list",
    }
    assert "/entry/" not in bodies["tal@example.org"]


def test_letters_name_day_and_place_the_fee_with_its_account_and_each_receipt(world):
    section = charged(world)
    Event.objects.update(place="Kyiv", address="Sichovykh 3", starts_on=NOW.date(), ends_on=NOW.date())
    changes = {"reference": "OPEN-{number}", "payee": "Chess Club", "iban": "DE89370400440532013000"}
    set_payment_terms(actor=world.olga, now=NOW, event_id=section.event_id, changes=changes)
    fee = enter(section, "Tal", email="tal@example.org").fee
    assert send_due(Channel.EMAIL, NOW) == 1
    letter = mail.outbox[0].body.replace("\xa0", " ")
    assert "\n20 November 2026\nKyiv, Sichovykh 3\n" in letter
    account = "Reference: OPEN-1\nAccount holder: Chess Club\nIBAN: DE89370400440532013000"
    assert f"Entry fee still to be paid: 30.00 EUR\n{account}" in letter
    pay(world, fee, 2000)
    void_payment(actor=world.olga, now=NOW, payment_id=pay(world, fee, 1000).pk)
    assert send_due(Channel.EMAIL, NOW) == 1
    assert mail.outbox[1].subject == "Receipt: A section, Spring Open"
    receipt = mail.outbox[1].body.replace("\xa0", " ")
    assert "Receipt 1, 20 November 2026: 20.00 EUR\n" in receipt
    assert "Receipt 3 (voids 2), 20 November 2026: −10.00 EUR\n" in receipt
    assert "still to be paid: 10.00 EUR" in receipt


def test_a_letter_that_does_not_go_out_is_tried_again_and_given_up(world, broken_mail):
    section = open_entries(world, asked={"email": "optional"})
    entry = enter(section, "Tal", email="tal@example.org")
    now = NOW
    for pause in (*PAUSES, timedelta()):
        assert send_due(Channel.EMAIL, now) == 0
        assert not failed_letters([entry.pk]) or pause == timedelta()
        now += pause
    assert failed_letters([entry.pk]) == {entry.pk}
    assert not Delivery.objects.filter(due_at__isnull=False).exists()


@override_settings(SENDS_EMAIL=False)
def test_without_a_mail_server_no_letter_waits(world):
    section = open_entries(world, asked={"email": "optional"})
    enter(section, "Tal", email="tal@example.org")
    assert not Delivery.objects.exists()


# The bot of Telegram, against a stand-in of its Bot API: users who open it by a link get messages there.


class Bot(Receiver):
    """Has `updates` until they are acknowledged by an offset, and answers sendMessage with `status` and `payload`."""

    def __init__(self) -> None:
        super().__init__()
        self.RequestHandlerClass = _Handler
        self.updates: list[dict[str, object]] = []
        self.sent: list[dict[str, object]] = []
        self.status, self.payload = 200, {"ok": True}

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
        status, payload = 200, {"ok": True}
        if self.path.endswith("/getUpdates"):
            self.server.updates = [
                update for update in self.server.updates if update["update_id"] >= data.get("offset", 0)
            ]
            payload["result"] = self.server.updates
        else:
            self.server.sent.append(data)
            status, payload = self.server.status, self.server.payload
        body = json.dumps(payload).encode()
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
def subscription(world, section, bot):
    subject = own(section, "Keres")
    choice = Choice(chosen_for(subject.reader), "en")
    actor = holder(world, subject.player)
    return subscribe(actor=actor, now=NOW, subject=subject, channel="telegram", choice=choice)


def publish_and_send(world, section, bot) -> int:
    publish(world, section)
    spread_due(NOW)
    return send_due(Channel.TELEGRAM, NOW, bot.outside)


def test_a_user_who_opens_the_bot_by_their_link_gets_messages_there(world, section, bot, subscription):
    assert publish_and_send(world, section, bot) == 0 and bot.sent == []
    bot.start("hello")
    bot.start("/start " + "x" * 30)
    bot.start(f"/start {confirm_token(subscription)}", kind="group")
    bot.start(f"/start {confirm_token(subscription)}")
    assert hear_bot(NOW, bot.outside) == 1
    assert bot.updates == []  # Telegram received the confirmation
    publish(world, section, 2)
    spread_due(NOW)
    assert send_due(Channel.TELEGRAM, NOW, bot.outside) == 1
    (message,) = bot.sent
    assert message["chat_id"] == "77" and str(message["text"]).startswith("Round 2: board")
    assert "/stop/" in str(message["text"])
    bot.start(f"/start {confirm_token(subscription)}")
    assert hear_bot(NOW, bot.outside) == 1
    assert Subscription.objects.get().address == "77"


def test_a_hundred_long_messages_hide_no_link(bot, subscription):
    for _ in range(99):
        bot.start("\u0449" * 4096)
    bot.start(f"/start {confirm_token(subscription)}")
    assert hear_bot(NOW, bot.outside) == 1
    assert bot.updates == []
    bot.close()
    assert hear_bot(NOW, bot.outside) == 0, "while Telegram is away the task goes on"


def test_a_user_who_blocked_the_bot_gets_no_more_messages(world, section, bot, subscription):
    bot.start(f"/start {confirm_token(subscription)}")
    hear_bot(NOW, bot.outside)
    bot.status, bot.payload = 403, {"ok": False, "description": "Forbidden: bot was blocked by the user"}
    assert publish_and_send(world, section, bot) == 0
    subscription.refresh_from_db()
    assert subscription.ended_at == NOW


def test_a_bot_that_is_to_wait_waits(world, section, bot, subscription):
    bot.start(f"/start {confirm_token(subscription)}")
    hear_bot(NOW, bot.outside)
    bot.status, bot.payload = 429, {"ok": False, "parameters": {"retry_after": 40}}
    assert publish_and_send(world, section, bot) == 0
    delivery = Delivery.objects.get()
    assert (delivery.due_at - NOW).total_seconds() == 40
    bot.status = 200
    assert send_due(Channel.TELEGRAM, LATER, bot.outside) == 1
