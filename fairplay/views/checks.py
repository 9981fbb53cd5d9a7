"""Random checks of a round, drawn and recorded with one tap each; the log of all inspections."""

import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any, cast

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods, require_POST

from arbiter.selectors.regimes import regime_of_section
from arbiter.views.desk import AddedPart, DeskFrame
from fairplay.models import CheckDraw, Inspection
from fairplay.selectors import (
    DrawnCheck,
    RoundChecks,
    checks_of_round,
    complaints_of,
    fair_play_counts,
    standing_inspections,
)
from fairplay.services import draw_checks, log_screening, record_check, record_inspection, reverse_inspection
from fairplay.views.frame import (
    KINDS,
    MEANS,
    OUTCOMES,
    STATES,
    FairPlayFrame,
    choices,
    clock,
    key_in,
    means_in_words,
    number_in,
    player_in,
    player_name,
    suggestion_label,
)
from games.views.caching import fresh
from tavleya.documents.contents import Item, ReportPart
from tavleya.documents.tabular import Grid, as_csv
from tavleya.law.conduct import LATELY
from tavleya.law.kinds import incidents_of
from tavleya.permissions import Action, allowed
from tavleya.rules.registry import spec_of
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.game_files import boards_of_files, texts_of
from tournaments.views.contents import pairings_grid, players_grid
from tournaments.views.frame import language, round_name

#: The incident at the board that an outcome may lead to, if the arbiter decides so (FIDE 11.3.2, 11.3.3).
#: Where an object was found decides its incident: the arbiter chooses it in the menu.
_INCIDENTS = {Inspection.Outcome.OBJECT: "", Inspection.Outcome.REFUSED: "refusal"}


@require_http_methods(["GET", "HEAD", "POST"])
def checks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the checks; on POST, `do` is `draw`, `add`, `reverse`, or the outcome for the player `drawn`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play")
    outcomes = dict.fromkeys(Inspection.Outcome.values, _check)
    if attempt := frame.attempt({**outcomes, "draw": _draw, "add": _add, "reverse": _reverse}):
        return attempt.result
    context = _context(frame) if frame.row else {}
    return frame.page("fairplay/checks.html", context, attempt.refused)


