"""Rulings in the reader's language: their kinds, outcomes and articles, and the form of their facts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext

from arbiter.messages import say
from arbiter.selectors.queue import RecentChange
from arbiter.selectors.regimes import is_followed, regime_of
from arbiter.selectors.sheet_findings import SheetFinding
from arbiter.views.desk import ago
from clocks.labels import side_name, signed_time
from clocks.readings import parse_change, parse_reading
from games.models.game import Game
from games.models.record import milliseconds
from games.views.labels import cite
from games.views.ledger import ledger_text, result_shown
from tavleya.clocks.timekeeping import clock_text
from tavleya.errors import BadInput
from tavleya.law import library
from tavleya.law.facts import BOTH, UNKNOWN, Fact, FactKind
from tavleya.law.kinds import kinds_of, named_ruling
from tavleya.law.library import in_language
from tavleya.law.remedies import OUTCOME_NAMES
from tavleya.law.ruling_kind import Group
from tavleya.law.terms import Regime
from tavleya.messages import N_
from tavleya.record.results import Result
from tavleya.sides import Side
from tournaments.models.event import Event
from tournaments.views.desk.log_lines import log_lines
from tournaments.views.frame import language

# The form of a ruling, built from the schema of its facts, and the parser of its input.

_CHOSEN = (FactKind.SIDE, FactKind.SIDES, FactKind.CHOICE, FactKind.YES_NO, FactKind.RESULT)
# Facts that are true unless the arbiter says otherwise.
_YES = frozenset({"resume"})
_HELP: Mapping[FactKind, str] = {
    FactKind.TIME: N_("minutes and seconds, for example 2:00"),
    FactKind.SQUARES: N_("squares, for example c3 e5; – for none"),
    FactKind.TOUCHES: N_("squares in order, for example e2 d1; in brackets if adjusting was announced: (e2)"),
    FactKind.MOVE: N_("as written"),
    FactKind.MOVES: N_("one after another, with or without move numbers"),
    FactKind.AT_MOVE: N_("no side chosen: the player the ruling is about"),
}


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a field: its form name, label and value."""

    name: str
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class FactField:
    """One fact on the page.

    `control`: `choices`, `lines`, `number`, `instant`, `article`, `text`, `squares`, `at_move` or `clocks`.  `when`:
    the name of another fact and the answers that this one belongs to (`measure=loss exclusion`).  `hidden`:
    another answer is given.
    """

    name: str
    control: str
    label: str
    required: bool
    help: str
    value: str = ""
    choices: tuple[Choice, ...] = ()
    inputs: tuple[Input, ...] = ()
    bad: bool = False
    when: str = ""
    hidden: bool = False


def field_of(fact: Fact, typed: Mapping[str, str], bad: str = "") -> FactField:
    """Return the field of a fact with the form data `typed`; `bad` is the name of the rejected fact."""
    label = fact.about.render(gettext)
    help_text = gettext(_HELP[fact.kind]) if fact.kind in _HELP else ""
    fact_field = FactField(fact.name, _control(fact), label[:1].upper() + label[1:], fact.required, help_text)
    value = _article(fact, typed) if fact.kind is FactKind.ARTICLE else typed.get(fact.name, "")
    choices = tuple(Choice(answer, answer_name(fact, answer), answer == value) for answer in _answers(fact))
    inputs: tuple[Input, ...] = ()
    if fact.kind is FactKind.AT_MOVE:
        value = typed.get(f"{fact.name}_number", "")
        chosen = typed.get(f"{fact.name}_side", "")
        choices = tuple(Choice(side.value, side_name(side), side == chosen) for side in Side)
    if fact.kind is FactKind.CLOCKS:
        names = {side: f"{fact.name}_{side.value}" for side in Side}
        inputs = tuple(Input(names[side], side_name(side), typed.get(names[side], "")) for side in Side)
    when, hidden = _when(fact, typed)
    return replace(
        fact_field, value=value, choices=choices, inputs=inputs, bad=fact.name == bad, when=when,
        hidden=hidden and fact.name != bad,
    )  # fmt: skip


def _article(fact: Fact, typed: Mapping[str, str]) -> str:
    """Return the article chosen from the list, else the source entered next to it."""
    return typed.get(fact.name, "").strip() or typed.get(f"{fact.name}_other", "").strip()


def _when(fact: Fact, typed: Mapping[str, str]) -> tuple[str, bool]:
    """Return the answers for which the fact is needed, and whether another answer is given."""
    if fact.needed_for is None:
        return "", False
    name, answers = fact.needed_for
    return f"{name}={' '.join(answers)}", typed.get(name, "") not in answers


def _control(fact: Fact) -> str:
    if fact.kind in _CHOSEN:
        return "choices"
    if fact.kind is FactKind.MOVES or (fact.kind is FactKind.TEXT and fact.name != "what"):
        return "lines"
    controls = {
        FactKind.CLOCKS: "clocks",
        FactKind.WHOLE: "number",
        FactKind.INSTANT: "instant",
        FactKind.ARTICLE: "article",
        FactKind.AT_MOVE: "at_move",
        FactKind.SQUARES: "squares",
        FactKind.TOUCHES: "squares",
    }
    return controls.get(fact.kind, "text")


