"""Results of a section's boards that are held back from the public, as query expressions (`games.gate`)."""

import hashlib
from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, CharField, Count, F, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from games import gate
from games.models.record import RecordEntry
from tavleya.record.entries import EntryKind
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

_ORDINARY = (EntryKind.MOVE.value, EntryKind.PRESS.value)


def shown_result() -> Any:
    """Return an expression for the result of a board that the current viewer may see, for queries of `Pairing`."""
    now = gate.closed_at() if gate.is_closed() else None
    if now is None:
        return F("result")
    when = When(public_from__gt=now, then=F("public_result"))
    return Case(when, default=F("result"), output_field=CharField())


def held_back(now: datetime, delay: int) -> dict[str, Any]:
    """Return the update that keeps the previous result of a board as the public one; `delay` in minutes."""
    if not delay:
        return {}
    before = Case(When(public_from__gt=now, then=F("public_result")), default=F("result"))
    return {"public_result": Coalesce(before, Value("")), "public_from": now + timedelta(minutes=delay)}


def held_boards(section: Section) -> str:
    """Return a digest of the boards whose results the current viewer may not see yet; empty if there are none.

    One query in a section with a delay.
    """
    if not section.broadcast_delay or not gate.is_closed() or (now := gate.closed_at()) is None:
        return ""
    rows = Pairing.objects.filter(round__section=section, public_from__gt=now).order_by("pk")
    text = ",".join(f"{key}.{version}" for key, version in rows.values_list("pk", "version"))
    return hashlib.sha256(text.encode()).hexdigest()[:16] if text else ""


def disclosed(delays: Mapping[int, int]) -> dict[int, str]:
    """Return values that change whenever held-back results become public, by the keys of sections.

    The argument gives the delays in minutes.  Versions of pages contain them.  No query for sections without a delay.
    """
    now, marks = timezone.now(), defaultdict(list)
    for delay in {minutes for minutes in delays.values() if minutes}:
        keys = [key for key, minutes in delays.items() if minutes == delay]
        pairings = Pairing.objects.filter(round__section__in=keys, public_from__gt=now).order_by()
        for key, count in pairings.values_list("round__section").annotate(n=Count("pk")):
            marks[key].append(f"h{count}")
        since = now - timedelta(minutes=delay)
        entries = RecordEntry.objects.filter(
            ~Q(kind__in=_ORDINARY), game__pairing__round__section__in=keys, game__changed_at__gt=since, at__lte=since
        ).order_by()
        for key, count in entries.values_list("game__pairing__round__section").annotate(n=Count("pk")):
            marks[key].append(f"e{count}")
    return {key: "-".join(parts) for key, parts in marks.items()}
