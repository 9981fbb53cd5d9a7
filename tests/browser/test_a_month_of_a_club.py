"""A month of a club in browsers: organiser, treasurer, arbiter, and three players with their phones.

From the entry form to the next month's event.  What the other players do goes through the same services.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from entries.models.check_in import Presence
from entries.models.fees import Payment
from entries.selectors.online_entries import number_on_waiting_list
from entries.services.check_in import check_player_in
from entries.services.online_entries.submission import submit_entry
from tavleya.actors import ANONYMOUS
from tests.browser.conftest import Server
from tests.browser.entry_forms import opened_form
from tests.browser.test_an_organisers_two_days import follow, new_section, open_details, press, says
from tests.browser.test_without_a_network import KEPT, PHONE, lose_network, phone
from tests.tournaments.test_two_at_once import together
from tests.world import World
from tournaments.models.entry import Entry, EntryState
from tournaments.models.event import Event
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services.byes import request_bye
from tournaments.services.results import enter_result
from tournaments.services.sections import withdraw_player

__all__ = ["phone"]

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.postgres, pytest.mark.timeout(600)]

E = "/desk/city-open/"
S = E + "open/"
PUBLIC = "/events/city-open/open/"
PLACES, RUSH, LAST, ROUNDS = 45, 20, 5, 7
KEPT_WITH = """async ([path, words]) => {
  const kept = await (await caches.open("pages")).match(path);
  return Boolean(kept) && (await kept.text()).includes(words);
}"""
ON_PHONES = ("Abend", "Barta", "Castell")


@dataclass
class Club:
    """The participants; `own`: the addresses of the pages of players with phones."""

    world: World
    server: Server
    olga: Page
    till: Page
    arbiter: Page
    phones: dict[str, Page]
    own: dict[str, str] = field(default_factory=dict)

    @property
    def section(self) -> Section:
        return Section.objects.get(event__slug="city-open")

    def by(self, name: str) -> dict[str, object]:
        return {"actor": self.world.people[name], "now": timezone.now()}


@pytest.fixture
def club(
    world: World,
    server: Server,
    signed_in: Callable[..., Page],
    phone: Callable[..., Page],
    monkeypatch: pytest.MonkeyPatch,
) -> Club:
    # A person takes longer than a bot to fill the form in; the test does not.
    monkeypatch.setattr("entries.views.online_entries.SHORTEST", timedelta())
    phones = {name: phone() for name in ON_PHONES}
    return Club(world, server, signed_in("olga"), signed_in("hana"), signed_in("artur", **PHONE), phones)


def in_view(page: Page) -> None:
    """Nothing is wider than the phone."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), (
        page.url
    )


def tab(page: Page, *names: str) -> None:
    """By the tabs of the desk, and the links below them."""
    page.locator(".desk-tabs").get_by_role("link", name=names[0]).click()
    for name in names[1:]:
        page.get_by_role("link", name=name, exact=True).first.click()


def test_a_month_of_a_club(club: Club) -> None:
    _the_event_is_announced(club)
    _entries_come_in(club)
    _fees_are_taken(club)
    _players_check_in(club)
    _the_first_round(club.olga, club.arbiter)
    _a_round_with_phones_offline(club)
    for number in range(3, ROUNDS + 1):
        _a_round(club, number)
    _the_last_day(club)
    _next_month(club)


