"""Online entry, check-in and the pages of the treasurer."""

import re
import uuid
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone

from accounts.encryption import signed_headers
from entries.models import CheckIn, Fee, FeeTerms, Payment, PaymentReport, PaymentTerms, Presence
from entries.services.check_in import set_check_in
from entries.services.entry_decisions import secret_of_key
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import submit_entry
from entries.views.online_entries import new_mark
from ratings.models import RatedPlayer
from tavleya.actors import ANONYMOUS, Role
from tests.pages.desk.conftest import new_player, new_section, signed_in
from tests.pages.html import page_of
from tests.paths import ROOT
from tests.world import NOW, SYSTEM, World
from tournaments.models.entry import Entry, EntryTerms
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye
from tournaments.services.events import edit_event, grant_role
from tournaments.services.players import secret_of

S = "/desk/spring-cup/rapid/"


@pytest.fixture
def section(world: World) -> Section:
    return new_section(world, "rapid")


def entered(section: Section, *names: str, **changes: object) -> list[Entry]:
    set_entry_terms(actor=SYSTEM, now=NOW, section_id=section.pk, changes={"offered": True, **changes})
    return [submitted(section, family_name=name, email=f"{name.lower()}@example.org", club="=Riga") for name in names]


def submitted(section: Section, **given: object) -> Entry:
    return submit_entry(actor=ANONYMOUS, now=timezone.now(), section_id=section.pk, key=uuid.uuid4(), given=given)


def undo(client: Client, page: str, back: str) -> None:
    """Press the undo button of the note on this page."""
    (note,) = re.findall(r'name="note" value="([^"]+)"', page)
    client.post("/desk/spring-cup/undo/", {"note": note, "back": back})


ASKED = {"email": "optional", "club": "optional"}


def test_the_organiser_opens_the_form_and_what_a_limit_needs_is_asked(section, olga):
    answer = olga.post(
        S + "entries/terms/",
        {
            "offered": "on", "closes_at": "2999-01-01T10:00", "places": "40", "waiting_list": "on",
            "asked_club": "optional", "federations": "ukr, pol", "sex": "f", "born_from": "2010",
            "most_byes": "1", "bye_rounds": ["1", "2"], "name_en": "I agree", "consent_link": "https://example.org/",
        },
    )  # fmt: skip
    assert answer.status_code == 302
    terms = EntryTerms.objects.get(section=section)
    assert terms.asked == {"club": "optional", **dict.fromkeys(("federation", "sex", "birth_year"), "required")}
    assert (terms.federations, terms.bye_rounds, terms.places) == (["UKR", "POL"], [1, 2], 40)
    content = olga.get(S + "entries/terms/").content.decode()
    assert "2999-01-01T10:00" in content and "UKR, POL" in content
    data = {"offered": "on", "lowest_rating": "2000", "highest_rating": "1800", "most_byes": "1"}
    answer = olga.post(S + "entries/terms/", data)
    assert answer.status_code == 422 and 'data-code="limits_crossed"' in answer.content.decode()


def test_a_form_that_players_cannot_open_yet_is_published_from_the_page_of_entries(section, world, olga):
    edit_event(actor=SYSTEM, now=NOW, event_id=world.event.pk, changes={"published": False})
    words = "players cannot open the entry form yet"
    assert words not in olga.get(S + "entries/").content.decode()
    entered(section)
    assert words in olga.get(S + "entries/").content.decode()
    publish = {"published": "1", "back": S + "entries/"}
    answer = olga.post("/desk/spring-cup/edit/published/", publish, follow=True)
    assert answer.redirect_chain == [(S + "entries/", 302)] and words not in answer.content.decode()


def test_an_entry_is_approved_and_that_is_undone_by_one_button(section, olga):
    (entry,) = entered(section, "Tal", approval=True, asked=ASKED)
    page = olga.post(S + "entries/", {"do": "approve", "entry": entry.pk}, follow=True).content.decode()
    assert section.registrations.count() == 1
    undo(olga, page, S + "entries/")
    entry.refresh_from_db()
    assert entry.state == "pending" and not section.registrations.exists()


