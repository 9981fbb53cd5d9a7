"""User-facing messages of `tavleya.law`: the catalogue, by topics."""

from tavleya.clocks.messages import say as say_clocks
from tavleya.law.messages import adjournments, claims, regulations, sheets, times, violations
from tavleya.messages import Catalogue
from tavleya.messages import say as say_common
from tavleya.record.messages import say as say_record
from tavleya.rules.messages import say as say_rules

say = Catalogue(
    adjournments.SENTENCES,
    claims.SENTENCES,
    regulations.SENTENCES,
    sheets.SENTENCES,
    times.SENTENCES,
    violations.SENTENCES,
    lower=(say_clocks, say_common, say_record, say_rules),
)