def _the_event_is_announced(club: Club) -> None:
    page = club.olga
    page.goto("/desk/new-event/")
    page.fill("[name=name_en]", "City Open")
    press(page, "Create event")
    page.wait_for_url("**" + E)
    new_section(page, "Open", "swiss", str(ROUNDS))
    for name, role in (("hana", "treasurer"), ("artur", "chief_arbiter")):
        page.goto(E + "officials/")
        page.fill("[name=username]", name)
        page.select_option("select[name=role]", role)
        press(page, "Add official")
        expect(page.locator("tr", has_text=name)).to_be_visible()
    page.goto(S)
    tab(page, "Players", "Fees", "Set up fee: Open")
    page.get_by_label("Fee is charged").or_(page.locator("[name=charged]")).first.check()
    page.fill("[name=base]", "15")
    page.fill("[name=currency]", "EUR")
    press(page, "Save")
    says(page, "Saved.")
    page.goto(S)
    tab(page, "Players", "Online entries", "Set up online entry")
    page.get_by_label("Players can enter online").check()
    page.get_by_label("Places", exact=True).fill(str(PLACES))
    press(page, "Save")
    says(page, "The event is not published: players cannot open the entry form yet.")
    press(page, "Publish the event")
    says(page, "The event is now public.", "Entries are open")


def _entries_come_in(club: Club) -> None:
    """Three by their phones, more by the same form's service, then twenty at once for the last five places."""
    for name, page in club.phones.items():
        page.goto(PUBLIC)
        follow(page, "Enter")
        says(page, "15.00")
        page.get_by_label("Family name").fill(name)
        in_view(page)
        press(page, "Send entry")
        says(page, "confirmed", "15.00")
        in_view(page)
        follow(page, "Your page during the tournament")
        expect(page.locator("h1")).to_contain_text(name)
        in_view(page)
        club.own[name] = page.evaluate("location.pathname")
        assert page.evaluate(KEPT, club.own[name])
    for number in range(PLACES - LAST - len(ON_PHONES)):
        assert _enter(club.section, f"Early {number:02}").state == EntryState.CONFIRMED
    _twenty_at_once(club)
    page = club.olga
    page.goto(S)
    tab(page, "Players", "Online entries")
    says(page, "waiting list")
    latecomer = club.phones["Abend"].context.new_page()
    latecomer.goto(PUBLIC + "enter/")
    says(latecomer, "All places are taken: your entry goes to the waiting list.")
    latecomer.close()


def _twenty_at_once(club: Club) -> None:
    """Each person opens the form separately; then all send it at once, and half of them press twice."""
    forms = [opened_form(club.server.url + PUBLIC + "enter/") for _ in range(RUSH)]
    sent = [(number, form) for number, form in enumerate(forms) for _ in range(1 + number % 2)]
    answers = together(*(lambda n=n, form=form: form(f"Rush {n:02}") for n, form in sent))
    pages = {n: {page for (m, _), page in zip(sent, answers, strict=True) if m == n} for n in range(RUSH)}
    assert [answer for answer in answers if not str(answer).startswith("/entry/")] == []
    assert [len(answer) for answer in pages.values()] == [1] * RUSH
    rush = list(club.section.entries.filter(family_name__startswith="Rush").order_by("position"))
    assert sorted(answer.family_name for answer in rush) == [f"Rush {n:02}" for n in range(RUSH)]
    assert [answer.state for answer in rush] == [
        *[EntryState.CONFIRMED] * LAST,
        *[EntryState.WAITING] * (RUSH - LAST),
    ]
    assert [number_on_waiting_list(answer) for answer in rush[LAST:]] == list(range(1, RUSH - LAST + 1))
    assert club.section.registrations.count() == PLACES


def _enter(section: Section, name: str) -> Entry:
    return submit_entry(
        actor=ANONYMOUS, now=timezone.now(), section_id=section.pk, key=uuid.uuid4(),
        given={"family_name": name},
    )  # fmt: skip