def test_the_desk_is_asked_who_a_namesake_is_and_whether_a_place_too_many_is_meant(section, world, olga):
    new_player(world, "Tal")
    tal, stein = entered(section, "Tal", "Stein", places=1)
    answer = olga.post(S + "entries/", {"do": "approve", "entry": tal.pk})
    assert answer.status_code == 409 and "The same person" in answer.content.decode()
    olga.post(S + "entries/", {"do": "approve", "entry": tal.pk, "who": "0"})
    answer = olga.post(S + "entries/", {"do": "approve", "entry": stein.pk})
    assert "Confirm beyond the places" in answer.content.decode()
    olga.post(S + "entries/", {"do": "approve", "entry": stein.pk, "confirmed": "beyond_the_places"})
    assert section.registrations.count() == 2


def test_entries_are_filtered_refused_moved_and_their_addresses_are_listed(section, olga):
    entries = entered(section, "Tal", "Stein", "Geller", places=1, asked=ASKED)
    page = olga.get(S + "entries/?state=waiting").content.decode()
    assert "stein@example.org, geller@example.org" in page and "tal@example.org" not in page
    olga.post(S + "entries/", {"do": "move", "entry": entries[2].pk, "to": "1"})
    olga.post(S + "entries/", {"do": "refuse", "entry": entries[1].pk, "reason": "No member"})
    olga.post(S + "entries/", {"do": "withdraw", "entry": entries[0].pk})
    states = dict(Entry.objects.values_list("family_name", "state"))
    assert states == {"Tal": "withdrawn", "Stein": "refused", "Geller": "confirmed"}
    assert olga.post(S + "entries/", {"do": "promote", "entry": entries[0].pk}).status_code == 404
    outdated = olga.post(S + "entries/", {"do": "withdraw", "entry": entries[0].pk})
    assert outdated.status_code == 409 and 'data-code="entry_not_confirmed"' in outdated.content.decode()


def test_the_desk_reads_why_an_entry_was_left_to_it(section, world, olga):
    new_player(world, "Tal")
    tal, stein = entered(section, "Tal", "Stein", approval=True)
    Entry.objects.filter(pk=tal.pk).update(question="same_name")
    Entry.objects.filter(pk=stein.pk).update(question="no_such_round")
    page = olga.get(S + "entries/").content.decode()
    assert page.count("A player of this name is known already") == 1
    assert page.count("could not be confirmed automatically") == 1


def test_the_desk_sees_both_names_of_an_id_and_decides_whose_it_is(section, world, olga):
    RatedPlayer.objects.create(
        fide_id=1000104, name="Mulder, Iris", birth_year=2002, standard=2246, search_key=" mulder", family_key="mulder"
    )
    entered(section, asked={"fide_id": "optional", "birth_year": "optional"})
    impostor, iris = (
        submitted(section, family_name=family, given_name=given, fide_id=1000104, birth_year=year)
        for family, given, year in (("Impostor", "Ivan", 1999), ("Mulder", "Iris", 2002))
    )
    new_player(world, "Impostor", given_name="Ivan")
    words = page_of(olga.get(S + "entries/")).words
    assert "FIDE 1000104 in the rating list: Mulder, Iris (2002)" in words
    assert "Entered: Impostor, Ivan (1999)" in words and "The same ID: Mulder, Iris" in words
    own = Client().get(f"/entry/{secret_of_key(impostor.key)}/").content.decode()
    assert "another name or year of birth for the ID that you gave" in own
    act = {"do": "approve", "entry": impostor.pk}
    assert olga.post(S + "entries/", act).status_code == 409
    page = page_of(olga.post(S + "entries/", {**act, "owns_id": "0"}))
    assert "The same person" in page.text and page.find(name="owns_id")[0]["value"] == "0"
    assert olga.post(S + "entries/", {**act, "owns_id": "0", "who": "0"}).status_code == 302
    ids = section.registrations.values_list("player__family_name", "player__fide_id")
    assert sorted(ids) == [("Impostor", None), ("Mulder", 1000104)] and iris.state == "confirmed"


