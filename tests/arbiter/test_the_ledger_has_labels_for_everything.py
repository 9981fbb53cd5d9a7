"""Texts of the ledger: a sentence for each code, kind and outcome, and no internal code in any of them."""

import pytest
from django.utils import translation

from arbiter.models import Ruling
from games.views import labels, ledger
from tavleya.law.kinds import KINDS, OTHERS, all_words
from tavleya.law.remedies import OUTCOME_NAMES
from tavleya.law.ruling_kind import Named
from tavleya.record.entries import EntryKind

pytestmark = pytest.mark.django_db


def test_every_code_in_the_ledger_has_one_text_whichever_kind_says_it() -> None:
    for part in ("claims", "breaches", "endings", "reasons"):
        texts_by_code: dict[str, set[str]] = {}
        for words in all_words():
            for code, text in getattr(words, part).items():
                texts_by_code.setdefault(code, set()).add(text)
        assert texts_by_code
        assert {code: texts for code, texts in texts_by_code.items() if len(texts) > 1} == {}


@pytest.mark.parametrize("kind", [*KINDS.values(), *OTHERS.values()], ids=lambda kind: kind.key)
def test_every_sentence_of_a_kind_uses_only_the_values_it_gets(kind: Named) -> None:
    words, values = kind.words, {"side": "White", "move": "e4"}
    for text in (*words.decisions.values(), *words.endings.values(), *words.reasons.values()):
        assert "%" not in text
    for text in (*words.claims.values(), *words.breaches.values()):
        assert "White" in text % values


def test_every_answer_to_choose_has_words() -> None:
    answers = [(kind.key, *answer) for kind in KINDS.values() for fact in kind.facts for answer in fact.choices]
    assert [answer for answer in answers if not answer[2] or "_" in answer[2]] == []
    assert len(answers) > 60


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("outcome", ["upheld", "rejected", "dismissed", "applied", "postponed", "noted"])
def test_every_outcome_of_every_kind_is_a_sentence_without_codes(kind: str, outcome: str) -> None:
    with translation.override("en"):
        words = labels.decision_label(kind, outcome)
    assert words.endswith(".") and "_" not in words and words != "A decision was made."


def test_every_outcome_of_a_ruling_has_words() -> None:
    assert set(Ruling.Outcome) <= set(OUTCOME_NAMES)


def test_every_kind_of_entry_has_words() -> None:
    assert set(ledger._WORDS) == set(EntryKind)
