"""The public table of a section that is ranked by a ladder, with the parts of every score."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from tavleya.pairing.keizer import Missing, ScorePart
from tournaments.selectors.ladder import LadderRow, ladder
from tournaments.views.boards import round_selector
from tournaments.views.frame import SectionFrame, round_name
from tournaments.views.seats import seat

_MISSING: Mapping[Missing, Callable[[], str]] = {
    Missing.BYE: lambda: gettext("no opponent was left"),
    Missing.DUTY: lambda: gettext("away for the club"),
    Missing.EXCUSED: lambda: gettext("away, excused"),
    Missing.UNEXCUSED: lambda: gettext("away"),
}


def standings(request: HttpRequest, frame: SectionFrame, after: int | None) -> HttpResponse:
    rows = ladder(frame.section, after)
    names = {row.registration.pk: seat(frame, row.registration).name for row in rows}
    context = {
        **frame.live_context(),
        "after": after,
        "round_choices": round_selector(frame, after),
        "now_url": frame.url("standings"),
        "rows": [_ladder_line(frame, row, names) for row in rows],
        "own": frame.section.options.get("own", 1),
    }
    return render(request, "public/ladder.html", context)


def _ladder_line(frame: SectionFrame, row: LadderRow, names: Mapping[int, str]) -> dict[str, Any]:
    return {
        "place": row.place,
        "seat": seat(frame, row.registration),
        "value": row.value,
        "own": row.own,
        "score": amount_text(row.score),
        "played": sum(part.past_round.opponent is not None for part in row.parts),
        "parts": [_part(number, part, names) for number, part in enumerate(row.parts, start=1)],
    }


def _part(number: int, part: ScorePart, names: Mapping[int, str]) -> dict[str, str]:
    past = part.past_round
    if past.opponent is not None:
        words = {2: gettext("beat %(name)s"), 1: gettext("drew with %(name)s")}.get(
            past.points, gettext("lost to %(name)s")
        ) % {"name": names[past.opponent]}
    else:
        words = _MISSING[past.missing]()
    return {
        "round": round_name(number),
        "words": words,
        "reckoning": f"{amount_text(part.share)} × {part.value}",
        "amount": amount_text(part.amount),
    }


def amount_text(amount: Fraction) -> str:
    """Return an amount as text: `48½`, `30⅓`, `7`; fractions without a Unicode sign as `3 5/6`."""
    whole, rest = divmod(amount, 1)
    if not rest:
        return str(whole)
    sign = _SIGNS.get(rest)
    if sign:
        return f"{whole or ''}{sign}"
    return f"{whole or ''} {rest.numerator}/{rest.denominator}".strip()


_SIGNS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