def test_the_list_is_given_out_as_a_table_without_formulas(section, olga):
    entered(section, "Tal", "Stein", asked=ASKED)
    text = olga.get(S + "entries.csv").content.decode("utf-8-sig")
    assert "tal@example.org" in text and "'=Riga" in text
    book = ZipFile(BytesIO(olga.get(S + "entries.xlsx").content))
    assert "Stein" in book.read("xl/sharedStrings.xml").decode()


def test_check_in_is_held_and_who_is_not_there_is_left_out(section, world, olga):
    entered(section, "Tal", "Stein", "Geller")
    hana = signed_in("hana")
    assert olga.post(S + "check-in/", {"do": "set"}).status_code == 302
    tal, stein, geller = section.registrations.order_by("number")
    for registration in (tal, stein):
        hana.post(S + "check-in/", {"do": "in", "registration": registration.pk})
    hana.post(S + "check-in/", {"do": "out", "registration": stein.pk})
    assert list(Presence.objects.values_list("registration", flat=True)) == [tal.pk]
    page = hana.get(S + "check-in/").content.decode()
    assert "1 of 3 players checked in" in page and "Leave them out" not in page
    # One of the players listed as missing has checked in meanwhile.
    absent = [stein.pk, geller.pk]
    hana.post(S + "check-in/", {"do": "in", "registration": stein.pk})
    page = olga.post(S + "check-in/", {"do": "leave-out", "absent": absent}, follow=True).content.decode()
    assert "1 player is left out of the round." in page and RequestedBye.objects.get().registration == geller
    undo(olga, page, S + "check-in/")
    assert not RequestedBye.objects.exists()


def test_a_player_checks_in_on_their_own_page_while_it_is_open(section, world):
    (entry,) = entered(section, "Tal")
    url = f"/my/{secret_of(entry.player.player_links.get())}/"
    now = timezone.now()
    client = signed_in("charlie")
    assert "Check-in" not in client.get(url).content.decode()
    times = {"opens_at": now + timedelta(hours=1), "closes_at": now + timedelta(hours=2)}
    set_check_in(actor=world.olga, now=now, section_id=section.pk, round_number=1, **times)
    assert "Check-in opens" in client.get(url).content.decode()
    set_check_in(actor=world.olga, now=now, section_id=section.pk, round_number=1)
    assert "I am here: check in" in client.get(url).content.decode()
    client.post(url, {"do": "here", "registration": section.registrations.get().pk, "round": 1})
    assert "You are checked in since" in client.get(url).content.decode()
    assert Presence.objects.get().own and CheckIn.objects.count() == 1


E = "/desk/spring-cup/"
TERMS = {
    "charged": "on", "currency": "eur", "base": "30.00", "name_en": "Dinner", "extra_amount": "12",
    "rule0_kind": "early", "rule0_day": "2999-05-01", "rule0_amount": "5",
    "rule1_kind": "titles", "rule1_names": "GM, WGM", "rule1_percent": "100",
}  # fmt: skip


@pytest.fixture
def charged(section: Section, olga: Client) -> Section:
    assert "Set up what entering a section costs." in olga.get(E + "fees/").content.decode()
    answer = olga.post(E + "rapid/fees/", TERMS)
    assert answer.status_code == 302 and answer["Location"] == E + "fees/?section=rapid"
    return section


@pytest.fixture
def treasurer(world: World) -> Client:
    user_id = world.charlie.user_id
    grant_role(actor=world.olga, now=NOW, event_id=world.event.pk, user_id=user_id, role=Role.TREASURER)
    return signed_in("charlie")


def test_the_organiser_says_what_entering_costs_and_finds_it_again(charged, olga):
    terms = FeeTerms.objects.get()
    assert (terms.base, terms.currency) == (3000, "EUR")
    assert (terms.extra, terms.extra_amount) == ({"en": "Dinner"}, 1200)
    assert terms.rules == [
        {"kind": "early", "amount": 500, "day": "2999-05-01"},
        {"kind": "titles", "percent": 100, "names": ["GM", "WGM"]},
    ]
    page = olga.get(E + "rapid/fees/").content.decode()
    assert 'value="30.00"' in page and 'value="2999-05-01"' in page and 'value="GM, WGM"' in page
    page = olga.get(E + "fees/").content.decode()
    assert "Players owe the fee as soon as they are entered." in page
    assert "Set up what entering a section costs." not in page


