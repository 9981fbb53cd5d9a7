"""Hearing aids and medical devices that players declare, for arbiters who check them."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from fairplay.models import Declaration
from fairplay.selectors import declarations_of
from fairplay.services.declarations import record_declaration, remove_declaration
from fairplay.views.frame import FairPlayFrame, key_in, player_in, suggestion_label
from fairplay.views.labels import DECLARED, choices
from tournaments.views.frame import language


@require_http_methods(["GET", "HEAD", "POST"])
def declarations(request: HttpRequest, slug: str) -> HttpResponse:
    """List the declarations of the chosen round's section; on POST, `do` is `add` or `remove`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play-declarations")
    attempt = frame.attempt(
        {
            "add": lambda form_data: _add(frame, form_data),
            "remove": lambda form_data: _remove(frame, form_data),
        }
    )
    if attempt:
        return attempt.result
    context: dict[str, Any] = {"kinds": choices(DECLARED), "days": settings.KEEP_DECLARATIONS_DAYS}
    if frame.row:
        context["lines"] = [_line(declaration) for declaration in declarations_of(frame.section)]
        context["players"] = [suggestion_label(declaration) for declaration in frame.players()]
    return frame.page("fairplay/declarations.html", context, attempt.refused)


def _add(frame: FairPlayFrame, form_data: Mapping[str, str]) -> None:
    record_declaration(
        **frame.who(),
        section_id=frame.section.pk,
        registration_id=player_in(frame.players(), form_data, "player"),
        kind=form_data.get("kind", ""),
        text=form_data.get("text", ""),
    )


def _remove(frame: FairPlayFrame, form_data: Mapping[str, str]) -> None:
    key = key_in(form_data, "entry")
    declarations = Declaration.objects.filter(pk=key, registration__section=frame.section).exists()
    remove_declaration(**frame.who(), declaration_id=key if declarations else 0)


def _line(declaration: Declaration) -> dict[str, Any]:
    return {
        "key": declaration.pk,
        "number": declaration.registration.number,
        "name": declaration.registration.player.name_in(language()),
        "kind": gettext(DECLARED[declaration.kind]),
        "text": declaration.text,
        "by": declaration.seen_by.shown_name if declaration.seen_by else "",
        "at": timezone.localtime(declaration.seen_at),
    }
