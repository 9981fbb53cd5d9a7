"""The log of an event's rulings: search on the desk, CSV export, printed arbiters' report."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from arbiter.models import Appeal, Duty, Fine, HallIncident, Ruling
from arbiter.selectors.regimes import game_at
from arbiter.selectors.rulings import RulingFilter, appeals_of, boards_by_game, rulings_in
from arbiter.selectors.sheet_findings import findings_of
from arbiter.selectors.work_record import FineSum, fines_of
from arbiter.views.appeal_forms import line_of, state_name
from arbiter.views.desk import DeskFrame, number_in, prize_items, report_parts
from arbiter.views.proposal import RulingView, shown_ruling
from arbiter.views.ruling_labels import FindingView, kind_name, shown_article, shown_findings
from clocks.labels import control_label, side_name
from games.views.answers import csv_answer, pdf_answer
from games.views.caching import fresh
from games.views.labels import cite, game_name
from tavleya.actors import Role
from tavleya.clocks.timekeeping import clock_text
from tavleya.documents.certificates import report
from tavleya.documents.contents import Item, Report, ReportPart
from tavleya.documents.tabular import Column, Grid
from tavleya.law.library import each
from tavleya.permissions import Action, allowed
from tavleya.record.results import FACTS, Result
from tavleya.sides import Side
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.names import format_name
from tournaments.views.contents import head, moment
from tournaments.views.frame import language, round_name

# Prize money and fines in words, for the report of an event.


def money_items(event: Event) -> list[Item]:
    """Return the prizes by section, each with its sum, then the fines; empty if there are neither."""
    items = [*prize_items(event)]
    fines = fines_of(event)
    if fines:
        items.append(Item(gettext("Fines"), tuple(_fines(fine) for fine in fines)))
    return items


def _fines(fine_sum: FineSum) -> str:
    text = ngettext(
        "%(n)s fine, %(owed)s %(currency)s in all, of which %(paid)s %(currency)s paid",
        "%(n)s fines, %(owed)s %(currency)s in all, of which %(paid)s %(currency)s paid",
        fine_sum.count,
    )
    return text % {"n": fine_sum.count, "owed": fine_sum.owed, "paid": fine_sum.paid, "currency": fine_sum.currency}


_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class RulingLogLine:
    """A ruling with its board."""

    ruling: RulingView
    game_id: int
    section: str
    round: str
    round_number: int | None
    board: int
    white: str
    black: str
    offender: str
    appeals: tuple[dict[str, Any], ...] = ()


@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """List the filtered rulings, the newest first, in pages."""
    frame = DeskFrame.of(request, slug)
    boards, wanted = boards_by_game(frame.event), _wanted(request)
    paginator = Paginator(rulings_in(boards, wanted), _PER_PAGE)
    page = paginator.get_page(request.GET.get("page"))
    query = _query(wanted)
    context = {
        **frame.context(),
        "slug": slug,
        "lines": _lines(page.object_list, boards),
        "may_file": allowed(frame.standing, Action.FILE_APPEAL),
        "page": page,
        "fine_forms": allowed(frame.standing, Action.RULE),
        "count": paginator.count,
        "query": query,
        "more": f"&{query}" if query else "",
        "wanted": wanted,
        **_choices(boards),
    }
    return fresh(render(request, "hall/rulings.html", context))


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Export the same rulings as comma-separated values, the oldest first, in UTC."""
    boards = boards_by_game(DeskFrame.of(request, slug).event)
    grid = Grid(_COLUMNS, _lines(rulings_in(boards, _wanted(request)), boards)[::-1])
    return fresh(csv_answer(request, f"{slug}-rulings", grid))


@require_safe
def report_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the arbiters' report of the event for print: duty, rulings in order, incidents in the hall."""
    frame = DeskFrame.of(request, slug)
    context = {**frame.context(), "slug": slug, **report_facts(request, frame)}
    return fresh(render(request, "hall/rulings_report.html", context))


