"""The rating changes of a section's games: a page with explanations, and a file."""

from collections.abc import Callable
from datetime import date
from operator import attrgetter
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from games.views.answers import csv_answer
from games.views.requests import redirect_with, require_found
from ratings.forms import KIND_NAMES, NormTermsForm
from ratings.models import NormTerms
from ratings.selectors.federation import RatingRow, UnratedReason, rating_report
from ratings.selectors.norms import NormTable, norm_tables
from ratings.services.norms import set_norm_terms
from ratings.views.desk.forms import has_forms
from ratings.views.federation import NormView, shown_norm
from tavleya.documents.tabular import Column, Grid, Value, halves
from tavleya.messages import N_
from tavleya.permissions import Action
from tavleya.ratings import GAMES_FOR_FIRST, RatingChange
from tavleya.record.results import FACTS, Result
from tavleya.rules.registry import spec_of
from tavleya.tiebreaks.table import points_text
from tournaments.models.section import RatingKind, Section
from tournaments.views.contents import PERSON
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.frame import language

# Title norms at the desk: achieved norms, possible norms and their requirements.

_ORDER = ("made", "open", "gone")


@desk
def norms(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the players with an achieved or possible norm; with `?player=<number>` all requirements for this player.

    On POST, set the kind of event and whether player cards show norms.
    """
    posted = request.method == "POST"
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION if posted else Action.SEE_DESK)
    terms = NormTerms.objects.filter(section=frame.section).first() or NormTerms()
    form = NormTermsForm(request.POST if posted else None, initial={"kind": terms.kind, "published": terms.published})
    if form.attempt(
        lambda: set_norm_terms(actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, **form.cleaned_data)
    ):
        return redirect_with(request, gettext("The settings for norms have been saved."), frame.url("norms"))
    return _page(frame, form, terms, form.status)


def _page(frame: SectionDesk, form: NormTermsForm, terms: NormTerms, status: int = 200) -> HttpResponse:
    player = frame.request.GET.get("player", "")
    tables = norm_tables(frame.section, frame.event.starts_on or timezone.localdate())
    people = {line.registration.pk: line.registration for table in tables for line in table.lines}
    context = {
        **frame.context(),
        "asked": player,
        "form": form,
        "kind": KIND_NAMES[terms.kind] if terms.kind else "",
        "standard": frame.section.rating_kind == RatingKind.STANDARD,
        "tables": [_table_context(frame, table, player) for table in tables],
        "players": [(registration.number, registration.player.name_in(language())) for registration in people.values()],
        "all_url": frame.url("norms"),
    }
    return render(frame.request, "ratings/desk/norms.html", context, status=status)


def _table_context(frame: SectionDesk, table: NormTable, query: str) -> dict[str, object]:
    lines = [shown_norm(line, language()) for line in table.lines]
    chosen = [line for line in lines if (str(line.number) == query if query else line.state != "gone")]
    return {
        "edition": table.edition,
        "lines": [(line, _certificate(frame, line, query)) for line in sorted(chosen, key=_place)],
        "foreign": table.foreign,
        "big": table.big,
        "host": table.setting.host,
        "rules": table.edition.norms[0],
    }


def _place(norm: NormView) -> tuple[int, int, int]:
    """Return the sort key: players who need least come first."""
    return _ORDER.index(norm.state), norm.score, norm.number


def _certificate(frame: SectionDesk, norm: NormView, query: str) -> str:
    """Return the URL of the certificate: for achieved norms, and for all norms of a requested player."""
    if not norm.games or not (norm.state == "made" or query) or not has_forms(frame.section):
        return ""
    return f"{frame.url('form', 'it1')}?{urlencode({'player': norm.number, 'title': norm.title})}"


_WHY = {
    UnratedReason.FORFEIT: N_("Round %(round)s against %(opponent)s was decided by forfeit."),
    UnratedReason.SHORT: N_("Round %(round)s against %(opponent)s: less than one move was played by each side."),
    UnratedReason.UNRATED: N_("Round %(round)s: %(opponent)s is unrated."),
    UnratedReason.GAP: N_(
        "Round %(round)s: %(opponent)s is 600 or more points apart, and one of the two is rated above 2600."
    ),
}
_KINDS = {
    RatingKind.STANDARD: N_("standard ratings"),
    RatingKind.RAPID: N_("rapid ratings"),
    RatingKind.BLITZ: N_("blitz ratings"),
}


@desk
@require_safe
def page(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = _desk(request, slug, section_slug)
    on = _day(frame.section)
    rows = rating_report(frame.section, on=on)
    context = {
        **frame.context(),
        "rows": [_row(row) for row in rows],
        "on": on,
        "kind": gettext(_KINDS[RatingKind(frame.section.rating_kind)]),
        "fide_rated": spec_of(frame.section.game).fide_rated,
        "csv_url": frame.url("rating_report_csv"),
    }
    return render(request, "ratings/desk/rating_report.html", context)


def _desk(request: HttpRequest, slug: str, section_slug: str) -> SectionDesk:
    """Return the frame. Raises: Http404 for an unranked section."""
    frame = SectionDesk.of(request, slug, section_slug)
    require_found(frame.section.system.ranked)
    return frame


def _day(section: Section) -> date:
    """Return the day whose rules apply: the event's last, or today."""
    return section.event.ends_on or timezone.localdate()


def _row(row: RatingRow) -> dict[str, object]:
    line, change = row.line, row.line.change
    counted, points = _counted(row)
    return {
        "registration": row.registration,
        "name": row.registration.player.name_in(language()),
        "rating": line.rating,
        "opponents": line.opponents or "",
        "games": counted,
        "points": points_text(points),
        "expected": f"{sum(game.expected for game in change.games) / 100:.2f}" if change else "",
        "gained": _signed(sum(game.gained for game in change.games)) if change else "",
        "k": change.k if change else "",
        "change": _signed(change.hundredths) if change else "",
        "whole": _signed_points(change.whole) if change and counted else "",
        "performance": line.performance or "",
        "first": line.first,
        "missing": _missing(row),
        "notes": _notes(row),
    }


def _signed(hundredths: int) -> str:
    return f"{hundredths / 100:+.2f}".replace("-", "−") if hundredths else "0.00"


def _signed_points(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


def _missing(row: RatingRow) -> str:
    """Return why these games give an unrated player no rating, or an empty text."""
    line = row.line
    if line.rating or line.first or not line.games:
        return ""
    if line.games < GAMES_FOR_FIRST:
        n = GAMES_FOR_FIRST - line.games
        words = ngettext(
            "%(n)s more rated game is needed for a first rating.",
            "%(n)s more rated games are needed for a first rating.",
            n,
        )
        return words % {"n": n}
    if not line.points:
        return gettext("A first rating needs at least half a point.")
    return gettext("These games would give a first rating below 1400, so none is given.")


def _notes(row: RatingRow) -> list[str]:
    notes = [
        gettext(_WHY[game.why]) % {"round": game.round, "opponent": game.opponent.player.name_in(language())}
        for game in row.not_rated
    ]
    for correction in row.corrected:
        words = gettext(
            "Round %(round)s against %(opponent)s stands as %(stands)s in the tournament and is rated as %(rated)s."
        )
        notes.append(
            words
            % {
                "round": correction.round,
                "opponent": correction.opponent.player.name_in(language()),
                "stands": _result_text(correction.stands),
                "rated": _result_text(correction.rated_by),
            }
        )
    n = row.limited
    if n:
        words = ngettext(
            "In %(n)s game the difference counts as 400 points.",
            "In %(n)s games the difference counts as 400 points.",
            n,
        )
        notes.append(words % {"n": n})
    return notes


def _result_text(result: str) -> str:
    return " – ".join(FACTS[Result(result)].shown)


@desk
@require_safe
def csv_file(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = _desk(request, slug, section_slug)
    rows = rating_report(frame.section, on=_day(frame.section))
    grid = Grid(_COLUMNS, rows)
    return csv_answer(request, f"{frame.event.slug}-{frame.section.slug}-rating-report", grid)


def _counted(row: RatingRow) -> tuple[int, int]:
    """Return the number of rated games, and the half-points in them."""
    change = row.line.change
    if change is None:
        return row.line.games, row.line.points
    return len(change.games), sum(game.game.points for game in change.games)


def _change(key: str, value: Callable[[RatingChange], Value]) -> Column[RatingRow]:
    """Return a column of the rating change; empty without one."""
    return Column(key, lambda row: value(row.line.change) if row.line.change else None)


_COLUMNS: tuple[Column[RatingRow], ...] = (
    *(column.inside(attrgetter("registration")) for column in PERSON if column.key != "rating"),
    Column("fide_id", lambda row: row.registration.player.fide_id),
    Column("birth_year", lambda row: row.registration.player.birth_year),
    Column("Ro", lambda row: row.line.rating),
    Column("Rc", lambda row: row.line.opponents or None),
    Column("games", lambda row: _counted(row)[0]),
    Column("W", lambda row: halves(_counted(row)[1])),
    _change("We", lambda change: sum(game.expected for game in change.games) / 100),
    _change("W-We", lambda change: sum(game.gained for game in change.games) / 100),
    _change("K", lambda change: change.k),
    _change("change", lambda change: change.hundredths / 100),
    Column("performance", lambda row: row.line.performance or None),
    Column("perfect_performance", lambda row: row.line.perfect or None),
    Column("first_rating", lambda row: row.line.first),
    Column("not_rated", lambda row: len(row.not_rated)),
)