def test_invalid_terms_are_reported(section, olga):
    for changes, code in (
        ({"base": "thirty"}, "bad_amount"),
        ({"base": "1.001"}, "bad_amount"),
        ({"rule0_amount": ""}, "fee_rule_incomplete"),
        ({"rule0_percent": "10"}, "fee_rule_incomplete"),
        ({"rule0_day": ""}, "fee_rule_incomplete"),
        ({"currency": "EURO"}, "max_length"),
        ({"name_en": ""}, "extra_incomplete"),
    ):
        answer = olga.post(E + "rapid/fees/", {**TERMS, **changes})
        assert answer.status_code == 422 and f'data-code="{code}"' in answer.content.decode(), changes
    assert not FeeTerms.objects.exists()


def test_the_entry_form_says_the_fee_and_the_private_page_what_is_owed_and_how_to_pay(charged, olga):
    entered(charged, asked={"email": "optional"})
    olga.post(
        E + "fees/payment/",
        {"name_en": "By transfer please", "reference": "CUP-{number}", "payee": "Chess Club",
         "iban": "DE89 3704 0044 0532 0130 00", "link": "https://pay.example.org/{amount}?r={reference}"},
    )  # fmt: skip
    client, url = Client(), "/events/spring-cup/rapid/enter/"
    form = client.get(url).content.decode()
    assert "Entry fee: 30.00\u00a0EUR (early, until 1 May 2999: 25.00\u00a0EUR; GM, WGM: free)" in form
    assert "Dinner (+12.00\u00a0EUR)" in form
    mark = new_mark(charged, timezone.now() - timedelta(seconds=30))
    answer = client.post(url, {"form": mark, "family_name": "Tal", "extra": "on", "website": ""})
    page = client.get(answer["Location"]).content.decode()
    for text in ("37.00\u00a0EUR", "Dinner", "CUP-1", "By transfer please", "DE89370400440532013000", "<svg"):
        assert text in page
    assert "https://pay.example.org/37.00?r=CUP-1" in page
    client.post(answer["Location"], {"do": "change", "email": "", "extra": ""})
    assert "25.00\u00a0EUR" in client.get(answer["Location"]).content.decode()
    own = f"/my/{secret_of(Fee.objects.get().player.player_links.get())}/"
    assert own + "fee/" in client.get(own).content.decode() and "CUP-1" in client.get(own + "fee/").content.decode()


def test_cash_is_taken_by_one_tap_once_and_taken_back_by_a_counter_receipt(charged, treasurer):
    entered(charged, "Tal", "Stein")
    tap = {"do": "cash", "fee": "1", "paid": "0"}
    page = treasurer.post(E + "fees/", tap, follow=True).content.decode()
    assert "Tal: 25.00\u00a0EUR paid in cash, receipt 1." in page
    response = treasurer.post(E + "fees/", tap)
    assert response.status_code == 409 and 'data-code="payment_in_between"' in response.content.decode()
    undo(treasurer, page, E + "fees/")
    assert list(Payment.objects.values_list("receipt", "amount")) == [(1, 2500), (2, -2500)]


def test_fees_are_filtered_added_up_and_given_out_with_amounts_that_are_numbers(charged, treasurer):
    entered(charged, "Tal", "Stein")
    treasurer.post(E + "fees/", {"do": "cash", "fee": "1", "paid": "0"})
    page = treasurer.get(E + "fees/?section=rapid&state=owed").content.decode()
    assert "Stein" in page and ">Tal<" not in page and "50.00\u00a0EUR" in page and "25.00\u00a0EUR" in page
    assert "Stein" not in treasurer.get(E + "fees/?section=open").content.decode()
    text = treasurer.get(E + "fees.csv?state=paid").content.decode("utf-8-sig")
    assert "1,Tal,Rapid,paid,25.0,25.0,0.0,EUR," in text and "Stein" not in text
    book = ZipFile(BytesIO(treasurer.get(E + "fees.xlsx").content))
    assert "cash" in book.read("xl/sharedStrings.xml").decode()


