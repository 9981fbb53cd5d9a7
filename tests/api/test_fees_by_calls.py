"""Entry fees by calls: terms, what is owed and paid, refunds, receipts, the treasurer's table."""

from typing import Any

import pytest
from django.test import Client

from entries.models import PaymentReport
from entries.services.entry_decisions import entry_of_link
from tests.api.test_a_swiss_by_calls import OPEN, Program, api
from tests.tournaments.lichess import TOKEN
from tests.world import NOW
from tournaments.models.activity import Log
from tournaments.models.boards import Broadcast
from tournaments.models.event import Event
from tournaments.models.section import Section

__all__ = ["api"]

pytestmark = pytest.mark.django_db
TERMS = {
    "charged": True,
    "currency": "EUR",
    "base": 1500,
    "rules": [{"kind": "titles", "percent": 50, "names": ["GM"]}],
    "extra": {"en": "Lunch"},
    "extra_amount": 700,
}


def edit(api: Program, path: str, body: Any) -> Any:
    tag = api.ask("get", path)["ETag"]
    return api.do("patch", path, body, if_match=tag)


@pytest.fixture
def charged(api: Program) -> Program:
    assert edit(api, OPEN + "fee-terms/", TERMS)["base"] == 1500
    return api


def test_terms_are_set_and_every_entered_player_owes_by_them(charged: Program) -> None:
    rows = charged.do("get", "cup/fees/")["results"]
    assert [(row["number"], row["state"], row["due"], row["left"]) for row in rows] == [
        (number, "owed", 1500, 1500) for number in range(1, 7)
    ]
    assert {row["name"] for row in rows} >= {"Alekhine", "Fine"}
    entered = charged.do("post", OPEN + "registrations/", {"family_name": "Tal", "title": "GM"})
    (fee,) = [
        row
        for row in charged.do("get", "cup/fees/?section=open")["results"]
        if row["player"] == entered["player"]["id"]
    ]
    assert (fee["due"], fee["section"]) == (750, "open")


def test_a_fee_is_paid_in_parts_refunded_waived_and_voided_with_receipts(charged: Program) -> None:
    at = "cup/fees/1/"
    first = charged.do("post", at + "payments/", {"amount": 1000, "way": "cash", "expected_paid": 0})
    assert (first["receipt"], first["currency"], first["taken_by"]) == (1, "EUR", "olga")
    late = charged.ask("post", at + "payments/", {"amount": 1000, "way": "cash", "expected_paid": 0})
    assert (late.status_code, late.json()["code"]) == (409, "payment_in_between")
    charged.do("post", at + "payments/", {"amount": 500, "way": "transfer", "reference": "FEE 1"})
    assert charged.do("get", at)["state"] == "paid"
    waived = charged.do("put", at + "amount/", {"amount": None, "waived": True, "reason": "Helps in the hall"})
    assert (waived["state"], waived["left"]) == ("refund_due", -1500)
    charged.do("post", at + "payments/", {"amount": -500, "way": "cash"})
    voided = charged.do("post", "cup/payments/1/void/")
    assert (voided["amount"], voided["voids"]) == (-1000, 1)
    fee = charged.do("get", at)
    assert (fee["state"], fee["paid"], fee["reason"]) == ("waived", 0, "Helps in the hall")
    assert [item["amount"] for item in fee["payments"]] == [1000, 500, -500, -1000]
    assert [item["receipt"] for item in charged.do("get", "cup/payments/")["results"]] == [1, 2, 3, 4]
    assert charged.do("put", at + "amount/", {"amount": None})["due"] == 1500
    assert charged.do("post", at + "recompute/", {"extra": True})["due"] == 2200


def test_the_table_has_totals_a_workbook_and_receipts_as_documents(charged: Program) -> None:
    charged.do("post", "cup/fees/2/payments/", {"amount": 1500, "way": "cash"})
    sums = charged.do("get", "cup/fees/totals/")
    assert sums["totals"] == [{"currency": "EUR", "due": 9000, "paid": 1500, "owed": 7500, "refunds": 0}]
    assert [(item["way"], item["amount"]) for item in sums["takings"]] == [("cash", 1500)]
    assert [item["number"] for item in charged.do("get", "cup/fees/?state=paid")["results"]] == [2]
    receipt = charged.ask("get", "cup/payments/1/document/")
    assert (receipt["Content-Type"], receipt.content[:5]) == ("application/pdf", b"%PDF-")
    assert charged.ask("get", "cup/payments/2/document/").status_code == 404
    assert charged.ask("get", "cup/fees/workbook/").content[:2] == b"PK"
    assert charged.ask("get", "cup/fees/?section=none").status_code == 404