def _fees_are_taken(club: Club) -> None:
    """The treasurer's page: in cash by one press, a part, waived, a mistake voided."""
    page = club.till
    page.goto("/desk/")
    follow(page, "City Open")
    expect(page.locator("h1")).to_have_text("Fees")
    page.get_by_label("Find a name or number").fill("abend")
    expect(page.locator("#fee-list li:visible")).to_have_count(1)
    page.locator("#fee-list li:visible").get_by_role("button").click()
    says(page, "Abend: 15.00 EUR paid in cash, receipt 1.")
    page.locator("#fee-list").get_by_role("link", name="Barta").click()
    page.locator("[name=amount]").first.fill("10")
    press(page, "Record payment")
    says(page, "Receipt 2 has been made.", "partly paid")
    page.goto(E + "fees/")
    page.locator("#fee-list").get_by_role("link", name="Castell").click()
    open_details(page, "Change or waive the fee")
    page.locator("[name=reason]").first.fill("Helps in the hall")
    press(page, "Waive fee")
    says(page, "The fee has been waived.")
    page.goto(E + "fees/")
    page.locator("#fee-list").get_by_role("link", name="Abend").click()
    press(page, "Void receipt")
    says(page, "Receipt 1 has been voided by receipt 3.")
    assert [payment.amount for payment in Payment.objects.order_by("receipt")] == [1500, 1000, -1500]
    with page.expect_download() as file:
        page.goto(E + "fees/")
        page.get_by_role("link", name="XLSX").click()
    assert file.value.suggested_filename == "city-open-fees.xlsx"
    own = club.phones["Barta"]
    own.goto(club.own["Barta"])
    says(own, "15.00", "partly paid")
    in_view(own)


def _players_check_in(club: Club) -> None:
    """Phones and an arbiter's phone; who is missing is left out in one act."""
    page = club.arbiter
    page.goto(S + "check-in/")
    press(page, "Open check-in")
    says(page, f"0 of {PLACES} players checked in")
    for name, own in club.phones.items():
        own.goto(club.own[name])
        press(own, "I am here: check in")
        says(own, "You are checked in since")
        in_view(own)
    page.reload()
    says(page, f"3 of {PLACES} players checked in")
    page.get_by_label("Find a player").fill("early 00")
    expect(page.locator("#check-list li:visible")).to_have_count(1)
    page.locator("#check-list li:visible button").click()
    says(page, f"4 of {PLACES} players checked in")
    in_view(page)
    presences = set(Presence.objects.values_list("registration", flat=True))
    others = [
        registration
        for registration in club.section.registrations.order_by("number")
        if registration.pk not in presences
    ]
    for registration in others[:-2]:
        check_player_in(**club.by("artur"), registration_id=registration.pk, round_number=1)
    page.goto(S + "check-in/")
    open_details(page, "2 players are not checked in")
    press(page, "Leave them out of the round")
    says(page, "round")


def _the_first_round(page: Page, arbiter: Page) -> None:
    """By keys, with one misread slip: its result is undone and entered again."""
    _paired(page, 1)
    page.goto(S + "rounds/1/results/")
    expect(page.locator("#board-1 .entry-board")).to_be_focused()
    boards = int(page.locator("#open-boards").inner_text())
    assert boards == (PLACES - 2) // 2
    for number in range(boards):
        page.keyboard.press("123"[number % 3])
    expect(page.locator("#open-boards")).to_have_text("0", timeout=30_000)
    page.locator("#board-2 .entry-board").focus()
    page.keyboard.press("Delete")
    expect(page.locator("#board-2 .entry-set")).to_have_count(0)
    page.locator("#board-2 .entry-board").focus()
    page.keyboard.press("1")
    expect(page.locator("#board-2 .entry-set")).to_have_text("1 – 0")
    page.goto(S + "rounds/1/")
    press(page, "Close round")
    says(page, "Round 1 has been closed.")
    arbiter.goto(S + "standings/")
    in_view(arbiter)


def _paired(page: Page, number: int) -> None:
    page.goto(S)
    page.locator(".next-step a").click()
    press(page, "Pair round")
    says(page, f"Round {number} has been paired. It is a draft.")
    press(page, "Publish now")
    says(page, f"Round {number} has been published.")
    if page.get_by_role("button", name="Start round").count():
        press(page, "Start round")


def _boards(club: Club, number: int) -> list[Pairing]:
    rows = Pairing.objects.filter(round__section=club.section, round__number=number, bye="")
    return list(rows.select_related("white__player", "black__player").order_by("board"))


