"""Undo of a ruling that has just been applied."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from arbiter.models import Ruling
from arbiter.services.reversal import reverse
from tavleya.actors import Actor


def take_back_ruling(actor: Actor, now: datetime, values: Mapping[str, Any]) -> Ruling:
    """Undo it by new entries, as on the page of the ruling; the record says that it was done at once."""
    note = gettext("Undone right after it was applied.")
    return reverse(actor=actor, now=now, ruling_id=values["ruling"], note=note)