def report_facts(request: HttpRequest, frame: DeskFrame) -> dict[str, Any]:
    """Return the content of the report, for page and paper; the filters of the URL apply to the rulings."""
    boards, wanted = boards_by_game(frame.event), _wanted(request)
    added = report_parts(request, frame)
    lines = _lines(rulings_in(boards, wanted), boards)[::-1]
    # Two sections may have regulations of the same number with different texts.
    cited = {
        (article, boards[line.game_id].round.section_id): game_at(boards[line.game_id])
        for line in lines
        for article in line.ruling.articles
    }
    articles = {shown_article(article, game) for (article, _section), game in cited.items()}
    return {
        "lines": lines,
        "query": _query(wanted),
        "kinds": sorted(Counter(line.ruling.kind for line in lines).items()),
        "articles": [article for article in sorted(articles, key=attrgetter("address", "text")) if article.text],
        "findings": _findings(boards),
        "appeals": [
            line_of(row, timezone.now(), boards.get(row.ruling.game_id))
            for row in appeals_of(frame.event).order_by("number")
        ],
        "duties": Duty.objects.filter(event=frame.event).select_related("user"),
        "incidents": [
            (hall_incident, cite(hall_incident.article))
            for hall_incident in HallIncident.objects.filter(event=frame.event).select_related(
                "arbiter", "registration__player"
            )
        ],
        "money": money_items(frame.event),
        "added": added,
        "named": any(part.named for part in added),
        "made_at": timezone.now(),
    }


@dataclass(frozen=True, slots=True)
class FindingLine:
    """The differences between the score sheets of one board and its record."""

    section: str
    round: str
    board: int
    players: str
    words: tuple[str, ...]


def _findings(boards: dict[int, Pairing]) -> list[FindingLine]:
    sheet_findings = findings_of(board.game for key, board in boards.items() if board.game and board.game_id == key)
    return [_finding_line(boards[key], shown_findings(rows)) for key, rows in sorted(sheet_findings.items())]


def _finding_line(board: Pairing, rows: list[FindingView]) -> FindingLine:
    game = game_at(board)
    return FindingLine(
        board.round.section.name_in(language()),
        round_name(board.round.number),
        board.board,
        f"{game.white_name} – {game.black_name}",
        tuple(f"{row.words} {gettext('The record stands.')}" if row.settled else row.words for row in rows),
    )


# Filters


def _wanted(request: HttpRequest) -> RulingFilter:
    get = request.GET.get
    return RulingFilter(
        section=get("section", "")[:60],
        round=number_in(request.GET, "round"),
        article=get("article", "")[:40],
        arbiter=number_in(request.GET, "arbiter"),
        kind=get("kind", "")[:30],
    )


def _query(wanted: RulingFilter) -> str:
    names = ("section", "round", "article", "arbiter", "kind")
    return urlencode({name: value for name in names if (value := getattr(wanted, name)) not in ("", None)})


def _choices(boards: dict[int, Pairing]) -> dict[str, Any]:
    """Return the choices of each filter: only values that occur in the event."""
    sections = {board.round.section.slug: board.round.section for board in boards.values()}
    numbers = {board.round.number for board in boards.values() if board.round.number is not None}
    rows = list(
        Ruling.objects.filter(game__in=boards)
        .order_by()
        .values_list("kind", "article", "penalty_article", "arbiter", "arbiter__name", "arbiter__username")
        .distinct()
    )
    articles = each(*(article for row in rows for article in row[1:3]))
    arbiters = sorted({(row[3], row[4] or row[5]) for row in rows if row[3]}, key=lambda arbiter: arbiter[1])
    by_laws = [(0, gettext("the laws, based on the record"))] if any(row[3] is None for row in rows) else []
    return {
        "sections": [(slug, section.name_in(language())) for slug, section in sections.items()],
        "rounds": [(number, round_name(number)) for number in sorted(numbers)],
        "kinds": sorted({(row[0], kind_name(row[0])) for row in rows}, key=lambda choice: choice[1]),
        "articles": [(article, cite(article)) for article in sorted(articles)],
        "arbiters": [*arbiters, *by_laws],
    }


# Context of the page


def _lines(rows: Iterable[Ruling], boards: dict[int, Pairing]) -> list[RulingLogLine]:
    rulings = list(rows)
    notes = _appeals_on(rulings)
    return [_line(row, boards[row.game_id], notes[row.pk]) for row in rulings]


def _appeals_on(rows: list[Ruling]) -> defaultdict[int, list[dict[str, Any]]]:
    """Return, by ruling, the appeals against it and the appeal whose decision it `follows`. One query."""
    keys, now = {row.pk for row in rows}, timezone.now()
    notes: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for appeal in Appeal.objects.filter(Q(ruling__in=keys) | Q(followed_by__in=keys)).order_by("number"):
        note = {"number": appeal.number, "state": state_name(appeal, now)}
        notes[appeal.ruling_id].append({**note, "follows": False})
        if appeal.followed_by_id is not None:
            notes[appeal.followed_by_id].append({**note, "follows": True})
    return notes


