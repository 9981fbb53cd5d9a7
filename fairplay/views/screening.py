"""The screening file of a section for external analysis: games with clock times, players and pairings."""

import zipfile
from collections.abc import Iterator
from io import BytesIO

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_POST

from arbiter.views.desk import DeskFrame
from documents.selectors.game_files import boards_of_files, texts_of
from documents.views.data import pairings_grid, players_grid
from fairplay.services.screening import log_screening
from games.views.caching import fresh
from tavleya.documents.tabular import Grid, as_csv
from tavleya.permissions import Action, allowed
from tavleya.rules.registry import spec_of
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section


@require_POST
def screening(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Return the file to the chief arbiter; by POST, because each download is logged in the event."""
    frame = DeskFrame.of(request, slug)
    if not allowed(frame.standing, Action.LEAD_FAIR_PLAY):
        raise PermissionDenied
    section = get_object_or_404(Section.objects.select_related("event"), event=frame.event, slug=section_slug)
    log_screening(actor=frame.actor, now=timezone.now(), section_id=section.pk)
    headers = {"Content-Disposition": f'attachment; filename="{slug}-{section_slug}-screening.zip"'}
    return fresh(HttpResponse(screening_file(section), content_type="application/zip", headers=headers))


def screening_file(section: Section) -> bytes:
    """Return a ZIP of the games of public rounds in one file, the players, and the pairings of each round."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        with packed.open(f"games.{spec_of(section.game).file}", "w") as games:
            public = boards_of_files().filter(round__section=section).exclude(round__status=RoundStatus.DRAFT)
            for text in texts_of(section, public):
                games.write(text.encode())
        packed.writestr("players.csv", as_csv(players_grid(section)))
        for name, grid in _rounds(section):
            packed.writestr(f"pairings/{name}.csv", as_csv(grid))
    return file.getvalue()


def _rounds(section: Section) -> Iterator[tuple[str, Grid[Pairing]]]:
    for row in section.rounds.exclude(status=RoundStatus.DRAFT).order_by("number"):
        boards = (
            Pairing.objects.filter(round=row)
            .select_related("white__player", "black__player")
            .order_by("board")
        )
        yield f"round-{row.number:02d}" if row.number else "games", pairings_grid(boards)
