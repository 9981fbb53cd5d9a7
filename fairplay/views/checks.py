"""Random checks of a round, drawn and recorded with one tap each; the log of all inspections."""

from collections.abc import Mapping
from typing import Any, cast

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from arbiter.selectors.regimes import regime_of_section
from fairplay.models import CheckDraw, Inspection
from fairplay.selectors import DrawnCheck, RoundChecks, checks_of_round
from fairplay.services.checks import draw_checks, record_check, record_inspection, reverse_inspection
from fairplay.views.frame import (
    FairPlayFrame,
    clock,
    key_in,
    number_in,
    player_in,
    suggestion_label,
)
from fairplay.views.labels import KINDS, MEANS, OUTCOMES, choices, means_in_words
from tavleya.law.incidents import incidents_of
from tavleya.law.random_checks import LATELY
from tavleya.permissions import Action, allowed
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import RoundStatus
from tournaments.views.frame import language

#: The incident at the board that an outcome may lead to, if the arbiter decides so (FIDE 11.3.2, 11.3.3).
_INCIDENTS = {Inspection.Outcome.OBJECT: "phone", Inspection.Outcome.REFUSED: "refusal"}


@require_http_methods(["GET", "HEAD", "POST"])
def checks(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the checks; on POST, `do` is `draw`, `add`, `reverse`, or the outcome for the player `drawn`."""
    frame = FairPlayFrame.keeping(request, slug, "fair-play")
    outcomes = dict.fromkeys(Inspection.Outcome.values, lambda value: _check(frame, value))
    acts = {
        "draw": lambda value: _draw(frame, value),
        "add": lambda value: _add(frame, value),
        "reverse": lambda value: _reverse(frame, value),
    }
    attempt = frame.attempt(outcomes | acts)
    if attempt:
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
    record_check(**frame.who(), drawn_id=_checked_draw(frame, drawn), **common)  # type: ignore[arg-type]
    return f"drawn-{drawn}"


def _checked_draw(frame: FairPlayFrame, drawn: int) -> int:
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
    inspections = Inspection.objects.filter(pk=key, section=frame.section).exists()
    reverse_inspection(**frame.who(), inspection_id=key if inspections else 0, note=form_data.get("note", ""))
    return "log"


def _means(form_data: Mapping[str, str]) -> list[str]:
    return cast(QueryDict, form_data).getlist("means")


# Context of the page


def _context(frame: FairPlayFrame) -> dict[str, Any]:
    assert frame.row is not None
    round_checks = checks_of_round(frame.row)
    row = _CheckRows(frame, round_checks)
    return {
        "draws": [row.draw(draw, drawn) for draw, drawn in round_checks.draws],
        "log": [row.entry(player) for player in round_checks.log],
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
        self.frame, self.found = frame, round_checks
        self.known = {incident.code for incident in incidents_of(regime_of_section(frame.section))}

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
        board = self.found.seats.get(registration.pk)
        return {
            "name": registration.player.name_in(language()),
            "number": registration.number,
            "board": board.board if board is not None and board.black_id is not None else None,
        }

    def entry(self, inspection: Inspection) -> dict[str, Any]:
        undone = None if inspection.stands else inspection.reversed_by
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
            "undone": undone,
            "undone_by": undone.arbiter.shown_name if undone and undone.arbiter else "",
            "ruling": "" if undone else self.ruling(inspection),
        }

    def ruling(self, inspection: Inspection) -> str:
        """Return the URL to rule on the inspection, empty if no ruling follows or there is no game."""
        code = _INCIDENTS.get(Inspection.Outcome(inspection.outcome))
        board = self.found.seats.get(inspection.registration_id)
        if code is None or board is None or board.game_id is None:
            return ""
        url = reverse("board-ruling", args=[self.frame.event.slug, board.game_id])
        return f"{url}?incident={code}&side={_side(board, inspection)}" if code in self.known else url


def _side(board: Pairing, inspection: Inspection) -> str:
    return "white" if board.white_id == inspection.registration_id else "black"
