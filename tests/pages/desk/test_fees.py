"""The treasurer's pages: the table, one fee, receipts, files, and the forms of the terms."""

import re
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone

from entries.models.fees import Fee, FeeTerms, Payment, PaymentReport, PaymentTerms
from entries.views.online_entries import new_mark
from notifications.services.webhooks.signatures import signed_headers
from tavleya.actors import Role
from tests.pages.desk.conftest import signed_in
from tests.pages.desk.test_online_entries_and_check_in import entered, section  # noqa: F401
from tests.pages.html import page_of
from tests.paths import ROOT
from tests.world import NOW, World
from tournaments.models.section import Section
from tournaments.services.events import grant_role
from tournaments.services.player_links import secret_of

E = "/desk/spring-cup/"
TERMS = {
    "charged": "on", "currency": "eur", "base": "30.00", "name_en": "Dinner", "extra_amount": "12",
    "rule0_kind": "early", "rule0_day": "2999-05-01", "rule0_amount": "5",
    "rule1_kind": "titles", "rule1_names": "GM, WGM", "rule1_percent": "100",
}  # fmt: skip


@pytest.fixture
def charged(section: Section) -> Section:  # noqa: F811
    answer = signed_in("olga").post(E + "rapid/fees/", TERMS)
    assert answer.status_code == 302 and answer["Location"] == E + "fees/?section=rapid"
    return section


@pytest.fixture
def treasurer(world: World) -> Client:
    grant_role(
        actor=world.olga, now=NOW, event_id=world.event.pk, user_id=world.charlie.user_id, role=Role.TREASURER
    )
    return signed_in("charlie")


def test_the_organiser_says_what_entering_costs_and_finds_it_again(charged):
    terms = FeeTerms.objects.get()
    assert (terms.base, terms.currency, terms.extra, terms.extra_amount) == (
        3000,
        "EUR",
        {"en": "Dinner"},
        1200,
    )
    assert terms.rules == [
        {"kind": "early", "amount": 500, "day": "2999-05-01"},
        {"kind": "titles", "percent": 100, "names": ["GM", "WGM"]},
    ]
    page = signed_in("olga").get(E + "rapid/fees/").content.decode()
    assert 'value="30.00"' in page and 'value="2999-05-01"' in page and 'value="GM, WGM"' in page


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"base": "thirty"}, "bad_amount"),
        ({"base": "1.001"}, "bad_amount"),
        ({"rule0_amount": ""}, "fee_rule_incomplete"),
        ({"rule0_percent": "10"}, "fee_rule_incomplete"),
        ({"rule0_day": ""}, "fee_rule_incomplete"),
        ({"currency": "EURO"}, "max_length"),
        ({"name_en": ""}, "extra_incomplete"),
    ],
)
def test_invalid_terms_are_reported(section, value, code):  # noqa: F811
    page = signed_in("olga").post(E + "rapid/fees/", {**TERMS, **value})
    assert page.status_code == 422 and f'data-code="{code}"' in page.content.decode()
    assert not FeeTerms.objects.exists()


