"""Title norms at the desk: achieved norms, possible norms and their requirements."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext

from games.views.problems import redirect_with
from ratings.forms.norms import KIND_NAMES, NormTermsForm
from ratings.models.norms import NormTerms
from ratings.selectors.norms import NormTable, norm_tables
from ratings.services.norms import set_norm_terms
from ratings.views.desk.forms import has_forms
from ratings.views.norm_lines import NormView, shown_norm
from tavleya.permissions import Action
from tournaments.models.section import RatingKind
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.frame import language

_ORDER = ("made", "open", "gone")


@desk
def norms(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the players with an achieved or possible norm; with `?player=<number>` all requirements for this player.

    On POST, set the kind of event and whether player cards show norms.
    """
    posted = request.method == "POST"
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION if posted else Action.SEE_DESK)
    terms = NormTerms.objects.filter(section=frame.section).first() or NormTerms()
    form = NormTermsForm(
        request.POST if posted else None, initial={"kind": terms.kind, "published": terms.published}
    )
    if form.attempt(
        lambda: set_norm_terms(
            actor=frame.actor, now=timezone.now(), section_id=frame.section.pk, **form.cleaned_data
        )
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
        "players": [(line.number, line.player.name_in(language())) for line in people.values()],
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


def _place(shown_norm: NormView) -> tuple[int, int, int]:
    """Return the sort key: players who need least come first."""
    return _ORDER.index(shown_norm.state), shown_norm.score, shown_norm.number


def _certificate(frame: SectionDesk, shown_norm: NormView, query: str) -> str:
    """Return the URL of the certificate: for achieved norms, and for all norms of a requested player."""
    if not shown_norm.games or not (shown_norm.state == "made" or query) or not has_forms(frame.section):
        return ""
    return f"{frame.url('form', 'it1')}?{urlencode({'player': shown_norm.number, 'title': shown_norm.title})}"
