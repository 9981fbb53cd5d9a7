"""What `tournaments` says to people: its catalogue, by topics."""

from __future__ import annotations

from common.messages import Catalogue
from common.messages import say as say_common
from core.fees.messages import say as say_fees
from core.formats.messages import say as say_formats
from core.law.messages import say as say_law
from core.norms.messages import say as say_norms
from core.pairing.messages import say as say_pairing
from core.record.messages import say as say_record
from core.rules.messages import say as say_rules
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