def _draw(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    section, number = frame.section, frame.number
    count = number_in(form_data, "count")
    draw_checks(**frame.who(), section_id=section.pk, round_number=number, count=count)
    return "drawn"


def _check(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    drawn = key_in(form_data, "drawn")
    common = {"outcome": form_data["do"], "means": _means(form_data), "note": form_data.get("note", "")}
    if common["outcome"] in (Inspection.Outcome.SKIPPED, Inspection.Outcome.REFUSED):
        common["means"] = []
    record_check(**frame.who(), drawn_id=_drawn_key(frame, drawn), **common)  # type: ignore[arg-type]
    return f"drawn-{drawn}"


def _drawn_key(frame: FairPlayFrame, drawn: int) -> int:
    """Return the key of a drawn player of this round, else 0, so that players of other events are not found."""
    rows = CheckDraw.objects.filter(section=frame.section, round_number=frame.number, drawn=drawn)
    return drawn if rows.exists() else 0


def _add(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    record_inspection(
        **frame.who(),
        section_id=frame.section.pk,
        round_number=frame.number,
        registration_id=player_in(frame.players(), form_data, "player"),
        kind=form_data.get("kind", ""),
        outcome=form_data.get("outcome", ""),
        means=_means(form_data),
        note=form_data.get("note", ""),
    )
    return "log"


def _reverse(frame: FairPlayFrame, form_data: Mapping[str, str]) -> str:
    key = key_in(form_data, "entry")
    exists = Inspection.objects.filter(pk=key, section=frame.section).exists()
    reverse_inspection(**frame.who(), inspection_id=key if exists else 0, note=form_data.get("note", ""))
    return "log"


def _means(form_data: Mapping[str, str]) -> list[str]:
    return cast(QueryDict, form_data).getlist("means")


# Context of the page


def _context(frame: FairPlayFrame) -> dict[str, Any]:
    assert frame.row is not None
    round_checks = checks_of_round(frame.row)
    rows = _CheckRows(frame, round_checks)
    return {
        "draws": [rows.draw(draw, drawn) for draw, drawn in round_checks.draws],
        "log": [rows.entry(inspection) for inspection in round_checks.log],
        "usual": round_checks.usual,
        "may_draw": frame.row.status != RoundStatus.CLOSED,
        "kinds": choices(KINDS, Inspection.Kind.RANDOM) + choices({Inspection.Kind.RANDOM: KINDS["random"]}),
        "outcomes": choices(OUTCOMES, Inspection.Outcome.SKIPPED),
        "means": choices(MEANS),
        "players": [suggestion_label(player) for player in frame.players()],
        "lately": LATELY,
        "may_screen": allowed(frame.standing, Action.LEAD_FAIR_PLAY),
    }


class _CheckRows:
    """Entries in words, with links to possible rulings."""

    def __init__(self, frame: FairPlayFrame, round_checks: RoundChecks) -> None:
        self.frame, self.round_checks = frame, round_checks
        self.incidents = {incident.code for incident in incidents_of(regime_of_section(frame.section))}

    def draw(self, draw: CheckDraw, drawn: list[DrawnCheck]) -> dict[str, Any]:
        return {
            "row": draw,
            "by": draw.arbiter.shown_name if draw.arbiter else "",
            "at": clock(draw.at),
            "open": sum(drawn_check.entry is None for drawn_check in drawn),
            "checks": [self.check(drawn_check) for drawn_check in drawn],
        }

    def check(self, drawn_check: DrawnCheck) -> dict[str, Any]:
        return {
            "key": drawn_check.drawn.pk,
            **self.seat(drawn_check.drawn.registration),
            "entry": self.entry(drawn_check.entry) if drawn_check.entry else None,
        }

    def seat(self, registration: Registration) -> dict[str, Any]:
        board = self.round_checks.seats.get(registration.pk)
        return {
            "name": player_name(registration),
            "number": registration.number,
            "board": board.board if board is not None and board.black_id is not None else None,
        }

    def entry(self, inspection: Inspection) -> dict[str, Any]:
        reversal = None if inspection.stands else inspection.reversed_by
        return {
            "key": inspection.pk,
            **self.seat(inspection.registration),
            "code": inspection.outcome,
            "outcome": gettext(OUTCOMES[inspection.outcome]),
            "kind": gettext(KINDS[inspection.kind]),
            "means": means_in_words(inspection.means),
            "note": inspection.note,
            "by": inspection.arbiter.shown_name if inspection.arbiter else "",
            "at": timezone.localtime(inspection.at),
            "undone": reversal,
            "undone_by": reversal.arbiter.shown_name if reversal and reversal.arbiter else "",
            "ruling": "" if reversal else self.ruling(inspection),
        }

    def ruling(self, inspection: Inspection) -> str:
        """Return the URL to rule on the inspection, empty if no ruling follows or there is no game."""
        code = _INCIDENTS.get(Inspection.Outcome(inspection.outcome))
        board = self.round_checks.seats.get(inspection.registration_id)
        if code is None or board is None or board.game_id is None:
            return ""
        url = reverse("board-ruling", args=[self.frame.event.slug, board.game_id])
        return f"{url}?incident={code}&side={_side(board, inspection)}" if code in self.incidents else url


def _side(board: Pairing, inspection: Inspection) -> str:
    return "white" if board.white_id == inspection.registration_id else "black"


# Fair play in the arbiters' report: counts, and names only if the chief arbiter asks for them.

_Outcome = Inspection.Outcome


def fair_play_part(request: HttpRequest, frame: DeskFrame) -> AddedPart | None:
    """Return the part of the report; names only with `?names=1`, for officials who lead fair play."""
    may_name = allowed(frame.standing, Action.LEAD_FAIR_PLAY)
    names = may_name and request.GET.get("names") == "1"
    items = _items(frame.event, names=names)
    part = ReportPart(gettext("Fair play"), tuple(items))
    return AddedPart("fair-play", part, names if may_name else None) if items else None


def _items(event: Event, *, names: bool) -> list[Item]:
    """Return the items of the part; none without fair play data."""
    counts = fair_play_counts(event)
    if not counts:
        return []
    items = []
    if counts.outcomes:
        text = ngettext("%(n)s check made", "%(n)s checks made", counts.made) % {"n": counts.made}
        lines = [text] + [
            f"{gettext(OUTCOMES[code])}: {counts.outcomes[code]}"
            for code in (_Outcome.OBJECT, _Outcome.REFUSED, _Outcome.SKIPPED)
            if counts.outcomes[code]
        ]
        items.append(Item(gettext("Checks"), (*lines, *(_inspection_lines(event) if names else ()))))
    if counts.bags:
        text = ngettext("%(n)s bag handed in", "%(n)s bags handed in", counts.bags) % {"n": counts.bags}
        items.append(Item(gettext("Devices"), (text,)))
    if counts.complaints:
        states = [f"{gettext(STATES[code])}: {counts.complaints[code]}" for code in STATES if counts.complaints[code]]
        items.append(Item(gettext("Complaints"), (*states, *(_complaint_lines(event) if names else ()))))
    return items


def _inspection_lines(event: Event) -> list[str]:
    """Return lines for inspections with an object found or a refusal."""
    rows = standing_inspections(event).filter(outcome__in=(_Outcome.OBJECT, _Outcome.REFUSED))
    return [
        f"{row.section.name_in(language())}, {round_name(row.round_number)}: {player_name(row.registration)} – "
        f"{gettext(OUTCOMES[row.outcome])}"
        for row in rows
    ]


def _complaint_lines(event: Event) -> list[str]:
    return [
        gettext("Complaint %(number)s from %(name)s: %(state)s")
        % {
            "number": complaint.number,
            "name": player_name(complaint.complainant),
            "state": gettext(STATES[complaint.state]),
        }
        for complaint in complaints_of(event).order_by("number")
    ]


# The screening file of a section for external analysis: games with clock times, players and pairings.


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
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(f"games.{spec_of(section.game).file}", "w") as games:
            public = boards_of_files().filter(round__section=section).exclude(round__status=RoundStatus.DRAFT)
            for text in texts_of(section, public):
                games.write(text.encode())
        archive.writestr("players.csv", as_csv(players_grid(section)))
        for name, grid in _rounds(section):
            archive.writestr(f"pairings/{name}.csv", as_csv(grid))
    return file.getvalue()


def _rounds(section: Section) -> Iterator[tuple[str, Grid[Pairing]]]:
    for row in section.rounds.exclude(status=RoundStatus.DRAFT).order_by("number"):
        boards = Pairing.objects.filter(round=row).select_related("white__player", "black__player").order_by("board")
        yield f"round-{row.number:02d}" if row.number else "games", pairings_grid(boards)
