"""What `tournaments` says to people: its catalogue, by topics."""

from __future__ import annotations

from common.messages import Catalogue
from common.messages import say as say_common
from core.formats.messages import say as say_formats
from core.law.messages import say as say_law
from core.norms.messages import say as say_norms
from core.pairing.messages import say as say_pairing
from core.record.messages import say as say_record
from core.rules.messages import say as say_rules
from tournaments.messages import event_files, events, knockouts, outcome, people, rounds, teams, trf

say = Catalogue(
    event_files.SENTENCES,
    events.SENTENCES,
    knockouts.SENTENCES,
    outcome.SENTENCES,
    people.SENTENCES,
    rounds.SENTENCES,
    teams.SENTENCES,
    trf.SENTENCES,
    lower=(
        say_common,
        say_formats,
        say_law,
        say_norms,
        say_pairing,
        say_record,
        say_rules,
    ),
)
