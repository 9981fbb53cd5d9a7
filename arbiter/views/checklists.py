"""The checklists by phase, with computed and manual points. They warn and block nothing."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.selectors.checklists import (
    PHASES,
    ChecklistItem,
    CheckpointPhase,
    CheckResult,
    checks_of_event,
    checks_of_round,
)
from arbiter.selectors.regimes import regime_of_section, regulations_of
from arbiter.services.duty import tick, untick
from arbiter.views.desk import DeskFrame
from games.views.caching import fresh
from games.views.labels import cite
from games.views.requests import Attempt, or_404
from tavleya.law.library import books_of, each, in_language
from tavleya.permissions import Action, allowed
from tournaments.models.round import Round, RoundStatus
from tournaments.views.frame import SectionFrame, language, round_name

_NAMED = 12  # boards named in a warning


@require_http_methods(["GET", "HEAD", "POST"])
def checklists(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the lists of a round (`round`, by default the newest that is not closed) and of the event."""
    frame = DeskFrame.of(request, slug)
    rounds = list(
        Round.objects.filter(section__event=frame.event, section__archived_at__isnull=True)
        .select_related("section__event")
        .order_by("section__position", "number")
    )
    chosen = _chosen(rounds, request.POST.get("round") or request.GET.get("round", ""))
    if attempt := Attempt(request, lambda: _tick(frame, request.POST, chosen)):
        text = f"?round={chosen.pk}" if chosen else ""
        return redirect(f"{reverse('checklists', args=[slug])}{text}#{request.POST.get('item', '')[:40]}")
    checks = checks_of_round(frame.event, chosen, timezone.now()) if chosen else {}
    lists = {**checks, **checks_of_event(frame.event)}
    context = {
        **frame.context(),
        "slug": slug,
        "rounds": [
            (round_.pk, f"{round_.section.name_in(language())}, {round_name(round_.number)}") for round_ in rounds
        ],
        "chosen": chosen,
        "phases": [_phase(phase, checklist_items) for phase, checklist_items in lists.items()],
        "may_rule": allowed(frame.standing, Action.RULE),
        "refused": attempt.refused,
    }
    return fresh(render(request, "hall/checklists.html", context, status=attempt.status))


def _chosen(rounds: list[Round], wanted: str) -> Round | None:
    if wanted:
        return or_404(next((item for item in rounds if str(item.pk) == wanted), None))
    public = [item for item in rounds if item.status in (RoundStatus.PLAYING, RoundStatus.PUBLISHED)]
    playing = [item for item in public if item.status == RoundStatus.PLAYING]
    return next(iter([*playing[::-1], *public, *rounds[::-1]]), None)


def _tick(frame: DeskFrame, form_data: Mapping[str, str], chosen: Round | None) -> None:
    item = form_data.get("item", "")[:40]
    event_wide = form_data.get("phase") == CheckpointPhase.EVENT_END
    act = untick if form_data.get("do") == "untick" else tick
    act(
        actor=frame.actor,
        now=timezone.now(),
        event_id=frame.event.pk,
        item=item,
        round_id=None if event_wide or chosen is None else chosen.pk,
    )


def _phase(phase: CheckpointPhase, checks: list[ChecklistItem]) -> dict[str, Any]:
    lines = [_line(check) for check in checks]
    return {
        "key": phase.value,
        "name": gettext(PHASES[phase]),
        "lines": lines,
        "open": sum(line["state"] == "open" for line in lines),
    }


def _line(check: ChecklistItem) -> dict[str, Any]:
    state = {True: "done", False: "open", None: "later"}[check.done]
    words = {"done": gettext("done"), "open": gettext("open"), "later": gettext("not yet")}
    tick = check.tick
    return {
        "key": check.point.key,
        "words": gettext(check.point.words),
        "state": state,
        "sign": {"done": "✓", "open": "!" if check.point.computed else "□", "later": "–"}[state],
        "state_words": words[state],
        "told": _describe_result(check.finding) if check.finding and check.done is False else "",
        "computed": check.point.computed,
        "who": tick.user.shown_name if tick and tick.user else "",
        "at": tick.at if tick else None,
    }


def _describe_result(finding: CheckResult) -> str:
    if finding.boards:
        text = ", ".join(map(str, finding.boards[:_NAMED]))
        more = len(finding.boards) - _NAMED
        boards = text if more <= 0 else f"{text} … +{more}"
        return ngettext("board %(boards)s", "boards %(boards)s", len(finding.boards)) % {"boards": boards}
    return ", ".join(section.name_in(language()) for section in finding.sections) or (
        str(finding.count) if finding.count else ""
    )


# The public rules of a section: the numbers in force, and our paraphrase of the law book.


@require_safe
def rules(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "rules")
    regime, tongue = regime_of_section(frame.section), language()
    context = {
        **frame.context(),
        "regime_name": regime.name.render(gettext),
        "numbers": [
            {
                "name": line.name.render(gettext),
                "value": line.value.render(gettext),
                "anchor": next(iter(each(line.article)), ""),
                "cited": cite(line.article),
                "own": line.own,
            }
            for line in regulations_of(frame.section)
        ],
        "books": [
            (
                in_language(laws.name, tongue),
                laws.edition,
                [
                    (
                        title,
                        [
                            (article.address, cite(article.address), in_language(article.text, tongue))
                            for article in articles
                        ],
                    )
                    for title, articles in groupby(
                        laws.articles.values(), key=lambda article: in_language(article.title, tongue)
                    )
                ],
            )
            for laws in books_of(regime)
        ],
    }
    return render(request, "hall/rules.html", context)
