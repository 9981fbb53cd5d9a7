"""What is to be done next in a section: the one thing that an organiser is asked for on his event's page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tournaments.models import Round, Section
from tournaments.models.round import RoundKind, RoundStatus
from tournaments.selectors.matches import bracket


@dataclass(frozen=True, slots=True)
class Step:
    """`url` is where it is done."""

    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Of a section: players still in, and for each round the boards without a result and with one."""

    active: int
    missing: Mapping[int, int]
    entered: Mapping[int, int]


def next_step(section: Section, rounds: list[Round], counts: Counts) -> Step:
    """`rounds` in order."""

    def url(name: str, *more: object) -> str:
        return reverse(f"desk_{name}", args=[section.event.slug, section.slug, *more])

    if section.system.teams and not rounds:
        return _teams_first(section, counts, url)
    if section.system.display and not rounds and counts.active > 1:
        return Step(gettext("Seat the simultaneous display"), url("display"))
    if section.system.by_hand and not section.system.ranked and not rounds:
        return Step(gettext("Import its games from a file"), url("games"))
    if not rounds and counts.active < 2:
        return Step(gettext("Enter players"), url("players"))
    open_rounds = [one for one in rounds if one.status != RoundStatus.CLOSED]
    if not open_rounds:
        if section.system.by_stage:
            return _next_stage(section, rounds, url)
        pairing = url("swiss") if section.system.by_round else url("boards_new")
        return _between(section, rounds, url("section"), pairing)
    one = next((one for one in open_rounds if _waits(section, one, counts)), open_rounds[0])
    here = url("round", one.number)
    number = {"n": one.number}
    missing = counts.missing.get(one.pk, 0)
    if one.status == RoundStatus.DRAFT:
        return Step(gettext("Review and publish round %(n)s") % number, here)
    if one.status == RoundStatus.PUBLISHED and not counts.entered.get(one.pk):
        return Step(gettext("Start round %(n)s") % number, here)
    if missing:
        words = ngettext(
            "Enter results: %(n)s board is missing", "Enter results: %(n)s boards are missing", missing
        )
        return Step(words % {"n": missing}, url("results", one.number))
    if one.kind == RoundKind.SCHEDULE:
        return Step(gettext("Close the sheet of games"), here)
    return Step(gettext("Close round %(n)s") % number, here)


def _waits(section: Section, one: Round, counts: Counts) -> bool:
    """Whether a round waits for somebody; one whose results are all in holds up nothing that was paired after it."""
    if one.status == RoundStatus.DRAFT:
        return not section.system.scheduled
    return bool(counts.missing.get(one.pk))


def _next_stage(section: Section, rounds: list[Round], url: Callable[..., str]) -> Step:
    """A knockout: the next stage, matches that are level, or all is done."""
    so_far = bracket(section)
    if so_far.undecided:
        return Step(gettext("Decide the tied matches"), url("knockout"))
    if so_far.stages and sum(not one.match.for_third for one in so_far.stages[-1]) == 1:
        return Step(gettext("The final has been played: view the bracket"), url("knockout"))
    return Step(gettext("Pair stage %(n)s") % {"n": len(rounds) + 1}, url("knockout"))


def _teams_first(section: Section, counts: Counts, url: Callable[..., str]) -> Step:
    if counts.active < 2:
        return Step(gettext("Enter players"), url("players"))
    if section.teams.count() < 2:
        return Step(gettext("Create teams"), url("teams"))
    return Step(gettext("Pair all rounds"), url("section"))


def _between(section: Section, rounds: list[Round], here: str, pairing: str) -> Step:
    """Nothing is open: the next round is to be paired, or all is done."""
    if not rounds:
        if section.system.scheduled:
            return Step(gettext("Pair all rounds"), here)
        return Step(gettext("Pair round 1"), pairing)
    played = sum(one.kind == RoundKind.ROUND for one in rounds)
    over = section.system.scheduled or not section.system.ranked or played == 0
    if over or (section.rounds_planned and played >= section.rounds_planned):
        if not section.system.ranked:
            public = reverse("section", args=[section.event.slug, section.slug])
            return Step(gettext("All games have been played"), public)
        standings = reverse("desk_standings", args=[section.event.slug, section.slug])
        if section.final_at is None:
            return Step(gettext("All games have been played: declare the standings final"), standings)
        return Step(gettext("All games have been played: view the final standings"), standings)
    return Step(gettext("Pair round %(n)s") % {"n": played + 1}, pairing)