def test_payment_terms_are_shown_and_an_unmatched_report_is_booked(charged: Program) -> None:
    assert edit(charged, "cup/payment-terms/", {"reference": "CUP-{number}", "provider": "signed"})["secret"]
    assert charged.do("get", "cup/fees/3/")["reference"] == "CUP-3"
    assert charged.do("get", "cup/fees/")["results"][3]["reference"] == "CUP-4"
    event = Event.objects.get(slug="cup")
    report = PaymentReport.objects.create(
        event=event, key="signed:1", reference="Tal", amount=1500, currency="EUR", problem="unknown_reference",
        received_at=NOW,
    )  # fmt: skip
    assert charged.do("get", "cup/payment-reports/")["results"][0]["problem"] == "unknown_reference"
    assert charged.do("post", f"cup/payment-reports/{report.pk}/settle/", {"fee": 3})["receipt"] == 1
    assert charged.do("get", "cup/fees/3/")["state"] == "paid"


def test_the_broadcast_of_a_section_is_delayed_sent_and_stopped(api: Program) -> None:
    assert edit(api, OPEN, {"broadcast_delay": 15})["broadcast_delay"] == 15
    assert Section.objects.get().broadcast_delay == 15
    assert api.ask("get", OPEN + "broadcast/").status_code == 404
    broadcast = api.do("put", OPEN + "broadcast/", {"rounds": {"1": "abcdefgh"}, "token": TOKEN})
    assert [(item["number"], item["key"]) for item in broadcast["rounds"]] == [(1, "abcdefgh")]
    assert TOKEN not in str(api.do("get", OPEN + "broadcast/"))
    api.do("post", OPEN + "broadcast/again/")
    api.do("delete", OPEN + "broadcast/")
    assert not Broadcast.objects.exists()
    actions = set(Log.objects.values_list("action", flat=True))
    assert {"broadcast.set", "broadcast.again", "broadcast.stopped"} <= actions


def test_a_clubs_own_form_submits_entries_and_hands_out_their_private_links(api: Program) -> None:
    edit(api, OPEN + "entry-terms/", {"offered": True, "places": 1, "asked": {"email": "optional"}})
    values = {"family_name": "Tal", "email": "tal@example.org", "language": "en"}
    first = api.do("post", OPEN + "online-entries/", values, idempotency_key="form-1")
    second = api.do("post", OPEN + "online-entries/", values, idempotency_key="form-1")
    assert (first["state"], second["id"]) == ("waiting", first["id"])  # six players are in already
    assert entry_of_link(secret=first["link"].rstrip("/").rsplit("/", 1)[1]).pk == first["id"]
    (row,) = api.do("get", OPEN + "online-entries/")["results"]
    assert (row["family_name"], row["email"], row["state"]) == ("Tal", "tal@example.org", "waiting")
    assert "digest" not in row and "key" not in row
    anonymous = Client(headers={"accept-language": "en"})
    response = anonymous.post(
        f"/api/v1/events/{OPEN}online-entries/", {"family_name": "Bot"}, content_type="application/json"
    )
    assert response.status_code in (401, 403)


def test_links_of_players_are_read_and_renewed(api: Program) -> None:
    assert api.do("post", "cup/player-links/") == {"count": 6}
    rows = api.do("get", "cup/player-links/")["results"]
    assert len({row["url"] for row in rows}) == 6
    renewed = api.do("put", f"cup/players/{rows[0]['player']}/link/")
    assert renewed["url"] != rows[0]["url"]
    assert api.client.get("/" + rows[0]["url"].split("/", 3)[3]).status_code == 404
    assert api.client.get("/" + renewed["url"].split("/", 3)[3]).status_code == 200


def test_a_check_in_says_who_is_there_and_who_is_missing_and_saying_it_twice_changes_nothing(api: Program) -> None:
    api.do("put", OPEN + "check-ins/1/", {})
    for _ in range(2):
        assert api.do("put", OPEN + "registrations/2/check-in/1/", {"present": True}) == {"present": True}
    (check_in,) = api.do("get", OPEN + "check-ins/")["results"]
    assert (check_in["present"], check_in["missing"]) == ([2], [1, 3, 4, 5, 6])
    api.do("post", OPEN + "absences/", {"absent": check_in["missing"][3:]})
    assert api.do("get", OPEN + "check-ins/")["results"][0]["missing"] == [1, 3, 4]
