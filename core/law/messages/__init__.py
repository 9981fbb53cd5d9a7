"""What `core.law` says to people: its catalogue, by topics."""

from __future__ import annotations

from clocks.messages import say as say_clocks
from common.messages import Catalogue
from common.messages import say as say_common
from core.law.messages import adjournments, claims, regulations, sheets, times, violations
from core.record.messages import say as say_record
from core.rules.messages import say as say_rules

say = Catalogue(
    adjournments.SENTENCES,
    claims.SENTENCES,
    regulations.SENTENCES,
    sheets.SENTENCES,
    times.SENTENCES,
    violations.SENTENCES,
    lower=(
        say_clocks,
        say_common,
        say_record,
        say_rules,
    ),
)
