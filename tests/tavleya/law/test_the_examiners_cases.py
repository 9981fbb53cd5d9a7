"""The examiner's table: everyday cases of every chapter, answered by hand from the text, through the deciders."""

from collections import Counter

import pytest

from tavleya.errors import DomainError
from tavleya.record import commands
from tests.tavleya.law.cases import SECOND
from tests.tavleya.law.examining import KNOWN, ExamCase, differences, exam_cases, examined, params


@pytest.mark.parametrize("case", params())
def test_the_program_rules_as_the_text_says(case: ExamCase) -> None:
    table, outcome = examined(case)
    assert differences(case, outcome) == []
    later = outcome.at + 10 * SECOND
    for move in case.get("then_refused", ()):
        with pytest.raises(DomainError):
            table.board.do(commands.move, None, move, at=later)
    for move in case.get("then_allowed", ()):
        assert commands.move(table.state, None, move)


def test_every_record_is_written_in_known_words_and_is_there_once() -> None:
    cases = list(exam_cases())
    for case in cases:
        assert set(case.said) <= KNOWN, case.key
    assert len({(case.said["title"], case.said["regime"], case.get("depth")) for case in cases}) == len(cases)


def test_each_chapter_has_its_cases_and_each_regime_too() -> None:
    cases = list(exam_cases())
    chapters = Counter(case.said["chapter"] for case in cases)
    assert all(count >= 3 for count in chapters.values()), chapters
    assert {case.said["regime"] for case in cases} >= {
        *("fide-2023", "fide-2023-rapid", "fide-2023-rapid-supervised"),
        *("fide-2023-blitz", "fide-2023-blitz-supervised", "draughts64"),
        *("tavreli-1997", "tavreli-1997-rapid", "tavreli-1997-blitz"),
    }
    assert {case.get("depth", "live") for case in cases} == {"live", "sheets", "paper"}
    assert len(cases) >= 100