def test_one_fee_is_paid_in_part_refunded_changed_waived_and_put_back(charged, treasurer):
    entered(charged, "Tal")
    url = E + "fees/1/"

    def send(**arguments: str) -> int:
        return treasurer.post(url, arguments).status_code

    assert send(do="take", amount="10", way="transfer", reference="bank 7", paid="0") == 302
    assert send(do="refund", amount="20", way="cash", paid="1000") == 409
    assert send(do="refund", amount="4", way="cash", paid="1000") == 302
    assert send(do="take", amount="x", way="cash", paid="600") == 422
    assert send(do="void", payment=str(Payment.objects.get(receipt=2).pk)) == 302
    assert send(do="set", amount="10", reason="Agreed") == 302
    page = treasurer.get(url).content.decode()
    assert "Agreed" in page and "voided by 3" in page and "bank 7" in page and send(do="waive", reason="") == 422
    undo(treasurer, treasurer.post(url, {"do": "waive", "reason": "Helper"}, follow=True).content.decode(), url)
    assert (Fee.objects.get().amount, Fee.objects.get().reason) == (1000, "Agreed")
    assert send(do="waive", reason="Helper") == 302 and send(do="back") == 302 and send(do="again", extra="on") == 302
    assert Fee.objects.get().computed == 3700 and send(do="promote") == 404
    assert page_of(treasurer.get(url)).problems == []
    assert treasurer.get(E + "fees/99/").status_code == 404


def test_a_receipt_is_in_the_language_of_the_entry(charged, treasurer):
    (entry,) = entered(charged, "Tal")
    entry.language = "uk"
    entry.save()
    treasurer.post(E + "fees/", {"do": "cash", "fee": "1", "paid": "0"})
    answer = treasurer.get(E + "fees/receipts/1.pdf")
    assert answer["Content-Type"] == "application/pdf" and b"(uk)" in answer.content.replace(b"/Lang ", b"")
    assert treasurer.get(E + "fees/receipts/2.pdf").status_code == 404


def test_a_report_that_fits_nothing_is_shown_and_booked(charged, treasurer, world):
    entered(charged, "Tal")
    report = PaymentReport.objects.create(
        event=world.event, key="signed:a", reference="thanks", amount=2500, currency="EUR",
        problem="unknown_reference", received_at=NOW,
    )  # fmt: skip
    assert "No fee has this reference." in treasurer.get(E + "fees/").content.decode()
    assert treasurer.post(E + "fees/", {"do": "book", "report": report.pk, "fee": "7"}).status_code == 404
    treasurer.post(E + "fees/", {"do": "book", "report": report.pk, "fee": "1"})
    assert Payment.objects.get().report == report
    page = treasurer.get(E + "fees/").content.decode()
    assert "thanks" not in page and 'name="note"' not in page


def test_a_provider_is_answered_in_codes(charged, olga):
    assert Client().get("/payments/spring-cup/").status_code == 405
    assert Client().post("/payments/spring-cup/", b"{}", content_type="application/json").status_code == 404
    olga.post(E + "fees/payment/", {"provider": "signed"})
    assert PaymentTerms.objects.get().secret in olga.get(E + "fees/payment/").content.decode()
    answer = Client().post("/payments/spring-cup/", b"{}", content_type="application/json")
    assert answer.status_code == 403 and answer.json() == {"code": "bad_signature"}
    body = b'{"payments": []}'
    headers = signed_headers(PaymentTerms.objects.get().secret, "msg_1", timezone.now(), body)
    answer = Client(headers=headers).post("/payments/spring-cup/", body, content_type="application/json")
    assert answer.status_code == 200 and answer.json() == {"received": 0}


def test_every_field_that_filters_a_list_has_the_name_that_the_script_reads() -> None:
    templates = [template.read_text() for template in (ROOT / "templates").rglob("*.html")]
    for template in (template for template in templates if "data-filter=" in template):
        forms = re.findall(r"<form[^>]*data-filter=.*?</form>", template, re.DOTALL)
        assert forms and all('name="q"' in form for form in forms), template