def _line(row: Ruling, board: Pairing, appeals: Iterable[dict[str, Any]] = ()) -> RulingLogLine:
    section, black = board.round.section, board.black
    undone_by = 0 if row.stands else row.superseded_by.number
    result = board.result if board.game_id == row.game_id else ""
    return RulingLogLine(
        ruling=shown_ruling(row, notes=True, undone_by=undone_by, result=result),
        game_id=row.game_id,
        section=section.name_in(language()),
        round=round_name(board.round.number),
        round_number=board.round.number,
        board=board.board,
        white=board.white.player.name_in(language()),
        black=black.player.name_in(language()) if black else "",
        offender=_offender(row, board),
        appeals=tuple(appeals),
    )


def _offender(row: Ruling, board: Pairing) -> str:
    if not row.offender:
        return ""
    entry = board.white if row.offender == Side.WHITE else board.black
    return f"{side_name(row.offender)}: {entry.player.name_in(language())}" if entry else side_name(row.offender)


def _clock(index: int, line: RulingLogLine) -> str:
    times = [ms for change in line.ruling.clocks for ms in (change.before, change.after)]
    return clock_text(times[index]) if times else ""


def _moment(at: datetime | None) -> str:
    return at.strftime("%Y-%m-%d %H:%M:%S") if at else ""


_COLUMNS: tuple[Column[RulingLogLine], ...] = (
    Column("at", lambda line: _moment(line.ruling.at)),
    Column("section", attrgetter("section")),
    Column("round", lambda line: line.round_number or ""),
    *(Column[RulingLogLine](key, attrgetter(key)) for key in ("board", "white", "black")),
    *(Column[RulingLogLine](key, attrgetter(f"ruling.{key}")) for key in ("number", "kind", "outcome")),
    Column("offender", attrgetter("offender")),
    Column("article", lambda line: cite(line.ruling.article)),
    Column("penalty_article", lambda line: cite(line.ruling.penalty_article)),
    Column("grounds", lambda line: " ".join(line.ruling.sentences)),
    *(
        Column[RulingLogLine](key, partial(_clock, index))
        for index, key in enumerate(("white_before", "white_after", "black_before", "black_after"))
    ),
    *(Column[RulingLogLine](key, attrgetter(f"ruling.{key}")) for key in ("result", "note", "arbiter")),
    Column("undone_by", lambda line: line.ruling.undone_by or ""),
    Column("fine", lambda line: str(line.ruling.fine or "")),
    Column("fine_paid_at", lambda line: _moment(line.ruling.fine.paid_at if line.ruling.fine else None)),
)


# The arbiters' report on paper: the facts of its page, those of the tournament, and lines for the signatures.


