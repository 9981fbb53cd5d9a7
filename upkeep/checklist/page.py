"""The checklist as a page of Markdown, such as an application for approval attaches."""

from collections.abc import Sequence

from upkeep.checklist.questions import SKIPPED, Question, summary

_HEAD = """# FIDE's checklist for tournament programs

The Technical Commission judges a program by a checklist (VCL4THP; draft 13 of 25 August 2026). Its questions stand here
in our own words, with what Tavleya does in FIDE mode, what an answer costs, and the tests that show it. An answer is
free, costs a penalty in per cent, or fails; over 100 % fails too. *Not asked*: the answers before lead past the
question. Nobody but ourselves has checked these answers: the program is not endorsed by FIDE.

`manage.py vcl4thp --check` runs the tests, `--json` prints the answers for programs. The data are
`upkeep/checklist/questions.toml`; `--page` prints this page.

"""


def page_of(questions: Sequence[Question]) -> str:
    lines = ["| | question | answer | costs | shown by |", "|---|---|---|---|---|"]
    lines += [_row(question) for question in questions]
    return f"{_HEAD}**{summary(questions)}**\n\n" + "\n".join(lines) + "\n"


def _row(question: Question) -> str:
    answer = "not asked" if question.answer == SKIPPED else question.answer
    text = f"{answer}. {question.note}" if question.note else answer
    cost = "fails" if question.fails else f"{question.penalty} %" if question.penalty else ""
    label = "<br>".join(f"`{id_}`" for id_ in question.evidence)
    return f"| {question.number} | {question.asks} | {text} | {cost} | {label} |".replace("|  |", "| |")
