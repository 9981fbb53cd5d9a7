"""Random checks of a round, drawn and recorded with one tap each; the log of all inspections."""

from __future__ import annotations

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
    listed,
    number_in,
    player_in,
)
from fairplay.views.labels import KINDS, MEANS, OUTCOMES, choices, means_in_words
from games.views.problems import Refused
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
    frame, refused = FairPlayFrame.keeping(request, slug, "fair-play"), None
    if request.method == "POST":
        outcomes = dict.fromkeys(Inspection.Outcome.values, lambda given: _check(frame, given))
        acts = {
            "draw": lambda given: _draw(frame, given),
            "add": lambda given: _add(frame, given),
            "reverse": lambda given: _reverse(frame, given),
        }
        answer = frame.act(outcomes | acts)
        if not isinstance(answer, Refused):
            return answer
        refused = answer
    context = _context(frame) if frame.row else {}
    return frame.page("fairplay/checks.html", context, refused)


def _draw(frame: FairPlayFrame, given: Mapping[str, str]) -> str:
    section, number = frame.section, frame.number
    count = number_in(given, "count")
    draw_checks(**frame.who(), section_id=section.pk, round_number=number, count=count)
    return "drawn"


def _check(frame: FairPlayFrame, given: Mapping[str, str]) -> str:
    drawn = key_in(given, "drawn")
    said = {"outcome": given["do"], "means": _means(given), "note": given.get("note", "")}
    if said["outcome"] in (Inspection.Outcome.SKIPPED, Inspection.Outcome.REFUSED):
        said["means"] = []
    record_check(**frame.who(), drawn_id=_of_event(frame, drawn), **said)  # type: ignore[arg-type]
    return f"drawn-{drawn}"


def _of_event(frame: FairPlayFrame, drawn: int) -> int:
    """Return the key of a drawn player of this round, else 0, so that players of other events are not found."""
    rows = CheckDraw.objects.filter(section=frame.section, round_number=frame.number, drawn=drawn)
    return drawn if rows.exists() else 0


def _add(frame: FairPlayFrame, given: Mapping[str, str]) -> str:
    record_inspection(
        **frame.who(),
        section_id=frame.section.pk,
        round_number=frame.number,
        registration_id=player_in(frame.players(), given, "player"),
        kind=given.get("kind", ""),
        outcome=given.get("outcome", ""),
        means=_means(given),
        note=given.get("note", ""),
    )
    return "log"


def _reverse(frame: FairPlayFrame, given: Mapping[str, str]) -> str:
    key = key_in(given, "entry")
    mine = Inspection.objects.filter(pk=key, section=frame.section).exists()
    reverse_inspection(**frame.who(), inspection_id=key if mine else 0, note=given.get("note", ""))
    return "log"


def _means(given: Mapping[str, str]) -> list[str]:
    return cast(QueryDict, given).getlist("means")


# Context of the page


def _context(frame: FairPlayFrame) -> dict[str, Any]:
    assert frame.row is not None
    found = checks_of_round(frame.row)
    shown = _Shown(frame, found)
    return {
        "draws": [shown.draw(draw, drawn) for draw, drawn in found.draws],
        "log": [shown.entry(one) for one in found.log],
        "usual": found.usual,
        "may_draw": frame.row.status != RoundStatus.CLOSED,
        "kinds": choices(KINDS, Inspection.Kind.RANDOM) + choices({Inspection.Kind.RANDOM: KINDS["random"]}),
        "outcomes": choices(OUTCOMES, Inspection.Outcome.SKIPPED),
        "means": choices(MEANS),
        "players": [listed(one) for one in frame.players()],
        "lately": LATELY,
        "may_screen": allowed(frame.standing, Action.LEAD_FAIR_PLAY),
    }


class _Shown:
    """Entries in words, with links to possible rulings."""

    def __init__(self, frame: FairPlayFrame, found: RoundChecks) -> None:
        self.frame, self.found = frame, found
        self.known = {one.code for one in incidents_of(regime_of_section(frame.section))}

    def draw(self, draw: CheckDraw, drawn: list[DrawnCheck]) -> dict[str, Any]:
        return {
            "row": draw,
            "by": draw.arbiter.shown_name if draw.arbiter else "",
            "at": clock(draw.at),
            "open": sum(one.entry is None for one in drawn),
            "checks": [self.check(one) for one in drawn],
        }

    def check(self, one: DrawnCheck) -> dict[str, Any]:
        return {
            "key": one.drawn.pk,
            **self.seat(one.drawn.registration),
            "entry": self.entry(one.entry) if one.entry else None,
        }

    def seat(self, registration: Registration) -> dict[str, Any]:
        board = self.found.seats.get(registration.pk)
        return {
            "name": registration.player.name_in(language()),
            "number": registration.number,
            "board": board.board if board is not None and board.black_id is not None else None,
        }

    def entry(self, one: Inspection) -> dict[str, Any]:
        undone = None if one.stands else one.reversed_by
        return {
            "key": one.pk,
            **self.seat(one.registration),
            "code": one.outcome,
            "outcome": gettext(OUTCOMES[one.outcome]),
            "kind": gettext(KINDS[one.kind]),
            "means": means_in_words(one.means),
            "note": one.note,
            "by": one.arbiter.shown_name if one.arbiter else "",
            "at": timezone.localtime(one.at),
            "undone": undone,
            "undone_by": undone.arbiter.shown_name if undone and undone.arbiter else "",
            "ruling": "" if undone else self.ruling(one),
        }

    def ruling(self, one: Inspection) -> str:
        """Return the URL to rule on the inspection, empty if no ruling follows or there is no game."""
        code = _INCIDENTS.get(Inspection.Outcome(one.outcome))
        board = self.found.seats.get(one.registration_id)
        if code is None or board is None or board.game_id is None:
            return ""
        where = reverse("board-ruling", args=[self.frame.event.slug, board.game_id])
        return f"{where}?incident={code}&side={_side(board, one)}" if code in self.known else where


def _side(board: Pairing, one: Inspection) -> str:
    return "white" if board.white_id == one.registration_id else "black"