@require_safe
def report_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the report as PDF; `?paper=letter`, and the filters of the log."""
    frame = DeskFrame.of(request, slug)
    facts = report_facts(request, frame)
    content = contents(frame.event, facts, facts["made_at"])
    return fresh(pdf_answer(request, f"{slug}-arbiters-report", lambda *on: report(content, *on)))


def contents(event: Event, facts: dict[str, Any], now: datetime) -> Report:
    count = len(facts["lines"])
    summary = [ngettext("%(n)s ruling", "%(n)s rulings", count) % {"n": count}]
    summary += [f"{name}: {n}" for name, n in facts["kinds"]]
    rulings = tuple(_ruling(line, event) for line in facts["lines"])
    incidents = tuple(_incident(incident, cited, event) for incident, cited in facts["incidents"])
    parts = [
        ReportPart(gettext("The tournament"), facts=tuple(_tournament(event))),
        ReportPart(gettext("On duty"), tuple(_duty(duty, event) for duty in facts["duties"]), empty=_nothing()),
        ReportPart(gettext("Rulings"), rulings, ((gettext("In all"), "; ".join(summary)),)),
        *_sheets(facts["findings"]),
        ReportPart(gettext("Appeals"), tuple(_appeal(line, event) for line in facts["appeals"]), empty=_nothing()),
        ReportPart(gettext("In the hall"), incidents, empty=_nothing()),
    ]
    parts += [added.part for added in facts["added"]]
    if facts["money"]:
        parts.append(ReportPart(gettext("Prizes and fines"), tuple(facts["money"])))
    if facts["articles"]:
        parts.append(
            ReportPart(gettext("Articles"), tuple(Item(view.cited, (view.text,)) for view in facts["articles"]))
        )
    heading = head(event, None, gettext("Arbiters' report"), now)
    return Report(heading, tuple(parts), (gettext("Chief arbiter"), gettext("Organiser")))


def _sheets(finding_lines: list[FindingLine]) -> list[ReportPart]:
    items = [
        Item(f"{_board_of(finding_line)}: {finding_line.players}", finding_line.words) for finding_line in finding_lines
    ]
    return [ReportPart(gettext("Score sheets that differ"), tuple(items))] if items else []


def _board_of(line: RulingLogLine | FindingLine) -> str:
    return f"{line.section}, {line.round}, " + gettext("board %(board)s") % {"board": line.board}


def _nothing() -> str:
    return gettext("Nothing was recorded.")


def _tournament(event: Event) -> list[tuple[str, str]]:
    sections = Section.objects.filter(event=event).order_by("position", "slug")
    lines = [(section.name_in(language()), _section(section)) for section in sections]
    chiefs = EventRole.objects.filter(event=event, role=Role.CHIEF_ARBITER).select_related("user")
    names = ", ".join(sorted(chief.user.shown_name for chief in chiefs))
    return [*lines, *([(gettext("Chief arbiter"), names)] if names else [])]


def _section(section: Section) -> str:
    players = section.registrations.count()
    facts = [
        game_name(section.game),
        format_name(section.format),
        ngettext("%(n)s player", "%(n)s players", players) % {"n": players},
        control_label(section.control),
    ]
    return "; ".join(filter(None, facts))


def _duty(duty: Duty, event: Event) -> Item:
    until = moment(duty.ended_at, event) if duty.ended_at else ""
    hours = " – ".join(filter(None, (moment(duty.began_at, event), until)))
    return Item(duty.user.shown_name, tuple(filter(None, (duty.task, hours))))


def _ruling(line: RulingLogLine, event: Event) -> Item:
    ruling = line.ruling
    number = gettext("ruling %(number)s of the game") % {"number": ruling.number}
    lines = [f"{_board_of(line)}: {line.white} – {line.black} ({number})"]
    lines += [gettext("Ruled against %(who)s") % {"who": line.offender}] if line.offender else []
    lines += ruling.sentences
    lines += [
        f"{change.name} {clock_text(change.before)} → {clock_text(change.after)}"
        for change in ruling.clocks
        if change.changed
    ]
    if ruling.result:
        lines.append(f"{gettext('Result:')} {_result(ruling.result)}")
    if ruling.fine is not None:
        lines.append(_fine(ruling.fine, event))
    if ruling.note:
        lines.append(ruling.note)
    if ruling.undone_by:
        lines.append(gettext("Withdrawn by ruling %(number)s.") % {"number": ruling.undone_by})
    small = " · ".join([ruling.arbiter, moment(ruling.at, event), *map(cite, ruling.articles)])
    return Item(ruling.title, tuple(lines), small, struck=bool(ruling.undone_by))


def _fine(fine: Fine, event: Event) -> str:
    common = {"amount": fine.amount, "currency": fine.currency}
    if fine.paid_at is None:
        return gettext("Fine: %(amount)s %(currency)s, not paid") % common
    return gettext("Fine: %(amount)s %(currency)s, paid %(at)s") % {**common, "at": moment(fine.paid_at, event)}


def _result(code: str) -> str:
    codes = {result.value for result in Result}
    return " – ".join(FACTS[Result(code)].shown) if code in codes else code


def _appeal(line: dict[str, Any], event: Event) -> Item:
    appeal = line["appeal"]
    title = gettext("Appeal %(number)s: %(name)s") % {"number": appeal.number, "name": line["player"]}
    lines = (appeal.grounds, f"{line['outcome']}: {appeal.decision}" if appeal.decision else "")
    times = [moment(at, event) for at in (appeal.filed_at, appeal.decided_at) if at is not None]
    return Item(f"{title}: {line['state']}", tuple(filter(None, lines)), " → ".join(times))


def _incident(hall_incident: HallIncident, cited: str, event: Event) -> Item:
    return Item(moment(hall_incident.at, event), (f"{hall_incident.text} ({cited})" if cited else hall_incident.text,))