def _answers(fact: Fact) -> tuple[str, ...]:
    listed: dict[FactKind, tuple[str, ...]] = {
        FactKind.YES_NO: ("yes", "no"),
        FactKind.RESULT: tuple(result.value for result in Result),
    }
    return (*listed.get(fact.kind, fact.answers), *((UNKNOWN,) if fact.unknown else ()))


# Writing: facts as form data


def typed_from(schema: tuple[Fact, ...], facts: Mapping[str, object]) -> dict[str, str]:
    """Return form data for `facts`, with the schema's defaults for missing ones."""
    typed: dict[str, str] = {}
    for fact in schema:
        value = facts.get(fact.name, fact.default)
        if fact.kind is FactKind.CLOCKS and isinstance(value, Mapping):
            typed |= {f"{fact.name}_{side}": clock_text(ms) for side, ms in value.items()}
        elif fact.kind is FactKind.AT_MOVE and isinstance(value, Mapping):
            typed |= {f"{fact.name}_{part}": str(part_value) for part, part_value in value.items()}
        elif fact.kind is FactKind.YES_NO:
            typed[fact.name] = _yes_no(fact.name, value)
        elif value not in (None, 0, ""):
            typed[fact.name] = _input_text(fact, value)
    return typed


def _yes_no(name: str, value: object) -> str:
    if value is None:
        return "yes" if name in _YES else ""
    return "yes" if value else "no"


def _input_text(fact: Fact, value: object) -> str:
    if fact.kind is FactKind.TIME and isinstance(value, int):
        return signed_time(value) if fact.negative else clock_text(value)
    if fact.kind is FactKind.INSTANT and isinstance(value, int):
        return datetime.fromtimestamp(value / 1000, tz=timezone.get_current_timezone()).strftime("%Y-%m-%dT%H:%M")
    if fact.kind is FactKind.SQUARES and isinstance(value, (list, tuple)):
        return " ".join(map(str, value)) or "–"  # an empty input is an unknown fact
    if fact.kind is FactKind.TOUCHES and isinstance(value, (list, tuple)):
        return " ".join(f"({square})" if announced else str(square) for square, announced in value)
    return str(value)


# Reading: form data as facts


def facts_from(schema: tuple[Fact, ...], form_data: QueryDict) -> dict[str, object]:
    """Return the facts of a submitted form for the services, without empty inputs and those of other answers.

    Other errors are left to the schema.
    Raises: BadInput ("bad_reading", "bad_fact") with the fact's name.
    """
    facts: dict[str, object] = {}
    for fact in schema:
        if fact.needed_for and form_data.get(fact.needed_for[0], "") not in fact.needed_for[1]:
            continue
        try:
            value = _WHOLE_FIELDS.get(fact.kind, _value)(fact, form_data)
        except BadInput as problem:
            raise BadInput(problem.message, fact=fact.name) from None
        if value is not None:
            facts[fact.name] = value
    return facts


def _clocks(fact: Fact, form_data: QueryDict) -> dict[str, int] | None:
    typed = {side.value: form_data.get(f"{fact.name}_{side.value}", "").strip() for side in Side}
    if not any(typed.values()):
        return None
    return {side: parse_reading(text) for side, text in typed.items()}


def _at_move(fact: Fact, form_data: QueryDict) -> dict[str, object] | None:
    number, side = form_data.get(f"{fact.name}_number", "").strip(), form_data.get(f"{fact.name}_side", "")
    if not number:
        return None
    return {"number": _parse_int(fact, number.rstrip(".…")), **({"side": side} if side else {})}


def _value(fact: Fact, form_data: QueryDict) -> object:
    text = form_data.get(fact.name, "").strip().replace("\r\n", "\n")
    if fact.kind is FactKind.ARTICLE:
        text = _article(fact, form_data)
    if not text or (fact.unknown and text == UNKNOWN):
        return text or None
    reader = _READERS.get(fact.kind)
    return reader(fact, text) if reader else text


def _parse_int(fact: Fact, text: str) -> int:
    if not text.isdecimal() or len(text) > 6:
        raise _unreadable(fact)
    return int(text)


def _instant(fact: Fact, text: str) -> int:
    try:
        instant = parse_datetime(text)
    except ValueError:
        instant = None
    if instant is None:
        raise _unreadable(fact)
    if timezone.is_naive(instant):
        instant = timezone.make_aware(instant)
    return int(instant.timestamp()) * 1000


def _unreadable(fact: Fact) -> BadInput:
    return BadInput(say("bad_fact", fact=fact.about))