def test_the_entry_form_says_the_fee_and_the_private_page_what_is_owed_and_how_to_pay(charged):
    entered(charged, asked={"email": "optional"})
    signed_in("olga").post(
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
    assert own + "fee/" in client.get(own).content.decode()
    assert "CUP-1" in client.get(own + "fee/").content.decode()


def test_cash_is_taken_by_one_tap_once_and_taken_back_by_a_counter_receipt(charged, treasurer):
    entered(charged, "Tal", "Stein")
    tap = {"do": "cash", "fee": "1", "paid": "0"}
    page = treasurer.post(E + "fees/", tap, follow=True).content.decode()
    assert "Tal: 25.00\u00a0EUR paid in cash, receipt 1." in page
    response = treasurer.post(E + "fees/", tap)
    assert response.status_code == 409 and 'data-code="payment_in_between"' in response.content.decode()
    note = re.search(r'name="note" value="([^"]+)"', page)
    assert note is not None
    treasurer.post(E + "undo/", {"note": note[1], "back": E + "fees/"})
    assert list(Payment.objects.values_list("receipt", "amount")) == [(1, 2500), (2, -2500)]


def test_the_treasurer_sees_fees_and_nothing_else_of_the_desk(charged, treasurer):
    entered(charged, "Tal")
    home = treasurer.get("/desk/").content.decode()
    assert E + "fees/" in home and f'"{E}"' not in home
    page = treasurer.get(E + "fees/")
    assert page.status_code == 200 and f'href="{E}"' not in page.content.decode()
    page_of(page)
    for closed in (E, E + "log/", E + "rapid/", E + "rapid/entries/", E + "rapid/fees/", E + "fees/payment/"):
        assert treasurer.get(closed).status_code == 403


def test_fees_are_filtered_and_added_up(charged, treasurer):
    entered(charged, "Tal", "Stein")
    treasurer.post(E + "fees/", {"do": "cash", "fee": "1", "paid": "0"})
    page = treasurer.get(E + "fees/?section=rapid&state=owed").content.decode()
    assert "Stein" in page and ">Tal<" not in page
    assert "50.00\u00a0EUR" in page and "25.00\u00a0EUR" in page
    assert "Stein" not in treasurer.get(E + "fees/?section=open").content.decode()


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
    assert "Agreed" in page and "voided by 3" in page and "bank 7" in page
    assert send(do="waive", reason="") == 422
    assert send(do="waive", reason="Helper") == 302
    assert send(do="back") == 302
    assert send(do="again", extra="on") == 302
    assert Fee.objects.get().computed == 3700
    assert send(do="promote") == 404
    page_of(treasurer.get(url))
    assert treasurer.get(E + "fees/99/").status_code == 404


def test_a_receipt_is_in_the_language_of_the_entry(charged, treasurer):
    (entry,) = entered(charged, "Tal")
    entry.language = "uk"
    entry.save()
    treasurer.post(E + "fees/", {"do": "cash", "fee": "1", "paid": "0"})
    answer = treasurer.get(E + "fees/receipts/1.pdf")
    assert answer["Content-Type"] == "application/pdf" and b"(uk)" in answer.content.replace(b"/Lang ", b"")
    assert treasurer.get(E + "fees/receipts/2.pdf").status_code == 404


def test_the_table_is_given_out_with_amounts_that_are_numbers(charged, treasurer):
    entered(charged, "Tal", "Stein")
    treasurer.post(E + "fees/", {"do": "cash", "fee": "1", "paid": "0"})
    text = treasurer.get(E + "fees.csv?state=paid").content.decode("utf-8-sig")
    assert "1,Tal,Rapid,paid,25.0,25.0,0.0,EUR," in text and "Stein" not in text
    book = ZipFile(BytesIO(treasurer.get(E + "fees.xlsx").content))
    assert "cash" in book.read("xl/sharedStrings.xml").decode()


def test_a_report_that_fits_nothing_is_shown_and_booked(charged, treasurer, world):
    entered(charged, "Tal")
    report = PaymentReport.objects.create(
        event=world.event, key="signed:a", reference="thanks", amount=2500, currency="EUR",
        problem="unknown_reference", received_at=NOW,
    )  # fmt: skip
    assert "No fee has this reference." in treasurer.get(E + "fees/").content.decode()
    wrong = treasurer.post(E + "fees/", {"do": "book", "report": report.pk, "fee": "7"})
    assert wrong.status_code == 404
    treasurer.post(E + "fees/", {"do": "book", "report": report.pk, "fee": "1"})
    assert Payment.objects.get().report == report
    assert "thanks" not in treasurer.get(E + "fees/").content.decode()


def test_a_provider_is_answered_in_codes(charged):
    assert Client().get("/payments/spring-cup/").status_code == 405
    assert Client().post("/payments/spring-cup/", b"{}", content_type="application/json").status_code == 404
    signed_in("olga").post(E + "fees/payment/", {"provider": "signed"})
    assert PaymentTerms.objects.get().secret in signed_in("olga").get(E + "fees/payment/").content.decode()
    answer = Client().post("/payments/spring-cup/", b"{}", content_type="application/json")
    assert answer.status_code == 403 and answer.json() == {"code": "bad_signature"}
    body = b'{"payments": []}'
    headers = signed_headers(PaymentTerms.objects.get().secret, "msg_1", timezone.now(), body)
    answer = Client(headers=headers).post("/payments/spring-cup/", body, content_type="application/json")
    assert answer.status_code == 200 and answer.json() == {"received": 0}


@pytest.mark.parametrize(
    "page",
    [one for one in (ROOT / "templates").rglob("*.html") if "data-filter=" in one.read_text()],
    ids=str,
)
def test_every_field_that_filters_a_list_has_the_name_that_the_script_reads(page: Path) -> None:
    forms = re.findall(r"<form[^>]*data-filter=.*?</form>", page.read_text(), re.DOTALL)
    assert forms and all('name="q"' in form for form in forms)
