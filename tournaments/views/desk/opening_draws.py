"""Openings drawn by lot, at the desk: the table and the committed seed, the public text, the revealed seed."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext

from games.views.problems import require_found
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tavleya.rules.registry import opening_table, spec_of
from tournaments.forms.base import DeskForm
from tournaments.forms.matches import SCOPES, CommitForm, PublicWordForm
from tournaments.models.match import DrawScope, OpeningDraw
from tournaments.selectors.drawn_openings import draw_record
from tournaments.services.drawn_openings import add_public_word, commit_draw, reveal_seed
from tournaments.services.matches import terms_of
from tournaments.views.desk.acts import DeskAct, perform
from tournaments.views.desk.frame import SectionDesk, desk
from tournaments.views.labels import round_name
from tournaments.views.openings import heading


@desk
def openings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The state of the draw and its next step; `act`: commit, word, reveal."""
    frame = SectionDesk.of(request, slug, section_slug)
    require_found(spec_of(frame.section.game).openings)
    if request.method != "POST":
        return _page(request, frame)
    frame.require(Action.EDIT_SECTION)
    name = request.POST.get("act", "")
    if name not in _ACTS:
        return _page(request, frame, status=400)

    def refuse(form: DeskForm | None, error: DomainError | None, status: int) -> HttpResponse:
        return _page(request, frame, {name: form} if form else None, None if form else error, status)

    form, to = _form(frame, name, request.POST), frame.url("openings")
    return perform(frame, _ACTS[name], refuse, lambda _: to, form=form, section_id=frame.section.pk)


def _form(frame: SectionDesk, name: str, data: Any = None) -> DeskForm | None:
    """Return the form of an act; None if it needs no input."""
    if name == "commit":
        return CommitForm(
            data,
            tables=spec_of(frame.section.game).openings,
            matches=terms_of(frame.section) is not None,
            auto_id="id_commit_%s",
        )
    return PublicWordForm(data, auto_id="id_word_%s") if name == "word" else None


def _page(
    request: HttpRequest,
    frame: SectionDesk,
    forms: Mapping[str, DeskForm] | None = None,
    refused: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    desk_forms = forms or {}
    lots = OpeningDraw.objects.filter(section=frame.section).first()
    result = draw_record(frame.section)
    context = {
        **frame.context(),
        "heading": heading(frame.section.game),
        "lots": lots,
        "record": result,
        "table_name": gettext(opening_table(lots.table).title) if lots else "",
        "draws": [
            {
                "round": round_name(opening.round),
                "match": opening.match,
                "board": opening.board,
                "code": opening.code,
            }
            for opening in (result.draws if result else ())
        ],
        "needs_terms": terms_of(frame.section) is None
        and all(opening.both_colours for opening in spec_of(frame.section.game).openings),
        "scope": str(SCOPES[DrawScope(lots.scope)]) if lots else "",
        "terms_url": frame.url("section_edit"),
        "commit": desk_forms.get("commit") or _form(frame, "commit"),
        "word": desk_forms.get("word") or _form(frame, "word"),
        "refused": refused,
        "public_url": reverse("openings", args=[frame.event.slug, frame.section.slug]) if lots else "",
        "back": frame.url("section"),
    }
    return render(request, "desk/openings.html", context, status=status)


_ACTS: Mapping[str, DeskAct] = {
    "commit": DeskAct(
        service=commit_draw,
        arguments=lambda cleaned: cleaned | {"seed": cleaned["seed"] or None},
        message=lambda _, __: gettext("The seed has been committed and its commitment published."),
    ),
    "word": DeskAct(
        service=add_public_word, message=lambda _, __: gettext("The public addition has been saved.")
    ),
    "reveal": DeskAct(
        service=reveal_seed,
        message=lambda _, __: gettext("The seed has been revealed: anyone can verify the draws."),
    ),
}