_READERS: dict[FactKind, Callable[[Fact, str], object]] = {
    FactKind.TIME: lambda fact, text: parse_change(text) if fact.negative else parse_reading(text),
    FactKind.WHOLE: _parse_int,
    FactKind.INSTANT: _instant,
    FactKind.YES_NO: lambda _, text: text == "yes",
    FactKind.SQUARES: lambda _, text: text.lower().translate(str.maketrans(",-–—", "    ")).split(),
    FactKind.TOUCHES: lambda _, text: [
        [word.strip("()").lower(), word.startswith("(")] for word in text.replace(",", " ").split()
    ],
}
#: Facts with several inputs.
_WHOLE_FIELDS: dict[FactKind, Callable[[Fact, QueryDict], object]] = {
    FactKind.CLOCKS: _clocks,
    FactKind.AT_MOVE: _at_move,
}

# Answers that facts of one kind have in common.
_COMMON: Mapping[str, str] = MappingProxyType(
    {BOTH: N_("both"), UNKNOWN: N_("unknown"), "yes": N_("yes"), "no": N_("no")}
)


def kind_name(kind: str) -> str:
    ruling_kind = named_ruling(kind)
    return ruling_kind.name.render(gettext) if ruling_kind else kind


def outcome_name(outcome: str) -> str:
    return gettext(OUTCOME_NAMES[outcome])


def answer_name(fact: Fact, answer: str) -> str:
    """Return the label of a choice for the arbiter."""
    labels = dict(fact.choices)
    if answer in labels:
        return gettext(labels[answer])
    if answer in _COMMON:
        return gettext(_COMMON[answer])
    return result_shown(answer) if fact.kind is FactKind.RESULT else side_name(answer)


def groups_of(game: Game, laws: Regime) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the menu of one board: groups of (kind, name), without kinds that are impossible there."""
    ruling_kinds = kinds_of(laws, live=is_followed(game))
    groups = [
        (gettext(group.value), [(kind.key, kind_name(kind.key)) for kind in ruling_kinds if kind.group is group])
        for group in Group
    ]
    return [group for group in groups if group[1]]


@dataclass(frozen=True, slots=True)
class ArticleView:
    """A cited article with its text in the reader's language, empty if the book has no such article."""

    address: str
    cited: str
    text: str


def shown_article(address: str, game: Game) -> ArticleView:
    """Return an article that a ruling of the game cites. One query for an article of the event's regulations."""
    key, _, number = address.partition(":")
    articles = regime_of(game).own_articles if key == library.REGULATIONS else {}
    return ArticleView(address, cite(address), articles.get(number) or library.sentence(address, language()))


def articles_of(laws: Regime) -> list[ArticleView]:
    """Return every article of the event's regulations and of the laws, for a choice."""
    return [
        ArticleView(article.address, cite(article.address), in_language(article.text, language()))
        for book in library.books_of(laws)
        for article in book.articles.values()
    ]


# Texts about score sheets that differ from the record, and the possible acts.


@dataclass(frozen=True, slots=True)
class FindingView:
    """A finding in words. `result` and `article`: the values of the quick ruling, empty if there is none.

    `ruling`: the number of the ruling that it concerns, or 0.
    """

    key: str
    words: str
    ply: int
    settled: bool
    result: str
    article: str
    ruling: int


def shown_findings(sheet_findings: Iterable[SheetFinding]) -> list[FindingView]:
    """Return the findings in words, the open ones first."""
    return [
        _finding_view(sheet_finding)
        for sheet_finding in sorted(sheet_findings, key=lambda sheet_finding: sheet_finding.settled)
    ]


def words_of(sheet_finding: SheetFinding) -> str:
    return sheet_finding.finding.message.render(gettext)


def _finding_view(sheet_finding: SheetFinding) -> FindingView:
    finding = sheet_finding.finding
    return FindingView(
        finding.key,
        words_of(sheet_finding),
        finding.ply,
        sheet_finding.settled,
        result_shown(finding.result.value) if finding.result else "",
        cite(finding.article) if finding.article else "",
        finding.ruling,
    )


# Texts about the changes of other officials.


def shown_changes(event: Event, changes: Iterable[RecentChange], now_ms: int) -> list[dict[str, Any]]:
    changes = list(changes)
    rows = [change.row for change in changes if change.row is not None]
    lines = dict(zip([row.pk for row in rows], log_lines(rows), strict=True))
    views = []
    for change in changes:
        since = ago(milliseconds(change.at), now_ms)
        if change.entry is not None and change.pairing is not None:
            text = gettext("Board %(board)s") % {"board": change.pairing.board}
            url = reverse("board-card", args=[event.slug, change.entry.game_id])
            views.append(
                {
                    "who": change.who,
                    "what": ledger_text(change.entry),
                    "where": text,
                    "url": url,
                    "at": change.at,
                    "since": since,
                }
            )
        elif change.row is not None:
            line = lines[change.row.pk]
            views.append(
                {"who": change.who, "what": line.what, "where": line.about, "url": "", "at": change.at, "since": since}
            )
    return views
