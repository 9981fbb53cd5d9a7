"""Undo of acts on entries and fees."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from entries.services.fees.payments import set_fee, void_payment
from entries.services.online_entries.decisions import move_entry, reopen_entry
from tavleya.actors import Actor
from tournaments.views.desk.undo import TakeBack


def entry_decided(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    """Return an online entry to its waiting state."""
    return reopen_entry(actor=actor, now=now, entry_id=values["entry"], state=values["state"])


def entry_moved(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    return move_entry(actor=actor, now=now, entry_id=values["entry"], to=values["to"])


def payment(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    """Void a payment by a line of the opposite amount."""
    return void_payment(actor=actor, now=now, payment_id=values["payment"])


def fee(actor: Actor, now: datetime, values: Mapping[str, Any]) -> object:
    return set_fee(
        actor=actor,
        now=now,
        fee_id=values["fee"],
        amount=values["amount"],
        waived=values["waived"],
        reason=values["reason"],
    )


TAKES_BACK: Mapping[str, TakeBack] = {
    "entry_decided": entry_decided,
    "entry_moved": entry_moved,
    "payment": payment,
    "fee": fee,
}