def _a_round_with_phones_offline(club: Club) -> None:
    """Between the rounds one withdraws and one has a bye; results typed without a network arrive once."""
    registration, free = (
        club.section.registrations.get(player__family_name=f"Early {number}") for number in ("05", "06")
    )
    page = club.olga
    withdraw_player(**club.by("olga"), registration_id=registration.pk, reason="ill")
    request_bye(**club.by("olga"), registration_id=free.pk, round_number=2, kind="half")
    _paired(page, 2)
    for name, own in club.phones.items():
        own.goto(club.own[name])
        says(own, "Round 2")
        own.wait_for_function(KEPT_WITH, arg=[club.own[name], "Round 2"])
        lose_network(own)
    reported = []
    for name, own in club.phones.items():
        own.goto(club.own[name])
        expect(own.locator(".offline-bar")).to_be_visible()
        if own.locator(".my-report").count():
            own.click(".my-report button[value='1/2-1/2']")
            expect(own.locator(".waiting-result")).to_contain_text("Waiting for the network.")
            in_view(own)
            reported.append(name)
    assert len(reported) >= 2
    assert not Log.objects.filter(action="result.reported").exists()
    for own in club.phones.values():
        own.context.set_offline(False)
        expect(own.locator(".waiting-result")).to_have_count(0, timeout=30_000)
        # The page reloads when its report has been sent.
        own.wait_for_function("() => typeof Waiting === 'object' && Waiting.send().then(() => true)")
    assert Log.objects.filter(action="result.reported").count() == len(reported)
    _enter_and_close(club, 2)


def _enter_and_close(club: Club, number: int) -> None:
    for place, row in enumerate(_boards(club, number)):
        row.refresh_from_db()
        if not row.result:
            result = "1/2-1/2" if number == 2 else ("1-0", "1/2-1/2", "0-1")[(place + number) % 3]
            enter_result(**club.by("artur"), pairing_id=row.pk, result=result)
    club.olga.goto(f"{S}rounds/{number}/")
    press(club.olga, "Close round")
    says(club.olga, f"Round {number} has been closed.")


def _a_round(club: Club, number: int) -> None:
    _paired(club.olga, number)
    own = club.phones["Abend"]
    own.goto(club.own["Abend"])
    says(own, f"Round {number}")
    _enter_and_close(club, number)


def _the_last_day(club: Club) -> None:
    page = club.olga
    page.goto(S + "standings/")
    press(page, "Declare standings final")
    expect(page.get_by_role("heading", level=1)).to_have_text("Final standings")
    assert club.section.final_at is not None
    tab(page, "Publish", "Print and files")
    address = page.get_by_role("link", name="Certificates").first.get_attribute("href")
    assert address is not None
    printed = page.request.get(address)
    assert printed.headers["content-type"] == "application/pdf"
    assert printed.body().startswith(b"%PDF-")
    with page.expect_download() as report:
        page.get_by_role("link", name="TRF").first.click()
    assert report.value.path().read_text().startswith("012")
    own = club.phones["Castell"]
    own.goto(PUBLIC + "standings/")
    says(own, "Castell")
    in_view(own)


def _next_month(club: Club) -> None:
    page = club.olga
    page.goto(E)
    follow(page, "Duplicate the event")
    page.fill("[name=name_en]", "City Open 2")
    press(page, "Create the new event")
    page.wait_for_url(lambda url: "repeat" not in url)
    event = Event.objects.exclude(slug__in=("city-open", club.world.slug)).get()
    twin, before = event.sections.get(), club.section
    assert not event.published
    assert not twin.registrations.exists()
    assert not twin.rounds.exists()
    for name in ("control", "format", "rounds_planned", "tiebreaks", "regime", "options"):
        assert getattr(twin, name) == getattr(before, name), name
    assert (twin.entry_terms.places, twin.entry_terms.offered) == (PLACES, False)
    assert (twin.fee_terms.base, twin.fee_terms.charged) == (1500, False)
    assert {role.role for role in event.roles.all()} == {"organiser", "treasurer", "chief_arbiter"}
