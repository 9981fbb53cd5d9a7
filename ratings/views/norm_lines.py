"""A norm of a player in words, for the desk and for the player's card."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from ratings.models.norms import NormTerms
from ratings.selectors.norms import NormLine, norm_tables
from tavleya.messages import Message
from tavleya.norms.evaluate import NormCheck
from tavleya.norms.forecast import Step
from tavleya.tiebreaks.table import points_text
from tournaments.models.player import Registration

#: Number of scores in a forecast.
_STEPS = 3


@dataclass(frozen=True, slots=True)
class NormView:
    """A norm in words. `state` is made, open or gone; `words` describe it. `steps`: future scores and their
    requirements.

    `score`: the fewest half-points that can be enough.
    """

    number: int
    name: str
    title: str
    state: str
    words: str
    points: str
    games: int
    steps: tuple[str, ...]
    score: int
    mix: tuple[Message, ...]
    checks: tuple[NormCheck, ...]
    notes: tuple[str, ...]


def shown_norm(line: NormLine, language: str) -> NormView:
    chance = line.chance
    report = chance.report
    state = "made" if chance.made else "open" if chance.open else "gone"
    return NormView(
        number=line.registration.number,
        name=line.registration.player.name_in(language),
        title=line.rules.title,
        state=state,
        words=_words(line, state),
        points=points_text(report.points),
        games=report.games,
        steps=tuple(_step(step.points, step.average) for step in _useful(line)),
        score=chance.needed if chance.needed is not None else chance.steps[0].points if chance.steps else 0,
        mix=tuple(step.message for step in chance.mix),
        checks=report.checks,
        notes=tuple(_notes(line)),
    )


def published_norms(registration: Registration, language: str) -> list[NormView]:
    """Return a player's achieved and possible norms, if the organiser publishes them."""
    section = registration.section
    if not NormTerms.objects.filter(section=section, published=True).exists():
        return []
    on = section.event.starts_on or timezone.localdate()
    tables = norm_tables(section, on, only=registration)
    return [shown_norm(line, language) for table in tables for line in table.lines if line.chance.open]


def _words(line: NormLine, state: str) -> str:
    chance, title = line.chance, line.rules.title
    if state == "made":
        return gettext("%(title)s norm: met by the data") % {"title": title}
    if state == "gone":
        return gettext("%(title)s norm: no longer possible with the games of this event") % {"title": title}
    if chance.needed is not None:
        text = ngettext(
            "%(title)s norm: needs %(points)s from the %(n)s game that is open",
            "%(title)s norm: needs %(points)s from the %(n)s games that are open",
            chance.pending,
        )
        return text % {"title": title, "points": points_text(chance.needed), "n": chance.pending}
    n = chance.pending + chance.unknown
    text = ngettext(
        "%(title)s norm: possible in the %(n)s game to come, by the average of the opponents not yet known (%(k)s)",
        "%(title)s norm: possible in the %(n)s games to come, by the average of the opponents not yet known (%(k)s)",
        n,
    )
    return text % {"title": title, "n": n, "k": chance.unknown}


def _useful(line: NormLine) -> tuple[Step, ...]:
    """Return the lowest sufficient scores: with more points almost any average is enough."""
    return line.chance.steps[:_STEPS]


def _step(points: int, average: int) -> str:
    log_data = {"points": points_text(points), "average": average}
    if not average:
        return gettext("%(points)s against any opponents") % log_data
    return gettext("%(points)s if the average is %(average)s") % log_data


def _notes(line: NormLine) -> list[str]:
    report, results = line.chance.report, []
    if report.raised:
        ratings = ", ".join(map(str, report.raised))
        results.append(gettext("Raised to the rating floor: %(ratings)s.") % {"ratings": ratings})
    if report.exempt:
        results.append(
            gettext("The rules on federations do not apply (%(article)s).") % {"article": report.exempt}
        )
    if report.forgiven:
        results.append(
            gettext("One game is missing by a forfeit win or a bye: only one such norm counts (1.4.1c).")
        )
    if report.left_out:
        rounds = ", ".join(str(norm_game.round) for norm_game in report.left_out)
        results.append(gettext("Left out (1.4.1e, f): the games of rounds %(rounds)s.") % {"rounds": rounds})
    if report.met and report.worth > report.games:
        results.append(gettext("Counts as %(n)s games towards the title (1.4.1d).") % {"n": report.worth})
    return results
