"""The arbiters' report on paper: the same facts as its page, with the tournament's own and lines to sign on."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from arbiter.models.duty import Duty, HallIncident
from arbiter.models.fine import Fine
from arbiter.views.desk import DeskFrame
from arbiter.views.ruling_log import FindingLine, RulingLogLine, report_facts
from clocks.labels import control_label
from documents.views.answers import pdf_answer
from documents.views.fill import head, moment
from games.views.caching import fresh
from games.views.labels import cite, game_name
from tavleya.actors import Role
from tavleya.clocks.timekeeping import clock_text
from tavleya.documents.certificates import report
from tavleya.documents.contents import Item, Report, ReportPart
from tavleya.record.results import FACTS, Result
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.names import format_name
from tournaments.views.frame import language


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
    incidents = tuple(_incident(fact, cited, event) for fact, cited in facts["incidents"])
    parts = [
        ReportPart(gettext("The tournament"), facts=tuple(_tournament(event))),
        ReportPart(gettext("On duty"), tuple(_duty(fact, event) for fact in facts["duties"]), empty=_nothing()),
        ReportPart(gettext("Rulings"), rulings, ((gettext("In all"), "; ".join(summary)),)),
        *_sheets(facts["findings"]),
        ReportPart(gettext("Appeals"), tuple(_appeal(fact, event) for fact in facts["appeals"]), empty=_nothing()),
        ReportPart(gettext("In the hall"), incidents, empty=_nothing()),
    ]  # fmt: skip
    parts += [added.part for added in facts["added"]]
    if facts["money"]:
        parts.append(ReportPart(gettext("Prizes and fines"), tuple(facts["money"])))
    if facts["articles"]:
        parts.append(
            ReportPart(gettext("Articles"), tuple(Item(fact.cited, (fact.text,)) for fact in facts["articles"]))
        )
    text = head(event, None, gettext("Arbiters' report"), now)
    return Report(text, tuple(parts), (gettext("Chief arbiter"), gettext("Organiser")))


def _sheets(finding_lines: list[FindingLine]) -> list[ReportPart]:
    """Return the part about score sheets, empty without findings, as for live boards."""
    items = [
        Item(f"{_board_of(finding_line)}: {finding_line.players}", finding_line.words) for finding_line in finding_lines
    ]
    return [ReportPart(gettext("Score sheets that differ"), tuple(items))] if items else []


def _board_of(item: RulingLogLine | FindingLine) -> str:
    return f"{item.section}, {item.round}, " + gettext("board %(board)s") % {"board": item.board}


def _nothing() -> str:
    return gettext("Nothing was recorded.")


def _tournament(event: Event) -> list[tuple[str, str]]:
    sections = Section.objects.filter(event=event).order_by("position", "slug")
    results = [(section.name_in(language()), _section(section)) for section in sections]
    chiefs = EventRole.objects.filter(event=event, role=Role.CHIEF_ARBITER).select_related("user")
    names = ", ".join(sorted(section.user.shown_name for section in chiefs))
    return [*results, *([(gettext("Chief arbiter"), names)] if names else [])]


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
    return gettext("Fine: %(amount)s %(currency)s, paid %(at)s") % {
        **common,
        "at": moment(fine.paid_at, event),
    }


def _result(code: str) -> str:
    existing = {result.value for result in Result}
    return " – ".join(FACTS[Result(code)].shown) if code in existing else code


def _appeal(line: dict[str, Any], event: Event) -> Item:
    appeal = line["appeal"]
    title = gettext("Appeal %(number)s: %(name)s") % {"number": appeal.number, "name": line["player"]}
    outcome = f"{line['outcome']}: {appeal.decision}" if appeal.decision else ""
    lines = (appeal.grounds, outcome)
    times = [moment(at, event) for at in (appeal.filed_at, appeal.decided_at) if at is not None]
    return Item(f"{title}: {line['state']}", tuple(filter(None, lines)), " → ".join(times))


def _incident(hall_incident: HallIncident, cited: str, event: Event) -> Item:
    return Item(moment(hall_incident.at, event), (f"{hall_incident.text} ({cited})" if cited else hall_incident.text,))
