"""What `tournaments` says to people: its catalogue, by topics."""

from __future__ import annotations

from tavleya.fees.messages import say as say_fees
from tavleya.formats.messages import say as say_formats
from tavleya.law.messages import say as say_law
from tavleya.messages import Catalogue
from tavleya.messages import say as say_common
from tavleya.norms.messages import say as say_norms
from tavleya.pairing.messages import say as say_pairing
from tavleya.record.messages import say as say_record
from tavleya.rules.messages import say as say_rules
from tournaments.messages import (
    entries,
    event_files,
    events,
    fees,
    knockouts,
    outcome,
    people,
    rounds,
    teams,
    trf,
    venue,
)

say = Catalogue(
    entries.SENTENCES,
    event_files.SENTENCES,
    events.SENTENCES,
    fees.SENTENCES,
    knockouts.SENTENCES,
    outcome.SENTENCES,
    people.SENTENCES,
    rounds.SENTENCES,
    teams.SENTENCES,
    trf.SENTENCES,
    venue.SENTENCES,
    lower=(
        say_common,
        say_fees,
        say_formats,
        say_law,
        say_norms,
        say_pairing,
        say_record,
        say_rules,
    ),
)
