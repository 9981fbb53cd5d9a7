"""The ledger of a day on which everything happened: a sentence an entry, and no code of ours in any of them."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from arbiter.models import Ruling
from arbiter.rehearsal import rehearse
from core.law.kinds import KINDS
from core.record.entries import Kind
from games.models import RecordEntry
from games.views import decisions, ledger
from games.views.words import how_ended

pytestmark = pytest.mark.django_db


def test_every_kind_of_decision_has_words_and_they_are_those_of_its_ruling() -> None:
    assert {key: decisions.DECIDED.get(key) for key in KINDS} == {
        key: kind.name.text for key, kind in KINDS.items()
    }


@pytest.mark.parametrize("decides", sorted(KINDS))
@pytest.mark.parametrize("outcome", ["upheld", "rejected", "dismissed", "applied", "postponed", "noted"])
def test_every_outcome_of_every_kind_is_a_sentence_without_codes(decides: str, outcome: str) -> None:
    with translation.override("en"):
        words = decisions.decision_words(decides, outcome)
    assert words.endswith(".") and "_" not in words and words != "A decision was made."


def test_every_outcome_of_a_ruling_that_appends_entries_has_words() -> None:
    assert set(Ruling.Outcome) - {Ruling.Outcome.ADVICE, Ruling.Outcome.REVERSED} <= set(decisions.OUTCOMES)


def test_every_kind_of_entry_has_words() -> None:
    assert set(ledger._WORDS) == set(Kind)


def test_a_whole_day_is_told_without_a_code_and_without_a_hole() -> None:
    rehearse()
    strange = []
    with translation.override("en"):
        for row in RecordEntry.objects.select_related("user"):
            words = ledger.words_of(row)
            bare = words.replace(row.move, "a move") if row.move else words
            if re.search(r"[a-z]_[a-z]|%\(|\{|None| {2}|: \.|: ,", bare) or not words.strip():
                strange.append((row.kind, words, row.data))
            if row.kind == Kind.DECISION:
                assert words != "A decision was made."
            if row.kind == Kind.RESULT:
                assert how_ended(row.data["termination"]), row.data["termination"]
    assert strange == []
